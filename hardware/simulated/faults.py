"""What can go wrong at the simulated table, by name and strength.

``FAULTS`` is the only list. A fault's strength goes from 0 (no fault) to 1 (as its line says). The
same faults, strengths and seed give the same view of the same table; only the sensor's noise
differs from picture to picture.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from hardware.ports import Picture
from hardware.simulated import cast
from hardware.simulated.astray import MAX_FALLEN, add_fallen, add_things
from hardware.simulated.careless import place_carelessly
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, Hand, View

_FLAME_BGR: Final[Bgr] = (0.45, 0.82, 1.25)
_REACH_MM: Final = 20.0
_TIPS_MM: Final = 24.0
"""Fingertips of strength 0 are this far outside the board."""


class Fault(enum.Enum):
    """A fault's name, as people write it."""

    UNPLUGGED = "unplugged"
    BLACK = "black"
    FROZEN = "frozen"
    DIM = "dim"
    OVEREXPOSED = "overexposed"
    TINTED = "tinted"
    ONE_SIDED = "one-sided"
    SHADOW = "shadow"
    FLICKER = "flicker"
    GLARE = "glare"
    NOISE = "noise"
    BLURRED = "blurred"
    SHAKEN = "shaken"
    COMPRESSED = "compressed"
    HAND = "hand"
    BUMPED = "bumped"
    CARELESS = "careless"
    THINGS = "things"
    FALLEN = "fallen"
    FINGERTIPS = "fingertips"
    CAP_GLOSS = "cap-gloss"
    MIRRORED = "mirrored"
    EDGE_SHADOW = "edge-shadow"
    TWO_LIGHTS = "two-lights"
    WINDOW_BARS = "window-bars"
    BENT = "bent"


Strengths = Mapping[Fault, float]
"""Faults and their strengths."""


Staging = Callable[[View, float, Generator], View]
"""Changes the view by a strength."""

Spoiling = Callable[[Picture, View, float, Generator], Picture]
"""Changes the picture by a strength."""


class When(enum.Enum):
    """The stage of a fault: the whole camera, the table, the lens, after the sensor."""

    CAMERA = "camera"
    TABLE = "table"
    LENS = "lens"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Kind:
    """A fault: its stage, its effect at strength 1, and the function that applies it.

    The camera's own faults have no strength: they are on or off.
    """

    when: When
    at_one: str
    stage: Staging | None = None
    spoil: Spoiling | None = None


def graded_faults() -> tuple[Fault, ...]:
    """Return the faults that can be weak or strong, in the order of the list."""
    return tuple(fault for fault, kind in FAULTS.items() if kind.when is not When.CAMERA)


def check_strengths(strengths: Strengths) -> Strengths:
    """Return the faults with a strength above 0. Raises ValueError if one is not from 0 to 1."""
    for fault, strength in strengths.items():
        if not 0 <= strength <= 1:
            raise ValueError(f"the fault {fault.value} has a strength from 0 to 1, not {strength}")
    return MappingProxyType({fault: strength for fault, strength in strengths.items() if strength})


def stage_faults(view: View, strengths: Strengths, seed: int) -> View:
    """Return the camera's view with these faults applied."""
    for fault, kind in FAULTS.items():
        if fault in strengths and kind.stage is not None:
            view = kind.stage(view, strengths[fault], _chance(fault, seed))
    return view


def spoil_picture(
    picture: Picture, view: View, strengths: Strengths, seed: int, when: When
) -> Picture:
    """Return the picture with the faults of the lens, or of the file, applied."""
    for fault, kind in FAULTS.items():
        if fault in strengths and kind.spoil is not None and kind.when is when:
            picture = kind.spoil(picture, view, strengths[fault], _chance(fault, seed))
    return picture


def _chance(fault: Fault, seed: int) -> Generator:
    """Return a fault's own random generator: other faults do not change it."""
    return np.random.default_rng([seed, list(Fault).index(fault)])


# --- on the table ---------------------------------------------------------------------------------


def _dim(view: View, strength: float, _rng: Generator) -> View:
    light = view.light
    dark = light.brightness * (1 - 0.88 * strength)
    return replace(view, light=replace(light, brightness=dark, noise=light.noise + 5 * strength))


def _tint(view: View, strength: float, _rng: Generator) -> View:
    blue, green, red = (
        own + strength * (flame - own)
        for own, flame in zip(view.light.gain_bgr, _FLAME_BGR, strict=True)
    )
    return replace(view, light=replace(view.light, gain_bgr=(blue, green, red)))


def _one_sided(view: View, strength: float, rng: Generator) -> View:
    light = view.light
    uneven = light.shade_strength + strength * (0.75 - light.shade_strength)
    towards = float(rng.uniform(0, 360))
    return replace(view, light=replace(light, shade_strength=uneven, shade_deg=towards))


