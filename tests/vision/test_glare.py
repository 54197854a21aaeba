"""Under a lamp's image, what is unlike the bare board in any even light is not called empty."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from tablet_companion.games.core import EMPTY
from tablet_companion.simulator.house import House
from tablet_companion.vision.frame.clarity import find_glare
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.places.scores import _glare_misfit
from tablet_companion.vision.reading import SURE
from tests.conftest import Prints
from tools import faults

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


def _find(lines_grey: float) -> np.ndarray[Any, Any] | None:
    """Return the glare on burnt-out paper with dark lines that look so on its left half."""
    reference = np.full((40, 60, 3), 242.0, np.float32)
    reference[::5] = 60.0
    flat = np.full_like(reference, 254.0)
    flat[::5] = 90.0
    flat[::5, :30] = lines_grey
    view: Any = SimpleNamespace(flat=flat, reference=reference)
    return find_glare(view)


def test_paper_is_burnt_out_in_fair_light_but_its_print_only_in_a_lamps_image() -> None:
    """Only where the dark lines are white, too, would a dark piece not be seen."""
    assert _find(90.0) is None
    glare = _find(254.0)
    assert glare is not None
    assert glare[:, :20].all()
    assert not glare[:, 40:].any()


@pytest.mark.parametrize("seed", range(41, 45))
def test_a_place_under_a_lamps_image_is_not_called_empty(prints: Prints, seed: int) -> None:
    """A piece that is burnt out with all that is round it is covered, or doubtful."""
    kit = prints("pocket_ops")
    sim = House(kit, seed).sim
    rooms = [place.name for place in kit.board.places if place.name.endswith(".1")]
    sim.set_up({name: (("red", "blue")[k % 2], False) for k, name in enumerate(rooms)})
    sim.faults, sim.fault_seed = {faults.MIRRORED: 1.0}, seed
    camera = SimulatedCamera(sim, kit.renderer, ManualClock(), seed=seed)
    _, _, now = BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)
    wrong = [
        sight
        for sight in now.places
        if sight.place in rooms and not sight.covered
        if sight.best == EMPTY and sight.probability >= SURE
    ]
    assert wrong == []
