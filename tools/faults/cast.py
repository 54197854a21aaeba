"""What lamps, windows and people cast on the board, and what a bent board does to its picture.

Everything is given on the board, in millimetres, so it is independent of the camera. Only a
lamp's reflection in the varnish moves with the camera.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from hardware.board import Board
from hardware.ports import Picture
from hardware.simulated.optics import Pose
from hardware.simulated.scene import View

_COARSE: Final = 4
_WARM_BGR: Final = np.array((0.45, 0.85, 1.25))
_COOL_BGR: Final = np.array((1.3, 1.0, 0.7))
_BOW_MM: Final = 6.0
_LAMP_OVER_MM: Final = (700.0, 1500.0)
"""How high above the board reflected lamps hang, in mm."""

Map = NDArray[np.float32]


def mirror_lamp(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Add a round lamp's reflection in the varnish, where this camera sees it."""
    x, y = _board_points(view.pose)
    at = lamp_image_mm(view.pose, _lamp_mm(view.board, rng))
    wide = max(view.board.size_mm) * (0.03 + 0.05 * strength)
    away = np.hypot(x - at[0], y - at[1]) / wide
    veil = 330 * strength / (1 + np.exp(np.clip(6 * (away - 1), -20, 20)))
    return _bytes(picture + veil[..., None])


def lamp_image_mm(pose: Pose, lamp_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the point of the board in which a camera sees a lamp (x, y, height) reflected."""
    camera = -pose.rotation.T @ np.array(pose.tvec_mm)
    over, lamp_over = -camera[2], lamp_mm[2]
    return np.asarray(camera[:2] + (lamp_mm[:2] - camera[:2]) * over / (over + lamp_over))


def _lamp_mm(board: Board, rng: Generator) -> NDArray[np.float64]:
    middle = np.array(board.size_mm) / 2
    beside = max(board.size_mm) * rng.uniform(-0.7, 0.7, 2)
    return np.array([*(middle + beside), rng.uniform(*_LAMP_OVER_MM)])


def cast_edge_shadow(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Cast the soft shadow of somebody out of sight over one of the board's edges."""
    x, y = _board_points(view.pose)
    middle = np.array(view.board.size_mm) / 2
    side = math.radians(90.0 * int(rng.integers(4)))
    outward = np.array([math.cos(side), math.sin(side)])
    along = np.array([-outward[1], outward[0]]) * rng.uniform(-0.6, 0.6)
    at = middle + (outward + along) * middle
    size = max(view.board.size_mm) * np.array([0.1 + 0.3 * strength, rng.uniform(0.1, 0.3)])
    inward = (x - at[0]) * outward[0] + (y - at[1]) * outward[1]
    across = (y - at[1]) * outward[0] - (x - at[0]) * outward[1]
    away = np.hypot(np.minimum(inward, 0) / size[0], across / size[1])
    dark = 0.7 * min(1.0, 0.4 + strength) / (1 + np.exp(np.clip(7 * (away - 0.8), -20, 20)))
    return multiply(picture, 1 - dark)


def cast_two_lights(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Light one side of the board as a warm lamp does, and the other as a window does."""
    x, y = _board_points(view.pose)
    angle = rng.uniform(0, 2 * math.pi)
    middle = np.array(view.board.size_mm) / 2
    along = (x - middle[0]) * math.cos(angle) + (y - middle[1]) * math.sin(angle)
    share = (1 / (1 + np.exp(np.clip(-4 * along / max(view.board.size_mm), -20, 20))))[..., None]
    colour = share * _WARM_BGR + (1 - share) * _COOL_BGR
    return _bytes(picture * (1 + strength * (colour - 1)))


def cast_window_bars(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Let the sun fall through a window: bright panes, and the hard shadows of its bars."""
    x, y = _board_points(view.pose)
    angle, step = rng.uniform(0, math.pi), max(view.board.size_mm) * rng.uniform(0.2, 0.4)
    shift = rng.uniform(0, 1, 2)
    turned = (x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle))
    soft = 0.01
    light = np.ones_like(x)
    for part, offset in zip(turned, shift, strict=True):
        from_bar = np.abs((part / step + offset) % 1 - 0.5)
        light *= np.clip((from_bar - 0.07) / soft, 0, 1)
    return multiply(picture, 1 + strength * (0.77 * light - 0.65))


def bend_board(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Bend the board, so that its middle stands up from the table like the back of a book."""
    width, height = view.pose.size
    points = _coarse_points(view.pose)
    axis = int(rng.integers(2))
    share = points[..., axis] / view.board.size_mm[axis]
    rise = _BOW_MM * strength * np.maximum(0, 4 * share * (1 - share))
    nadir, over = (
        np.array(view.pose.nadir_mm),
        float((view.pose.rotation.T @ np.array(view.pose.tvec_mm))[2]),
    )
    # A raised point is seen farther from the camera's nadir: sample this much nearer to it.
    flat = nadir + (points - nadir) * (1 - rise / over)[..., None]
    there, here = (view.pose.project(at.reshape(-1, 2)).reshape(at.shape) for at in (flat, points))
    moved = cv2.resize((there - here).astype(np.float32), (width, height))
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height))
    from_x, from_y = columns + moved[..., 0], rows.astype(np.float32) + moved[..., 1]
    seen = cv2.remap(picture, from_x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _board_points(pose: Pose) -> tuple[Map, Map]:
    """Return the point of the board's plane that every pixel shows, x and y in mm."""
    whole = np.asarray(cv2.resize(_coarse_points(pose).astype(np.float32), pose.size), np.float32)
    return whole[..., 0], whole[..., 1]


def _coarse_points(pose: Pose) -> NDArray[np.float64]:
    """Return the same for every fourth pixel each way (rows × columns × 2)."""
    columns, rows = (np.arange(0, side, _COARSE) + (_COARSE - 1) / 2 for side in pose.size)
    pixels = np.stack(np.meshgrid(columns, rows), axis=-1)
    return pose.board_points(pixels.reshape(-1, 2)).reshape(pixels.shape)


def multiply(picture: Picture, level: NDArray[np.floating]) -> Picture:
    """Return a picture with every pixel brighter by its own factor."""
    return _bytes(picture * level[..., None])


def _bytes(light: NDArray[Any]) -> Picture:
    return np.asarray(np.clip(light, 0, 255), np.uint8)
