"""A printed board whose border was cut off, with the markers on it: it is found by its art."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.finding.discs import list_corners
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.printing.raster import render_board
from hardware.simulated.render import WOOD, Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.kit import printed
from tablet_companion.vision.scene import Model
from tests.amounts import sampled

_PX_PER_MM = 4


def _photograph_cut(game: str, cut_mm: int, turned: float) -> tuple[Picture, SimulatedTable]:
    """Return a picture of a print that lacks this much on every side, and its table."""
    board, cut = printed.board(game), cut_mm * _PX_PER_MM
    ground = np.full_like(whole := render_board(board, _PX_PER_MM), WOOD)
    ground[cut:-cut, cut:-cut] = whole[cut:-cut, cut:-cut]
    table = SimulatedTable(board, np.random.default_rng(1))
    table.bump(0, 0, turned)
    camera = SimulatedCamera(table, Renderer(board, ground, _PX_PER_MM, {}), ManualClock())
    return camera.capture().picture, table


@sampled(4)
@pytest.mark.parametrize("game", ["agent_dog", "dog", "agent", "pocket_ops"])
def test_a_print_without_its_markers_is_found_by_its_art(game: str) -> None:
    """People trim what looks like a frame; another game's board is still none of ours."""
    picture, table = _photograph_cut(game, 15, 37)
    corners = list_corners(table.board.size_mm)
    found = Model(printed.calibration(game)).find(picture).pose.project(corners)
    assert np.abs(found - table.pose.project(corners)).max() < 3
    other = "agent" if "dog" in game else "dog"
    with pytest.raises(RegistrationError, match="printed markers can be seen"):
        Model(printed.calibration(other)).find(picture)
