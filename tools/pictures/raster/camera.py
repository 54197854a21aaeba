"""OpenCV's camera over the board, and the wider pinhole picture it is cut from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.pictures.raster.mesh import Floats

MIRROR = np.diag([1.0, 1.0, -1.0])
"""From (x, y, height) to the labels' frame, whose z goes into the board."""


@dataclass(frozen=True, eq=False)
class Camera:
    """OpenCV's model; ``rotation`` and ``shift`` lead from the board frame (z down) to it."""

    width: int
    height: int
    matrix: Floats
    distortion: Floats
    rotation: Floats
    shift: Floats

    @property
    def eye(self) -> Floats:
        """Return where it is: x, y and height in mm."""
        return np.asarray(MIRROR @ (-self.rotation.T @ self.shift))

    def project(self, points: Floats) -> Floats:
        """Return pixels of points (x, y, height); pixel centres are whole numbers."""
        flat = np.asarray(points, np.float64).reshape(-1, 3) @ MIRROR
        turn = cv2.Rodrigues(self.rotation)[0]
        pixels = cv2.projectPoints(flat, turn, self.shift, self.matrix, self.distortion)[0]
        return pixels.reshape(*np.shape(points)[:-1], 2)

    def describe(self) -> dict[str, Any]:
        """Return what the labels say of it."""
        return {
            "width": self.width,
            "height": self.height,
            "K": np.round(self.matrix, 4).tolist(),
            "dist": np.round(self.distortion, 6).tolist(),
            "rvec": np.round(cv2.Rodrigues(self.rotation)[0].ravel(), 8).tolist(),
            "tvec_mm": np.round(self.shift, 4).tolist(),
        }

    @cached_property
    def pinhole(self) -> Pinhole:
        """Return the undistorted picture that holds all of this one."""
        return Pinhole(self)

    def nudged(self, turn: float, by: Floats) -> Camera:
        """Return it as seen from a board that was turned (radians) and pushed (mm)."""
        matrix = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
        return Camera(
            self.width,
            self.height,
            self.matrix,
            self.distortion,
            self.rotation @ matrix,
            self.shift + self.rotation @ np.array([*by, 0.0]),
        )


