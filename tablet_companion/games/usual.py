"""What most games answer: the defaults of a game's record.

They take whatever the functions that they stand for are given, and look at none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from tablet_companion.games.core import Card, OpenCard, PositionError, Seat

T = TypeVar("T")


def never(*_: object) -> None:
    """Return None: this does not happen here, nobody does it, and nobody counts it."""


def nothing(*_: object) -> tuple[()]:
    """Return nothing: no rule, and nothing to be told."""
    return ()


def no_tries(*_: object) -> Iterator[Any]:
    """Return no near misses."""
    return iter(())


def no_open_cards(*_: object) -> Mapping[Card, OpenCard]:
    """Return that no card says anything when it is turned up."""
    return {}


def weigh_once(*_: object) -> int:
    """Return 1: all that chance may do is equally likely."""
    return 1


def same_state(state: T, *_: object) -> T:
    """Return the state itself: everybody sees all of it, and nothing proves anything else."""
    return state


def same_value(_state: object, value: T) -> T:
    """Return an action or a card itself, whatever the state."""
    return value


def no_hands(state: T, seat: Seat, hand: tuple[Card, ...]) -> T:
    """Return the state for an empty hand; raises PositionError for any other."""
    if hand:
        raise PositionError(f"{seat} holds no cards: there are none in this game.")
    return state
