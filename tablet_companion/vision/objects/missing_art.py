"""Where the board's printed art is not recognised: something hides it, whatever its colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map


@dataclass(frozen=True, slots=True)
class Tuning:
    """How printed art is recognised.

    Chosen by hand on the boxed board's photographs and the simulated table, the shifts on drawn
    worlds; held by tests/vision/test_missing_art.py and test_poor_light.py.
    """

    window_px: int = 7
    """Side of the comparison window, in points of the map."""
    shifts_px: tuple[tuple[int, int], ...] = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    """Offsets (x, y; points of the map) at which the art may be found."""
    correlation_min: float = 0.4
    """The art of a window is recognised from this correlation on."""
    art_variance_min: float = 20.0
    """Squared grey levels. Where the art varies less, nothing can be recognised, so nothing is
    missing."""
    shown_variance_min: float = 3.0
    """Squared grey levels. Where the art would vary less in this picture, noise hides it."""
    variance_floors: tuple[int, int] = (4, 1)
    """Squared grey levels added to the variance of picture and reference; keeps the correlation
    finite."""


TUNING: Final = Tuning()


def seen_windows(flat: Map) -> Windows:
    """Return what a picture of the board (rows × columns × 3) shows round each point."""
    return _in_windows(flat.mean(axis=-1), TUNING.variance_floors[0])


def known_windows(reference: Map) -> Windows:
    """Return the art of the bare board (rows × columns × 3) round each point."""
    return _in_windows(reference.mean(axis=-1), TUNING.variance_floors[1])


def find_missing_art(seen: Windows, known: Windows, expected_grey: Map, outside: Mask) -> Mask:
    """Return where the art is not recognised in a window round each point, in any light.

    Art that would be invisible in this light (too little contrast, or burnt out) is not missing,
    nor is any near what lies ``outside`` the picture; neither is art one point beside its expected
    place, as registration is no more exact.
    """
    there = (
        (known.variance > TUNING.art_variance_min)
        & (_in_windows(expected_grey, 1).variance > TUNING.shown_variance_min)
        & (_dilate(outside, TUNING.window_px) == 0)
    )
    missing: Mask = there
    for shift in TUNING.shifts_px:
        missing = missing & (_correlate(seen, known, shift) < TUNING.correlation_min)
        if not _shrink(missing).any():
            break
    return _shrink(missing)


def _shrink(mask: Mask) -> Mask:
    """Return a mask shrunk by the margin that windows add around what spoils them."""
    return np.asarray(cv2.erode(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _dilate(mask: Mask, side_px: int) -> NDArray[Any]:
    return cv2.dilate(mask.astype(np.uint8), np.ones((side_px, side_px), np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """A grey picture, and its mean and variance in a window round each point.

    ``scale`` normalises it to a standard deviation of one.
    """

    grey: Map
    mean: Map
    variance: Map
    scale: Map


def _in_windows(grey: Map, variance_floor: float) -> Windows:
    window = (TUNING.window_px, TUNING.window_px)
    mean = cv2.blur(grey, window)
    variance = cv2.blur(grey * grey, window) - mean * mean
    return Windows(grey, mean, variance, 1 / np.sqrt(np.maximum(variance, variance_floor)))


def _move(part: Map, shift: tuple[int, int]) -> Map:
    """Return a map shifted by at most one point; the edge stays in place."""
    if shift == (0, 0):
        return part
    (x, y), (rows, columns) = shift, part.shape
    wide = cv2.copyMakeBorder(part, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    return np.asarray(wide[1 - y : 1 - y + rows, 1 - x : 1 - x + columns])


def _correlate(seen: Windows, known: Windows, shift: tuple[int, int]) -> Map:
    """Return the correlation of two pictures in a window round each point, -1 to 1.

    The first is shifted by at most one point.
    """
    grey, mean, scale = (_move(part, shift) for part in (seen.grey, seen.mean, seen.scale))
    both = cv2.blur(grey * known.grey, (TUNING.window_px, TUNING.window_px))
    return np.asarray((both - mean * known.mean) * scale * known.scale)
