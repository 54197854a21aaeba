"""The reference in the sizes that reading needs, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import STEP_PX_PER_MM, Map
from calibration.model import REFERENCE_PX_PER_MM
from hardware.ports import Picture

_SOFT_PX = 1.2
_TEXTURE_PX = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceMaps:
    """The empty board, softened to a camera's sharpness, and how busy its art is at each point.

    ``soft`` and ``texture`` at REFERENCE_PX_PER_MM; ``coarse`` at the light's resolution.
    """

    soft: Map
    texture: Map
    coarse: Map


def reference_maps(reference: Picture) -> ReferenceMaps:
    """Derive the maps from the rectified empty board."""
    sharp = reference.astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), _SOFT_PX), dtype=np.float32)
    mean = cv2.GaussianBlur(sharp, (0, 0), _TEXTURE_PX)
    square = cv2.GaussianBlur(sharp * sharp, (0, 0), _TEXTURE_PX)
    texture = np.sqrt(np.maximum(0, square - mean * mean)).max(axis=2).astype(np.float32)
    return ReferenceMaps(soft, texture, shrink(soft, STEP_PX_PER_MM / REFERENCE_PX_PER_MM))


def shrink(picture: Map, factor: float) -> Map:
    """Return a picture made smaller, every new pixel the mean of what it covers."""
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def resize_like(picture: Map, other: NDArray[Any]) -> Map:
    """Return a picture made smaller, with as many rows and columns as another has.

    Boards are not all of whole millimetres: what is scaled twice may differ by a pixel.
    """
    size = other.shape[1], other.shape[0]
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)
