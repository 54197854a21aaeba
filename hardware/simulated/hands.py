"""A hand that reaches over the board: fingers, palm, forearm and sleeve, and their shadow.

The hand is a set of limbs with a round cross-section, projected like everything else; it has to
*look like* a hand to a detector of skin, cover and movement, not to be beautiful.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, Hand, Light
from hardware.simulated.sprites import (
    Canvas,
    Sprite,
    disc,
    find_hull,
    light_colour,
    scale_colour,
    smooth,
)

SKIN: Final[Bgr] = (138.0, 168.0, 216.0)
SLEEVE: Final[Bgr] = (92.0, 70.0, 58.0)
_NAIL: Final[Bgr] = (168.0, 188.0, 228.0)


@dataclass(frozen=True, slots=True)
class Joint:
    """A ball of the hand: how far from the fingertips, how far to the side, how high, how thick."""

    along_mm: float
    across_mm: float
    height_mm: float
    radius_mm: float


Limb = tuple[Joint, ...]

_THUMB: Final[Limb] = (Joint(8, -17, 30, 9), Joint(42, -38, 42, 10.5), Joint(92, -34, 52, 15))
_FINGERS: Final[tuple[Limb, ...]] = (
    (Joint(26, 34, 40, 7), Joint(52, 36, 55, 8), Joint(92, 30, 56, 10)),
    (Joint(12, 23, 36, 8), Joint(46, 25, 60, 9), Joint(88, 14, 60, 11)),
    (Joint(0, 9, 32, 8.5), Joint(40, 10, 62, 9.5), Joint(86, -3, 62, 11.5)),
    (Joint(4, -5, 30, 8.5), Joint(38, -8, 60, 9.5), Joint(88, -20, 60, 11.5)),
)
_PALM: Final[Limb] = (
    Joint(86, -20, 58, 13),
    Joint(86, 29, 55, 12),
    Joint(150, 16, 58, 13),
    Joint(150, -16, 58, 14),
)
_ROUND: Final = ((1.0, 0.7), (0.88, 0.84), (0.7, 0.95), (0.48, 1.02), (0.25, 1.06))
"""The shading of a round limb: ever narrower strips, ever lighter."""

_STRAIGHT: Final = np.zeros(2)
_WRIST_MM: Final = 150.0
_CUFF_MM: Final = 205.0


def draw_hand(hand: Hand, pose: Pose, light: Light, gain: Bgr) -> Sprite:
    """Return the hand as seen from this pose; ``gain`` is the light where it reaches."""
    limbs = _limbs(hand)
    canvas = _sheet([line for limb, _ in limbs for line in _bones(hand, pose, limb)], pose, 2)
    lean = np.array(light.towards)
    for limb, colour in limbs:
        for shrink, level in _ROUND[limb is _PALM :]:
            shift = lean * (1 - shrink) * 0.5
            for outline in _bones(hand, pose, limb, shrink, shift):
                canvas.fill(outline, light_colour(scale_colour(colour, level), gain))
    for finger in (_THUMB, *_FINGERS):
        canvas.fill(_nail(hand, pose, finger), light_colour(_NAIL, gain))
    return smooth(canvas.sprite(), 1.1 * pose.px_per_mm(hand.x_mm, hand.y_mm))


def hand_shadow(hand: Hand, pose: Pose, light: Light) -> Sprite:
    """Return the wide, soft shadow that the hand throws on the board."""
    away = -20 * np.array(light.towards)
    moved = Hand(hand.x_mm + away[0], hand.y_mm + away[1], hand.angle_deg, hand.length_mm)
    blur = 13 * pose.px_per_mm(hand.x_mm, hand.y_mm)
    outlines = [line for limb, _ in _limbs(moved) for line in _bones(moved, pose, _flat(limb))]
    canvas = _sheet(outlines, pose, 1, margin_px=2 * blur)
    for outline in outlines:
        canvas.fill(outline, (0, 0, 0))
    return canvas.shadow(0.45, blur)


def _limbs(hand: Hand) -> list[tuple[Limb, Bgr]]:
    """Return the hand's limbs in the order in which they are drawn, each with its colour."""
    forearm = (Joint(_WRIST_MM, 0, 58, 27), Joint(_CUFF_MM + 40, 0, 62, 32))
    sleeve = (Joint(_CUFF_MM, 0, 62, 38), Joint(max(hand.length_mm, _CUFF_MM + 1), 0, 70, 48))
    skin = [(limb, SKIN) for limb in (forearm, _THUMB, *_FINGERS, _PALM)]
    return [skin[0], (sleeve, SLEEVE), *skin[1:]]


def _bones(
    hand: Hand, pose: Pose, limb: Limb, shrink: float = 1.0, shift: NDArray[np.float64] = _STRAIGHT
) -> list[NDArray[np.float64]]:
    """Return the outlines, in pixels, between each two joints of a limb; the palm is one piece.

    ``shrink`` narrows the limb and ``shift`` moves it by that many radii, for shading.
    """
    discs = [disc(*_at(hand, joint, shift), joint.radius_mm * shrink, 20) for joint in limb]
    heights = np.repeat([joint.height_mm for joint in limb], 20)
    rings = pose.project(np.vstack(discs), heights)
    if len(limb) > 3:
        return [find_hull(rings)]
    return [find_hull(rings[first : first + 40]) for first in range(0, len(rings) - 20, 20)][::-1]


def _flat(limb: Limb) -> Limb:
    """Return where a limb's shadow lies: on the board, a little wider than the limb."""
    return tuple(replace(joint, height_mm=0, radius_mm=joint.radius_mm * 1.1) for joint in limb)


def _at(hand: Hand, joint: Joint, shift: NDArray[np.float64]) -> tuple[float, float]:
    angle = math.radians(hand.angle_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    x = hand.x_mm + joint.along_mm * cos - joint.across_mm * sin
    y = hand.y_mm + joint.along_mm * sin + joint.across_mm * cos
    return x + float(shift[0]) * joint.radius_mm, y + float(shift[1]) * joint.radius_mm


def _nail(hand: Hand, pose: Pose, finger: Limb) -> NDArray[np.float64]:
    """Return the outline of a fingernail, just behind the tip."""
    tip, joint = finger[0], finger[1]
    along = tip.along_mm + 0.02 * (joint.along_mm - tip.along_mm)
    middle = Joint(along, tip.across_mm, tip.height_mm + tip.radius_mm, tip.radius_mm)
    return pose.project(disc(*_at(hand, middle, _STRAIGHT), tip.radius_mm * 0.45), 40.0)


def _sheet(
    outlines: list[NDArray[np.float64]], pose: Pose, scale: int, margin_px: float = 2
) -> Canvas:
    """Return a canvas over what of these outlines lies in the picture."""
    corners = np.clip(np.vstack(outlines), 0, np.array(pose.size) - 1)
    return Canvas(corners, margin_px, scale)
