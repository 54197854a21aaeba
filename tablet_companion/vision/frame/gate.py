"""The gate: does anything move over the board? A cheap look at a small grey picture.

Until the board is located, anything moving in front of the camera counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Picture
from tablet_companion.vision.frame.steady import allow_for_shake

Thumbnail = NDArray[np.float32]
GateMask = NDArray[np.bool_]
"""Which points of a thumbnail are compared."""

SIZE_PX: Final = (160, 90)
"""Thumbnail size (px): a finger over the board is still a pixel or two wide."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a frame shows movement, and when it shows nothing at all.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_gate.py. Unless another unit is named, values are grey levels of the small
    picture.
    """

    changed_grey: float = 9.0
    """A pixel that changes by more than this is not noise."""
    changed_pixels_max: int = 2
    """Pixels. This many may change in a still picture: single pixels flicker."""
    noise_sigmas: float = 5.0
    """Standard deviations. A pixel has changed if it differs by more than this many of the noise
    between the two pictures, too: a camera in a dim room never shows the same picture twice."""
    noise_sigma_max: float = 4.0
    """No more of what differs from pixel to pixel is taken for noise: a board that is shaken, and a
    hand right over it, differ so, too."""
    lone_pixels_max: int = 8
    """Pixels. This many may change if none is near another: compression does that here and there;
    fingertips that push a pawn change several close by."""
    near_px: int = 5
    """Pixels of the thumbnail: two fingers wide on most boards."""
    everywhere_share: float = 0.7
    """Share of the parts of a picture. If this many show movement at once, it is no hand's."""
    drawn_grey: float = 40.0
    """A point that differs by more from those about it belongs to a drawing."""
    part_px: int = 10
    """Side (px) of such a part."""
    light_step_grey: int = 3
    """If the median pixel changes by more, a lamp was switched: then the change is judged after
    subtracting the median."""
    light_px: int = 11
    """Pixels. Light that changes from place to place is measured over this width: an arm's."""
    shade_px: int = 5
    """As ``light_px``, for soft shadows: wider, a fan's would count as movement; narrower, a
    fingertip would nearly be taken out."""
    light_changed: float = 0.01
    """Share by which a part of the picture is lit more or less than it was if its light changed."""
    light_factor_max: float = 2.0
    """If all the light grows or falls by more, a picture is looked at newly: in the dark nothing
    would differ by as many grey levels as count."""
    lit_share_min: float = 0.5
    """Share of what is watched. If the light of less changed, that may be a hand or its shadow."""
    light_spread_max: float = 0.25
    """Share by which hardly any part's light may change more than the median part's: a hand that
    covers a part changes it more."""
    light_spread_quantile: float = 0.98
    """Share of the parts that are hardly any but the rest."""
    margin_share: float = 0.05
    """Share of the board's side. A hand this near is about to reach over the board; movement
    farther away is ignored."""
    black_grey: float = 12.0
    """A picture is dark if its brightest hundredth is below this."""
    white_grey: float = 248.0
    """A pixel above this is burnt out."""
    white_share_max: float = 0.6
    """Share of pixels. This much may be burnt out: a white table round the board still gives a fair
    picture."""
    sampled_per_pixel: int = 4
    """A frame is sampled at this many pixels along each side of a thumbnail pixel, then averaged:
    reading all of them would take longer than everything else."""
    bright_percentile: int = 99
    """Percentile used as a picture's brightest part."""


TUNING: Final = Tuning()


class Exposure(StrEnum):
    """Whether anything can be seen in a picture at all."""

    FAIR = "fair"
    DARK = "dark"
    GLARE = "glare"


