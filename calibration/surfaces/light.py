"""The light of a picture, compared with the light of the reference.

Observed ≈ gain · reference + offset, per channel, in overlapping blocks of the board: the gain is
lamp colour, exposure and soft shadows, the offset haze and gloss. Pieces on the board are outliers
to a robust fit, so the empty parts of the board determine the light of all of it.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.shade import find_shade

Map = NDArray[Any]

MAD_TO_SIGMA: Final = 1.48
"""Standard deviation of a normal distribution, in median absolute deviations."""
BLOCKS: Final = 8
"""Blocks along each side: fine enough for a lamp beside the board, coarse enough to stay robust."""
STEP_PX_PER_MM: Final = 0.5
"""Resolution of the rectified pictures the light is fitted on."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Parameters of the light fit.

    Chosen by hand on the boxed board's photographs and the simulated table; tested by
    tests/calibration/test_light.py. Grey levels unless another unit is named.
    """

    ridge_share: float = 0.012
    """Weight of the whole board's estimate, as a share of a block's points."""
    prior_variance: float = 3000.0
    """Variance that the ridge adds to the reference (squared grey levels)."""
    whole_ridge_share: float = 1e-06
    """As ``ridge_share``, if one light is fitted to the whole board: almost none."""
    cell_mm: float = 2.0
    """Millimetres. Light changes little over this much of a board."""
    overlap: tuple[float, ...] = (0.15, 0.7, 0.15)
    """Weight that each block and its two neighbours have in its means."""
    sampled_every: int = 2
    """The light is fitted to every n-th point, across and down."""
    rounds: int = 4
    """Steps of the robust fit."""
    error_sigma_min: float = 4.0
    """Lower bound of the errors' spread."""
    trust_sigmas: float = 1.5
    """Errors beyond this many standard deviations count less: pieces are outliers."""
    gain_limits: tuple[float, float] = (0.1, 4)
    """Factors. A light is never weaker or stronger."""


TUNING: Final = Tuning()

SATURATED: Final = 250
"""A channel this bright (grey levels) may be overexposed."""


def take_strongest(colours: Map) -> Map:
    """Return the largest of three channels (numpy is slow over so short an axis)."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def add_channels(colours: Map) -> Map:
    """Return the sum of three channels (numpy is slow over so short an axis)."""
    return colours[..., 0] + colours[..., 1] + colours[..., 2]


def estimate_noise(colours: Map) -> float:
    """Return the standard deviation of a pixel's noise, in grey levels, from a picture alone.

    From second differences along its rows, whose variance is six times a pixel's; most pixels must
    lie on even ground.
    """
    fine = np.abs(colours[:, 2:] - 2 * colours[:, 1:-1] + colours[:, :-2])
    return float(np.median(fine)) / 0.6745 / 6**0.5  # 0.6745: a normal deviate's median magnitude


def take_weakest(colours: Map) -> Map:
    """Return the smallest of three channels."""
    return np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])


def take_median(values: Map) -> Map:
    """Return the medians of numbers along the last axis; numpy's take six times as long."""
    half = values.shape[-1] // 2
    parted = np.partition(values, half)
    upper = parted[..., half]
    lower = upper if values.shape[-1] % 2 else parted[..., :half].max(axis=-1)
    return np.asarray((lower + upper) / 2)


def split_planes(picture: Map) -> Map:
    """Return a picture (rows × columns × 3) with each channel contiguous in memory.

    numpy is much faster if its innermost loop is not over three channels.
    """
    return np.stack(cv2.split(picture)).transpose(1, 2, 0)


