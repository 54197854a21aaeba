"""Draws foreign objects: a cup, and what all of them have in common."""

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
    scale_colour,
    smooth,
)

_DRINK: Final[Bgr] = (52.0, 46.8, 44.2)
_BRIM: Final = 0.92


def draw_thing(thing: Thing, pose: Pose, light: Light, gain: Bgr) -> Sprite:
    """Return the thing as seen from this pose; ``gain`` is the light where it lies."""
    canvas = Canvas(np.vstack(find_rings(thing, pose)), 2)
    thing.shape.draw(canvas, thing, pose, light, gain)
    return smooth(canvas.sprite(), 0.6)


def thing_shadow(thing: Thing, pose: Pose, light: Light) -> Sprite:
    """Return the soft shadow that the thing throws on the board, away from the light."""
    foot = thing.shape.outline(thing)
    head = foot + light.cast_mm(thing.height_mm)
    around = pose.project(find_hull(np.vstack([foot, head])))
    blur = (1.2 + 0.06 * thing.height_mm) * pose.px_per_mm(thing.x_mm, thing.y_mm)
    canvas = Canvas(around, 3 * blur, 2)
    canvas.fill(around, (0, 0, 0))
    if thing.shape.hollow:
        hole = disc(thing.x_mm, thing.y_mm, thing.size_mm / 2 * thing.shape.hollow)
        canvas.erase(pose.project(hole))
    return canvas.shadow(0.42, blur)


def find_rings(thing: Thing, pose: Pose) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower and the upper outline in pixels."""
    outline = thing.shape.outline(thing)
    return pose.project(outline), pose.project(outline, thing.height_mm)


def outline_round(thing: Thing) -> NDArray[np.float64]:
    """Return the outline of what touches the board, corners × 2, in millimetres."""
    return disc(thing.x_mm, thing.y_mm, thing.size_mm / 2)


def draw_round(canvas: Canvas, thing: Thing, pose: Pose, gain: Bgr) -> None:
    """Draw the side and the top of a round thing."""
    low, high = find_rings(thing, pose)
    side = light_colour(scale_colour(thing.colour, 0.66), gain)
    canvas.fill(find_hull(np.vstack([low, high])), side)
    canvas.fill(high, light_colour(scale_colour(thing.colour, 1.0), gain))


def _draw_cup(canvas: Canvas, thing: Thing, pose: Pose, _light: Light, gain: Bgr) -> None:
    draw_round(canvas, thing, pose, gain)
    drink = disc(thing.x_mm, thing.y_mm, thing.size_mm / 2 * _BRIM)
    canvas.fill(pose.project(drink, thing.height_mm), light_colour(_DRINK, gain))


CUP: Final = Shape("cup", outline_round, _draw_cup)


def cup(x_mm: float, y_mm: float) -> Thing:
    """Return a white cup, 75 mm wide and 90 mm high."""
    return Thing(CUP, x_mm, y_mm, 75.0, 90.0, (222.0, 226.0, 228.0))
