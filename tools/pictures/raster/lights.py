"""Light: windows, lamps, sun, bands, and what stands between them and the board.

Positions are (x, y, height) in mm of the board frame; powers are linear light that a white face
in the board's middle would send back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.random import Generator

from tools.pictures.raster.mesh import Floats

NAMES: Final = (
    "day",
    "lamp",
    "evening",
    "sun",
    "mixed",
    "band",
    "mirrored",
    "overcast",
    "desk",
    "ceiling",
)
"""The kinds of light."""

SHARES: Final = (0.1, 0.1, 0.1, 0.09, 0.09, 0.08, 0.2, 0.06, 0.09, 0.09)
"""How often each of them is met."""


@dataclass(frozen=True)
class Emitter:
    """A shining rectangle or ellipse: its middle, half its sides, its power on the board.

    ``bars`` divide a window; ``samples`` are how many points throw its shadows.
    """

    centre: Floats
    side_a: Floats
    side_b: Floats
    power: Floats
    round: bool = False
    bars: tuple[float, float] = (1.0, 1.0)
    samples: int = 8

    def radiance(self, middle: Floats) -> Floats:
        """Return how bright it looks; bounded, as cameras clip anyway."""
        away = self.centre - middle
        distance = float(np.linalg.norm(away))
        normal = np.cross(self.side_a, self.side_b)
        area = 4 * float(np.linalg.norm(normal)) * (0.785 if self.round else 1.0)
        normal /= np.linalg.norm(normal)
        slant = abs(float(normal @ away)) / distance * max(away[2] / distance, 0.15)
        bright = distance**2 / (area * max(slant, 0.1)) / np.pi * 3.14
        return np.asarray(self.power * min(bright, 60.0))

    def points(self, rng: Generator) -> Floats:
        """Return points spread over it, for shadows."""
        count = self.samples
        u = (np.arange(count) + rng.uniform(0, 1, count)) / count * 2 - 1
        v = (
            np.argsort(np.argsort(rng.uniform(0, 1, count))) + rng.uniform(0, 1, count)
        ) / count * 2 - 1
        if self.round:
            turn = np.arange(count) * 2.399963
            reach = np.sqrt((np.arange(count) + 0.5) / count)
            u, v = reach * np.cos(turn), reach * np.sin(turn)
        return self.centre + u[:, None] * self.side_a + v[:, None] * self.side_b


@dataclass(frozen=True)
class Light:
    """All light of one picture; ``up`` comes from all round above, ``down`` from below.

    ``level`` compares it with a bright room; ``cookie`` is the seed of a mask over the first
    emitter's light, ``passing`` whether that is somebody's shadow. ``room`` is what is mirrored
    beside the lamps, light walls and dark people: shift (2), scale, contrast.
    """

    name: str
    emitters: tuple[Emitter, ...]
    up: Floats
    down: Floats | None = None
    level: float = 1.0
    cookie: int | None = None
    passing: bool = False
    room: tuple[float, float, float, float] = (0.0, 0.0, 0.3, 0.0)


def _warm(rng: Generator) -> Floats:
    return np.array([1.0, rng.uniform(0.66, 0.88), rng.uniform(0.32, 0.68)])


def _cool(rng: Generator) -> Floats:
    return np.array([rng.uniform(0.62, 0.9), rng.uniform(0.8, 0.97), 1.0])


def _from(azimuth: float, distance: float, height: float, middle: Floats) -> Floats:
    away = [np.cos(azimuth) * distance, np.sin(azimuth) * distance, height]
    return np.asarray(middle + np.array(away))


def _window(rng: Generator, middle: Floats, power: Floats, azimuth: float) -> Emitter:
    centre = _from(azimuth, rng.uniform(700, 2200), rng.uniform(500, 1200), middle)
    across = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    a = across * rng.uniform(250, 800)
    b = np.array([0, 0, 1.0]) * min(rng.uniform(250, 600), centre[2] - 60)
    bars = (float(rng.integers(1, 4)), float(rng.integers(1, 4)))
    return Emitter(centre, a, b, power, bars=bars, samples=14)


def _lamp(rng: Generator, centre: Floats, size: float, power: Floats) -> Emitter:
    turn = rng.uniform(0, 6.28)
    a = np.array([np.cos(turn), np.sin(turn), 0.0]) * size
    b = np.array([-np.sin(turn), np.cos(turn), 0.0]) * size
    is_round = rng.random() < 0.7
    if not is_round:
        b *= rng.uniform(0.15, 1)
    return Emitter(centre, a, b, power, round=is_round, samples=8 if size < 80 else 14)


def _band(rng: Generator, middle: Floats, board_mm: float, power: Floats) -> Emitter:
    turn = rng.uniform(0, 6.28)
    centre = _from(
        rng.uniform(0, 6.28), rng.uniform(0.1, 1.2) * board_mm, rng.uniform(250, 900), middle
    )
    a = np.array([np.cos(turn), np.sin(turn), 0.0]) * rng.uniform(100, 500)
    b = np.array([-np.sin(turn), np.cos(turn), 0.0]) * rng.uniform(3, 14)
    return Emitter(centre, a, b, power, samples=10)


@dataclass(frozen=True)
class Room:
    """What a random light depends on: the board's middle and longer side, and the camera.

    ``white`` and ``up`` are the colours of its lamps and of the light from all round; ``k`` is how
    strong the lamps are, ``azimuth`` where the first of them stands.
    """

    rng: Generator
    middle: Floats
    board_mm: float
    eye: Floats
    white: Floats
    up: Floats
    k: float
    azimuth: float

    def above(self) -> Floats:
        """Return a point under the ceiling."""
        distance, height = self.rng.uniform(0, 1100), self.rng.uniform(900, 2000)
        return _from(self.azimuth, distance, height, self.middle)


def random_light(rng: Generator, name: str, middle: Floats, board_mm: float, eye: Floats) -> Light:
    """Return a light of a kind; ``eye`` is the camera, for lamps that mirror on the board."""
    white = np.array([1.0, rng.uniform(0.9, 1), rng.uniform(0.85, 1)])
    up = white * rng.uniform(0.15, 0.6)
    room = Room(rng, middle, board_mm, eye, white, up, rng.uniform(0.55, 1.3), rng.uniform(0, 6.28))
    makers = {"day": _day, "lamp": _one_lamp, "evening": _evening, "sun": _sun, "mixed": _mixed,
              "band": _bands, "mirrored": _mirrored, "overcast": _overcast, "desk": _desk,
              "ceiling": _ceiling}  # fmt: skip
    light = makers[name](room)
    cookie = light.cookie
    if cookie is None and rng.random() < 0.12:
        cookie = int(rng.integers(1 << 30))
    down = light.up * rng.uniform(0.2, 0.6) * np.array([1.0, 0.9, 0.8])
    return replace(light, down=down, cookie=cookie, room=_random_room(rng))


def _random_room(rng: Generator) -> tuple[float, float, float, float]:
    x, y, scale = rng.uniform(0, 1, 3)
    return (float(x), float(y), float(0.05 + 0.4 * scale), float(rng.uniform(0, 0.9)))


def with_somebody(rng: Generator, light: Light) -> Light:
    """Return a light in which somebody stands or reaches, out of the picture."""
    cookie = int(rng.integers(1 << 30))
    return replace(light, cookie=cookie, passing=True, room=_random_room(rng))


def with_another(
    rng: Generator, light: Light, middle: Floats, board_mm: float, eye: Floats
) -> Light:
    """Return a light with a lamp switched on beside those that are lit, often mirrored."""
    kind = str(rng.choice(["mirrored", "mirrored", "lamp", "desk", "day"]))
    other = random_light(rng, kind, middle, board_mm, eye).emitters[:1]
    power = float(rng.uniform(0.2, 1.0))
    more = tuple(replace(e, power=e.power * power) for e in other)
    return replace(light, emitters=(*light.emitters[:2], *more))


def _day(room: Room) -> Light:
    rng = room.rng
    emitters = [_window(rng, room.middle, _cool(rng) * room.k, room.azimuth)]
    if rng.random() < 0.4:
        other = room.azimuth + rng.uniform(1, 3)
        emitters.append(_window(rng, room.middle, _cool(rng) * room.k * 0.5, other))
    return Light("day", tuple(emitters), room.up)


def _one_lamp(room: Room) -> Light:
    lamp = _lamp(room.rng, room.above(), room.rng.uniform(40, 250), _warm(room.rng) * room.k)
    return Light("lamp", (lamp,), room.up)


def _evening(room: Room) -> Light:
    rng = room.rng
    low = _from(room.azimuth, rng.uniform(400, 1500), rng.uniform(300, 1200), room.middle)
    lamp = _lamp(rng, low, rng.uniform(40, 160), _warm(rng) * room.k)
    up = _warm(rng) * rng.uniform(0.05, 0.2)
    return Light("evening", (lamp,), up, level=rng.uniform(0.15, 0.5))


def _sun(room: Room) -> Light:
    rng = room.rng
    at = _from(room.azimuth, rng.uniform(0.3, 1.8) * 90000, 90000, room.middle)
    power = np.array([1, 0.95, 0.86]) * rng.uniform(1, 2.4)
    sun = _lamp(rng, at, rng.uniform(450, 900), power)
    up = _cool(rng) * rng.uniform(0.15, 0.5)
    return Light("sun", (sun,), up, cookie=int(rng.integers(1 << 30)))


def _mixed(room: Room) -> Light:
    rng = room.rng
    warm = _warm(rng) * room.k * rng.uniform(0.4, 1)
    lamp = _lamp(rng, room.above(), rng.uniform(30, 200), warm)
    blue = np.array([0.35, 0.6, 1.0]) * room.k
    window = _window(rng, room.middle, blue, room.azimuth + rng.uniform(1.5, 4.5))
    return Light("mixed", (lamp, window), room.up * rng.uniform(0.3, 0.8))


def _bands(room: Room) -> Light:
    power = room.white * room.k
    count = int(room.rng.integers(1, 4))
    bands = [_band(room.rng, room.middle, room.board_mm, power) for _ in range(count)]
    return Light("band", tuple(bands), room.up * room.rng.uniform(0.3, 1))


def _overcast(room: Room) -> Light:
    rng = room.rng
    sky = _lamp(rng, room.above(), rng.uniform(500, 900), room.white * rng.uniform(0.1, 0.4))
    return Light("overcast", (sky,), room.white * rng.uniform(0.6, 1))


def _desk(room: Room) -> Light:
    rng = room.rng
    away = rng.uniform(0.3, 0.9) * room.board_mm + 80
    near = _from(room.azimuth, away, rng.uniform(230, 600), room.middle)
    lamp = _lamp(rng, near, rng.uniform(15, 70), _warm(rng) ** 0.5 * room.k * 1.3)
    return Light("desk", (lamp,), room.up * rng.uniform(0.2, 0.8))


def _ceiling(room: Room) -> Light:
    rng = room.rng
    lamps = []
    for _ in range(int(rng.integers(1, 4))):
        at = _from(rng.uniform(0, 6.28), rng.uniform(0, 1500), rng.uniform(1300, 2200), room.middle)
        lamps.append(_lamp(rng, at, rng.uniform(80, 400), room.white * rng.uniform(0.2, 0.8)))
    return Light("ceiling", tuple(lamps), room.up)


def _mirrored(room: Room) -> Light:
    """Return a lamp placed so that the camera sees it mirrored in the board."""
    rng, eye = room.rng, room.eye
    spot = room.middle + np.array([*rng.uniform(-0.4, 0.4, 2) * room.board_mm, 0])
    ray = (spot - eye) * (1, 1, -1)
    ray /= np.linalg.norm(ray)
    height = rng.uniform(max(eye[2] * 1.02, 700), max(2200, eye[2] * 1.3))
    at = spot + ray * (height / ray[2])
    return Light("mirrored", (_lamp(rng, at, rng.uniform(25, 170), room.white * room.k),), room.up)
