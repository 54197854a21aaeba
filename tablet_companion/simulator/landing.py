"""Where a released piece comes to stand: on the place meant, clear of others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from hardware.board import Board, BoardPlace
from hardware.simulated.scene import Pawn

_SNAP: Final = 1.15
"""A piece released within this many radii of a place is meant for it."""
_APART_MM: Final = 1.0
"""The gap between two pieces that stand beside each other, in mm."""
_TRIES: Final = 8
"""Steps in which a piece is moved clear of its neighbours; in a crowd it may still overlap one."""


def place_meant(board: Board, colour: str, x_mm: float, y_mm: float) -> BoardPlace | None:
    """Return the place for which a piece released here is meant, None if there is none.

    Cards lie where people lay them, so that only the point itself counts.
    """
    if board.cards is not None:
        return None
    kind = board.kind_of(colour)
    near = sorted(
        (math.hypot(place.x_mm - x_mm, place.y_mm - y_mm), index)
        for index, place in enumerate(board.places)
        if kind in board.kinds_at(place).values()
    )
    for distance, index in near:
        if distance < _SNAP * board.places[index].radius_mm:
            return board.places[index]
    return None


def is_free(board: Board, pawns: Sequence[Pawn], colour: str, x_mm: float, y_mm: float) -> bool:
    """Whether a piece has room at a point: nothing stands there but a disc that carries it."""
    return _nearest_in_the_way(board, pawns, colour, (x_mm, y_mm)) is None


def move_beside_others(
    board: Board, pawns: Sequence[Pawn], colour: str, x_mm: float, y_mm: float
) -> tuple[float, float]:
    """Return the point, or the nearest one where the piece does not overlap another."""
    point = x_mm, y_mm
    for _ in range(_TRIES):
        other = _nearest_in_the_way(board, pawns, colour, point)
        if other is None:
            break
        dx, dy = point[0] - other.x_mm, point[1] - other.y_mm
        away = math.hypot(dx, dy)
        along = (dx / away, dy / away) if away > 0 else (1.0, 0.0)
        reach = _least_mm(board, colour, other) + 0.01
        point = other.x_mm + along[0] * reach, other.y_mm + along[1] * reach
    return point


def fall_deg(pawns: Sequence[Pawn], pawn: Pawn) -> float:
    """Return the direction in which a knocked pawn falls: away from its neighbour."""
    others = [other for other in pawns if other != pawn]
    if not others:
        return 0.0
    near = min(others, key=lambda other: math.hypot(other.x_mm - pawn.x_mm, other.y_mm - pawn.y_mm))
    return math.degrees(math.atan2(pawn.y_mm - near.y_mm, pawn.x_mm - near.x_mm))


def _nearest_in_the_way(
    board: Board, pawns: Sequence[Pawn], colour: str, point: tuple[float, float]
) -> Pawn | None:
    found = [
        (math.hypot(other.x_mm - point[0], other.y_mm - point[1]), index)
        for index, other in enumerate(pawns)
        if not _carries(board, other.colour, colour)
    ]
    distance, index = min(found, default=(math.inf, -1))
    if index < 0 or distance >= _least_mm(board, colour, pawns[index]):
        return None
    return pawns[index]


def _carries(board: Board, lower: str, upper: str) -> bool:
    """Whether a piece can stand on another one: the lower is a disc, the upper is not."""
    below, above = board.kind_of(lower), board.kind_of(upper)
    return below is not None and above is not None and below.flat and not above.flat


def _least_mm(board: Board, colour: str, other: Pawn) -> float:
    """Return the least distance of a piece from another piece's middle, in mm."""
    kinds = board.kind_of(colour), board.kind_of(other.colour)
    return sum(kind.diameter_mm for kind in kinds if kind is not None) / 2 + _APART_MM
