"""Pictures that cannot be trusted as a whole are told of; strange light alone is not enough."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.faults import Fault, Strengths
from tablet_companion.simulator.house import House, Print
from tablet_companion.vision.frame.clarity import contrast_left
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import FrameResult, Lost, Still
from tests.amounts import sampled
from tools import faults
from tools.scattered import scatter
from tools.truth import tell_truth


def _glance(kit: Print, strengths: Strengths) -> tuple[FrameResult, dict[str, str]]:
    """Find a board in good light, and look once more with something wrong; also what is true."""
    table = House(kit, 3).sim
    table.set_up(scatter(kit.board, np.random.default_rng(3)))
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=3)
    eye = BoardReader(kit.learnt, still_frames=1)
    assert isinstance(eye.look(camera.capture().picture), Still)
    table.faults = dict(strengths)
    return eye.look(camera.capture().picture), tell_truth(table, "-")["pieces"]


@pytest.mark.parametrize(
    ("fault", "strength", "why"),
    [(faults.BLURRED, 1.0, "blurred"), (faults.OVEREXPOSED, 0.67, "glare")],
)
def test_what_cannot_be_read_is_said(kit: Print, fault: Fault, strength: float, why: str) -> None:
    """Out of focus, or mostly white: no reading is given, and the reason is."""
    glance, _ = _glance(kit, {fault: strength})
    assert isinstance(glance, Lost)
    assert glance.why == why


@sampled(4)
@pytest.mark.parametrize(
    "fault", [faults.TINTED, faults.DIM, faults.NOISE, faults.COMPRESSED, faults.FLICKER]
)
def test_strange_light_is_read(kit: Print, fault: Fault) -> None:
    """Candle light, an eighth of the light, noise and bands are no reason not to read."""
    glance, pieces = _glance(kit, {fault: 1.0})
    assert isinstance(glance, Still), glance
    assert {s.place: s.best for s in glance.reading.places if s.best} == pieces


def test_a_board_without_art_is_never_blurred() -> None:
    """Where nothing fine is printed, no contrast can be missed."""
    plain = np.full((40, 60, 3), 120, dtype=np.float32)
    assert contrast_left(plain, plain, np.ones((40, 60), dtype=np.bool_)) is None
