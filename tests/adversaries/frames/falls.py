"""Where a piece that falls over comes to lie: the kinds of falls, and their geometry."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from hardware.board import Board, BoardPlace, PieceKind
from hardware.simulated.fallen import fell_pawn
from hardware.simulated.scene import Pawn

Point = tuple[float, float]

_PARTS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Points along a body, in halves of its length from its middle."""


class Way(Enum):
    """Where a piece comes to lie."""

    FROM = "from its place"
    OVER = "over its place"
    ACROSS = "across two places"
    EDGE = "over the edge"
    AWAY = "rolls away"
    PUT = "where it was put"
    OWN = "over its own colour"
    BESIDE = "beside its place"


def lie(colour: str, kind: PieceKind, at: Point, turn_deg: float, back_mm: float) -> Pawn:
    """Return a piece that fell with its foot so far behind a point."""
    turn = math.radians(turn_deg)
    foot = at[0] - back_mm * math.cos(turn), at[1] - back_mm * math.sin(turn)
    return fell_pawn(Pawn(colour, *foot), kind, turn_deg)


def nearest_edge(board: Board, at: Point) -> Point:
    """Return the point of a board's edge that is nearest to a point."""
    (x, y), (width, height) = at, board.size_mm
    return min(((0.0, y), (width, y), (x, 0.0), (x, height)), key=lambda end: math.dist(end, at))


def nearest_places(board: Board, at: Point) -> list[BoardPlace]:
    """Return a board's places, the nearest to a point first."""
    return sorted(board.places, key=lambda place: math.dist(middle_of(place), at))


def list_own(board: Board, colour: str) -> Sequence[BoardPlace]:
    """Return the places that are printed in a piece's colour, without holes."""
    return [one for one in board.places if one.colour == colour and one.kind != "hole"]


def middle_of(place: BoardPlace) -> Point:
    """Return the middle of a place."""
    return place.x_mm, place.y_mm


def halfway(one: Point, other: Point) -> Point:
    """Return the point between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def measure_gap(lying: Pawn, kind: PieceKind, others: Iterable[Pawn]) -> float:
    """Return how far (mm) a lying piece's axis is from the middle of the nearest other piece."""
    turn, half_mm = math.radians(lying.lying_deg or 0.0), kind.height_mm / 2
    body = [
        (
            lying.x_mm + part * half_mm * math.cos(turn),
            lying.y_mm + part * half_mm * math.sin(turn),
        )
        for part in _PARTS
    ]
    return min(
        (math.dist(at, (other.x_mm, other.y_mm)) for other in others for at in body),
        default=1000.0,
    )
