"""How well a board's places sit in the middle of their print: whatever it is, it is symmetric.

A ring, a square, a hole or crossing lines look the same turned by half round their own middle, and
hardly so round a point beside it. Circles that were found by chance do not: they touch the print.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from calibration.lens import Floats, Pose
from calibration.sampling import look_up
from hardware.board import BoardPlace
from hardware.ports import Picture

_RADII: Final = np.linspace(0.15, 1.25, 12)
"""Radii of the places on which they are compared with themselves: the print and its edge."""
_ANGLES: Final = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_CIRCLES: Final = _RADII[:, None, None] * np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)


def measure_symmetry(picture: Picture, pose: Pose, places: Sequence[BoardPlace]) -> float:
    """Return the median correlation of places with themselves turned by half, from -1 to 1.

    Edges are compared, not brightness: light that falls off to one side has no edge.
    """
    edges = _edges(picture)
    middles = np.array([(place.x_mm, place.y_mm) for place in places])
    radii = np.array([place.radius_mm for place in places])
    points = middles[:, None, None] + radii[:, None, None, None] * _CIRCLES
    pixels = pose.project(points.reshape(-1, 2)).astype(np.float32)
    seen = look_up(edges, pixels).reshape(len(places), len(_RADII), len(_ANGLES))
    turned = np.roll(seen, len(_ANGLES) // 2, axis=2)
    one, other = (each.reshape(len(places), -1) for each in (seen, turned))
    middle = one.mean(axis=1, keepdims=True)
    alike = ((one - middle) * (other - middle)).sum(axis=1)
    return float(np.median(alike / (((one - middle) ** 2).sum(axis=1) + 1e-6)))


def _edges(picture: Picture) -> Floats:
    """Return the strength of a picture's edges: its root, so that no single one counts for all."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.sqrt(np.hypot(across, down) + 0.03)
