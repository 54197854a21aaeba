"""When to take a picture of the set-up: nothing moves, and everything asked for is there."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.sampling import make_axes, project_grid
from calibration.surfaces.light import SATURATED
from hardware.board import Board, BoardPlace, DiscardPile
from hardware.ports import Frame, Picture
from tablet_companion.vision.frame.gate import Thumbnail, is_still, make_thumbnail

BAND_MM: Final = 30
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
"""The light is fitted to every fifth point only, across and down."""
_ROUNDS: Final = 5
"""Steps of the robust fit of the light."""
_NOISE_GREY: Final = 4.0
"""Grey levels. Smaller errors of that fit are noise."""
_GAINS: Final = (0.1, 10.0)
"""A light is never weaker or stronger than by these factors."""
_MIN_GAIN: Final = 0.4
"""In a weaker light noise would count as a change."""


class Stillness:
    """Measures how long nothing has moved; a frame may be passed in repeatedly."""

    def __init__(self) -> None:
        self._before: Thumbnail | None = None
        self._seen_s = self.since_s = 0.0

    def watch(self, frame: Frame) -> float:
        """Return for how many seconds nothing has moved."""
        if self._before is not None and frame.taken_s == self._seen_s:
            return self._seen_s - self.since_s
        now = make_thumbnail(frame.picture)
        if self._before is None or not is_still(self._before, now):
            self.since_s = frame.taken_s
        self._before, self._seen_s = now, frame.taken_s
        return self._seen_s - self.since_s


@dataclass(frozen=True, eq=False)
class BareBoard:
    """An earlier picture of the board from straight above, to find what was put on it since.

    ``pixels`` are columns and rows of a picture, by a grid of one point a millimetre, which reaches
    over the board's edges by a band.
    """

    board: Board
    pixels: tuple[NDArray[Any], NDArray[Any]]
    flat: Picture
    _last: list[LaterPicture] = field(default_factory=list)

    @classmethod
    def of(cls, board: Board, pose: Pose, picture: Picture) -> BareBoard:
        """Return the board as a picture shows it."""
        wide, high = (side + 2 * BAND_MM for side in board.size_mm)
        across, down = (axis - BAND_MM for axis in make_axes((wide, high), 1.0))
        x, y = cv2.split(project_grid(pose, across, down))
        pixels = np.asarray(x), np.asarray(y)
        return cls(board, pixels, _flatten(pixels, picture))

    def compare(self, picture: Picture) -> LaterPicture:
        """Return a later picture beside this one; asked about the same one again, the same."""
        last = self._last[0] if self._last else None
        if last is None or last.picture is not picture:
            last = LaterPicture(self, picture)
            self._last[:] = [last]
        return last

    def find_filled(
        self, picture: Picture, names: Iterable[str], share: float = TUNING.filled_share
    ) -> frozenset[str]:
        """Return which of these places have something new on more than this share of them."""
        return frozenset(name for name, new in self.measure(picture, names).items() if new > share)

    def measure(self, picture: Picture, names: Iterable[str]) -> dict[str, float]:
        """Return which share of each of these places is new."""
        changed = self.compare(picture).changed
        return {name: _share(changed, self.board.by_name[name]) for name in names}

    def has_card(self, picture: Picture) -> bool:
        """Whether the pile has changed."""
        pile = self.board.discard
        assert pile is not None, "only a board with cards has a pile"
        return _share(self.compare(picture).changed, pile) > TUNING.laid_share

    def has_hand(self, picture: Picture) -> bool:
        """Whether something new reaches over the board's edge: a hand."""
        changed = self.compare(picture).changed.astype(np.uint8)
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, parts = cv2.connectedComponents(joined)
        inside = np.zeros(parts.shape, np.bool_)
        inside[BAND_MM:-BAND_MM, BAND_MM:-BAND_MM] = True
        within = np.bincount(parts[inside], minlength=count)[1:]
        beyond = np.bincount(parts[~inside], minlength=count)[1:]
        return bool(((within > TUNING.hand_mm2) & (beyond > TUNING.hand_mm2)).any())

    def lit_otherwise(self, picture: Picture) -> bool:
        """Whether a picture was taken in another light: a lamp was switched on or off."""
        later = self.compare(picture)
        gain = np.median(later.light[0][::_EVERY, ::_EVERY], axis=(0, 1))
        if not (np.abs(np.log(gain)) > np.log(TUNING.other_light)).any():
            return False
        return float(later.changed.mean()) < TUNING.explained_share

    def count_quarters(self, picture: Picture) -> int:
        """Return by how many quarter turns clockwise the board was turned since; 0 if in doubt."""
        flat = self.compare(picture).flat
        square = flat.shape[0] == flat.shape[1]
        apart = {n: self._differ(np.rot90(flat, n)) for n in ((0, 1, 2, 3) if square else (0, 2))}
        best = min(apart, key=apart.__getitem__)
        return best if apart[best] < TUNING.turned_share * apart[0] else 0

    def _differ(self, flat: Picture) -> float:
        inner = slice(BAND_MM, -BAND_MM)
        was, now = (
            np.asarray(cv2.resize(one[inner, inner], None, fx=0.2, fy=0.2), np.uint8)
            for one in (cv2.blur(each, (5, 5)) for each in (self.flat, flat))
        )
        gain, offset = _fit_gain(was, now)
        return float(np.abs(was * gain + offset - now).mean())


