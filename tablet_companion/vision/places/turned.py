"""One hole: how much better a face-down piece explains its sample points than the bare board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map
from tablet_companion.vision.places import likelihood
from tablet_companion.vision.places.likelihood import Nats, SampleColours
from tablet_companion.vision.places.point_fits import PointFits
from tablet_companion.vision.places.sites import Site, Stand


@dataclass(frozen=True, slots=True)
class Tuning:
    """How evidence at the sample points of a hole becomes log odds of a face-down piece.

    Chosen by hand on the boxed board's photographs and the simulated table (right there but
    overconfident elsewhere, which is why places/joint.py weighs them against the network).
    """

    independence_mm2: float = 31.0
    """Square millimetres. The sample points on this area count as one independent observation: they
    share noise and errors."""
    hidden_prior_nats: float = -1.4
    """Nats, for a face-down piece in a hole."""
    lacquer_sigma: float = 11.0
    """Grey levels by which black lacquer varies about its mean."""
    lacquer_gain_noise: int = 4
    """Grey levels of noise that a dim light adds, divided by the light's gain."""
    even_disc_cost_nats: float = 0.4
    """Nats. Cost of explaining a disc by a colour of its own."""
    dark_side_cost_nats: float = 1.1
    """Nats. Cost of explaining a point of a disc by the dark of a side."""
    lacquer_grey_max: int = 60
    """Grey levels. Lacquer brighter than this is unlikely."""
    lacquer_grey_sigma: int = 25
    """Grey levels (standard deviation) by which lacquer may be brighter than that."""
    lacquer_hue_sigma: int = 20
    """Grey levels between channels; lacquer has no hue."""
    points_min: int = 4
    """Sample points. With fewer there is no evidence for a face-down piece."""
    unseen_turned_nats: float = -0.5
    """Nats for a face-down piece of which too few points are seen: a little against it."""
    crescent_mm2: float = 30.0
    """Square millimetres of a face-down piece visible outside its hole, far from the nadir."""
    crescent_share_min: float = 0.25
    """Share. The points of a thin crescent are farther apart, so each counts more, up to this."""
    art_area_mm2: float = 30.0
    """Square millimetres of art from which its correlation counts fully."""
    art_correlation_neutral: float = 0.62
    """Correlation of the art that is evidence neither for nor against a piece."""
    art_nats: float = 9.0
    """Nats per unit of correlation."""
    art_limits: tuple[float, float] = (-0.35, 0.5)
    """Limits of the correlation relative to the neutral one: a shadow's edge spoils it as a piece
    does."""


TUNING: Final = Tuning()


def score_turned(  # noqa: PLR0913, PLR0917 - what was seen there, in all its parts
    site: Site, stand: Stand, seen: SampleColours, fits: PointFits, ground: Nats, clear: Mask
) -> tuple[float, int]:
    """Return the log odds of a face-down piece (nats) and the index of its likeliest hypothesis.

    Such a piece looks like a uniform dark disc.
    """
    here = slice(site.first, site.last)
    tops = (stand.tops & clear).astype(np.float32)
    count = tops.sum(axis=1)
    mean, in_shade = (
        part[:, here] @ tops.T / np.maximum(count, 1) for part in (seen.plain, seen.ground)
    )
    # Only points of the board itself, beside the hole, are evaluated here.
    rim = site.rim
    outside = tops[:, rim]
    gained = (outside * (_fit_disc(seen, fits, mean, site.first + rim) - ground[rim])).sum(axis=1)
    gained += stand.sides.astype(np.float32) @ np.where(clear, fits.side[here] - ground, 0)
    shown = np.clip(
        outside.sum(axis=1) * site.step_mm**2 / TUNING.crescent_mm2, TUNING.crescent_share_min, 1
    )
    scores = gained / (correlated_points(site) * shown) + np.minimum(
        _lacquer_prior(mean), _lacquer_prior(in_shade)
    )
    known = outside * ~seen.off[site.first + rim]
    scores += _missing_art_evidence(seen.grey[:, site.first + rim], known, site.step_mm)
    scores = np.where(count < TUNING.points_min, TUNING.unseen_turned_nats, scores) + stand.prior
    best = int(scores.argmax())
    # Averaged over the offsets, not the best alone: 25 tries must not make a piece likelier.
    score = np.logaddexp.reduce(scores) - np.logaddexp.reduce(stand.prior)
    return float(score) + TUNING.hidden_prior_nats, best


def _fit_disc(
    seen: SampleColours, fits: PointFits, mean: NDArray[np.float32], at: NDArray[np.intp]
) -> Nats:
    """Return how well points fit a uniform disc of each mean colour (3 × m), or a dark side."""
    sigma = np.sqrt(TUNING.lacquer_sigma**2 + (TUNING.lacquer_gain_noise / seen.gain[at]) ** 2)
    even = (
        likelihood.log_density(seen.plain[:, None, at] - mean[..., None], sigma)
        - TUNING.even_disc_cost_nats
    )
    return np.asarray(
        np.maximum(even, fits.side[at] - TUNING.dark_side_cost_nats), dtype=np.float32
    )


def _lacquer_prior(mean: NDArray[np.float32]) -> Nats:
    """Return the log prior of a mean colour (3 × m) as black lacquer: dark, and without a hue."""
    light = np.maximum(0, mean.max(axis=0) - TUNING.lacquer_grey_max) / TUNING.lacquer_grey_sigma
    hue = (mean.max(axis=0) - mean.min(axis=0)) / TUNING.lacquer_hue_sigma
    return np.asarray(-0.5 * light**2 - 0.5 * hue**2, dtype=np.float32)


def _missing_art_evidence(grey: Map, weights: NDArray[np.float32], step_mm: float) -> Nats:
    """Return how much less the art round a hole is recognised (m rows of weights over n points).

    Correlation is unaffected by gloss and shade that cover a small spot evenly.
    """
    _, seen, known = grey
    count = np.maximum(weights.sum(axis=1), 1)
    seen = seen - (weights @ seen / count)[:, None]
    known = known - (weights @ known / count)[:, None]
    both = (weights * seen * known).sum(axis=1)
    norms = (weights * seen**2).sum(axis=1) * (weights * known**2).sum(axis=1)
    alike = both / np.sqrt(np.maximum(norms, 1e-3))
    enough = np.minimum(1, count * step_mm**2 / TUNING.art_area_mm2)
    gone: Nats = (
        TUNING.art_nats
        * np.clip(TUNING.art_correlation_neutral - alike, *TUNING.art_limits)
        * enough
    )
    return gone


def correlated_points(site: Site) -> float:
    """Return how many sample points count as one independent one."""
    return TUNING.independence_mm2 / site.step_mm**2
