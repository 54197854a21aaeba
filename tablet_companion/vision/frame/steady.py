"""What a camera that shakes or looks for its focus does to a small picture, told from movement.

A picture that shifts, turns, grows or blurs a little as a whole changes each point by no more than
it differs from its neighbours; a hand or a pawn changes points that hardly do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_Grey = NDArray[np.float32]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How much of a camera's own movement is no movement over the board.

    Chosen by hand at the simulated table; held by tests/vision/test_gate.py.
    """

    shift_max_px: float = 0.25
    """Pixels of the thumbnail. A larger shift could hide a hand, so it stays a movement."""
    blur_max: float = 0.06
    """As ``shift_max_px``, for a change of focus, in shares of what a point differs from its
    neighbours by."""
    allowance: float = 2.5
    """A point may change by this many times what is measured of the whole picture."""


TUNING: Final = Tuning()

_AROUND: Final = np.ones((3, 3), np.uint8)


def allow_for_shake(before: _Grey, now: _Grey, watched: _Mask | None) -> _Grey | None:
    """Return by how much each point may differ because the camera moved; None if that is much."""
    edges = np.asarray(cv2.Laplacian(before, cv2.CV_32F), dtype=np.float32)
    shift_px, blur = _measure(before, edges, now, watched)
    moved_px = shift_px.max() if watched is None or not watched.any() else shift_px[watched].max()
    if not (moved_px <= TUNING.shift_max_px and blur <= TUNING.blur_max):
        return None
    contrast = cv2.dilate(before, _AROUND) - cv2.erode(before, _AROUND)
    allowed = shift_px * contrast + blur * cv2.dilate(np.abs(edges), _AROUND)
    return np.asarray(TUNING.allowance * allowed, dtype=np.float32)


def _measure(before: _Grey, edges: _Grey, now: _Grey, watched: _Mask | None) -> tuple[_Grey, float]:
    """Return how far each point shifted, and how much the watched picture blurred, light apart.

    The whole picture shifts, turns and grows; inf if that is unknown.
    """
    down, across = np.gradient(before)
    x, y = _from_middle(before.shape)
    grows, turns = x * across + y * down, x * down - y * across
    ways = (across, down, grows, turns, edges, before, np.ones_like(before), now - before)
    parts = [np.asarray(one, dtype=np.float32) for one in ways]
    seen = np.stack([(one if watched is None else one[watched]).ravel() for one in parts])
    try:
        both = np.asarray(seen[:-1] @ seen.T, dtype=np.float64)
        fitted = np.linalg.solve(both[:, :-1], both[:, -1])
    except np.linalg.LinAlgError:
        return np.full_like(before, np.inf), np.inf
    right, below, growth, turn, blur = np.asarray(fitted, dtype=np.float32)[:5]
    shift_px = np.hypot(right + growth * x - turn * y, below + growth * y + turn * x)
    return np.asarray(shift_px, dtype=np.float32), abs(float(blur))


def _from_middle(shape: tuple[int, ...]) -> tuple[_Grey, _Grey]:
    """Return how far each point is to the right of the middle and below it, in half widths."""
    half = shape[1] / 2
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    x, y = (columns - half) / half, (rows - shape[0] / 2) / half
    return np.asarray(x, dtype=np.float32), np.asarray(y, dtype=np.float32)
