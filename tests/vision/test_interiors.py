"""Empty holes look like one another; what does not look like them holds a piece."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablet_companion.games.core import HIDDEN
from tablet_companion.vision.interiors import evidence
from tablet_companion.vision.sites import FLOOR_CELLS

CELLS = FLOOR_CELLS**2
EACH = 3
POINTS = CELLS * EACH
HOLES = 8


def _look(
    floors: list[np.ndarray[Any, Any]], doubts: list[float], alive: Any = None
) -> np.ndarray[Any, Any]:
    """Return the evidence for holes whose floors look so, believed occupied with such scores."""
    holes = [
        SimpleNamespace(
            site=SimpleNamespace(
                first=number * POINTS,
                last=(number + 1) * POINTS,
                floor=np.repeat(np.arange(CELLS), EACH),
            ),
            scores={HIDDEN: doubt},
        )
        for number, doubt in enumerate(doubts)
    ]
    plain = np.concatenate([np.repeat(floor, EACH) for floor in floors])
    seen: Any = SimpleNamespace(grey=plain[None])
    clear = np.ones(len(plain), dtype=np.bool_) if alive is None else alive
    return np.asarray(evidence(holes, seen, clear))


def _floor(seed: int, noise: float = 2.0) -> np.ndarray[Any, Any]:
    """Return an empty floor: a soft shade from one side to the other, and noise."""
    across = np.tile(np.linspace(20, 40, FLOOR_CELLS), FLOOR_CELLS)
    return across + np.random.default_rng(seed).normal(0, noise, CELLS)


def _piece(seed: int) -> np.ndarray[Any, Any]:
    """Return what a piece shows instead: a shine on black."""
    shine = np.random.default_rng(seed).normal(15, 2, CELLS)
    shine[CELLS // 2 : CELLS // 2 + 6] = 150
    return shine


@pytest.mark.parametrize("doubt", [-8.0, -2.0, 0.5])
def test_a_piece_stands_out_from_empty_holes(doubt: float) -> None:
    """One odd floor among alike ones speaks for a piece, whatever was thought of it before."""
    floors = [*(_floor(seed) for seed in range(HOLES - 1)), _piece(99)]
    said = _look(floors, [-5.0] * (HOLES - 1) + [doubt])
    assert said[-1] > 5
    assert (said[:-1] < -1).all()


def test_a_flat_black_floor_is_odd_where_light_falls_into_the_others() -> None:
    """A piece without any shine is told by the shade that it lacks."""
    black = np.random.default_rng(5).normal(12, 2, CELLS)
    said = _look([*(_floor(seed) for seed in range(HOLES - 1)), black], [-5.0] * HOLES)
    assert said[-1] > 0 > said[:-1].max()


def test_a_little_more_light_is_no_piece() -> None:
    """A floor that is some grey levels lighter, with a little more contrast, stays empty."""
    floors = [*(_floor(seed) for seed in range(HOLES - 1)), _floor(7) * 1.15 + 2]
    assert _look(floors, [-5.0] * HOLES)[-1] < 0


def test_nothing_is_said_without_holes_to_compare_with() -> None:
    """Where hardly a hole is likely empty, insides tell nothing."""
    floors = [_piece(seed) for seed in range(HOLES)]
    assert not _look(floors, [6.0] * (HOLES - 2) + [-5.0, -5.0]).any()
    assert not len(_look([_floor(0)], [-5.0])[1:])


def test_a_covered_inside_says_nothing() -> None:
    """A hole whose floor is hidden by something else gets no word."""
    alive = np.ones(POINTS * HOLES, dtype=np.bool_)
    alive[-POINTS:] = False
    floors = [*(_floor(seed) for seed in range(HOLES - 1)), _piece(1)]
    assert _look(floors, [-5.0] * HOLES, alive)[-1] == 0
