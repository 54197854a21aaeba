"""The town under a board: an old street plan, always the same one for the same size and name.

Blocks are cut off from blocks by straight streets, as a town grows; a river runs through. Fine
and irregular on purpose: a camera that sees no marker finds a board by such detail.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.printing.svg import PAPER, Point, element, group, path, polyline

Polygon = tuple[Point, ...]

_LINE: Final = "#a8966f"
_BLOCK: Final = ("#eadfc3", "#e6d9ba", "#ede3cb", "#e2d6bb")
_PARK: Final = "#d9dcb9"
_PARK_LINE: Final = "#8f9b68"
_WATER: Final = "#cbd9d6"
_WATER_LINE: Final = "#8aa5a4"

_BLOCK_MM2: Final = 380.0
_HOUSE_MM2: Final = 26.0


@dataclass(frozen=True, slots=True)
class _HalfPlane:
    """The points whose product with the normal is at most ``limit``."""

    normal: Point
    limit: float

    def excess(self, point: Point) -> float:
        return self.normal[0] * point[0] + self.normal[1] * point[1] - self.limit


def town(width_mm: float, height_mm: float, name: str) -> str:
    """Return the plan as SVG: blocks with their houses, parks, the river and its embankments."""
    chance = random.Random(f"{name} {width_mm:.0f} {height_mm:.0f}")  # noqa: S311 - an ornament
    whole = ((0.0, 0.0), (width_mm, 0.0), (width_mm, height_mm), (0.0, height_mm))
    blocks = [_shrunk(block, 0.9) for block in _cut(whole, _BLOCK_MM2, chance, turn_degrees=17.0)]
    drawn = [_park(b, chance) if chance.random() < 0.09 else _houses(b, chance) for b in blocks]
    river = _river(width_mm, height_mm, chance)
    return element("g", "".join([*drawn, river]), id="town", stroke_linejoin="round")


def _houses(block: Polygon, chance: random.Random) -> str:
    """Return a block: its houses, and its outline drawn a little stronger."""
    if len(block) < 3:
        return ""
    houses = [_shrunk(house, 0.12) for house in _cut(block, _HOUSE_MM2, chance)]
    walls = "".join(polyline(house, closed=True) for house in houses if len(house) > 2)
    outline = polyline(block, closed=True)
    return path(outline, fill=chance.choice(_BLOCK), stroke=_LINE, stroke_width=0.22) + path(
        walls, fill="none", stroke=_LINE, stroke_width=0.1, stroke_opacity=0.75
    )


def _park(block: Polygon, chance: random.Random) -> str:
    """Return a block as a park: trees in it, no houses."""
    if len(block) < 3:
        return ""
    trees = [point for tree in _cut(block, 9.0, chance) if len(tree) > 2 for point in [_mean(tree)]]
    crowns = "".join(_crown(x, y, chance.uniform(0.55, 1.0)) for x, y in trees)
    return path(
        polyline(block, closed=True), fill=_PARK, stroke=_PARK_LINE, stroke_width=0.22
    ) + path(crowns, fill="none", stroke=_PARK_LINE, stroke_width=0.14)


def _crown(x: float, y: float, radius: float) -> str:
    corners = (
        (x + radius * math.cos(k * math.pi / 4), y + radius * math.sin(k * math.pi / 4))
        for k in range(8)
    )
    return polyline(corners, closed=True)


def _river(width: float, height: float, chance: random.Random) -> str:
    """Return a river from the left edge to the right one, with lines along its banks."""
    sway, phase = height * 0.13, chance.uniform(0.0, math.tau)
    middle = [
        (x, height * (0.62 - 0.24 * x / width) + sway * math.sin(phase + 5.2 * x / width))
        for x in (width * k / 60 for k in range(-2, 63))
    ]
    bed = polyline(middle)
    quays = [(PAPER, 17.0), (_WATER_LINE, 14.2), (_WATER, 13.7)]
    waves = [(_WATER_LINE, 11.8), (_WATER, 11.5), (_WATER_LINE, 9.0), (_WATER, 8.75)]
    strokes = [path(bed, fill="none", stroke=c, stroke_width=w) for c, w in [*quays, *waves]]
    return group(strokes)


# --- convex polygons ----------------------------------------------------------------------------


def _cut(
    polygon: Polygon, wanted_mm2: float, chance: random.Random, *, turn_degrees: float = 6.0
) -> Iterator[Polygon]:
    """Cut a convex polygon, across its length each time, into parts of about the wanted size."""
    if _area(polygon) < wanted_mm2 * chance.uniform(0.75, 1.6):
        yield polygon
        return
    along = _longest(polygon)
    turn = math.radians(chance.triangular(-turn_degrees, turn_degrees))
    normal = (
        along[0] * math.cos(turn) - along[1] * math.sin(turn),
        along[0] * math.sin(turn) + along[1] * math.cos(turn),
    )
    spots = [normal[0] * x + normal[1] * y for x, y in polygon]
    limit = min(spots) + (max(spots) - min(spots)) * chance.uniform(0.38, 0.62)
    plane = _HalfPlane(normal, limit)
    other = _HalfPlane((-normal[0], -normal[1]), -limit)
    for side in (plane, other):
        part = _clipped(polygon, side)
        if len(part) > 2:
            yield from _cut(part, wanted_mm2, chance, turn_degrees=turn_degrees)


def _clipped(polygon: Polygon, side: _HalfPlane) -> Polygon:
    """Return the part of a convex polygon in a half-plane (Sutherland and Hodgman, 1974)."""
    kept: list[Point] = []
    for here, there in _edges(polygon):
        a, b = side.excess(here), side.excess(there)
        if a <= 0:
            kept.append(here)
        if a * b < 0:
            t = a / (a - b)
            kept.append((here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])))
    return tuple(kept)


def _shrunk(polygon: Polygon, by_mm: float) -> Polygon:
    """Return the convex polygon with every side moved inwards; empty if nothing is left."""
    for (x0, y0), (x1, y1) in _edges(polygon):
        length = math.hypot(x1 - x0, y1 - y0)
        if length > 1e-6 and polygon:
            normal = ((y1 - y0) / length, (x0 - x1) / length)
            limit = normal[0] * x0 + normal[1] * y0 - by_mm
            polygon = _clipped(polygon, _HalfPlane(normal, limit))
    return polygon


def _edges(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def _area(polygon: Polygon) -> float:
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _edges(polygon))) / 2


def _mean(polygon: Polygon) -> Point:
    xs, ys = zip(*polygon, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _longest(polygon: Polygon) -> Point:
    """Return the direction of the longest side, of length one."""
    (x0, y0), (x1, y1) = max(_edges(polygon), key=lambda edge: math.dist(*edge))
    length = math.dist((x0, y0), (x1, y1))
    return (x1 - x0) / length, (y1 - y0) / length
