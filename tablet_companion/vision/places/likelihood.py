"""How well each sample point fits the bare board and pieces' sides, tops and printed faces.

Values are log densities (nats) of a normal distribution mixed with a uniform one: a single outlier
pixel can never outweigh many ordinary ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.appearance import Appearance, Bgr
from calibration.surfaces.light import SATURATED, Light, Map

Nats = NDArray[Any]

SHADOWS: Final = (1.0, 0.85, 0.7, 0.55, 0.42)
"""The share of the light left in a soft shadow."""
SHADOW_COST: Final = np.array([0, 0.3, 0.6, 0.9, 1.2], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Tuning:
    """The noise model of the eye: the colour of each thing, and how far it may differ.

    Chosen by hand on the boxed board's photographs and the simulated table. Sigmas are in grey
    levels, shades are factors of brightness.
    """

    shadow_blur: float = 0.25
    """Variation of a shadow's depth within a sample point, as a share of the light it takes."""
    read_variance: int = 36
    """Squared grey levels: noise of the camera and of its JPEG."""
    gain_noise: int = 4
    """Grey levels: quantisation, divided by the light's gain; dim pictures are noisier."""
    texture_share: float = 0.3
    """How much of the art's local variance counts: registration is off by a fraction of a pixel."""
    brightness_share: float = 0.05
    """Share of the brightness by which the fitted light may be wrong."""
    gloss_gain_max: float = 1.2
    """A piece is lit by at most this many times the light without gloss."""
    side_sigma: float = 30.0
    """Grey levels, for the side of a piece without a side colour of its own."""
    side_shade: float = 0.8
    """Brightness of a side without a colour of its own, as a share of the body's."""
    hole_shade: float = 0.55
    """Brightness of an empty hole, as a share of a side's."""
    hole_sigma: float = 22.0
    """For an empty hole."""
    top_sigma: float = 20.0
    """For a coloured top."""
    top_shades: tuple[float, float] = (0.6, 1.35)
    """Limits of a top's shade."""
    shade_sigma: float = 0.3
    """Standard deviation of the shade; one sigma costs half a nat."""
    round_shades: tuple[float, float] = (0.4, 1.5)
    """As ``top_shades``, for a coloured side: it is round, so its shades vary more."""
    round_sigma: float = 28.0
    """For a coloured side."""
    ink_shade: float = 0.4
    """Brightness of the symbol on a printed face, as a share of its paper's."""
    ink_sigma: float = 50.0
    """Grey levels (standard deviation) by which the symbol's colour may differ from that."""
    ink_log_share: float = float(np.log(0.3))
    """Nats: the logarithm of the share of a face that is ink."""


TUNING: Final = Tuning()

