"""Triangle meshes in millimetres, and the few ways in which this generator makes them.

The world's origin is the middle of the board's face: x right, y away from the bottom edge, z up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]
"""Linear reflectance (or radiance) in red, green and blue."""


class Mesh(NamedTuple):
    """Vertices (n, 3) in millimetres, triangles (m, 3), a colour and a texture position each."""

    vertices: Floats
    faces: NDArray[np.int64]
    colours: Floats
    uv: Floats


def make_mesh(vertices: ArrayLike, faces: ArrayLike, colour: ArrayLike = (0.5, 0.5, 0.5)) -> Mesh:
    """Make a mesh without texture; ``colour`` is one for all vertices or one for each."""
    points = np.asarray(vertices, np.float64).reshape(-1, 3)
    colours = np.broadcast_to(np.asarray(colour, np.float64), points.shape).copy()
    return Mesh(points, np.asarray(faces, np.int64).reshape(-1, 3), colours, points[:, :2] * 0)


NOTHING = make_mesh([[0, 0, -5e3], [1, 0, -5e3], [0, 1, -5e3]], [[0, 1, 2]])
"""Stands for an empty group, so that every scene has the same groups (and compiled code)."""


def merge_meshes(meshes: Iterable[Mesh]) -> Mesh:
    """Join meshes into one; of none, NOTHING."""
    parts = list(meshes) or [NOTHING]
    starts = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    faces = [part.faces + start for part, start in zip(parts, starts, strict=True)]
    return Mesh(
        np.vstack([part.vertices for part in parts]),
        np.vstack(faces),
        np.vstack([part.colours for part in parts]),
        np.vstack([part.uv for part in parts]),
    )


def move(mesh: Mesh, matrix: Floats) -> Mesh:
    """Apply a 4×4 matrix; one that mirrors also turns the triangles over, so that they face out."""
    points = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
    faces = mesh.faces[:, ::-1] if np.linalg.det(matrix[:3, :3]) < 0 else mesh.faces
    return mesh._replace(vertices=points, faces=faces)


def paint(mesh: Mesh, colour: ArrayLike) -> Mesh:
    """Give all vertices one colour."""
    return make_mesh(mesh.vertices, mesh.faces, colour)._replace(uv=mesh.uv)


def shift(x: float = 0, y: float = 0, z: float = 0) -> Floats:
    """Return the matrix of a displacement in millimetres."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def turn(degrees: float, axis: Sequence[float] = (0, 0, 1)) -> Floats:
    """Return the matrix of a rotation about an axis through the origin, right-handed."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle, matrix = math.radians(degrees), np.eye(4)
    matrix[:3, :3] += math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return matrix


def scale(x: float, y: float, z: float) -> Floats:
    """Return the matrix of a scaling along the axes."""
    return np.diag([x, y, z, 1.0])


def ring(radius: float, z: float, segments: int) -> Floats:
    """Return points on a horizontal circle, counter-clockwise seen from above."""
    angles = 2 * np.pi * np.arange(segments) / segments
    x, y = radius * np.cos(angles), radius * np.sin(angles)
    return np.stack([x, y, np.full(segments, float(z))], 1)


def strip(first: int, second: int, segments: int) -> NDArray[np.int64]:
    """Return the triangles between two closed rings whose first vertices are given."""
    k = np.arange(segments)
    n = (k + 1) % segments
    lower = np.stack([first + k, first + n, second + n], 1)
    return np.vstack([lower, np.stack([first + k, second + n, second + k], 1)])


def lathe(profile: Sequence[tuple[float, float]], segments: int = 28, crease: float = 35) -> Mesh:
    """Turn a profile of (radius, height) points, from the foot up, into a body.

    Where the profile bends by more than ``crease`` degrees the edge stays sharp.
    """
    points = np.asarray(profile, np.float64)
    slope = np.degrees(np.arctan2(np.diff(points[:, 1]), np.diff(points[:, 0])))
    rings, faces, last = [ring(max(points[0, 0], 1e-3), points[0, 1], segments)], [], 0
    for k in range(1, len(points)):
        bend = abs((slope[k - 1] - slope[k - 2] + 180) % 360 - 180) if k > 1 else 0
        if bend > crease:
            rings.append(rings[-1])
            last = len(rings) - 1
        rings.append(ring(max(points[k, 0], 1e-3), points[k, 1], segments))
        faces.append(strip(last * segments, (len(rings) - 1) * segments, segments))
        last = len(rings) - 1
    return make_mesh(np.vstack(rings), np.vstack(faces))


def prism(outline: ArrayLike, low: float, high: float) -> Mesh:
    """Raise a convex outline (counter-clockwise) to a slab, closed above and below, edges sharp."""
    flat = np.asarray(outline, np.float64)
    n, k = len(flat), np.arange(1, len(flat) - 1)
    at = [np.c_[flat, np.full(n, z)] for z in (low, high, high, low)]
    top = np.stack([2 * n + 0 * k, 2 * n + k, 2 * n + k + 1], 1)
    bottom = np.stack([3 * n + 0 * k, 3 * n + k + 1, 3 * n + k], 1)
    return make_mesh(np.vstack(at), np.vstack([strip(0, n, n), top, bottom]))


def rounded_outline(width: float, height: float, radius: float, steps: int = 6) -> Floats:
    """Return the outline of a rectangle with round corners about the origin."""
    centres = [(sx * (width / 2 - radius), sy * (height / 2 - radius)) for sx, sy in _QUARTERS]
    angles = [np.linspace(a, a + np.pi / 2, steps) for a in np.arange(4) * np.pi / 2]
    return np.vstack(
        [
            np.stack([x + radius * np.cos(a), y + radius * np.sin(a)], 1)
            for (x, y), a in zip(centres, angles, strict=True)
        ]
    )


_QUARTERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def textured_quad(corners: ArrayLike, uv: ArrayLike) -> Mesh:
    """Make a quadrilateral (counter-clockwise) that shows a part of a texture."""
    mesh = make_mesh(corners, [[0, 1, 2], [0, 2, 3]])
    return mesh._replace(uv=np.asarray(uv, np.float64))


def write_ply(path: Path, mesh: Mesh) -> Path:
    """Write a mesh as binary PLY, with texture positions and vertex colours ``color``."""
    names = ["x", "y", "z", "u", "v", "r", "g", "b"]
    head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(mesh.vertices)}"]
    head += [f"property float {name}" for name in names]
    head += [f"element face {len(mesh.faces)}", "property list uchar int vertex_indices"]
    triangles = np.empty(len(mesh.faces), dtype=[("count", "u1"), ("index", "<i4", 3)])
    triangles["count"], triangles["index"] = 3, mesh.faces
    values = np.hstack([mesh.vertices, mesh.uv, mesh.colours]).astype("<f4")
    text = "\n".join([*head, "end_header", ""]).encode()
    path.write_bytes(text + values.tobytes() + triangles.tobytes())
    return path
