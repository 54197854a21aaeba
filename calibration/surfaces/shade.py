"""Where shade lies on the board, finer than the light's blocks: hard edges, bands, patches.

The bare board is compared with what the light's blocks predict. If all three channels differ by the
same factor, that is shade (or a lamp's bright patch); if they differ in colour, it is a piece or a
hand. Points on places count little, as a piece of its place's own colour looks like the place in
another shade.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How fine shade is distinguished from pieces and hands.

    Chosen by hand on the boxed board's photographs and the simulated table; tested by
    tests/calibration/test_light.py. Logarithms are natural.
    """

    cell_px: int = 2
    """Points across that make a cell of the field."""
    scales: tuple[tuple[float, float], ...] = ((5.0, 1.0), (2.5, 0.5), (1.25, 0.3))
    """From coarse to fine: the radius within which cells influence each other (cells), and how much
    they may differ (logarithm)."""
    rounds: int = 2
    """Steps of the robust smoothing at each scale."""
    hue_sigma: float = 0.2
    """Logarithm by which the channels' factors differ in mere shade; for a piece or a hand they
    differ more."""
    place_weight: float = 0.15
    """Weight of points that a piece may hide: one of its place's own colour looks like the place
    in another shade."""
    ridge: float = 0.02
    """Pulls a cell towards the coarser field; counts as this many points."""
    dark_grey: float = 12.0
    """Grey levels. With less expected light, no factor can be estimated."""
    grey_min: int = 2
    """Grey levels; keeps logarithms finite."""


TUNING: Final = Tuning()


def find_shade(
    observed: Map, expected: Map, usable: Map, saturated: Map, places: Map | None
) -> Map:
    """Return the factor between seen and expected light (rows × columns of cells).

    ``observed`` and ``expected`` are 3 × rows × columns. For each point ``usable`` says whether it
    can be compared, ``saturated`` whether it is overexposed (then it may be any brighter), and
    ``places`` whether a piece may hide it.
    """
    ratios = np.log(np.maximum(observed, TUNING.grey_min) / np.maximum(expected, TUNING.grey_min))
    hue = ratios.max(axis=0) - ratios.min(axis=0)
    weight = np.where(saturated, 1.0, usable * np.exp(-((hue / TUNING.hue_sigma) ** 2)))
    weight = weight * (expected.min(axis=0) > TUNING.dark_grey)
    if places is not None:
        weight = np.where(places, TUNING.place_weight * weight, weight)
    ratio = ratios.mean(axis=0)
    level, known = _weighted(ratio, weight * ~saturated)
    bound, least = _weighted(ratio, weight * saturated)
    return np.exp(_field(level, known, bound, least))[..., None]


def _weighted(ratio: Map, weight: Map) -> tuple[Map, Map]:
    total = _cells(weight)
    return _cells(weight * ratio) / np.maximum(total, 1e-6), total


def _cells(points: Map) -> Map:
    size = max(1, points.shape[1] // TUNING.cell_px), max(1, points.shape[0] // TUNING.cell_px)
    return cv2.resize(points.astype(np.float32), size, interpolation=cv2.INTER_AREA)


def _field(level: Map, known: Map, bound: Map, least: Map) -> Map:
    """Smooth the cells' levels, robustly, from coarse to fine."""
    field = np.zeros_like(level)
    for width, differ in TUNING.scales:
        for _ in range(TUNING.rounds):
            bounded = np.maximum(bound, field)
            trust = known / (1 + ((level - field) / differ) ** 2) ** 2
            trust_bound = least / (1 + ((bounded - field) / differ) ** 2) ** 2
            total = _smooth(trust * level + trust_bound * bounded, width) + TUNING.ridge * field
            field = total / (_smooth(trust + trust_bound, width) + TUNING.ridge)
    return field


def _smooth(cells: Map, width: float) -> Map:
    return cv2.GaussianBlur(cells, (0, 0), width)
