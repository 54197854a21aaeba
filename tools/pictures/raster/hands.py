"""Hands: a skin over tapered bones, a forearm, a sleeve; reaching in over the board's border."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.pictures.raster.mesh import (
    CLOTH,
    HAND,
    SKIN,
    Floats,
    Mesh,
    Part,
    make_tube,
    skin_volume,
)
from tools.pictures.raster.palette import any_colour, linear, skin_colour

Rng = np.random.Generator
Vectors = NDArray[Any]

_KNUCKLES = np.array([(-26, 40, 2), (-9, 46, 4), (9, 45, 4), (26, 36, 0)], np.float64)
_LENGTHS = np.array([(40, 25, 20), (45, 29, 21), (42, 27, 21), (33, 20, 18)], np.float64)
_RADII = (9.6, 8.6, 7.8, 6.6)
STEP_MM = 4.0
"""Side of the cells in which the skin is found."""


@dataclass(frozen=True)
class Owner:
    """Whose hand it is: skin, sleeve, size; linear colours, lengths in mm.

    ``cuff_mm`` is how far behind the wrist the sleeve begins, None where the arm is bare;
    ``weave`` is the sleeve's pattern: cell sizes in mm, contrast, kind 0 to 3.
    """

    skin: Vectors
    sleeve: Vectors
    size: float
    fat: float
    cuff_mm: float | None
    weave: tuple[float, float, float, float]


def random_owner(rng: Rng) -> Owner:
    """Return a person of any age and skin, in any sleeve or none."""
    dark = rng.random() < 0.35
    sleeve = linear(np.full(3, rng.uniform(0.05, 0.2)) if dark else any_colour(rng))
    pattern = float(rng.integers(0, 4)) if rng.random() < 0.5 else 0.0
    cells = rng.uniform(6, 40, 2)
    return Owner(
        skin=linear(skin_colour(rng)),
        sleeve=sleeve,
        size=float(rng.choice([rng.uniform(0.62, 0.8), rng.uniform(0.85, 1.12)], p=[0.2, 0.8])),
        fat=float(rng.uniform(0.85, 1.25)),
        cuff_mm=float(rng.uniform(-10, 200)) if rng.random() < 0.75 else None,
        weave=(float(cells[0]), float(cells[1]), float(rng.uniform(0.3, 1.2)), pattern),
    )


@dataclass(frozen=True)
class Reach:
    """Where a hand goes: fingertips at ``tip`` (x, y, height mm), coming along ``heading``.

    ``heading`` is the angle of the way from the arm to the tip; ``pitch`` how steeply the hand
    points down (radians).
    """

    tip: tuple[float, float, float]
    heading: float
    pitch: float


def _bones(rng: Rng) -> tuple[list[tuple[Vectors, Vectors, float, float]], Vectors]:
    """Return the bones of a random gesture, ends and radii, and the point between its tips."""
    gestures = ["pinch", "point", "flat", "loose", "fist"]
    gesture = str(rng.choice(gestures, p=[0.33, 0.25, 0.1, 0.26, 0.06]))
    curls = {
        "pinch": [(45, 40, 15), (48, 45, 20), (70, 60, 30), (80, 70, 40)],
        "point": [(12, 8, 4), (75, 85, 50), (80, 85, 50), (80, 80, 50)],
        "flat": [(8, 6, 4)] * 4,
        "loose": [(25, 25, 15), (30, 30, 20), (35, 35, 20), (40, 35, 25)],
        "fist": [(75, 85, 50)] * 4,
    }[gesture]
    bones, tips = [], []
    for finger in range(4):
        spread = np.radians((finger - 1.5) * -rng.uniform(0, 9) + rng.normal(0, 3))
        bend = np.radians(np.cumsum(np.array(curls[finger]) + rng.normal(0, 7, 3)) - 8)
        point = _KNUCKLES[finger]
        bones.append((np.array([-14.0 + 9 * finger, -34, 0]), point, 13.0, 11.5))
        for k in range(3):
            d = np.array(
                [
                    -np.sin(spread) * np.cos(bend[k]),
                    np.cos(spread) * np.cos(bend[k]),
                    -np.sin(bend[k]),
                ]
            )
            following = point + d * _LENGTHS[finger, k]
            bones.append((point, following, _RADII[k], _RADII[k + 1]))
            point = following
        tips.append(point)
    thumb = [np.array([-18.0, -26, -6]), np.array([-40.0, 6, -14])]
    goal = tips[0] + (-4, -6, 4) if gesture == "pinch" else np.array([-38.0, 52, -24])
    thumb.append(thumb[1] + (goal - thumb[1]) * 0.55 + (-8, 0, 0))
    thumb.append(goal)
    for k, radius in enumerate((14.5, 11.5, 9.5)):
        bones.append((thumb[k], thumb[k + 1], radius, radius - 1.8))
    return bones, tips[0] if gesture != "flat" else tips[1]


def _distance(at: Vectors, bone: tuple[Vectors, Vectors, float, float], fat: float) -> Vectors:
    """Return the distance of points from a tapered bone's surface, in mm."""
    a, b, ra, rb = bone
    d = b - a
    t = np.clip((at - a) @ d / (d @ d), 0, 1)
    gap = np.linalg.norm(at - a - t[..., None] * d, axis=-1)
    result: Vectors = gap - (ra + (rb - ra) * t) * fat
    return result


