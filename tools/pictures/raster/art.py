"""Printed and natural surfaces: board art, table tops, and the sheet of card faces.

Pictures are sRGB, 0 to 1 (float32); a board's fourth channel is how much of its varnish is left.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.pictures.raster.layouts import Layout
from tools.pictures.raster.palette import any_colour, vary

Rng = np.random.Generator
Picture = NDArray[np.float32]

ATLAS_CELLS: Final = 4
"""The sheet of faces has so many cells in each direction."""


def noise(rng: Rng, shape: tuple[int, int], cell: float, stretch: float = 1.0) -> Picture:
    """Return smooth noise of deviation 1; ``cell`` pixels across, ``stretch`` times as high."""
    rows = max(2, int(shape[0] / (cell * stretch)) + 2)
    columns = max(2, int(shape[1] / cell) + 2)
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    return cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)


def paint_wood(rng: Rng, shape: tuple[int, int], colour: NDArray[np.float64]) -> Picture:
    """Return wood: grain along one axis, rings, sometimes planks."""
    height, width = shape
    grain = noise(rng, shape, rng.uniform(2, 5), 30) * 0.35 + noise(rng, shape, 12, 14) * 0.4
    x = np.arange(width, dtype=np.float32)[None]
    rings = np.sin((x + noise(rng, shape, 120, 4) * 25) * rng.uniform(0.03, 0.14))
    tone = grain * rng.uniform(0.3, 1) + rings * rng.uniform(0, 0.6)
    if rng.random() < 0.5:
        plank = (x // rng.uniform(0.08 * width, 0.35 * width)).astype(int)
        tone = tone + rng.uniform(-1, 1, plank.max() + 1)[plank].astype(np.float32)
    wood = colour * np.exp(tone[..., None] * rng.uniform(0.04, 0.2))
    return np.ascontiguousarray(wood if rng.random() < 0.5 else np.rot90(np.rot90(wood)))


def paint_cloth(rng: Rng, shape: tuple[int, int], colour: NDArray[np.float64]) -> Picture:
    """Return cloth: a weave with slow stains, sometimes stripes or checks."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    step = rng.uniform(1.2, 2.6)
    tone = np.sin(x * step) * np.sin(y * step) * rng.uniform(0.02, 0.12)
    tone += noise(rng, shape, 90) * 0.04
    cloth = colour * (1 + tone[..., None])
    if rng.random() < 0.4:
        other, cell = any_colour(rng), rng.uniform(20, 150)
        mask = ((x // cell) % 2)[..., None] * (0.5 if rng.random() < 0.5 else 1.0)
        if rng.random() < 0.7:
            mask = (mask + ((y // cell) % 2)[..., None] * 0.5) / 1.5
        cloth = cloth * (1 - mask) + other * mask
    return cloth.astype(np.float32)


def paint_ground(rng: Rng, shape: tuple[int, int]) -> Picture:
    """Return a surface of any kind: plain, wood, cloth, gradient, stone, illustration."""
    colour, k = any_colour(rng), rng.random()
    if k < 0.3:
        wood = vary(rng, (0.7, 0.5, 0.31), 0.35)
        return paint_wood(rng, shape, wood).astype(np.float32)
    if k < 0.45:
        return paint_cloth(rng, shape, colour)
    ground = np.empty((*shape, 3), np.float32)
    ground[:] = colour
    if k < 0.6:
        mix = 0.5 + 0.5 * np.clip(noise(rng, shape, min(shape) / rng.uniform(1.2, 4)), -1, 1)
        ground += mix[..., None] * (any_colour(rng) - colour)
    elif k < 0.72:
        for cell in (3, 11, 45, 160):
            ground *= 1 + rng.uniform(0, 0.12) * noise(rng, shape, cell)[..., None]
    return ground.astype(np.float32)


def scribble(rng: Rng, picture: Picture, count: int, size: float) -> None:
    """Print random shapes, letters and lines into a picture."""
    height, width = picture.shape[:2]
    for _ in range(count):
        colour = tuple(float(c) for c in any_colour(rng))
        at = (rng.uniform(0, 1, 2) * (width, height)).astype(int)
        reach = np.abs(rng.normal(0, size, 2)) + 3
        other = (at + rng.normal(0, size, 2)).astype(int)
        thick = int(rng.integers(1, 2 + int(size / 12)))
        fill = -1 if rng.random() < 0.5 else thick
        kind = rng.integers(7)
        a, b = (int(at[0]), int(at[1])), (int(other[0]), int(other[1]))
        if kind == 0:
            cv2.line(picture, a, b, colour, thick, cv2.LINE_AA)
        elif kind == 1:
            cv2.circle(picture, a, int(reach[0] / 2), colour, fill, cv2.LINE_AA)
        elif kind == 2:
            around = (at + rng.normal(0, size / 2, (6, 2))).astype(np.int32)
            cv2.fillPoly(picture, [around], colour, cv2.LINE_AA)
        elif kind == 3:
            cv2.rectangle(picture, a, b, colour, fill, cv2.LINE_AA)
        elif kind == 4:
            text = "".join(rng.choice(list("ABDEGKMRSTZ0123456789&?!"), int(rng.integers(1, 9))))
            face = int(rng.integers(0, 8))
            cv2.putText(picture, text, a, face, size / 45, colour, thick, cv2.LINE_AA)
        elif kind == 5:
            axes = (int(reach[0] / 2), int(reach[1] / 2))
            end = float(rng.uniform(60, 360))
            cv2.ellipse(
                picture, a, axes, float(rng.uniform(0, 180)), 0, end, colour, thick, cv2.LINE_AA
            )
        else:
            steps = np.cumsum(rng.normal(0, size / 4, (9, 2)), axis=0)
            cv2.polylines(
                picture, [(at + steps).astype(np.int32)], False, colour, thick, cv2.LINE_AA
            )


def paint_table(rng: Rng) -> Picture:
    """Return a table top, 1024 pixels square."""
    picture = paint_ground(rng, (1024, 1024))
    if rng.random() < 0.12:
        scribble(rng, picture, int(rng.integers(10, 80)), rng.uniform(20, 120))
    return np.clip(picture, 0.01, 0.98)


def paint_faces(rng: Rng) -> Picture:
    """Return the sheet of card faces, booklets and screens; 1024 pixels square."""
    sheet = np.empty((1024, 1024, 3), np.float32)
    cell = 1024 // ATLAS_CELLS
    for number in range(ATLAS_CELLS**2):
        row, column = divmod(number, ATLAS_CELLS)
        face = np.empty((cell, cell, 3), np.float32)
        face[:] = any_colour(rng) if rng.random() < 0.5 else rng.uniform(0.85, 0.97)
        scribble(rng, face, int(rng.integers(1, 14)), rng.uniform(20, 90))
        edge = int(rng.integers(0, 16))
        cv2.rectangle(face, (0, 0), (cell, cell), (0.95, 0.95, 0.93), edge + 1)
        sheet[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = face
    return sheet


class BoardPainter:
    """Paints one board: its ground, what is printed at each place, its age."""

    def __init__(
        self,
        rng: Rng,
        size_mm: tuple[float, float],
        layout: Layout,
        at_mm: NDArray[np.float64],
        radius_mm: float,
        owners: dict[str, NDArray[np.float64]],
    ) -> None:
        self.rng, self.layout, self.at_mm, self.radius_mm = rng, layout, at_mm, radius_mm
        self.owners = owners
        self.scale = min(4.0, 1400 / max(size_mm))
        self.shape = (int(size_mm[1] * self.scale), int(size_mm[0] * self.scale))
        self.size_mm = size_mm
        self.line = any_colour(rng)
        self.pitch = float(
            np.linalg.norm(
                at_mm[:, None] - at_mm + np.eye(len(at_mm))[..., None] * 1e6, axis=2
            ).min()
        )

    def paint(self) -> Picture:
        """Return the whole board with its varnish as fourth channel."""
        rng = self.rng
        self.picture = paint_ground(rng, self.shape)
        if rng.random() < 0.5:
            scribble(rng, self.picture, int(rng.integers(3, 90)), rng.uniform(10, 160))
        if rng.random() < 0.45:
            self._border()
        {"chequers": self._chequers, "squares": self._squares, "go": self._go}.get(
            self.layout.style, self._discs
        )()
        if rng.random() < 0.2:
            for point in self.at_mm:
                self._letter(point)
        if rng.random() < 0.15:
            scribble(rng, self.picture, int(rng.integers(1, 20)), rng.uniform(6, 40))
        varnish = self._age()
        return np.dstack([np.clip(self.picture, 0.01, 0.98), varnish]).astype(np.float32)

    def _px(self, point: NDArray[np.float64]) -> tuple[int, int]:
        """Return a position in sixteenths of a pixel, as OpenCV's shift of 4 wants it."""
        x, y = (point * self.scale - 0.5) * 16
        return int(round(x)), int(round(y))

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
        first, second = any_colour(self.rng), any_colour(self.rng)
        soft = self.rng.uniform(0.55, 1)
        wood = [
            paint_wood(self.rng, self.shape, c) if self.rng.random() < 0.4 else c
            for c in (first, second)
        ]
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
                    area[:] = area * (1 - soft) + piece * soft
        if self.rng.random() < 0.5:
            self._letters_beside(columns, step)

    def _letters_beside(self, columns: int, step: float) -> None:
        for column in range(columns):
            x = self.size_mm[0] / 2 + (column + 0.5 - columns / 2) * step
            for y in (0.02, 0.985):
                at = (int(x * self.scale), int(y * self.shape[0]))
                size = self.scale * step / 110
                cv2.putText(
                    self.picture, chr(65 + column), at, 0, size, tuple(self.line), 1, cv2.LINE_AA
                )

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
        at: NDArray[np.float64],
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

    def _letter(self, at: NDArray[np.float64]) -> None:
        text = str(self.rng.choice(list("ABCSRX12345678")))
        size = self.radius_mm * self.scale / 22
        x, y = at * self.scale
        origin = (int(x - size * 9), int(y + size * 9))
        cv2.putText(
            self.picture, text, origin, 0, size, tuple(self.line), 1 + int(size), cv2.LINE_AA
        )

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
