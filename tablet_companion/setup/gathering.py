"""When to take a picture of the set-up: nothing moves, and everything asked for is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Pose
from calibration.light import SATURATED
from calibration.sampling import grid_mm, smooth_projection
from hardware.board import Board, BoardPlace, DiscardPile
from hardware.ports import Frame, Picture
from tablet_companion.vision.frame.gate import Thumbnail, compare_thumbnails, make_thumbnail

_BAND_MM: Final = 30
"""The width of the band round the board that is searched for hands."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a board counts as arranged as asked.

    Chosen by hand on the simulated table; held by tests/setup/test_teaching.py.
    """

    still_s: float = 1.0
    """Nothing may have moved for this long."""
    changed_grey: float = 28.0
    """Grey levels by which a point differs from the board before, in the light of that time."""
    filled_share: float = 0.3
    """Share of a place that a piece on it changes at least."""
    hidden_share: float = 0.6
    """Share of a place that a thing over it changes at least; a pawn beside it leans that far."""
    hand_mm2: float = 80.0
    """A hand hides this much of the board, and as much of the table beside it."""
    laid_share: float = 0.01
    """Share of the pile that another card changes at least: an eight on a three changes 0.018,
    noise nothing."""

    other_light: float = 1.15
    """Factor by which a lamp that is switched on or off makes most of the board brighter."""
    turned_share: float = 0.85
    """A board was turned by a quarter if it then differs by at most this share of what it does
    unturned: 0.67 on three drawn makes, and 1.5 if it was not turned."""
    explained_share: float = 0.15
    """Share of the board that may differ nevertheless; more differs once the board was pushed."""


TUNING: Final = Tuning()
_EVERY: Final = 5
"""The light is fitted to one point in so many, across and down,"""
_ROUNDS: Final = 5
"""in so many steps of a robust fit,"""
_NOISE_GREY: Final = 4.0
"""in which errors up to so many grey levels are noise."""
_GAINS: Final = (0.1, 10.0)
"""A light is never weaker or stronger than by these factors."""
_LEAST_GAIN: Final = 0.4
"""In a weaker light noise would count as a change."""


class Stillness:
    """Measures how long nothing has moved; a frame may be passed in repeatedly."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._before: Thumbnail | None = None
        self._seen_s = self.since_s = 0.0

    def watch(self, frame: Frame) -> float:
        """Return for how many seconds nothing has moved."""
        if self._before is not None and frame.taken_s == self._seen_s:
            return self._seen_s - self.since_s
        now = make_thumbnail(frame.picture)
        if self._before is None or not compare_thumbnails(self._before, now).still:
            self.since_s = frame.taken_s
        self._before, self._seen_s = now, frame.taken_s
        return self._seen_s - self.since_s


@dataclass(frozen=True, eq=False)
class Bare:
    """An earlier picture of the board from straight above, to find what was put on it since.

    ``pixels`` are columns and rows of a picture, by a grid of one point a millimetre, which reaches
    over the board's edges by a band.
    """

    board: Board
    pixels: tuple[NDArray[Any], NDArray[Any]]
    flat: Picture

    @classmethod
    def of(cls, board: Board, pose: Pose, picture: Picture) -> Bare:
        """Return the board as a picture shows it."""
        wide, high = (side + 2 * _BAND_MM for side in board.size_mm)
        x, y = cv2.split(smooth_projection(pose, grid_mm((wide, high), 1.0) - _BAND_MM))
        pixels = np.asarray(x), np.asarray(y)
        return cls(board, pixels, _flatten(pixels, picture))

    def find_filled(
        self, picture: Picture, names: Iterable[str], share: float = TUNING.filled_share
    ) -> frozenset[str]:
        """Return which of these places have something new on more than this share of them."""
        changed = self._changed(picture)
        places = (self.board.by_name[name] for name in names)
        return frozenset(place.name for place in places if _share(changed, place) > share)

    def has_card(self, picture: Picture) -> bool:
        """Whether the pile has changed."""
        pile = self.board.discard
        assert pile is not None, "only a board with cards has a pile"
        return _share(self._changed(picture), pile) > TUNING.laid_share

    def has_hand(self, picture: Picture) -> bool:
        """Whether something new reaches over the board's edge: a hand."""
        changed = self._changed(picture).astype(np.uint8)
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, parts = cv2.connectedComponents(joined)
        inside = np.zeros(parts.shape, np.bool_)
        inside[_BAND_MM:-_BAND_MM, _BAND_MM:-_BAND_MM] = True
        within = np.bincount(parts[inside], minlength=count)[1:]
        beyond = np.bincount(parts[~inside], minlength=count)[1:]
        return bool(((within > TUNING.hand_mm2) & (beyond > TUNING.hand_mm2)).any())

    def lit_otherwise(self, picture: Picture) -> bool:
        """Whether a picture was taken in another light: a lamp was switched on or off."""
        flat = _flatten(self.pixels, picture)
        light = _fit_gain(self.flat, flat)
        gain = np.median(light[0], axis=(0, 1))
        if not (np.abs(np.log(gain)) > np.log(TUNING.other_light)).any():
            return False
        return float(self._changed_in(light, flat).mean()) < TUNING.explained_share

    def count_quarters(self, picture: Picture) -> int:
        """Return by how many quarter turns clockwise the board was turned since; 0 if in doubt."""
        flat = _flatten(self.pixels, picture)
        square = flat.shape[0] == flat.shape[1]
        apart = {n: self._differ(np.rot90(flat, n)) for n in ((0, 1, 2, 3) if square else (0, 2))}
        best = min(apart, key=apart.__getitem__)
        return best if apart[best] < TUNING.turned_share * apart[0] else 0

    def _differ(self, flat: Picture) -> float:
        """Return by how many grey levels the board within its edges differs, coarsely."""
        inner = slice(_BAND_MM, -_BAND_MM)
        was, now = (
            np.asarray(cv2.resize(one[inner, inner], None, fx=0.2, fy=0.2), np.uint8)
            for one in (cv2.blur(each, (5, 5)) for each in (self.flat, flat))
        )
        gain, offset = _fit_gain(was, now)
        return float(np.abs(was * gain + offset - now).mean())

    def _changed(self, picture: Picture) -> NDArray[np.bool_]:
        flat = _flatten(self.pixels, picture)
        return self._changed_in(_fit_gain(self.flat, flat), flat)

    def _changed_in(
        self, light: tuple[NDArray[Any], NDArray[Any]], flat: Picture
    ) -> NDArray[np.bool_]:
        """Return where a flattened picture in this light differs from the board before."""
        gain, offset = light
        lit = (self.flat * gain + offset).clip(0, 255)
        apart = cv2.absdiff(flat.astype(np.float32), lit) / gain.clip(_LEAST_GAIN, None)
        return np.asarray(apart.max(axis=2) > TUNING.changed_grey)


