"""Finds a board by its printed fiducial markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.errors import RegistrationError
from calibration.fitting import fit_pose
from calibration.intrinsics import Lens, lens_for
from calibration.lens import Fit, Floats
from hardware.board import Board, Marker
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When markers are trusted. Chosen by hand on pictures of the printed boards."""

    markers_min: int = 4
    """One marker alone gives a poor pose; four spread over the edge give a good one."""
    apart_px: float = 8.0
    """Pixels. A corner farther from where the others put it belongs to something else."""


TUNING: Final = Tuning()


def find_fiducials(picture: Picture, board: Board, lenses: Sequence[Lens] = ()) -> Fit:
    """Return the camera's pose by the visible markers; raises RegistrationError."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    points, pixels = [], []
    for dictionary in {marker.dictionary for marker in board.markers}:
        known = {marker.id: marker for marker in board.markers if marker.dictionary == dictionary}
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        corners, ids, _ = cv2.aruco.ArucoDetector(table, parameters).detectMarkers(grey)
        for seen, number in zip(corners, [] if ids is None else ids.ravel(), strict=False):
            if int(number) in known:
                points.append(_corners_mm(known[int(number)]))
                pixels.append(seen.reshape(4, 2).astype(np.float64))
    if len(points) < TUNING.markers_min:
        raise RegistrationError(
            f"Only {len(points)} of the board's {len(board.markers)} printed markers can be seen; "
            f"{TUNING.markers_min} are needed: clear what covers them, or move the camera."
        )
    stacked, seen_px = np.vstack(points), np.vstack(pixels)
    size = picture.shape[1], picture.shape[0]
    lens = lens_for(lenses, size)
    straight = lens.straighten(seen_px) if lens else seen_px
    _, kept = cv2.findHomography(stacked, straight, cv2.USAC_MAGSAC, TUNING.apart_px)
    inliers = kept.ravel() > 0 if kept is not None else np.ones(len(stacked), dtype=bool)
    return fit_pose(stacked[inliers], seen_px[inliers], size, lenses=lenses)


def _corners_mm(marker: Marker) -> Floats:
    half = marker.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners: Floats = square + np.array([marker.x_mm, marker.y_mm])
    return corners
