"""What a camera that shakes a little does to a small picture, told from what moves over the board.

A shift of the whole picture changes a point by no more than it differs from its neighbours; a hand
or a pawn changes points that hardly do.
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
    allowance: float = 2.5
    """A point may change by so many times what the shift makes of the contrast about it."""


TUNING: Final = Tuning()


def allow_for_shake(before: _Grey, now: _Grey, watched: _Mask | None) -> _Grey | None:
    """Return by how much each point may differ because the camera moved; None if that is much."""
    shift_px = _measure_shift(before, now, watched)
    if shift_px > TUNING.shift_max_px:
        return None
    around = np.ones((3, 3), np.uint8)
    contrast = cv2.dilate(before, around) - cv2.erode(before, around)
    return np.asarray(TUNING.allowance * shift_px * contrast, dtype=np.float32)


def _measure_shift(before: _Grey, now: _Grey, watched: _Mask | None) -> float:
    """Return by how many pixels the watched picture shifted, light apart; inf if unknown."""
    down, across = np.gradient(before)
    apart = now - before
    parts = [np.asarray(one) for one in (across, down, before, np.ones_like(before))]
    ways = np.stack([(part if watched is None else part[watched]).ravel() for part in parts])
    apart = apart.ravel() if watched is None else apart[watched]
    try:
        fitted = np.asarray(np.linalg.solve((ways @ ways.T).astype(np.float64), ways @ apart))
    except np.linalg.LinAlgError:
        return np.inf
    return float(np.hypot(fitted[0], fitted[1]))
