"""Fingertips that only just reach over the board's edge, and places in the shade of a hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.frame.scan import _cover_in_shade
from tablet_companion.vision.objects.foreground import _foreground_mask
from tablet_companion.vision.places.scores import PlaceScores

SIDE = 60


def _mm2(z_score: Any) -> int:
    """Return how much of the board counts as foreign (a point is four square millimetres)."""
    view: Any = SimpleNamespace(z_score=z_score)
    return 4 * int(_foreground_mask(view).sum())


def _tip(left: int, strong: int) -> Any:
    """Return a board with a spot three points wide; ``strong`` points in its middle are foreign."""
    z_score = np.full((SIDE, SIDE), 0.5)
    z_score[20:28, left : left + 3] = 2.6
    z_score[20 : 20 + strong, left + 1] = 6.0
    return z_score


def test_what_is_fairly_foreign_beside_a_fingertip_belongs_to_it() -> None:
    """At the edge twice as much of the spot counts; elsewhere its strong points alone."""
    assert _mm2(_tip(SIDE - 4, strong=6)) >= 2 * 4 * 6
    assert _mm2(_tip(SIDE // 2, strong=6)) == 4 * 6


@pytest.mark.parametrize("strong", [0, 1, 3])
def test_a_few_noisy_points_at_the_edge_do_not_grow(strong: int) -> None:
    """Without a cluster of strongly foreign points nothing is added to them."""
    assert _mm2(_tip(SIDE - 4, strong=strong)) == 4 * strong


@pytest.mark.parametrize(
    ("x_mm", "score", "visible"), [(50.0, 2.0, 0.0), (50.0, 9.0, 1.0), (75.0, 2.0, 1.0)]
)
def test_a_doubtful_place_beside_a_hand_is_as_good_as_covered(
    x_mm: float, score: float, visible: float
) -> None:
    """A hand ends at 40 mm: what is doubtful close to it is covered, what is clear is not."""
    hands = np.zeros((50, 50), dtype=np.bool_)
    hands[:, :20] = True
    site: Any = SimpleNamespace(place=SimpleNamespace(x_mm=x_mm, y_mm=50.0, radius_mm=7.0))
    standing: Any = None
    place = PlaceScores(site, {HIDDEN: score, Piece("red"): -3.0}, HIDDEN, standing, 1.0)
    (seen,) = _cover_in_shade([place], hands)
    assert seen.visible_share == visible
