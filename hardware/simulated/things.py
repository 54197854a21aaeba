"""Draws foreign objects: a die, a coin, a ring, a cup, boxes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, Light, Shape, Thing
from hardware.simulated.sprites import (
    Canvas,
    Sprite,
    disc,
    find_hull,
    light_colour,
    place_points,
    scale_colour,
    smooth,
)

_PIPS: Final = ((-0.25, -0.25), (0.0, 0.0), (0.25, 0.25), (0.25, -0.25), (-0.25, 0.25))
"""The pips of a five, in edges of the die from its middle."""
_INK: Final[Bgr] = (40.0, 36.0, 34.0)
_LOWER: Final = (0.62, 0.8)
"""How dark a box's sides are, away from the light and towards it."""
_HOLLOW: Final = 0.78
"""A ring's inner radius, in units of its outer one."""
_BRIM: Final = 0.92
_BOXES: Final = (Shape.DIE, Shape.BOX)


def draw_thing(thing: Thing, pose: Pose, light: Light, gain: Bgr) -> Sprite:
    """Return the thing as seen from this pose; ``gain`` is the light where it lies."""
    low, high = _rings(thing, pose)
    canvas = Canvas(np.vstack([low, high]), 2)
    if thing.shape in _BOXES:
        _box(canvas, thing, pose, light, gain)
    else:
        canvas.fill(
            find_hull(np.vstack([low, high])), light_colour(scale_colour(thing.colour, 0.66), gain)
        )
        canvas.fill(high, light_colour(scale_colour(thing.colour, 1.0), gain))
        _ROUND[thing.shape](canvas, thing, pose, gain)
    return smooth(canvas.sprite(), 0.6)


def thing_shadow(thing: Thing, pose: Pose, light: Light) -> Sprite:
    """Return the soft shadow that the thing throws on the board, away from the light."""
    foot = _outline(thing)
    head = foot + light.cast_mm(thing.height_mm)
    around = pose.project(find_hull(np.vstack([foot, head])))
    blur = (1.2 + 0.06 * thing.height_mm) * pose.px_per_mm(thing.x_mm, thing.y_mm)
    canvas = Canvas(around, 3 * blur, 2)
    canvas.fill(around, (0, 0, 0))
    if thing.shape is Shape.RING:
        canvas.erase(pose.project(disc(thing.x_mm, thing.y_mm, thing.size_mm / 2 * _HOLLOW)))
    return canvas.shadow(0.42, blur)


def _outline(thing: Thing) -> NDArray[np.float64]:
    """Return the outline of what touches the board, corners × 2, in millimetres."""
    if thing.shape not in _BOXES:
        return disc(thing.x_mm, thing.y_mm, thing.size_mm / 2)
    half = np.array([thing.length_mm or thing.size_mm, thing.size_mm]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return place_points(corners, thing.angle_deg, (thing.x_mm, thing.y_mm))


def _rings(thing: Thing, pose: Pose) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower and the upper outline in pixels."""
    outline = _outline(thing)
    return pose.project(outline), pose.project(outline, thing.height_mm)


def _box(canvas: Canvas, thing: Thing, pose: Pose, light: Light, gain: Bgr) -> None:
    """Draw a box: what is seen of its sides, its top and a die's pips on that."""
    low, high = _rings(thing, pose)
    outline = _outline(thing)
    for one in range(4):
        two = (one + 1) % 4
        outward = (outline[one] + outline[two]) / 2 - (thing.x_mm, thing.y_mm)
        level = _LOWER[bool(outward @ np.array(light.towards) > 0)]
        side = find_hull(np.vstack([low[[one, two]], high[[one, two]]]))
        canvas.fill(side, light_colour(scale_colour(thing.colour, level), gain))
    canvas.fill(high, light_colour(thing.colour, gain))
    pips = np.array(_PIPS if thing.shape is Shape.DIE else ()).reshape(-1, 2) * thing.size_mm
    for pip in place_points(pips, thing.angle_deg, (thing.x_mm, thing.y_mm)):
        spot = disc(float(pip[0]), float(pip[1]), thing.size_mm * 0.09, 16)
        canvas.fill(pose.project(spot, thing.height_mm), light_colour(_INK, gain))


def _coin(canvas: Canvas, thing: Thing, pose: Pose, gain: Bgr) -> None:
    """Draw a coin's field, duller than its rim."""
    field = disc(thing.x_mm, thing.y_mm, thing.size_mm * 0.42)
    canvas.fill(
        pose.project(field, thing.height_mm), light_colour(scale_colour(thing.colour, 0.88), gain)
    )


def _ring(canvas: Canvas, thing: Thing, pose: Pose, _gain: Bgr) -> None:
    """Open a ring's middle: the board is seen through it."""
    hole = disc(thing.x_mm, thing.y_mm, thing.size_mm / 2 * _HOLLOW)
    canvas.erase(pose.project(hole, thing.height_mm))


def _cup(canvas: Canvas, thing: Thing, pose: Pose, gain: Bgr) -> None:
    """Draw what is in a cup."""
    drink = disc(thing.x_mm, thing.y_mm, thing.size_mm / 2 * _BRIM)
    canvas.fill(pose.project(drink, thing.height_mm), light_colour(scale_colour(_INK, 1.3), gain))


_ROUND: Final = {Shape.COIN: _coin, Shape.RING: _ring, Shape.CUP: _cup}