@dataclass(frozen=True, eq=False)
class LaterPicture:
    """A picture beside an earlier one; what several questions need is worked out once."""

    bare: BareBoard
    picture: Picture

    @functools.cached_property
    def flat(self) -> Picture:
        """Return the board from straight above."""
        return _flatten(self.bare.pixels, self.picture)

    @functools.cached_property
    def light(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return by which gain and offset the board is lit now."""
        return _fit_gain(self.bare.flat, self.flat)

    @functools.cached_property
    def changed(self) -> NDArray[np.bool_]:
        """Return where the board differs from the one before, as that looks in this light."""
        gain, offset = self.light
        lit = self.bare.flat * gain
        lit += offset
        np.clip(lit, 0, 255, out=lit)
        apart = cv2.divide(cv2.absdiff(self.flat.astype(np.float32), lit), gain.clip(_MIN_GAIN))
        same = cv2.inRange(apart, (0.0,) * 3, (TUNING.changed_grey,) * 3)
        return np.asarray(same == 0)


def _fit_gain(before: Picture, now: Picture) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return by which gain and offset a board is lit now; pieces and hands are outliers.

    The gain changes smoothly from edge to edge: so coarsely that it cannot hide a hand.
    """
    some = slice(None, None, _EVERY)
    was, seen = (part[some, some].astype(np.float32) for part in (before, now))
    basis = _slopes(*was.shape[:2])
    gain, offset = np.empty_like(was), np.empty(3, np.float32)
    for channel in range(3):
        one, other = was[..., channel], seen[..., channel]
        usable = (one < SATURATED) & (other < SATURATED)
        lit = basis[:, usable] * one[usable]
        found = _fit_robustly(np.vstack([lit, np.ones(lit.shape[1:], np.float32)]), other[usable])
        gain[..., channel] = np.tensordot(found[:-1], basis, 1).clip(*_GAINS)
        offset[channel] = found[-1]
    return cv2.resize(gain, before.shape[1::-1]), offset


@functools.lru_cache(maxsize=4)
def _slopes(high: int, wide: int) -> NDArray[np.float32]:
    """Return the terms of a light that changes smoothly, 6 × rows × columns."""
    y, x = np.meshgrid(*(2 * np.arange(n) / n - 1 for n in (high, wide)), indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y]).astype(np.float32)


def _fit_robustly(terms: NDArray[np.float32], seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the factors of the terms, one a row, that explain most of what is seen."""
    count = len(terms)
    same = np.array([1, *[0] * (count - 1)], np.float32)
    if len(seen) < count * _EVERY:
        return same
    found = same * float(np.median(seen)) / max(1.0, float(np.median(terms[0])))
    for _ in range(_ROUNDS):
        error = seen - found @ terms
        sigma = max(_NOISE_GREY, 1.5 * float(np.median(np.abs(error))))
        weighted = terms / (1 + (error / (1.5 * sigma)) ** 2)
        squares = weighted @ terms.T
        # Drawn a little towards an even light, where a board is too dark to tell.
        ridge = np.eye(count, dtype=np.float32) * 1e-4 * np.trace(squares)
        ridge[0, 0] = ridge[-1, -1] = 1e-3
        found = np.linalg.solve(squares + ridge, weighted @ seen)
    return np.asarray(found, np.float32)


def _flatten(pixels: tuple[NDArray[Any], NDArray[Any]], picture: Picture) -> Picture:
    flat = cv2.remap(picture, *pixels, cv2.INTER_LINEAR)
    return np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.0), np.uint8)


def _share(changed: NDArray[np.bool_], spot: BoardPlace | DiscardPile) -> float:
    if isinstance(spot, DiscardPile):
        across, down = spot.card_mm[0] * 0.7, spot.card_mm[1] * 0.7
    else:
        across = down = spot.radius_mm
    x, y = spot.x_mm + BAND_MM, spot.y_mm + BAND_MM
    rows = slice(max(0, int(y - down)), int(y + down) + 1)
    part = changed[rows, max(0, int(x - across)) : int(x + across) + 1]
    return float(part.mean()) if part.size else 0.0
