"""Empty holes look like one another; what does not look like them holds a piece."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablet_companion.games.core import HIDDEN
from tablet_companion.vision.places.interiors import interior_evidence
from tablet_companion.vision.places.sites import FLOOR_CELLS

CELLS = FLOOR_CELLS**2
EACH = 3
BESIDE = 20
POINTS = CELLS * EACH + BESIDE
BOARD = 180.0
HOLES = 8


def _look(
    floors: list[np.ndarray[Any, Any]],
    doubts: list[float],
    visible: Any = None,
    veil: float = 0.0,
) -> np.ndarray[Any, Any]:
    """Return the evidence for holes whose floors look so, believed occupied with such scores.

    By ``veil`` grey levels the bare board beside the last hole is too bright.
    """
    holes: Any = [
        SimpleNamespace(
            site=SimpleNamespace(
                first=number * POINTS,
                last=(number + 1) * POINTS,
                floor=np.append(np.repeat(np.arange(CELLS), EACH), [-1] * BESIDE),
                around=np.arange(POINTS) >= POINTS - BESIDE,
                rim=np.array([], dtype=np.intp),
            ),
            scores={HIDDEN: doubt},
        )
        for number, doubt in enumerate(doubts)
    ]
    plain = np.concatenate(
        [np.append(np.repeat(floor, EACH), [BOARD] * BESIDE) for floor in floors]
    )
    reference = np.repeat(plain[None], 3, axis=0)
    ground = reference.copy()
    ground[:, -BESIDE:] += veil
    off = np.zeros(len(plain), dtype=np.bool_)
    seen: Any = SimpleNamespace(
        grey=plain[None], ground=ground, reference=reference, off=off, guessed=False
    )
    clear = np.ones(len(plain), dtype=np.bool_) if visible is None else visible
    return np.asarray(interior_evidence(holes, seen, clear))


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
    """One floor unlike the others speaks for a piece, whatever was thought of it before."""
    floors = [*(_floor(seed) for seed in range(HOLES - 1)), _piece(99)]
    said = _look(floors, [-5.0] * (HOLES - 1) + [doubt])
    assert said[-1] > 5
    assert (said[:-1] < -1).all()


def test_a_flat_black_floor_stands_out_where_light_falls_into_the_others() -> None:
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
    assert not _look([_floor(0)], [-5.0]).any()


def test_a_covered_inside_says_nothing() -> None:
    """A hole whose floor is hidden by something else gets no word."""
    visible = np.ones(POINTS * HOLES, dtype=np.bool_)
    visible[-POINTS:] = False
    floors = [*(_floor(seed) for seed in range(HOLES - 1)), _piece(1)]
    assert _look(floors, [-5.0] * HOLES, visible)[-1] == 0


@pytest.mark.parametrize("noise", [15.0, 40.0])
@pytest.mark.parametrize("seed", range(5))
def test_noise_says_neither_empty_nor_occupied(noise: float, seed: int) -> None:
    """Where noise is greater than what a dull piece would show, no inside says much."""
    floors = [_floor(100 * seed + number, noise) for number in range(HOLES - 1)]
    dull = np.random.default_rng(seed).normal(30, noise, CELLS)
    assert (np.abs(_look([*floors, dull], [-5.0] * HOLES)) < 4).all()


@pytest.mark.parametrize("veil", [10.0, 15.0, 25.0])
def test_a_veil_over_a_hole_is_no_piece(veil: float) -> None:
    """What is brighter, unevenly, by as much as the bare board beside it is no piece for that."""
    floors = [_floor(seed) for seed in range(HOLES)]
    floors[-1] += veil * np.repeat(np.linspace(0.4, 1.6, FLOOR_CELLS), FLOOR_CELLS)
    assert _look(floors, [-5.0] * HOLES)[-1] > 3
    assert _look(floors, [-5.0] * HOLES, veil=veil)[-1] < 0
