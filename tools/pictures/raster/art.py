"""The art of boards: ground, what is printed at each place, wear.

Pictures are sRGB, 0 to 1 (float32); the fourth channel is how much of the varnish is left.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.pictures.raster.layouts import Layout
from tools.pictures.raster.paint import Picture, noise, paint_ground, paint_wood, put_text, scribble
from tools.pictures.raster.palette import any_colour, square_colours, vary


class BoardPainter:
    """Paints one board: its ground, what is printed at each place, its age."""

    def __init__(
        self,
        rng: Generator,
        size_mm: tuple[float, float],
        layout: Layout,
        at_mm: NDArray[Any],
        *,
        owners: dict[str, NDArray[Any]],
    ) -> None:
        self.rng, self.layout, self.at_mm, self.owners = rng, layout, at_mm, owners
        self.scale = min(4.0, 1400 / max(size_mm))
        self.shape = (int(size_mm[1] * self.scale), int(size_mm[0] * self.scale))
        self.size_mm = size_mm
        self.line = any_colour(rng)
        self.pitch = float(
            np.linalg.norm(
                at_mm[:, None] - at_mm + np.eye(len(at_mm))[..., None] * 1e6, axis=2
            ).min()
        )

    def paint(self, radius_mm: float) -> Picture:
        """Return the whole board with its varnish as fourth channel; places have that radius."""
        self.radius_mm = radius_mm
        rng = self.rng
        self.picture = paint_ground(rng, self.shape)
        ordinary = rng.random() < 0.45
        if not ordinary and rng.random() < 0.7:
            scribble(rng, self.picture, int(rng.integers(3, 90)), rng.uniform(10, 160))
        if rng.random() < 0.45:
            self._border()
        {"chequers": self._chequers, "squares": self._squares, "go": self._go}.get(
            self.layout.style, self._discs
        )()
        if rng.random() < 0.2:
            for point in self.at_mm:
                self._letter(point)
        if not ordinary and rng.random() < 0.25:
            scribble(rng, self.picture, int(rng.integers(1, 20)), rng.uniform(6, 40))
        varnish = self._age()
        return np.dstack([np.clip(self.picture, 0.01, 0.98), varnish]).astype(np.float32)

    def _px(self, point: NDArray[Any]) -> tuple[int, int]:
        """Return a position in sixteenths of a pixel, as OpenCV's shift of 4 wants it."""
        x, y = (point * self.scale - 0.5) * 16
        return round(float(x)), round(float(y))

    def _colour(self) -> tuple[float, ...]:
        return tuple(float(c) for c in any_colour(self.rng))

    def _border(self) -> None:
        height, width = self.shape
        for _ in range(int(self.rng.integers(1, 4))):
            inset = int(self.rng.uniform(0, 0.04) * width)
            corner = (width - 1 - inset, height - 1 - inset)
            thick = int(self.rng.integers(1, max(3, width // 60)))
            cv2.rectangle(self.picture, (inset, inset), corner, self._colour(), thick)

    def _chequers(self) -> None:
        columns, rows = self.layout.cells or (1, 1)
        step = self.pitch if len(self.at_mm) == columns * rows else self.pitch / np.sqrt(2)
        middle = np.array(self.size_mm) / 2
        first, second = square_colours(self.rng)
        soft = self.rng.uniform(0.55, 1)
        wood = [
            paint_wood(self.rng, self.shape, c) if self.rng.random() < 0.4 else c
            for c in (first, second)
        ]
        uneven = self.rng.uniform(0.03, 0.16) if self.rng.random() < 0.5 else 0.0
        for row in range(rows):
            for column in range(columns):
                low = (
                    middle + (np.array([column, row]) - (columns / 2, rows / 2)) * step
                ) * self.scale
                high = low + step * self.scale
                x0, y0, x1, y1 = (round(float(v)) for v in (*low, *high))
                ink = wood[(row + column) % 2]
                piece = ink[y0:y1, x0:x1] if ink.ndim == 3 else ink
                area = self.picture[max(0, y0) : y1, max(0, x0) : x1]
                if area.size and (piece.ndim == 1 or piece.shape == area.shape):
                    tone = np.exp(self.rng.normal(0, uneven))
                    area[:] = area * (1 - soft) + piece * soft * tone
        if self.rng.random() < 0.5:
            self._letters_beside(columns, step)

    def _letters_beside(self, columns: int, step: float) -> None:
        for column in range(columns):
            x = self.size_mm[0] / 2 + (column + 0.5 - columns / 2) * step
            for y in (0.02, 0.985):
                at = (int(x * self.scale), int(y * self.shape[0]))
                size = self.scale * step / 110
                put_text(self.picture, chr(65 + column), at, size, tuple(self.line), 1)

    def _squares(self) -> None:
        half, thick = self.pitch * self.rng.uniform(0.4, 0.5), int(self.rng.integers(1, 5))
        fill = self.rng.random() < 0.5
        palette = [self._colour() for _ in range(int(self.rng.integers(1, 4)))]
        for number, point in enumerate(self.at_mm):
            a, b = self._px(point - half), self._px(point + half)
            if fill:
                colour = self._owner(number) or palette[int(self.rng.integers(len(palette)))]
                cv2.rectangle(self.picture, a, b, colour, -1, cv2.LINE_AA, 4)
            cv2.rectangle(self.picture, a, b, tuple(self.line), thick, cv2.LINE_AA, 4)

    def _go(self) -> None:
        columns, rows = self.layout.cells or (1, 1)
        grid = self.at_mm.reshape(rows, columns, 2)
        colour = (
            tuple(vary(self.rng, (0.12, 0.1, 0.09), 0.3))
            if self.rng.random() < 0.8
            else tuple(self.line)
        )
        thick = max(1, int(self.scale * self.rng.uniform(0.3, 1.2)))
        for line in (*grid, *grid.transpose(1, 0, 2)):
            cv2.line(
                self.picture, self._px(line[0]), self._px(line[-1]), colour, thick, cv2.LINE_AA, 4
            )
        for number in range(2, min(rows, columns) - 2, max(2, columns // 3)):
            cv2.circle(
                self.picture,
                self._px(grid[number, number]),
                int(2 * self.scale * 16),
                colour,
                -1,
                cv2.LINE_AA,
                4,
            )

    def _owner(self, number: int) -> tuple[float, ...] | None:
        owner = self.layout.owners[number]
        return tuple(float(c) for c in self.owners[owner]) if owner in self.owners else None

    def _discs(self) -> None:
        """Print lines, then a disc, a ring, both, a square or nothing at each place."""
        rng = self.rng
        thick = max(1, int(self.scale * rng.uniform(0.4, 3)))
        for a, b in self.layout.lines:
            cv2.line(
                self.picture,
                self._px(self.at_mm[a]),
                self._px(self.at_mm[b]),
                tuple(self.line),
                thick,
                cv2.LINE_AA,
                4,
            )
        style = int(rng.integers(0, 6)) if not self.layout.lines else int(rng.choice([0, 1, 5, 5]))
        radius = self.radius_mm * rng.uniform(0.85, 1.1)
        fill = self._colour()
        palette = [fill] * 2 + [self._colour() for _ in range(int(rng.integers(0, 4)))]
        for number, point in enumerate(self.at_mm):
            mine = self._owner(number) or palette[int(rng.integers(len(palette)))]
            self._disc(point, radius, mine, style, thick)

    def _disc(
        self,
        at: NDArray[Any],
        radius: float,
        colour: tuple[float, ...],
        style: int,
        thick: int,
    ) -> None:
        centre, size = self._px(at), int(radius * self.scale * 16)
        line = tuple(float(c) for c in self.line)
        if style in (0, 2, 4):
            cv2.circle(self.picture, centre, size, colour, -1, cv2.LINE_AA, 4)
        if style in (1, 2):
            ring = line if style == 2 else colour
            cv2.circle(self.picture, centre, size, ring, thick, cv2.LINE_AA, 4)
        if style == 4:
            cv2.circle(self.picture, centre, int(size * 0.6), line, -1, cv2.LINE_AA, 4)
        if style == 3:
            a, b = self._px(at - radius), self._px(at + radius)
            cv2.rectangle(self.picture, a, b, colour, -1, cv2.LINE_AA, 4)

    def _letter(self, at: NDArray[Any]) -> None:
        text = str(self.rng.choice(list("ABCSRX12345678")))
        size = self.radius_mm * self.scale / 22
        x, y = at * self.scale
        origin = (int(x - size * 9), int(y + size * 9))
        put_text(self.picture, text, origin, size, tuple(self.line), 1 + int(size))

    def _age(self) -> Picture:
        """Wear the edges, scratch and stain; return how much varnish is left."""
        rng, shape = self.rng, self.shape
        varnish = np.ones(shape, np.float32)
        grain = rng.uniform(0, 0.04)
        self.picture *= 1 + grain * rng.standard_normal(shape).astype(np.float32)[..., None]
        self.picture *= 1 + rng.uniform(0, 0.06) * noise(rng, shape, min(shape) / 5)[..., None]
        if rng.random() < 0.4:
            self._wear(varnish)
        for _ in range(int(rng.integers(0, 30)) if rng.random() < 0.35 else 0):
            a, b = (tuple(int(v) for v in rng.uniform(0, shape[::-1])) for _ in range(2))
            b = tuple(int(p + (q - p) * 0.2) for p, q in zip(a, b, strict=True))
            shade = float(rng.choice([0.12, 0.9]))
            cv2.line(self.picture, a, b, (shade, shade, shade), 1, cv2.LINE_AA)
            cv2.line(varnish, a, b, 0.3, 2, cv2.LINE_AA)
        return varnish

    def _wear(self, varnish: Picture) -> None:
        height, width = self.shape
        y, x = np.ogrid[:height, :width]
        edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
        near = np.exp(-edge / (width * self.rng.uniform(0.005, 0.03)))
        worn = np.clip((near + 0.5 * noise(self.rng, self.shape, 14) - 0.6) * 3, 0, 1)[..., None]
        self.picture[:] = self.picture * (1 - worn) + self.rng.choice([0.25, 0.8]) * worn
        varnish *= np.clip(1 - 0.4 * np.abs(noise(self.rng, self.shape, 60)), 0.1, 1)
