"""Places the names on a map: beside their areas, off the places, the lines and each other.

Plain geometry for a print and for a screen alike. A name is an upright rectangle as the reader
sees it; for a board turned by a quarter, the caller swaps the rectangles' sides.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from hardware.board import Board, BoardPlace

Size = tuple[float, float]
Spot = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom, in millimetres."""
Crowd = tuple[Rect, Sequence[BoardPlace]]
"""The places of an area, and the rectangle about their circles."""
Course = tuple[Rect, Spot, Spot]
"""A line from point to point, and the rectangle about it."""

_SHIFTS: Final = (0.0, -0.5, 0.5, -1.0, 1.0)
"""How far a name may be moved along its area's side, as parts of the room there."""

_TINY_MM: Final = 1e-6
_ROUNDS: Final = 12
"""The number of attempts to lay out all names before those without room are left out."""


def name_spots(
    board: Board,
    sizes: Mapping[str, Size],
    *,
    gap_mm: float = 1.5,
    apart_mm: float = 0.0,
    edge_mm: float = 0.0,
) -> dict[str, Spot]:
    """Return the middle of every name, by area; one that fits nowhere is left out.

    ``gap_mm`` parts a name from the circles of places and ``apart_mm`` from other names;
    ``edge_mm`` along the board's edges stay free. Lines are avoided where that is possible.
    """
    walls = [_square(m.x_mm, m.y_mm, m.size_mm * 2 / 3) for m in board.markers]
    crowds = [(extent(places, gap_mm), places) for places in board.areas.values()]
    courses = [_course(board.middle_mm(one.start), board.middle_mm(one.end)) for one in board.lines]
    options = {}
    for area, size in sizes.items():
        rects = [r for r in _around(board, area, size, gap_mm) if _inside(board, r, edge_mm)]
        # Of all that is in the way somewhere, little is near one area.
        about = _enclose(rects)
        near = [crowd for crowd in crowds if _meet(about, crowd[0])]
        lines = [course for course in courses if _meet(about, course[0])]
        free = [rect for rect in rects if _free(rect, near, walls, gap_mm)]
        options[area] = sorted(free, key=functools.partial(_crossed, courses=lines))
    found = _settled(options, apart_mm)
    return {area: ((r[0] + r[2]) / 2, (r[1] + r[3]) / 2) for area, r in found.items()}


def _settled(options: Mapping[str, Sequence[Rect]], apart_mm: float) -> dict[str, Rect]:
    """Return rectangles for as many names as possible, at least ``apart_mm`` apart.

    Names with the fewest options choose first; one without a free option is first next time.
    """
    order = sorted(options, key=lambda area: len(options[area]))
    best: dict[str, Rect] = {}
    for _ in range(_ROUNDS):
        found: dict[str, Rect] = {}
        for area in order:
            walls = [_wider(rect, apart_mm) for rect in found.values()]
            free = (r for r in options[area] if not any(_meet(r, wall) for wall in walls))
            if (rect := next(free, None)) is not None:
                found[area] = rect
        best = max(best, found, key=len)
        missing = [area for area in order if area not in found]
        if not missing:
            break
        order = [*missing, *(area for area in order if area in found)]
    return best


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
    """Yield the possible rectangles of a name: first under its area, then above, then beside it."""
    left, top, right, bottom = extent(board.areas[area], gap_mm)
    (width, height), x, y = size, (left + right) / 2, (top + bottom) / 2
    across, down = abs(right - left - width) / 2, abs(bottom - top - height) / 2
    for shift in _SHIFTS:
        yield _box(x + shift * across, bottom + height / 2, size)
        yield _box(x + shift * across, top - height / 2, size)
    for shift in _SHIFTS:
        yield _box(right + width / 2, y + shift * down, size)
        yield _box(left - width / 2, y + shift * down, size)


def _inside(board: Board, rect: Rect, edge_mm: float) -> bool:
    width, height = board.size_mm
    return min(rect[0], rect[1], width - rect[2], height - rect[3]) >= edge_mm


def _free(rect: Rect, crowds: Iterable[Crowd], walls: Iterable[Rect], gap_mm: float) -> bool:
    """Whether a rectangle touches no wall and keeps the gap from every place's circle."""
    if any(_meet(rect, wall) for wall in walls):
        return False
    near = (place for about, places in crowds if _meet(rect, about) for place in places)
    return all(_distance(rect, p.x_mm, p.y_mm) - p.radius_mm > gap_mm - _TINY_MM for p in near)


def _distance(rect: Rect, x: float, y: float) -> float:
    """Return how far a point is from a rectangle; nothing within it."""
    dx, dy = max(rect[0] - x, 0, x - rect[2]), max(rect[1] - y, 0, y - rect[3])
    return math.hypot(dx, dy)


def _course(begin: Spot, end: Spot) -> Course:
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(begin, end, strict=True))
    return _wider((left, top, right, bottom), _TINY_MM), begin, end


def _crossed(rect: Rect, courses: Iterable[Course]) -> int:
    """Return how many lines run through a rectangle; most are nowhere near it."""
    near = ((begin, end) for about, begin, end in courses if _meet(rect, about))
    return sum(_runs_through(rect, begin, end) for begin, end in near)


def _runs_through(rect: Rect, begin: Spot, end: Spot) -> bool:
    """Whether a line from point to point meets a rectangle (Liang and Barsky, 1984)."""
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


def _enclose(rects: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle about others; an empty one about none."""
    if not rects:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = zip(*rects, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _wider(rect: Rect, by: float) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def _box(x: float, y: float, size: Size) -> Rect:
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


def _square(x: float, y: float, half: float) -> Rect:
    return x - half, y - half, x + half, y + half
