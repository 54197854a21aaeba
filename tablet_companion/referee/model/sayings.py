"""Actions that can be announced at the screen now, as a tree of labels to touch in turn.

All of it is what a game offers in public; private announcements are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Message, Saying, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.position import Action, Position, cached
from tablet_companion.referee.explaining.public import list_legal, list_offered, list_passes
from tablet_companion.referee.model.dialogues import Speaking
from tablet_companion.referee.model.events import Say
from tablet_companion.referee.model.held_cards import find_hand
from tablet_companion.referee.model.steps_in_words import describe_action

Path = tuple[Message, ...]
RETRACT: Final = Message(N_("Take the last one back"))
"""The label that takes back what a seat entered last on its private page."""
_AFTER_NUMBERS: Final = 1000
ALL: Final = Message(N_("Nothing else"))
"""The label that ends a play which could go on, such as a seven shared by more pawns."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action and the words to announce it."""

    saying: Saying
    action: Action


Entries = tuple[Entry, ...]


@cached
def find_entries(position: Position) -> Entries:
    """Return every action that a seat may announce now, in the game's own words."""
    game, state = position.game, position.state
    if game.actor(state) in (None, CHANCE):
        return ()
    said = ((position.saying(action), action) for action in list_offered(position))
    return tuple(Entry(saying, action) for saying, action in said if saying is not None)


@cached
def find_plays(position: Position) -> Entries:
    """Return the plays of a game with a pile: the card, then the moves of the pieces.

    These are the plays of every card that some hand could hold, whatever is known of the hands.
    """
    seat = position.game.actor(position.state)
    if seat in (None, CHANCE):
        return ()
    found = _as_recorded(position)
    cards = [Message("{card}", (("card", one.card or ""),)) for one in found]
    paths = [(card, *_label_action(position, one)) for card, one in zip(cards, found, strict=True)]
    begun = {path[:size] for path in paths for size in range(1, len(path))}
    return tuple(
        Entry(Saying(seat, (*path, ALL) if path in begun else path, shown=True), one.action)
        for path, one in zip(paths, found, strict=True)
    )


def _as_recorded(position: Position) -> list[Candidate]:
    """Return each possible play once, with the turned-up pieces as the record has them.

    People announce what they moved; what it turned up is on record, or visible on the table.
    """
    found: dict[Any, Candidate] = {}
    for one in list_candidates(position):
        action = position.game.recorded(position.state, one.action)
        if action is not None:
            found.setdefault(action, replace(one, action=action))
    return list(found.values())


@cached
def find_own_plays(position: Position) -> Entries:
    """Return the plays of the hand on turn, for its player alone; empty if it is unknown.

    Without a pile no card of the hand is played, so that the hand is only looked at.
    """
    game = position.game
    if not game.pile or find_hand(position, game.actor(position.state)) is None:
        return ()
    mine = set(list_legal(position))
    return tuple(entry for entry in find_plays(position) if entry.action in mine)


def _label_action(position: Position, candidate: Candidate) -> Iterator[Message]:
    game, state = position.game, position.state
    if candidate.action in list_passes(position):
        yield Message(game.told(state, candidate.action), (("seat", game.actor(state) or ""),))
    yield from describe_action(position, candidate.action)


def find_spoken(position: Position) -> Entries:
    """Return what people have to announce in public, as no piece shows it."""
    public = (entry for entry in find_entries(position) if not entry.saying.private)
    return tuple(entry for entry in public if not entry.saying.shown)


def find_moves(position: Position) -> Entries:
    """Return every move of pieces, to announce if the camera cannot tell."""
    return find_plays(position) if position.game.pile else find_shown(position)


def find_shown(position: Position) -> Entries:
    """Return what could be announced in public, but is shown by the pieces anyway."""
    public = (entry for entry in find_entries(position) if not entry.saying.private)
    return tuple(entry for entry in public if entry.saying.shown)


def find_said(position: Position, said: Say | Speaking) -> Entries:
    """Return what a public announcement chooses from: moves of pieces, or what none shows."""
    return find_moves(position) if said.moves else find_spoken(position)


def find_private(position: Position, seat: Seat) -> Entries:
    """Return what a seat may announce in private, as far as others know."""
    said = tuple(
        entry
        for entry in find_entries(position)
        if entry.saying.private and entry.saying.seat == seat
    )
    mine = seat == position.game.actor(position.state)
    return said or (find_own_plays(position) if mine else ())


def offer_private(position: Position, seat: Seat) -> Entries:
    """Return what a seat finds keys for in private: only what its own sheet or hand allows."""
    said = find_private(position, seat)
    if seat != position.game.actor(position.state):
        return said
    legal = set(list_legal(position))
    return tuple(entry for entry in said if entry.action in legal)


def find_choice(position: Position, seat: Seat, path: Path) -> Path:
    """Return a private path up to the next choice, as far as others know what there is to choose.

    What a sheet or hand allows decides nothing here: the number of touches would tell it. A label
    that would complete an action is left to be touched.
    """
    found = [one for one in find_private(position, seat) if one.saying.private]
    further = follow(found, path)
    return further if list_next(found, further) else path


def is_secret_due(position: Position) -> bool:
    """Whether somebody has something to announce in private, so that no card is laid yet."""
    return any(entry.saying.private for entry in find_entries(position))


def find_whisperers(position: Position) -> tuple[Seat, ...]:
    """Return the seats that have something to announce in private, or a hand to look at."""
    found = [entry.saying.seat for entry in find_entries(position) if entry.saying.private]
    seat = position.game.actor(position.state)
    if seat is not None and find_hand(position, seat) is not None:
        found.append(seat)
    return tuple(dict.fromkeys(found))


def list_next(found: Iterable[Entry], path: Path) -> tuple[Message, ...]:
    """Return the labels that may follow a path, each once, numbers in order."""
    size = len(path)
    begun = (entry.saying.labels for entry in found if entry.saying.labels[:size] == path)
    ways = dict.fromkeys(labels[size] for labels in begun if len(labels) > size)
    return tuple(sorted(ways, key=_number))


def _number(label: Message) -> int:
    """Return the number that a label is, or that its card begins with; worded cards come last.

    0 for any other label, which keeps its position.
    """
    cards = [(kind, value) for kind, value in label.details if kind == "card"]
    kind, value = (*(label.details if len(label.details) == 1 else cards), ("", ""))[0]
    digits = str(value).partition("/")[0]
    if digits.isdigit():
        return int(digits)
    return _AFTER_NUMBERS if kind == "card" else 0


def follow(found: Iterable[Entry], path: Path) -> Path:
    """Return a path extended as long as there is only one way to continue."""
    found = tuple(found)
    while len(ways := list_next(found, path)) == 1 and choose(found, path) is None:
        path = (*path, ways[0])
    return path


def choose(found: Iterable[Entry], path: Path) -> Entry | None:
    """Return the entry that a complete path announces, or None."""
    return next((entry for entry in found if entry.saying.labels == path), None)
