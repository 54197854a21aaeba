"""Drawing in millimetres with Pillow, twice as fine as the texture that comes out."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Rgb = tuple[int, int, int]
PX_PER_MM = 3.6
_FINE = 2


@functools.cache
def find_font(size: int, name: str = "DejaVuSans-Bold.ttf") -> ImageFont.FreeTypeFont:
    """Return a font in pixels; Pillow's own where the named one is not installed."""
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        font = ImageFont.load_default(size)
        assert isinstance(font, ImageFont.FreeTypeFont)
        return font


def noise(shape: tuple[int, int], sigma: tuple[float, float], seed: int) -> NDArray[np.float32]:
    """Return blurred noise of unit variance; ``sigma`` along x and y in pixels."""
    rng = np.random.default_rng(seed)
    shrink = max(1, int(min(sigma) / 3))
    small = (max(8, shape[0] // shrink), max(8, shape[1] // shrink))
    field = rng.standard_normal(small, dtype=np.float32)
    field = np.asarray(
        cv2.GaussianBlur(field, (0, 0), sigmaX=sigma[0] / shrink, sigmaY=sigma[1] / shrink),
        np.float32,
    )
    full = np.asarray(cv2.resize(field, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(full / full.std(), np.float32)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return a colour between two."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(first, second, strict=True))
    return r, g, b


def grain(
    shape: tuple[int, int], dark: Rgb, pale: Rgb, seed: int, plank: int = 0
) -> NDArray[np.uint8]:
    """Return wood whose fibres run down, of two colours; ``plank`` is a board's width in pixels."""
    width = shape[1]
    x = np.arange(width)[None, :]
    wavy = noise(shape, (26, 170), seed)
    rings = np.sin((x + 20 * wavy) * 0.17)
    value = 0.5 + 0.16 * noise(shape, (1.4, 60), seed + 1) + 0.15 * rings + 0.12 * wavy
    if plank:
        tones = np.random.default_rng(seed + 2).uniform(-0.28, 0.28, width // plank + 1)
        value = value + tones[x // plank]
        value = np.where(x % plank < 2, value - 0.6, value)
    share = np.clip(value, 0, 1)[..., None]
    return np.asarray(np.array(dark) + (np.subtract(pale, dark)) * share).astype(np.uint8)


def paper(shape: tuple[int, int], colour: Rgb, seed: int, strength: float = 6) -> NDArray[np.uint8]:
    """Return paper or paint with slow and fine unevenness, this many grey levels strong."""
    rough = noise(shape, (40, 40), seed) + 0.7 * noise(shape, (6, 6), seed + 1)
    rough = rough + 0.4 * noise(shape, (1, 1), seed + 2)
    value = np.array(colour) + strength * rough[..., None]
    return np.asarray(np.clip(value, 0, 255), np.uint8)


class Canvas:
    """A picture of a board or card, drawn in its millimetres from the top-left corner."""

    def __init__(self, size: tuple[float, float], ground: NDArray[np.uint8] | Rgb) -> None:
        self.scale = PX_PER_MM * _FINE
        self.pixels = (round(size[0] * self.scale), round(size[1] * self.scale))
        if isinstance(ground, tuple):
            self.image = Image.new("RGB", self.pixels, ground)
        else:
            self.image = Image.fromarray(ground).resize(self.pixels, Image.Resampling.BICUBIC)
        self.pen = ImageDraw.Draw(self.image)

    def _at(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def disc(  # noqa: PLR0913, PLR0917 - how a mark is drawn is many small choices
        self, x: float, y: float, radius: float, fill: Rgb | None, line: Rgb | None = None,
        width: float = 0.5,
    ) -> None:  # fmt: skip
        """Draw a circle, filled or not, with or without an outline (millimetres)."""
        box = self._at([(x - radius, y - radius), (x + radius, y + radius)])
        self.pen.ellipse(box, fill=fill, outline=line, width=max(1, round(width * self.scale)))

    def line(self, points: Sequence[tuple[float, float]], colour: Rgb, width: float) -> None:
        """Draw a line through points."""
        self.pen.line(
            self._at(points), fill=colour, width=max(1, round(width * self.scale)), joint="curve"
        )

    def polygon(self, points: Sequence[tuple[float, float]], fill: Rgb) -> None:
        """Fill a polygon."""
        self.pen.polygon(self._at(points), fill=fill)

    def star(self, x: float, y: float, radius: float, points: int, fill: Rgb) -> None:
        """Fill a star with this many points."""
        turns = [math.pi * k / points - math.pi / 2 for k in range(2 * points)]
        self.polygon(
            [
                (x + r * math.cos(a), y + r * math.sin(a))
                for k, a in enumerate(turns)
                for r in [radius if k % 2 == 0 else radius * 0.45]
            ],
            fill,
        )

    def box(  # noqa: PLR0913, PLR0917 - as above
        self, x: float, y: float, width: float, height: float, fill: Rgb | None,
        line: Rgb | None = None, corner: float = 0.0, stroke: float = 0.5,
    ) -> None:  # fmt: skip
        """Draw a rectangle by its top-left corner and size, with round corners."""
        self.pen.rounded_rectangle(
            self._at([(x, y), (x + width, y + height)]),
            radius=corner * self.scale,
            fill=fill,
            outline=line,
            width=max(1, round(stroke * self.scale)),
        )

    def write(  # noqa: PLR0913, PLR0917 - as above
        self, x: float, y: float, text: str, height: float, colour: Rgb, angle: float = 0
    ) -> None:
        """Write a word centred at a point, this many millimetres high, turned counter-clockwise."""
        font = find_font(round(height * self.scale))
        left, top, right, bottom = font.getbbox(text)
        tile = Image.new("L", (round(right - left) + 8, round(bottom - top) + 8), 0)
        ImageDraw.Draw(tile).text((4 - left, 4 - top), text, font=font, fill=255)
        tile = tile.rotate(angle, expand=True, resample=Image.Resampling.BICUBIC)
        corner = (round(x * self.scale - tile.width / 2), round(y * self.scale - tile.height / 2))
        self.image.paste(colour, corner, tile)

    def finish(self, seed: int = 0, speckle: float = 2.0) -> Image.Image:
        """Return the drawing at its final size, with the speckle of print."""
        size = (self.pixels[0] // _FINE, self.pixels[1] // _FINE)
        small = np.asarray(self.image.resize(size, Image.Resampling.LANCZOS), np.float32)
        grain_of_print = np.random.default_rng(seed).normal(0, speckle, (*small.shape[:2], 1))
        return Image.fromarray(np.clip(small + grain_of_print, 0, 255).astype(np.uint8))
