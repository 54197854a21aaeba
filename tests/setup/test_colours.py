"""The colours of a new board's pieces are seen in a picture of some of them, told or not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
from calibration.finding.discs import list_corners
from hardware.board import PieceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.optics import overhead
from hardware.simulated.scene import Light
from hardware.simulated.table import SimulatedTable
from tablet_companion.setup.checks.piece_colours import find_colours
from tablet_companion.setup.geometry.layouts import Wanted
from tablet_companion.setup.pages.designing import ColoursStep
from tablet_companion.setup.pages.resuming import ResumeStep
from tablet_companion.setup.parts.pageparts import NO, Does
from tablet_companion.setup.teaching.design import COLOURS
from tablet_companion.setup.teaching.kept import Kept
from tablet_companion.setup.teaching.labelled import Teacher
from tablet_companion.setup.teaching.teaching import learn
from tests.patience import wait_for
from tests.setup.discs import draw_board, draw_men, make_desk, make_step
from tests.setup.keys import read
from tests.setup.own import MAN, lay_own


def show_men(folder: Path, men: Picture) -> ColoursStep:
    """Open the page of the colours of a board that was shown empty, and with men."""
    design = make_step(folder).teaching
    design.wanted = Wanted(grid=(4, 4), first=(50.0, 50.0), last=(350.0, 350.0))
    for name, picture in (("empty", draw_board()), ("men", men)):
        design.show(name, picture, {}, corners=design.corners)
    step = ColoursStep(make_desk(folder), design)
    look_again(step)
    return step


def look_again(step: ColoursStep) -> None:
    """Enter the page, and wait for what it sees in the picture of the men, if it looks."""
    step.enter()
    if step.work is not None:
        assert "I am looking" in read(step)
        wait_for(step.work.found)
        step.see(None)


@pytest.mark.parametrize("colour", [name for name in COLOURS if name != "white"])
def test_flat_men_are_seen_by_their_colour_alone(tmp_path: Path, colour: str) -> None:
    """A disc without light or shade is print to a network: colours nobody chose went unnoticed."""
    step = show_men(tmp_path, draw_men(colour))
    assert step.teaching.colours == (colour,)
    assert "of these colours" in read(step)
    touched = Does("colour", "green" if colour != "green" else "red")
    step.obey(touched)
    look_again(step)
    assert str(touched.value) in step.teaching.colours, "what was touched holds"


def test_a_picture_without_men_changes_no_colour(tmp_path: Path) -> None:
    """That none are seen is said."""
    step = show_men(tmp_path, draw_board())
    assert step.teaching.colours == ("white", "black")
    assert "I see no pieces" in read(step)


def test_the_picture_of_the_men_stays_and_is_not_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was interrupted is told of two pictures, not one; nobody said what stands where in it."""
    step = show_men(tmp_path, draw_men("red"))
    offer = ResumeStep(step.desk, Kept("dog", "ColoursStep", step.teaching), NO, ())
    assert "pictures taken: 2" in read(offer)
    monkeypatch.setattr(Teacher, "learn_board", lambda *_: None)
    learn(step.teaching, tmp_path)
    assert "men" not in (tmp_path / "truth.jsonl").read_text()
    step.teaching.show("men", draw_men("blue"), {}, corners=step.teaching.corners)
    look_again(step)
    assert step.teaching.colours == ("blue",), "it was taken again"


def find_on_table(
    men: PieceKind, pieces: Mapping[str, str], light: Light, height_mm: float = 600.0
) -> set[str]:
    """Return which colours are found on a table of sixteen discs with these men on it."""
    board, renderer = lay_own("grid", men)
    pose = overhead(board, height_mm=height_mm)
    table = SimulatedTable(board, np.random.default_rng(8), pose=pose, light=light)
    pictures = list[Picture]()
    for each in ({}, pieces):
        table.set_up({at: (colour, False) for at, colour in each.items()})
        pictures.append(SimulatedCamera(table, renderer, ManualClock()).capture().picture)
    edge = list_corners(board.size_mm)
    seen = fit_pose(edge, table.pose.project(edge), table.pose.size).pose
    return {*find_colours(board, seen, (pictures[0], pictures[1]), COLOURS)}


LAMP = Light(gain_bgr=(0.85, 0.95, 1.0), brightness=0.8)


@pytest.mark.parametrize("colours", ["white black", "red yellow", "green blue"])
def test_men_are_seen_on_a_table_in_lamplight(colours: str) -> None:
    """White ones on places as white, too, by their rim."""
    one, other = colours.split()
    men = {"a1": one, "d4": one, "b3": other, "c2": other}
    assert find_on_table(MAN, men, LAMP) == {one, other}


@pytest.mark.parametrize(("colour", "shade"), [("blue", "#1c2c5c"), ("green", "#14502a")])
def test_a_dark_shade_of_a_colour_is_not_black(colour: str, shade: str) -> None:
    """Dark blue lies nearer to black than to a bright blue."""
    dark = PieceKind({**COLOURS, colour: shade}, 25.0, 25.0)
    men = {"a1": colour, "d4": colour, "b3": "white", "c2": "white"}
    assert find_on_table(dark, men, LAMP) == {colour, "white"}


@pytest.mark.parametrize("wood", ["#cfa870", "#b8925c"])
def test_pale_wood_by_lamplight_is_not_yellow(wood: str) -> None:
    """Two woods are told apart as white and black."""
    woods = PieceKind({**COLOURS, "white": wood, "black": "#3a2a22"}, 10.0, 25.0)
    men = {"a1": "white", "d4": "white", "b3": "black", "c2": "black"}
    assert find_on_table(woods, men, LAMP) == {"white", "black"}


def test_a_black_body_under_a_cap_is_not_a_black_piece() -> None:
    """Tall pawns lean: their caps are seen beside their places, where only the body is."""
    pawn = PieceKind(dict(COLOURS), 60.0, 24.0, "#161616", 22.0, 6.0)
    men = {"a1": "red", "d1": "red", "a4": "green", "d4": "green"}
    seen = find_on_table(pawn, men, Light(), height_mm=450.0)
    assert seen == {"red", "green"}
