"""A pawn's outline as the camera sees it: its foot, and its top that leans away from the camera."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.silhouettes import Mask
from hardware.board import PieceKind
from tablet_companion.vision.loose_cards.plane import rotate

HALO_MM: Final = 2.5
"""Millimetres round a pawn that belong to it: shadow and blur. Chosen on simulated tables."""


def top_lean(kind: PieceKind, pose: Pose, centres: Floats, turns: Floats) -> Floats:
    """Return the apparent offset of a pawn's top from its foot, in each card's frame (mm)."""
    share = kind.height_mm / (pose.height_mm - kind.height_mm)
    return rotate((centres - pose.nadir_mm) * share, -turns)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A pawn's outline relative to its foot: a kernel with its anchor pixel, and hulls (mm)."""

    lean_mm: Floats
    tight: NDArray[np.float32]
    anchor: tuple[int, int]
    tight_hull: Floats
    wide_hull: Floats


def make_outline(kind: PieceKind, lean_mm: Floats) -> Outline:
    """Return the outline of a piece whose top appears this far from its foot."""
    reach = int(np.ceil(np.abs(lean_mm).max() + kind.diameter_mm / 2)) + 1
    tight, wide = (_hull(kind.diameter_mm / 2 + more, lean_mm) for more in (0.0, HALO_MM))
    kernel = _draw(tight + reach, (2 * reach + 1,) * 2).astype(np.float32)
    return Outline(lean_mm, kernel, (reach, reach), tight, wide)


def _hull(radius: float, lean_mm: Floats) -> Floats:
    """Return the hull of foot and top, relative to the foot."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * radius
    points = np.concatenate([ring, ring + lean_mm]).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], np.float64)


def _draw(hull: Floats, shape: tuple[int, int]) -> NDArray[np.uint8]:
    sheet = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(sheet, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return sheet


def cover(outline: Outline, feet: Iterable[tuple[float, float]], shape: tuple[int, ...]) -> Mask:
    """Return the pixels of a patch within the wide outlines of pawns with these feet."""
    covered = np.zeros(shape, dtype=bool)
    for foot in feet:
        covered |= outline_mask(outline.wide_hull, np.array(foot), shape)
    return covered


def outline_mask(hull: Floats, foot_mm: Floats, shape: tuple[int, ...]) -> Mask:
    """Return the pixels of a patch inside an outline with its foot here."""
    rows, columns = shape
    return _draw(hull + foot_mm + np.array([columns, rows]) / 2 - 0.5, (rows, columns)) > 0
