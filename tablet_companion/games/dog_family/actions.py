"""Actions of DOG and Agent DOG without moves, the parts of a move, and their text forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import Setting

Legs = tuple[tuple[int, int], ...]
"""Pawns moved by a card, (from, to)."""
Outcome = tuple[Legs, tuple[int, ...]]
"""Where pawns go, and the squares of those that are captured."""


class Lot(NamedTuple):
    """Chance, or people, choose the first dealer."""

    seat: int
    verb: str = "lot"


class Deal(NamedTuple):
    """Chance deals one card to the next player; UNKNOWN_CARD deals a whole round face down."""

    card: Card
    verb: str = "deal"


class Give(NamedTuple):
    """The seat on turn gives a card away, sealed."""

    card: Card
    verb: str = "give"


class GiveUp(NamedTuple):
    """No card can be played: the whole hand is given up, and the player leaves the round."""

    verb: str = "give up"


def words_of(legs: Legs, captured: Sequence[int], setting: Setting) -> list[str]:
    """Return moves and captures as words: ``T33>T39``, ``xT39``."""
    names = setting.names
    return [*(f"{names[a]}>{names[b]}" for a, b in legs), *(f"x{names[s]}" for s in captured)]


def write_common(action: Lot | Deal | Give | GiveUp, setting: Setting) -> str:
    """Return an action that moves no pawn as text."""
    match action:
        case Lot(seat):
            return f"{action.verb} {setting.seats[seat]}"
        case GiveUp():
            return action.verb
        case Deal() | Give():
            return f"{action.verb} {action.card}"


def read_common(words: Sequence[str], setting: Setting) -> Lot | Deal | Give | GiveUp | None:
    """Return the action of these words if it moves no pawn; raises ValueError, IndexError."""
    match words:
        case ["give", "up"]:
            return GiveUp()
        case ["lot", name]:
            return Lot(setting.seats.index(Seat(name)))
        case ["deal", name]:
            return Deal(UNKNOWN_CARD if name == UNKNOWN_CARD else read_card(name, setting))
        case ["give", name]:
            return Give(read_card(name, setting))
    return None


def squares_by_name(setting: Setting) -> Mapping[str, int]:
    """Return the squares by their names, nests included."""
    return {str(name): number for number, name in enumerate(setting.names)}


def read_move(word: str, squares: Mapping[str, int]) -> tuple[int, int]:
    """Return the squares of ``T33>T39``, or nests; raises ValueError for anything else."""
    source, _, target = word.partition(">")
    if not {source, target} <= squares.keys():
        raise ValueError(word)
    return squares[source], squares[target]


def read_square(name: str, squares: Mapping[str, int]) -> int:
    """Return the square with that name, which is no nest; raises ValueError if there is none."""
    if squares.get(name, track.SQUARES) >= track.SQUARES:
        raise ValueError(name)
    return squares[name]


def read_card(name: str, setting: Setting) -> Card:
    """Return the card with that face; raises ValueError if there is none."""
    return setting.faces[setting.faces.index(Card(name))]


def no_action(text: str, title: str) -> PositionError:
    """Return the error for a text that is not an action."""
    return PositionError(f"{text!r} is not an action of {title}.")
