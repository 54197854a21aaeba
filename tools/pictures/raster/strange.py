"""Hands over the middle of a board that are hard to tell: what the reader of hands is tried on.

Gloved ones, children's, hands without an arm, and arms in sleeves of the table's or the board's
colour, which cannot be followed to the rim. Beside them tables without any, and with a thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from tools.pictures.raster import hands, things
from tools.pictures.raster.mesh import Floats, Part
from tools.pictures.raster.palette import any_colour, linear
from tools.pictures.raster.shots import CALIBRATE_EMPTY, CALIBRATE_SET, Director, Shot
from tools.pictures.raster.world import World

KINDS: Final = (
    "plain", "table_sleeve", "board_sleeve", "glove", "glove_board_sleeve", "fingers", "child",
    "none", "thing",
)  # fmt: skip
"""What lies over the board; the set of a picture's label."""
_EACH: Final = 3
_SIZES: Final = (0.85, 1.12)
_CHILD_SIZES: Final = (0.42, 0.58)


def strange_shots(world: World) -> Iterator[tuple[Shot, str]]:
    """Yield the pictures an owner shows, of kind "", and three of each kind, by one camera."""
    director = _Director(replace(world, fixed=True))
    director.clutter = ()
    for shot in director.shots()[: CALIBRATE_EMPTY + CALIBRATE_SET]:
        yield shot, ""
    for kind in KINDS:
        for _ in range(_EACH):
            yield director.strange(kind), kind


class _Director(Director):
    def strange(self, kind: str) -> Shot:
        """Return a picture of a kind."""
        rng, owner, parts = self.rng, self.owner, list[Part]()
        self.men = self._moved(self.men) if rng.random() < 0.6 else self._random_men()
        light = self.lights[int(rng.integers(3))]
        if kind == "thing":
            x_mm, y_mm = (rng.uniform(0.3, 0.7, 2) * self.world.size_mm).tolist()
            parts = things.make_thing(rng, str(rng.choice(things.LARGE)), (x_mm, y_mm), 0.3)
        elif kind != "none":
            owner = _owner(rng, self.world, kind)
            parts = _hand(rng, self.world, owner, kind)
        return Shot(
            "test", self.cameras[0], light, self.men, tuple(parts), owner.weave, owner.grain,
            fixed=True, nudged=False, seed=int(rng.integers(1 << 31)),
        )  # fmt: skip


def _owner(rng: np.random.Generator, world: World, kind: str) -> hands.Owner:
    """Return whose hand it is; a sleeve like the table or the board is plain, up to the wrist."""
    owner, cuff_mm = hands.random_owner(rng), float(rng.uniform(-10, 15))
    if kind.endswith("_sleeve"):
        like = _colour(world.surfaces.tabletop if kind == "table_sleeve" else world.surfaces.art)
        weave = (*owner.weave[:2], 0.3, 0.0)
        owner = replace(owner, sleeve=like, weave=weave, cuff_mm=cuff_mm)
    if kind.startswith("glove"):
        cloth = linear(any_colour(rng))
        owner = replace(owner, skin=cloth, nails=cloth, grain=(0.0, 0.0, 0.0), worn=(False, False))
    if kind == "glove":
        owner = replace(owner, cuff_mm=float(rng.uniform(0, 60)))
    return replace(owner, size=float(rng.uniform(*(_CHILD_SIZES if kind == "child" else _SIZES))))


def _colour(texture: Floats) -> Floats:
    return linear(np.median(texture[..., :3].reshape(-1, 3), axis=0))


def _hand(rng: np.random.Generator, world: World, owner: hands.Owner, kind: str) -> list[Part]:
    """Return a hand whose fingertips are over the middle of the board."""
    heading, size = float(rng.uniform(0, 2 * np.pi)), np.array(world.size_mm)
    way = np.array([np.cos(heading), np.sin(heading)])
    tip = size * rng.uniform(0.3, 0.7, 2) + way * 0.12 * size.max()
    x_mm, y_mm = np.clip(tip, 0.15 * size, 0.85 * size).tolist()
    pitch = float(rng.uniform(0.6, 1.2) if kind == "fingers" else rng.uniform(0.1, 0.8))
    reach = hands.Reach((x_mm, y_mm, float(rng.uniform(6, 40))), heading, pitch)
    skin, *arm_and_worn = hands.make_hand(rng, owner, reach, seen=True)
    arms = 1 + (owner.cuff_mm is not None)
    return [skin, *arm_and_worn[arms if kind == "fingers" else 0 :]]
