"""The reference in the sizes that reading needs, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import STEP_PX_PER_MM, Map
from calibration.model import reference_scale
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the empty board is softened.

    Chosen to match cameras of one to two pixels a millimetre.
    """

    soft_px: float = 1.2
    """Pixels of the reference (standard deviation): a camera is no sharper."""
    texture_px: float = 1.5
    """Pixels within which the art's local contrast is taken."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceMaps:
    """The empty board, softened to a camera's sharpness, and how busy its art is at each point.

    ``soft`` and ``texture`` are as large as the reference, ``coarse`` has the light's resolution.
    """

    soft: Map
    texture: Map
    coarse: Map


def reference_maps(reference: Picture, size_mm: tuple[float, float]) -> ReferenceMaps:
    """Compute the maps from the rectified empty board of this size."""
    soft = np.empty(reference.shape, np.float32)
    variance = np.zeros(reference.shape[:2], np.float32)
    for channel in range(3):  # one by one: they need a third of the memory
        sharp = reference[..., channel].astype(np.float32)
        soft[..., channel] = cv2.GaussianBlur(sharp, (0, 0), TUNING.soft_px)
        mean = cv2.GaussianBlur(sharp, (0, 0), TUNING.texture_px)
        square = cv2.GaussianBlur(sharp * sharp, (0, 0), TUNING.texture_px)
        np.maximum(variance, square - mean * mean, out=variance)
    texture = np.sqrt(variance)
    factor = STEP_PX_PER_MM / reference_scale(size_mm)
    return ReferenceMaps(soft, texture, shrink(soft, factor))


def shrink(picture: Map, factor: float) -> Map:
    """Return a picture reduced in size, every new pixel the mean of the area it covers."""
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def resize_like(picture: Map, other: NDArray[Any]) -> Map:
    """Return a picture reduced to as many rows and columns as another has.

    Sizes of boards are not whole millimetres: pictures scaled twice may differ by a pixel.
    """
    size = other.shape[1], other.shape[0]
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)
