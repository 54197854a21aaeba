"""Lights: lamps and windows as glowing meshes, a room around them, and what casts shadows.

The radiance is in arbitrary units, since the camera meters; only ratios matter. Lengths are
millimetres in the world of ``meshes``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from tools.pictures.traced import meshes
from tools.pictures.traced.meshes import Colour, Floats, Mesh


@dataclass(frozen=True)
class Lamp:
    """Something that glows: its side that is counter-clockwise sends out ``radiance``."""

    mesh: Mesh
    radiance: Colour


@dataclass(frozen=True)
class Light:
    """The light of one picture, and how the camera takes it.

    ``room`` is a panorama (rows from the zenith down) of radiance. ``shades`` keep light off.
    ``electrons`` at white set the noise; ``balance`` is how far the white balance corrects a cast,
    0 to 1; ``level`` the brightness that metering aims at, of 1. ``source`` is the direction of
    the strongest light.
    """

    lamps: tuple[Lamp, ...]
    room: Floats
    source: Floats
    electrons: float = 8000
    balance: float = 0.85
    level: float = 0.40
    shades: tuple[Mesh, ...] = ()


@dataclass(frozen=True)
class Aim:
    """What the light is arranged about: a camera's eye and a point of the board, millimetres."""

    eye: tuple[float, float, float]
    spot: tuple[float, float]


MAX_LAMPS: Final = 3
"""Every scene has this many glowing meshes, so that the renderer compiles its code once."""


def _towards(azimuth: float, elevation: float) -> Floats:
    """Return a unit vector; both angles in degrees."""
    a, e = math.radians(azimuth), math.radians(elevation)
    return np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])


def _facing(position: Floats, target: Floats) -> Floats:
    """Return the matrix that brings the xy plane to ``position`` with +z towards ``target``."""
    z = (target - position) / np.linalg.norm(target - position)
    x = np.cross([0, 0, 1] if abs(z[2]) < 0.95 else [0, 1, 0], z)
    x = x / np.linalg.norm(x)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = x, np.cross(z, x), z, position
    return matrix


def _pane(left: float, low: float, right: float, high: float) -> Mesh:
    corners = [[left, low, 0], [right, low, 0], [right, high, 0], [left, high, 0]]
    return meshes.make_mesh(corners, [[0, 1, 2], [0, 2, 3]])


def _window(at: Floats, target: Floats, size: tuple[float, float], radiance: Colour) -> Lamp:
    """Return a window with a cross of bars, facing a point."""
    w, h = size[0] / 2, size[1] / 2
    bar = 0.045 * size[0]
    panes = [
        _pane(-w, -h, -bar, -bar),
        _pane(bar, -h, w, -bar),
        _pane(-w, bar, -bar, h),
        _pane(bar, bar, w, h),
    ]
    return Lamp(meshes.move(meshes.merge_meshes(panes), _facing(at, target)), radiance)


def _disc(at: Floats, target: Floats, radius: float, radiance: Colour) -> Lamp:
    """Return a round lamp, facing a point."""
    rim = meshes.ring(radius, 0, 24)
    k = np.arange(1, 23)
    mesh = meshes.make_mesh(rim, np.stack([0 * k, k, k + 1], 1))
    return Lamp(meshes.move(mesh, _facing(at, target)), radiance)


def _room(rng: np.random.Generator, level: float, tint: Colour) -> Floats:
    """Return a panorama of 64 × 128: a pale ceiling, walls with furniture, a dark floor."""
    rows = np.linspace(0, math.pi, 64)
    heights = np.interp(np.cos(rows), [-1, -0.1, 0.5, 1], [0.35, 0.5, 1.0, 1.25])
    room: Floats = np.repeat(heights[:, None], 128, 1)
    for _ in range(9):
        left, top = int(rng.integers(0, 110)), int(rng.integers(14, 40))
        wide, high = int(rng.integers(6, 26)), int(rng.integers(5, 18))
        room[top : top + high, left : left + wide] *= rng.uniform(0.4, 1.35)
    return np.asarray(room[..., None] * level * np.array(tint), np.float64)


def _tint(rng: np.random.Generator, colour: Colour, strength: float) -> Colour:
    r, g, b = np.array(colour) * strength * rng.uniform(0.85, 1.15)
    return float(r), float(g), float(b)


_ORIGIN: Final = np.zeros(3)
_DAY: Final = (0.92, 1.0, 1.12)
_WARM: Final = (1.25, 0.95, 0.60)
_DUSK: Final = (0.55, 0.85, 1.45)


def light_day(rng: np.random.Generator, _aim: Aim) -> Light:
    """Return a large window at one side, the room pale with its light."""
    source = _towards(rng.uniform(0, 360), rng.uniform(24, 42))
    window = _window(1900 * source, _ORIGIN, (1300, 1100), _tint(rng, _DAY, 9))
    return Light((window,), _room(rng, 0.75, _DAY), source)


def light_lamp(rng: np.random.Generator, _aim: Aim) -> Light:
    """Return a ceiling lamp, not straight above."""
    source = _towards(rng.uniform(0, 360), rng.uniform(58, 74))
    lamp = _disc(1500 * source, _ORIGIN, 170, _tint(rng, _WARM, 34))
    return Light((lamp,), _room(rng, 0.3, (1.1, 0.95, 0.75)), source, 5000, 0.75)


