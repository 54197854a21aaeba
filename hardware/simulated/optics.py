"""The simulated camera's lens and place: from the board's millimetres to pixels and back.

The model is OpenCV's: a pinhole with one radial coefficient; z points into the board. Heights are
therefore given as positive millimetres above the board and negated here, once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from hardware.board import Board

Floats = NDArray[np.float64]
Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """A camera: focal length and radial distortion, picture size, and where it hangs.

    ``rvec`` and ``tvec_mm`` take board coordinates to camera coordinates, as ``cv2.projectPoints``
    has them. ``size`` is the picture's width and height in pixels.
    """

    focal_px: float
    rvec: Vector
    tvec_mm: Vector
    size: tuple[int, int] = (1280, 720)
    k1: float = 0.0

    @property
    def matrix(self) -> Floats:
        """Return the camera matrix; the optical axis meets the picture's middle."""
        width, height = self.size
        middle = (width - 1) / 2, (height - 1) / 2
        return np.array([[self.focal_px, 0, middle[0]], [0, self.focal_px, middle[1]], [0, 0, 1]])

    @property
    def rotation(self) -> Floats:
        """Return the rotation from the board's frame to the camera's, 3 × 3."""
        return np.asarray(cv2.Rodrigues(np.array(self.rvec))[0], np.float64)

    @property
    def nadir_mm(self) -> tuple[float, float]:
        """Return the point of the board straight beneath the camera."""
        centre = -self.rotation.T @ np.array(self.tvec_mm)
        return float(centre[0]), float(centre[1])

    def project(self, points_mm: ArrayLike, height_mm: ArrayLike = 0.0) -> Floats:
        """Return the pixels, n × 2, of board points n × 2 at one height or a height each."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
        solid = np.empty((len(flat), 3))
        solid[:, :2], solid[:, 2] = flat, np.negative(height_mm)
        pixels, _ = cv2.projectPoints(
            solid, np.array(self.rvec), np.array(self.tvec_mm), self.matrix, self._distortion
        )
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def board_points(self, pixels: ArrayLike, height_mm: float = 0.0) -> Floats:
        """Return the board points, n × 2, seen at pixels n × 2 if they are at this height."""
        seen = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        ideal = cv2.undistortPoints(seen, self.matrix, self._distortion)
        back = np.linalg.inv(self._plane(height_mm))
        return np.asarray(cv2.perspectiveTransform(ideal, back), np.float64).reshape(-1, 2)

    def px_per_mm(self, x_mm: float, y_mm: float, height_mm: float = 0.0) -> float:
        """Return how many pixels a millimetre spans at this point."""
        around = [(x_mm - 1, y_mm), (x_mm + 1, y_mm), (x_mm, y_mm - 1), (x_mm, y_mm + 1)]
        left, right, above, below = self.project(around, height_mm)
        return float(np.hypot(*(right - left)) + np.hypot(*(below - above))) / 4

    def nudge(self, dx_mm: float, dy_mm: float, turn_deg: float, about_mm: ArrayLike) -> Pose:
        """Return the pose after the board was pushed and turned about one of its points."""
        about = np.array([*np.asarray(about_mm, np.float64), 0.0])
        turn = _rotation(turn_deg, 2)
        shift = about - turn @ about + (dx_mm, dy_mm, 0.0)
        return replace(
            self,
            rvec=_vector(cv2.Rodrigues(self.rotation @ turn)[0]),
            tvec_mm=_vector(self.rotation @ shift + self.tvec_mm),
        )

    @property
    def _distortion(self) -> Floats:
        return np.array([self.k1, 0.0, 0.0, 0.0])

    def _plane(self, height_mm: float) -> Floats:
        """Return the map from the plane at a height to the ideal picture at distance one."""
        rotation = self.rotation
        third = np.array(self.tvec_mm) - height_mm * rotation[:, 2]
        return np.column_stack([rotation[:, 0], rotation[:, 1], third])


def overhead(  # noqa: PLR0913 - a camera's place has that many numbers, each with a good default
    board: Board,
    *,
    size: tuple[int, int] = (1280, 720),
    height_mm: float = 600.0,
    tilt_deg: float = 4.0,
    roll_deg: float = 0.8,
    fill: float = 0.9,
    k1: float = -0.06,
) -> Pose:
    """Return a camera that looks at the middle of a board from above.

    ``fill`` is the share of the picture that the board takes up in the tighter direction. A camera
    that is tilted hangs towards the board's top edge; ``roll_deg`` turns it about its axis.
    """
    scale = min(pixels / mm for pixels, mm in zip(size, board.size_mm, strict=True))
    rotation = _rotation(tilt_deg, 0) @ _rotation(roll_deg, 2)
    middle = np.array([*board.size_mm, 0.0]) / 2
    return Pose(
        focal_px=fill * scale * height_mm,
        rvec=_vector(cv2.Rodrigues(rotation)[0]),
        tvec_mm=_vector(np.array([0.0, 0.0, height_mm]) - rotation @ middle),
        size=size,
        k1=k1,
    )


def _rotation(angle_deg: float, axis: int) -> Floats:
    vector = np.zeros(3)
    vector[axis] = math.radians(angle_deg)
    return np.asarray(cv2.Rodrigues(vector)[0], np.float64)


def _vector(values: ArrayLike) -> Vector:
    first, second, third = np.asarray(values, np.float64).ravel().tolist()
    return first, second, third
