"""What positions of every game say in JSON: whose game it is, and whose turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablet_companion.games.core import PositionError, Seat


def check_game(position: object, game: str) -> None:
    """Raise PositionError for what is no JSON object, or another game's position."""
    if not isinstance(position, Mapping):
        raise PositionError("A position is a JSON object.")
    if position.get("game") != game:
        raise PositionError(f"game: expected {game!r}, got {position.get('game')!r}.")


def read_turn(position: Mapping[str, Any], seats: Sequence[Seat]) -> int:
    """Return which of the seats is on turn, as its index; raises PositionError."""
    turn = position.get("turn")
    if turn not in seats:
        raise PositionError(f"turn: expected one of {', '.join(seats)}, got {turn!r}.")
    return seats.index(Seat(str(turn)))