def _fit_gain(before: Picture, now: Picture) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return by which gain and offset a board is lit now; pieces and hands are outliers.

    The gain changes smoothly from edge to edge: so coarsely that it cannot hide a hand.
    """
    some = slice(None, None, _EVERY)
    was, seen = (part[some, some].astype(np.float32) for part in (before, now))
    y, x = (2 * np.indices(was.shape[:2], np.float32).T / was.shape[1::-1] - 1).T
    basis = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).astype(np.float32)
    gain, offset = np.empty_like(was), np.empty(3, np.float32)
    for channel in range(3):
        one, other = was[..., channel], seen[..., channel]
        usable = (one < SATURATED) & (other < SATURATED)
        lit = basis[usable] * one[usable][:, None]
        found = _fit_robustly(np.column_stack([lit, np.ones(len(lit), np.float32)]), other[usable])
        gain[..., channel], offset[channel] = (basis @ found[:-1]).clip(*_GAINS), found[-1]
    return cv2.resize(gain, before.shape[1::-1]), offset


def _fit_robustly(terms: NDArray[np.float32], seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the factors of the terms that explain most of what is seen."""
    same = np.array([1, *[0] * (terms.shape[1] - 1)], np.float32)
    if len(seen) < terms.shape[1] * _EVERY:
        return same
    found = same * float(np.median(seen)) / max(1.0, float(np.median(terms[:, 0])))
    for _ in range(_ROUNDS):
        error = seen - terms @ found
        sigma = max(_NOISE_GREY, 1.5 * float(np.median(np.abs(error))))
        weight = 1 / (1 + (error / (1.5 * sigma)) ** 2)
        weighted = terms * weight[:, None]
        # Drawn a little towards an even light, where a board is too dark to tell.
        ridge = np.eye(len(found), dtype=np.float32) * 1e-4 * np.trace(weighted.T @ terms)
        ridge[0, 0] = ridge[-1, -1] = 1e-3
        found = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ seen)
    return np.asarray(found, np.float32)


def _flatten(pixels: tuple[NDArray[Any], NDArray[Any]], picture: Picture) -> Picture:
    flat = cv2.remap(picture, *pixels, cv2.INTER_LINEAR)
    return np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.0), np.uint8)


def _share(changed: NDArray[np.bool_], spot: BoardPlace | DiscardPile) -> float:
    """Return which share of a spot has changed."""
    if isinstance(spot, DiscardPile):
        across, down = spot.card_mm[0] * 0.7, spot.card_mm[1] * 0.7
    else:
        across = down = spot.radius_mm
    x, y = spot.x_mm + _BAND_MM, spot.y_mm + _BAND_MM
    rows = slice(max(0, int(y - down)), int(y + down) + 1)
    part = changed[rows, max(0, int(x - across)) : int(x + across) + 1]
    return float(part.mean()) if part.size else 0.0
