"""What the light of a picture is, compared with the light of the reference.

Observed ≈ gain · reference + offset, per channel, in overlapping blocks of the board: the gain is
lamp colour, exposure and soft shadows, the offset haze and gloss. Pieces on the board are outliers
to a robust fit, so the empty parts of the board tell the light of all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sampling import look_up
from calibration.shade import shade

Map = NDArray[Any]
Mask = NDArray[np.bool_]

BLOCKS: Final = 8
"""Blocks along each side: fine enough for a lamp beside the board, coarse enough to stay robust."""
STEP_PX_PER_MM: Final = 0.5
"""Resolution of the rectified pictures the light is fitted on."""
_RIDGE: Final = 0.012
"""How many of a block's points the whole board's answer counts for, as a share of the points."""
_PRIOR_SPREAD: Final = 3000.0
"""The variance of the reference that the ridge pretends, in squared grey levels."""
SATURATED: Final = 250
"""A channel this bright (grey levels) may have been any brighter."""
_SKIP: Final = 2
_ROUNDS: Final = 4


def strongest(colours: Map) -> Map:
    """Return the largest of three channels (numpy is slow over so short an axis)."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Gain and offset (each BLOCKS × BLOCKS × 3, blue-green-red) over a board of ``size_mm``.

    ``shade`` (rows × columns × 1, any number of them) is by what both are to be multiplied.
    """

    gain: Map
    offset: Map
    size_mm: tuple[float, float]
    shade: Map = field(default_factory=lambda: np.ones((1, 1, 1), dtype=np.float32))

    def at(self, points_mm: NDArray[np.float64]) -> tuple[Map, Map]:
        """Return gain and offset (n × 3 each) at board points, interpolated between blocks."""
        shares = points_mm / np.array(self.size_mm)
        gain, offset, shade = (
            _interpolated(part, shares) for part in (self.gain, self.offset, self.shade)
        )
        return gain * shade, offset * shade

    def over(self, size: tuple[int, int]) -> tuple[Map, Map]:
        """Return gain and offset (rows × columns × 3 each) over a board of ``size`` points."""
        gain, offset, shade = (_spread(part, size) for part in (self.gain, self.offset, self.shade))
        return gain * shade[..., None], offset * shade[..., None]

    def without_gloss(self) -> tuple[Map, Map]:
        """Return gain and offset (3 each) for things that stand on the board.

        They do not share the board's own gloss, so the blocks with the least offset speak.
        """
        gain, offset = self.gain.reshape(-1, 3), self.offset.reshape(-1, 3)
        dullest = np.argsort(offset.mean(axis=1))[: max(3, len(offset) // 5)]
        return np.median(gain[dullest], axis=0), np.median(offset[dullest], axis=0)


def _interpolated(blocks: Map, shares: Map) -> Map:
    """Look blocks up at points given as shares of the board's sides."""
    grid = np.array(blocks.shape[1::-1])
    cells = np.clip(shares * grid - 0.5, 0, grid - 1).astype(np.float32)
    return look_up(blocks, cells)


def fit_light(
    observed: Map, reference: Map, size_mm: tuple[float, float], places: Mask | None = None
) -> Light:
    """Fit the light of a rectified picture (rows × columns × 3; −1 where nothing was seen).

    ``places`` (rows × columns) marks what pieces may hide; it counts for
    little in fine shade. One point in four is enough of them, and they keep
    the contrast that a coarser picture loses.
    """
    observed, reference = (
        np.ascontiguousarray(part[::_SKIP, ::_SKIP]) for part in (observed, reference)
    )
    burnt = strongest(observed) >= SATURATED
    usable = ~burnt & (strongest(reference) < SATURATED) & (observed[..., 0] >= 0)
    seen = usable.astype(np.float32)[..., None]
    whole = _fit_whole(*(part[::_SKIP, ::_SKIP] for part in (observed, reference, seen)))
    gain = np.broadcast_to(whole[0], (BLOCKS, BLOCKS, 3)).astype(np.float32)
    offset = np.broadcast_to(whole[1], (BLOCKS, BLOCKS, 3)).astype(np.float32)
    size = observed.shape[1], observed.shape[0]
    for _ in range(_ROUNDS):
        error = observed - (_spread(gain, size) * reference + _spread(offset, size))
        moments = _moments(observed, reference, seen * _trust(error, _scale(error, usable)))
        gain, offset = _solve(_block_means(moments), whole)
    expected = _spread(gain, size) * reference + _spread(offset, size)
    hidden = None if places is None else places[::_SKIP, ::_SKIP]
    return Light(gain, offset, size_mm, shade(observed, expected, usable, burnt, hidden))


