"""What is drawn and what comes of it: surfaces, scenes, and parts packed for the card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.pictures.raster.camera import Camera
from tools.pictures.raster.lights import Light
from tools.pictures.raster.mesh import ART, TABLE, Floats, Part


@dataclass(frozen=True)
class Surfaces:
    """What stays the same in all pictures of a world; textures are sRGB from 0 to 1.

    ``finish`` is gloss, roughness, waviness and slope at the fold; ``fold`` is the fold's x and y
    (negative: none), the varnish's grain and the board's thickness; ``holes`` are x, y, radius.
    """

    board_mm: tuple[float, float]
    art: Floats
    tabletop: Floats
    atlas: Floats
    finish: tuple[float, float, float, float]
    fold: tuple[float, float, float, float]
    holes: Floats


@dataclass(frozen=True)
class Scene:
    """One picture to draw: ``table_map`` leads from board mm to the table's texture.

    ``weave`` is the pattern of the sleeves and ``grain`` that of the skin, as an Owner has them.
    What is higher than ``waist_mm`` throws its shadow onto pieces too (0: nothing does).
    """

    parts: tuple[Part, ...]
    camera: Camera
    light: Light
    table_map: Floats
    weave: tuple[float, float, float, float]
    grain: tuple[float, float, float]
    waist_mm: float
    seed: int


@dataclass(frozen=True)
class Drawn:
    """Linear light of a camera's pixels, and for each pixel the index × 8 + class of what is seen.

    ``below`` is the same without hands and things.
    """

    light: Floats
    seen: NDArray[Any]
    below: NDArray[Any]


def sort_parts(parts: tuple[Part, ...]) -> tuple[list[Part], list[Part], list[Part]]:
    """Return what is seen, by the pass that colours it."""
    seen = [part for part in parts if part.seen]
    face = [part for part in seen if part.layer == ART]
    ground = [part for part in seen if part.kind == TABLE]
    near = [part for part in seen if part.layer != ART and part.kind != TABLE]
    return near[::-1], face, ground


def pack_parts(parts: list[Part]) -> tuple[bytes, bytes]:
    """Return parts as vertices (18 floats each) and triangles, as the programs read them."""
    rows, corners, start = [], [], 0
    for part in parts:
        mesh, count = part.mesh, len(part.mesh.points)
        more = np.empty((count, 7), np.float32)
        more[:] = (part.gloss, part.rough, part.layer, part.index * 8 + part.kind, *part.hole)
        rows.append(np.hstack([mesh.points, mesh.normals, mesh.colours, mesh.uv, more]))
        corners.append(mesh.triangles + start)
        start += count
    vertices = np.concatenate(rows).astype(np.float32)
    return vertices.tobytes(), np.concatenate(corners).astype(np.int32).tobytes()
