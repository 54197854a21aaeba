"""Nests that are full of pieces, and of nothing else, are seen."""

from __future__ import annotations

import pytest

from tests.amounts import sampled
from tests.conftest import Prints
from tests.vision.nests import find_unseen


@sampled(4)
@pytest.mark.parametrize("seed", [1, 3, 11, 41])
def test_nothing_seems_to_lie_over_a_full_nest(prints: Prints, seed: int) -> None:
    """Every pawn is read; before, something seemed to lie over one or two of blue's."""
    assert list(find_unseen(prints("dog"), seed)) == []
