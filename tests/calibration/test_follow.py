"""A board that was pushed is followed to where it lies now, or not at all."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
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


def draw_chequers(grain: int) -> Picture:
    """Return a chessboard of 400 mm from above, with some grain in its wood."""
    down, across = np.mgrid[:_CHEQUERS_PX, :_CHEQUERS_PX] * 8 // _CHEQUERS_PX
    rough = np.random.default_rng(grain).normal(0, 40, (_CHEQUERS_PX, _CHEQUERS_PX))
    wood = cv2.GaussianBlur(rough, (0, 0), 3.0)
    grey = np.where((across + down) % 2, 190, 90) + wood
    return np.repeat(grey[..., None], 3, axis=-1).clip(0, 255).astype(np.uint8)


_CHEQUERS_PX: Final = round(400 * REFERENCE_PX_PER_MM)
_FLAT: Final = list_corners((400.0, 400.0))
_HOME: Final = np.array([[143.0, 40.0], [504.0, 41.0], [507.0, 407.0], [138.0, 404.0]])


@sampled(2)
@pytest.mark.parametrize("grain", range(6))
def test_a_camera_that_was_knocked_takes_no_square_for_another(grain: int) -> None:
    """By 2 to 5 degrees: enough corners of squares agree by chance, and the game would wait."""
    drawn, size = draw_chequers(grain), (640, 480)
    patches = Patches(drawn, REFERENCE_PX_PER_MM)
    home = fit_pose(_FLAT, _HOME, size).pose
    rng, corners = np.random.default_rng(grain), _FLAT * REFERENCE_PX_PER_MM - 0.5
    for degrees in (-5.0, -4.0, -3.0, -2.0, 2.0, 3.0, 4.0, 5.0):
        turn = cv2.getRotationMatrix2D((320.0, 240.0), degrees, 1.0)
        there = _HOME @ turn[:, :2].T + turn[:, 2] + rng.uniform(-7, 7, 2)
        warp = cv2.getPerspectiveTransform(corners.astype(np.float32), there.astype(np.float32))
        seen = cv2.warpPerspective(drawn, warp, size, flags=cv2.INTER_AREA)
        try:
            fit = patches.follow(np.asarray(seen, np.uint8), home)
        except RegistrationError:
            continue
        assert np.abs(fit.pose.project(_FLAT) - there).max() < 2, degrees
