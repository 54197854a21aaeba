"""Whether something large was laid onto a board between two pictures of it: a lid, a cup. Pure.

The board's print is compared with itself, cell by cell, so that it does not matter how it is
printed: a map, a mill and the very middle are told as well as spaces that are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import list_middles
from calibration.finding.symmetry import compare_pictures, compare_prints
from calibration.surfaces.exposures import Shot, find_hidden
from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.checks.picture_faults import sees_hand


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a part of a board counts as hidden.

    Chosen on fifty-five drawn boards (seeds 1200000 to 1200054) with drawn things, and on real
    pairs of bare boards; held by tests/setup/test_laid.py.
    """

    cells: int = 12
    """Cells along the board's shorter side."""
    reach: float = 0.96
    """The radius on which a cell is compared, as a share of half its side."""
    usual: float = 0.6
    """Likeness of the cells that are not hidden, or the pictures show too little print to tell."""
    hidden: float = 0.7
    """Share of the cells that may be hidden at most."""
    odd: float = 0.35
    """Likeness below which a cell has changed."""
    clear: float = 0.5
    """Share of the usual clearness of print below which nothing is known of a cell."""
    fewest: int = 3
    """The fewest cells, side by side, that are told: a cup hides four, a pawn one or two."""
    taken: float = 0.1
    """Share of a cell that pieces or a card may hide, or nothing is known of it."""
    cleared: float = 0.05
    """By how much places must be more like the others than before for something to have been taken
    away from them instead."""


TUNING: Final = Tuning()
Cells = NDArray[np.bool_]


class Patch(NamedTuple):
    """What something hides: the places, and points (mm) over the whole of it: it may hide none."""

    places: frozenset[str]
    spots: tuple[tuple[float, float], ...]


def find_laid(board: Board, pose: Pose, before: Picture, now: Picture) -> Patch | None:
    """Return what was hidden by something laid onto a bare board since an earlier picture.

    None if nothing was, or if something was taken away: a hand, or pieces from places that are
    alike.
    """
    patch = find_changed(board, pose, (before, now))
    if patch is None or sees_hand(board, pose, before):
        return None
    own = patch.places
    return None if own and _was_cleared(board, pose, (before, now), own) else patch


def find_changed(
    board: Board, pose: Pose, both: tuple[Picture, Picture], known: Shot | None = None
) -> Patch | None:
    """Return what something large hides in one of two pictures.

    It is not looked for beneath the pieces and the card of which it is ``known`` that they lie
    there. None if there is nothing, or if the pictures tell too little; nothing small is found.
    """
    cells, shape = _divide(board.size_mm)
    alike, clear = compare_pictures(*both, pose, cells)
    told = clear > TUNING.clear * np.median(clear)
    if known is not None:
        told &= ~_find_taken(board, known, shape).ravel()
    if not told.any() or np.quantile(alike[told], TUNING.hidden) < TUNING.usual:
        return None
    patch = _find_patch((told & (alike < TUNING.odd)).reshape(shape)).ravel()
    if not patch.any():
        return None
    beneath = list(compress(cells, patch))
    spots = tuple((cell.x_mm, cell.y_mm) for cell in beneath)
    return Patch(_find_beneath(board, beneath), spots)


def _find_taken(board: Board, known: Shot, shape: tuple[int, int]) -> Cells:
    """Return the cells that known pieces or a card hide, at least in part."""
    hidden = find_hidden(board, known.pose, known.pieces, card=known.card, px_per_mm=1.0)
    share = cv2.resize(hidden.astype(np.float32), shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(share > TUNING.taken)


def _divide(size_mm: tuple[float, float]) -> tuple[list[BoardPlace], tuple[int, int]]:
    side_mm = min(size_mm) / TUNING.cells
    columns, rows = (round(side / side_mm) for side in size_mm)
    across, down = size_mm[0] / columns, size_mm[1] / rows
    radius_mm = TUNING.reach * side_mm / 2
    cells = [
        BoardPlace(f"{x},{y}", "space", (x + 0.5) * across, (y + 0.5) * down, radius_mm)
        for y in range(rows)
        for x in range(columns)
    ]
    return cells, (rows, columns)


def _find_patch(changed: Cells) -> Cells:
    """Return the changed cells that lie side by side in patches that are large enough."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=4)
    large = stats[:, cv2.CC_STAT_AREA] >= TUNING.fewest
    large[0] = False  # what has not changed
    return np.asarray(large[labels])


def _find_beneath(board: Board, patch: list[BoardPlace]) -> frozenset[str]:
    """Return the places that lie beneath cells."""
    middles, places = list_middles(patch), list_middles(board.places)
    apart: Floats = np.abs(places[:, None] - middles).max(axis=2).min(axis=1)
    near = apart < 0.6 * min(board.size_mm) / TUNING.cells
    return frozenset(place.name for place in compress(board.places, near))


def _was_cleared(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], hidden: frozenset[str]
) -> bool:
    """Whether places are more like the others than before: pieces that stood there were taken."""
    before, now = (compare_prints(picture, pose, board.places) for picture in pictures)
    own = [place.name in hidden for place in board.places]
    return float(np.median((now - before)[own])) > TUNING.cleared
