"""Small pictures with coverage, drawn into a larger one.

A sprite is drawn several times too large with OpenCV's hard-edged fills and shrunk by averaging,
which gives soft edges and, because the canvas starts empty, premultiplied colour at no cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from hardware.ports import Picture
from hardware.simulated.scene import Bgr

_SHIFT = 4
"""OpenCV takes integers; this many of their bits are fractional."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A patch for a picture, its top-left pixel at ``left``, ``top``.

    ``colour`` (rows × columns × 3) is premultiplied by the coverage; ``clear`` (rows × columns × 1)
    is the share of the picture beneath that remains, 0 to 1. A shadow has no colour.
    """

    left: int
    top: int
    colour: NDArray[np.float32] | None
    clear: NDArray[np.float32]

    def onto(self, picture: Picture) -> None:
        """Lay this into a picture, in place; what reaches beyond its border is left out."""
        rows, columns = self.clear.shape[:2]
        height, width = picture.shape[:2]
        y0, y1 = max(0, self.top), min(height, self.top + rows)
        x0, x1 = max(0, self.left), min(width, self.left + columns)
        if y0 >= y1 or x0 >= x1:
            return
        inner = np.s_[y0 - self.top : y1 - self.top, x0 - self.left : x1 - self.left]
        below = picture[y0:y1, x0:x1]
        mixed = below * self.clear[inner]
        if self.colour is not None:
            mixed += self.colour[inner]  # premultiplied, so the sum cannot exceed 255
        below[:] = mixed


class Canvas:
    """An empty sheet over the pixels around some points, on which polygons are drawn.

    Pixels are those of the picture, pixel centres at whole numbers.
    """

    def __init__(self, around: ArrayLike, margin_px: float, scale: int = 4) -> None:
        """Cover the points and ``margin_px`` around them, drawn ``scale`` times too large."""
        points = np.asarray(around, np.float64).reshape(-1, 2)
        self.left, self.top = (math.floor(v) for v in points.min(axis=0) - margin_px)
        self._corner = np.array([self.left, self.top]) - 0.5
        right, bottom = (math.ceil(v) + 1 for v in points.max(axis=0) + margin_px)
        self.scale = scale
        self.size = right - self.left, bottom - self.top
        self.sheet = np.zeros((self.size[1] * scale, self.size[0] * scale, 4), np.uint8)

    def place(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return pixels of the picture as pixels of the enlarged sheet."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        return (flat - self._corner) * self.scale - 0.5

    def fill(self, points: ArrayLike, colour: Bgr) -> None:
        """Fill a convex polygon."""
        self._draw(self.sheet, points, (*clamp(colour), 255))

    def keep(self, points: ArrayLike) -> None:
        """Erase everything outside a convex polygon."""
        window = np.zeros(self.sheet.shape[:2], np.uint8)
        self._draw(window, points, (255,))
        self.sheet[window == 0] = 0

    def erase(self, points: ArrayLike) -> None:
        """Erase everything inside a convex polygon."""
        self._draw(self.sheet, points, (0, 0, 0, 0))

    def _draw(self, sheet: NDArray[np.uint8], points: ArrayLike, ink: Sequence[int]) -> None:
        whole = np.round(self.place(points) * 2**_SHIFT).astype(np.int32)
        cv2.fillConvexPoly(sheet, whole, ink, cv2.LINE_8, _SHIFT)

    def sprite(self) -> Sprite:
        """Return what was drawn."""
        small = cv2.resize(self.sheet, self.size, interpolation=cv2.INTER_AREA).astype(np.float32)
        clear = (1 - small[..., 3:] / 255).astype(np.float32)
        return Sprite(self.left, self.top, small[..., :3], clear)

    def shadow(self, darkness: float, blur_px: float) -> Sprite:
        """Return what was drawn as a blurred shadow; ``darkness`` 1 leaves no light."""
        coarse = max(1, int(blur_px / 3))  # a wide blur hides that it was done on fewer pixels
        few = (-(-self.size[0] // coarse), -(-self.size[1] // coarse))
        cover = cv2.resize(self.sheet[..., 3], few, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(cover.astype(np.float32), (0, 0), blur_px / coarse)
        soft = cv2.resize(soft, self.size, interpolation=cv2.INTER_LINEAR)[..., None]
        clear = (1 - darkness / 255 * soft).astype(np.float32)
        return Sprite(self.left, self.top, None, clear)


def smooth(sprite: Sprite, blur_px: float) -> Sprite:
    """Return the sprite with its colours blurred, its outline as sharp as before."""
    assert sprite.colour is not None, "a shadow has nothing to blur"
    cover = 1 - sprite.clear
    colour = cv2.GaussianBlur(sprite.colour, (0, 0), blur_px)
    weight = cv2.GaussianBlur(cover, (0, 0), blur_px)[..., None]
    even = colour / np.maximum(weight, 1e-3) * cover
    return replace(sprite, colour=even.astype(np.float32))


def clamp(colour: Iterable[float]) -> tuple[int, int, int]:
    """Return a colour as three whole numbers from 0 to 255."""
    blue, green, red = (round(min(max(value, 0), 255)) for value in colour)
    return blue, green, red


def scale_colour(colour: Iterable[float], by: float, add: float = 0.0) -> Bgr:
    """Return a colour made brighter or darker."""
    blue, green, red = (value * by + add for value in colour)
    return blue, green, red


def light_colour(colour: Iterable[float], light: Iterable[float]) -> Bgr:
    """Return a colour under a light, channel by channel."""
    blue, green, red = (value * gain for value, gain in zip(colour, light, strict=True))
    return blue, green, red


def disc(x_mm: float, y_mm: float, radius_mm: float, corners: int = 40) -> NDArray[np.float64]:
    """Return a circle on the board as a polygon, corners × 2."""
    return np.asarray(_unit_circle(corners) * radius_mm + (x_mm, y_mm), np.float64)


def place_points(
    points: ArrayLike, angle_deg: float, middle_mm: tuple[float, float]
) -> NDArray[np.float64]:
    """Return points given from a thing's middle, in its own turn, on the board."""
    angle = math.radians(angle_deg)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return np.asarray(np.asarray(points) @ turn + middle_mm, np.float64)


@lru_cache(maxsize=8)
def _unit_circle(corners: int) -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def find_hull(points: ArrayLike) -> NDArray[np.float64]:
    """Return the convex hull of points, n × 2."""
    return np.asarray(cv2.convexHull(np.asarray(points, np.float32)), np.float64).reshape(-1, 2)
