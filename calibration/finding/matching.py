"""Features of pictures (SIFT), matched one to one between two pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats

Grey = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How features are found and matched.

    Chosen by hand on boxed and printed boards in several lights; tested by
    tests/calibration/test_art.py.
    """

    contrast: float = 0.02
    """SIFT's own measure; half its default, for boards of little contrast."""
    clip: float = 3.0
    """Factor by which the contrast of a dim part may be raised (OpenCV's CLAHE)."""
    ratio: float = 0.85
    """Lowe's ratio: a match counts if the second best elsewhere is clearly worse."""
    same_mm: float = 6.0
    """Millimetres. Features of the board nearer than this are the same spot, in other lights or
    sizes."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Points (n × 2) and their descriptors (n × 128, of length one)."""

    points: Floats
    described: NDArray[np.float32]


def describe(grey: Grey, count: int) -> Features:
    """Return the strongest features of a grey picture, at its pixels, whatever the light."""
    # OpenCV's stubs do not know the factories of its main module.
    sift: Any = cv2.SIFT_create(count, contrastThreshold=TUNING.contrast)  # type: ignore[attr-defined]
    even = cv2.createCLAHE(TUNING.clip, (8, 8)).apply(grey)
    found, described = sift.detectAndCompute(even, None)
    if described is None:
        return Features(np.empty((0, 2)), np.empty((0, 128), np.float32))
    # Roots of the histograms: one strong edge beside a feature then counts like many weak ones.
    roots = np.sqrt(described / np.maximum(described.sum(axis=1, keepdims=True), 1e-6))
    return Features(np.array([point.pt for point in found]), roots.astype(np.float32))


def join(parts: list[Features]) -> Features:
    """Return the features of several pictures of the same board as one."""
    points = np.concatenate([part.points for part in parts])
    return Features(points, np.concatenate([part.described for part in parts]))


def match(known: Features, seen: Features) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return which features match, each used at most once.

    ``known`` are the board's (points in mm). A pair counts if each is the other's best match, and
    the second best elsewhere on the board is clearly worse.
    """
    if min(len(known.points), len(seen.points)) < 2:
        none = np.empty(0, np.intp)
        return none, none
    alike = seen.described @ known.described.T  # numpy's argmax is slow across rows
    best = alike.argmax(axis=1)
    mutual = np.flatnonzero(alike[:, best].argmax(axis=0) == np.arange(len(best)))
    chosen = best[mutual]
    first = alike[mutual, chosen]
    second = np.where(_elsewhere(known.points, chosen), alike[mutual], -1).max(axis=1)
    clear = _distance(first) < TUNING.ratio * _distance(second)
    return chosen[clear], mutual[clear]


def _elsewhere(points: Floats, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which points are not the same spot as each of the chosen ones (chosen × n)."""
    x, y = np.asarray(points, np.float32).T
    across, down = x - x[chosen, None], y - y[chosen, None]
    return np.asarray(across * across + down * down > TUNING.same_mm**2)


def _distance(alike: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(2 - 2 * alike, 0)))
