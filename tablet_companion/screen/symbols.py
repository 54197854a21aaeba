"""A shape for every colour, so that no meaning hangs on colour alone. Pure data."""

from __future__ import annotations

import math
from typing import Final

from tablet_companion.screen.drawing import Point


def _regular(corners: int, turn_deg: float, reach: float = 1.0) -> tuple[Point, ...]:
    angles = (math.radians(turn_deg + 360 * n / corners) for n in range(corners))
    return tuple((reach * math.sin(a), -reach * math.cos(a)) for a in angles)


def _star() -> tuple[Point, ...]:
    outer, inner = _regular(5, 0, 1.1), _regular(5, 36, 0.48)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


UNIT: Final[dict[str, tuple[Point, ...]]] = {
    "red": ((0.0, -1.1), (0.8, 0.0), (0.0, 1.1), (-0.8, 0.0)),
    "blue": _regular(28, 0, 0.88),
    "green": _regular(3, 0, 1.1),
    "yellow": _star(),
}
"""Outlines about the origin, about one unit in reach: diamond, circle, triangle, star."""

OTHER: Final = _regular(4, 45)
"""A square, for any other colour."""


def symbol(colour: str, centre: Point, radius: float) -> tuple[Point, ...]:
    """Return the outline of a colour's symbol around a point."""
    return tuple(
        (centre[0] + radius * x, centre[1] + radius * y) for x, y in UNIT.get(colour, OTHER)
    )
