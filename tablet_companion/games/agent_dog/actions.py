"""The actions of Agent DOG, and their text form.

A Play is the whole physical outcome of a card, in public terms: which pawn goes from where to
where, which are captured, which are called to a meeting. The order in which the points of a
`partner` were spent is not part of it: two ways to the same outcome are one action.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final, NamedTuple

from tablet_companion.games.agent_dog.state import Setting
from tablet_companion.games.core import Card, Seat
from tablet_companion.games.dog_family import actions


class Play(NamedTuple):
    """A card is played.

    ``legs``: pawns moved by the card, (from, to), sorted; from a nest for a start; both ways for
    an exchange. ``captured``: the squares on which pawns stood (when the card was played) that are
    captured, sorted. ``called``: pawns called to a meeting, (from, to), in the order it happens.
    ``shown``: the colours that the play reveals, of pawns whose colour the machine did not know:
    captured ones first, then moved ones, each in the order of the squares they came from.
    """

    card: Card
    legs: actions.Legs
    captured: tuple[int, ...] = ()
    called: actions.Legs = ()
    shown: tuple[int, ...] = ()


make_play: Final[
    Callable[[tuple[Card, actions.Legs, tuple[int, ...], actions.Legs, tuple[int, ...]]], Play]
] = functools.partial(tuple.__new__, Play)
"""Make a play from all its fields, in half the time: a search lists many."""


class Redraw(NamedTuple):
    """Two or three players: no card can be played; one is discarded for a new one."""

    card: Card
    verb: str = "redraw"


class Discard(NamedTuple):
    """Two or three players: the drawn card did not help; one is discarded unused."""

    card: Card
    verb: str = "discard"


Action = actions.Lot | actions.Deal | actions.Give | Play | actions.GiveUp | Redraw | Discard


def write_action(action: Action, setting: Setting) -> str:
    """Return the action as text: ``6 T33>T39 xT39 T18=>T38``, ``lot green``, ``give up``."""
    if isinstance(action, Play):
        return _write_play(action, setting)
    if isinstance(action, Redraw | Discard):
        return f"{action.verb} {action.card}"
    return actions.write_common(action, setting)


def _write_play(play: Play, setting: Setting) -> str:
    names = setting.names
    words = [
        str(play.card),
        *actions.words_of(play.legs, play.captured, setting),
        *(f"{names[a]}=>{names[b]}" for a, b in play.called),
        *(f"!{setting.seats[colour]}" for colour in play.shown),
    ]
    return " ".join(words)


def read_action(text: str, setting: Setting) -> Action:
    """Read an action from its text; raises PositionError."""
    try:
        return _read(text.split(), setting)
    except (ValueError, IndexError) as error:
        raise actions.no_action(text, "Agent DOG") from error


def _read(words: list[str], setting: Setting) -> Action:
    match words:
        case ["redraw" | "discard" as verb, name]:
            return (Redraw if verb == "redraw" else Discard)(actions.read_card(name, setting))
    return actions.read_common(words, setting) or _read_play(words, setting)


def _read_play(words: list[str], setting: Setting) -> Play:
    squares = actions.squares_by_name(setting)
    legs, captured, called, shown = [], [], [], []
    for word in words[1:]:
        if word[0] == "x":
            captured.append(actions.read_square(word[1:], squares))
        elif word[0] == "!":
            shown.append(setting.seats.index(Seat(word[1:])))
        elif "=>" in word:
            guest, _, hole = word.partition("=>")
            called.append((actions.read_square(guest, squares), actions.read_square(hole, squares)))
        else:
            legs.append(actions.read_move(word, squares))
    card = actions.read_card(words[0], setting)
    return Play(card, tuple(legs), tuple(captured), tuple(called), tuple(shown))
