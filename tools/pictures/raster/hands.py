"""Hands: a skin over tapered bones, nails, a forearm, a sleeve; they reach over the border."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.pictures.raster.mesh import (
    CLOTH,
    HAND,
    PLAIN,
    SKIN,
    Floats,
    Mesh,
    Part,
    join,
    make_tube,
    skin_volume,
    turn_profile,
)
from tools.pictures.raster.palette import any_colour, linear, skin_colour

Vectors = NDArray[Any]

_KNUCKLES = np.array([(-26, 40, 2), (-9, 46, 4), (9, 45, 4), (26, 36, 0)], np.float64)
_LENGTHS = np.array([(40, 25, 20), (45, 29, 21), (42, 27, 21), (33, 20, 18)], np.float64)
_RADII = (9.6, 8.6, 7.8, 6.6)
STEP_MM = 3.4
"""Side of the cells in which the skin is found."""


_GLOSS = {SKIN: 0.25, CLOTH: 0.0, PLAIN: 0.8}


@dataclass(frozen=True)
class Owner:
    """Whose hand it is: skin, sleeve, size; linear colours, lengths in mm.

    ``cuff_mm`` is how far behind the wrist the sleeve begins, None if the arm is bare;
    ``weave`` is the sleeve's pattern: cell sizes in mm, contrast, kind 0 to 4; ``grain`` how much
    veins, blotches and wrinkles show; ``nails`` are their colour, ``metal`` that of what is worn.
    ``worn`` is whether there are rings, and whether there is a watch.
    """

    skin: Vectors
    sleeve: Vectors
    size: float
    fat: float
    cuff_mm: float | None
    weave: tuple[float, float, float, float]
    grain: tuple[float, float, float]
    nails: Vectors
    metal: Vectors
    worn: tuple[bool, bool]


def random_owner(rng: Generator) -> Owner:
    """Return a person of any age and skin, in any sleeve or none."""
    dark = rng.random() < 0.35
    sleeve = linear(np.full(3, rng.uniform(0.05, 0.2)) if dark else any_colour(rng))
    pattern = float(rng.integers(0, 5)) if rng.random() < 0.5 else 0.0
    cells = rng.uniform(6, 40, 2)
    skin = linear(skin_colour(rng))
    nails = skin * (1.1, 1.05, 1.1) * rng.uniform(0.95, 1.4) + rng.uniform(0, 0.05)
    metals = [(0.75, 0.55, 0.25), (0.62, 0.62, 0.65), (0.05, 0.05, 0.05)]
    return Owner(
        skin=skin,
        sleeve=sleeve,
        size=float(rng.choice([rng.uniform(0.62, 0.8), rng.uniform(0.85, 1.12)], p=[0.2, 0.8])),
        fat=float(rng.uniform(0.85, 1.25)),
        cuff_mm=float(rng.uniform(-10, 200)) if rng.random() < 0.75 else None,
        weave=(float(cells[0]), float(cells[1]), float(rng.uniform(0.3, 1.2)), pattern),
        grain=(
            float(rng.uniform(0, 0.9) ** 2),
            float(rng.uniform(0, 1.4)),
            float(rng.uniform() ** 2),
        ),
        nails=linear(any_colour(rng)) if rng.random() < 0.12 else np.clip(nails, 0, 0.9),
        metal=np.array(metals[int(rng.integers(len(metals)))]),
        worn=(bool(rng.random() < 0.25), bool(rng.random() < 0.25)),
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


Bone = tuple[Vectors, Vectors, float, float]
"""A bone's ends and its radii there."""


def _bones(rng: Generator) -> tuple[list[Bone], Vectors]:
    """Return the bones of a random gesture, and the point between its tips.

    Of each finger four, the palm's first; then the thumb's three.
    """
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


def _distance(at: Vectors, bone: Bone, fat: float) -> Vectors:
    """Return the distance of points from a tapered bone's surface, in mm."""
    a, b, ra, rb = bone
    d = b - a
    t = np.clip((at - a) @ d / (d @ d), 0, 1)
    gap = np.linalg.norm(at - a - t[..., None] * d, axis=-1)
    result: Vectors = gap - (ra + (rb - ra) * t) * fat
    return result


def _hand_skin(bones: list[Bone], owner: Owner) -> Mesh:
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
    joints = np.array([bone[0] for i, bone in enumerate(bones) if i % 4 or i > 15])
    fold = np.exp(-(((points[:, None] - joints[None]) ** 2).sum(2).min(1)) / 110)
    colours *= 1 - fold[:, None] * owner.grain[2] * (0.16, 0.26, 0.28)
    uv = points[:, :2] + points[:, 2:] * 0.7
    return Mesh(points, normals, colours.astype(np.float32), uv.astype(np.float32), triangles)


def _upward(along: Vectors) -> Vectors:
    """Return the unit vector at right angles to a finger on the hand's back."""
    back = np.array([0.0, 0.0, 1.0]) - along * along[2]
    if np.linalg.norm(back) < 0.3:
        back = np.array([0.0, 1.0, 0.0]) - along * along[1]
    return np.asarray(back / np.linalg.norm(back))


