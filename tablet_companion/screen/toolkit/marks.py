"""The marks on the drawn board: a shape of its own for every kind, besides its colour."""

from __future__ import annotations

import itertools
import math
from typing import Final

from tablet_companion.referee.model.panels import MarkKind
from tablet_companion.screen.toolkit.drawing import Circle, Item, Line, Point, Polygon, Rgb

COLOURS: Final[dict[MarkKind, Rgb]] = {
    MarkKind.FROM: (70, 78, 104),
    MarkKind.TO: (16, 110, 96),
    MarkKind.WRONG: (206, 30, 44),
    MarkKind.BACK: (112, 44, 158),
    MarkKind.DOUBT: (186, 92, 0),
    MarkKind.MAY: (236, 172, 32),
    MarkKind.GOAL: (16, 110, 96),
    MarkKind.WON: (236, 172, 32),
}


RIM: Final[Rgb] = (255, 252, 240)
_AIR: Final = 0.15
"""The gap between a frame and its content, as a share of the content's shorter side."""

_EXTENT: Final[dict[MarkKind, float]] = {
    MarkKind.FROM: 1.35,
    MarkKind.TO: 1.0 + _AIR,
    MarkKind.WRONG: 1.75,
    MarkKind.BACK: 2.0,
    MarkKind.DOUBT: 1.9,
    MarkKind.MAY: 1.8,
    MarkKind.GOAL: 1.0,
    MarkKind.WON: 1.8,
}
"""How far a mark extends, as a share of what it surrounds."""
_WIDEST_PX: Final = 6.0
"""The widest line of a mark."""


def shrink(kind: MarkKind, reach: float, room: float) -> float:
    """Return the share of its size at which a mark around something has room; 1.0 at most."""
    return max(0.25, min(1.0, (room - _WIDEST_PX) / (_EXTENT[kind] * reach)))


def mark(
    kind: MarkKind, centre: Point, reach: float, sides: tuple[float, float] | None = None
) -> tuple[Item, ...]:
    """Return a mark round something of this reach, in pixels, about a point.

    ``sides`` are how far it reaches across and down, where that differs.

    From: a dotted ring, as long as its content. To: a square frame. Wrong: a ring with four spikes
    of a cross. Back: a triangle. Doubt: a diamond with dots at its sides. May: a sun. Goal: a plain
    ring. Won: two rings. Each has a light rim, for dark boards.
    """
    width = max(2.0, min(reach * 0.3, _WIDEST_PX))
    rim = _shape(kind, centre, reach, sides or (reach, reach), RIM, width + 2.5)
    return (*rim, *_shape(kind, centre, reach, sides or (reach, reach), COLOURS[kind], width))


def _frame(centre: Point, sides: tuple[float, float]) -> tuple[Point, ...]:
    """Return the corners of an upright rectangle around what reaches so far from a point."""
    (x, y), air = centre, _AIR * min(sides)
    across, down = sides[0] + air, sides[1] + air
    return (
        (x - across, y - down),
        (x + across, y - down),
        (x + across, y + down),
        (x - across, y + down),
    )


def _shape(  # noqa: PLR0913, PLR0917 - a shape is where, how large, and in which ink
    kind: MarkKind,
    centre: Point,
    reach: float,
    sides: tuple[float, float],
    colour: Rgb,
    width: float,
) -> tuple[Item, ...]:
    far = _EXTENT[kind] * reach
    match kind:
        case MarkKind.FROM:
            (x, y), (across, down) = centre, sides
            dots = ((x + dx * across, y + dy * down) for dx, dy in _around((0, 0), 1.2, 12, 0))
            return tuple(Circle(dot, max(1.4, width * 0.45), colour) for dot in dots)
        case MarkKind.TO:
            return (Polygon(_frame(centre, sides), None, colour, width),)
        case MarkKind.WRONG:
            ends = (_around(centre, reach * 1.1, 4, 45), _around(centre, far, 4, 45))
            return Circle(centre, reach * 1.12, None, colour, width), *_join(*ends, colour, width)
        case MarkKind.BACK:
            return (Polygon(_around(centre, far, 3, 0), None, colour, width),)
        case MarkKind.MAY:
            ends = _around(centre, reach * 1.2, 4, 0), _around(centre, far, 4, 0)
            ring = Circle(centre, reach * 1.22, None, colour, width * 1.2)
            return ring, *_join(*ends, colour, width)
        case MarkKind.GOAL:
            return (Circle(centre, far, None, colour, width),)
        case MarkKind.WON:
            radii = (reach * 1.22, far)
            return tuple(Circle(centre, radius, None, colour, width) for radius in radii)
        case MarkKind.DOUBT:
            tips = _around(centre, reach * 1.6, 4, 0)
            knobs = tuple(Circle(tip, width * 0.8, colour) for tip in tips)
            return Polygon(tips, None, colour, width * 0.7), *knobs


