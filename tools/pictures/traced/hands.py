"""Hands with arms and sleeves: capsules melted together, meshed by marching cubes.

A right hand, palm down: wrist at the origin, fingers along +y, thumb towards -x, millimetres.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.pictures.traced import meshes
from tools.pictures.traced.meshes import Colour, Floats, Mesh

Grid = NDArray[np.float32]
Point = tuple[float, float, float]


@dataclass(frozen=True)
class Grip:
    """How the fingers bend: spread and the three bones' pitch (degrees down), and the thumb.

    ``reach`` is the point that is brought to where the hand is asked to be.
    """

    fingers: tuple[tuple[float, float, float, float], ...]
    thumb: tuple[Point, Point, Point, Point]
    reach: Point


GRIPS: Final = {
    "pinch": Grip(
        ((6, 26, 70, 98), (1, 36, 86, 116), (-5, 44, 98, 132), (-12, 46, 104, 142)),
        ((-18, 18, -6), (-40, 52, -19), (-45, 84, -36), (-31, 109, -58)),
        (-24, 122, -62),
    ),
    "flat": Grip(
        ((8, 4, 9, 13), (2, 3, 8, 12), (-5, 4, 9, 13), (-14, 6, 12, 16)),
        ((-18, 18, -4), (-44, 44, -8), (-60, 70, -10), (-68, 95, -11)),
        (0, 185, -16),
    ),
    "point": Grip(
        ((2, 14, 22, 26), (0, 54, 122, 160), (-3, 56, 128, 168), (-7, 58, 130, 170)),
        ((-18, 18, -6), (-36, 52, -18), (-27, 80, -28), (-9, 95, -32)),
        (-21, 170, -34),
    ),
    "spread": Grip(
        ((16, 20, 48, 70), (4, 22, 54, 78), (-8, 26, 58, 84), (-22, 28, 62, 88)),
        ((-18, 18, -6), (-47, 50, -16), (-60, 78, -28), (-56, 104, -46)),
        (-26, 128, -58),
    ),
}


class Person(NamedTuple):
    """Somebody's arm: size, stoutness, skin and sleeve (linear), how far the cuff bares it."""

    size: float
    stout: float
    skin: Colour
    sleeve: Colour | None
    cuff_mm: float


PEOPLE: Final = {
    "ann": Person(0.92, 0.92, (0.62, 0.36, 0.26), (0.05, 0.12, 0.10), 45),
    "ben": Person(1.05, 1.10, (0.50, 0.27, 0.18), (0.62, 0.60, 0.55), 75),
    "cem": Person(0.98, 1.0, (0.34, 0.18, 0.105), None, 0),
    "dia": Person(0.88, 0.9, (0.15, 0.075, 0.045), (0.45, 0.20, 0.04), 30),
    "eli": Person(0.76, 0.97, (0.70, 0.45, 0.34), None, 0),
    "fay": Person(0.96, 1.0, (0.27, 0.13, 0.08), (0.025, 0.025, 0.03), 20),
}


class Bone(NamedTuple):
    """A capsule from a to b with a radius at either end, melted into the rest over ``melt`` mm."""

    a: Point
    b: Point
    start: float
    end: float
    melt: float


def _finger(index: int, bend: tuple[float, float, float, float]) -> list[Bone]:
    """Return the bones of one finger, its knuckle included."""
    knuckle = ((-24, 88, 3), (-6, 93, 5), (12, 88, 3), (28, 78, -1))[index]
    lengths = ((42, 25, 20), (46, 29, 21), (42, 27, 21), (33, 20, 18))[index]
    thick = (9.6, 8.6, 7.9, 6.4) if index < 3 else (8.4, 7.3, 6.6, 5.5)
    bones = [Bone((-13 + 9 * index, 6, -1), knuckle, 12.5, 11.5, 9)]
    side, at = math.radians(bend[0]), np.array(knuckle, float)
    for k, (length, pitch) in enumerate(zip(lengths, np.radians(bend[1:]), strict=True)):
        along = np.array([-math.sin(side) * math.cos(pitch), math.cos(side) * math.cos(pitch)])
        end = at + length * np.array([*along, -math.sin(pitch)])
        bones.append(Bone(_point(at), _point(end), thick[k], thick[k + 1], 3.2))
        at = end
    return bones


def _point(at: Floats) -> Point:
    return float(at[0]), float(at[1]), float(at[2])


def _thumb(points: tuple[Point, Point, Point, Point]) -> list[Bone]:
    radii, melts = (14, 11.5, 10, 7.8), (6, 3.2, 3.2)
    return [Bone(points[k], points[k + 1], radii[k], radii[k + 1], melts[k]) for k in range(3)]


_PALM: Final = (
    Bone((-8, 60, -9), (6, 20, -9), 12, 14, 10),
    Bone((18, 55, -9), (14, 18, -8), 11, 13, 10),
    Bone((-14, 14, -8), (-34, 46, -16), 13, 12, 9),
    Bone((0, 8, 0), (0, -40, 0), 21, 22, 14),
    Bone((-5, -35, 0), (-8, -60, -1), 22, 24, 10),
)


