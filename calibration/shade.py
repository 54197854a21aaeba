"""Where shade lies on the board, finer than the light's blocks: hard edges, bands, patches.

The bare board is compared with what the light's blocks expect of it. Where all three channels
differ by the same factor, that is shade (or a lamp's patch); where they differ in colour, it is a
piece or a hand. Points on places count for little, as a piece of its place's own colour looks like
the place in another shade.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[Any]

_CELL: Final = 2
"""This many points across make a cell of the field."""
_SCALES: Final = ((5.0, 1.0), (2.5, 0.5), (1.25, 0.3))
"""From coarse to fine: how wide cells speak for each other, and by how much they may differ."""
_ROUNDS: Final = 2
_ONE_HUE: Final = 0.2
"""In mere shade the channels' factors differ by no more than this (logarithm)."""
_ON_PLACES: Final = 0.15
_RIDGE: Final = 0.02
_DARKEST: Final = 12.0
"""Where less light than this (grey levels) is expected, no factor can be told."""


def shade(observed: Map, expected: Map, usable: Map, saturated: Map, places: Map | None) -> Map:
    """Return by what the light is weaker or stronger than expected (rows × columns of cells).

    ``observed`` and ``expected`` are 3 × rows × columns. Of each point ``usable`` is whether it can
    be compared, ``saturated`` whether it is burnt out (then it may be any brighter), and ``places``
    whether a piece may hide it.
    """
    ratios = np.log(np.maximum(observed, 2) / np.maximum(expected, 2))
    hue = ratios.max(axis=0) - ratios.min(axis=0)
    weight = np.where(saturated, 1.0, usable * np.exp(-((hue / _ONE_HUE) ** 2)))
    weight = weight * (expected.min(axis=0) > _DARKEST)
    if places is not None:
        weight = np.where(places, _ON_PLACES * weight, weight)
    ratio = ratios.mean(axis=0)
    level, known = _weighted(ratio, weight * ~saturated)
    bound, least = _weighted(ratio, weight * saturated)
    return np.exp(_field(level, known, bound, least))[..., None]


def _weighted(ratio: Map, weight: Map) -> tuple[Map, Map]:
    """Return the weighted mean in every cell, and what it weighs."""
    total = _cells(weight)
    return _cells(weight * ratio) / np.maximum(total, 1e-6), total


def _cells(points: Map) -> Map:
    size = max(1, points.shape[1] // _CELL), max(1, points.shape[0] // _CELL)
    return cv2.resize(points.astype(np.float32), size, interpolation=cv2.INTER_AREA)


def _field(level: Map, known: Map, bound: Map, least: Map) -> Map:
    """Smooth the cells' levels, robustly, from coarse to fine."""
    field = np.zeros_like(level)
    for width, differ in _SCALES:
        for _ in range(_ROUNDS):
            bounded = np.maximum(bound, field)
            trust = known / (1 + ((level - field) / differ) ** 2) ** 2
            trust_bound = least / (1 + ((bounded - field) / differ) ** 2) ** 2
            total = _smooth(trust * level + trust_bound * bounded, width) + _RIDGE * field
            field = total / (_smooth(trust + trust_bound, width) + _RIDGE)
    return field


def _smooth(cells: Map, width: float) -> Map:
    return cv2.GaussianBlur(cells, (0, 0), width)
