"""The part of JSON positions that all games share: the game, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablet_companion.games.core import PositionError, Seat


def check_game(position: object, game: str) -> None:
    """Raise PositionError unless this is a JSON object with a position of this game."""
    if not isinstance(position, Mapping):
        raise PositionError("A position is a JSON object.")
    if position.get("game") != game:
        raise PositionError(f"game: expected {game!r}, got {position.get('game')!r}.")


def read_turn(position: Mapping[str, Any], seats: Sequence[Seat]) -> int:
    """Return the index of the seat on turn; raises PositionError."""
    turn = position.get("turn")
    if turn not in seats:
        raise PositionError(f"turn: expected one of {', '.join(seats)}, got {turn!r}.")
    return seats.index(Seat(str(turn)))
