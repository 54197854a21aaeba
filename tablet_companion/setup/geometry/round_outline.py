"""The rectangle round a board that is none itself: a disc, a hexagon, an octagon. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats
from hardware.ports import Picture

_FILLS: Final = (0.7, 0.9)
"""Share of the rectangle round it that a board fills: a hexagon 0.75, a disc 0.79, an octagon 0.83;
rectangles with rounded corners more."""
_SOLID: Final = 0.9
"""Share of its convex hull that its mask fills at least."""
_CLEAR: Final = 0.85
"""How clear a hull's edge must be, of the clearest one's: the largest such is the board. Others
take in a shadow, or are printed on the board. Chosen on twenty drawn boards in three shapes; held
by tests/setup/test_aim.py."""
_HALF_GREY: Final = 10.0
"""The change of colour over two pixels that is half as clear as an edge can be."""
_TURNED: Final = range(-22, 23)
"""Degrees by which a board may lie turned in the picture; an octagon is alike after 45."""
_EVEN: Final = 0.0015
"""Share by which a rectangle counts as larger for each degree: one round a disc is not turned."""


def find_around(small: Picture, hulls: Iterable[tuple[Floats, float]]) -> Floats | None:
    """Return the corners (4 × 2) of the rectangle round the board among convex hulls, if any is.

    Each hull (n × 2, pixels) comes with the area of what it encloses.
    """
    clear = _measure_edges(small)
    found = [
        (_measure_clearness(clear, hull), cv2.contourArea(hull.astype(np.float32)), corners)
        for hull, area in hulls
        for corners in _surround(hull, area)
    ]
    least = _CLEAR * max((clearness for clearness, *_ in found), default=0.0)
    boards = [(area, corners) for clearness, area, corners in found if clearness >= least]
    return max(boards, key=lambda each: each[0])[1] if boards else None


def _surround(hull: Floats, area: float) -> Iterator[Floats]:
    """Yield the corners of the smallest rectangle round a hull, if it fills that as boards do."""
    own = cv2.contourArea(hull.astype(np.float32))
    if area < _SOLID * own:
        return
    rectangles = [(_turn(hull, degrees), degrees) for degrees in _TURNED]
    (size, corners), _ = min(rectangles, key=lambda one: one[0][0] * (1 + _EVEN * abs(one[1])))
    if _FILLS[0] < own / size < _FILLS[1]:
        yield corners


def _turn(hull: Floats, degrees: float) -> tuple[float, Floats]:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = hull @ turn
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) @ turn.T
    return float((right - left) * (bottom - top)), corners


def _measure_edges(small: Picture) -> Floats:
    """Return how clear an edge each pixel lies on, from 0 to 1."""
    soft = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
    across, down = soft[1:-1, 2:] - soft[1:-1, :-2], soft[2:, 1:-1] - soft[:-2, 1:-1]
    change = np.linalg.norm([across, down], axis=(0, 3))
    return np.pad(change / (change + _HALF_GREY), 1)


def _measure_clearness(clear: Floats, hull: Floats) -> float:
    """Return how clear the edge along a hull is."""
    line = np.zeros(clear.shape, np.uint8)
    cv2.polylines(line, [hull.round().astype(np.int32)], isClosed=True, color=1)
    return float(clear[line > 0].mean())
