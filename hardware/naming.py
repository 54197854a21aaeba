"""Where the names on a map stand: beside their areas, off the places, the lines and each other.

Plain geometry for a print and for a screen alike. A name is an upright rectangle as the reader
sees it; whoever shows a board turned by a quarter swaps the sides of its rectangles.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from hardware.board import Board, BoardPlace

Size = tuple[float, float]
Spot = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom, in millimetres."""

_SHIFTS: Final = (0.0, -0.5, 0.5, -1.0, 1.0)
"""How far a name may be moved along its area's side, as parts of the room there."""


def name_spots(
    board: Board,
    sizes: Mapping[str, Size],
    *,
    gap_mm: float = 1.5,
    edge_mm: float = 0.0,
    taken: Iterable[Rect] = (),
) -> dict[str, Spot]:
    """Return the middle of every name, by area; one that fits nowhere is left out.

    ``gap_mm`` parts a name from the circles of places; ``edge_mm`` along the board's edges and
    the rectangles ``taken`` stay free. Lines are avoided where that is possible.
    """
    walls = [*taken, *(_square(m.x_mm, m.y_mm, m.size_mm * 2 / 3) for m in board.markers)]
    options = {
        area: [
            rect
            for rect in _around(board, area, sizes[area], gap_mm)
            if _free(board, rect, edge_mm)
        ]
        for area in sizes
    }
    found: dict[str, Spot] = {}
    for area in sorted(options, key=lambda area: len(options[area])):
        open_to_it = [rect for rect in options[area] if not any(_meet(rect, w) for w in walls)]
        if open_to_it:
            best = min(open_to_it, key=lambda rect: _crossed(board, rect))
            walls.append(best)
            found[area] = ((best[0] + best[2]) / 2, (best[1] + best[3]) / 2)
    return found


def extent(places: Iterable[BoardPlace], more_mm: float = 0.0) -> Rect:
    """Return the rectangle about the circles of places, larger by so much on every side."""
    listed = tuple(places)
    return (
        min(p.x_mm - p.radius_mm for p in listed) - more_mm,
        min(p.y_mm - p.radius_mm for p in listed) - more_mm,
        max(p.x_mm + p.radius_mm for p in listed) + more_mm,
        max(p.y_mm + p.radius_mm for p in listed) + more_mm,
    )


def _around(board: Board, area: str, size: Size, gap_mm: float) -> Iterator[Rect]:
    """Yield where a name can stand: under its area rather than above it, beside it at last."""
    left, top, right, bottom = extent(board.areas[area], gap_mm)
    (width, height), x, y = size, (left + right) / 2, (top + bottom) / 2
    across, down = abs(right - left - width) / 2, abs(bottom - top - height) / 2
    for shift in _SHIFTS:
        yield _box(x + shift * across, bottom + height / 2, size)
        yield _box(x + shift * across, top - height / 2, size)
    for shift in _SHIFTS:
        yield _box(right + width / 2, y + shift * down, size)
        yield _box(left - width / 2, y + shift * down, size)


def _free(board: Board, rect: Rect, edge_mm: float) -> bool:
    """Say whether a rectangle lies within the edges and touches no place's circle."""
    width, height = board.size_mm
    inside = min(rect[0], rect[1], width - rect[2], height - rect[3]) >= edge_mm
    return inside and all(_distance(rect, p.x_mm, p.y_mm) > p.radius_mm for p in board.places)


def _distance(rect: Rect, x: float, y: float) -> float:
    """Return how far a point is from a rectangle; nothing within it."""
    dx, dy = max(rect[0] - x, 0, x - rect[2]), max(rect[1] - y, 0, y - rect[3])
    return math.hypot(dx, dy)


def _crossed(board: Board, rect: Rect) -> int:
    """Return how many lines run through a rectangle."""
    ends = ((board.middle_mm(one.start), board.middle_mm(one.end)) for one in board.lines)
    return sum(_runs_through(rect, begin, end) for begin, end in ends)


def _runs_through(rect: Rect, begin: Spot, end: Spot) -> bool:
    """Say whether a line from point to point meets a rectangle (Liang and Barsky, 1984)."""
    enter, leave = 0.0, 1.0
    for axis in (0, 1):
        way = end[axis] - begin[axis]
        near, far = rect[axis] - begin[axis], rect[axis + 2] - begin[axis]
        if abs(way) < 1e-9:
            if near > 0 or far < 0:
                return False
            continue
        first, last = sorted((near / way, far / way))
        enter, leave = max(enter, first), min(leave, last)
    return enter <= leave


def _meet(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _box(x: float, y: float, size: Size) -> Rect:
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


def _square(x: float, y: float, half: float) -> Rect:
    return x - half, y - half, x + half, y + half
