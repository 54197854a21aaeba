"""The silhouette of a piece of a given shape on the board's plane, from a given camera.

Everything is drawn on the board's plane in millimetres: a point at height z over (x, y) hides the
board point farther from the nadir, so a standing piece looks like a disc (its top) joined to its
foot. The stances differ in the surface on top and its height.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from hardware.board import Board, PieceKind

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which samples certainly belong to a piece. Chosen larger than the registration error."""

    edge_mm: float = 0.9
    """Millimetres. A sample this far inside the outline certainly shows the top."""
    halo_mm: float = 1.0
    """Millimetres round the top that count as neither top nor side."""
    face_edge_mm: float = 0.6
    """Millimetres on either side of a printed face's edge that count as neither."""
    turned_core: float = 0.5
    """Share of its radius within which a turned-over piece certainly shows its side."""
    core_low: float = 0.55
    """Share of its radius within which an upright piece certainly shows its side at its foot."""
    core_high: float = 0.4
    """Share of its radius within which an upright piece certainly shows its side below its top."""
    core_below_mm: int = 3
    """Millimetres below the top where an upright piece's side certainly ends."""
    foot_share: float = 0.8
    """Share of its radius that certainly shows near the foot."""
    foot_mm: float = 2.0
    """Millimetres over the board up to which it does."""


TUNING: Final = Tuning()


class Stance(StrEnum):
    """How a piece stands: on the board, sunk into a hole, turned over there, on a flat piece."""

    UP = "up"
    SUNK = "sunk"
    DOWN = "down"
    ON = "on"


