"""The actions of DOG and Agent DOG, and their text form.

A Play is the whole physical outcome of a card, in public terms: which pawn goes from where to
where, which are sent home. The order of the steps that a card shares out is not part of it: two
ways to the same outcome are one action.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

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


class Redraw(NamedTuple):
    """Two or three players: no card can be played; one is discarded for a new one."""

    card: Card
    verb: str = "redraw"


class Discard(NamedTuple):
    """Two or three players: the drawn card did not help; one is discarded unused."""

    card: Card
    verb: str = "discard"


class Play(NamedTuple):
    """A card is played.

    ``legs``: pawns moved by the card, (from, to), sorted; from a nest for a start; both ways for a
    swap. ``captured``: the squares on which pawns stood (when the card was played) that are sent
    home, sorted. The rest is only in games in which pawns lie face down. ``called``: pawns called
    to a meeting, (from, to), in the order it happens. ``shown``: the colours that the play reveals,
    of pawns whose colour the machine did not know: captured ones first, then moved ones, each in
    the order of the squares they came from.
    """

    card: Card
    legs: Legs
    captured: tuple[int, ...] = ()
    called: Legs = ()
    shown: tuple[int, ...] = ()


make_play: Final[Callable[[tuple[Card, Legs, tuple[int, ...], Legs, tuple[int, ...]]], Play]] = (
    functools.partial(tuple.__new__, Play)
)
"""Make a play from all its fields, in half the time: a search lists many."""

Action = Lot | Deal | Give | Play | GiveUp | Redraw | Discard


def write_action(action: Action, setting: Setting) -> str:
    """Return the action as text: ``6 T33>T39 xT39 T18=>T38``, ``lot green``, ``give up``."""
    match action:
        case Play():
            return _write_play(action, setting)
        case Lot(seat):
            return f"{action.verb} {setting.seats[seat]}"
        case GiveUp():
            return action.verb
    return f"{action.verb} {action.card}"


def _write_play(play: Play, setting: Setting) -> str:
    names = setting.names
    words = [
        str(play.card),
        *(f"{names[a]}>{names[b]}" for a, b in play.legs),
        *(f"x{names[square]}" for square in play.captured),
        *(f"{names[a]}=>{names[b]}" for a, b in play.called),
        *(f"!{setting.seats[colour]}" for colour in play.shown),
    ]
    return " ".join(words)


def read_action(text: str, setting: Setting) -> Action:
    """Read an action from its text; raises PositionError if it is not one of the game."""
    kinds: dict[str, type[Give | Redraw | Discard]] = {"give": Give}
    if setting.may_play_alone:
        kinds |= {"redraw": Redraw, "discard": Discard}
    try:
        match words := text.split():
            case ["give", "up"]:
                return GiveUp()
            case ["lot", name]:
                return Lot(setting.seats.index(Seat(name)))
            case ["deal", name]:
                return Deal(UNKNOWN_CARD if name == UNKNOWN_CARD else _read_card(name, setting))
            case [verb, name] if verb in kinds:
                return kinds[verb](_read_card(name, setting))
        return _read_play(words, setting)
    except (LookupError, ValueError) as error:
        raise PositionError(f"{text!r} is not an action of {setting.title}.") from error


def _read_play(words: list[str], setting: Setting) -> Play:
    squares = {str(name): number for number, name in enumerate(setting.names)}
    legs, captured, called, shown = [], [], [], []
    for word in words[1:]:
        if word[0] == "x":
            captured.append(_read_square(word[1:], squares))
        elif word[0] == "!":
            shown.append(setting.seats.index(Seat(word[1:])))
        elif "=>" in word:
            guest, _, hole = word.partition("=>")
            called.append((_read_square(guest, squares), _read_square(hole, squares)))
        else:
            source, _, target = word.partition(">")
            legs.append((squares[source], squares[target]))
    if (called or shown) and not any(setting.is_hole):
        raise ValueError(words)
    card = _read_card(words[0], setting)
    return Play(card, tuple(legs), tuple(captured), tuple(called), tuple(shown))


def _read_square(name: str, squares: Mapping[str, int]) -> int:
    """Return the square with that name, which is no nest; raises ValueError if there is none."""
    if squares.get(name, track.SQUARES) >= track.SQUARES:
        raise ValueError(name)
    return squares[name]


def _read_card(name: str, setting: Setting) -> Card:
    """Return the card with that face; raises ValueError if there is none."""
    return setting.faces[setting.faces.index(Card(name))]
