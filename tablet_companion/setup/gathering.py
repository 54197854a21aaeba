"""When to take a picture of the set-up: nothing moves, and everything asked for is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Pose
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
    """Grey levels by which a point differs from the board before."""
    filled_share: float = 0.3
    """Share of a place that a piece on it changes at least."""
    hand_mm2: float = 80.0
    """A hand hides this much of the board, and as much of the table beside it."""
    laid_share: float = 0.01
    """Share of the pile that another card changes at least: an eight on a three changes 0.018,
    noise nothing."""


TUNING: Final = Tuning()


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

    def find_filled(self, picture: Picture, names: Sequence[str]) -> frozenset[str]:
        """Return which of these places have something new on them."""
        changed = self._changed(picture)
        places = (self.board.by_name[name] for name in names)
        return frozenset(
            place.name for place in places if _share(changed, place) > TUNING.filled_share
        )

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

    def _changed(self, picture: Picture) -> NDArray[np.bool_]:
        flat = _flatten(self.pixels, picture)
        blue, green, red = cv2.split(cv2.absdiff(flat, self.flat))
        return np.asarray(cv2.max(cv2.max(blue, green), red) > TUNING.changed_grey)


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
