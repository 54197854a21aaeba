"""Printed and natural surfaces, table tops, and the sheet of card faces; sRGB, 0 to 1 (float32)."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.pictures.raster.palette import any_colour, vary

Picture = NDArray[Any]

ATLAS_CELLS: Final = 4
"""The sheet of faces has this many cells in each direction."""


def noise(rng: Generator, shape: tuple[int, int], cell: float, stretch: float = 1.0) -> Picture:
    """Return smooth noise of deviation 1; ``cell`` pixels across, ``stretch`` times as high."""
    rows = max(2, int(shape[0] / (cell * stretch)) + 2)
    columns = max(2, int(shape[1] / cell) + 2)
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    return cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)


def paint_wood(rng: Generator, shape: tuple[int, int], colour: NDArray[Any]) -> Picture:
    """Return wood whose grain runs along either axis."""
    if rng.random() < 0.5:
        return _upright_wood(rng, shape, colour)
    return np.ascontiguousarray(_upright_wood(rng, shape[::-1], colour).transpose(1, 0, 2))


def _upright_wood(rng: Generator, shape: tuple[int, int], colour: NDArray[Any]) -> Picture:
    """Return wood with upright grain, rings, sometimes planks."""
    width = shape[1]
    grain = noise(rng, shape, rng.uniform(2, 5), 30) * 0.35 + noise(rng, shape, 12, 14) * 0.4
    x = np.arange(width, dtype=np.float32)[None]
    rings = np.sin((x + noise(rng, shape, 120, 4) * 25) * rng.uniform(0.03, 0.14))
    tone = grain * rng.uniform(0.3, 1) + rings * rng.uniform(0, 0.6)
    if rng.random() < 0.5:
        plank = (x // rng.uniform(0.08 * width, 0.35 * width)).astype(int)
        tone = tone + rng.uniform(-1, 1, plank.max() + 1)[plank].astype(np.float32)
    wood = colour * np.exp(tone[..., None] * rng.uniform(0.04, 0.2))
    return np.asarray(wood, np.float32)


def paint_cloth(rng: Generator, shape: tuple[int, int], colour: NDArray[Any]) -> Picture:
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
    return np.asarray(cloth, np.float32)


def paint_mosaic(rng: Generator, shape: tuple[int, int]) -> Picture:
    """Return cells of many colours with dark joints, like tiles, fields or a town."""
    seeds = np.full(shape, 255, np.uint8)
    count = int(rng.integers(20, 700))
    seeds[rng.integers(0, shape[0], count), rng.integers(0, shape[1], count)] = 0
    metric = int(rng.choice([cv2.DIST_L1, cv2.DIST_L2, cv2.DIST_C]))
    _, cells = cv2.distanceTransformWithLabels(seeds, metric, 5 if metric == cv2.DIST_L2 else 3)
    base, spread = any_colour(rng), rng.uniform(0.05, 0.5)
    colours = np.array([vary(rng, base, spread) for _ in range(int(cells.max()) + 1)])
    picture: Picture = colours[cells].astype(np.float32)
    if rng.random() < 0.6:
        edge = cv2.morphologyEx(cells.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
        picture[edge] = any_colour(rng)
    return picture


def paint_photograph(rng: Generator, shape: tuple[int, int]) -> Picture:
    """Return patches of all sizes between a few colours: landscapes, marble, paintings."""
    field = np.zeros(shape, np.float32)
    cell, strength = min(shape) / rng.uniform(1, 4), 1.0
    while cell > 2:
        field += strength * noise(rng, shape, cell)
        cell, strength = cell / 2, strength * rng.uniform(0.5, 0.75)
    place = np.clip(0.5 + 0.22 * field / field.std(), 0, 1) * 3.999
    stops = np.array([any_colour(rng) for _ in range(5)])
    low = place.astype(int)
    part = (place - low)[..., None]
    if rng.random() < 0.4:
        part = (part > 0.5).astype(np.float32)
    picture: Picture = (stops[low] * (1 - part) + stops[low + 1] * part).astype(np.float32)
    return picture


def paint_ground(rng: Generator, shape: tuple[int, int]) -> Picture:
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
    elif k < 0.7:
        return paint_mosaic(rng, shape)
    elif k < 0.8:
        return paint_photograph(rng, shape)
    elif k < 0.9:
        for cell in (3, 11, 45, 160):
            ground *= 1 + rng.uniform(0, 0.12) * noise(rng, shape, cell)[..., None]
    return ground.astype(np.float32)


def put_text(  # noqa: PLR0913, PLR0917 - what OpenCV's own function takes
    picture: Picture,
    text: str,
    at: tuple[int, int],
    size: float,
    colour: tuple[float, ...],
    thick: int,
    face: int = 0,
) -> None:
    """Write letters into a picture; newer OpenCV writes into pictures of bytes only."""
    (wide, high), below = cv2.getTextSize(text, face, size, thick)
    pad = thick + 2
    mask = np.zeros((high + below + 2 * pad, wide + 2 * pad), np.uint8)
    cv2.putText(mask, text, (pad, high + pad), face, size, 255, thick, cv2.LINE_AA)
    left, top = at[0] - pad, at[1] - high - pad
    x0, y0 = max(0, left), max(0, top)
    area = picture[y0 : max(0, top + mask.shape[0]), x0 : max(0, left + mask.shape[1])]
    part = mask[y0 - top :, x0 - left :][: area.shape[0], : area.shape[1], None] / np.float32(255)
    area[..., :3] += part * (np.array(colour[:3], np.float32) - area[..., :3])


def scribble(rng: Generator, picture: Picture, count: int, size: float) -> None:
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
            put_text(picture, text, a, size / 45, colour, thick, face)
        elif kind == 5:
            axes = (int(reach[0] / 2), int(reach[1] / 2))
            end = float(rng.uniform(60, 360))
            cv2.ellipse(
                picture, a, axes, float(rng.uniform(0, 180)), 0, end, colour, thick, cv2.LINE_AA
            )
        else:
            steps = np.cumsum(rng.normal(0, size / 4, (9, 2)), axis=0)
            way = [(at + steps).astype(np.int32)]
            cv2.polylines(picture, way, isClosed=False, color=colour, thickness=thick)


def paint_table(rng: Generator) -> Picture:
    """Return a table top, 1024 pixels square; many are of wood."""
    if rng.random() < 0.3:
        wood = vary(rng, (0.55, 0.36, 0.22), 0.5)
        picture = paint_wood(rng, (1024, 1024), wood).astype(np.float32)
    else:
        picture = paint_ground(rng, (1024, 1024))
    if rng.random() < 0.12:
        scribble(rng, picture, int(rng.integers(10, 80)), rng.uniform(20, 120))
    return np.clip(picture, 0.01, 0.98)


def paint_faces(rng: Generator) -> Picture:
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
