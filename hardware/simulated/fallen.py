"""A piece that has fallen over: its discs are upright along an axis that lies on the board."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.board import PieceKind
from hardware.simulated.optics import Pose
from hardware.simulated.pawns import LYING, Slice, slices, soft_shadow
from hardware.simulated.scene import Bgr, Light, Pawn
from hardware.simulated.sprites import Canvas, Sprite, find_hull, light_colour, smooth

_CORNERS: Final = 28
_CAST: Final = 0.35
"""How far its shadow reaches beside it, in units of its height."""


def fell_pawn(pawn: Pawn, kind: PieceKind, lying_deg: float) -> Pawn:
    """Return a pawn that fell over where it stood. Raises ValueError for one that cannot fall."""
    if pawn.sunk_mm > 0 or kind.flat:
        raise ValueError("what stands in a hole, and a flat piece, cannot fall over")
    angle = math.radians(lying_deg)
    x_mm = pawn.x_mm + kind.height_mm / 2 * math.cos(angle)
    y_mm = pawn.y_mm + kind.height_mm / 2 * math.sin(angle)
    return replace(pawn, x_mm=x_mm, y_mm=y_mm, sunk_mm=0.0, lying_deg=lying_deg)


def draw_fallen(pawn: Pawn, kind: PieceKind, pose: Pose, light: Light, gain: Bgr) -> Sprite:
    """Return a piece that lies, as seen from this pose; ``gain`` is the light where it lies."""
    parts = slices(pawn, kind)
    rings = _rings(pawn, kind, parts, pose)
    canvas = Canvas(rings.reshape(-1, 2), 2)
    sides = [(part, number, number + 1) for number, part in enumerate(parts[1:])]
    top_is_nearer = _along(pawn) @ (np.array(pose.nadir_mm) - (pawn.x_mm, pawn.y_mm)) > 0
    LYING.draw(canvas, sides if top_is_nearer else sides[::-1], rings, light, gain)
    end, ring = (parts[-1], rings[-1]) if top_is_nearer else (parts[0], rings[0])
    canvas.fill(find_hull(ring), light_colour(end.colour, gain))
    return smooth(canvas.sprite(), 0.6)


def fallen_shadow(pawn: Pawn, kind: PieceKind, pose: Pose, light: Light) -> list[Sprite]:
    """Return the soft shadow beside a piece that lies."""
    axis, half = _along(pawn), kind.height_mm / 2
    across = np.array([-axis[1], axis[0]])
    foot, top = kind.diameter_mm / 2, kind.cap_diameter_mm / 2
    middle = np.array([pawn.x_mm, pawn.y_mm])
    outline = np.array(
        [
            middle + axis * end * half + across * side * radius
            for end, radius in ((-1, foot), (1, top))
            for side in (-1, 1)
        ]
    )
    shift = -np.array(light.towards) * _CAST * kind.diameter_mm
    around = pose.project(find_hull(np.vstack([outline, outline + shift])))
    scale = pose.px_per_mm(pawn.x_mm, pawn.y_mm)
    return [soft_shadow(around, 0.42, 1.8 * scale)]


def _along(pawn: Pawn) -> NDArray[np.float64]:
    """Return the direction from a lying piece's foot to its top."""
    assert pawn.lying_deg is not None
    angle = math.radians(pawn.lying_deg)
    return np.array([math.cos(angle), math.sin(angle)])


def _rings(pawn: Pawn, kind: PieceKind, parts: list[Slice], pose: Pose) -> NDArray[np.float64]:
    """Return each disc's outline in pixels, discs × corners × 2: upright circles on the axis.

    The piece lies on the rims of its foot and its top, so its axis may slope.
    """
    axis = _along(pawn)
    across = np.array([-axis[1], axis[0]])
    turn = np.linspace(0, 2 * np.pi, _CORNERS, endpoint=False)
    radii = np.array([part.radius_mm for part in parts])
    share = np.array([part.height_mm for part in parts]) / kind.height_mm
    middles = np.array([pawn.x_mm, pawn.y_mm]) + np.outer((share - 0.5) * kind.height_mm, axis)
    flat = middles[:, None] + np.cos(turn)[None, :, None] * radii[:, None, None] * across
    foot, top = kind.diameter_mm / 2, kind.cap_diameter_mm / 2
    heights = (foot + (top - foot) * share)[:, None] + np.sin(turn) * radii[:, None]
    pixels = pose.project(flat.reshape(-1, 2), np.maximum(heights, 0).ravel())
    return pixels.reshape(len(parts), _CORNERS, 2)
