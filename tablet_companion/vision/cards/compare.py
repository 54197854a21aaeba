"""Which taught face a card shows, if any.

Faces of one deck differ in a few strokes only, so a correlation says little. The picture is first
corrected to the light of the likeliest face; then every other face is judged only by its
differences from that one, and "none of them" by what that one does not explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.light import Map, estimate_noise, take_strongest


@dataclass(frozen=True, slots=True)
class Tuning:
    """How faces are compared stroke by stroke.

    Chosen on made-up decks (tests/vision/cards/measured.py). Shares of contrast refer to the
    likeliest face.
    """

    light_mm: float = 12.0
    """Millimetres. Light varies over a card no faster; strokes are finer."""
    blot_mm: float = 1.5
    """Millimetres. A wrong face differs over at least this length; noise is finer."""
    stroke_mm: float = 3.5
    """Millimetres. A wrong face differs this near to its outlines."""
    rim_mm: float = 1.5
    """Millimetres of the card's rim that are ignored."""
    astray_mm: float = 0.3
    """Millimetres an edge may be displaced."""
    contrast_share: float = 0.08
    """A difference below this share of the contrast is ignored."""
    tint_max: float = 1.8
    """A lamp may make one channel this much stronger than another; more is another card's
    colour."""
    saturated_grey: int = 250
    """Grey levels from which a channel is burnt out and ignored."""
    blur_px: float = 0.6
    """Blur of faces and cut (standard deviation), so that neither is sharper."""
    noise_share: int = 2
    """Differences below this multiple of the noise are ignored."""
    gain_min: float = 0.04
    """Least share of the contrast to assume."""
    gain_pull: float = 0.5
    """How strongly a point's gain is drawn towards the card's, in means of its contrast."""
    gain_limits: tuple[float, float] = (0.5, 1.6)
    """Limits of a point's gain, in shares of the card's gain: missing strokes must not pass for a
    shadow."""


TUNING: Final = Tuning()


class Misfit(NamedTuple):
    """What the likeliest face leaves unexplained; shares from 0 to 1 except the last.

    ``area``: of the card. ``strokes``: of this face's own strokes. ``worst``: at the worst spot of
    what distinguishes the deck's faces. ``likeness``: the correlation. ``noise``: relative to the
    contrast. ``hidden``: burnt out. ``between``: how far the picture leans from this face towards
    another one, at most.
    """

    area: float
    strokes: float
    worst: float
    likeness: float
    noise: float
    hidden: float
    between: float


class Verdict(NamedTuple):
    """For each rival, how far the picture leans to the likeliest (½) or to it (−½); the misfit."""

    leaning: NDArray[np.float64]
    misfit: Misfit


