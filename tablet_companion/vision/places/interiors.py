"""Evidence from the insides of holes: empty holes look alike, an occupied one does not.

A hole's floor is as dull and dark as black lacquer, so no fixed colour separates them in every
light. But the holes that are probably empty show, in the same picture, what an empty one looks like
now. Floors are compared point by point, where parallax does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from tablet_companion.games.core import Piece
from tablet_companion.vision.places.likelihood import Nats, SampleColours, quantile
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import FLOOR_CELLS, Site


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the insides of holes count as evidence, and how much.

    Chosen by hand on the boxed board's photographs and the simulated table; held by
    tests/vision/test_interiors.py. Levels are grey levels.
    """

    cell_points_min: int = 2
    """Visible sample points needed in each cell of a floor."""
    cells_min: int = 6
    """Visible cells needed on a floor; with fewer there is no evidence."""
    peers_min: int = 3
    """Probably empty visible holes needed; with fewer there is nothing to compare with."""
    peer_weight_min: float = 1.5
    """Weight of probably empty holes needed to compare a cell."""
    correlated_cells: float = 2.0
    """This many cells of a floor count as one independent one."""
    slope_sigma: float = 0.5
    """Standard deviation of an empty floor's contrast relative to the others."""
    ridge: float = 9.0
    """Squared grey levels: pulls the contrast of a nearly uniform floor towards 1."""
    sigma_min: float = 1.5
    """Lower limit of a floor's noise."""
    piece_contrast: float = 2.0
    """Contrast, beyond the noise, that even a dull piece shows in a hole."""
    level_sigma_min: float = 3.0
    """Lower limit of the floors' differences in brightness."""
    piece_level: float = 15.0
    """How much lighter or darker than its floor a piece in a hole may be."""
    noise_factor: float = 1.2
    """The noise is the floors' usual misfit times this."""
    outlier_squared: float = 25.0
    """Squared standard deviations that one cell counts at most."""
    level_outlier_squared: int = 16
    """Squared standard deviations that a floor's brightness counts at most, if the hole is
    empty."""
    piece_outlier_squared: int = 4
    """Squared standard deviations that a floor's brightness counts at most, if a piece is in it."""
    usual_factor: float = 1.8
    """An unusual floor is this many median absolute deviations from the probably empty ones."""
    log_odds_max: int = 30
    """Nats that a score counts at most when probably empty holes are chosen."""
    bias_nats: float = 0.5
    """Nats added to every result."""
    limits_nats: tuple[float, float] = (-6.0, 8.0)
    """Nats. Limits of the evidence from an inside alone."""


TUNING: Final = Tuning()


Rows = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class _FloorFits:
    """How the floors (h) fit the look of their peers.

    ``level`` and ``slope`` are each floor's relative brightness and contrast, ``rest`` (h × cells,
    0 where unknown) is what they leave unexplained, ``own`` is its variance.
    """

    count: Rows
    level: Rows
    slope: Rows
    rest: Rows
    own: Rows


def interior_evidence(holes: Sequence[PlaceScores], seen: SampleColours, visible: Mask) -> Nats:
    """Return, for every hole, the evidence of its inside for a piece (nats, 0 if not visible).

    ``visible`` (n) marks the sample points that nothing covers. A few holes must be probably empty
    by their surroundings; otherwise there is no evidence.
    """
    evidence = np.zeros(len(holes))
    if not holes:
        return evidence
    floors = np.stack([_floor_brightness(hole.site, seen, visible) for hole in holes])
    weights = np.array([_likely_empty(hole.scores) for hole in holes])
    fits = _fit(floors, _peer_medians(floors, weights))
    viewed = fits.count >= TUNING.cells_min
    plain = viewed & (weights > 0.5)
    if plain.sum() >= TUNING.peers_min:
        veiled = np.array([_veil_levels(hole.site, seen, visible) for hole in holes])
        nats = (
            _shape_evidence(fits, plain, veiled)
            + _level_evidence(fits, plain, veiled)
            + TUNING.bias_nats
        )
        evidence[viewed] = np.clip(nats, *TUNING.limits_nats)[viewed]
    return evidence


def _veil_levels(site: Site, seen: SampleColours, visible: Mask) -> float:
    """Return how much brighter the bare board beside a hole is than the light explains (grey).

    A veil brightens the dark hole by the same amount; a shadow hardly darkens it. Unknown for a
    board whose look is guessed.
    """
    here = slice(site.first, site.last)
    beside = site.around & visible[here] & ~seen.off[here]
    beside[site.rim] = False
    if seen.guessed or beside.sum() < TUNING.cells_min:
        return 0.0
    apart = seen.ground[:, here][:, beside] - seen.reference[:, here][:, beside]
    return max(0.0, quantile(apart.mean(axis=0), 0.5))


