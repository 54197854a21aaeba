"""In poor light faint art is not to be seen, and that is no hand; a hand is one all the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.faults import Fault
from hardware.simulated.scene import Hand
from hardware.simulated.table import SimulatedTable
from tablet_companion.simulator.house import House, Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.objects.foreground import _is_only_light
from tests.conftest import Prints
from tools import faults

SIZE = (20, 30)


@pytest.fixture(scope="module")
def pale(prints: Prints) -> Print:
    """Return Pocket Ops, whose art is faint and whose paper burns out early."""
    return prints("pocket_ops")


def _hand(kit: Print, light: Fault, over: str | None) -> bool:
    """Whether a hand is seen over a board in such light, with a hand at a place or without."""
    sim = House(kit, 3).sim
    sim.set_up({})
    eye = BoardReader(kit.learnt, still_frames=1)
    camera = SimulatedCamera(sim, kit.renderer, ManualClock(), seed=3)
    eye.examine(camera.capture().picture)
    sim.faults = {light: 1.0}
    if over is not None:
        sim.hand_in(over)
    _, looked, _ = eye.examine(camera.capture().picture)
    return looked.hand


def test_art_that_the_light_does_not_show_is_no_hand(pale: Print) -> None:
    """A tenth of the light puts no hand over an empty board."""
    assert not _hand(pale, faults.DIM, None)


@pytest.mark.parametrize(("expected_grey", "light"), [(243.0, True), (220.0, False)])
def test_pale_art_may_burn_out_where_the_light_says_so(expected_grey: float, light: bool) -> None:
    """What is white is light where the light would make it white, and something else elsewhere."""
    view = BoardView(
        flat=np.full((*SIZE, 3), 254.0, dtype=np.float32),
        reference=np.full((*SIZE, 3), 215.0, dtype=np.float32),
        z_score=np.full(SIZE, 1.6, dtype=np.float32),
        plain=np.full((*SIZE, 3), 230.0, dtype=np.float32),
        bare=np.full((*SIZE, 3), 230.0, dtype=np.float32),
        expected_grey=np.full(SIZE, expected_grey, dtype=np.float32),
        art_missing=np.ones(SIZE, dtype=np.bool_),
        ignored=np.zeros(SIZE, dtype=np.bool_),
        black=np.zeros(SIZE, dtype=np.bool_),
    )
    assert _is_only_light(view, np.ones(SIZE, dtype=np.bool_)) == light


@pytest.mark.parametrize("light", [faults.DIM, faults.ONE_SIDED])
def test_a_hand_is_seen_in_the_same_light(pale: Print, light: Fault) -> None:
    """What is over the board is seen by its own look where the art tells nothing."""
    assert _hand(pale, light, pale.board.places[0].name)


@pytest.mark.parametrize(
    ("light", "spot"),
    [(faults.TINTED, (0.03, 0.4, 180.0)), (faults.TWO_LIGHTS, (0.97, 0.7, 0.0))],
)
def test_no_coloured_lamp_hides_fingertips(
    kit: Print, light: Fault, spot: tuple[float, float, float]
) -> None:
    """Neither a warm one nor one that a blue window meets; what they light is not skin's colour."""
    table = SimulatedTable(kit.board, np.random.default_rng(2))
    table.set_up({})
    table.faults = {light: 1.0, faults.DIM: 0.5}
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=2)
    eye = BoardReader(kit.learnt, still_frames=1)
    assert eye.examine(camera.capture().picture)[1].hand_seen is False
    across, down = kit.board.size_mm
    tips = Hand(spot[0] * across, spot[1] * down, spot[2])
    table.scene = replace(table.scene, hands=(tips,))
    assert eye.examine(camera.capture().picture)[1].hand
