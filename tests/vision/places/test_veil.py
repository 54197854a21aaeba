"""A lamp's or window's image pales a dark spot more than the ground, and is no pale piece."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.vision.places.examples import (
    TUNING,
    Example,
    Seen,
    lay_examples,
    measure_gains,
)
from tablet_companion.vision.places.veil import add_veil
from tablet_companion.vision.places.windows import SIDE, Row, Windows

Logs = NDArray[np.float32]

_DOWN, _ACROSS = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
_FOOT = np.hypot(_DOWN, _ACROSS) < 8
_GROUND, _DARK = np.array([170.0, 185.0, 190.0]), np.array([25.0, 60.0, 30.0])
_PALE = np.array([75.0, 110.0, 80.0])
"""Grey levels: a pale ground, dark spots on it, and pieces of the spots' hue, but paler."""
_ADDED = 60.0
"""Grey levels that a lamp's image adds."""


_BRIGHTER = float(np.log((_GROUND + _ADDED) / _GROUND).mean())


def _window(spot: NDArray[Any], added: float = 0.0) -> Logs:
    """Return a window without the light beside it, of which some was ``added``."""
    grey = np.where(_FOOT[..., None], spot, _GROUND) + added
    noise = np.random.default_rng(4).normal(0, 0.01, (SIDE, SIDE, 3))
    return np.asarray(np.log(grey * _GROUND / (_GROUND + added)) + noise, dtype=np.float32)


def _gain(now: Logs, brighter: float, piece: NDArray[Any] = _PALE) -> float:
    """Return how much better a pale ``piece`` fits a window than bare board, veiled or not."""
    own = (_FOOT * np.uint8(255))[None]
    nothing = np.zeros_like(own)
    square, rows = np.zeros((1, SIDE, SIDE, 2)), (Row(0, "man"),)
    windows = Windows(rows, square, np.ones(1), own, nothing, nothing)
    example = Example("man", "pale", 1, _window(piece), _FOOT)
    known = np.ones((1, SIDE, SIDE), np.bool_)
    seen = Seen(now[None], _window(_DARK)[None], known)
    veiled = add_veil(seen, windows, np.array([brighter]))
    return measure_gains(lay_examples(windows, [example]), veiled, [0])[0]["pale"]


def test_a_dark_spot_in_a_lamps_image_is_no_pale_piece() -> None:
    """It is as pale as one, and the ground beside hardly paler: no shade explains both."""
    seen = _window(_DARK, _ADDED)
    assert _gain(seen, 0.0) > 1
    assert _gain(seen, _BRIGHTER) < 0.3


@pytest.mark.parametrize("brighter", [0.0, 0.04])
def test_where_no_light_was_added_a_pale_piece_is_one(brighter: float) -> None:
    """The ground beside it is as bright as anywhere on the board."""
    assert _gain(_window(_PALE), brighter) > 1


def test_only_as_much_light_as_the_ground_tells_of_explains_a_piece_away() -> None:
    """A pale piece beside which the board is hardly brighter is paler than its image could be."""
    white = _GROUND * 0.9
    assert _gain(_window(white), 0.08, white) > 1


def test_added_light_is_no_evidence_against_a_piece() -> None:
    """It lies over pieces, too: one that fits hardly worse than bare board is not ruled out."""
    seen, white = _window(_DARK, _ADDED), _GROUND * 1.3
    assert TUNING.veiled_gain_min < _gain(seen, 0.0, white) < 0
    assert _gain(seen, _BRIGHTER, white) == pytest.approx(TUNING.veiled_gain_min)