class Comparison:
    """The faces of a deck, each both ways round, at one scale."""

    def __init__(self, sides: Sequence[NDArray[Any]], px_per_mm: float) -> None:
        """Take the sides (rows × columns × 3 each)."""
        rim = round(TUNING.rim_mm * px_per_mm)
        self._inner = slice(rim, -rim)
        self._scale = px_per_mm
        levels = [
            cv2.GaussianBlur(side.astype(np.float32), (0, 0), TUNING.blur_px) for side in sides
        ]
        self._levels = [level[self._inner, self._inner] for level in levels]
        fine = [level - self._light(level) for level in self._levels]
        self._fine = np.array([part.ravel() for part in fine])
        self._slope = [_slope(level) * px_per_mm for level in self._levels]
        count = len(sides)
        apart = np.abs(self._fine[:, None, ::7] - self._fine[None, :, ::7]).mean(axis=2)
        self._alike = apart < 1e-3
        self._telling = [self._what_tells(number, count) for number in range(count)]

    def compare(
        self, seen: NDArray[Any], rivals: NDArray[Any], first: int, likeness: float
    ) -> Verdict:
        """Compare the picture (rows × columns × 3, of a side's size) with some of the sides."""
        soft = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), TUNING.blur_px)
        there = soft[self._inner, self._inner]
        rows = seen[self._inner, self._inner][::2]  # every other one tells as much
        noise = estimate_noise(rows.astype(np.float32)) + 0.3
        # A coloured lamp burns out one channel of a pale card first; the others still tell.
        clear = (there < TUNING.saturated_grey).astype(np.float32)
        own, fine = (part - self._light(part, clear) for part in (self._levels[first], there))
        fine = fine / _tint(fine, own, clear)
        gain = self._gain(fine, own, clear)
        straight = fine / gain[..., None]
        rest = straight - own
        leaning = self._leaning((rest * clear).ravel(), clear.ravel(), rivals, first)
        misfit = self._misfit(rest, clear, first, noise / float(gain.mean()), likeness)
        between = min(1.0, float(np.abs(leaning - 0.5).max()))
        return Verdict(leaning, misfit._replace(between=between))

    def _light(self, levels: Map, clear: Map | None = None) -> Map:
        """Return the part of some levels that may be light: their mean over some distance."""
        sigma = TUNING.light_mm * self._scale / 4
        small = cv2.resize(
            levels if clear is None else levels * clear,
            None,
            fx=0.25,
            fy=0.25,
            interpolation=cv2.INTER_AREA,
        )
        if clear is None:
            soft = cv2.GaussianBlur(small, (0, 0), sigma)
        else:
            seen = cv2.resize(clear, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
            total = cv2.GaussianBlur(small, (0, 0), sigma)
            soft = total / np.maximum(cv2.GaussianBlur(seen, (0, 0), sigma), 0.02)
        size = levels.shape[1], levels.shape[0]
        return np.asarray(cv2.resize(soft, size), np.float32)

    def _gain(self, fine: Map, own: Map, clear: Map) -> Map:
        """Return how strongly a face's contrast shows at each point.

        The gain has a lower limit: missing strokes must not pass for a shadow.
        """
        products = cv2.merge([_total(fine * own * clear), _total(own * own * clear)])
        both = cv2.mean(products)[:2]
        whole = max(TUNING.gain_min, float(both[0] / max(1.0, float(both[1]))))
        soft = self._light(np.asarray(products, np.float32))
        pull = TUNING.gain_pull * float(both[1]) + 1
        local = (soft[..., 0] + pull * whole) / (soft[..., 1] + pull)
        return np.asarray(
            np.clip(local, TUNING.gain_limits[0] * whole, TUNING.gain_limits[1] * whole)
        )

    def _leaning(
        self, rest: Map, weight: Map, rivals: NDArray[Any], first: int
    ) -> NDArray[np.float64]:
        """Return how much of its difference from each rival the likeliest shows.

        The difference is looked for in what the likeliest leaves unexplained.
        """
        own = self._fine[first]
        leaning = np.full(len(rivals), 0.5)
        for index, rival in enumerate(rivals):
            if rival != first:
                apart = self._fine[rival] - own
                there = float((apart * weight) @ apart)
                leaning[index] = 0.5 - float(apart @ rest) / max(there, 1.0)
        return leaning

    def _misfit(self, rest: Map, clear: Map, first: int, noise: float, likeness: float) -> Misfit:
        own = self._fine[first].reshape(rest.shape)
        contrast = float(np.sqrt((own * own).mean())) + 1
        # A shadow's edge is then a line instead of a band, and so are the outlines of strokes.
        rest = rest - cv2.GaussianBlur(rest, (0, 0), TUNING.stroke_mm * self._scale)
        rest, clear = rest * clear, take_strongest(clear)
        blot = cv2.GaussianBlur(rest, (0, 0), TUNING.blot_mm * self._scale / 2)
        noise = float(noise) / (TUNING.blot_mm * self._scale)
        allowed = (
            (TUNING.astray_mm * self._slope[first])
            + TUNING.contrast_share * contrast
            + TUNING.noise_share * noise
        )
        share = (take_strongest(np.abs(blot)) / allowed) ** 2
        wrong = share / (share + 4) * clear
        spot = cv2.GaussianBlur(wrong, (0, 0), 1.5 * self._scale)
        telling, strokes = self._telling[first], take_strongest(np.abs(own))
        told = np.minimum(1, telling / max(1e-3, 0.5 * float(telling.max())))
        seen = max(1.0, float(clear.sum()))
        return Misfit(
            float(wrong.sum()) / seen,
            _share(wrong, strokes * clear),
            float((spot * told).max()),
            likeness,
            noise / contrast,
            1 - float(clear.mean()),
            0.0,
        )

    def _what_tells(self, first: int, count: int) -> Map:
        """Return where other faces differ from this one, or its strokes if there are no others."""
        shape = self._levels[first].shape
        own = self._fine[first]
        others = [number for number in range(count) if not self._alike[first, number]]
        total = sum(np.abs(self._fine[number] - own) for number in others) if others else own
        return np.asarray(take_strongest(np.abs(np.asarray(total, np.float32).reshape(shape))))


def _tint(fine: Map, own: Map, weight: Map) -> Map:
    """Return how much stronger each channel is than all of them together.

    The result is limited to the tints of lamps; beyond that it is another card's colour.
    """
    products, squares = (np.array(cv2.mean(part * own * weight)[:3]) for part in (fine, own))
    whole = max(1e-3, float(products.sum())) / max(1e-3, float(squares.sum()))
    own_gain = (products + 0.05 * squares.sum() * whole) / (squares + 0.05 * squares.sum())
    return np.asarray(np.clip(own_gain / whole, 1 / TUNING.tint_max, TUNING.tint_max), np.float32)


def _total(planes: Map) -> Map:
    """Return the sum over three channels (numpy is slow over so short an axis)."""
    return np.asarray(planes[..., 0] + planes[..., 1] + planes[..., 2], np.float32)


def _share(wrong: Map, weight: Map) -> float:
    return float((wrong * weight).sum() / max(1e-3, float(weight.sum())))


def _slope(level: Map) -> Map:
    across, down = cv2.Sobel(level, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(level, cv2.CV_32F, 0, 1) / 8
    return np.asarray(np.sqrt(take_strongest(across**2 + down**2)), np.float32)