def _nails(bones: list[Bone], owner: Owner) -> Mesh:
    """Return a nail on the last bone of each finger and of the thumb."""
    angle = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    nails = []
    for a, b, _, radius in [bones[i] for i in (3, 7, 11, 15, 18)]:
        along = (b - a) / np.linalg.norm(b - a)
        up = _upward(along)
        side = np.cross(along, up)
        # the skin is a little thicker than its bone; a fold of the hand's back hides the far ones
        middle = b - along * 1.0 + up * (radius * owner.fat + 1.2)
        rim = np.cos(angle)[:, None] * along * 5.5 + np.sin(angle)[:, None] * side * radius * 0.62
        rim -= up * (np.sin(angle)[:, None] ** 2) * 1.4
        points = np.concatenate([[middle], middle + rim])
        fan = [(0, i + 1, (i + 1) % 14 + 1) for i in range(14)]
        nails.append(_plain(points, up, owner.nails, np.array(fan)))
    return join(nails)


def _plain(points: Vectors, normal: Vectors, colour: Vectors, triangles: Vectors) -> Mesh:
    count = len(points)
    return Mesh(
        points.astype(np.float32),
        np.tile(normal.astype(np.float32), (count, 1)),
        np.tile(colour.astype(np.float32), (count, 1)),
        np.zeros((count, 2), np.float32),
        triangles.astype(np.int32),
    )


def _rings(rng: Generator, bones: list[Bone], owner: Owner) -> list[Mesh]:
    """Return a ring or two on the fingers."""
    around = np.linspace(0, 2 * np.pi, 18)[:, None]
    rings = []
    for finger in rng.choice(4, int(rng.integers(1, 3)), replace=False):
        a, b, radius, _ = bones[4 * int(finger) + 1]
        along = (b - a) / np.linalg.norm(b - a)
        up = _upward(along)
        wide = radius * owner.fat + 1.0
        circle = np.cos(around) * up + np.sin(around) * np.cross(along, up)
        path = a + (b - a) * 0.45 + circle * wide
        rings.append(make_tube(path, np.full(18, rng.uniform(0.9, 2.2)), owner.metal, 8))
    return rings


def _watch(rng: Generator, arm: Mesh, owner: Owner) -> Mesh:
    """Return a strap round the wrist with something flat on it."""
    wide = rng.uniform(4, 11)
    y = -70 - np.linspace(0, 2 * wide, 4)
    near = arm.points[np.abs(arm.points[:, 1] + 70) < 30]
    middle, half = near.mean(0), np.ptp(near[:, 0]) / 2
    path = np.stack([0 * y + middle[0], y, 0 * y + middle[2]], 1)
    strap = make_tube(path, np.full(4, half + 2.0), linear(any_colour(rng)), 24, 0.8)
    dial = turn_profile(
        np.array([[16.0, 0], [16, 6], [14, 7], [0, 7]]), np.tile(owner.metal, (4, 1)), 24
    )
    return join([strap, dial.moved(np.eye(3), path[1:3].mean(0) + np.array([0, 0, half * 0.8]))])


def _arm(rng: Generator, owner: Owner) -> list[tuple[Mesh, int]]:
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


def make_hand(rng: Generator, owner: Owner, reach: Reach, *, seen: bool) -> list[Part]:
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
    skin, arm = _hand_skin(bones, owner), _arm(rng, owner)
    parts = [(skin, SKIN), *arm, *_worn(rng, bones, arm[0][0], owner)]
    moved = [(mesh.moved(matrix * owner.size, by), layer) for mesh, layer in parts]
    # nothing dips into the board: lift it all as far as its lowest point of the hand demands
    low = float(moved[0][0].points[:, 2].min())
    lift = np.array([0, 0, max(0.0, 3.0 - low)])
    return [
        Part(
            _renormal(mesh.moved(np.eye(3), lift)),
            HAND,
            0,
            _GLOSS[layer],
            0.15 if layer == PLAIN else 0.4,
            layer,
            seen=seen,
        )
        for mesh, layer in moved
    ]


def _worn(rng: Generator, bones: list[Bone], arm: Mesh, owner: Owner) -> list[tuple[Mesh, int]]:
    """Return nails, rings and a watch."""
    meshes = [_nails(bones, owner)]
    if owner.worn[0]:
        meshes += _rings(rng, bones, owner)
    if owner.worn[1] and (owner.cuff_mm is None or owner.cuff_mm > 60):
        meshes.append(_watch(rng, arm, owner))
    return [(mesh, PLAIN) for mesh in meshes]


def _renormal(mesh: Mesh) -> Mesh:
    length = np.linalg.norm(mesh.normals, axis=1, keepdims=True) + 1e-9
    normals: Floats = (mesh.normals / length).astype(np.float32)
    points = mesh.points.copy()
    points[:, 2] = np.maximum(points[:, 2], 1.0)
    return Mesh(points, normals, mesh.colours, mesh.uv, mesh.triangles)