def _hand_skin(bones: list[tuple[Vectors, Vectors, float, float]], owner: Owner) -> Mesh:
    ends = np.array([e for bone in bones for e in bone[:2]])
    low, high = ends.min(0) - 24, ends.max(0) + 24
    axes = [np.arange(a, b, STEP_MM) for a, b in zip(low, high, strict=True)]
    at = np.stack(np.meshgrid(*axes, indexing="ij"), -1).astype(np.float32)
    # a soft minimum: bones melt into each other like flesh
    total = np.zeros(at.shape[:3], np.float32)
    wrist = (np.array([0.0, -34, 0]), np.array([0.0, -52, 0]), 21.0, 20.0)
    for bone in (*bones, wrist):
        total += np.exp(-_distance(at, bone, owner.fat) / 2.6)
    field = -2.6 * np.log(total + 1e-12)
    points, normals, triangles = skin_volume(field, low, STEP_MM)
    colours = np.tile(owner.skin, (len(points), 1))
    tips = ends[1::2]
    near = np.exp(-(((points[:, None] - tips[None]) ** 2).sum(2).min(1)) / 160)
    colours *= 1 - near[:, None] * (0.02, 0.16, 0.16)
    uv = points[:, :2] + points[:, 2:] * 0.7
    return Mesh(points, normals, colours.astype(np.float32), uv.astype(np.float32), triangles)


def _arm(rng: Rng, owner: Owner) -> list[tuple[Mesh, int]]:
    """Return the forearm and the sleeve, with their textures."""
    rise = rng.uniform(-0.05, 0.45)
    y = np.linspace(-36, -620, 26)
    path = np.stack([rng.normal(0, 0.04) * (y + 36), y, rise * (-y - 36)], 1)
    radii = np.interp(-y, [36, 60, 230, 620], [22, 23, 38, 50]) * owner.fat
    meshes = [(make_tube(path, radii, owner.skin, 20, 0.8), SKIN)]
    if owner.cuff_mm is not None:
        begin = 40 + max(owner.cuff_mm, 0)
        y = -np.linspace(begin, 680, 60)
        path = np.stack([np.interp(-y, -path[::-1, 1][::-1], path[:, 0]), y, rise * (-y - 36)], 1)
        loose = rng.uniform(3, 16)
        folds = rng.normal(0, 1.6, (60, 24)) + 3 * np.sin(
            np.arange(60)[:, None] * rng.uniform(0.4, 1.3)
        )
        folds = (folds + np.roll(folds, 1, 1) + np.roll(folds, -1, 1)) / 2.5
        radii2 = np.interp(-y, [36, 60, 230, 620], [22, 23, 38, 52]) * owner.fat + loose
        meshes.append((make_tube(path, radii2[:, None] + folds, owner.sleeve, 24, 0.85), CLOTH))
    return meshes


def make_hand(rng: Rng, owner: Owner, reach: Reach, *, seen: bool) -> list[Part]:
    """Return a hand with its arm as it reaches over the board."""
    bones, tip = _bones(rng)
    pitch = np.array(
        [
            [1, 0, 0],
            [0, np.cos(reach.pitch), np.sin(reach.pitch)],
            [0, -np.sin(reach.pitch), np.cos(reach.pitch)],
        ]
    )
    tilt = rng.normal(0, 0.2)
    roll = np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]])
    side = np.diag([rng.choice([-1.0, 1.0]), 1, 1])
    turn = reach.heading - np.pi / 2
    yaw = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    matrix = yaw @ pitch @ roll @ side
    by = np.array(reach.tip) - matrix @ tip * owner.size
    parts = [(_hand_skin(bones, owner), SKIN), *_arm(rng, owner)]
    moved = [(mesh.moved(matrix * owner.size, by), layer) for mesh, layer in parts]
    # nothing dips into the board: lift it all as far as its lowest point of the hand demands
    low = float(moved[0][0].points[:, 2].min())
    lift = np.array([0, 0, max(0.0, 3.0 - low)])
    return [
        Part(
            _renormal(mesh.moved(np.eye(3), lift)),
            HAND,
            0,
            0.25 if layer == SKIN else 0.0,
            0.4,
            layer,
            seen=seen,
        )
        for mesh, layer in moved
    ]


def _renormal(mesh: Mesh) -> Mesh:
    length = np.linalg.norm(mesh.normals, axis=1, keepdims=True) + 1e-9
    normals: Floats = (mesh.normals / length).astype(np.float32)
    points = mesh.points.copy()
    points[:, 2] = np.maximum(points[:, 2], 1.0)
    return Mesh(points, normals, mesh.colours, mesh.uv, mesh.triangles)
