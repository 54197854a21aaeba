"""A piece as it is seen: a body of revolution under perspective, and the shadow it throws.

The body is drawn as a stack of thin discs from the bottom up; each is projected by itself, so lean,
waist and cap follow from the geometry. A flat piece is a short cylinder, perhaps with a printed
face.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.board import PieceKind
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, Light, Pawn
from hardware.simulated.sprites import (
    Canvas,
    Sprite,
    disc,
    find_hull,
    light_colour,
    scale_colour,
    smooth,
)

Outline = NDArray[np.float64]
"""Corners × 2, in pixels; or several of them."""

LACQUER: Final[Bgr] = (26.0, 25.0, 24.0)
"""The body's black, if a piece kind names none."""

_PROFILE: Final = ((0.0, 0.1, 0.22, 0.45, 0.7, 0.9), (1.0, 1.0, 0.84, 0.72, 0.68, 0.74))
"""The body from the base up: shares of the neck's height, and of the base's radius there."""

_SLICES: Final = np.linspace(0.0, 0.9, 13)

_INK: Final[Bgr] = (52.0, 46.0, 44.0)

_GLOSS: Final = 34.0
_SHEEN: Final = 14.0
"""Grey levels that lacquer mirrors on its sides, at the brightest, and on a flat top."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One disc of a pawn: its height above the board, its radius, its colour before light.

    The colour is that of the side from the slice beneath up to this one; ``gloss`` is how many
    grey levels the lacquer adds where it mirrors the light.
    """

    height_mm: float
    radius_mm: float
    colour: Bgr
    gloss: float = 0.0


Side = tuple[Slice, int, int]
"""What is drawn between two discs, and their numbers."""


@dataclass(frozen=True, slots=True)
class Sides:
    """How the side of a piece is drawn, with an outer and an inner streak of gloss.

    ``sizes`` are their shares of the side's outline, ``lean`` how far they move towards the light
    (1: to the outline), ``brightness`` scales the colour beneath them.
    """

    sizes: tuple[float, float]
    lean: float
    brightness: float

    def draw(
        self, canvas: Canvas, sides: Sequence[Side], rings: Outline, light: Light, gain: Bgr
    ) -> None:
        """Draw sides between two discs each, the streaks towards the light.

        ``rings`` are the discs' outlines (discs × corners × 2); ``gain`` is the light there.
        """
        streaks = [shrink_towards(rings, light, size, self.lean) for size in self.sizes]
        for part, *ends in sides:
            canvas.fill(find_hull(rings[ends].reshape(-1, 2)), light_colour(part.colour, gain))
            for inner, share in zip(streaks, (0.5, 1.0), strict=True):
                sheen = scale_colour(part.colour, self.brightness, share * part.gloss)
                canvas.fill(find_hull(inner[ends].reshape(-1, 2)), light_colour(sheen, gain))


UPRIGHT: Final = Sides(sizes=(0.66, 0.36), lean=0.6, brightness=1.0)
LYING: Final = Sides(sizes=(0.55, 0.25), lean=0.4, brightness=1.05)


def bgr(kind: PieceKind, colour: str) -> Bgr:
    """Return a piece's nominal colour, or that of ``hidden`` or ``face``, in OpenCV's order."""
    if colour == "hidden" and kind.hidden is None:
        return LACQUER
    red, green, blue = kind.rgb(colour)
    return float(blue), float(green), float(red)


def slices(pawn: Pawn, kind: PieceKind) -> list[Slice]:
    """Return the discs of a pawn from the lowest to the highest.

    A kind without a cap of its own and without a hidden side is coloured all over.
    """
    body = bgr(kind, pawn.colour if kind.coloured_all_over else "hidden")
    shape = _cylinder if kind.flat else _upright
    parts = shape(kind, bgr(kind, pawn.colour), body)
    if pawn.turned:
        parts = [replace(part, height_mm=kind.height_mm - part.height_mm) for part in parts[::-1]]
        parts.append(replace(parts[-1], colour=scale_colour(body, 1.1, _SHEEN), gloss=0.0))
    return [_sunk(part, pawn.sunk_mm) for part in parts]


def top_mm(pawn: Pawn, kind: PieceKind) -> float:
    """Return the height of the pawn's top above the board."""
    return kind.height_mm - pawn.sunk_mm


def draw_pawn(pawn: Pawn, kind: PieceKind, pose: Pose, light: Light, gain: Bgr) -> Sprite:
    """Return the pawn as seen from this pose; ``gain`` is the light where it stands."""
    parts = slices(pawn, kind)
    rings = _rings(pawn, parts, pose)
    canvas = Canvas(rings.reshape(-1, 2), 2)
    sides = [(part, number, max(0, number - 1)) for number, part in enumerate(parts)]
    in_hole = sum(part.height_mm <= 0 for part in parts) if pawn.sunk_mm > 0 else 0
    if in_hole:  # a piece in a hole is seen through its rim only
        UPRIGHT.draw(canvas, sides[:in_hole], rings, light, gain)
        radius = (kind.hole_diameter_mm or kind.diameter_mm) / 2
        canvas.keep(pose.project(disc(pawn.x_mm, pawn.y_mm, radius)))
    UPRIGHT.draw(canvas, sides[in_hole:], rings, light, gain)
    for size, whiter in ((0.6, 5.0), (0.32, 8.0)):
        sheen = scale_colour(parts[-1].colour, 1.0, whiter)
        canvas.fill(shrink_towards(rings[-1], light, size), light_colour(sheen, gain))
    if kind.face is not None and not pawn.turned:
        _print_face(canvas, pawn, kind, pose, gain)
    if light.gloss:
        canvas.fill(shrink_towards(rings[-1], light, 0.7 * light.gloss**0.5), _mirrored(light))
    return smooth(canvas.sprite(), 0.6)


