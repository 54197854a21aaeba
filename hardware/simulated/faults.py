"""What can go wrong at the simulated table: what its window's keys cause.

A fault's strength goes from 0 (no fault) to 1 (as ``at_one`` says). The same faults, strengths and
seed give the same view of the same table; only the sensor's noise differs from picture to picture.
Those by which the reader is measured, and that nobody can cause by a key, are in ``tools/faults``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from hardware.ports import Picture
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Hand, View

REACH_MM: Final = 20.0
"""Fingertips of strength 0 are this far outside the board."""

Staging = Callable[[View, float, Generator], View]
"""Changes the view by a strength."""
Spoiling = Callable[[Picture, View, float, Generator], Picture]
"""Changes the picture by a strength."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: its name, its effect at strength 1, and the function that applies it.

    ``number`` orders faults, and starts the random numbers of each: others do not change them. What
    is ``staged`` changes the table, what is ``spoilt`` the lens's picture, or with ``filed`` the
    sensor's. Without any it is the whole camera's: on or off.
    """

    number: int
    name: str
    at_one: str
    staged: Staging | None = None
    spoilt: Spoiling | None = None
    filed: bool = False


Strengths = Mapping[Fault, float]
"""Faults and their strengths."""


def check_strengths(strengths: Strengths) -> Strengths:
    """Return the faults with a strength above 0. Raises ValueError if one is not from 0 to 1."""
    for fault, strength in strengths.items():
        if not 0 <= strength <= 1:
            raise ValueError(f"the fault {fault.name} has a strength from 0 to 1, not {strength}")
    return MappingProxyType({fault: strength for fault, strength in strengths.items() if strength})


def stage_faults(view: View, strengths: Strengths, seed: int) -> View:
    """Return the camera's view with these faults applied."""
    for fault, strength, chance in _in_order(strengths, seed):
        if fault.staged is not None:
            view = fault.staged(view, strength, chance)
    return view


def spoil_picture(
    picture: Picture, view: View, strengths: Strengths, seed: int, *, filed: bool
) -> Picture:
    """Return the picture with the faults of the lens, or of the file, applied."""
    for fault, strength, chance in _in_order(strengths, seed):
        if fault.spoilt is not None and fault.filed is filed:
            picture = fault.spoilt(picture, view, strength, chance)
    return picture


def _in_order(strengths: Strengths, seed: int) -> Iterator[tuple[Fault, float, Generator]]:
    """Yield faults with their strengths and random generators."""
    for fault in sorted(strengths, key=lambda fault: fault.number):
        yield fault, strengths[fault], np.random.default_rng([seed, fault.number])


def _dim(view: View, strength: float, _rng: Generator) -> View:
    light = view.light
    dark = light.brightness * (1 - 0.88 * strength)
    return replace(view, light=replace(light, brightness=dark, noise=light.noise + 5 * strength))


def _hand(view: View, strength: float, rng: Generator) -> View:
    """Reach in from one side, at any height of it, not quite straight."""
    middle = np.array(view.board.size_mm) / 2
    reach_mm = strength * (1.3 * middle.max() + REACH_MM)
    return reach_in(view, reach_mm, rng)


def reach_in(view: View, reach_mm: float, rng: Generator) -> View:
    """Reach in from one side; a reach of ``REACH_MM`` goes up to the rim of a square board."""
    middle = np.array(view.board.size_mm) / 2
    side = math.radians(90.0 * int(rng.integers(4)))
    outward = np.array([math.cos(side), math.sin(side)])
    along = np.array([-outward[1], outward[0]]) * rng.uniform(-0.7, 0.7)
    depth = reach_mm / middle.max()
    tips = middle + (outward * (1 - depth) + along) * middle + outward * REACH_MM
    angle = math.degrees(side) + float(rng.uniform(-25, 25))
    hand = Hand(float(tips[0]), float(tips[1]), angle)
    return replace(view, scene=replace(view.scene, hands=(*view.scene.hands, hand)))


def _add_glare(picture: Picture, view: View, strength: float, rng: Generator) -> Picture:
    """Add the reflection of a lamp: white in its middle, with a veil of light round it."""
    centre, mm_px = find_somewhere(view, rng, 0.6)
    x, y = find_pixels(view.pose, centre)
    angle, wide = (
        rng.uniform(0, math.pi),
        max(view.board.size_mm) * (0.05 + 0.07 * strength) * mm_px,
    )
    along = x * math.cos(angle) + y * math.sin(angle)
    across = y * math.cos(angle) - x * math.sin(angle)
    veil = 420 * strength * np.exp(-((along / wide) ** 2 + (across / (0.6 * wide)) ** 2))
    return np.clip(picture + veil[..., None], 0, 255).astype(np.uint8)


def find_somewhere(view: View, rng: Generator, spread: float) -> tuple[NDArray[np.float64], float]:
    """Return a random pixel of the board within a distance of its middle.

    Also return the pixels per millimetre there.
    """
    x_mm, y_mm = np.array(view.board.size_mm) * (0.5 + spread * rng.uniform(-0.5, 0.5, 2))
    return view.pose.project([(x_mm, y_mm)])[0], view.pose.px_per_mm(float(x_mm), float(y_mm))


def find_pixels(
    pose: Pose, centre: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return how far each pixel is to the right of a point, and below it."""
    width, height = pose.size
    columns, rows = (np.arange(width) - centre[0]), (np.arange(height) - centre[1])
    x, y = np.meshgrid(columns.astype(np.float32), rows.astype(np.float32))
    return x, y


UNPLUGGED: Final = Fault(0, "unplugged", "no picture: its cable is out")
DIM: Final = Fault(3, "dim", "an eighth of the light, more noise", _dim)
GLARE: Final = Fault(
    9, "glare", "a lamp's image over a quarter of the board's width", spoilt=_add_glare
)
HAND: Final = Fault(14, "hand", "an arm right across the board", _hand)
