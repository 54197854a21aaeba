"""Squares that the network of hands is fitted to: on other tables, of boards that fit badly."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.vision.objects.survey import CHANNELS, SIDE
from tools.fit.strains import BOARD, INSIDE, KNOWN, OUTSIDE, Floats
from tools.fit.tables import retable

_HALF = SIDE // 2
_RIM = 10
"""Samples between the square's border and the board."""


def _square() -> tuple[Floats, NDArray[np.uint8]]:
    """Return a plain board with places to stand on; the picture ends beside it on the left."""
    seen, lies = np.zeros((CHANNELS, SIDE, SIDE), np.float32), np.zeros((_HALF, _HALF), np.uint8)
    seen[BOARD, _RIM:-_RIM, _RIM:-_RIM] = seen[KNOWN, _RIM:-_RIM, _RIM:-_RIM] = 1
    seen[8, 20:100:20, 20:100:20] = 1
    seen[INSIDE] = 1
    seen[INSIDE, :, :4], lies[:, :2] = 0, OUTSIDE
    return seen, lies


@pytest.mark.parametrize("seed", range(12))
def test_another_table_holds_no_hand(seed: int) -> None:
    """Whatever it is of and whatever stands on it; what the picture does not show stays unknown."""
    seen, lies = _square()
    other, others = retable(seen, lies, np.random.default_rng(seed))
    assert set(np.unique(others)) <= {0, 2, OUTSIDE}
    assert (others[:, :2] == OUTSIDE).all()
    assert np.isfinite(other).all()
    assert np.abs(other[3:6]).max() <= 1
    assert (seen == _square()[0]).all()


def test_nothing_is_compared_where_nothing_was_taught() -> None:
    """A table has no reference, so it differs from none; the board does, now and then."""
    apart = []
    for seed in range(12):
        other, _ = retable(*_square(), np.random.default_rng(seed))
        assert not other[3:6][:, other[KNOWN] < 0.5].any()
        apart.append(np.abs(other[3:6][:, other[KNOWN] > 0.5]).max() > 0.1)
    assert any(apart)


def test_tables_differ_from_the_one_that_was_there() -> None:
    """Most squares get new surroundings."""
    beside = _square()[0][BOARD] < 0.5
    changed = [
        np.abs((retable(*_square(), np.random.default_rng(seed))[0] - _square()[0])[0:3])[:, beside]
        for seed in range(20)
    ]
    assert sum(each.mean() > 0.05 for each in changed) >= 10
