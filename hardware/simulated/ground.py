"""The empty board on its table, as the camera sees it: print, recessed holes, table top, light.

Slow (a quarter of a second for a pose, a tenth of that for another light), and therefore done once
for each; everything that moves is drawn over it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, Light
from hardware.simulated.sprites import Canvas, disc, light_colour, scale_colour

_OVERSAMPLING: Final = 2
_HOLE_FLOOR: Final[Bgr] = (34.0, 33.0, 32.0)
_HOLE_WALL: Final[Bgr] = (13.0, 13.0, 13.0)


@dataclass(frozen=True, slots=True, eq=False)
class Unlit:
    """A view before light falls on it: colours rows × columns × 3, and where each pixel looks."""

    levels: NDArray[np.float32]
    x_mm: NDArray[np.float32]
    y_mm: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The printed board as a picture whose first pixel's corner is the board's, and its table.

    Without a picture the table is bare: pieces and cards lie on its top.
    """

    board: Board
    picture: Picture | None
    px_per_mm: float
    table_colour: Bgr

    def see(self, pose: Pose) -> Unlit:
        """Return the empty board on the table as this camera sees it, whatever the light."""
        fine_x, fine_y = _board_points(pose)
        bare = self._bare(fine_x, fine_y)
        levels = np.zeros(bare.shape, np.float32)
        levels[bare] = _table_top(fine_x[bare], fine_y[bare])
        if self.picture is not None:
            levels[bare] *= _board_shadow(fine_x[bare], fine_y[bare], self.board.size_mm)
        seen = _shrink(levels, pose)[..., None] * np.array(self.table_colour, np.float32)
        if self.picture is not None:
            print_ = self._print(self.picture, pose, fine_x, fine_y)
            beneath = cv2.bitwise_and(print_, print_, mask=(~bare).view(np.uint8))
            seen += _shrink(beneath.astype(np.float32), pose)
        # Light changes so slowly over the table that coarse sampling is enough.
        return Unlit(seen, _shrink(fine_x, pose), _shrink(fine_y, pose))

    def light_up(self, unlit: Unlit, pose: Pose, light: Light) -> Picture:
        """Return the picture of what is seen from there, under this light."""
        lit = unlit.levels * field(light, self.board.size_mm, unlit.x_mm, unlit.y_mm)
        picture: Picture = np.clip(lit, 0, 255).astype(np.uint8)
        for place in self.board.places:
            if place.kind == "hole":
                self._dig(picture, place, pose, light)
        return picture

    def _bare(self, x_mm: NDArray[np.float32], y_mm: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Return which board points lie outside the board, where the table top is seen."""
        if self.picture is None:
            return np.ones(x_mm.shape, np.bool_)
        width, height = self.board.size_mm
        return np.asarray((x_mm < 0) | (y_mm < 0) | (x_mm > width) | (y_mm > height), np.bool_)

    def _print(
        self, printed: Picture, pose: Pose, x_mm: NDArray[np.float32], y_mm: NDArray[np.float32]
    ) -> Picture:
        """Return the print at board points; beside the board its border."""
        picture, scale = self._reduce(printed, pose)
        at_x, at_y = x_mm * scale - 0.5, y_mm * scale - 0.5
        edge = cv2.BORDER_REPLICATE
        looked_up = cv2.remap(picture, at_x, at_y, cv2.INTER_LINEAR, borderMode=edge)
        return np.asarray(looked_up, np.uint8)

    def _reduce(self, printed: Picture, pose: Pose) -> tuple[Picture, float]:
        """Return the print, no finer than this view needs (or it would alias), and its scale."""
        middle_x, middle_y = (length / 2 for length in self.board.size_mm)
        wanted = 1.5 * _OVERSAMPLING * pose.px_per_mm(middle_x, middle_y)
        share = min(1.0, wanted / self.px_per_mm)
        smaller = cv2.resize(printed, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(smaller, np.uint8), self.px_per_mm * share

    def _dig(self, picture: Picture, place: BoardPlace, pose: Pose, light: Light) -> None:
        """Sink a hole: its rim on the board, its floor deep enough to shift with the view."""
        kind = self.board.sinking(place)
        depth_mm = kind.hole_depth_mm if kind else 0.0
        radius = ((kind and kind.hole_diameter_mm) or 2 * place.radius_mm) / 2
        gain = gain_at(light, self.board.size_mm, place.x_mm, place.y_mm)
        rim = pose.project(disc(place.x_mm, place.y_mm, radius))
        canvas = Canvas(rim, 2)
        canvas.fill(rim, light_colour(_HOLE_WALL, gain))
        for share in (0.4, 0.7, 1.0):  # the wall is lighter near the rim, so it ends at the floor
            ring = disc(place.x_mm, place.y_mm, radius * (1 - 0.06 * share))
            level = scale_colour(_HOLE_FLOOR, share)
            canvas.fill(pose.project(ring, -depth_mm * share), light_colour(level, gain))
        canvas.keep(rim)
        canvas.sprite().onto(picture)


def gain_at(light: Light, board_mm: tuple[float, float], x_mm: float, y_mm: float) -> Bgr:
    """Return the light at one point of the board, a factor for each channel."""
    point = field(light, board_mm, np.array([[x_mm]], np.float32), np.array([[y_mm]], np.float32))
    blue, green, red = point[0, 0].tolist()
    return blue, green, red


def field(
    light: Light,
    board_mm: tuple[float, float],
    x_mm: NDArray[np.float32],
    y_mm: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return the light at points rows × columns of the board, rows × columns × 3."""
    toward_x, toward_y = light.towards
    half = max(board_mm) / 2
    along = (x_mm - board_mm[0] / 2) / half * toward_x + (y_mm - board_mm[1] / 2) / half * toward_y
    level = light.brightness * (1 + light.shade_strength * np.tanh(along))
    return np.asarray(level[..., None] * np.array(light.gain_bgr, np.float32), np.float32)


def _board_points(pose: Pose) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the board's x and y in millimetres at the pixels of an oversampled picture."""
    width, height = pose.size
    columns = (np.arange(width * _OVERSAMPLING) + 0.5) / _OVERSAMPLING - 0.5
    rows = (np.arange(height * _OVERSAMPLING) + 0.5) / _OVERSAMPLING - 0.5
    # The lens is smooth: interpolating a coarse grid of exact points is right to 0.01 mm.
    net_x, net_y = np.linspace(0, columns.size - 1, 81), np.linspace(0, rows.size - 1, 61)
    net = np.stack(np.meshgrid(columns[0] + net_x / 2, rows[0] + net_y / 2), axis=-1)
    exact = pose.board_points(net.reshape(-1, 2)).reshape(*net.shape)
    across = (np.arange(columns.size) / (columns.size - 1) * 80).astype(np.float32)
    down = (np.arange(rows.size) / (rows.size - 1) * 60).astype(np.float32)
    dense = cv2.remap(exact.astype(np.float32), *np.meshgrid(across, down), cv2.INTER_LINEAR)
    return np.ascontiguousarray(dense[..., 0]), np.ascontiguousarray(dense[..., 1])


def _shrink(fine: NDArray[np.float32], pose: Pose) -> NDArray[np.float32]:
    """Return an oversampled picture in the camera's own size."""
    return np.asarray(cv2.resize(fine, pose.size, interpolation=cv2.INTER_AREA), np.float32)


def _table_top(x_mm: NDArray[np.float32], y_mm: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how light a table of planks with some grain is at these points."""
    across = x_mm / 140 + 0.37
    plank = np.floor(across)
    tone = 1 + 0.07 * np.sin(plank * 12.9)
    grain = np.sin(x_mm * 0.9 + 1.4 * np.sin(y_mm * 0.011 + plank * 5)) * np.sin(x_mm * 0.31)
    seam = np.abs(across - np.round(across)) * 140 < 0.7
    level = (tone + 0.05 * grain) * np.where(seam, np.float32(0.6), np.float32(1.0))
    return np.asarray(level, np.float32)


def _board_shadow(
    x_mm: NDArray[np.float32], y_mm: NDArray[np.float32], board_mm: tuple[float, float]
) -> NDArray[np.float32]:
    """Return how much light reaches the table beside the board's edge."""
    out_x = np.maximum(0, np.maximum(-x_mm, x_mm - board_mm[0]))
    out_y = np.maximum(0, np.maximum(-y_mm, y_mm - board_mm[1]))
    return np.asarray(1 - 0.45 * np.exp(-np.hypot(out_x, out_y) / math.e), np.float32)