def _join(
    inner: tuple[Point, ...], outer: tuple[Point, ...], colour: Rgb, width: float
) -> tuple[Line, ...]:
    return tuple(Line(a, b, colour, width) for a, b in zip(inner, outer, strict=True))


def turning(centre: Point, reach: float) -> tuple[Item, ...]:
    """Return the sign around a goal where a piece is turned: two arrows that chase each other."""
    return tuple(
        item
        for colour, more in ((RIM, 2.5), (COLOURS[MarkKind.GOAL], 0.0))
        for half in (0.0, 180.0)
        for item in _bend(centre, reach * 1.5, half, colour, max(1.6, reach * 0.16) + more)
    )


def _bend(
    centre: Point, radius: float, start_deg: float, colour: Rgb, width: float
) -> tuple[Item, ...]:
    """Return an arrow along a third of a circle."""
    (x, y), angles = centre, [math.radians(start_deg + 15 * n) for n in range(9)]
    points = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    lines = tuple(Line(one, other, colour, width) for one, other in itertools.pairwise(points))
    head, (tx, ty), end = radius * 0.3, points[-1], angles[-1]
    along, out = (-math.sin(end), math.cos(end)), (math.cos(end), math.sin(end))
    corners = (
        (tx + along[0] * head, ty + along[1] * head),
        (tx + out[0] * head, ty + out[1] * head),
        (tx - out[0] * head, ty - out[1] * head),
    )
    return (*lines, Polygon(corners, colour))


ARROW: Final[Rgb] = (16, 110, 96)


def arrow(start: Point, end: Point, sides: tuple[Point, Point]) -> tuple[Item, ...]:
    """Return an arrow from the edge of one area to that of another.

    ``sides``: how far each reaches across and down about its point; the arrow leaves it free.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return ()
    ux, uy = dx / length, dy / length
    free, short = (1.1 * _edge(one, (ux, uy)) for one in sides)
    if length <= free + short:
        return ()
    reach = min(map(max, sides))
    head, width = min(max(9.0, reach * 1.2), 20.0), min(max(3.0, reach * 0.4), 7.0)
    tip = end[0] - ux * short, end[1] - uy * short
    neck = tip[0] - ux * head, tip[1] - uy * head
    tail = start[0] + ux * free, start[1] + uy * free
    side = head * 0.6
    left = neck[0] - uy * side, neck[1] + ux * side
    right = neck[0] + uy * side, neck[1] - ux * side
    return (
        Line(tail, neck, RIM, width + 3),
        Polygon((tip, left, right), ARROW, RIM, 2.0),
        Line(tail, neck, ARROW, width),
    )


def _edge(sides: Point, way: Point) -> float:
    """Return how far it is from an area's middle to its edge: a circle's, or an oblong's."""
    if math.isclose(*sides):
        return sides[0]
    return min(side / abs(part) for side, part in zip(sides, way, strict=True) if part)


def _around(centre: Point, radius: float, count: int, turn_deg: float) -> tuple[Point, ...]:
    angles = (math.radians(turn_deg + 360 * n / count) for n in range(count))
    return tuple(
        (centre[0] + radius * math.sin(a), centre[1] - radius * math.cos(a)) for a in angles
    )