def _floor_brightness(site: Site, seen: SampleColours, visible: Mask) -> Rows:
    """Return the mean brightness of every cell of a hole's floor, NaN if it is not visible."""
    here = slice(site.first, site.last)
    usable = visible[here] & (site.floor >= 0)
    cells = site.floor[usable]
    count = np.bincount(cells, minlength=FLOOR_CELLS**2)
    total = np.bincount(cells, seen.grey[0, here][usable], FLOOR_CELLS**2)
    return np.asarray(
        np.where(count >= TUNING.cell_points_min, total / np.maximum(count, 1), np.nan)
    )


def _likely_empty(scores: Mapping[Piece, float]) -> float:
    return float(1 / (1 + np.exp(np.minimum(list(scores.values()), TUNING.log_odds_max)).sum()))


def _peer_medians(floors: Rows, weights: Rows) -> Rows:
    """Return, for each floor, the weighted median of all others: the look of its peers."""
    number = len(floors)
    order = np.argsort(floors, axis=0)  # NaN sorts last
    quantile = np.take_along_axis(floors, order, axis=0)
    others = np.broadcast_to(weights, (number, number)) * (1 - np.eye(number))
    each = np.where(np.isnan(floors), 0, others[:, :, None])
    upto = np.cumsum(np.take_along_axis(each, order[None], axis=1), axis=1)
    total = upto[:, -1]
    middle = (upto >= total[:, None] / 2).argmax(axis=1)
    median = np.take_along_axis(quantile, middle, axis=0)
    return np.asarray(np.where(total >= TUNING.peer_weight_min, median, np.nan))


def _fit(floors: Rows, peers: Rows) -> _FloorFits:
    """Fit every floor to its peers' look, with any brightness and contrast."""
    known = ~np.isnan(floors) & ~np.isnan(peers)
    count = known.sum(axis=1)
    level = _mean(np.where(known, floors - peers, 0), count)
    own, like = (
        np.where(known, part - _mean(np.where(known, part, 0), count)[:, None], 0)
        for part in (floors, peers)
    )
    ridge = TUNING.ridge / TUNING.slope_sigma**2
    slope = ((like * own).sum(axis=1) + ridge) / ((like**2).sum(axis=1) + ridge)
    return _FloorFits(count, level, slope, own - slope[:, None] * like, _mean(own**2, count))


def _mean(rows: Rows, count: Rows) -> Rows:
    return np.asarray(rows.sum(axis=1) / np.maximum(count, 1))


def _shape_evidence(fits: _FloorFits, plain: Mask, veiled: Rows) -> Nats:
    """Return how much worse a floor fits its peers' look than any other look.

    If the noise (or a smear) exceeds what a piece would show, it fits both equally.
    """
    usual = np.sqrt(_mean(fits.rest**2, fits.count))
    sigma = np.hypot(
        max(TUNING.sigma_min, TUNING.noise_factor * float(np.median(usual[plain]))), veiled
    )
    misfit = _mean(
        np.minimum((fits.rest / sigma[:, None]) ** 2, TUNING.outlier_squared), fits.count
    )
    free = np.maximum(np.hypot(sigma, TUNING.piece_contrast), np.sqrt(fits.own))
    gained = np.log(sigma / free) + 0.5 * (misfit - fits.own / free**2)
    return np.asarray(gained * fits.count / TUNING.correlated_cells)


def _level_evidence(fits: _FloorFits, plain: Mask, veiled: Rows) -> Nats:
    """Return how unusual a floor's brightness and contrast are among likely empty ones."""
    usual = max(
        TUNING.level_sigma_min, TUNING.usual_factor * float(np.median(np.abs(fits.level[plain])))
    )
    sigma = np.hypot(usual, veiled)
    pieces = np.hypot(TUNING.piece_level, veiled)
    unlike = np.minimum((fits.level / sigma) ** 2, TUNING.level_outlier_squared)
    free = np.minimum((fits.level / pieces) ** 2, TUNING.piece_outlier_squared)
    slope = fits.slope - np.median(fits.slope[plain])
    contrast = (
        slope
        / max(TUNING.slope_sigma, TUNING.usual_factor * float(np.median(np.abs(slope[plain]))))
    ) ** 2
    return np.asarray(0.5 * (unlike - free + contrast) - np.log(pieces / sigma))
