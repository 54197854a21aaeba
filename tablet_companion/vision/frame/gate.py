"""The gate: does anything move over the board? A cheap look at a small grey picture.

Until the board is located, anything moving in front of the camera counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Picture

Thumbnail = NDArray[np.float32]
GateMask = NDArray[np.bool_]
"""Which points of a thumbnail are compared."""

SIZE_PX: Final = (160, 90)
"""Thumbnail size (px): a finger over the board is still a pixel or two wide."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a frame shows movement, and when it shows nothing at all.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_gate.py. Unless another unit is named, values are grey levels of the small
    picture.
    """

    changed_grey: float = 9.0
    """A pixel that changes by more than this is not noise."""
    changed_pixels_max: int = 2
    """Pixels. This many may change in a still picture: single pixels flicker."""
    light_step_grey: int = 3
    """If the median pixel changes by more, a lamp was switched: then the change is judged after
    subtracting the median."""
    margin_share: float = 0.05
    """Share of the board's side. A hand this near is about to reach over the board; movement
    farther away is ignored."""
    black_grey: float = 12.0
    """A picture is dark if its brightest hundredth is below this."""
    white_grey: float = 248.0
    """A pixel above this is burnt out."""
    white_share_max: float = 0.6
    """Share of pixels. This much may be burnt out: a white table round the board still gives a fair
    picture."""
    sampled_per_pixel: int = 4
    """A frame is sampled at this many pixels along each side of a thumbnail pixel, then averaged:
    reading all of them would take longer than everything else."""
    bright_percentile: int = 99
    """Percentile used as a picture's brightest part."""


TUNING: Final = Tuning()


class Exposure(StrEnum):
    """Whether anything can be seen in a picture at all."""

    FAIR = "fair"
    DARK = "dark"
    GLARE = "glare"


def make_thumbnail(picture: Picture) -> Thumbnail:
    """Return the small grey picture of a frame."""
    # Nearest neighbour first, then the mean: reading every pixel would be slow.
    step = max(1, picture.shape[1] // (SIZE_PX[0] * TUNING.sampled_per_pixel))
    size = picture.shape[1] // step, picture.shape[0] // step
    few = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    grey = cv2.cvtColor(few, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, SIZE_PX, interpolation=cv2.INTER_AREA).astype(np.float32)


def exposure(now: Thumbnail) -> Exposure:
    """Whether a thumbnail is nearly black, burnt out, or usable."""
    if float(np.percentile(now, TUNING.bright_percentile)) < TUNING.black_grey:
        return Exposure.DARK
    return (
        Exposure.GLARE
        if float((now > TUNING.white_grey).mean()) > TUNING.white_share_max
        else Exposure.FAIR
    )


def make_gate_mask(outline_px: NDArray[np.float64], size_px: tuple[int, int]) -> GateMask:
    """Return which points of a thumbnail to watch: the hull of an outline (n × 2, px) and a margin.

    The outline is that of the board and of the pieces that lean over its edge; ``size_px`` is the
    size of the picture in which it was found.
    """
    scale = np.array(SIZE_PX) / np.array(size_px)
    corners = ((np.asarray(outline_px) + 0.5) * scale).clip(-1000, 1000)
    hull = cv2.convexHull(corners.astype(np.float32))
    around, side = hull.mean(axis=0), np.ptp(hull[:, 0], axis=0).mean()
    away = hull - around
    grown = hull + away / np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-6) * (
        TUNING.margin_share * side * np.sqrt(2)
    )
    drawn = np.zeros(SIZE_PX[::-1], np.uint8)
    cv2.fillConvexPoly(drawn, grown.round().astype(np.int32), 1)
    return np.asarray(drawn > 0)


def is_still(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None = None) -> bool:
    """Whether nothing moves where two thumbnails are watched; a change of all the light is none."""
    apart = now - before
    if gate_mask is not None and gate_mask.any():
        apart = apart[gate_mask]
    step = float(np.median(apart))
    if abs(step) > TUNING.light_step_grey:
        apart = apart - step
    return int((np.abs(apart) > TUNING.changed_grey).sum()) <= TUNING.changed_pixels_max
