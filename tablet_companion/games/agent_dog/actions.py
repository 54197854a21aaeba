"""The actions of Agent DOG, and their text form.

A Play is the whole physical outcome of a card, in public terms: which pawn goes from where to
where, which are captured, which are called to a meeting. How the points of a `partner` were
interleaved is not part of it: two ways to the same outcome are one action.
"""

from __future__ import annotations

from typing import NamedTuple

from tablet_companion.games.agent_dog.state import CARDS, Setting
from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError, Seat


class Lot(NamedTuple):
    """Chance, or people, choose the first dealer."""

    seat: int
    verb: str = "lot"


class Deal(NamedTuple):
    """Chance deals one card to whoever is due; UNKNOWN_CARD deals a whole round face down."""

    card: Card
    verb: str = "deal"


class Give(NamedTuple):
    """The seat on turn gives a card away, sealed."""

    card: Card
    verb: str = "give"


class Play(NamedTuple):
    """A card is played.

    ``legs``: pawns moved by the card, (from, to), sorted; from a nest for a start; both ways for
    an exchange. ``captured``: the squares on which pawns stood (when the card was played) that are
    captured, sorted. ``called``: pawns called to a meeting, (from, to), in the order it happens.
    ``shown``: the colours of pawns that the machine did not know and that are turned up: the
    captured ones first, then the moved ones, each in the order of the squares they came from.
    """

    card: Card
    legs: tuple[tuple[int, int], ...]
    captured: tuple[int, ...] = ()
    called: tuple[tuple[int, int], ...] = ()
    shown: tuple[int, ...] = ()


class GiveUp(NamedTuple):
    """No card can be played: the whole hand is given up, and the player is out of the round."""

    verb: str = "give up"


class Redraw(NamedTuple):
    """Two or three players: no card can be played; one is discarded for a new one."""

    card: Card
    verb: str = "redraw"


class Discard(NamedTuple):
    """Two or three players: the drawn card did not help; one is discarded unused."""

    card: Card
    verb: str = "discard"


Action = Lot | Deal | Give | Play | GiveUp | Redraw | Discard

_WORDS: dict[str, type[Deal | Give | Redraw | Discard]] = {
    "deal": Deal,
    "give": Give,
    "redraw": Redraw,
    "discard": Discard,
}


def write_action(action: Action, setting: Setting) -> str:
    """Return the action as text: ``6 T33>T39 xT39 T18=>T38``, ``lot green``, ``give up``."""
    if isinstance(action, Play):
        return _write_play(action, setting)
    if isinstance(action, Lot):
        return f"{action.verb} {setting.seats[action.seat]}"
    return action.verb if isinstance(action, GiveUp) else f"{action.verb} {action.card}"


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
    """Read an action from its text; raises PositionError."""
    words = text.split()
    try:
        return _read(words, setting)
    except (ValueError, IndexError) as error:
        raise PositionError(f"{text!r} is no action of Agent DOG.") from error


def _read(words: list[str], setting: Setting) -> Action:
    if words == ["give", "up"]:
        return GiveUp()
    if words[0] == "lot":
        return Lot(setting.seats.index(Seat(words[1])))
    if words[0] in _WORDS and len(words) == 2:
        return _WORDS[words[0]](_card(words[1]))
    return _read_play(words, setting)


def _read_play(words: list[str], setting: Setting) -> Play:
    square = {name: number for number, name in enumerate(map(str, setting.names))}
    legs, captured, called, shown = [], [], [], []
    for word in words[1:]:
        source, arrow, target = word.partition(">")
        if word[0] == "x":
            captured.append(_known(square, word[1:]))
        elif word[0] == "!":
            shown.append(setting.seats.index(Seat(word[1:])))
        elif source.endswith("="):
            called.append((_known(square, source[:-1]), _known(square, target)))
        else:
            legs.append((_known(square, source), _known(square, target if arrow else "")))
    return Play(_card(words[0]), tuple(legs), tuple(captured), tuple(called), tuple(shown))


def _known(squares: dict[str, int], name: str) -> int:
    if name not in squares:
        raise ValueError(name)
    return squares[name]


def _card(name: str) -> Card:
    card = Card(name)
    if card not in CARDS and card != UNKNOWN_CARD:
        raise ValueError(name)
    return card
