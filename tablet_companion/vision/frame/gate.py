"""The gate: does anything move in front of the camera? A cheap look at a small grey picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Picture

Thumb = NDArray[np.float32]

SIZE_PX: Final = (160, 90)
"""A small picture: a finger over the board still is a pixel or two wide."""
_MOVED: Final = 9.0
"""A pixel of the small picture that changes by more than this (grey levels) is no noise."""
_FEW: Final = 2
_LIGHT_STEP: Final = 3
"""A lamp switched on changes everything at once; that is judged after the mean is taken out."""


_BLACK: Final = 12.0
_WHITE: Final = 248.0
_BURNT: Final = 0.6
"""So much of a picture may be burnt out: a white table round the board is still a fair picture."""


class Exposure(StrEnum):
    """Whether anything can be seen in a picture at all."""

    FAIR = "fair"
    DARK = "dark"
    GLARE = "glare"


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """How one small picture differs from another: how many pixels moved."""

    moved: int

    @property
    def still(self) -> bool:
        """Say whether nothing moved."""
        return self.moved <= _FEW


def thumb(picture: Picture) -> Thumb:
    """Return the small grey picture of a frame."""
    # Nearest neighbour first, then the mean: reading every pixel would cost more than the rest.
    step = max(1, picture.shape[1] // (SIZE_PX[0] * 4))
    size = picture.shape[1] // step, picture.shape[0] // step
    few = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    grey = cv2.cvtColor(few, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, SIZE_PX, interpolation=cv2.INTER_AREA).astype(np.float32)


def exposure(now: Thumb) -> Exposure:
    """Say whether a small picture is nearly black or burnt out."""
    if float(np.percentile(now, 99)) < _BLACK:
        return Exposure.DARK
    return Exposure.GLARE if float((now > _WHITE).mean()) > _BURNT else Exposure.FAIR


def change(before: Thumb, now: Thumb) -> Change:
    """Compare two small pictures, a change of all the light apart."""
    apart = now - before
    step = float(np.median(apart))
    if abs(step) > _LIGHT_STEP:
        apart = apart - step
    return Change(int((np.abs(apart) > _MOVED).sum()))
