"""The actions of Pocket Ops, and their text form.

Actions on the table are in public terms: which agent is put on which room, whether it was foiled,
and which pieces its power moves or removes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError, Seat
from tablet_companion.games.pocket_ops.board import ROOMS, Room
from tablet_companion.games.pocket_ops.state import AGENTS, SEATS, SPECIALISTS

_LETTERS: Final = tuple(map(str, ROOMS))


class Lot(NamedTuple):
    """Chance, or people, choose who guesses first."""

    seat: int
    verb: str = "lot"


class Look(NamedTuple):
    """Chance shows the next player a specialist; UNKNOWN_CARD: all players look, unseen."""

    card: Card
    verb: str = "look"


class Enrol(NamedTuple):
    """A player keeps a specialist; both are shown together."""

    card: Card
    verb: str = "enrol"


class Guessed(NamedTuple):
    """Cards are laid face down for these rooms, sorted; none if the machine did not see them."""

    rooms: tuple[Room, ...]
    verb: str = "guess"


class Place(NamedTuple):
    """An agent is put on a room."""

    agent: Card
    room: Room
    verb: str = "place"


class Reveal(NamedTuple):
    """The cards are turned up: the agent is foiled, or through."""

    foiled: bool


class Use(NamedTuple):
    """A specialist's power is used, or left unused (nothing moved, nothing removed).

    ``moves`` are all pieces that change rooms, (from, to), sorted; ``removed`` are the rooms of
    pieces that leave the base. Both name the rooms before the action.
    """

    agent: Card
    moves: tuple[tuple[Room, Room], ...] = ()
    removed: tuple[Room, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether the power is left unused."""
        return not self.moves and not self.removed


class Gather(NamedTuple):
    """After a round everybody takes the spies back; its specialists leave the game."""

    verb: str = "gather"


Action = Lot | Look | Enrol | Guessed | Place | Reveal | Use | Gather


def write_action(action: Action) -> str:
    """Return the action as text: ``guess H``, ``place mole E``, ``foiled``, ``use ninja xA``."""
    match action:
        case Use():
            return _write_use(action)
        case Reveal():
            return "foiled" if action.foiled else "through"
        case Gather():
            return action.verb
        case Lot():
            return f"{action.verb} {SEATS[action.seat]}"
        case Guessed():
            return f"{action.verb} {' '.join(ROOMS[room] for room in action.rooms) or UNKNOWN_CARD}"
        case Place():
            return f"{action.verb} {action.agent} {ROOMS[action.room]}"
        case Look() | Enrol():
            return f"{action.verb} {action.card}"


def _write_use(use: Use) -> str:
    words = [
        "use",
        use.agent,
        *(f"{ROOMS[a]}>{ROOMS[b]}" for a, b in use.moves),
        *(f"x{ROOMS[room]}" for room in use.removed),
    ]
    return " ".join(words)


def read_action(text: str) -> Action:
    """Read an action from its text; raises PositionError."""
    try:
        return _read(text.split())
    except ValueError as error:
        raise PositionError(f"{text!r} is not an action of Pocket Ops.") from error


def _read(words: list[str]) -> Action:
    match words:
        case ["gather"]:
            return Gather()
        case ["foiled" | "through" as word]:
            return Reveal(word == "foiled")
        case ["lot", seat]:
            return Lot(SEATS.index(Seat(seat)))
        case ["look", card]:
            return Look(UNKNOWN_CARD if card == UNKNOWN_CARD else _specialist(card))
        case ["enrol", card]:
            return Enrol(_specialist(card))
        case ["guess", "?"]:
            return Guessed(())
        case ["guess", *rooms] if rooms and len({*rooms}) == len(rooms):
            return Guessed(tuple(sorted(map(_LETTERS.index, rooms))))
        case ["place", agent, room]:
            return Place(AGENTS[AGENTS.index(Card(agent))], _LETTERS.index(room))
        case ["use", agent, *pieces]:
            return _read_use(_specialist(agent), pieces)
    raise ValueError(words)


def _read_use(agent: Card, pieces: list[str]) -> Use:
    moves, removed = [], []
    for piece in pieces:
        if piece.startswith("x"):
            removed.append(_LETTERS.index(piece[1:]))
        else:
            origin, _, target = piece.partition(">")
            moves.append((_LETTERS.index(origin), _LETTERS.index(target)))
    return Use(agent, tuple(sorted(moves)), tuple(sorted(removed)))


def _specialist(name: str) -> Card:
    return SPECIALISTS[SPECIALISTS.index(Card(name))]