def _add_noise(view: View, strength: float, _rng: Generator) -> View:
    return replace(view, light=replace(view.light, noise=view.light.noise + 24 * strength))


def _cap_gloss(view: View, strength: float, _rng: Generator) -> View:
    return replace(view, light=replace(view.light, gloss=strength))


def _hand(view: View, strength: float, rng: Generator) -> View:
    """Reach in from one side, at any height of it, not quite straight."""
    middle = np.array(view.board.size_mm) / 2
    reach_mm = strength * (1.3 * middle.max() + _REACH_MM)
    return _reach(view, reach_mm, rng)


def _fingertips(view: View, strength: float, rng: Generator) -> View:
    """Let fingertips only just reach over the rim."""
    return _reach(view, _REACH_MM + strength * _TIPS_MM, rng)


def _reach(view: View, reach_mm: float, rng: Generator) -> View:
    """Reach in from one side; a reach of ``_REACH_MM`` goes up to the rim of a square board."""
    middle = np.array(view.board.size_mm) / 2
    side = math.radians(90.0 * int(rng.integers(4)))
    outward = np.array([math.cos(side), math.sin(side)])
    along = np.array([-outward[1], outward[0]]) * rng.uniform(-0.7, 0.7)
    depth = reach_mm / middle.max()
    tips = middle + (outward * (1 - depth) + along) * middle + outward * _REACH_MM
    angle = math.degrees(side) + float(rng.uniform(-25, 25))
    hand = Hand(float(tips[0]), float(tips[1]), angle)
    return replace(view, scene=replace(view.scene, hands=(*view.scene.hands, hand)))


def _bump(view: View, strength: float, rng: Generator) -> View:
    angle, turn = rng.uniform(0, 2 * math.pi), rng.choice([-4.0, 4.0])
    push = 15 * strength * math.cos(angle), 15 * strength * math.sin(angle)
    middle = np.array(view.board.size_mm) / 2
    return replace(view, pose=view.pose.nudge(*push, float(turn) * strength, middle))


def _displace(view: View, strength: float, rng: Generator) -> View:
    pawns = place_carelessly(view.scene.pawns, view.board, strength, rng)
    return replace(view, scene=replace(view.scene, pawns=pawns))


def _things(view: View, strength: float, rng: Generator) -> View:
    return replace(view, scene=add_things(view.scene, view.board, _of(3, strength), rng))


def _fallen(view: View, strength: float, rng: Generator) -> View:
    pawns = add_fallen(view.scene.pawns, view.board, _of(MAX_FALLEN, strength), rng)
    return replace(view, scene=replace(view.scene, pawns=pawns))


def _of(most: int, strength: float) -> int:
    """Return the number of things at a strength: at least one."""
    return max(1, round(most * strength))


# --- in the lens ----------------------------------------------------------------------------------


def _overexpose(picture: Picture, _view: View, strength: float, _rng: Generator) -> Picture:
    brighter = cv2.convertScaleAbs(picture, alpha=1 + 1.4 * strength, beta=50 * strength)
    return np.asarray(brighter, np.uint8)


def _cast_shadow(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Darken all beyond a straight, soft edge, as of somebody who leans before the lamp."""
    centre, mm_px = _somewhere(view, rng, 0.25)
    x, y = _pixels(view.pose, centre)
    angle = rng.uniform(0, 2 * math.pi)
    beyond = (x * math.cos(angle) + y * math.sin(angle)) / (6 * mm_px)
    return cast.multiply(picture, 1 - 0.8 * strength / (1 + np.exp(-np.clip(beyond, -20, 20))))


def _flicker(picture: Picture, _view: View, strength: float, rng: Generator) -> Picture:
    rows = np.arange(len(picture)) / len(picture)
    wave = np.sin(2 * math.pi * (2.5 * rows + rng.uniform()))
    return cast.multiply(picture, (1 + 0.4 * strength * wave)[:, None])


def _add_glare(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Add the reflection of a lamp: white in its middle, with a veil of light round it."""
    centre, mm_px = _somewhere(view, rng, 0.6)
    x, y = _pixels(view.pose, centre)
    angle, wide = (
        rng.uniform(0, math.pi),
        max(view.board.size_mm) * (0.05 + 0.07 * strength) * mm_px,
    )
    along = x * math.cos(angle) + y * math.sin(angle)
    across = y * math.cos(angle) - x * math.sin(angle)
    veil = 420 * strength * np.exp(-((along / wide) ** 2 + (across / (0.6 * wide)) ** 2))
    return np.clip(picture + veil[..., None], 0, 255).astype(np.uint8)


def _blur(picture: Picture, _view: View, strength: float, _rng: Generator) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 5 * strength), np.uint8)


