"""The colours of a new board's pieces are seen in a picture of some of them, told or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.discs import board_corners
from calibration.fitting import fit_pose
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.scene import Light
from hardware.simulated.table import SimulatedTable
from tablet_companion.setup.design import COLOURS
from tablet_companion.setup.designing import ColoursStep
from tablet_companion.setup.layouts import Wanted
from tablet_companion.setup.pageparts import Does
from tablet_companion.setup.seen_colours import find_colours
from tests.setup.discs import draw_board, draw_men, make_desk, make_step
from tests.setup.keys import read
from tests.setup.own import lay_own


def show_men(folder: Path, men: Picture) -> ColoursStep:
    """Open the page of the colours of a board that was shown empty, and with men."""
    design = make_step(folder).teaching
    design.wanted = Wanted(grid=(4, 4), first=(50.0, 50.0), last=(350.0, 350.0))
    for name, picture in (("empty", draw_board()), ("men", men)):
        design.show(name, picture, {}, corners=design.corners)
    step = ColoursStep(make_desk(folder), design)
    step.enter()
    return step


@pytest.mark.parametrize("colour", [name for name in COLOURS if name != "white"])
def test_flat_men_are_seen_by_their_colour_alone(tmp_path: Path, colour: str) -> None:
    """A disc without light or shade is print to a network: colours nobody chose went unnoticed."""
    step = show_men(tmp_path, draw_men(colour))
    assert step.teaching.colours == (colour,)
    assert "of these colours" in read(step)
    touched = Does("colour", "green" if colour != "green" else "red")
    step.obey(touched)
    step.enter()
    assert str(touched.value) in step.teaching.colours, "what was touched holds"


def test_a_picture_without_men_changes_no_colour(tmp_path: Path) -> None:
    """That none are seen is said."""
    step = show_men(tmp_path, draw_board())
    assert step.teaching.colours == ("white", "black")
    assert "I see no pieces" in read(step)


@pytest.mark.parametrize("colours", ["white black", "red yellow", "green blue"])
def test_men_are_seen_on_a_table_in_lamplight(colours: str) -> None:
    """White ones on places as white, too, by their rim."""
    board, renderer = lay_own("grid")
    table = SimulatedTable(board, np.random.default_rng(8))
    table.light = Light(gain_bgr=(0.85, 0.95, 1.0), brightness=0.8)
    one, other = colours.split()
    men = {"a1": one, "d4": one, "b3": other, "c2": other}
    pictures = list[Picture]()
    for pieces in ({}, men):
        table.set_up({at: (colour, False) for at, colour in pieces.items()})
        pictures.append(SimulatedCamera(table, renderer, ManualClock()).capture().picture)
    edge = board_corners(board.size_mm)
    pose = fit_pose(edge, table.pose.project(edge), table.pose.size).pose
    assert {*find_colours(board, pose, (pictures[0], pictures[1]), COLOURS)} == {one, other}
