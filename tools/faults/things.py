"""More things that people leave on a board: a die, a coin, a ring, boxes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, Light, Shape, Thing
from hardware.simulated.sprites import (
    Canvas,
    disc,
    find_hull,
    light_colour,
    place_points,
    scale_colour,
)
from hardware.simulated.things import draw_round, find_rings, outline_round

_PIPS: Final = ((-0.25, -0.25), (0.0, 0.0), (0.25, 0.25), (0.25, -0.25), (-0.25, 0.25))
"""The pips of a five, in edges of the die from its middle."""
_INK: Final[Bgr] = (40.0, 36.0, 34.0)
_LOWER: Final = (0.62, 0.8)
"""How dark a box's sides are, away from the light and towards it."""
_HOLLOW: Final = 0.78
"""A ring's inner radius, in units of its outer one."""


def _outline_box(thing: Thing) -> NDArray[np.float64]:
    half = np.array([thing.length_mm or thing.size_mm, thing.size_mm]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return place_points(corners, thing.angle_deg, (thing.x_mm, thing.y_mm))


def _box(canvas: Canvas, thing: Thing, pose: Pose, light: Light, gain: Bgr) -> None:
    """Draw what is seen of a box's sides, and its top."""
    low, high = find_rings(thing, pose)
    outline = _outline_box(thing)
    for one in range(4):
        two = (one + 1) % 4
        outward = (outline[one] + outline[two]) / 2 - (thing.x_mm, thing.y_mm)
        level = _LOWER[bool(outward @ np.array(light.towards) > 0)]
        side = find_hull(np.vstack([low[[one, two]], high[[one, two]]]))
        canvas.fill(side, light_colour(scale_colour(thing.colour, level), gain))
    canvas.fill(high, light_colour(thing.colour, gain))


def _draw_die(canvas: Canvas, thing: Thing, pose: Pose, light: Light, gain: Bgr) -> None:
    _box(canvas, thing, pose, light, gain)
    pips = np.array(_PIPS) * thing.size_mm
    for pip in place_points(pips, thing.angle_deg, (thing.x_mm, thing.y_mm)):
        spot = disc(float(pip[0]), float(pip[1]), thing.size_mm * 0.09, 16)
        canvas.fill(pose.project(spot, thing.height_mm), light_colour(_INK, gain))


def _draw_coin(canvas: Canvas, thing: Thing, pose: Pose, _light: Light, gain: Bgr) -> None:
    """Draw a coin's field, duller than its rim."""
    draw_round(canvas, thing, pose, gain)
    field = disc(thing.x_mm, thing.y_mm, thing.size_mm * 0.42)
    canvas.fill(
        pose.project(field, thing.height_mm), light_colour(scale_colour(thing.colour, 0.88), gain)
    )


def _draw_ring(canvas: Canvas, thing: Thing, pose: Pose, _light: Light, gain: Bgr) -> None:
    """Open a ring's middle: the board is seen through it."""
    draw_round(canvas, thing, pose, gain)
    hole = disc(thing.x_mm, thing.y_mm, thing.size_mm / 2 * _HOLLOW)
    canvas.erase(pose.project(hole, thing.height_mm))


DIE: Final = Shape("die", _outline_box, _draw_die)
COIN: Final = Shape("coin", outline_round, _draw_coin)
RING: Final = Shape("ring", outline_round, _draw_ring, _HOLLOW)
BOX: Final = Shape("box", _outline_box, _box)


def die(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return an ivory die of 16 mm."""
    return Thing(DIE, x_mm, y_mm, 16.0, 16.0, (212.0, 228.0, 234.0), angle_deg)


def coin(x_mm: float, y_mm: float) -> Thing:
    """Return a brass coin of 24 mm."""
    return Thing(COIN, x_mm, y_mm, 24.0, 2.2, (84.0, 142.0, 176.0))


def ring(x_mm: float, y_mm: float) -> Thing:
    """Return a silver finger ring of 21 mm, which lies flat."""
    return Thing(RING, x_mm, y_mm, 21.0, 4.0, (186.0, 188.0, 190.0))


def telephone(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return a telephone that lies on its back, its dark glass up."""
    return Thing(BOX, x_mm, y_mm, 72.0, 8.0, (38.0, 34.0, 32.0), angle_deg, 150.0)


def lid(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return a game's box lid, which covers a third of a board and more."""
    return Thing(BOX, x_mm, y_mm, 220.0, 45.0, (60.0, 50.0, 150.0), angle_deg, 300.0)


def sleeve(x_mm: float, y_mm: float, angle_deg: float = 0.0) -> Thing:
    """Return the sleeve of a jacket, of the cloth that hands wear here."""
    return Thing(BOX, x_mm, y_mm, 88.0, 24.0, (92.0, 70.0, 58.0), angle_deg, 240.0)