def average_patches(values: Map, weight: Map) -> NDArray[np.float32]:
    """Return the weighted mean of each patch's channels (n × 3); 0 if nothing has any weight."""
    total = np.maximum(weight.sum(axis=(1, 2)), np.float32(1e-3))
    sums = [np.einsum("nij,nij->n", values[..., c], weight) for c in range(3)]
    return np.asarray(np.stack(sums, axis=1) / total[:, None], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """Gain and offset (each BLOCKS × BLOCKS × 3, BGR) over a board of ``size_mm``.

    ``shade`` (rows × columns × 1, of any size) is a factor for both.
    """

    gain: Map
    offset: Map
    size_mm: tuple[float, float]
    shade: Map = field(default_factory=lambda: np.ones((1, 1, 1), dtype=np.float32))
    _made: dict[tuple[int, int], tuple[Map, Map]] = field(default_factory=dict, init=False)

    def at(self, points_mm: NDArray[np.float64]) -> tuple[Map, Map]:
        """Return gain and offset (n × 3 each) at board points, to the next cell_mm."""
        columns, rows = (max(1, round(side / TUNING.cell_mm)) for side in self.size_mm)
        x, y = points_mm.T.astype(np.float32)
        across = np.clip((x * (columns / self.size_mm[0])).astype(np.int32), 0, columns - 1)
        down = np.clip((y * (rows / self.size_mm[1])).astype(np.int32), 0, rows - 1)
        cells = down * columns + across
        gain, offset = (part.reshape(3, -1) for part in self._planes((columns, rows)))
        return np.take(gain, cells, axis=1).T, np.take(offset, cells, axis=1).T

    def over(self, size: tuple[int, int]) -> tuple[Map, Map]:
        """Return gain and offset (rows × columns × 3 each) over a board of ``size`` points."""
        gain, offset = self._planes(size)
        return gain.transpose(1, 2, 0), offset.transpose(1, 2, 0)

    def _planes(self, size: tuple[int, int]) -> tuple[Map, Map]:
        """Return the same, one plane for each channel; computed once."""
        if size not in self._made:
            self._made[size] = self._make_planes(size)
        return self._made[size]

    def _make_planes(self, size: tuple[int, int]) -> tuple[Map, Map]:
        shade = cv2.resize(self.shade, size)
        gain, offset = (
            np.stack([cv2.resize(plane, size) for plane in cv2.split(part)])
            for part in (self.gain, self.offset)
        )
        return gain * shade, offset * shade

    def without_gloss(self) -> tuple[Map, Map]:
        """Return gain and offset (3 each) for things that stand on the board.

        They do not share the board's own gloss, so the blocks with the least offset are used.
        """
        gain, offset = self.gain.reshape(-1, 3), self.offset.reshape(-1, 3)
        dullest = np.argsort(offset.mean(axis=1))[: max(3, len(offset) // 5)]
        return take_median(gain[dullest].T), take_median(offset[dullest].T)


def fit_light(
    observed: Map, reference: Map, size_mm: tuple[float, float], places: Mask | None = None
) -> Light:
    """Fit the light of a rectified picture (rows × columns × 3; −1 where nothing was seen).

    ``places`` (rows × columns) marks points that pieces may hide; they count little in fine
    shade. One point in four suffices, and keeps the contrast that a coarser picture loses.
    """
    observed, reference = (
        np.ascontiguousarray(
            part[:: TUNING.sampled_every, :: TUNING.sampled_every].transpose(2, 0, 1)
        )
        for part in (observed, reference)
    )
    saturated = observed.max(axis=0) >= SATURATED
    usable = ~saturated & (reference.max(axis=0) < SATURATED) & (observed[0] >= 0)
    seen = usable.astype(np.float32)
    whole = _fit_whole(
        *(
            part[..., :: TUNING.sampled_every, :: TUNING.sampled_every]
            for part in (observed, reference, seen)
        )
    )
    gain, offset = whole
    for _ in range(TUNING.rounds):
        error = observed - _expected(gain, offset, reference)
        moments = _moments(observed, reference, seen * _trust(error, _scale(error, usable)))
        gain, offset = _solve(_block_means(moments), whole)
    hidden = None if places is None else places[:: TUNING.sampled_every, :: TUNING.sampled_every]
    fine = find_shade(observed, _expected(gain, offset, reference), usable, saturated, hidden)
    return Light(_interleave(gain), _interleave(offset), size_mm, fine)


def _interleave(planes: Map) -> Map:
    return np.ascontiguousarray(planes.transpose(1, 2, 0))


def _expected(gain: Map, offset: Map, reference: Map) -> Map:
    rows, columns = (_spreading(length) for length in reference.shape[1:])
    gain, offset = (rows @ part @ columns.T for part in (gain, offset))
    return np.asarray(gain * reference + offset)


def _fit_whole(observed: Map, reference: Map, seen: Map) -> tuple[Map, Map]:
    usable = seen > 0
    ratio = 1.0
    if usable.any():
        medians = [float(take_median(part[:, usable].ravel())) for part in (observed, reference)]
        ratio = medians[0] / max(1.0, medians[1])
    gain = np.full((3, 1, 1), ratio, dtype=np.float32)
    offset = np.zeros_like(gain)
    prior = gain, offset
    for _ in range(TUNING.rounds):
        error = observed - (gain * reference + offset)
        moments = _moments(observed, reference, seen * _trust(error, _scale(error, usable)))
        mean = moments.mean(axis=(1, 2), keepdims=True)
        gain, offset = _solve(mean, prior, ridge=TUNING.whole_ridge_share)
    every = np.ones((1, BLOCKS, BLOCKS), dtype=np.float32)
    return gain * every, offset * every


def _scale(error: Map, usable: NDArray[np.bool_]) -> Map:
    some = np.abs(
        error[:, :: TUNING.sampled_every, :: TUNING.sampled_every][
            :, usable[:: TUNING.sampled_every, :: TUNING.sampled_every]
        ]
    )
    sigma = MAD_TO_SIGMA * take_median(some) if some.size else np.full(3, TUNING.error_sigma_min)
    return np.maximum(TUNING.error_sigma_min, sigma).astype(np.float32)[:, None, None]


def _trust(error: Map, scale: Map) -> Map:
    return np.asarray(1 / (1 + (error / (TUNING.trust_sigmas * scale)) ** 2) ** 2, dtype=np.float32)


def _moments(observed: Map, reference: Map, weight: Map) -> Map:
    """Return weight × (1, r, o, r², r·o) for each channel, a plane each of 15."""
    parts = np.empty((5, *weight.shape), np.result_type(observed, reference, weight))
    parts[0] = weight
    np.multiply(weight, reference, out=parts[1])
    np.multiply(weight, observed, out=parts[2])
    np.multiply(parts[1], reference, out=parts[3])
    np.multiply(parts[1], observed, out=parts[4])
    return parts.reshape(-1, *weight.shape[1:])


def _block_means(moments: Map) -> Map:
    """Return the mean moments of blocks that overlap their neighbours a little."""
    rows, columns = (_averaging(length) for length in moments.shape[1:])
    return np.asarray(rows @ moments @ columns.T)


@functools.cache
def _averaging(length: int) -> Map:
    """Return the matrix that averages this many points into blocks (BLOCKS × length)."""
    points = np.eye(length, dtype=np.float32)
    means = cv2.resize(points, (length, BLOCKS), interpolation=cv2.INTER_AREA)
    alone = np.ones(1, dtype=np.float32)
    return cv2.sepFilter2D(
        means,
        -1,
        alone,
        np.array(TUNING.overlap, dtype=np.float32),
        borderType=cv2.BORDER_REPLICATE,
    )


@functools.cache
def _spreading(length: int) -> Map:
    """Return the matrix that interpolates blocks to this many points (length × BLOCKS)."""
    blocks = np.eye(BLOCKS, dtype=np.float32)
    return cv2.resize(blocks, (BLOCKS, length), interpolation=cv2.INTER_LINEAR)


def _solve(
    moments: Map, prior: tuple[Map, Map], ridge: float = TUNING.ridge_share
) -> tuple[Map, Map]:
    """Solve the weighted least squares of every block, drawn towards the prior by a ridge."""
    one, ref, obs, ref_ref, ref_obs = moments.astype(np.float64).reshape(5, 3, *moments.shape[1:])
    gain0, offset0 = prior
    ref_ref, ref_obs = (
        ref_ref + ridge * TUNING.prior_variance,
        ref_obs + ridge * TUNING.prior_variance * gain0,
    )
    one, obs = one + ridge, obs + ridge * offset0
    determinant = np.maximum(ref_ref * one - ref * ref, 1e-9)
    gain = np.clip((ref_obs * one - ref * obs) / determinant, *TUNING.gain_limits)
    offset = (obs - gain * ref) / one
    return gain.astype(np.float32), offset.astype(np.float32)
