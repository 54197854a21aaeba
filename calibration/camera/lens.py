"""How a camera sees a board: where it stands, and what its lens does.

The board's frame is millimetres, x to the right, y down, and heights above the board positive
(OpenCV's z points into the board). A measured lens is used unchanged. One that was never measured
has a focal length, one coefficient of radial distortion, an axis that nearly meets the picture's
centre, and pixels that are nearly square: four corners say eight things, all of a plane's
perspective, so without the last two they could only be explained by a bent lens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.camera.intrinsics import Lens

Floats = NDArray[Any]
"""Floating-point arrays of any precision: OpenCV's stubs leave it open."""

ROTATION, SHIFT, FOCAL, RADIAL = slice(0, 3), slice(3, 6), 6, 7
ACROSS, DOWN, STRETCH = 8, 9, 10
LENGTH: Final = 11
"""How many values a fitted pose has."""

ROUND: Final = {1: "a quarter", 2: "half", 3: "a quarter"}
"""How far round a board lies, in words, by the quarters that it is turned."""


Camera = tuple[tuple[int, int], Lens | None]
"""The size of a camera's pictures, and its lens if it was measured."""


class Pose(msgspec.Struct, frozen=True):
    """A fitted camera over a board.

    ``values`` are the Rodrigues rotation (3), the translation in mm (3), the focal length in px,
    the first radial coefficient, how far the axis misses the picture's centre (2, in widths of the
    picture), and by which share pictures, or the board beside its file, are longer than wide; the
    last three may be left out. ``size_px`` is the picture's width and height. If the lens was
    measured, it replaces all but the first six.
    """

    values: tuple[float, ...]
    size_px: tuple[int, int]
    lens: Lens | None = None

    @property
    def _centre_mm(self) -> Floats:
        rotation, _ = cv2.Rodrigues(np.array(self.values[ROTATION]))
        return np.asarray(-rotation.T @ np.array(self.values[SHIFT]), dtype=np.float64)

    @property
    def nadir_mm(self) -> Floats:
        """Return the point of the board straight below the camera."""
        centre: Floats = self._centre_mm
        return centre[:2]

    @property
    def height_mm(self) -> float:
        """Return the camera's height above the board."""
        return float(-self._centre_mm[2])

    def project(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Return pixels (n × 2) of board points (n × 2) at one height above the board."""
        solid = np.column_stack([points_mm, np.full(len(points_mm), -height_mm)])
        return project(solid, np.array(self.values), (self.size_px, self.lens))

    def scaled(self, size_px: tuple[int, int]) -> Pose:
        """Return the pose in the same pictures with more or fewer pixels."""
        values = list(self.values)
        values[FOCAL] *= size_px[0] / self.size_px[0]
        lens = self.lens.scaled(size_px) if self.lens else None
        return Pose(tuple(values), size_px, lens)

    def turned(self, quarters: int, size_mm: tuple[float, float]) -> Pose:
        """Return the pose over the board if it lay turned round its middle, quarters clockwise."""
        turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.pi / 2 * quarters]))
        rotation, _ = cv2.Rodrigues(np.array(self.values[ROTATION]))
        middle = np.array([*size_mm, 0.0]) / 2
        shift = rotation @ (middle - turn @ middle) + self.values[SHIFT]
        vector, _ = cv2.Rodrigues(rotation @ turn)
        values = (*map(float, vector.ravel()), *map(float, shift), *self.values[FOCAL:])
        return Pose(values, self.size_px, self.lens)

    def ground(self, pixels: Floats) -> Floats:
        """Return the board points in mm (n × 2) that pixels (n × 2) show, at height 0."""
        values = np.array(self.values)
        matrix, distortion = find_intrinsics(values, (self.size_px, self.lens))
        rays = cv2.undistortPoints(pixels.astype(np.float64)[:, None], matrix, distortion)[:, 0]
        rotation, _ = cv2.Rodrigues(values[ROTATION])
        plane = np.column_stack([rotation[:, :2], values[SHIFT]])
        board = np.linalg.solve(plane, np.column_stack([rays, np.ones(len(rays))]).T)
        return np.asarray((board[:2] / board[2]).T, dtype=np.float64)


class Fit(msgspec.Struct, frozen=True):
    """A pose and how well it fits: the median residual in px and the number of anchors.

    ``held_out_px`` is the median residual of anchors that the fit did not use: those of each ninth
    of the board under a fit to all the others. If it is far above the residual, the pose rests on a
    few spots.
    """

    pose: Pose
    residual_px: float
    anchors: int
    held_out_px: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """The anchors of one picture: points of the board (mm) and where they are seen (px)."""

    points_mm: Floats
    pixels: Floats
    weights: Floats
    size_px: tuple[int, int]

    @property
    def solid(self) -> Floats:
        """Return the points as three-dimensional ones, with height 0."""
        return np.column_stack([self.points_mm, np.zeros(len(self.points_mm))]).astype(np.float64)


def fill(values: Sequence[float] | Floats) -> Floats:
    """Return all values of a pose, with zeros for those that it leaves out."""
    whole = np.zeros(LENGTH)
    whole[: len(values)] = values
    return whole


def find_intrinsics(values: Floats, camera: Camera) -> tuple[Floats, Floats]:
    """Return the camera matrix (3 × 3, px) and OpenCV's five distortion coefficients."""
    (width, height), lens = camera
    if lens is not None:
        return lens.matrix, lens.coefficients
    focal = values[FOCAL]
    across, down, stretch = fill(values)[ACROSS:]
    matrix = np.array(
        [
            [focal, 0, width * (0.5 + across) - 0.5],
            [0, focal * (1 + stretch), height / 2 + width * down - 0.5],
            [0, 0, 1],
        ]
    )
    return matrix, np.array([values[RADIAL], 0, 0, 0, 0.0])


def project(solid: Floats, values: Floats, camera: Camera) -> Floats:
    """Return the pixels (n × 2) of solid points (n × 3, mm) by the values of a pose.

    As ``cv2.projectPoints`` does, which takes some twenty times as long for many points.
    """
    matrix, (one, two, across, down, three) = find_intrinsics(values, camera)
    rotation, _ = cv2.Rodrigues(values[ROTATION])
    x, y, depth = rotation @ solid.T + values[SHIFT][:, None]
    depth[depth == 0] = 1
    x /= depth
    y /= depth
    squared, both = x * x + y * y, 2 * x * y
    radial = 1 + squared * (one + squared * (two + squared * three))
    seen_x = x * radial + across * both + down * (squared + 2 * x * x)
    seen_y = y * radial + across * (squared + 2 * y * y) + down * both
    return np.column_stack(
        [seen_x * matrix[0, 0] + matrix[0, 2], seen_y * matrix[1, 1] + matrix[1, 2]]
    )
