"""A hand is over the board where the network sees one, faintly or surely as something else does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.silhouettes import Mask
from tablet_companion.vision.frame import scan
from tablet_companion.vision.objects import foreign
from tablet_companion.vision.objects.hands import (
    ALONE,
    BESIDE,
    CELLS,
    SUREST,
    Lying,
    hand_mask,
    hand_odds,
)
from tablet_companion.vision.objects.survey import SIDE, Square

_MM = 200.0
_SHAPE = (100, 100)


def _square() -> Square:
    at = (np.arange(SIDE) + 0.5) / SIDE * _MM * 1.2 - 0.1 * _MM
    points = np.stack(np.meshgrid(at, at), axis=-1)
    on: Mask = np.asarray(((points > 0) & (points < _MM)).all(axis=-1))
    return Square(points, on, np.zeros((SIDE, SIDE), np.uint8))


def _lying(odds: float, cells: int, *, row: int = CELLS // 2) -> Lying:
    share = np.full((CELLS, CELLS), 1e-4, np.float32)
    share[row, 20 : 20 + cells] = 1 / (1 + np.exp(-odds))
    return Lying(share, np.zeros_like(share))


def test_some_cells_make_a_hand_and_one_does_not() -> None:
    """Fingertips cover a few cells; a single sure one is chance."""
    assert hand_odds(_lying(5.0, SUREST), _square()) == pytest.approx(5.0, abs=0.01)
    assert hand_odds(_lying(5.0, 1), _square()) < 0


def test_a_hand_beside_the_board_is_not_over_it() -> None:
    """What the network sees on the table round the board does not count."""
    assert hand_odds(_lying(8.0, 20, row=1), _square()) < -5


def test_even_a_faint_hand_is_somewhere() -> None:
    """Where no cell is a hand by itself, the surest of them are where it is."""
    mask = hand_mask(_lying(-0.5, 6), _square(), _SHAPE)
    assert 0 < mask.mean() < 0.03
    rows, _ = np.nonzero(mask)
    assert abs(rows.mean() - _SHAPE[0] / 2) < 4


@pytest.mark.parametrize(
    ("odds", "odd", "hand"),
    [
        (ALONE + 0.5, False, True),
        (ALONE - 0.5, False, False),
        (BESIDE + 0.5, True, True),
        (BESIDE - 0.5, True, False),
    ],
)
def test_the_network_has_to_agree(
    odds: float, odd: bool, hand: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What looks like a hand in area and place is none to which the network gives no chance."""
    beside = np.zeros(_SHAPE, dtype=np.bool_)
    beside[:5, :30] = True
    monkeypatch.setattr(foreign, "blobs", lambda *_: ())
    monkeypatch.setattr(foreign, "hand_mask", lambda *_: beside if odd else None)
    network = SimpleNamespace(tell=lambda _: _lying(odds, 8))
    model: Any = SimpleNamespace(scene_network=network, never_judged=np.zeros(_SHAPE))
    lessons: Any = SimpleNamespace(surveyed=lambda _: None, square=_square())
    looked: Any = SimpleNamespace(
        view=None, placed=SimpleNamespace(sites=None), found=(), strays=()
    )
    picture: Any = None
    mask = scan.reaching(model, lessons, picture, looked)
    assert (mask is not None) == hand
    if mask is not None and odd:
        assert mask[beside].all()
