"""Whether anchors are spread over a board: a pose from one corner alone is not trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats

_CELLS: Final = 6


@dataclass(frozen=True, slots=True)
class Coverage:
    """How anchors spread: how many of 6 × 6 cells contain one, their hull's share of the board."""

    cells: int
    hull: float


def measure_coverage(points_mm: Floats, size_mm: tuple[float, float]) -> Coverage:
    """Measure how points (n × 2) are spread over a board."""
    share = np.asarray(points_mm) / np.array(size_mm)
    cells = np.clip(share * _CELLS, 0, _CELLS - 1).astype(int) @ np.array([1, _CELLS])
    hull = cv2.convexHull(share.astype(np.float32)) if len(share) else None
    return Coverage(len(np.unique(cells)), 0.0 if hull is None else float(cv2.contourArea(hull)))