def _distance(grid: tuple[Grid, Grid, Grid], bone: Bone) -> Grid:
    """Return the signed distance of every grid point to a capsule."""
    a, along = np.array(bone.a), np.subtract(bone.b, bone.a)
    x, y, z = (axis - np.float32(start) for axis, start in zip(grid, a, strict=True))
    share = np.clip((x * along[0] + y * along[1] + z * along[2]) / (along @ along), 0, 1)
    away = (x - share * along[0]) ** 2 + (y - share * along[1]) ** 2 + (z - share * along[2]) ** 2
    distance = np.sqrt(away) - (bone.start + (bone.end - bone.start) * share)
    return np.asarray(distance, np.float32)


def _melt(first: Grid, second: Grid, width: float) -> Grid:
    """Return a smooth minimum of two distances."""
    share = np.clip(0.5 + 0.5 * (second - first) / width, 0, 1)
    melted = second * (1 - share) + first * share - width * share * (1 - share)
    return np.asarray(melted, np.float32)


def _mesh_bones(bones: list[Bone], low: Point, high: Point, step: float = 2.4) -> Mesh:
    from skimage.measure import marching_cubes  # noqa: PLC0415 - planning needs no meshes

    axes = [np.arange(a, b + step, step, dtype=np.float32) for a, b in zip(low, high, strict=True)]
    x, y, z = np.meshgrid(*axes, indexing="ij")
    field = _distance((x, y, z), bones[0])
    for bone in bones[1:]:
        field = _melt(field, _distance((x, y, z), bone), bone.melt)
    vertices, faces, _, _ = marching_cubes(
        field, 0, spacing=(step,) * 3, gradient_direction="ascent"
    )
    return meshes.make_mesh(vertices + np.array(low), faces[:, ::-1])


@functools.cache
def _bare_hand(grip: str) -> Mesh:
    shape = GRIPS[grip]
    bones = [bone for k, bend in enumerate(shape.fingers) for bone in _finger(k, bend)]
    bones += [*_thumb(shape.thumb), *_PALM]
    return _mesh_bones(bones, (-92, -80, -108), (64, 212, 34))


def _tube(profile: list[tuple[float, float]], wrinkle_mm: float) -> Mesh:
    """Return a tube along -y: pairs of how far from the wrist and how thick; cloth wrinkles."""
    away = np.interp(
        np.linspace(0, 1, 60), np.linspace(0, 1, len(profile)), [p[0] for p in profile]
    )
    thick = np.interp(away, [p[0] for p in profile], [p[1] for p in profile])
    angles = 2 * np.pi * np.arange(32) / 32
    folds = np.sin(away[:, None] * 0.085 + 2.2 * np.sin(angles + away[:, None] * 0.01))
    folds = folds + 0.6 * np.sin(3 * angles + away[:, None] * 0.19)
    radius = thick[:, None] + wrinkle_mm * folds
    points = np.stack(
        [radius * np.cos(angles), np.broadcast_to(-away[:, None], radius.shape),
         radius * np.sin(angles)], -1,
    )  # fmt: skip
    faces = [meshes.strip(32 * k, 32 * (k + 1), 32) for k in range(59)]
    return meshes.make_mesh(points.reshape(-1, 3), np.vstack(faces))


def _blotch(mesh: Mesh, skin: Colour) -> Mesh:
    """Paint skin with slow blotches, redder towards the fingertips."""
    waves = np.random.default_rng(4).normal(0, 1 / 14, (3, 8))
    blotches = np.sin(mesh.vertices @ waves + np.arange(8)).mean(1)[:, None]
    tips = np.clip((mesh.vertices[:, 1:2] - 95) / 90, 0, 1) * np.array([0.0, 0.14, 0.12])
    colours = np.array(skin) * (1 + 0.2 * blotches * np.array([0.5, 1, 1])) * (1 - tips)
    return mesh._replace(colours=np.clip(colours, 0.005, 0.95))


@functools.cache
def make_hand(grip: str, person: str) -> tuple[Mesh, Mesh | None, Floats]:
    """Return skin, sleeve (None for a bare arm) and the grip point of somebody's hand."""
    who, shape = PEOPLE[person], GRIPS[grip]
    arm = _tube([(50, 23 * who.stout), (230, 36 * who.stout), (620, 46 * who.stout)], 0.0)
    hand = meshes.move(_bare_hand(grip), meshes.scale(who.stout, 1, who.stout))
    skin = _blotch(meshes.merge_meshes([hand, arm]), who.skin)
    size = meshes.scale(who.size, who.size, who.size)
    sleeve = None
    if who.sleeve:
        cuff, wide = who.cuff_mm / who.size, who.stout
        tube = _tube([(cuff, 31 * wide), (cuff + 220, 46 * wide), (640, 58 * wide)], 1.5)
        sleeve = meshes.move(meshes.paint(tube, who.sleeve), size)
    return (
        meshes.move(skin, size),
        sleeve,
        np.array(shape.reach) * who.size * [who.stout, 1, who.stout],
    )


CLOTHS: Final[tuple[Colour, ...]] = (
    (0.05, 0.12, 0.10),
    (0.62, 0.60, 0.55),
    (0.40, 0.06, 0.06),
    (0.025, 0.025, 0.03),
)


@functools.cache
def make_empty_sleeve(colour: Colour) -> Mesh:
    """Return a sleeve that lies flat, its closed cuff at the origin, the rest along -y."""
    tube = _tube([(0, 2), (5, 28), (220, 46), (640, 58)], 1.5)
    flat = meshes.move(meshes.paint(tube, colour), meshes.scale(1, 1, 0.3))
    return meshes.move(flat, meshes.shift(z=-float(flat.vertices[:, 2].min())))
