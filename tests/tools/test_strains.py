"""Squares that the network of hands is fitted to: in strange light, under others' fingertips."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.vision.objects.survey import CHANNELS, SIDE
from tools.fit.fingertips import HAND, reach
from tools.fit.strains import BOARD, INSIDE, OUTSIDE, Floats, crop, levels, relight, strain

_HALF = SIDE // 2
_RIM = 10
"""Samples between the square's border and the board."""


def _square(lies: NDArray[np.uint8] | None = None) -> Floats:
    """Return a plain board, wholly known and in the picture, and what is bright over it."""
    seen = np.zeros((CHANNELS, SIDE, SIDE), np.float32)
    seen[0:3] = (120 - 115) / 128
    if lies is not None:
        seen[0:3, lies.repeat(2, 0).repeat(2, 1) == HAND] = (220 - 115) / 128
    seen[BOARD, _RIM:-_RIM, _RIM:-_RIM] = seen[7, _RIM:-_RIM, _RIM:-_RIM] = 1
    seen[9] = 1
    return seen


def _arm() -> NDArray[np.uint8]:
    """Return the mask of an arm, four cells wide, that comes from the left far over the board."""
    lies = np.zeros((_HALF, _HALF), np.uint8)
    lies[30:34, :48] = lies[31, :52] = HAND
    return lies


@pytest.mark.parametrize("seed", range(8))
def test_in_strange_light_the_picture_and_its_ratios_say_the_same(seed: int) -> None:
    """What grew lighter is lighter than its reference, too, for all but the light of the whole."""
    seen = _square()
    lit = strain(seen, np.random.default_rng(seed))
    known = seen[7] > 0
    picture = np.log((lit[0:3] * 128 + 115 + 12) / (120 + 12))[:, known]
    told = lit[3:6][:, known] * 128 / 84
    apart = picture - told - np.median(picture - told, axis=1)[:, None]
    inside = (np.abs(lit[3:6][:, known]) < 0.95) & (lit[0:3][:, known] * 128 + 115 < 254)
    assert np.abs(apart[inside]).max() < 0.2


def test_a_shadow_of_nothing_changes_no_ratio() -> None:
    """Where the light is as it was, nothing is told that was not there."""
    seen = _square()
    now = levels(seen)
    assert np.allclose(relight(seen, now, now), seen[0:6], atol=1e-5)


@pytest.mark.parametrize("seed", range(20))
def test_only_fingertips_of_a_hand_reach_over_the_board(seed: int) -> None:
    """A hand that lay over half a board covers a few cells of another, and is seen there."""
    board = _square()[BOARD, ::2, ::2] > 0
    arm, lies = _arm(), np.zeros((_HALF, _HALF), np.uint8)
    seen, found = reach(_square(), lies, _square(arm), arm, np.random.default_rng(seed))
    over = (found == HAND) & board
    assert (arm == HAND)[board].sum() > 150
    assert 2 <= over.sum() <= 40
    assert (found[:, 0] == HAND).sum() == 4, "it still comes over the border"
    told = np.abs(seen[3:6, ::2, ::2]).max(axis=0)
    assert np.median(told[over]) > 0.1 > np.median(told[~over])


def test_what_does_not_come_over_the_border_is_no_fingertip() -> None:
    """A hand in the middle, as a picture's edge may cut it out, is left where it is."""
    lies = np.zeros((_HALF, _HALF), np.uint8)
    middle = lies.copy()
    middle[20:40, 20:40] = HAND
    seen, found = reach(_square(), lies, _square(middle), middle, np.random.default_rng(0))
    assert not found.any()
    assert np.array_equal(seen, _square())


@pytest.mark.parametrize("seed", range(8))
def test_beyond_the_end_of_a_picture_nothing_is_known(seed: int) -> None:
    """A board at the picture's edge is seen nearly whole, what is beside it is not asked for."""
    seen, lies = _square(), np.zeros((_HALF, _HALF), np.uint8)
    crop(seen, lies, np.random.default_rng(seed))
    rows = int((seen[INSIDE] > 0).any(axis=1).argmax())
    assert 0 <= rows < _RIM + 4
    assert (lies == OUTSIDE).all(axis=1).sum() == rows // 2
    assert not (seen[7] > 0)[:rows].any()
    assert (seen[7] > 0)[max(rows, _RIM)].any()
