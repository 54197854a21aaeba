"""Finds where printed lines cross, or squares of two colours meet, near their nominal position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import list_middles
from calibration.finding.matching import Grey
from hardware.board import BoardPlace
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Where crossings of a board's lines are searched, and when they are trusted.

    Chosen by hand on chequered boards; tested by tests/calibration/test_corners.py.
    """

    window_share: float = 0.3
    """Share of a place's radius within which a crossing is searched: farther out, lines end."""
    window_px: tuple[int, int] = (3, 15)
    """Least and greatest distance in pixels within which a crossing is searched."""
    starts: tuple[tuple[float, float], ...] = ((-0.35, -0.2), (0.2, 0.35), (0.3, -0.3))
    """Where the searches start, from the middle of the window, in shares of it."""
    same_px: float = 0.3
    """Pixels: the searches from all starts have to end this near together."""
    diagonal_share: float = 0.1
    """Share of the usual distance by which two places may miss being diagonal neighbours."""
    near_share: float = 1.6
    """Share of the usual distance up to which places are neighbours."""


TUNING: Final = Tuning()


def find_meeting_points(places: Sequence[BoardPlace]) -> Floats:
    """Return where squares round the places meet (n × 2, mm); empty if they form no grid.

    Two squares that meet at a corner have their middles diagonally apart.
    """
    middles = list_middles(places)
    across, down = np.moveaxis(middles[:, None] - middles, -1, 0)
    away = np.hypot(across, down) + np.where(np.eye(len(middles)) > 0, np.inf, 0)
    usual = float(np.median(away.min(axis=0)))
    diagonal = np.abs(np.abs(across) - np.abs(down)) < TUNING.diagonal_share * usual
    one, other = np.nonzero(np.triu(diagonal & (away < TUNING.near_share * usual)))
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
    window = int(np.clip(round(TUNING.window_share * radius_px), *TUNING.window_px))
    room = np.array(grey.shape[::-1]) - 1 - 2 * window
    inside = ((expected >= 2 * window) & (expected <= room)).all(axis=1)
    found, sure = expected.copy(), np.zeros(len(expected))
    if inside.any():
        # On a blank spot, or on a line that does not end, searches stay where they began.
        starts = [expected[inside] + window * np.array(start) for start in TUNING.starts]
        ends = np.stack([_sharpen(grey, start, window) for start in starts])
        found[inside] = ends.mean(axis=0)
        sure[inside] = np.ptp(ends, axis=0).max(axis=1) < TUNING.same_px
    return found, sure


def _sharpen(grey: Grey, starts: Floats, window: int) -> Floats:
    """Return the crossing nearest to each start, in pixels."""
    until = cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02
    first = np.ascontiguousarray(starts.reshape(-1, 1, 2), np.float32)
    sharp = cv2.cornerSubPix(grey, first, (window, window), (-1, -1), until)
    return np.asarray(sharp, np.float64).reshape(-1, 2)
