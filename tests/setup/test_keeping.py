"""A new board is laid out to its end and kept as a file, whatever happens meanwhile."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.taught.model import read_calibration
from hardware.boardfile import read_board
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import Frame, Picture
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.words.wording import words
from tablet_companion.setup.pages import left
from tablet_companion.setup.pages.designing import ColoursStep, DesignStep, KeepStep
from tablet_companion.setup.pages.outline import CornersStep, SizeStep
from tablet_companion.setup.pages.route import plan_board
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.design import Design
from tablet_companion.setup.teaching.wanted_pictures import MEN
from tests.patience import wait_for
from tests.setup.discs import CORNERS, draw_board, draw_men, make_desk, make_step
from tests.setup.handed_over import finish
from tests.setup.keys import list_keys, read, touch


def lay_out(wizard: Wizard, look: Callable[[float], None]) -> None:
    """Take the corners as they are found, wait for the size, make the grid four by four."""
    assert isinstance(wizard.step, CornersStep)
    found = np.array(wizard.step.teaching.corners)
    assert np.abs(found - CORNERS).max() < 3
    touch(wizard, Does("on"))
    touch(wizard, Does("on"))
    assert isinstance(wizard.step, SizeStep)
    assert wizard.step.work is not None
    wait_for(wizard.step.work.found)
    look(0.5)
    for way in ("columns", "rows"):
        for _ in range(4):
            touch(wizard, Does(way, -1))
    touch(wizard, Does("on"))
    assert isinstance(wizard.step, DesignStep)
    wait_for(wizard.step.work.found if wizard.step.work else None)
    look(0.5)


def show_men(wizard: Wizard, look: Callable[[float, Picture], None]) -> None:
    """Have a picture taken of green men on the board."""
    assert isinstance(wizard.step, ShowStep)
    assert wizard.step.ask is MEN
    men = draw_men("green")
    look(6, men)
    assert wizard.step.work is None, "nobody knows how many are to come"
    touch(wizard, Does("take", "men"))
    assert wizard.step.work is not None
    wait_for(wizard.step.work.found)
    look(0.5, men)


def choose_colours(wizard: Wizard) -> None:
    """Leave red and blue; the last colour that is left cannot be taken away.

    The green men of the picture are chosen already.
    """
    assert isinstance(wizard.step, ColoursStep)
    finish(wizard)
    assert wizard.step.teaching.colours == ("green",)
    touch(wizard, Does("colour", "blue"))
    touch(wizard, Does("colour", "green"))
    touch(wizard, Does("colour", "blue"))
    assert wizard.step.teaching.colours == ("blue",)
    touch(wizard, Does("colour", "red"))
    touch(wizard, Does("on"))


def test_a_board_is_laid_out_to_its_end(tmp_path: Path) -> None:
    """Corners, size, eight touches for the grid, an empty board: a file that is read at once."""
    desk = make_desk(tmp_path)
    wizard = Wizard(desk, plan_board(desk, "new"))

    def look(seconds: float, picture: Picture | None = None) -> None:
        clock = desk.platform.clock
        assert isinstance(clock, ManualClock)
        for _ in range(round(seconds / 0.5)):
            clock.advance(0.5)
            seen = draw_board() if picture is None else picture
            desk.feed.frame = Frame(seen, clock.now_s(), "drawn")
            wizard.look()

    look(0.5)
    lay_out(wizard, look)
    assert isinstance(wizard.step, ShowStep)
    look(4)
    assert wizard.step.work is not None
    wait_for(wizard.step.work.found)
    look(6)
    assert isinstance(wizard.step, ShowStep), "nobody has said that it was empty"
    touch(wizard, Does("on"))
    show_men(wizard, look)
    choose_colours(wizard)
    assert isinstance(wizard.step, KeepStep)
    assert wizard.step.work is not None
    wait_for(wizard.step.work.found)
    look(0.5)
    assert wizard.step.trouble is None
    assert "“Continue” leads to DOG" in read(wizard.step), "their board is not what comes next"
    folder = tmp_path / "boards" / "my-board-1"
    board = read_board(folder / "board.toml")
    assert len(board.places) == 16
    assert not (folder / "men.png").exists(), "nobody said what stands where"
    assert list(board.pieces["man"].colours) == ["red", "blue"], "one colour always stays"
    assert board.by_name["a4"].x_mm == pytest.approx(50, abs=2)
    assert read_calibration(folder / "calibration.json").board.size_mm == board.size_mm
    touch(wizard, Does("on"))
    assert not wizard.open


def test_a_disk_that_fills_while_a_board_is_learnt_leaves_no_half_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so in each language; the next try takes the same name."""
    step = KeepStep(make_desk(tmp_path), make_step(tmp_path).teaching)
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fill(_design: Design, folder: Path, *_: object) -> None:
        (folder / "board.toml").write_text("half")
        raise CompanionError(f"{folder} cannot be written.") from full

    monkeypatch.setattr(left, "learn", fill)
    step.enter()
    assert step.work is not None
    wait_for(step.work.found)
    step.see(None)
    assert step.trouble is not None
    assert "full or read-only" in words("en").say(step.trouble)
    assert len({words(one).say(step.trouble) for one in LANGUAGES}) == len(LANGUAGES)
    assert list((tmp_path / "boards").iterdir()) == []
    monkeypatch.setattr(left, "learn", lambda *_: None)
    monkeypatch.setattr(left, "write_calibration", lambda *_: None)
    assert Does("try") in [does for _, does in list_keys(step)]
    step.obey(Does("try"))
    assert step.work is not None
    wait_for(step.work.found)
    step.see(None)
    assert Does("try") not in [does for _, does in list_keys(step)]
    assert step.folder == tmp_path / "boards" / "my-board-1"


def test_a_plug_pulled_once_a_board_is_kept_leaves_one_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was not left: the next start learns the board again, under the same name."""
    monkeypatch.setattr(left, "learn", lambda *_: None)
    monkeypatch.setattr(left, "write_calibration", lambda *_: None)
    (tmp_path / "boards" / "my-board-1").mkdir(parents=True)
    design = make_step(tmp_path).teaching
    for _ in range(2):
        desk = make_desk(tmp_path)
        step = KeepStep(desk, design)
        step.enter()
        assert step.work is not None
        wait_for(step.work.found)
        step.see(None)
        kept = desk.kept.read()
        assert kept is not None
        assert isinstance(kept.teaching, Design)
        design = kept.teaching
    names = sorted(folder.name for folder in (tmp_path / "boards").iterdir())
    assert names == ["my-board-1", "my-board-2"]


def test_a_new_board_is_asked_about_where_a_piece_seems_to_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was shown in one picture alone: no other tells what is print."""
    monkeypatch.setattr(left, "learn", lambda *args: args[3](["a1"]))
    monkeypatch.setattr(left, "write_calibration", lambda *_: None)
    design = make_step(tmp_path).teaching
    assert design.still is not None
    design.lay(design.lay_own())
    design.show("empty", design.still, {}, corners=design.corners)
    step = KeepStep(make_desk(tmp_path), design)
    step.enter()
    assert step.work is not None
    wait_for(step.work.found)
    step.see(None)
    assert [does.what for _, does in list_keys(step)] == ["back", "bare", "keep"]
    step.obey(Does("keep"))
    assert Does("on") in [does for _, does in list_keys(step)]
    step.obey(Does("bare"))
    assert step.to is ShowStep
