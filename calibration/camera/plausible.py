"""Whether a fitted camera is possible: no mirror image, not in the board, no horizon in view.

The size of everything precomputed for a pose grows with the obliqueness of the view, so an
impossible pose is refused before anything is precomputed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import FOCAL, RADIAL, Floats, Pose
from calibration.errors import RegistrationError

_CELLS: Final = 6
NOT_SEEN: Final = (
    "The board cannot be found in the picture: let the camera see all of it, clear the hands away "
    "and give it light, or calibrate again."
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for a camera over a board.

    The limits are those of what can be read at all, not of what is usual: telephones and webcams on
    stands, in hands or on ceilings lie well inside.
    """

    least_height: float = 0.25
    """Height over the board, in its longer sides; a nearer camera cannot see the whole board."""
    most_height: float = 12.0
    most_tilt_deg: float = 65.0
    """Tilt of the line from the board's middle to the camera; pieces hide others long before."""
    least_focal: float = 0.4
    """In widths of the picture: 103° across; wider lenses have to be measured."""
    most_focal: float = 4.0
    least_side_px: float = 60.0
    """At this size a place of a twenty by twenty board is three pixels wide."""
    most_beside: float = 0.75
    """How far a corner may lie outside the picture, in the picture's longer sides."""
    least_seen: float = 0.5
    """The share of the board's plane that must lie inside the picture."""


BOUNDS: Final = Bounds()


def require_possible(pose: Pose, size_mm: tuple[float, float], tallest_mm: float = 0.0) -> None:
    """Refuse a pose that is impossible over this board; raises RegistrationError."""
    if not is_possible(pose, size_mm, tallest_mm):
        raise RegistrationError(NOT_SEEN)


def is_possible(pose: Pose, size_mm: tuple[float, float], tallest_mm: float = 0.0) -> bool:
    """Whether a camera over this board can have this pose."""
    return (
        bool(np.isfinite(pose.values).all())
        and _lens_can_be(pose)
        and _stands_above(pose, size_mm, tallest_mm)
        and _shows_board(pose, size_mm)
    )


def _lens_can_be(pose: Pose) -> bool:
    if pose.lens is not None:
        return True
    focal = pose.values[FOCAL] / pose.size_px[0]
    return BOUNDS.least_focal <= focal <= BOUNDS.most_focal


def _stands_above(pose: Pose, size_mm: tuple[float, float], tallest_mm: float) -> bool:
    """Whether the camera is above the board and its pieces, at a reasonable angle."""
    height, side = pose.height_mm, max(size_mm)
    if not max(BOUNDS.least_height * side, 1.5 * tallest_mm) <= height <= BOUNDS.most_height * side:
        return False
    away = float(np.linalg.norm(pose.nadir_mm - np.array(size_mm) / 2))
    return away <= height * float(np.tan(np.radians(BOUNDS.most_tilt_deg)))


def _shows_board(pose: Pose, size_mm: tuple[float, float]) -> bool:
    grid = np.stack(np.meshgrid(*(np.linspace(0, side, 9) for side in size_mm)), axis=-1)
    points = grid.reshape(-1, 2)
    if not _in_front(pose, points):
        return False
    pixels = pose.project(points).reshape(9, 9, 2)
    corners = pixels[[0, 0, -1, -1], [0, -1, -1, 0]]
    if not np.isfinite(pixels).all() or not is_convex(corners):
        return False
    if np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min() < BOUNDS.least_side_px:
        return False
    size = np.array(pose.size_px)
    beside = np.maximum(-corners, corners - (size - 1)).max()
    if beside > BOUNDS.most_beside * size.max():
        return False
    inside = ((pixels >= -0.5) & (pixels <= size - 0.5)).all(axis=2)
    return bool(inside.mean() >= BOUNDS.least_seen)


def _in_front(pose: Pose, points: Floats) -> bool:
    """Whether points of the board are in front of the camera, where its lens does not fold back."""
    rotation, _ = cv2.Rodrigues(np.array(pose.values[:3]))
    solid = np.column_stack([points, np.zeros(len(points))])
    seen = solid @ rotation.T + np.array(pose.values[3:6])
    if seen[:, 2].min() <= 1.0:
        return False
    squared = (seen[:, :2] ** 2).sum(axis=1) / seen[:, 2] ** 2
    return pose.lens is not None or bool((1 + 3 * pose.values[RADIAL] * squared).min() > 0)


def is_convex(corners: Floats) -> bool:
    """Whether four corners, clockwise as seen, span a convex quadrilateral, not mirrored."""
    along = np.roll(corners, -1, axis=0) - corners
    after = np.roll(along, -1, axis=0)
    turns = along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0]
    longest = np.linalg.norm(along, axis=1).max()
    return bool(turns.min() > 0.02 * longest**2)


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
