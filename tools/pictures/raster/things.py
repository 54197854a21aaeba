"""Foreign things: cups, dice, phones, coins, cards, pens, boxes."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from tools.pictures.raster.mesh import (
    ATLAS,
    PLAIN,
    THING,
    Part,
    join,
    make_box,
    make_tube,
    turn_profile,
)
from tools.pictures.raster.paint import ATLAS_CELLS
from tools.pictures.raster.palette import any_colour, linear

SMALL = ("die", "coin", "card", "pen", "card", "die", "ring", "paper")
"""What lies on a board."""
LARGE = ("cup", "phone", "card", "box", "cards", "coin", "pen", "paper", "glass", "cable", "bowl")
"""What lies beside it."""


def _face(rng: Generator) -> tuple[float, float, float, float]:
    row, column = rng.integers(0, ATLAS_CELLS, 2) / ATLAS_CELLS
    inset = 0.004
    side = 1 / ATLAS_CELLS - inset
    return (column + inset, row + inset, column + side, row + side)


def _spin(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def make_thing(rng: Generator, name: str, at: tuple[float, float], floor_mm: float) -> list[Part]:
    """Return a thing standing at a point; ``floor_mm`` is the height of what it stands on."""
    makers = {"die": _die, "coin": _coin, "cup": _cup, "glass": _cup, "bowl": _bowl, "pen": _pen,
              "cable": _cable, "ring": _ring}  # fmt: skip
    parts = makers[name](rng) if name in makers else _slab(rng, name)
    turn = _spin(rng.uniform(0, 6.28))
    by = np.array([*at, floor_mm])
    return [Part(p.mesh.moved(turn, by), THING, 0, p.gloss, p.rough, p.layer) for p in parts]


def _slab(rng: Generator, name: str) -> list[Part]:
    """A card, a pile of cards, a phone, a box, a sheet of paper."""
    half = {
        "card": (rng.uniform(20, 34), rng.uniform(30, 48), 0.25),
        "cards": (rng.uniform(20, 34), rng.uniform(30, 48), rng.uniform(2, 10)),
        "phone": (36, 75, 4),
        "box": (rng.uniform(15, 80), rng.uniform(15, 80), rng.uniform(5, 30)),
        "paper": (rng.uniform(30, 105), rng.uniform(40, 148), 0.15),
    }[name]
    layer = ATLAS if name != "phone" or rng.random() < 0.4 else PLAIN
    colour = linear(any_colour(rng)) if name != "phone" else np.full(3, 0.01)
    gloss = {"phone": 0.9, "box": rng.uniform(0, 0.8)}.get(name, rng.uniform(0, 0.5))
    mesh = make_box(np.array(half), colour, _face(rng))
    return [Part(mesh, THING, 0, gloss, rng.uniform(0.02, 0.2), layer)]


def _die(rng: Generator) -> list[Part]:
    half = rng.uniform(5, 9)
    colour = linear(any_colour(rng)) if rng.random() < 0.4 else np.full(3, 0.8)
    meshes = [make_box(np.full(3, half), colour, (0, 0, 0, 0))]
    dot = np.full((2, 3), 0.02 if colour.mean() > 0.2 else 0.85)
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
    faces = [[(0, 0)], corners[:2], [*corners[:2], (0, 0)], corners, [*corners, (-1, 0), (1, 0)]]
    for x, y in faces[int(rng.integers(len(faces)))]:
        pip = turn_profile(
            np.array([[half * 0.19, 2 * half + 0.05], [0, 2 * half + 0.05]]), dot, 10
        )
        meshes.append(pip.moved(np.eye(3), np.array([x * half * 0.5, y * half * 0.5, 0])))
    return [Part(join(meshes), THING, 0, rng.uniform(0, 0.8), 0.1)]


def _coin(rng: Generator) -> list[Part]:
    r, h = rng.uniform(8, 14), rng.uniform(1.5, 2.4)
    profile = np.array([[r, 0], [r, h], [r * 0.9, h], [r * 0.88, h - 0.3], [0, h - 0.3]])
    colour = np.array([0.5, 0.36, 0.16]) if rng.random() < 0.6 else np.array([0.5, 0.5, 0.5])
    return [Part(turn_profile(profile, np.tile(colour, (5, 1)), 24), THING, 0, 4.0, 0.25)]


def _ring(rng: Generator) -> list[Part]:
    r = rng.uniform(6, 14)
    profile = np.array([[r, 0], [r, 2.5], [r * 0.6, 2.5], [r * 0.6, 0]])
    colour = linear(any_colour(rng))
    return [Part(turn_profile(profile, np.tile(colour, (4, 1)), 24), THING, 0, 1.0, 0.15)]


def _cup(rng: Generator) -> list[Part]:
    r, h = rng.uniform(28, 42), rng.uniform(60, 110)
    fill = h * rng.uniform(0.4, 0.9)
    profile = np.array(
        [[r * 0.8, 0], [r, 8], [r, h - 2], [r - 2, h], [r - 4, h - 2], [r - 4, fill]]
    )
    colour = linear(any_colour(rng))
    cup = turn_profile(profile, np.tile(colour, (6, 1)), 32)
    drink = linear(any_colour(rng)) * 0.3
    liquid = turn_profile(np.array([[r - 4, fill], [0, fill]]), np.tile(drink, (2, 1)), 32)
    angle = np.linspace(-1.3, 1.3, 12)
    path = np.stack([r - 8 + 28 * np.cos(angle), 0 * angle, h / 2 + 26 * np.sin(angle)], 1)
    handle = make_tube(path, np.full(12, 5.0), colour, 10)
    gloss = rng.uniform(0.2, 1)
    meshes = [cup, handle] if rng.random() < 0.7 else [cup]
    return [Part(join(meshes), THING, 0, gloss, 0.08), Part(liquid, THING, 0, 1.0, 0.03)]


def _bowl(rng: Generator) -> list[Part]:
    r, h = rng.uniform(40, 70), rng.uniform(30, 60)
    profile = np.array(
        [[r * 0.6, 0], [r * 0.95, h * 0.5], [r, h], [r - 3, h], [r * 0.8, h * 0.4], [0, 5]]
    )
    return [
        Part(
            turn_profile(profile, np.tile(linear(any_colour(rng)), (6, 1)), 32),
            THING,
            0,
            rng.uniform(0, 1),
            0.1,
        )
    ]


def _pen(rng: Generator) -> list[Part]:
    y = np.array([0, 8, 12, 130, 140.0])
    path = np.stack([0 * y, y, 0 * y + 5], 1)
    mesh = make_tube(path, np.array([0.6, 4, 4.5, 4.5, 3]), linear(any_colour(rng)), 12)
    return [Part(mesh, THING, 0, rng.uniform(0, 0.8), 0.12)]


def _cable(rng: Generator) -> list[Part]:
    steps = np.cumsum(rng.normal(0, 0.35, 60))
    path = np.cumsum(np.stack([np.cos(steps), np.sin(steps), 0 * steps], 1) * 8, 0)
    path += np.array([0, 0, 3]) - path.mean(0)
    mesh = make_tube(path, np.full(60, 2.5), linear(any_colour(rng)), 8)
    return [Part(mesh, THING, 0, 0.3, 0.2)]
