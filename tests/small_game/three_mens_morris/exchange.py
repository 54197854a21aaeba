"""Positions as JSON: ``{"turn": "red", "men": {"a1": "red"}, "attempt": "red.nest b2"}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games.core import Breach, PositionError, Seat
from tablet_companion.games.protocol import Line

from . import rules
from .setup import setup
from .state import MEN, POINTS, SEATS, State, read_action, write_action


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return every legal move of a position, and the men after it; raises PositionError."""
    state = _read_position(position)
    return [
        {"move": write_action(action), "men": _men(rules.successor(state, action))}
        for action in rules.legal(state)
    ]


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that a position's attempt breaks; raises PositionError."""
    state, text = _read_position(position), position.get("attempt")
    if not isinstance(text, str):
        raise PositionError(f"attempt: a move such as “a1 b1” was expected, not {text!r:.40}.")
    return rules.judge(state, read_action(text))


def _men(state: State) -> dict[str, str]:
    return {place: SEATS[seat] for seat in (0, 1) for place in state.men[seat]}


def _read_position(position: Mapping[str, Any]) -> State:
    turn, men = position.get("turn"), position.get("men", {})
    if turn not in SEATS:
        raise PositionError(f"turn: red or blue was expected, not {turn!r:.40}.")
    if not isinstance(men, Mapping) or not set(men) <= set(POINTS):
        raise PositionError(f"men: points from a1 to c3 were expected, not {men!r:.60}.")
    if not all(seat in SEATS and list(men.values()).count(seat) <= MEN for seat in men.values()):
        raise PositionError(f"men: each of red and blue has at most {MEN} men.")
    red, blue = (tuple(sorted(p for p in POINTS if men.get(p) == seat)) for seat in SEATS)
    first = setup(position.get("options", {}), SEATS)
    return first._replace(turn=SEATS.index(Seat(turn)), men=(red, blue))