def _shake(picture: Picture, _view: View, strength: float, rng: Generator) -> Picture:
    """Smear the picture along a line."""
    angle, steps = rng.uniform(0, math.pi), np.linspace(-10 * strength, 10 * strength, 81)
    kernel = np.zeros((25, 25), np.float32)
    for step in steps:  # a quarter of a pixel each; averaging softens the line's ends
        kernel[round(12 + step * math.sin(angle)), round(12 + step * math.cos(angle))] += 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def _compress(picture: Picture, _view: View, strength: float, _rng: Generator) -> Picture:
    quality = [cv2.IMWRITE_JPEG_QUALITY, round(95 - 89 * strength)]
    _, data = cv2.imencode(".jpg", picture, quality)
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None, "a picture that was just encoded can be decoded"
    return np.asarray(decoded, np.uint8)


def _somewhere(view: View, rng: Generator, spread: float) -> tuple[NDArray[np.float64], float]:
    """Return a random pixel of the board within a distance of its middle.

    Also return the pixels per millimetre there.
    """
    x_mm, y_mm = np.array(view.board.size_mm) * (0.5 + spread * rng.uniform(-0.5, 0.5, 2))
    return view.pose.project([(x_mm, y_mm)])[0], view.pose.px_per_mm(float(x_mm), float(y_mm))


def _pixels(
    pose: Pose, centre: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return how far each pixel is to the right of a point, and below it."""
    width, height = pose.size
    columns, rows = (np.arange(width) - centre[0]), (np.arange(height) - centre[1])
    x, y = np.meshgrid(columns.astype(np.float32), rows.astype(np.float32))
    return x, y


def _table(at_one: str, stage: Staging) -> Kind:
    return Kind(When.TABLE, at_one, stage=stage)


def _lens(at_one: str, spoil: Spoiling) -> Kind:
    return Kind(When.LENS, at_one, spoil=spoil)


FAULTS: Final[Mapping[Fault, Kind]] = MappingProxyType(
    {
        Fault.UNPLUGGED: Kind(When.CAMERA, "no picture: its cable is out"),
        Fault.BLACK: Kind(When.CAMERA, "black pictures: its lid is on"),
        Fault.FROZEN: Kind(When.CAMERA, "the same picture over and over"),
        Fault.DIM: _table("an eighth of the light, more noise", _dim),
        Fault.TINTED: _table("the light of a candle", _tint),
        Fault.ONE_SIDED: _table("a lamp on one side, seven times as bright there", _one_sided),
        Fault.NOISE: _table("26 grey levels of noise", _add_noise),
        Fault.HAND: _table("an arm right across the board", _hand),
        Fault.FINGERTIPS: _table("fingertips 24 mm over the rim", _fingertips),
        Fault.CAP_GLOSS: _table("a lamp mirrored in half of every top", _cap_gloss),
        Fault.BUMPED: _table("the board pushed by 15 mm and turned by 4°", _bump),
        Fault.CARELESS: _table("pieces at the edge of their places", _displace),
        Fault.THINGS: _table("a die, a coin and a ring left on the board", _things),
        Fault.FALLEN: _table("four pawns knocked over", _fallen),
        Fault.OVEREXPOSED: _lens("most of the board burnt out to white", _overexpose),
        Fault.SHADOW: _lens("a fifth of the light beyond a line across", _cast_shadow),
        Fault.FLICKER: _lens("bands, 40 % darker and brighter", _flicker),
        Fault.GLARE: _lens("a lamp's image over a quarter of the board's width", _add_glare),
        Fault.MIRRORED: _lens(
            "a lamp in the varnish, which moves with the camera", cast.mirror_lamp
        ),
        Fault.EDGE_SHADOW: _lens(
            "somebody's shadow over an edge, 40 % of the board in", cast.cast_edge_shadow
        ),
        Fault.TWO_LIGHTS: _lens(
            "a warm lamp on one side, a blue window on the other", cast.cast_two_lights
        ),
        Fault.WINDOW_BARS: _lens(
            "sun through a window, a third of it in its bars", cast.cast_window_bars
        ),
        Fault.BENT: _lens("the board's middle 6 mm above its edges", cast.bend_board),
        Fault.BLURRED: _lens("out of focus by 5 px", _blur),
        Fault.SHAKEN: _lens("smeared over 20 px", _shake),
        Fault.COMPRESSED: Kind(When.FILE, "JPEG of quality 6", spoil=_compress),
    }
)
"""Every fault, and its effect at strength 1."""