class Pinhole:
    """A wider, undistorted picture of a camera: what the rasteriser draws.

    ``maps`` bring it to the camera's own pixels.
    """

    def __init__(self, camera: Camera, finer: float = 1.0) -> None:
        x, y = np.meshgrid(np.arange(0, camera.width, 4.0), np.arange(0, camera.height, 4.0))
        # every fourth pixel is solved and the rest put between: the lens bends slowly
        plane = _undistort(camera, np.stack([x, y], -1))
        self.focal = float(camera.matrix[0, 0]) * finer
        low = plane.reshape(-1, 2).min(0) - 0.02
        high = plane.reshape(-1, 2).max(0) + 0.02
        self.width, self.height = (int(v) for v in np.ceil((high - low) * self.focal))
        self.centre = -low * self.focal
        coarse = (plane * self.focal + self.centre).astype(np.float32)
        at_x, at_y = np.meshgrid(
            np.arange(camera.width, dtype=np.float32) / 4,
            np.arange(camera.height, dtype=np.float32) / 4,
        )
        maps = cv2.remap(coarse, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self.maps: NDArray[np.float32] = np.asarray(maps, np.float32)
        _extend(self.maps, coarse)

    def matrix(self, camera: Camera, near: float = 20.0, far: float = 9000.0) -> Floats:
        """Return the projection of (x, y, height, 1) for OpenGL; row 0 is the picture's top."""
        f, (cx, cy), w, h = self.focal, self.centre, self.width, self.height
        view = np.zeros((4, 4))
        view[:3, :3] = camera.rotation @ MIRROR
        view[:3, 3] = camera.shift
        view[3, 3] = 1
        depth = (far + near) / (far - near)
        lens = np.array(
            [
                [2 * f / w, 0, 2 * (cx + 0.5) / w - 1, 0],
                [0, 2 * f / h, 2 * (cy + 0.5) / h - 1, 0],
                [0, 0, depth, -2 * far * near / (far - near)],
                [0, 0, 1, 0],
            ]
        )
        return lens @ view


def _undistort(camera: Camera, pixels: Floats) -> Floats:
    """Return the directions of pixels, as x and y at depth 1, by Newton's method."""
    bent = (pixels - camera.matrix[:2, 2]) / camera.matrix[[0, 1], [0, 1]]
    k1, k2 = camera.distortion[:2]
    radius = np.hypot(bent[..., 0], bent[..., 1])
    straight = radius.copy()
    for _ in range(12):
        square = straight**2
        error = straight * (1 + k1 * square + k2 * square**2) - radius
        straight -= error / (1 + 3 * k1 * square + 5 * k2 * square**2)
    result: Floats = bent * (straight / np.maximum(radius, 1e-12))[..., None]
    return result


def _extend(maps: NDArray[Any], coarse: NDArray[Any]) -> None:
    """Continue the map linearly beyond the last solved column and row."""
    for axis in (0, 1):
        count = maps.shape[axis]
        last = (coarse.shape[axis] - 1) * 4
        for extra in range(last + 1, count):
            target = [slice(None), slice(None)]
            a, b = list(target), list(target)
            target[axis], a[axis], b[axis] = extra, last, last - 4  # type: ignore[call-overload]  # an index in place of a slice
            step = (maps[tuple(a)] - maps[tuple(b)]) / 4
            maps[tuple(target)] = maps[tuple(a)] + step * (extra - last)


def random_camera(
    rng: Generator, size: tuple[int, int], board: tuple[float, float], least_mm: float
) -> Camera:
    """Return a camera that sees a random board well; ``least_mm`` is its least height."""
    width, height = size
    wide = rng.triangular(45, 62, 100) if rng.random() < 0.8 else rng.uniform(45, 100)
    focal = width / 2 / np.tan(np.radians(wide) / 2)
    middle = np.array([width / 2 - 0.5, height / 2 - 0.5]) + rng.normal(0, 0.008 * width, 2)
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    bend = rng.uniform(-0.12, 0.03) * min(1.0, (focal / width / 0.7) ** 2)
    distortion = np.array([bend, -bend * rng.uniform(0, 0.3), 0, 0, 0.0])
    tilt = np.radians(rng.uniform(0, 12) if rng.random() < 0.6 else rng.uniform(0, 27))
    tilt = np.radians(rng.uniform(25, 40)) if rng.random() < 0.06 else tilt
    around = rng.uniform(0, 2 * np.pi)
    quarter = rng.choice([0, 0, 1, 2, 3]) * np.pi / 2
    roll = rng.normal(0, 0.06) + quarter if rng.random() < 0.8 else rng.uniform(0, 6.28)
    target = np.array([*(np.array(board) / 2 + rng.normal(0, 0.03 * max(board), 2)), 0.0])
    fill = rng.uniform(0.6, 0.97) if rng.random() < 0.75 else rng.uniform(0.45, 1.1)

    def at(distance: float) -> Camera:
        back = np.array(
            [np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), -np.cos(tilt)]
        )
        rotation = _look(-back, roll)
        eye = target + back * distance
        return Camera(width, height, matrix, distortion, rotation, -rotation @ eye)

    low, high = least_mm, 30 * max(board)
    for _ in range(18):
        middle_distance = (low * high) ** 0.5
        if _filled(at(middle_distance), board) > fill:
            low = middle_distance
        else:
            high = middle_distance
    return at(high)


def _look(forward: Floats, roll: float) -> Floats:
    """Return the rotation of a camera that looks along ``forward``."""
    across = np.array([np.cos(roll), np.sin(roll), 0.0])
    across -= forward * (across @ forward)
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(forward, across), forward])


def board_corners(board: tuple[float, float]) -> Floats:
    """Return the board's corners, (x, y, 0), from the top left clockwise."""
    w, h = board
    return np.array([[0, 0, 0], [w, 0, 0], [w, h, 0], [0, h, 0]], np.float64)


def _filled(camera: Camera, board: tuple[float, float]) -> float:
    """Return how much of the picture the board takes up, in its tighter direction."""
    flat = board_corners(board) @ MIRROR
    seen = flat @ camera.rotation.T + camera.shift
    if (seen[:, 2] < 30).any():
        return 9.0
    pixels = seen[:, :2] / seen[:, 2:] * camera.matrix[0, 0]
    extent = (pixels.max(0) - pixels.min(0)) / (camera.width, camera.height)
    return float(extent.max())