def make_thumbnail(picture: Picture) -> Thumbnail:
    """Return the small grey picture of a frame."""
    # Nearest neighbour first, then the mean: reading every pixel would be slow.
    step = max(1, picture.shape[1] // (SIZE_PX[0] * TUNING.sampled_per_pixel))
    size = picture.shape[1] // step, picture.shape[0] // step
    few = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    grey = cv2.cvtColor(few, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, SIZE_PX, interpolation=cv2.INTER_AREA).astype(np.float32)


def judge_exposure(now: Thumbnail) -> Exposure:
    """Whether a thumbnail is nearly black, burnt out, or usable."""
    if float(np.percentile(now, TUNING.bright_percentile)) < TUNING.black_grey:
        return Exposure.DARK
    return (
        Exposure.GLARE
        if float((now > TUNING.white_grey).mean()) > TUNING.white_share_max
        else Exposure.FAIR
    )


def make_gate_mask(outline_px: NDArray[np.float64], size_px: tuple[int, int]) -> GateMask:
    """Return which points of a thumbnail to watch: the hull of an outline (n × 2, px) and a margin.

    The outline is that of the board and of the pieces that lean over its edge; ``size_px`` is the
    size of the picture in which it was found.
    """
    scale = np.array(SIZE_PX) / np.array(size_px)
    corners = ((np.asarray(outline_px) + 0.5) * scale).clip(-1000, 1000)
    hull = cv2.convexHull(corners.astype(np.float32))
    around, side = hull.mean(axis=0), np.ptp(hull[:, 0], axis=0).mean()
    away = hull - around
    grown = hull + away / np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-6) * (
        TUNING.margin_share * side * np.sqrt(2)
    )
    drawn = np.zeros(SIZE_PX[::-1], np.uint8)
    cv2.fillConvexPoly(drawn, grown.round().astype(np.int32), 1)
    return np.asarray(drawn > 0)


def is_still(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None = None) -> bool:
    """Whether nothing moves where two thumbnails are watched.

    A change of all the light is no movement, nor is noise, nor what a camera that shakes a little
    does to the whole picture, nor bands, a candle or a cloud that light it from place to place.
    """
    return _is_same(before, now, gate_mask, uneven_light=True)


def is_alike(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None) -> bool:
    """Whether two thumbnails show the same in the same light, or in one that is evenly brighter."""
    return _is_same(before, now, gate_mask, uneven_light=False)


def _is_same(
    before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None, *, uneven_light: bool
) -> bool:
    apart = _without_light(before, now, gate_mask)
    if _differ_by_noise(apart, gate_mask):
        return True
    allowed = allow_for_shake(before, now, gate_mask)
    if allowed is not None and _differ_by_noise(_less(apart, allowed), gate_mask):
        return True
    relit = _relight(before, now, gate_mask) if uneven_light else None
    if relit is None:
        return False
    level = np.where(_watched(now, gate_mask), now - relit, np.float32(0))
    if _differ_by_noise(level, gate_mask):
        return True
    # Measured in the same light: light itself must not pass for a camera that shakes.
    allowed = allow_for_shake(relit, now, gate_mask)
    return allowed is not None and _differ_by_noise(_less(level, allowed), gate_mask)


def _less(apart: Thumbnail, allowed: Thumbnail) -> Thumbnail:
    """Return by how much more than what is allowed each point differs."""
    return np.asarray(np.sign(apart) * np.maximum(np.abs(apart) - allowed, 0), dtype=np.float32)


def _differ_by_noise(apart: Thumbnail, gate_mask: GateMask | None) -> bool:
    """Whether what differs where it is watched is no more than noise."""
    few = TUNING.changed_pixels_max
    if int((np.abs(apart) > TUNING.changed_grey).sum()) <= few:
        return True
    changed = np.abs(apart) > _noise_limit(apart, gate_mask)
    window = (2 * TUNING.near_px + 1,) * 2
    around = cv2.boxFilter(changed.astype(np.float32), -1, window, normalize=False)
    close, lone = int((changed & (around > 1.5)).sum()), int((changed & (around <= 1.5)).sum())
    return close + lone <= few or (not close and lone <= TUNING.lone_pixels_max)


