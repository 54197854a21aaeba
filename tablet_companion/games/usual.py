"""The default functions of a game's record.

They take any arguments and ignore them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from tablet_companion.games.core import Card, OpenCard, PositionError, Seat

T = TypeVar("T")


def never(*_: object) -> None:
    """Return None: this never happens in the game."""


def nothing(*_: object) -> tuple[()]:
    """Return an empty tuple: no rules, no facts."""
    return ()


def no_tries(*_: object) -> Iterator[Any]:
    """Return no near misses."""
    return iter(())


def no_open_cards(*_: object) -> Mapping[Card, OpenCard]:
    """Return no cards to turn up."""
    return {}


def no_shares(*_: object) -> Mapping[Any, int]:
    """Return nothing: optimal play is not known."""
    return {}


def weigh_once(*_: object) -> int:
    """Return 1: all outcomes of chance are equally likely."""
    return 1


def same_state(state: T, *_: object) -> T:
    """Return the state itself: nothing is hidden, and nothing can be proved."""
    return state


def same_value(_state: object, value: T) -> T:
    """Return an action or a card itself, whatever the state."""
    return value


def no_hands(state: T, seat: Seat, hand: tuple[Card, ...]) -> T:
    """Return the state for an empty hand; raises PositionError for any other."""
    if hand:
        raise PositionError(f"{seat} holds no cards: there are none in this game.")
    return state
