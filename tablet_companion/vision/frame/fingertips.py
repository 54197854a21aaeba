"""Fingertips at the rim, told by what came over it since the board was last read.

A single picture often does not show them: a few millimetres of skin on a pale rim. But beside the
board there is a whole hand where there was none, and it joins them. Nothing is waited for because
of them; the places that they touch count as covered for as long as they stir.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.frame.covering import cross_on, mask_at
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.objects.hands import find_surest, on_map
from tablet_companion.vision.objects.surroundings import grow
from tablet_companion.vision.objects.survey import find_moved
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.places.windows import Bytes
from tablet_companion.vision.reading import Stray, Thing
from tablet_companion.vision.scene import Model
from tablet_companion.vision.taught_views import TaughtViews


@dataclass(frozen=True, slots=True)
class Tuning:
    """What may be a fingertip, and for how long.

    Chosen by hand on the fingertips of six drawn boards and their twins without; held by
    tests/vision/test_fingertips.py. Cells are those of the network of hands.
    """

    beside_cells_min: int = 20
    """Cells. At least this much of a hand is seen beside the board: a piece that leans over the
    rim, or was put down beside it, is smaller."""
    cells_max: int = 500
    """Cells within the picture. If more have changed in all, it is an arm, which is seen as one, or
    the light."""
    earlier_pictures: int = 6
    """Pictures. If more cells have changed, those that look as in one of these, the last ones, do
    not count: the shadows of a fan come and go within fewer."""
    earlier_frames: int = 150
    """Frames for which such a picture counts: ten seconds at fifteen a second."""
    log_odds_min: float = -2.0
    """Log odds of a hand there, by the network of hands. What goes away crosses the rim, too: where
    it is bare the network is certain of it."""
    reach_mm: float = 10.0
    """Millimetres within which a fingertip may touch a piece, or hide its place."""
    patience_frames: int = 60
    """Frames. What has not stirred for so long is none: four seconds at fifteen a second."""
    stirred_cells: int = 2
    """Cells of it that must look different for it to have stirred."""


TUNING: Final = Tuning()


class Fingertips:
    """Watches what came over the rim, for as long as it stirs."""

    def __init__(self) -> None:
        """Begin to watch."""
        self._seen: Bytes | None = None
        self._since = self._over = 0
        self._earlier: deque[tuple[int, Bytes]] = deque(maxlen=TUNING.earlier_pictures)

    def find(self, model: Model, lessons: TaughtViews, now: Bytes, frame: int) -> Mask | None:
        """Return what fingertips may touch; None if nothing is known to have come over the rim.

        ``now`` is the square in the picture with the number ``frame``. The mask is the board from
        above at MAP_PX_PER_MM.
        """
        moved = lessons.moved_cells(now, reach_cells=0)
        if moved is None:
            self._seen = None
            self._earlier.clear()
            return None
        board, inside = (
            part[::2, ::2] for part in (lessons.square.board, lessons.square_sampler.inside[0])
        )
        relit = not _is_little(moved, inside)
        while self._earlier and frame - self._earlier[0][0] > TUNING.earlier_frames:
            self._earlier.popleft()
        unsteady = relit or len(self._earlier) > 1
        for _, before in self._earlier:
            assert moved is not None, "without it nothing earlier is kept"
            moved = moved & find_moved(now, before, reach_cells=0)
        came = _came_over_rim(moved, board, inside)
        over = unsteady and frame < self._over
        if over or not (came.any() and _may_be_hand(model, lessons, now, came)):
            self._seen = None
            if relit:
                self._remember(now, frame, little=_is_little(moved, inside))
            return None
        # Shadows that pass stir everything: then a thing would be waited for as long as they do.
        if self._seen is None or (not unsteady and _stirred(self._seen, now, came)):
            self._seen, self._since = now, frame
        if frame - self._since >= TUNING.patience_frames:
            self._seen = None
            if unsteady:  # or each of the shadows would begin the wait again
                self._over = frame + TUNING.earlier_frames
            return None
        return _map_touched(model, lessons, came)

    def _remember(self, now: Bytes, frame: int, *, little: bool) -> None:
        """Keep a picture without any, unless more than ``little`` is new: then nothing is told."""
        if little or len(self._earlier) < TUNING.earlier_pictures:
            self._earlier.append((frame, now))

    @property
    def seen(self) -> bool:
        """Whether there were any in the picture read last."""
        return self._seen is not None

    def is_due(self, frame: int) -> bool:
        """Whether to look again now if they have stirred."""
        return self.seen and frame - self._since == TUNING.patience_frames


def _map_touched(model: Model, lessons: TaughtViews, came: Mask) -> Mask:
    shape = model.ignored.shape[0], model.ignored.shape[1]
    there = on_map(came.astype(np.float32), lessons.square, shape) > 0
    return grow(there, round(TUNING.reach_mm * MAP_PX_PER_MM))


def _may_be_hand(model: Model, lessons: TaughtViews, now: Bytes, came: Mask) -> bool:
    shares = model.scene_network.infer(lessons.square_input(now))
    return find_surest(shares.hand[came]) >= TUNING.log_odds_min


def _stirred(before: Bytes, now: Bytes, came: Mask) -> bool:
    differs = find_moved(now, before, reach_cells=0) & came
    return int(np.count_nonzero(differs)) >= TUNING.stirred_cells


def _came_over_rim(moved: Mask, board: Mask, inside: Mask) -> Mask:
    """Return the regions of moved cells that lie on both sides of the rim, mostly from beyond it.

    They reach on to where nothing is seen any more, as an arm does: ``inside`` is what is seen.
    """
    count, labels = cv2.connectedComponents(moved.astype(np.uint8))
    amid = cv2.erode(inside.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0) > 0
    upon, beside, ends = (
        np.bincount(labels[part], minlength=count) for part in (board, ~board, ~amid)
    )
    came = (beside >= TUNING.beside_cells_min) & (upon > 0) & (ends > 0)
    came[0] = False
    return np.asarray(came[labels] & _is_little(moved, inside), dtype=np.bool_)


def _is_little(moved: Mask, inside: Mask) -> bool:
    """Whether few cells changed; beyond the picture its last pixels are repeated."""
    return int(np.count_nonzero(moved & inside)) <= TUNING.cells_max


def cover_touched(scanned: Scan, touched: Mask) -> Scan:
    """Return a scan in which what fingertips may touch is not seen."""
    places = tuple(
        replace(here, visible_share=0.0) if cross_on(touched, here).any() else here
        for here in scanned.places
    )
    strays = tuple(one for one in scanned.strays if not _is_at(touched, one))
    things = tuple(one for one in scanned.things if not _is_at(touched, one))
    return replace(scanned, places=places, strays=strays, things=things)


def _is_at(mask: Mask, one: Stray | Thing) -> bool:
    return bool(mask_at(mask, np.array([[one.x_mm, one.y_mm]]))[0])
