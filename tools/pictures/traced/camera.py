"""Cameras in OpenCV's model: a pinhole with two radial terms, pixel centres at whole numbers.

Positions are in the world of ``meshes``: millimetres from the middle of the board's face, z up.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike

from tools.pictures.traced.meshes import Floats


@dataclass(frozen=True)
class Camera:
    """A camera at ``eye`` that looks at ``target``; angles in degrees, lengths in millimetres.

    ``k1`` and ``k2`` are the radial distortion, ``offset`` the principal point's distance from the
    picture's middle in pixels.
    """

    width: int
    height: int
    view: float
    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    roll: float = 0.0
    k1: float = 0.0
    k2: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)

    @functools.cached_property
    def focal(self) -> float:
        """Return the focal length in pixels."""
        return self.width / 2 / math.tan(math.radians(self.view / 2))

    @functools.cached_property
    def intrinsics(self) -> Floats:
        """Return the matrix K."""
        cx = (self.width - 1) / 2 + self.offset[0]
        cy = (self.height - 1) / 2 + self.offset[1]
        return np.array([[self.focal, 0, cx], [0, self.focal, cy], [0, 0, 1]], np.float64)

    @functools.cached_property
    def axes(self) -> Floats:
        """Return the picture's right, its down and the line of sight, as rows, in the world."""
        sight = np.subtract(self.target, self.eye)
        sight = sight / np.linalg.norm(sight)
        angle = math.radians(self.roll)
        right = np.cross(sight, [math.sin(angle), math.cos(angle), 0])
        right = right / np.linalg.norm(right)
        return np.stack([right, np.cross(sight, right), sight])

    @property
    def up(self) -> list[float]:
        """Return the direction that is up in the picture."""
        return [float(v) for v in -self.axes[1]]

    @property
    def distortion(self) -> Floats:
        """Return OpenCV's five distortion coefficients."""
        return np.array([self.k1, self.k2, 0, 0, 0])

    def project(self, points: ArrayLike) -> Floats:
        """Return where points of the world appear, in pixels of the picture."""
        plane = self.project_flat(points)
        r2 = (plane**2).sum(1, keepdims=True)
        bent = plane * (1 + self.k1 * r2 + self.k2 * r2**2)
        return np.asarray(bent * self.focal + self.intrinsics[:2, 2], np.float64)

    def project_flat(self, points: ArrayLike) -> Floats:
        """Return where points appear in the undistorted plane at distance 1."""
        local = (np.asarray(points, np.float64).reshape(-1, 3) - self.eye) @ self.axes.T
        return local[:, :2] / local[:, 2:]

    def describe(self, board_mm: tuple[float, float]) -> dict[str, Any]:
        """Return the camera for truth.jsonl, in the board's frame (z points into the board)."""
        to_world = np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]])
        origin = np.array([-board_mm[0] / 2, board_mm[1] / 2, 0])
        rotation = self.axes @ to_world
        translation = self.axes @ (origin - np.array(self.eye))
        tilt = math.degrees(math.acos(min(1.0, -float(self.axes[2, 2]))))
        return {
            "width": self.width,
            "height": self.height,
            "K": np.round(self.intrinsics, 3).tolist(),
            "dist": np.round(self.distortion, 5).tolist(),
            "rvec": np.round(cv2.Rodrigues(rotation)[0].ravel(), 6).tolist(),
            "tvec_mm": np.round(translation, 3).tolist(),
            "height_mm": round(self.eye[2], 1),
            "tilt_deg": round(tilt, 2),
            "roll_deg": round(self.roll, 2),
            "hfov_deg": round(self.view, 2),
        }


def nudge(camera: Camera, rng: np.random.Generator, mm: float = 0.4) -> Camera:
    """Return the camera after its stand gave a little: some tenths of a millimetre and degree."""
    step = rng.normal(0, mm, 3)
    eye, aim = np.array(camera.eye) + step, np.array(camera.target) + step
    aim[:2] += rng.normal(0, mm, 2)
    return replace(
        camera, eye=_triple(eye), target=_triple(aim), roll=camera.roll + rng.normal(0, 0.1 * mm)
    )


def _triple(values: Floats) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def place_camera(
    rng: np.random.Generator,
    size: tuple[int, int],
    board_mm: tuple[float, float],
    tilt: tuple[float, float],
    roll: float,
) -> Camera:
    """Return a camera that sees the whole board with a margin of 2 to 12 % of the picture.

    ``tilt`` bounds the angle from the vertical, ``roll`` is the turn about it that is meant; both
    in degrees. The lens and the exact aim are left to chance.
    """
    angle, azimuth = math.radians(rng.uniform(*tilt)), rng.uniform(0, 2 * math.pi)
    aim = rng.normal(0, 6, 2)
    margin = rng.uniform(0.02, 0.12) * size[1]
    camera = Camera(
        *size,
        view=rng.uniform(54, 74),
        eye=(0, 0, 1),
        target=(float(aim[0]), float(aim[1]), 0),
        roll=roll + rng.uniform(-6, 6),
        k1=rng.uniform(-0.12, 0.02),
        k2=rng.uniform(0, 0.02),
        offset=(rng.normal(0, 5), rng.normal(0, 5)),
    )
    for distance in np.arange(350, 1800, 12):
        flat = distance * math.sin(angle)
        eye = np.array([*(aim + flat * np.array([math.cos(azimuth), math.sin(azimuth)])), 0])
        eye[2] = distance * math.cos(angle)
        camera = replace(camera, eye=_triple(eye))
        if _sees(camera, board_mm, margin):
            return camera
    raise AssertionError("no height shows the whole board")


def _sees(camera: Camera, board_mm: tuple[float, float], margin: float) -> bool:
    """Whether the board's corners appear inside the picture, this many pixels from its edge."""
    corners = camera.project(board_corners(board_mm))
    limit = np.array([camera.width - 1, camera.height - 1]) - margin
    return bool((corners > margin).all() and (corners < limit).all())


def board_corners(board_mm: tuple[float, float]) -> Floats:
    """Return the corners of a flat board in the world: from the top left, clockwise."""
    x, y = board_mm[0] / 2, board_mm[1] / 2
    return np.array([[-x, y, 0], [x, y, 0], [x, -y, 0], [-x, -y, 0]])
