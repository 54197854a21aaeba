"""Objects on a table: a cup, a telephone, a charger, a die, a stack of cards."""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from tools.pictures.traced import meshes
from tools.pictures.traced.meshes import Colour, Floats, Mesh

_CUP: Final = (
    (0, 0), (35, 0), (39, 2), (40.5, 8), (41, 88), (40, 92), (38.6, 91), (38, 20), (34, 10), (0, 8),
)  # fmt: skip
CUP_COLOURS: Final[tuple[Colour, ...]] = (
    (0.10, 0.24, 0.30),
    (0.62, 0.58, 0.50),
    (0.35, 0.05, 0.05),
    (0.05, 0.05, 0.06),
)


@functools.cache
def make_cup(colour: Colour) -> Mesh:
    """Return a cup with coffee in it and a square handle, 92 mm high."""
    body = meshes.paint(meshes.lathe(_CUP, 40), colour)
    coffee = meshes.paint(meshes.lathe(((38.4, 69), (38.4, 70), (0, 70)), 40), (0.06, 0.025, 0.01))
    arc = np.radians(np.linspace(-70, 70, 12))
    beads = [
        meshes.move(_BEAD, meshes.shift(40 + 22 * np.cos(a), 0, 48 + 28 * np.sin(a))) for a in arc
    ]
    return meshes.merge_meshes([body, coffee, *(meshes.paint(bead, colour) for bead in beads)])


_BEAD: Final = meshes.lathe(((0, -6.5), (4.6, -4.6), (6.5, 0), (4.6, 4.6), (0, 6.5)), 10)


@functools.cache
def make_telephone() -> Mesh:
    """Return a dark telephone of 71 mm by 147 mm by 8 mm, its glass a little inside the rim."""
    body = meshes.prism(meshes.rounded_outline(71, 147, 9), 0, 8)
    glass = meshes.prism(meshes.rounded_outline(67, 143, 7), 8, 8.3)
    dark, black = (0.045, 0.045, 0.05), (0.008, 0.008, 0.01)
    return meshes.merge_meshes([meshes.paint(body, dark), meshes.paint(glass, black)])


CHARGER_COLOURS: Final[tuple[Colour, ...]] = ((0.72, 0.72, 0.70), (0.02, 0.02, 0.022))
_CABLE_MM: Final = 240


@functools.cache
def make_charger(colour: Colour) -> Mesh:
    """Return a charger of 42 mm by 42 mm by 28 mm whose cable leads away along +y."""
    along = np.linspace(19, _CABLE_MM, 24)
    across = 16 * np.sin((along - 19) / 38)
    angles = np.degrees(np.arctan2(np.diff(across), np.diff(along)))
    link = meshes.prism(meshes.rounded_outline(4, 13, 1.5), 0, 4)
    cable = [
        meshes.move(link, meshes.shift(x, y) @ meshes.turn(-angle))
        for x, y, angle in zip(across[:-1], along[:-1] + 5, angles, strict=True)
    ]
    body = meshes.prism(meshes.rounded_outline(42, 42, 6), 0, 28)
    return meshes.paint(meshes.merge_meshes([body, *cable]), colour)


_PIPS: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@functools.cache
def make_die(body: Colour, pip: Colour) -> Mesh:
    """Return a die of 15 mm with rounded corners, standing on z = 0."""
    grid = np.linspace(-1, 1, 25)
    u, v = (axis.ravel() for axis in np.meshgrid(grid, grid, indexing="ij"))
    sides = [_die_side((u, v), axis, sign, (body, pip)) for axis in range(3) for sign in (-1, 1)]
    return meshes.move(meshes.merge_meshes(sides), meshes.shift(0, 0, 7.5))


def _die_side(
    grid: tuple[Floats, Floats], axis: int, sign: int, colours: tuple[Colour, Colour]
) -> Mesh:
    """Return one of a die's six sides; ``colours`` are those of the body and of the pips."""
    u, v = grid
    number = ((3, 4), (2, 5), (1, 6))[axis][sign > 0]
    points = np.empty((len(u), 3))
    points[:, axis], points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = sign, u, v
    points *= np.minimum(1, 1.42 / np.linalg.norm(points, axis=1))[:, None] * 7.5
    inked = np.zeros(len(u), bool)
    for a, b in _PIPS[number]:
        inked |= (u - 0.5 * a) ** 2 + (v - 0.5 * b) ** 2 < 0.045
    corner = (np.arange(24)[:, None] * 25 + np.arange(24)).ravel()
    quads = np.stack([corner, corner + 25, corner + 26, corner, corner + 26, corner + 1], 1)
    faces = quads.reshape(-1, 3) if sign > 0 else quads.reshape(-1, 3)[:, ::-1]
    return meshes.make_mesh(points, faces, np.where(inked[:, None], colours[1], colours[0]))


def make_stack(width: float, height: float, cards: int) -> Mesh:
    """Return the white edge of a stack of cards, 0.3 mm each, without the top card's face."""
    outline = meshes.rounded_outline(width, height, 3)
    return meshes.paint(meshes.prism(outline, 0, 0.3 * cards), (0.62, 0.60, 0.56))
