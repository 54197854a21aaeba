"""Edges of light cross a place as they cross the ground beside it."""

from __future__ import annotations

import numpy as np
import pytest

from tablet_companion.vision.places.bands import find_bands
from tablet_companion.vision.places.windows import SIDE

_DOWN, _ACROSS = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
_FOOT = np.hypot(_DOWN, _ACROSS) < 8
_NOISE = np.random.default_rng(7).normal(0, 0.01, (SIDE, SIDE))


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.3, 2.5])
def test_the_ground_tells_of_a_bars_shadow_beneath_the_foot(turn: float) -> None:
    """Whichever way the bar lies; of what is within the foot nothing is asked."""
    along = np.cos(turn) * _ACROSS + np.sin(turn) * _DOWN
    shade = -0.5 * (np.abs(along - 1) < 4)
    seen = np.where(_FOOT, 0.0, shade + _NOISE)
    (found,) = find_bands(seen[None], np.zeros((1, SIDE, SIDE)), ~_FOOT[None])
    assert np.median(np.abs(found - shade)[_FOOT]) < 0.02


def test_a_round_shadow_and_even_ground_have_no_bands() -> None:
    """What does not reach across tells nothing of the foot."""
    blot = -0.5 * (np.hypot(_DOWN - 9, _ACROSS + 9) < 6)
    for light in (blot, np.zeros_like(blot)):
        seen = (light + _NOISE)[None]
        assert not find_bands(seen, np.zeros((1, SIDE, SIDE)), ~_FOOT[None]).any()


def test_hardly_any_ground_tells_nothing() -> None:
    """As where neighbours stand close together."""
    ground = np.zeros((1, SIDE, SIDE), np.bool_)
    ground[0, ::6, ::6] = True
    seen = (_NOISE - 0.5 * (_ACROSS > 0))[None]
    assert not find_bands(seen, np.zeros((1, SIDE, SIDE)), ground).any()
