"""What can be said at the screen now: actions as a tree of labels, touched one after another.

Everything comes from what a game offers in public; what is for one seat's eyes only is kept apart.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tablet_companion.games.core import CHANCE, Card, Label, Saying, Seat
from tablet_companion.referee import describe
from tablet_companion.referee.case import Candidate, candidates, offered, passes

Path = tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An action and how it is said."""

    saying: Saying
    action: Any


@functools.lru_cache(maxsize=4)
def entries(game: Any, state: Any) -> tuple[Entry, ...]:
    """Return every action that a seat may say now, by a Game's own words."""
    if game.actor(state) in (None, CHANCE):
        return ()
    found = []
    for action in offered(game, state):
        saying = game.saying(state, action)
        if saying is not None:
            found.append(Entry(saying, action))
    return tuple(found)


@functools.lru_cache(maxsize=2)
def plays(game: Any, state: Any) -> tuple[Entry, ...]:
    """Return the plays of a Game with a pile: the card, then what is done with the pieces."""
    seat = game.actor(state)
    if seat in (None, CHANCE):
        return ()
    return tuple(
        Entry(
            Saying(seat, (_card(candidate.card), *_done(game, state, candidate)), shown=True),
            candidate.action,
        )
        for candidate in candidates(game, state)
    )


def _card(card: Card | None) -> Label:
    return Label("{card}", (("card", card or ""),))


def _done(game: Any, state: Any, candidate: Candidate) -> Iterator[Label]:
    if candidate.action in passes(game, state):
        yield Label(game.told(state, candidate.action), (("seat", game.actor(state)),))
    for said in describe.done(game, state, candidate.action):
        yield Label(said.text, said.details)


def public(game: Any, state: Any, *, shown: bool) -> tuple[Entry, ...]:
    """Return what may be said before everybody: what the pieces show by themselves, or the rest."""
    return tuple(
        entry
        for entry in entries(game, state)
        if not entry.saying.private and entry.saying.shown is shown
    )


def by_touch(game: Any, state: Any) -> tuple[Entry, ...]:
    """Return every move with pieces, for people to say where the camera cannot tell."""
    return plays(game, state) if game.pile else public(game, state, shown=True)


def private(game: Any, state: Any, seat: Seat) -> tuple[Entry, ...]:
    """Return what a seat may say where nobody else looks."""
    return tuple(
        entry
        for entry in entries(game, state)
        if entry.saying.private and entry.saying.seat == seat
    )


def whisperers(game: Any, state: Any) -> tuple[Seat, ...]:
    """Return the seats that have something to say alone."""
    found = (entry.saying.seat for entry in entries(game, state) if entry.saying.private)
    return tuple(dict.fromkeys(found))


def below(found: Iterable[Entry], path: Path) -> tuple[Label, ...]:
    """Return the labels that may follow a path, each once; those that are numbers in order."""
    size = len(path)
    begun = (entry.saying.labels for entry in found if entry.saying.labels[:size] == path)
    ways = dict.fromkeys(labels[size] for labels in begun if len(labels) > size)
    return tuple(sorted(ways, key=_number))


def _number(label: Label) -> int:
    """Return the number that a label is, 0 for any other, which then stays where it was."""
    value = str(label.details[0][1]) if len(label.details) == 1 else ""
    return int(value) if value.isdigit() else 0


def followed(found: Iterable[Entry], path: Path) -> Path:
    """Return a path carried on as long as there is only one way to go on."""
    found = tuple(found)
    while len(ways := below(found, path)) == 1 and chosen(found, path) is None:
        path = (*path, ways[0])
    return path


def chosen(found: Iterable[Entry], path: Path) -> Entry | None:
    """Return the entry that a path says in full, or None."""
    return next((entry for entry in found if entry.saying.labels == path), None)
