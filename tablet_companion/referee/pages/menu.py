"""What can be said at the screen now: actions as a tree of labels, touched one after another.

Everything comes from what a game offers in public; what is for one seat's eyes only is kept apart.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Card, Label, Saying, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.cases import Candidate, candidates
from tablet_companion.referee.explaining.public import legal, offered, passes
from tablet_companion.referee.model import describe

Path = tuple[Label, ...]
_AFTER_NUMBERS: Final = 1000
ALL: Final = Label(N_("Nothing else"))
"""Ends what another play goes on from, as where seven points may be spread over more pawns."""


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
    """Return the plays of a Game with a pile: the card, then what is done with the pieces.

    These are the plays of every card that some hand could hold, whatever is known of hands.
    """
    seat = game.actor(state)
    if seat in (None, CHANCE):
        return ()
    found = _as_recorded(game, state)
    paths = [(_card(one.card), *_done(game, state, one)) for one in found]
    begun = {path[:size] for path in paths for size in range(1, len(path))}
    return tuple(
        Entry(Saying(seat, (*path, ALL) if path in begun else path, shown=True), one.action)
        for path, one in zip(paths, found, strict=True)
    )


def _as_recorded(game: Any, state: Any) -> list[Candidate]:
    """Return what may be played, each action once, as the record has what it turns up.

    People say what they moved; what was turned up by it the record knows, or the table shows.
    """
    found: dict[Any, Candidate] = {}
    for one in candidates(game, state):
        action = game.recorded(state, one.action)
        if action is not None:
            found.setdefault(action, replace(one, action=action))
    return list(found.values())


@functools.lru_cache(maxsize=2)
def own_plays(game: Any, state: Any) -> tuple[Entry, ...]:
    """Return the plays of the hand on turn, for its player alone; none where it is not known."""
    if hand(game, state, game.actor(state)) is None:
        return ()
    mine = set(legal(game, state))
    return tuple(entry for entry in plays(game, state) if entry.action in mine)


def hand(game: Any, state: Any, seat: Seat | None) -> tuple[Card, ...] | None:
    """Return the cards of the seat on turn if a Game with a pile knows them all, or None.

    Whether it does is no secret, the cards are.
    """
    if not game.pile or seat in (None, CHANCE) or seat != game.actor(state):
        return None
    held = next(one.hand for one in game.view(state, seat).seats if one.seat == seat)
    return None if not held or UNKNOWN_CARD in held else held


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
    said = tuple(
        entry
        for entry in entries(game, state)
        if entry.saying.private and entry.saying.seat == seat
    )
    return said or (own_plays(game, state) if seat == game.actor(state) else ())


def whisperers(game: Any, state: Any) -> tuple[Seat, ...]:
    """Return the seats that have something to say alone, or a hand to look at."""
    found = [entry.saying.seat for entry in entries(game, state) if entry.saying.private]
    seat = game.actor(state)
    if hand(game, state, seat) is not None:
        found.append(seat)
    return tuple(dict.fromkeys(found))


def below(found: Iterable[Entry], path: Path) -> tuple[Label, ...]:
    """Return the labels that may follow a path, each once; those that are numbers in order."""
    size = len(path)
    begun = (entry.saying.labels for entry in found if entry.saying.labels[:size] == path)
    ways = dict.fromkeys(labels[size] for labels in begun if len(labels) > size)
    return tuple(sorted(ways, key=_number))


def _number(label: Label) -> int:
    """Return the number that a label is, or a card begins with; cards with words come last.

    0 for any other label, which then stays where it was.
    """
    kind, value = label.details[0] if len(label.details) == 1 else ("", "")
    digits = str(value).partition("/")[0]
    if digits.isdigit():
        return int(digits)
    return _AFTER_NUMBERS if kind == "card" else 0


def followed(found: Iterable[Entry], path: Path) -> Path:
    """Return a path carried on as long as there is only one way to go on."""
    found = tuple(found)
    while len(ways := below(found, path)) == 1 and chosen(found, path) is None:
        path = (*path, ways[0])
    return path


def chosen(found: Iterable[Entry], path: Path) -> Entry | None:
    """Return the entry that a path says in full, or None."""
    return next((entry for entry in found if entry.saying.labels == path), None)