def light_evening(rng: np.random.Generator, _aim: Aim) -> Light:
    """Return a dim standard lamp at one side and the last blue from a window opposite."""
    azimuth = rng.uniform(0, 360)
    source = _towards(azimuth, rng.uniform(34, 52))
    lamp = _disc(1500 * source, _ORIGIN, 150, _tint(rng, _WARM, 18))
    dusk = _towards(azimuth + rng.uniform(130, 230), 24)
    window = _window(2100 * dusk, _ORIGIN, (1000, 900), _tint(rng, _DUSK, 0.7))
    room = _room(rng, 0.08, (1.1, 0.95, 0.8))
    return Light((lamp, window), room, source, 1300, 0.55, 0.31)


def light_side(rng: np.random.Generator, _aim: Aim) -> Light:
    """Return a desk lamp low at one side: what passes it throws its shadow on the board."""
    source = _towards(rng.uniform(0, 360), rng.uniform(33, 40))
    lamp = _disc(1300 * source, _ORIGIN, 55, _tint(rng, (1.1, 1.0, 0.85), 150))
    return Light((lamp,), _room(rng, 0.28, (1, 1, 1)), source, 5000, 0.8)


def _mirrored(aim: Aim, distance: float) -> tuple[Floats, Floats]:
    """Return the point of the board and the position that it mirrors into the camera."""
    spot = np.array([*aim.spot, 0.0])
    way = spot - np.array(aim.eye)
    way = way * np.array([1, 1, -1]) / np.linalg.norm(way)
    return spot, spot + way * distance


def hard_mirror_window(rng: np.random.Generator, aim: Aim) -> Light:
    """Return a window whose image lies in the varnish."""
    spot, at = _mirrored(aim, rng.uniform(1500, 2100))
    window = _window(at, spot, (480, 400), _tint(rng, _DAY, 55))
    return Light((window,), _room(rng, 0.4, _DAY), at / np.linalg.norm(at))


def hard_mirror_lamp(rng: np.random.Generator, aim: Aim) -> Light:
    """Return a bright small lamp whose image lies in the varnish."""
    spot, at = _mirrored(aim, rng.uniform(900, 1300))
    lamp = _disc(at, spot, rng.uniform(35, 65), _tint(rng, (1.15, 1.0, 0.8), 170))
    room = _room(rng, 0.3, (1.0, 0.97, 0.9))
    return Light((lamp,), room, at / np.linalg.norm(at), 5000, 0.8)


def hard_sun(rng: np.random.Generator, aim: Aim) -> Light:
    """Return sun through a window: the edge of its patch, and a bar, lie across the board."""
    source = _towards(rng.uniform(0, 360), rng.uniform(30, 55))
    sun = _disc(9000 * source, _ORIGIN, 70, _tint(rng, (1.1, 1.0, 0.86), 42000))
    spot = np.array([*aim.spot, 0.0])
    frame = _facing(spot + 1500 * source, spot) @ meshes.turn(rng.uniform(-25, 25))
    wall = [
        _pane(-4000, -4000, 0, 4000),
        _pane(0, 700, 1500, 4000),
        _pane(900, -4000, 1500, 700),
        *([_pane(70, -4000, 110, 700)] if rng.random() < 0.6 else []),
    ]
    shade = meshes.paint(meshes.move(meshes.merge_meshes(wall), frame), (0.6, 0.6, 0.6))
    return Light((sun,), _room(rng, 0.8, _DAY), source, 9000, 0.8, 0.42, (shade,))


def hard_two_lamps(rng: np.random.Generator, _aim: Aim) -> Light:
    """Return an orange and a blue-white lamp from two sides, with sharp shadows of two colours."""
    azimuth = rng.uniform(0, 360)
    source = _towards(azimuth, rng.uniform(38, 60))
    other = _towards(azimuth + rng.uniform(100, 200), rng.uniform(35, 60))
    warm = _disc(1150 * source, _ORIGIN, 45, _tint(rng, (1.4, 0.85, 0.35), 190))
    cold = _disc(1250 * other, _ORIGIN, 40, _tint(rng, (0.6, 0.95, 1.6), 160))
    return Light((warm, cold), _room(rng, 0.16, (1, 1, 1)), source, 3500, 0.6)


LIGHTS: Final[dict[str, Callable[[np.random.Generator, Aim], Light]]] = {
    "day": light_day,
    "lamp": light_lamp,
    "evening": light_evening,
    "side": light_side,
    "mirror_window": hard_mirror_window,
    "mirror_lamp": hard_mirror_lamp,
    "sun": hard_sun,
    "two_lamps": hard_two_lamps,
}

HARD: Final = ("mirror_window", "mirror_lamp", "sun", "two_lamps")


def make_light(name: str, seed: int, aim: Aim) -> Light:
    """Return a light by its name; the same seed gives the same lamps in the same places."""
    return LIGHTS[name](np.random.default_rng([seed, 77]), aim)
