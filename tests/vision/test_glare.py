"""Under a lamp's image, what is unlike the bare board in any even light is not called empty."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablet_companion.vision.places.scores import _glare_misfit

POINTS = 200


def _judged(ground: np.ndarray[Any, Any], saturated: float) -> float:
    """Return how unlike a place of white print is that looks so, with such a share burnt out."""
    any_saturated = np.arange(POINTS) < saturated * POINTS
    seen: Any = SimpleNamespace(
        ground=ground,
        reference=np.full((3, POINTS), 210.0),
        sigma=np.full(POINTS, 10.0),
        off=np.zeros(POINTS, dtype=np.bool_),
        any_saturated=any_saturated if saturated else None,
    )
    return _glare_misfit(seen, slice(0, POINTS), np.ones(POINTS, dtype=np.bool_))


@pytest.mark.parametrize("light", [-60.0, 0.0, 30.0])
def test_an_even_light_however_strange_is_no_piece(light: float) -> None:
    """A shift of the whole place, with some noise, is explained."""
    noise = np.random.default_rng(1).normal(0, 8, (3, POINTS))
    assert _judged(210 + light + noise, 0.2) < 3


def test_a_veiled_piece_is_unlike_in_any_light() -> None:
    """A light top beside a dark side is told from print by their difference."""
    ground = np.full((3, POINTS), 220.0)
    ground[:, POINTS // 2 :] = 120.0
    assert _judged(ground, 0.2) > 10


def test_where_nothing_is_burnt_out_the_scores_decide() -> None:
    """Without the image of a lamp, nothing is added to the scores' own doubt."""
    ground = np.full((3, POINTS), 220.0)
    ground[:, POINTS // 2 :] = 120.0
    assert _judged(ground, 0.0) == 0
    assert _judged(ground, 0.02) == 0
