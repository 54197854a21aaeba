"""Which points of cards to sample, and the colours there."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from hardware.loose_cards import LooseCards, aruco_corners, outline
from hardware.ports import Picture
from tablet_companion.vision.loose_cards.plane import rotate

Colours = NDArray[np.float32]
"""Blue, green, red in the last axis; absolute, or in shares of white paper."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Where on a card, and how finely, colours are sampled.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose. Millimetres.
    """

    px_per_mm_max: float = 1.6
    """Pixels per millimetre. Above this a picture is halved: only markers need more."""
    white_rim_mm: float = 1.9
    """Beside a marker: white paper on either side of every card."""
    around_mm: float = 3.0
    """Beside a card, where the table is sampled."""
    beyond_mm: tuple[float, ...] = (7.0, 11.0, 15.0)
    """Farther out, where a pawn that lies over a card's edge may end."""
    inset_mm: int = 3
    """Within a card's edge."""
    across_points: tuple[int, int] = (13, 9)
    """Points over a card, across and down."""
    white_points: int = 3
    """Points along each side of a marker."""
    table_points: int = 11
    """Points along each side of a card."""
    beyond_points: int = 22
    """Points along each side farther out."""
    white_min_grey: float = 8.0
    """Grey levels. White paper is never assumed to be darker, so that shares stay finite."""
    noise_max: float = 0.015
    """Share of white paper. Noise above this (standard deviation) is averaged out."""
    blur_max_px: int = 9
    """Pixels that are averaged at most, so that a pawn's outline stays."""
    rim_blur_max_px: int = 3
    """Pixels that are averaged at most beside the markers, so that white paper stays white."""
    noise_every_px: int = 4
    """Pixels between those from which the noise is estimated."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Sample points in a card's own frame, n × 2 each.

    ``white`` are on white paper on either side of every card, ``over`` are spread over the card,
    ``around`` lie on the table close to it, ``beyond`` a little farther away; ``patch`` is the
    whole card, row by row (``shape_of``).
    """

    white: Floats
    over: Floats
    around: Floats
    beyond: Floats
    patch: Floats


def make_spots(cards: LooseCards) -> Spots:
    """Return the sample points for cards of this print."""
    half = np.array(cards.size_mm) / 2
    x, y = (
        np.linspace(-side + TUNING.inset_mm, side - TUNING.inset_mm, count)
        for side, count in zip(half, TUNING.across_points, strict=True)
    )
    return Spots(
        white=np.concatenate(
            [
                _outline_points(corners, TUNING.white_rim_mm, TUNING.white_points)
                for corners in aruco_corners(cards)
            ]
        ),
        over=np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2),
        around=_outline_points(outline(cards), TUNING.around_mm, TUNING.table_points),
        beyond=np.concatenate(
            [
                _outline_points(outline(cards), out_mm, TUNING.beyond_points)
                for out_mm in TUNING.beyond_mm
            ]
        ),
        patch=grid_of(shape_of(cards)).reshape(-1, 2),
    )


def shape_of(cards: LooseCards) -> tuple[int, int]:
    """Return the rows and columns of a patch: a whole card, a point a square millimetre."""
    columns, rows = (round(side) for side in cards.size_mm)
    return rows, columns


@functools.cache
def grid_of(shape: tuple[int, ...]) -> Floats:
    """Return the points of a patch in the card's frame: rows × columns × 2, a millimetre apart."""
    rows, columns = (np.arange(side) + 0.5 - side / 2 for side in shape)
    return np.stack(np.meshgrid(columns, rows), axis=-1)


def _outline_points(corners: Floats, out_mm: float, each: int) -> Floats:
    """Return points along a rectangle's edges, at some distance outside."""
    middle = corners.mean(axis=0)
    away = corners + np.sign(corners - middle) * out_mm
    shares = (np.arange(each) + 0.5)[:, None] / each
    ends = zip(away, np.roll(away, -1, axis=0), strict=True)
    return np.concatenate([one + shares * (other - one) for one, other in ends])


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture reduced in size, perhaps averaged, and the factor."""

    picture: Picture | Colours
    factor: float


def make_view(picture: Picture, px_per_mm: float) -> View:
    """Return a picture reduced to the size for sampling."""
    if px_per_mm < TUNING.px_per_mm_max:
        return View(picture, 1.0)
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return View(np.asarray(small, np.uint8), 0.5)


def to_pixels(pose: Pose, centres: Floats, turns: Floats, cards: LooseCards) -> Floats:
    """Return, for every card, the 3 × 3 map from its own frame to pixels.

    Over the size of a card, lens distortion is negligible.
    """
    if len(centres) == 0:
        return np.zeros((0, 3, 3))
    corners = outline(cards) * 1.2
    placed = rotate(corners[None], turns[:, None]) + centres[:, None]
    pixels = pose.project(placed.reshape(-1, 2)).reshape(placed.shape).astype(np.float32)
    flat = corners.astype(np.float32)
    maps = [cv2.getPerspectiveTransform(flat, seen) for seen in pixels]
    return np.array(maps, dtype=np.float64).reshape(-1, 3, 3)


def sample_colours(view: View, maps: Floats, points: Floats) -> Colours:
    """Return the colours at points of cards: cards × points × 3, black beside the picture."""
    if len(maps) == 0:
        return np.zeros((0, len(points), 3), np.float32)
    flat = np.column_stack([points, np.ones(len(points))]).astype(np.float32)
    solid: NDArray[Any] = flat @ maps.astype(np.float32).transpose(0, 2, 1)
    at = solid[..., :2] / solid[..., 2:]
    at = (at + 0.5) * view.factor - 0.5
    columns, rows = cv2.split(np.ascontiguousarray(at, dtype=np.float32))
    return np.asarray(cv2.remap(view.picture, columns, rows, cv2.INTER_LINEAR), dtype=np.float32)


def sample_white(view: View, maps: Floats, spots: Spots) -> Colours:
    """Return the colour of each card's white paper: cards × 3, never black."""
    seen = sample_colours(view, maps, spots.white)
    return np.asarray(np.maximum(np.median(seen, axis=1), TUNING.white_min_grey), dtype=np.float32)


def calm_view(view: View, maps: Floats, spots: Spots) -> tuple[View, Colours]:
    """Return the view without its noise, and the colour of each card's white paper."""
    white = sample_white(view, maps, spots)
    noise = _noise_grey(view) / float(np.median(white)) if len(white) else 0.0
    if noise <= TUNING.noise_max:
        return view, white
    rim = _average_out(view, noise, TUNING.rim_blur_max_px)
    return _average_out(view, noise, TUNING.blur_max_px), sample_white(rim, maps, spots)


def _noise_grey(view: View) -> float:
    """Return the noise of a view, told from neighbours, of which most lie on plain ground."""
    picture, step = view.picture, TUNING.noise_every_px
    one, next_one = picture[::step, :-1:step], picture[::step, 1::step]
    apart = cv2.absdiff(one, next_one[:, : one.shape[1]])
    levels = np.bincount(apart.ravel(), minlength=1)  # quicker than sorting
    return float(np.searchsorted(levels.cumsum(), apart.size / 2))  # the median, 0.95 sigma


def _average_out(view: View, noise: float, most_px: int) -> View:
    """Return the view averaged over as many pixels as its noise, in shares of white, takes."""
    side = min(most_px, int(np.ceil(noise / TUNING.noise_max)) | 1)
    exact = view.picture.astype(np.float32)  # in the dark a whole grey level is much
    return replace(view, picture=np.asarray(cv2.blur(exact, (side, side)), np.float32))
