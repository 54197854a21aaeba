"""Samples pictures at many points at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from hardware.board import BoardPlace
from hardware.ports import Picture

Colours = NDArray[Any]
Axis = NDArray[np.floating[Any]]
_ROW = 512  # cv2.remap takes no more than 32767 points in one row


def look_up(picture: NDArray[Any], pixels: NDArray[np.float32]) -> Colours:
    """Return what a picture shows at pixels (n × 2), interpolated; −1 outside of it."""
    x, y = cv2.split(_in_rows(pixels))
    flat = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = flat.reshape(x.size, -1)[: len(pixels)].astype(np.float32)
    colours[find_outside(pixels, (picture.shape[1], picture.shape[0]))] = -1
    return np.asarray(colours, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """Samples pictures of one size at the same pixels, like ``look_up``, but faster."""

    maps: tuple[NDArray[Any], NDArray[Any]]
    outside: NDArray[np.bool_]

    def sample(self, picture: Picture) -> Colours:
        """Return the colours (3 × n), −1 outside of the picture."""
        found = cv2.remap(picture, *self.maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colours = np.empty((3, len(self.outside)), dtype=np.float32)
        for row, plane in zip(colours, cv2.split(found), strict=True):
            row[:] = plane.reshape(-1)[: len(row)]
        colours[:, self.outside] = -1
        return colours


def make_lookup(pixels: NDArray[np.float32], size_px: tuple[int, int]) -> Lookup:
    """Return a sampler for pictures of a size at these pixels (n × 2)."""
    x, y = cv2.split(_in_rows(pixels))
    return Lookup((np.asarray(x), np.asarray(y)), find_outside(pixels, size_px))


def _in_rows(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the pixels as rows that cv2.remap takes, filled up at the end."""
    rows = -(-len(pixels) // _ROW)
    grid = np.full((rows * _ROW, 2), -9, dtype=np.float32)
    grid[: len(pixels)] = pixels
    return grid.reshape(rows, _ROW, 2)


def find_outside(pixels: NDArray[np.float32], size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which pixels lie outside a picture of this width and height."""
    width, height = size_px
    x, y = pixels[:, 0], pixels[:, 1]
    return np.asarray((x < 0) | (y < 0) | (x > width - 1) | (y > height - 1), dtype=np.bool_)


def list_middles(places: Iterable[BoardPlace]) -> NDArray[np.float64]:
    """Return the middles of places on the board (n × 2)."""
    return np.array([(place.x_mm, place.y_mm) for place in places]).reshape(-1, 2)


def make_axes(size_mm: tuple[float, float], px_per_mm: float) -> tuple[Axis, Axis]:
    """Return where on the board a rectified picture's columns (x) and rows (y) lie."""
    columns, rows = (round(side * px_per_mm) for side in size_mm)
    return (np.arange(columns) + 0.5) / px_per_mm, (np.arange(rows) + 0.5) / px_per_mm


def make_grid(size_mm: tuple[float, float], px_per_mm: float) -> NDArray[np.float64]:
    """Return the board points (rows × columns × 2) of a rectified picture's pixel centres."""
    return np.stack(np.meshgrid(*make_axes(size_mm, px_per_mm)), axis=-1)


def rectify(
    picture: Picture, pose: Pose, size_mm: tuple[float, float], px_per_mm: float
) -> Colours:
    """Return the board seen straight from above (rows × columns × 3); −1 outside the picture."""
    pixels = project_grid(pose, *make_axes(size_mm, px_per_mm))
    return look_up(picture, pixels.reshape(-1, 2)).reshape(*pixels.shape[:2], -1)


def flatten(
    picture: Picture, pose: Pose, size_mm: tuple[float, float], px_per_mm: float
) -> Picture:
    """Return the board seen straight from above as a picture; black outside the picture."""
    return np.asarray(rectify(picture, pose, size_mm, px_per_mm).clip(0, 255), np.uint8)


def project_grid(pose: Pose, x_mm: Axis, y_mm: Axis) -> NDArray[np.float32]:
    """Return the pixels (rows × columns × 2) of the board points at these columns and rows.

    Every eighth point is projected and the others are interpolated, since the lens's distortion
    varies slowly. Measured on two boards at 1280 × 720, the error is at most 0.003 px at 2.5 px/mm
    and 0.06 px at 0.5 px/mm. The last row and column of cells may be narrower than eight points;
    there cv2.remap, which rounds fractions to 1/32, adds up to 0.1 px at 2.5 px/mm and 0.45 px at
    0.5 px/mm.
    """
    rows, columns = len(y_mm), len(x_mm)
    y = np.unique(np.append(np.arange(0, rows, 8), rows - 1))
    x = np.unique(np.append(np.arange(0, columns, 8), columns - 1))
    grid = np.stack(np.meshgrid(x_mm[x], y_mm[y]), axis=-1)
    knots = pose.project(grid.reshape(-1, 2)).reshape(grid.shape)
    across = np.interp(np.arange(columns), x, np.arange(len(x))).astype(np.float32)
    down = np.interp(np.arange(rows), y, np.arange(len(y))).astype(np.float32)
    where_x, where_y = np.meshgrid(across, down)
    fine = cv2.remap(knots.astype(np.float32), where_x, where_y, cv2.INTER_LINEAR)
    return np.asarray(fine, dtype=np.float32)
