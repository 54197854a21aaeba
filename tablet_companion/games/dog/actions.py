"""The actions of DOG, and their text form.

A Play is the whole physical outcome of a card, in public terms: which pawn goes from where to
where, and which are sent home. The order of the steps of a 7 is not part of it: two ways to the
same table are one action.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final, NamedTuple

from tablet_companion.games.core import Card
from tablet_companion.games.dog.state import Setting
from tablet_companion.games.dog_family import actions


class Play(NamedTuple):
    """A card is played.

    ``legs``: pawns moved by the card, (from, to), sorted; from a nest for a start; both ways for a
    swap. ``captured``: the squares on which pawns stood (when the card was played) that are sent
    home, sorted.
    """

    card: Card
    legs: actions.Legs
    captured: tuple[int, ...] = ()


make_play: Final[Callable[[tuple[Card, actions.Legs, tuple[int, ...]]], Play]] = functools.partial(
    tuple.__new__, Play
)
"""Make a play from all its fields, in half the time: a search lists many."""

Action = actions.Lot | actions.Deal | actions.Give | Play | actions.GiveUp


def write_action(action: Action, setting: Setting) -> str:
    """Return the action as text: ``7 T33>T37 T40>T43 xT35``, ``lot green``, ``give up``."""
    if isinstance(action, Play):
        return " ".join([action.card, *actions.words_of(action.legs, action.captured, setting)])
    return actions.write_common(action, setting)


def read_action(text: str, setting: Setting) -> Action:
    """Read an action from its text; raises PositionError."""
    words = text.split()
    try:
        return actions.read_common(words, setting) or _read_play(words, setting)
    except (ValueError, IndexError) as error:
        raise actions.no_action(text, "DOG") from error


def _read_play(words: list[str], setting: Setting) -> Play:
    squares = actions.squares_by_name(setting)
    legs = [actions.read_move(word, squares) for word in words[1:] if word[0] != "x"]
    captured = [actions.read_square(word[1:], squares) for word in words[1:] if word[0] == "x"]
    return Play(actions.read_card(words[0], setting), tuple(legs), tuple(captured))