def _fit_whole(observed: Map, reference: Map, seen: Map) -> tuple[Map, Map]:
    """Fit one gain and offset to the whole board."""
    usable = seen[..., 0] > 0
    ratio = 1.0
    if usable.any():
        ratio = float(np.median(observed[usable]) / max(1.0, float(np.median(reference[usable]))))
    gain, offset = np.full(3, ratio, dtype=np.float32), np.zeros(3, dtype=np.float32)
    prior = gain, offset
    for _ in range(_ROUNDS):
        error = observed - (gain * reference + offset)
        moments = _moments(observed, reference, seen * _trust(error, _scale(error, usable)))
        gain, offset = _solve(moments.mean(axis=(0, 1)), prior, ridge=1e-6)
    return gain, offset


def _scale(error: Map, usable: NDArray[np.bool_]) -> Map:
    """Return the robust spread of the errors per channel."""
    some = np.abs(error[::_SKIP, ::_SKIP][usable[::_SKIP, ::_SKIP]])
    spread = 1.48 * np.median(some, axis=0) if len(some) else np.full(3, 4.0)
    return np.maximum(4.0, spread).astype(np.float32)


def _trust(error: Map, scale: Map) -> Map:
    return np.asarray(1 / (1 + (error / (1.5 * scale)) ** 2) ** 2, dtype=np.float32)


def _moments(observed: Map, reference: Map, weight: Map) -> Map:
    """Return weight × (1, r, o, r², r·o) per point and channel, stacked on a last axis of 15."""
    weighted = weight * reference
    parts = [weight, weighted, weight * observed, weighted * reference, weighted * observed]
    return np.concatenate(parts, axis=-1)


def _block_means(moments: Map) -> Map:
    """Return the mean moments of blocks that overlap their neighbours a little."""
    planes = cv2.split(moments)
    small = [cv2.resize(p, (BLOCKS, BLOCKS), interpolation=cv2.INTER_AREA) for p in planes]
    stacked = np.stack(small, axis=-1)
    overlap = np.array([0.15, 0.7, 0.15], dtype=np.float32)
    mixed = [
        cv2.sepFilter2D(stacked[..., i], -1, overlap, overlap, borderType=cv2.BORDER_REPLICATE)
        for i in range(stacked.shape[-1])
    ]
    return np.stack(mixed, axis=-1).astype(np.float32)


def _solve(moments: Map, prior: tuple[Map, Map], ridge: float = _RIDGE) -> tuple[Map, Map]:
    """Solve the weighted least squares of every block, drawn towards the prior by a ridge."""
    one, ref, obs, ref_ref, ref_obs = np.split(moments.astype(np.float64), 5, axis=-1)
    gain0, offset0 = prior
    ref_ref, ref_obs = ref_ref + ridge * _PRIOR_SPREAD, ref_obs + ridge * _PRIOR_SPREAD * gain0
    one, obs = one + ridge, obs + ridge * offset0
    determinant = np.maximum(ref_ref * one - ref * ref, 1e-9)
    gain = np.clip((ref_obs * one - ref * obs) / determinant, 0.1, 4)
    offset = (obs - gain * ref) / one
    return gain.astype(np.float32), offset.astype(np.float32)


def _spread(blocks: Map, size: tuple[int, int]) -> Map:
    return np.asarray(cv2.resize(blocks, size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)
