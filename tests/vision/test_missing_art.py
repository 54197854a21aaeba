"""Art is gone where something hides it, and not where the board was found a little beside."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map
from tablet_companion.vision.objects.missing_art import (
    find_missing_art,
    known_windows,
    seen_windows,
)

_SIDE = 80


def _lined() -> Map:
    """Return a board with fine lines, a point wide, on even ground."""
    board = np.full((_SIDE, _SIDE, 3), 150, np.float32)
    board[::6] = 60
    board[:, ::6] = 60
    return board


def _find_missing(seen: Map, known: Map) -> Mask:
    both = seen_windows(seen), known_windows(known)
    return find_missing_art(*both, known.mean(axis=-1), np.zeros((_SIDE, _SIDE), np.bool_))


def _missing_share(seen: Map, known: Map) -> float:
    return float(_find_missing(seen, known).mean())


@pytest.mark.parametrize("shift", [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
def test_fine_lines_a_point_beside_their_place_are_not_gone(shift: tuple[int, int]) -> None:
    """The board is found to a point of the map at best; its lines are seen all the same."""
    known = _lined()
    assert _missing_share(np.roll(known, shift, axis=(0, 1)), known) < 0.02


def test_what_is_hidden_is_gone() -> None:
    """A plain hand over the lines hides them, wherever they might lie."""
    known = _lined()
    seen = known.copy()
    cv2.circle(seen, (40, 40), 20, (120.0, 140.0, 190.0), -1)
    missing = _find_missing(seen, known)
    assert missing[30:50, 30:50].mean() > 0.9
    assert missing[:10].mean() < 0.02


def test_a_shadow_hides_no_art() -> None:
    """In half the light the lines are seen as before."""
    known = _lined()
    seen = known.copy()
    seen[:, 40:] *= 0.5
    assert _missing_share(seen, known) < 0.05
