"""Where printed lines cross, or squares of two colours meet, near where a board file has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from calibration.lens import Floats, Pose
from calibration.matching import Grey
from hardware.board import BoardPlace
from hardware.ports import Picture

_WINDOW: Final = 0.3
"""A crossing is looked for this far round, as a share of a place's radius; lines end beyond."""
_LEAST_PX, _MOST_PX = 3, 15
_STARTS: Final = ((-0.35, -0.2), (0.2, 0.35), (0.3, -0.3))
"""From where in its window a crossing is sought, in windows."""
_SAME_PX: Final = 0.3
_DIAGONAL: Final = 0.1
_NEAR: Final = 1.6


def meeting_points(places: Sequence[BoardPlace]) -> Floats:
    """Return where squares round the places meet (n × 2, mm); none where they lie in no grid.

    Two squares that meet at a corner have their middles diagonally apart.
    """
    middles = np.array([[place.x_mm, place.y_mm] for place in places])
    across, down = np.moveaxis(middles[:, None] - middles, -1, 0)
    away = np.hypot(across, down) + np.where(np.eye(len(middles)) > 0, np.inf, 0)
    usual = float(np.median(away.min(axis=0)))
    diagonal = np.abs(np.abs(across) - np.abs(down)) < _DIAGONAL * usual
    one, other = np.nonzero(np.triu(diagonal & (away < _NEAR * usual)))
    found = np.unique(((middles[one] + middles[other]) / 2).round(1), axis=0)
    return found.reshape(-1, 2)


def find_crossings(
    picture: Picture, pose: Pose, points_mm: Floats, radius_mm: float
) -> tuple[Floats, Floats]:
    """Return where crossings are (n × 2, px) that a pose puts at points, and how sure (0 or 1)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    expected = pose.project(points_mm)
    beside = pose.project(points_mm + np.array([radius_mm, 0.0]))
    radius_px = float(np.median(np.linalg.norm(beside - expected, axis=1)))
    window = int(np.clip(round(_WINDOW * radius_px), _LEAST_PX, _MOST_PX))
    room = np.array(grey.shape[::-1]) - 1 - 2 * window
    inside = ((expected >= 2 * window) & (expected <= room)).all(axis=1)
    found, sure = expected.copy(), np.zeros(len(expected))
    if inside.any():
        # A blank spot, or a line that does not end, leaves a search where it began: not one answer.
        starts = [expected[inside] + window * np.array(start) for start in _STARTS]
        ends = np.stack([_sharpen(grey, start, window) for start in starts])
        found[inside] = ends.mean(axis=0)
        sure[inside] = np.ptp(ends, axis=0).max(axis=1) < _SAME_PX
    return found, sure


def _sharpen(grey: Grey, starts: Floats, window: int) -> Floats:
    """Return the crossing nearest to each start."""
    until = cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02
    first = np.ascontiguousarray(starts.reshape(-1, 1, 2), np.float32)
    sharp = cv2.cornerSubPix(grey, first, (window, window), (-1, -1), until)
    return np.asarray(sharp, np.float64).reshape(-1, 2)
