"""The reference in the sizes that reading needs, computed once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.sampling import look_up
from calibration.surfaces.light import STEP_PX_PER_MM, Map
from calibration.taught.model import choose_scale
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
_STEPS: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceMaps:
    """The empty board, softened to a camera's sharpness, and how busy its art is at each point.

    ``soft`` and ``texture`` are as large as the reference, ``coarse`` has the light's resolution.
    """

    soft: Map
    texture: Map
    coarse: Map


def make_reference_maps(reference: Picture, size_mm: tuple[float, float]) -> ReferenceMaps:
    """Compute the maps from the rectified empty board of this size."""
    soft, variance = (
        np.zeros(shape, np.float32) for shape in (reference.shape, reference.shape[:2])
    )
    for channel, (plane, varying) in enumerate(_soften(reference)):
        cv2.insertChannel(plane, soft, channel)
        np.maximum(variance, varying, out=variance)
    factor = STEP_PX_PER_MM / choose_scale(size_mm)
    return ReferenceMaps(soft, np.sqrt(variance, out=variance), shrink(soft, factor))


def _soften(reference: Picture) -> Iterator[tuple[Map, Map]]:
    for channel in range(3):
        sharp = cv2.extractChannel(reference, channel).astype(np.float32)
        mean = cv2.GaussianBlur(sharp, (0, 0), TUNING.texture_px)
        varying = sharp * sharp
        cv2.GaussianBlur(varying, (0, 0), TUNING.texture_px, dst=varying)
        np.subtract(varying, np.square(mean, out=mean), out=varying)
        yield cv2.GaussianBlur(sharp, (0, 0), TUNING.soft_px, dst=mean), varying


def reduce_maps(reference: Picture, like: NDArray[Any]) -> tuple[Map, Map]:
    """Return ``soft`` (each channel contiguous) and ``texture`` in another picture's size.

    They are the same as reduced from ``make_reference_maps``, which take ten times the memory.
    """
    soft = np.empty((3, *like.shape[:2]), np.float32)
    variance = np.zeros(reference.shape[:2], np.float32)
    for channel, (plane, varying) in enumerate(_soften(reference)):
        soft[channel] = resize_like(plane, like)
        np.maximum(variance, varying, out=variance)
    return soft.transpose(1, 2, 0), resize_like(np.sqrt(variance, out=variance), like)


@dataclass(frozen=True, slots=True, eq=False)
class FineMaps:
    """``soft`` and ``texture`` as fine as the reference, in steps of 1/256 of a grey level.

    So they need half the memory of floats, and differ by less than any camera's noise.
    """

    soft: NDArray[np.uint16]
    texture: NDArray[np.uint16]

    def at(self, pixels: NDArray[np.float32]) -> tuple[Map, NDArray[np.float32]]:
        """Return both at the reference's pixels (n × 3 and n); −1 outside of it."""
        soft, texture = (look_up(part, pixels) for part in (self.soft, self.texture))
        for part in (soft, texture):
            part[part >= 0] /= _STEPS
        return soft, texture[:, 0]


def make_fine_maps(maps: ReferenceMaps) -> FineMaps:
    """Return the fine maps for looking up."""
    return FineMaps(*(_in_steps(part) for part in (maps.soft, maps.texture)))


def _in_steps(levels: Map) -> NDArray[np.uint16]:
    # OpenCV rounds as numpy does, in a tenth of the time.
    flat = levels.reshape(len(levels), -1)
    steps = cv2.addWeighted(flat, _STEPS, flat, 0, 0, dtype=cv2.CV_16U)
    return np.asarray(steps, dtype=np.uint16).reshape(levels.shape)


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