def moves_everywhere(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None) -> bool:
    """Whether most parts of what is watched differ, as by noise or a camera that shakes."""
    watched = np.ones(now.shape, np.bool_) if gate_mask is None else gate_mask
    changed = np.abs(_without_light(before, now, gate_mask)) > TUNING.changed_grey
    parts = _count_in_parts(watched) > TUNING.part_px**2 / 2
    # Plain paper looks the same wherever a camera that shakes sees it.
    drawn = _count_in_parts(np.abs(cv2.Laplacian(now, cv2.CV_32F)) > TUNING.drawn_grey) > 0
    if (parts & drawn).sum() > parts.sum() / 4:
        parts &= drawn
    moving = _count_in_parts(changed)[parts] > 0
    return bool(moving.size) and float(moving.mean()) >= TUNING.everywhere_share


def _without_light(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None) -> Thumbnail:
    apart = now - before
    watched = apart if gate_mask is None or not gate_mask.any() else apart[gate_mask]
    step = float(np.median(watched))
    if abs(step) > TUNING.light_step_grey:
        apart -= step
    return apart if watched is apart or gate_mask is None else np.where(gate_mask, apart, 0)


def is_shaded(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None = None) -> bool:
    """Whether two thumbnails differ by light and soft shadows alone, wherever and however deep.

    A hand's shadow arrives before the hand, so this alone does not prove that the table is at rest.
    """
    gain = _measure_light(before, now, gate_mask, TUNING.shade_px)
    level = np.where(_watched(now, gate_mask), now - gain * before, np.float32(0))
    return _differ_by_noise(level, gate_mask)


def _watched(now: Thumbnail, gate_mask: GateMask | None) -> GateMask:
    return np.ones(now.shape, np.bool_) if gate_mask is None else gate_mask


def _measure_light(
    before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None, side_px: int
) -> Thumbnail:
    """Return by what factor the light round each point grew, as the watched points have it."""
    inside = _watched(now, gate_mask).astype(np.float32)
    was, is_now = (cv2.blur(one * inside, (side_px, side_px)) + 1e-3 for one in (before, now))
    return np.asarray(is_now / was, dtype=np.float32)


def _relight(before: Thumbnail, now: Thumbnail, gate_mask: GateMask | None) -> Thumbnail | None:
    """Return a thumbnail as it would look in the next one's light, which is uneven.

    None if most of the light did not change, if some changed as under a hand, or if hardly any is
    left.
    """
    watched = _watched(now, gate_mask)
    if not watched.any():
        return None
    gain = _measure_light(before, now, gate_mask, TUNING.light_px)
    lit = gain[watched]
    if float((np.abs(lit - 1) > TUNING.light_changed).mean()) < TUNING.lit_share_min:
        return None
    usual = float(np.median(lit))
    if not 1 / TUNING.light_factor_max <= usual <= TUNING.light_factor_max:
        return None
    spread = np.abs(lit / usual - 1)
    if float(np.quantile(spread, TUNING.light_spread_quantile)) > TUNING.light_spread_max:
        return None
    return np.asarray(gain * before, dtype=np.float32)


def _noise_limit(apart: Thumbnail, gate_mask: GateMask | None) -> float:
    """Return how far a pixel has to differ to have changed.

    Noise differs from pixel to pixel; a hand, a shadow and the light hardly do.
    """
    rough = np.abs(np.diff(apart, axis=1))
    rough = rough if gate_mask is None else rough[gate_mask[:, 1:] & gate_mask[:, :-1]]
    # The median of a normal distribution's magnitudes is 0.6745 of its standard deviation.
    sigma = float(np.median(rough)) / 0.6745 / np.sqrt(2) if rough.size else 0.0
    return max(TUNING.changed_grey, TUNING.noise_sigmas * min(sigma, TUNING.noise_sigma_max))


def _count_in_parts(which: NDArray[np.bool_]) -> NDArray[np.int_]:
    """Return how many points are set in each square part of a thumbnail."""
    side = TUNING.part_px
    rows, columns = which.shape[0] // side, which.shape[1] // side
    parts = which[: rows * side, : columns * side].reshape(rows, side, columns, side)
    return np.asarray(parts.sum(axis=(1, 3)))