_UNIFORM: Final = float(-np.log(255.0) + np.log(0.05))
_NORMAL: Final = float(np.log(0.95) - 0.5 * np.log(2 * np.pi))
OFF_BOARD: Final = float(-3 * np.log(255.0) + 2.0)
"""Beside the board lies an unknown table: any colour is possible there."""
BEST_TOP: Final = 3 * (_NORMAL - float(np.log(TUNING.top_sigma)))
"""The log density at exactly a top's colour."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleColours:
    """The colours at sample points (3 × n each), with the light removed in two ways.

    ``ground`` is relative to the light on the board there; ``plain`` without the board's gloss, as
    a piece on it would look. ``raw`` is the camera's value; ``reference`` the empty board; ``grey``
    (3 × n) is the brightness of plain, raw and reference. ``sigma`` (n) is how far the empty board
    may differ from its reference; ``off`` marks points beside the board or the picture.
    ``saturated`` (3 × n) marks burnt-out channels and ``any_saturated`` (n) points with at least
    one; both are None if there are none. ``guessed``: the board was never shown empty.
    """

    raw: Map
    ground: Map
    plain: Map
    reference: Map
    sigma: Nats
    gain: Nats
    off: NDArray[np.bool_]
    grey: Map
    saturated: NDArray[np.bool_] | None
    any_saturated: NDArray[np.bool_] | None
    guessed: bool = False

    def with_points(self, part: SampleColours, at: NDArray[np.intp]) -> SampleColours:
        """Return a copy with the values of ``part`` at the points with the indices ``at``."""
        raw = replace_points(self.raw, part.raw, at)
        saturated, any_saturated = _find_saturated(raw)
        return replace(
            self,
            raw=raw,
            ground=replace_points(self.ground, part.ground, at),
            plain=replace_points(self.plain, part.plain, at),
            sigma=replace_points(self.sigma, part.sigma, at),
            gain=replace_points(self.gain, part.gain, at),
            off=replace_points(self.off, part.off, at),
            grey=replace_points(self.grey, part.grey, at),
            saturated=saturated,
            any_saturated=any_saturated,
        )


def replace_points(whole: Nats, part: Nats, at: NDArray[np.intp]) -> Nats:
    """Return values of points (last axis), with ``part`` at the points with the indices ``at``."""
    with_points = whole.copy()
    with_points[..., at] = part
    return with_points


def _find_saturated(raw: Map) -> tuple[NDArray[np.bool_] | None, NDArray[np.bool_] | None]:
    """Return burnt-out channels (3 × n), and points with any; None if there are none."""
    saturated = raw >= SATURATED
    any_saturated: NDArray[np.bool_] = np.asarray(saturated.any(axis=0))
    return (saturated, any_saturated) if any_saturated.any() else (None, None)


def normalise(
    raw: Map, reference: Map, texture: Nats, light: Light, points: NDArray[np.float64]
) -> SampleColours:
    """Remove the light from the colours (3 × n each) at sample points (n × 2)."""
    gain, offset = (part.T for part in light.at(points))
    piece_gain, piece_offset = (part[:, None] for part in light.without_gloss())
    usual = np.minimum(TUNING.gloss_gain_max * piece_gain, np.maximum(piece_gain, gain))
    mean_gain = gain.mean(axis=0)
    variance = (
        TUNING.read_variance
        + (TUNING.gain_noise / mean_gain) ** 2
        + TUNING.texture_share * texture**2
    )
    variance += (TUNING.brightness_share * reference.max(axis=0)) ** 2
    off = (reference[0] < 0) | (raw[0] < 0)
    plain = ((raw - piece_offset) / usual).astype(np.float32)
    return SampleColours(
        raw,
        ((raw - offset) / gain).astype(np.float32),
        plain,
        reference,
        np.sqrt(variance).astype(np.float32),
        mean_gain.astype(np.float32),
        off,
        np.stack([part.mean(axis=0) for part in (plain, raw, reference)]),
        *_find_saturated(raw),
    )


def log_density(error: Map, sigma: Nats | Map | float) -> Nats:
    """Return the log density of errors (3 × …), summed over the channels."""
    fit = error / sigma
    fit *= fit
    fit *= -0.5
    fit += _NORMAL - np.log(sigma)
    np.maximum(fit, _UNIFORM, out=fit)
    return np.asarray(fit.sum(axis=0), dtype=np.float32)


def quantile(values: Nats, share: float) -> float:
    """Return the value that this share of the values (at least one) does not exceed.

    numpy's quantile and median take ten times as long for short arrays.
    """
    rank = int(share * (len(values) - 1))
    return float(np.partition(values, rank)[rank])


def _errors(seen: SampleColours, colours: Map, expected: Map) -> Map:
    """Return the differences to the expected colours; a burnt-out channel may be any brighter."""
    error = colours - expected
    if seen.saturated is not None:
        error[seen.saturated & (error < 0)] = 0
    return error


def _column(colour: Bgr) -> Map:
    return np.array(colour, dtype=np.float32)[:, None]


def fit_ground(seen: SampleColours) -> Map:
    """Return, for each of SHADOWS, how well the points (n) fit the bare board."""
    rows = []
    for shade in SHADOWS:
        blur = (1 - shade) * TUNING.shadow_blur * seen.reference
        sigma = np.sqrt(seen.sigma**2 + blur**2)
        rows.append(log_density(_errors(seen, seen.ground, shade * seen.reference), sigma))
    return np.stack(rows)


def fit_bare(seen: SampleColours, ground: Map) -> Nats:
    """Return how well the points (n) fit the bare board, each in the shadow that fits it best."""
    best = (ground - SHADOW_COST[:, None]).max(axis=0)
    return np.where(seen.off, np.float32(OFF_BOARD), best)


def ground_misfit(seen: SampleColours, ground: Map) -> Nats:
    """Return the distance (nats) of the points (n) from the bare board, in its best shade."""
    exact = 3 * (_NORMAL - np.log(seen.sigma))
    return np.asarray(exact - ground.max(axis=0), dtype=np.float32)


def fit_body(seen: SampleColours, appearance: Appearance) -> Nats:
    """Return how well the points fit the side of a piece without a side colour of its own."""
    side = TUNING.side_shade * _column(appearance.body)
    first = log_density(_errors(seen, seen.plain, side), TUNING.side_sigma)
    return np.maximum(first, log_density(_errors(seen, seen.ground, side), TUNING.side_sigma))


def fit_hole(seen: SampleColours, appearance: Appearance) -> Nats:
    """Return how well the points fit the dark of an empty hole."""
    dark = TUNING.side_shade * TUNING.hole_shade * _column(appearance.body)
    return log_density(_errors(seen, seen.plain, dark), TUNING.hole_sigma)


def fit_tops(seen: SampleColours, colours: Iterable[Bgr]) -> Map:
    """Return how well the points (n) fit each of some colours of tops."""
    rows = [_fit_paint(seen, colour, TUNING.top_shades, TUNING.top_sigma) for colour in colours]
    return np.stack(rows)


def fit_side(seen: SampleColours, colour: Bgr) -> Nats:
    """Return how well the points fit a round side in the piece's colour, in any shade."""
    return _fit_paint(seen, colour, TUNING.round_shades, TUNING.round_sigma)


def fit_face(seen: SampleColours, paper: Bgr) -> Nats:
    """Return how well the points fit a printed face: paper, or a darker symbol of any colour."""
    ink = TUNING.ink_shade * _column(paper)
    symbol = log_density(_errors(seen, seen.plain, ink), TUNING.ink_sigma) + TUNING.ink_log_share
    return np.maximum(_fit_paint(seen, paper, TUNING.top_shades, TUNING.top_sigma), symbol)


def _fit_paint(seen: SampleColours, colour: Bgr, shades: tuple[float, float], sigma: float) -> Nats:
    """Fit a colour with and without the board's gloss, whichever is better."""
    mean = _column(colour)
    one, other = (
        _fit_shaded(seen, part, mean, shades, sigma) for part in (seen.plain, seen.ground)
    )
    return np.maximum(one, other)


def _fit_shaded(
    seen: SampleColours, colours: Map, mean: Map, shades: tuple[float, float], sigma: float
) -> Nats:
    """Fit a colour that may be shaded or lit, at a price."""
    squared = float((mean * mean).sum())
    # A board file's black may be perfectly black: no light makes that darker or lighter.
    shade = (
        np.clip((mean * colours).sum(axis=0) / squared, *shades)
        if squared
        else np.ones(colours.shape[1], dtype=np.float32)
    )
    unusual = 0.5 * ((shade - 1) / TUNING.shade_sigma) ** 2
    fit: Nats = log_density(_errors(seen, colours, shade * mean), sigma) - unusual
    return fit
