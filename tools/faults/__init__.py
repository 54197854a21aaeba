"""More that can go wrong at the simulated table, to measure the reader and to fit its networks.

``FAULTS`` is the list of all that can be weak or strong, those of the window's keys among them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from hardware.ports import Picture
from hardware.simulated import faults as usual
from hardware.simulated.faults import Fault
from hardware.simulated.scene import Bgr, View
from tools.faults import cast
from tools.faults.astray import MAX_FALLEN, add_fallen, add_things
from tools.faults.careless import place_carelessly

_FLAME_BGR: Final[Bgr] = (0.45, 0.82, 1.25)
_TIPS_MM: Final = 24.0


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


def _fingertips(view: View, strength: float, rng: Generator) -> View:
    """Let fingertips only just reach over the rim."""
    return usual.reach_in(view, usual.REACH_MM + strength * _TIPS_MM, rng)


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


def _overexpose(picture: Picture, _view: View, strength: float, _rng: Generator) -> Picture:
    brighter = cv2.convertScaleAbs(picture, alpha=1 + 1.4 * strength, beta=50 * strength)
    return np.asarray(brighter, np.uint8)


def _cast_shadow(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Darken all beyond a straight, soft edge, as of somebody who leans before the lamp."""
    centre, mm_px = usual.find_somewhere(view, rng, 0.25)
    x, y = usual.find_pixels(view.pose, centre)
    angle = rng.uniform(0, 2 * math.pi)
    beyond = (x * math.cos(angle) + y * math.sin(angle)) / (6 * mm_px)
    return cast.multiply(picture, 1 - 0.8 * strength / (1 + np.exp(-np.clip(beyond, -20, 20))))


def _flicker(picture: Picture, _view: View, strength: float, rng: Generator) -> Picture:
    rows = np.arange(len(picture)) / len(picture)
    wave = np.sin(2 * math.pi * (2.5 * rows + rng.uniform()))
    return cast.multiply(picture, (1 + 0.4 * strength * wave)[:, None])


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
    return compress(picture, round(95 - 89 * strength))


def compress(picture: Picture, quality: int) -> Picture:
    """Return a picture as it is read back from a JPEG of this quality."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None, "a picture that was just encoded can be decoded"
    return np.asarray(decoded, np.uint8)


def _blacken(picture: Picture, _view: View, _strength: float, _rng: Generator) -> Picture:
    return np.zeros_like(picture)


BLACK: Final = Fault(1, "black", "black pictures: its lid is on", spoilt=_blacken)
OVEREXPOSED: Final = Fault(
    4, "overexposed", "most of the board burnt out to white", spoilt=_overexpose
)
TINTED: Final = Fault(5, "tinted", "the light of a candle", _tint)
ONE_SIDED: Final = Fault(
    6, "one-sided", "a lamp on one side, seven times as bright there", _one_sided
)
SHADOW: Final = Fault(7, "shadow", "a fifth of the light beyond a line across", spoilt=_cast_shadow)
FLICKER: Final = Fault(8, "flicker", "bands, 40 % darker and brighter", spoilt=_flicker)
NOISE: Final = Fault(10, "noise", "26 grey levels of noise", _add_noise)
BUMPED: Final = Fault(15, "bumped", "the board pushed by 15 mm and turned by 4°", _bump)
CARELESS: Final = Fault(16, "careless", "pieces at the edge of their places", _displace)
THINGS: Final = Fault(17, "things", "a die, a coin and a ring left on the board", _things)
FALLEN: Final = Fault(18, "fallen", "four pawns knocked over", _fallen)
FINGERTIPS: Final = Fault(19, "fingertips", "fingertips 24 mm over the rim", _fingertips)
CAP_GLOSS: Final = Fault(20, "cap-gloss", "a lamp mirrored in half of every top", _cap_gloss)
MIRRORED: Final = Fault(
    21, "mirrored", "a lamp in the varnish, which moves with the camera", spoilt=cast.mirror_lamp
)
EDGE_SHADOW: Final = Fault(
    22,
    "edge-shadow",
    "somebody's shadow over an edge, 40 % of the board in",
    spoilt=cast.cast_edge_shadow,
)
TWO_LIGHTS: Final = Fault(
    23,
    "two-lights",
    "a warm lamp on one side, a blue window on the other",
    spoilt=cast.cast_two_lights,
)
WINDOW_BARS: Final = Fault(
    24,
    "window-bars",
    "sun through a window, a third of it in its bars",
    spoilt=cast.cast_window_bars,
)
BENT: Final = Fault(25, "bent", "the board's middle 6 mm above its edges", spoilt=cast.bend_board)
BLURRED: Final = Fault(26, "blurred", "out of focus by 5 px", spoilt=_blur)
SHAKEN: Final = Fault(27, "shaken", "smeared over 20 px", spoilt=_shake)
COMPRESSED: Final = Fault(28, "compressed", "JPEG of quality 6", spoilt=_compress, filed=True)

DIM, HAND, GLARE = usual.DIM, usual.HAND, usual.GLARE
FAULTS: Final = (
    DIM,
    TINTED,
    ONE_SIDED,
    NOISE,
    HAND,
    FINGERTIPS,
    CAP_GLOSS,
    BUMPED,
    CARELESS,
    THINGS,
    FALLEN,
    OVEREXPOSED,
    SHADOW,
    FLICKER,
    GLARE,
    MIRRORED,
    EDGE_SHADOW,
    TWO_LIGHTS,
    WINDOW_BARS,
    BENT,
    BLURRED,
    SHAKEN,
    COMPRESSED,
)
"""Every fault that can be weak or strong."""
