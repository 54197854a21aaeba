"""Whether what lies over the board's rim ends on the table beside it, as no arm does.

A plain table is compared with itself, any with what was seen of it before. Where it is hardly seen,
or is busy and was not seen before, nothing is said.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask
from calibration.finding.discs import list_corners
from hardware.ports import Picture
from tablet_companion.vision.objects.survey import fit_smooth_light, make_terms
from tablet_companion.vision.places.sites import MAP_PX_PER_MM

_Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is plain table, and what of it has to be seen round a thing.

    Chosen by hand on the simulated table and on drawn boards; held by
    tests/vision/test_surroundings.py. Logarithms are natural; the first value of a pair is for the
    brightness, the second for the colour.
    """

    width_px: int = 320
    """Pictures are compared at this width."""
    edge_mm: float = 10.0
    """Millimetres beside the board in which its edge, its shadow and its pieces are seen."""
    reach_mm: float = 18.0
    """Millimetres. What is so near to something over the board belongs to it."""
    wide_reach_mm: float = 60.0
    """As ``reach_mm``, for something wide: a dark sleeve is not seen over a dark rim."""
    wide_mm: float = 12.0
    """Millimetres. An arm beside the board is wider, a gap between planks narrower."""
    room_mm: float = 8.0
    """Millimetres of plain table that have to be seen between a thing and the picture's border."""
    seen_share: float = 0.15
    """Share of the picture that has to be table."""
    sigmas: float = 2.5
    """Standard deviations of the table from which a point is something else: few, as a sleeve of
    nearly the table's colour is an arm."""
    foreign_log: tuple[float, float] = (0.06, 0.03)
    """Logarithms. Nothing that differs by less is something else."""
    busy_log: tuple[float, float] = (0.1, 0.04)
    """Logarithms. A table with a larger standard deviation tells nothing by itself."""
    black_grey: float = 8.0
    """Grey levels added before the logarithm, against noise."""
    trust_log: float = 0.12
    """Logarithm. A point that differs by more has little weight for the table's light."""
    rounds: int = 6
    """Steps of the robust fit of that light, a polynomial of the second degree."""
    sampled_every: int = 7
    """The light and the spread are measured at every n-th point."""
    ridge: float = 2.0
    """Holds slopes and curves back; counts as this many points."""


TUNING: Final = Tuning()

_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + TUNING.black_grey)


def shrink(picture: Picture) -> Picture:
    """Return a picture as small as tables are compared."""
    size = TUNING.width_px, round(picture.shape[0] * TUNING.width_px / picture.shape[1])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def ends_beside(
    picture: Picture,
    pose: Pose,
    size_mm: tuple[float, float],
    foreign: Mask,
    before: Picture | None = None,
) -> bool:
    """Whether something over a board certainly does not go on to the picture's border.

    ``foreign`` is where it is (the board from above at MAP_PX_PER_MM). ``before`` is a small
    picture by the same camera in which nothing was over the board; with that it is not so certain:
    an arm that lay beside the board then, and reaches over it now, is not new where it ends.
    """
    small, scale = shrink(picture), TUNING.width_px / picture.shape[1]
    size = small.shape[1], small.shape[0]
    px_per_mm = scale * _measure_px_per_mm(pose, size_mm)
    table = ~_draw_board(pose, size_mm, scale, size)
    if table.mean() < TUNING.seen_share:
        return False
    seen = _logarithms(small)
    other = _find_other(seen if before is None else seen - _logarithms(before), table)
    if other is None:
        return False
    over = _project(foreign, pose, scale, size)
    room = grow(over | _find_beside(over, other, px_per_mm), TUNING.room_mm * px_per_mm)
    return not (room[[0, -1]].any() or room[:, [0, -1]].any())


def _find_beside(over: Mask, other: Mask, px_per_mm: float) -> Mask:
    """Return what lies on the table and belongs to something over the board, as it seems."""
    _, labels = cv2.connectedComponents(other.astype(np.uint8))
    side = max(2, round(TUNING.wide_mm * px_per_mm))
    wide = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side))) > 0
    near = other & grow(over, TUNING.reach_mm * px_per_mm)
    near |= wide & grow(over, TUNING.wide_reach_mm * px_per_mm)
    return np.isin(labels, np.unique(labels[near])) & other


def _measure_px_per_mm(pose: Pose, size_mm: tuple[float, float]) -> float:
    """Return how large a millimetre of the board is in a picture, roughly."""
    corners = pose.project(list_corners(size_mm)).astype(np.float32)
    return float(np.sqrt(cv2.contourArea(corners) / (size_mm[0] * size_mm[1])))


def _draw_board(
    pose: Pose, size_mm: tuple[float, float], scale: float, size: tuple[int, int]
) -> Mask:
    """Return where the board and the strip beside it are in a small picture."""
    drawn = np.zeros(size[::-1], np.uint8)
    outwards = TUNING.edge_mm * (2 * list_corners((1.0, 1.0)) - 1)
    corners = pose.project(list_corners(size_mm) + outwards) * scale
    cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 1)
    return drawn > 0


def _logarithms(small: Picture) -> _Map:
    return np.asarray(cv2.LUT(small, _LOGARITHMS), dtype=np.float32)


def _find_other(seen: _Map, table: Mask) -> Mask | None:
    """Return which points of a table are something else; None if it is busy.

    ``seen`` are logarithms of its colours, or of how much lighter they are than they were.
    """
    apart = np.asarray(cv2.blur(seen - _fit_light(seen, table), (3, 3)), dtype=np.float32)
    apart = apart - np.median(_sample(apart, table), axis=0).astype(np.float32)
    bright = cv2.transform(apart, np.full((1, 3), 1 / 3, np.float32))[..., None]
    apart = np.concatenate([bright, apart - bright], axis=-1)
    # The median of a normal distribution's magnitudes is 0.6745 of its standard deviation.
    sigma = np.median(np.abs(_sample(apart, table)), axis=0) / 0.6745
    least, most = (
        np.array([pair[0], pair[1], pair[1], pair[1]], np.float32)
        for pair in (TUNING.foreign_log, TUNING.busy_log)
    )
    if (sigma > most).any():
        return None
    return np.asarray((np.abs(apart) > np.maximum(least, TUNING.sigmas * sigma)).any(-1) & table)


def _fit_light(seen: _Map, table: Mask) -> _Map:
    """Return what a plain table, or its change, would be in smooth light (as ``seen``)."""
    terms = _lay_terms(*table.shape)
    light = fit_smooth_light(
        _sample(terms, table),
        _sample(seen, table),
        trust=TUNING.trust_log,
        ridge=TUNING.ridge,
        rounds=TUNING.rounds,
    )
    return np.asarray(terms @ light, dtype=np.float32)


@functools.cache
def _lay_terms(rows: int, columns: int) -> _Map:
    return make_terms(*np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows)))


def _sample(values: _Map, table: Mask) -> _Map:
    return values[table][:: TUNING.sampled_every]


def _project(part: Mask, pose: Pose, scale: float, size: tuple[int, int]) -> Mask:
    """Return where a part of the board lies in a small picture."""
    drawn = np.zeros(size[::-1], np.uint8)
    outlines, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        pixels = pose.project((outline[:, 0].astype(np.float64) + 0.5) / MAP_PX_PER_MM) * scale
        cv2.fillPoly(drawn, [np.round(pixels).astype(np.int32)], 1)
    return drawn > 0


def grow(mask: Mask, by_px: float) -> Mask:
    """Return a mask that reaches farther by this much, all round."""
    side = 2 * int(np.ceil(by_px)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.dilate(mask.astype(np.uint8), disc) > 0)
