"""A board that was pushed is followed to where it lies now, or not at all."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera.lens import Pose
from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners, list_corners
from calibration.finding.patches import Patches
from calibration.taught.model import REFERENCE_PX_PER_MM
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.printing.raster import render_board
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.kit import printed
from tests.amounts import count, sampled
from tools import faults
from tools.truth import tell_truth

BOARD = printed.board("agent_dog")


class Bumped:
    """A printed board on a simulated table, and where it lay before anybody pushed it."""

    def __init__(self) -> None:
        """Print it and look once."""
        drawn = render_board(BOARD, REFERENCE_PX_PER_MM)
        self.table = SimulatedTable(BOARD, np.random.default_rng(0))
        renderer = Renderer(BOARD, drawn, REFERENCE_PX_PER_MM, {})
        self._camera = SimulatedCamera(self.table, renderer, ManualClock())
        self.patches = Patches(drawn, REFERENCE_PX_PER_MM)
        self.home: Pose = fit_corners(self.picture(), self.corners(), BOARD).pose

    def picture(self) -> Picture:
        """Return what the camera sees."""
        return self._camera.capture().picture

    def corners(self) -> list[list[float]]:
        """Return where the board's corners are in truth."""
        corners: list[list[float]] = tell_truth(self.table, "1.png")["corners"]
        return corners


@pytest.fixture(scope="module")
def bumped() -> Bumped:
    """Return a board that can be pushed."""
    return Bumped()


@sampled(2)
@pytest.mark.parametrize("strength", [0.1, 0.2, 0.33, 0.45, 0.7])
def test_a_pushed_board_is_placed_sharply_or_lost(bumped: Bumped, strength: float) -> None:
    """Never in between: a pose that is some pixels off would be believed, and read wrong."""
    followed, pushes = 0, count(2, 4)
    for seed in range(pushes):
        bumped.table.fault_seed, bumped.table.faults = seed, {faults.BUMPED: strength}
        try:
            fit = bumped.patches.follow(bumped.picture(), bumped.home)
        except RegistrationError:
            continue
        followed += 1
        away = np.abs(fit.pose.project(list_corners(BOARD.size_mm)) - np.array(bumped.corners()))
        assert away.max() < 1.2, (strength, seed)
    assert followed == pushes or strength > 0.3