def _mirrored(light: Light) -> Bgr:
    """Return how bright a lamp's reflection in a top is: white, except in the darkest light."""
    return light_colour(
        (235.0, 238.0, 240.0), scale_colour(light.gain_bgr, max(light.brightness, 0.5))
    )


def pawn_shadow(pawn: Pawn, kind: PieceKind, pose: Pose, light: Light) -> list[Sprite]:
    """Return the soft shadow on the board: where the pawn stands, and away from the light."""
    base, top = max(0.0, -pawn.sunk_mm), top_mm(pawn, kind)
    foot, head = (_cast(pawn, height, light) for height in (base, top))
    radius = kind.diameter_mm / 2
    scale = pose.px_per_mm(pawn.x_mm, pawn.y_mm)
    far = find_hull(np.vstack([disc(*foot, radius * 0.8), disc(*head, radius * 0.7)]))
    return [
        soft_shadow(pose.project(far), 0.34, (1.4 + 0.05 * top) * scale),
        soft_shadow(pose.project(disc(*foot, radius * 1.25)), 0.42, (1.6 + 0.2 * base) * scale),
    ]


def _upright(kind: PieceKind, cap: Bgr, body: Bgr) -> list[Slice]:
    radius, height = kind.diameter_mm / 2, kind.height_mm
    cap_radius = kind.cap_diameter_mm / 2
    neck = height - kind.marker_side_mm
    parts = [
        Slice(share * neck, width * radius, scale_colour(body, 1.7 - 0.8 * share), _GLOSS)
        for share, width in zip(_SLICES, np.interp(_SLICES, *_PROFILE), strict=True)
    ]
    return [
        *parts,
        Slice(neck, cap_radius, body),
        Slice(height - 0.5, cap_radius, scale_colour(cap, 0.55)),
        Slice(height, cap_radius * 0.92, scale_colour(cap, 0.72)),
        Slice(height, cap_radius * 0.92, scale_colour(cap, 0.92, _SHEEN)),
    ]


def _cylinder(kind: PieceKind, cap: Bgr, body: Bgr) -> list[Slice]:
    """Return the discs of a flat piece: its sides are straight, its edge a little broken."""
    radius, height = kind.diameter_mm / 2, kind.height_mm
    return [
        Slice(0.0, radius, scale_colour(body, 0.7)),
        Slice(height - 0.4, radius, scale_colour(body, 0.8)),
        Slice(height, radius - 0.4, scale_colour(cap, 0.85)),
        Slice(height, radius - 0.4, scale_colour(cap, 1.0, _SHEEN / 2)),
    ]


def _print_face(canvas: Canvas, pawn: Pawn, kind: PieceKind, pose: Pose, gain: Bgr) -> None:
    """Print the middle of a face: paper with a symbol, rotated as the piece came to rest."""
    radius, height = kind.face_diameter_mm / 2, top_mm(pawn, kind)
    paper = pose.project(disc(pawn.x_mm, pawn.y_mm, radius), height)
    canvas.fill(paper, light_colour(bgr(kind, "face"), gain))
    turn = pawn.x_mm + 1.7 * pawn.y_mm
    bars = 2 + round(pawn.x_mm + pawn.y_mm) % 2
    for angle in np.arange(bars) * np.pi / bars + turn:
        along = np.array([math.cos(angle), math.sin(angle)]) * radius * 0.7
        across = np.array([-along[1], along[0]]) * 0.25
        corners = [along + across, along - across, -along - across, -along + across]
        canvas.fill(
            pose.project(np.add(corners, (pawn.x_mm, pawn.y_mm)), height), light_colour(_INK, gain)
        )


def _sunk(part: Slice, depth_mm: float) -> Slice:
    """Lower a slice; less light reaches it deeper in a hole."""
    height = part.height_mm - depth_mm
    left = math.exp(min(0.0, height) / 4)
    return Slice(height, part.radius_mm, scale_colour(part.colour, left), part.gloss * left)


def _rings(pawn: Pawn, parts: list[Slice], pose: Pose) -> NDArray[np.float64]:
    """Return each slice's outline in pixels, slices × corners × 2, in one projection."""
    discs = [disc(pawn.x_mm, pawn.y_mm, part.radius_mm) for part in parts]
    corners = len(discs[0])
    heights = np.repeat([part.height_mm for part in parts], corners)
    return pose.project(np.vstack(discs), heights).reshape(len(parts), corners, 2)


def shrink_towards(ring: Outline, light: Light, size: float, lean: float = UPRIGHT.lean) -> Outline:
    """Return an outline (or several) shrunk to a share and moved towards the light.

    ``lean``: how far it moves within itself, 1 for as far as it can.
    """
    middle = ring.mean(axis=-2, keepdims=True)
    radius = np.ptp(ring, axis=-2, keepdims=True) / 2
    shift = np.array(light.towards) * radius * (1 - size) * lean
    return np.asarray((ring - middle) * size + middle + shift, np.float64)


def _cast(pawn: Pawn, height_mm: float, light: Light) -> tuple[float, float]:
    """Return where the shadow of the pawn's axis at a height falls."""
    right, down = light.cast_mm(height_mm)
    return pawn.x_mm + right, pawn.y_mm + down


def soft_shadow(outline: NDArray[np.float64], darkness: float, blur_px: float) -> Sprite:
    """Return a shadow of this outline in pixels, its edge so soft."""
    canvas = Canvas(outline, 3 * blur_px, scale=2)
    canvas.fill(outline, (0, 0, 0))
    return canvas.shadow(darkness, blur_px)
