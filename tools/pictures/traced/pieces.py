"""The shapes of pieces: profiles on the lathe, and a chess knight sawn from a plank.

Every function returns parts: a mesh standing on z = 0 and the name of what it is painted with
(``colour``: the piece's own; ``body``: the kind's other colour).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Final

import numpy as np

from tools.pictures.traced import meshes
from tools.pictures.traced.meshes import Mesh

Parts = tuple[tuple[Mesh, str], ...]
Profile = tuple[tuple[float, float], ...]


def _turn_whole(profile: Profile, segments: int = 28) -> Parts:
    return ((meshes.lathe(profile, segments), "colour"),)


def _arc(radius: float, middle: float, start: float, end: float, steps: int = 8) -> Profile:
    """Return a part of a circle on the axis, as profile points; angles in degrees from level."""
    angles = np.radians(np.linspace(start, end, steps))
    return tuple((radius * math.cos(a), middle + radius * math.sin(a)) for a in angles)


def make_capped() -> Parts:
    """Return a black body, 13 mm wide and 28 mm high, with a coloured cap."""
    waist = ((5.9, 0), (6.5, 0.6), (6.5, 2.2), (5.6, 3.4), (4.2, 5.6), (3.5, 9), (3.3, 15))
    body = ((0, 0.4), (5.2, 0), *waist, (3.6, 18.5), (4.6, 20.6), (5.3, 21.6), (5.4, 25.2))
    cap = ((5.35, 25.1), (5.55, 25.4), (5.55, 27.2), (5.2, 27.8), (4.5, 28), (0, 28))
    return ((meshes.lathe(body), "body"), (meshes.lathe(cap), "colour"))


def make_cone() -> Parts:
    """Return a turned cone, 12 mm wide and 25 mm high, with a blunt tip."""
    return _turn_whole(((5.7, 0), (6, 0.5), (6, 2), (5.6, 3), (1.9, 22.6), *_arc(1.9, 23.1, 0, 90)))


def make_headed() -> Parts:
    """Return the classic pawn, 14 mm wide and 27 mm high: a skirt, a neck and a ball."""
    skirt = ((6.6, 0), (7, 0.7), (7, 2.4), (6.2, 4), (4.6, 8), (3.2, 13), (2.6, 17.4))
    return _turn_whole((*skirt, *_arc(4.8, 22.2, -58, 90, 12)))


def make_disc() -> Parts:
    """Return a draughtsman of 30 mm by 7 mm with a raised rim and a groove."""
    rim = ((14.6, 0), (15, 0.5), (15, 6.4), (14.5, 7), (12.4, 7), (11.8, 6.2), (9.2, 6.2))
    return _turn_whole((*rim, (8.7, 6.7), (7.2, 6.7), (6.7, 6.2), (0, 6.2)), 36)


def make_lens() -> Parts:
    """Return a stone of 20.5 mm by 9 mm, round above and below."""
    angles = np.linspace(-math.pi / 2, math.pi / 2, 13)
    outline = tuple(
        (10.25 * math.cos(a) ** 0.8 if k % 12 else 0.0, 4.5 + 4.5 * math.sin(a))
        for k, a in enumerate(angles)
    )
    return _turn_whole(outline, 32)


def make_token() -> Parts:
    """Return a cardboard token of 24 mm by 3 mm; its printed face is laid on it elsewhere."""
    return _turn_whole(((11.9, 0), (12, 0.2), (12, 2.8), (11.9, 3), (0, 3)), 32)


def make_cylinder() -> Parts:
    """Return a wooden cylinder of 11 mm by 14 mm with broken edges."""
    return _turn_whole(((5.1, 0), (5.5, 0.4), (5.5, 13.4), (5, 14), (0, 14)))


def make_peg() -> Parts:
    """Return a wooden cylinder of 13 mm by 20 mm with a slightly domed top."""
    return _turn_whole(((6.1, 0), (6.5, 0.5), (6.5, 18.8), (6, 19.5), (3.4, 19.9), (0, 20)))


def _foot(width: float) -> Profile:
    return ((width - 0.6, 0), (width, 0.8), (width, 3.2), (width - 1.4, 4.6), (width - 3, 7.5))


def make_chess_pawn() -> Parts:
    """Return a chess pawn of 27 mm by 44 mm."""
    neck = ((6.2, 14), (4.6, 24), (4.3, 27.5), (7.4, 28.4), (7.4, 29.6), (4.6, 30.6))
    return _turn_whole((*_foot(13.5), *neck, *_arc(6.9, 37.1, -45, 90, 10)))


def make_rook() -> Parts:
    """Return a chess rook of 30 mm by 48 mm."""
    top = ((8.6, 15), (7.4, 32), (7.4, 36), (10.2, 38), (10.2, 48), (7.2, 48), (7.2, 44), (0, 44))
    return _turn_whole((*_foot(15), *top))


def make_bishop() -> Parts:
    """Return a chess bishop of 30 mm by 66 mm."""
    neck = ((7, 16), (5, 34), (4.7, 40), (8.4, 41), (8.4, 42.4), (5, 43.6))
    head = ((6.6, 48), (7, 52), (5.8, 57), (3.2, 61.4), (1.6, 62.6), *_arc(2, 64, -50, 90, 6))
    return _turn_whole((*_foot(15), *neck, *head))


def make_queen() -> Parts:
    """Return a chess queen of 33 mm by 76 mm."""
    neck = ((7.6, 18), (5.4, 42), (5.2, 50), (9.2, 51), (9.2, 53), (5.8, 54.4))
    crown = ((6.6, 60), (9.6, 70), (7.6, 71), (5, 69.4), (3, 71), *_arc(2.9, 73.1, -40, 90, 6))
    return _turn_whole((*_foot(16.5), *neck, *crown))


def make_king() -> Parts:
    """Return a chess king of 33 mm by 86 mm with a cross."""
    neck = ((7.8, 18), (5.8, 44), (5.4, 54), (9.6, 55), (9.6, 57), (6, 58.4))
    crown = ((7, 64), (9.2, 73), (8.2, 75), (2.2, 77), (0, 77))
    bars = [
        meshes.prism([[-w, -1.3], [w, -1.3], [w, 1.3], [-w, 1.3]], low, high)
        for w, low, high in ((1.4, 76, 86), (3.6, 80, 83))
    ]
    body = meshes.lathe((*_foot(16.5), *neck, *crown))
    return ((meshes.merge_meshes([body, *bars]), "colour"),)


def make_knight() -> Parts:
    """Return a chess knight of 30 mm by 56 mm: a turned foot and a flat sawn head."""
    base = meshes.lathe((*_foot(15), (8.8, 14), (9.4, 17), (0, 17)))
    convex = (
        ((-8, 16), (8, 16), (6, 34), (-7, 32)),
        ((-7, 32), (6, 34), (3, 51), (-4, 55), (-8, 46)),
        ((-2, 38), (12, 36.5), (13.5, 41), (3, 51)),
        ((-4, 50), (1, 49), (-1, 56)),
    )
    planks = [meshes.prism(outline, -4.2, 4.2) for outline in convex]
    upright = meshes.turn(90, (1, 0, 0))
    head = [meshes.move(plank, upright) for plank in planks]
    return ((meshes.merge_meshes([base, *head]), "colour"),)


SHAPES: Final[dict[str, Callable[[], Parts]]] = {
    "capped": make_capped,
    "cone": make_cone,
    "headed": make_headed,
    "disc": make_disc,
    "lens": make_lens,
    "token": make_token,
    "cylinder": make_cylinder,
    "peg": make_peg,
    "chess_pawn": make_chess_pawn,
    "rook": make_rook,
    "knight": make_knight,
    "bishop": make_bishop,
    "queen": make_queen,
    "king": make_king,
}


@functools.cache
def make_shape(name: str) -> Parts:
    """Return the parts of a shape by its name; each is made once."""
    return SHAPES[name]()


def measure_height(name: str) -> float:
    """Return a shape's height in millimetres."""
    return max(float(part.vertices[:, 2].max()) for part, _ in make_shape(name))
