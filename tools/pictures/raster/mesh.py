"""Triangles: turned bodies, boxes, tubes, and skins of implicit surfaces.

Points are (x, y, height) in millimetres of the board frame: x right, y down, height above the
board's face. Colours are linear, 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Ints = NDArray[Any]


@dataclass(frozen=True)
class Mesh:
    """Triangles with a normal, a colour and a texture position at every corner."""

    points: Floats
    normals: Floats
    colours: Floats
    uv: Floats
    triangles: Ints

    def moved(self, turn: Floats, by: Floats) -> Mesh:
        """Return it turned by a 3 × 3 matrix and then shifted by millimetres."""
        turn = turn.astype(np.float32)
        points = self.points @ turn.T + np.asarray(by, np.float32)
        return replace(self, points=points, normals=self.normals @ turn.T)


@dataclass(frozen=True)
class Part:
    """A mesh with what it is made of and what it is.

    ``kind`` is the class of the mask picture, ``index`` tells pieces apart (0: none); ``layer``
    chooses the texture; ``hole`` is centre and radius of the hole that it stands in (radius 0:
    none). ``coarse`` casts the shadows in place of the mesh, ``seen`` is false for what only
    casts a shadow into the picture.
    """

    mesh: Mesh
    kind: int
    index: int = 0
    gloss: float = 0.0
    rough: float = 0.3
    layer: int = 0
    hole: tuple[float, float, float] = (0.0, 0.0, 0.0)
    coarse: Mesh | None = None
    casts: bool = True
    seen: bool = True
    rings: Floats | None = field(default=None, repr=False)


BOARD, TABLE, PIECE, HAND, THING = 0, 1, 2, 3, 4
"""The classes of the mask picture."""

PLAIN, ART, TABLETOP, SUNK, SKIN, CLOTH, ATLAS, WOOD = range(8)
"""The textures; SUNK is the inside of a hole."""


def join(meshes: list[Mesh]) -> Mesh:
    """Put several meshes into one."""
    starts = np.cumsum([0, *(len(m.points) for m in meshes[:-1])])
    points, normals, colours, uv = (
        np.concatenate([getattr(m, name) for m in meshes]).astype(np.float32)
        for name in ("points", "normals", "colours", "uv")
    )
    return Mesh(
        points,
        normals,
        colours,
        uv,
        triangles=np.concatenate(
            [m.triangles + s for m, s in zip(meshes, starts, strict=True)]
        ).astype(np.int32),
    )


def _grid_triangles(rows: int, columns: int) -> Ints:
    """Triangles of a grid of points that is closed from the last column to the first."""
    row, column = np.mgrid[: rows - 1, :columns]
    following = (column + 1) % columns
    a, b = row * columns + column, row * columns + following
    c, d = a + columns, b + columns
    return np.stack([a, b, d, a, d, c], -1).reshape(-1, 3).astype(np.int32)


def turn_profile(profile: Floats, colours: Floats, segments: int) -> Mesh:
    """Turn a profile, (radius, height) from foot to top, round the vertical axis.

    Corners of more than about 50° stay sharp. ``colours`` has one row for each profile point.
    """
    steps = np.diff(profile, axis=0)
    normals = np.stack([steps[:, 1], -steps[:, 0]], 1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    smooth = (normals[1:] * normals[:-1]).sum(1) > 0.64
    first, last = normals.copy(), normals.copy()
    mean = normals[1:] + normals[:-1]
    mean /= np.linalg.norm(mean, axis=1, keepdims=True) + 1e-9
    first[1:][smooth] = mean[smooth]
    last[:-1][smooth] = mean[smooth]
    angle = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    c, s = np.cos(angle), np.sin(angle)
    meshes = [
        _band(profile[i : i + 2], np.stack([first[i], last[i]]), colours[i : i + 2], c, s)
        for i in range(len(steps))
    ]
    return join(meshes)


def _band(profile: Floats, normals: Floats, colours: Floats, c: Floats, s: Floats) -> Mesh:
    radius, height = profile[:, :1], profile[:, 1:]
    points = np.stack([radius * c, radius * s, height + 0 * c], -1).reshape(-1, 3)
    outward, up = normals[:, :1], normals[:, 1:]
    vectors = np.stack([outward * c, outward * s, up + 0 * c], -1).reshape(-1, 3)
    count = len(c)
    uv = np.stack(np.broadcast_arrays(np.arctan2(s, c)[None] * radius, height + 0 * c), -1)
    return Mesh(
        points.astype(np.float32),
        vectors.astype(np.float32),
        np.repeat(colours, count, axis=0).astype(np.float32),
        uv.reshape(-1, 2).astype(np.float32),
        _grid_triangles(2, count),
    )


def ring_points(profile: Floats, segments: int = 16) -> Floats:
    """Return the circles of a profile, (rings, segments, 3), to find its outline."""
    angle = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    radius, height = profile[:, :1], profile[:, 1:]
    circle = [radius * np.cos(angle), radius * np.sin(angle), height + 0 * angle]
    return np.stack(circle, -1).astype(np.float32)


_FACES = np.array(
    [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
     [[0, 0, 1], [1, 0, 0], [0, 1, 0]]], np.float32)  # fmt: skip
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def make_box(half: Floats, colour: Floats, uv: tuple[float, float, float, float]) -> Mesh:
    """Make a box with its foot at height 0; ``uv`` is the texture rectangle of its top."""
    points, normals, places = [], [], []
    for normal, a, b in _FACES:
        for sign in (1.0, -1.0):
            points.append(normal * sign + _SQUARE[:, :1] * a + _SQUARE[:, 1:] * b)
            normals.append(np.tile(normal * sign, (4, 1)))
            rectangle = (_SQUARE * 0.5 + 0.5) * (uv[2] - uv[0], uv[3] - uv[1]) + uv[:2]
            top = normal[2] * sign > 0
            places.append(rectangle if top else np.tile(rectangle[:1], (4, 1)))
    corners = (np.concatenate(points) + np.array([0, 0, 1])) * half
    count = len(corners)
    faces = np.arange(0, count, 4)[:, None, None] + np.array([[0, 1, 2], [0, 2, 3]])
    return Mesh(
        corners.astype(np.float32),
        np.concatenate(normals).astype(np.float32),
        np.broadcast_to(np.float32(colour), (count, 3)),
        np.concatenate(places).astype(np.float32),
        faces.reshape(-1, 3).astype(np.int32),
    )


def make_tube(
    path: Floats, radii: Floats, colour: Floats, segments: int = 20, flat: float = 1.0
) -> Mesh:
    """Make an open tube along a path; ``flat`` squeezes its section vertically."""
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    side = np.cross(along, (0, 0, 1.0))
    side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-9
    up = np.cross(side, along)
    angle = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    out = side[:, None] * np.cos(angle)[:, None] + up[:, None] * np.sin(angle)[:, None] * flat
    points = path[:, None] + out * radii.reshape(len(path), -1, 1)
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    uv = np.stack(np.broadcast_arrays(angle[None] * 40, length[:, None]), -1)
    normals = out / np.linalg.norm(out, axis=2, keepdims=True)
    count = points.shape[0] * points.shape[1]
    return Mesh(
        points.reshape(-1, 3).astype(np.float32),
        normals.reshape(-1, 3).astype(np.float32),
        np.broadcast_to(np.float32(colour), (count, 3)),
        uv.reshape(-1, 2).astype(np.float32),
        _grid_triangles(len(path), segments),
    )


def skin_volume(values: Floats, origin: Floats, step: float) -> tuple[Floats, Floats, Ints]:
    """Return points, normals and triangles where a sampled distance field is zero.

    Naive surface nets: one point for every cell that the surface crosses.
    """
    inside = values < 0
    corners = [np.array([i >> 2 & 1, i >> 1 & 1, i & 1]) for i in range(8)]
    shape = np.array(values.shape) - 1
    at = [values[tuple(slice(o, o + n) for o, n in zip(c, shape, strict=True))] for c in corners]
    stack = np.stack(at)
    mixed = np.asarray((stack < 0).any(0) & (stack > 0).any(0))
    cells = np.argwhere(mixed)
    corner_values = stack[:, mixed]
    total, count = np.zeros((len(cells), 3)), np.zeros((len(cells), 1))
    for i in range(8):
        for bit in (1, 2, 4):
            j = i | bit
            if i == j:
                continue
            a, b = corner_values[i], corner_values[j]
            cross = (a < 0) != (b < 0)
            part = np.where(cross, a / np.where(a == b, 1, a - b), 0)[:, None]
            total += np.where(cross[:, None], corners[i] + part * (corners[j] - corners[i]), 0)
            count += cross[:, None]
    points = origin + (cells + total / count) * step
    gradient = np.stack(list(np.gradient(values)), -1)
    normals = gradient[tuple((cells + 0.5 + total / count - 0.5).round().astype(int).T)]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return points.astype(np.float32), normals.astype(np.float32), _net(inside, mixed)


def _net(inside: NDArray[np.bool_], mixed: NDArray[np.bool_]) -> Ints:
    number = np.full(mixed.shape, -1, np.int32)
    number[mixed] = np.arange(int(mixed.sum()), dtype=np.int32)
    faces = []
    for axis in range(3):
        other = [a for a in range(3) if a != axis]
        first = np.take(inside, range(inside.shape[axis] - 1), axis)
        second = np.take(inside, range(1, inside.shape[axis]), axis)
        edges = np.argwhere(first != second)
        limit = np.array(inside.shape) - 1
        edges = edges[((edges[:, other] > 0) & (edges[:, other] < limit[other])).all(1)]
        u, v = np.eye(3, dtype=int)[other]
        quad = [number[tuple((edges - o).T)] for o in (0 * u, u, u + v, v)]
        faces += [
            np.stack([quad[0], quad[1], quad[2]], 1),
            np.stack([quad[0], quad[2], quad[3]], 1),
        ]
    triangles = np.concatenate(faces)
    return triangles[(triangles >= 0).all(1)].astype(np.int32)