class Silhouette:
    """The outline of one kind of piece under one camera."""

    def __init__(self, kind: PieceKind, pose: Pose, *, base_mm: float = 0.0) -> None:
        """Take the piece's shape and the camera; ``base_mm`` is the height of flat pieces."""
        self.kind = kind
        self.base_mm = base_mm
        self.nadir = pose.nadir_mm
        self.camera_mm = pose.height_mm

    def top_mm(self, stance: Stance) -> float:
        """Return the height of the piece's top over the board."""
        return self.kind.height_mm + self.foot_mm(stance)

    def foot_mm(self, stance: Stance) -> float:
        """Return the height over the board of the surface on which the piece stands."""
        if stance is Stance.UP:
            return 0.0
        return self.base_mm if stance is Stance.ON else -self.kind.hole_depth_mm

    def top_radius(self, stance: Stance) -> float:
        """Return the radius, on the board's plane, of the visible top."""
        diameter = self.kind.diameter_mm if stance is Stance.DOWN else self.kind.cap_diameter_mm
        return diameter / 2 * self._stretch(self.top_mm(stance))

    def top_centre(self, foot: Floats, stance: Stance) -> Floats:
        """Return where, on the board's plane, the centre of the top is seen."""
        return self.lift(foot, self.top_mm(stance))

    def foot(self, top: Floats, stance: Stance) -> Floats:
        """Return the foot of a piece whose top is seen at a point of the board's plane."""
        share = self.top_mm(stance) / self.camera_mm
        return np.asarray(top + (self.nadir - top) * share, dtype=np.float64)

    def hull(
        self, points: Floats, foot: Floats, height_mm: float, radii: tuple[float, float]
    ) -> Mask:
        """Return which points lie in the hull of a disc at the foot and one seen at a height.

        In all methods here ``points`` is n × 2; one foot (2) gives n results, m feet (m × 2) give
        m × n. Points in single precision are compared in it, in half the time.
        """
        x, y = _apart(points, foot)
        lean = (self.lift(foot, height_mm) - foot).astype(points.dtype)
        across, down = lean[..., 0, None], lean[..., 1, None]
        # In place: with m × n numbers, making room for each step took longer than the step.
        along, shift = x * across, y * down
        along += shift
        along /= across * across + down * down + 1e-9
        np.clip(along, 0, 1, out=along)
        x -= np.multiply(along, across, out=shift)
        y -= np.multiply(along, down, out=shift)
        reach = along
        reach *= radii[1] - radii[0]
        reach += radii[0]
        reach *= reach
        return np.asarray(_square_away(x, y) <= reach, dtype=np.bool_)

    def cover(self, points: Floats, foot: Floats, stance: Stance, halo_mm: float = 0.5) -> Mask:
        """Return which points the piece hides, its outline widened by a halo."""
        radii = self.kind.diameter_mm / 2 + halo_mm, self.top_radius(stance) + halo_mm
        return self.hull(points, foot, self.top_mm(stance), radii)

    def bounds(self, foot: Floats, stance: Stance, halo_mm: float = 0.5) -> tuple[Floats, Floats]:
        """Return the corners (mm) of the box round all that ``cover`` says the piece hides."""
        top, tip = self.top_centre(foot, stance), self.top_radius(stance) + halo_mm
        wide = self.kind.diameter_mm / 2 + halo_mm
        return np.minimum(foot - wide, top - tip), np.maximum(foot + wide, top + tip)

    def parts(self, points: Floats, foot: Floats, stance: Stance) -> tuple[Mask, Mask]:
        """Return which points certainly show the piece's top, and which its side.

        A printed face's middle is no part of the top.
        """
        away = _square_away(*_apart(points, self.top_centre(foot, stance)))
        radius = self.top_radius(stance)
        top = away < (radius - TUNING.edge_mm) ** 2
        if self.kind.face is not None:
            top &= away >= (self.face_radius + TUNING.face_edge_mm) ** 2
        side = self._core(points, foot, stance) & (away >= (radius + TUNING.halo_mm) ** 2)
        return top, side

    def face(self, points: Floats, foot: Floats, stance: Stance) -> Mask:
        """Return which points certainly show the middle of a printed face; none if it has none."""
        centre = self.top_centre(foot, stance)
        return _within(points, centre, max(0.0, self.face_radius - TUNING.face_edge_mm))

    @property
    def face_radius(self) -> float:
        """Return the radius, on the board's plane, of the middle of a printed face."""
        return self.kind.face_diameter_mm / 2 * self._stretch(self.kind.height_mm)

    def _core(self, points: Floats, foot: Floats, stance: Stance) -> Mask:
        """Return which points the piece certainly hides, below its top or by it."""
        radius = self.kind.diameter_mm / 2
        if stance is Stance.DOWN:
            radii = radius * TUNING.turned_core, radius * TUNING.turned_core
            return self.hull(points, foot, self.top_mm(stance), radii)
        radii = radius * TUNING.core_low, radius * TUNING.core_high
        core = self.hull(points, foot, self.top_mm(stance) - TUNING.core_below_mm, radii)
        low_mm = TUNING.foot_mm + (self.base_mm if stance is Stance.ON else 0.0)
        return core | _within(points, self.lift(foot, low_mm), radius * TUNING.foot_share)

    def lift(self, point: Floats, height_mm: float) -> Floats:
        """Return where on the board's plane a point at a height above ``point`` is seen."""
        lifted = point + (point - self.nadir) * (height_mm / (self.camera_mm - height_mm))
        return np.asarray(lifted, dtype=np.float64)

    def sunk(self, point: Floats, depth_mm: float) -> Floats:
        """Return what a point of the board's plane shows at a depth below an open board."""
        reached = point + (point - self.nadir) * (depth_mm / self.camera_mm)
        return np.asarray(reached, dtype=np.float64)

    @property
    def hole_radius(self) -> float:
        """Return the radius of a hole (mm)."""
        return (self.kind.hole_diameter_mm or self.kind.diameter_mm + 2) / 2

    def _stretch(self, height_mm: float) -> float:
        return self.camera_mm / (self.camera_mm - height_mm)


def make_silhouettes(board: Board, pose: Pose) -> Mapping[str, Silhouette]:
    """Return the silhouettes of all kinds of a board's pieces by the kinds' names."""
    flat_mm = max((kind.height_mm for kind in board.pieces.values() if kind.flat), default=0.0)
    return {name: Silhouette(kind, pose, base_mm=flat_mm) for name, kind in board.pieces.items()}


def _within(points: Floats, centre: Floats, radius: float) -> Mask:
    away = _square_away(*_apart(points, centre))
    return np.asarray(away < radius * radius, dtype=np.bool_)


def _square_away(x: Floats, y: Floats) -> Floats:
    x *= x
    y *= y
    x += y
    return x


def _apart(points: Floats, middle: Floats) -> tuple[Floats, Floats]:
    x, y = np.ascontiguousarray(points.T)  # numpy subtracts neighbours four times as fast
    middle = middle.astype(points.dtype)
    return x - middle[..., 0, None], y - middle[..., 1, None]
