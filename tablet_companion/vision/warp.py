"""Rectifies the board, or a part of it, as a camera's pictures show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import sampling
from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map
from hardware.ports import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Warp:
    """Rectifies a part of the board: OpenCV's maps, and which of its points the picture lacks."""

    maps: tuple[NDArray[Any], NDArray[Any]]
    beside: Mask | None

    def sample(self, picture: Picture) -> Picture:
        """Return that part from straight above; points outside the picture are extrapolated."""
        flat = cv2.remap(picture, *self.maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(flat, dtype=np.uint8)

    def floats(self, picture: Picture) -> Map:
        """Return the same as floats, with −1 outside the picture."""
        flat = self.sample(picture).astype(np.float32)
        if self.beside is not None:
            flat[self.beside] = -1
        return flat


def lay_warp(pose: Pose, x_mm: sampling.Axis, y_mm: sampling.Axis) -> Warp:
    """Return the warp for board points in columns and rows, with OpenCV's fastest kind of map."""
    x, y = cv2.split(sampling.project_grid(pose, x_mm, y_mm))
    whole, fraction = cv2.convertMaps(x, y, cv2.CV_16SC2)
    at, (width, height) = np.asarray(whole), pose.size_px
    column, row = at[..., 0], at[..., 1]
    beside: Mask = np.asarray((column < 0) | (row < 0) | (column >= width) | (row >= height))
    return Warp((at, np.asarray(fraction)), beside if beside.any() else None)
