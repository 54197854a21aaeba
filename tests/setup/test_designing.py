"""A new board without rules is laid out by touch, shown empty, and kept as a board file."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.model import read_calibration
from hardware.boardfile import read_board
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import Camera, Frame, Picture
from tablet_companion import games
from tablet_companion.config import ScreenSettings, Settings
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import Circle
from tablet_companion.screen.words.wording import words
from tablet_companion.setup import designing
from tablet_companion.setup.design import Design
from tablet_companion.setup.designing import ColoursStep, DesignStep, KeepStep
from tablet_companion.setup.desk import Desk, SetupPlatform
from tablet_companion.setup.outline import CornersStep, SizeStep
from tablet_companion.setup.pageparts import Does
from tablet_companion.setup.route import plan_board
from tablet_companion.setup.showing import ShowStep
from tablet_companion.setup.wizard import Wizard
from tests.patience import wait_for
from tests.setup.keys import list_keys, read, touch

CORNERS = [(120.0, 40.0), (520.0, 40.0), (520.0, 440.0), (120.0, 440.0)]


def draw_board() -> Picture:
    """Return four by four discs on a green board, as a camera over its middle sees them."""
    picture = np.full((480, 640, 3), (60, 80, 110), np.uint8)
    cv2.rectangle(picture, (120, 40), (520, 440), (70, 140, 90), -1)
    rng = np.random.default_rng(1)
    for x, y in rng.uniform((130, 50), (510, 430), (80, 2)).round().astype(int).tolist():
        cv2.circle(picture, (x, y), 6, rng.uniform(40, 120, 3).tolist(), -1, cv2.LINE_AA)
    for x in range(170, 520, 100):
        for y in range(90, 440, 100):
            cv2.circle(picture, (x, y), 30, (220, 230, 235), -1, cv2.LINE_AA)
    return picture


def make_desk(folder: Path, size: tuple[int, int] = (800, 480)) -> Desk:
    """Return a set-up whose pictures are handed over by the test."""

    def no_camera(_name: str) -> Camera:
        raise AssertionError("no camera is named")

    settings = Settings(camera="", screen=ScreenSettings(size_px=size))
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=folder)
    return Desk(
        settings, folder / "settings.toml", games.load("dog"), printed.board("dog"), platform
    )


def make_step(folder: Path, size: tuple[int, int] = (800, 480)) -> DesignStep:
    """Return the page of the places, of a board of 400 by 400 mm."""
    design = Design(printed.board("dog"), draw_board(), list(CORNERS))
    step = DesignStep(make_desk(folder, size), design)
    step.enter()
    return step


@pytest.mark.parametrize(
    "corners",
    [
        [CORNERS[1], CORNERS[0], CORNERS[2], CORNERS[3]],
        [CORNERS[0], CORNERS[0], CORNERS[2], CORNERS[3]],
        [(10.0, 10.0), (200.0, 10.0), (400.0, 10.0), (600.0, 10.0)],
        CORNERS[::-1],
    ],
    ids=["crossed", "on each other", "in a row", "the wrong way round"],
)
def test_corners_that_no_board_has_lead_nowhere(
    tmp_path: Path, corners: list[tuple[float, float]]
) -> None:
    """The page says so and stays; the next one would have nothing to draw places on."""
    design = Design(printed.board("dog"), draw_board(), list(CORNERS))
    step = CornersStep(make_desk(tmp_path), design)
    design.corners = corners
    step.obey(Does("on"))
    assert not step.done
    assert step.trouble is not None
    design.corners = list(CORNERS)
    step.obey(Does("on"))
    assert step.done


@pytest.mark.parametrize("number", range(4))
def test_a_ring_beside_its_corner_is_told_before_anything_is_sought(
    tmp_path: Path, number: int
) -> None:
    """One on the table was once “I do not find the spaces”; one touch puts it where edges meet."""
    beside = list(CORNERS)
    beside[number] = CORNERS[number][0] + 24, CORNERS[number][1] - 18
    design = Design(printed.board("dog"), draw_board(), list(beside))
    step = CornersStep(make_desk(tmp_path), design)
    step.obey(Does("on"))
    assert not step.done
    assert Does("there") in [does for _, does in list_keys(step)]
    step.obey(Does("there"))
    assert np.abs(np.array(design.corners) - CORNERS).max() < 1.5
    step.obey(Does("on"))
    assert step.done
    design.corners, again = list(beside), CornersStep(make_desk(tmp_path), design)
    again.obey(Does("on"))
    again.obey(Does("keep"))
    assert again.done
    assert design.corners == beside, "whoever means them has them"


def test_a_handle_stays_in_the_picture(tmp_path: Path) -> None:
    """A finger that slides off the picture leaves the corner at its edge."""
    design = Design(printed.board("dog"), draw_board(), list(CORNERS))
    step = CornersStep(make_desk(tmp_path), design)
    frame = step.frame()
    assert frame is not None
    step.press(*frame.at(CORNERS[0]))
    step.drag(-400, 9000)
    assert design.corners[0] == (0.0, 479.0)


def test_handles_that_were_dragged_past_each_other_still_lay_places_out(tmp_path: Path) -> None:
    """The finger may go anywhere: the rings follow it, and nobody is told of too many places."""
    step = make_step(tmp_path)
    frame, handles = step.frame(), step.handles()
    assert frame is not None
    step.press(*frame.at(handles["0"]))
    step.drag(*frame.at((515.0, handles["0"][1])))
    step.release()
    assert list(step.marks(frame))
    for _ in range(2):  # they lie on nothing printed, which is said once
        step.obey(Does("on"))
    assert step.done


def test_a_size_that_no_camera_can_see_is_said(tmp_path: Path) -> None:
    """By hand or not, the page stays and says what to look at."""
    design = Design(printed.board("dog"), draw_board(), list(CORNERS))
    step = SizeStep(make_desk(tmp_path), design)
    step.enter()
    design.corners = [(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0)]
    step.obey(Does("on"))
    assert (step.done, step.trouble is None) == (False, False)


def test_keys_choose_what_is_laid_out(tmp_path: Path) -> None:
    """A grid grows and shrinks by its keys; after hexagons, a track and points it is as it was."""
    step = make_step(tmp_path)
    step.obey(Does("columns", 1))
    step.obey(Does("rows", -1))
    assert len(step.teaching.spots()) == 9 * 7
    counts = []
    for _ in range(4):
        step.obey(Does("kind"))
        counts.append(len(step.teaching.spots()))
    assert counts == [6 * 5 - 2, 40, 0, 9 * 7]


def test_the_key_of_the_kind_stays_where_it_is(tmp_path: Path) -> None:
    """Fingers touch it again and again; on a track its shape was touched there instead."""
    step = make_step(tmp_path)
    places = set()
    for _ in range(4):
        places |= {box for box, does in list_keys(step) if does == Does("kind")}
        step.obey(Does("kind"))
    assert len(places) == 1


@pytest.mark.parametrize("rows", [4, 5])
def test_each_corner_of_hexagons_is_a_place(tmp_path: Path, rows: int) -> None:
    """Also if the last row is a short one; before, its handle hung beside it, on nothing.

    Whichever is dragged, its place goes along, and that of the other stays where it is.
    """
    step = make_step(tmp_path)
    step.obey(Does("kind"))
    step.obey(Does("rows", rows - 5))
    for name, to in (("1", (500.0, 430.0)), ("0", (160.0, 70.0))):
        other = step.handles()["0" if name == "1" else "1"]
        step.move(name, to)
        assert step.handles()[name] == pytest.approx(to, abs=0.5)
        assert step.handles()["0" if name == "1" else "1"] == pytest.approx(other, abs=0.5)
        spots = np.array(list(step.teaching.spots().values()))
        for corner in step.teaching.corners_mm:
            assert np.linalg.norm(spots - corner, axis=1).min() < 0.01


def test_points_are_touched_and_mirrored(tmp_path: Path) -> None:
    """A touch is a place; its images left, below and after quarter turns are places, too."""
    step = make_step(tmp_path)
    for _ in range(3):
        step.obey(Does("kind"))
    step.obey(Does("on"))
    assert not step.done, "a board without places is none"
    assert step.trouble is not None
    assert len({words(one).say(step.trouble) for one in LANGUAGES}) == len(LANGUAGES)
    frame = step.frame()
    assert frame is not None
    step.press(*frame.at((170, 60)))
    step.release()
    assert len(step.teaching.spots()) == 1
    step.obey(Does("mirror", "x"))
    step.obey(Does("mirror", "y"))
    assert len(step.teaching.spots()) == 4
    for _ in range(3):
        step.obey(Does("turns"))
    assert len(step.teaching.spots()) == 8
    step.press(*frame.at((170, 60)))
    step.drag(*frame.at((220, 140)))
    assert len(step.teaching.wanted.points or ()) == 1
    step.obey(Does("away"))
    assert step.teaching.spots() == {}


def test_points_may_lie_closer_than_fingers_are_wide(tmp_path: Path) -> None:
    """A touch beside a point is another one; only a finger that moves drags the one before."""
    step = make_step(tmp_path)
    for _ in range(3):
        step.obey(Does("kind"))
    frame = step.frame()
    assert frame is not None
    for x in (200, 240, 280):
        step.press(*frame.at((x, 100)))
        step.drag(*frame.at((x + 1, 101)))
        step.release()
    assert len(step.teaching.wanted.points or ()) == 3
    step.press(*frame.at((282, 101)))
    step.release()
    assert len(step.teaching.wanted.points or ()) == 3, "the same one, touched twice"
    step.press(*frame.at((300, 110)))
    step.drag(*frame.at((340, 160)))
    step.release()
    points = step.teaching.wanted.points or ()
    assert len(points) == 3
    assert points[2][1] > 80, "it was dragged"
    at = frame.at(step.handles()["2"])
    beside = at[0] + step.desk.look.theme.px(5), at[1]
    step.press(*beside)
    step.drag(beside[0], beside[1] + 60)
    step.release()
    assert len(step.teaching.wanted.points or ()) == 3, "a drag that begins beside a point"
    step.press(beside[0], beside[1] + 60)
    step.drag(*beside)
    step.release()
    step.press(*frame.at((400, 400)))
    step.drag(*frame.at((401, 400)))
    step.release()
    assert (step.teaching.wanted.points or ())[3] == pytest.approx((281, 360), abs=3)


def test_points_may_lie_as_close_as_in_chinese_chequers(tmp_path: Path) -> None:
    """Its 121 holes are 3 mm apart on seven inches; a touch beside one was taken for that one."""
    step = make_step(tmp_path)
    for _ in range(3):
        step.obey(Does("kind"))
    frame = step.frame()
    assert frame is not None
    x, y = frame.at((200, 100))
    for n in range(4):
        step.press(x + n * step.desk.look.theme.px(3), y)
        step.release()
    assert len(step.teaching.wanted.points or ()) == 4
    rings = [item.radius for item in step.picture().items if isinstance(item, Circle)]
    assert max(rings) < step.desk.look.theme.px(1.5) + 2, "handles hide what lies between"


def lay_out(wizard: Wizard, look: Callable[[float], None]) -> None:
    """Take the corners as they are found, wait for the size, and make the grid four by four."""
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


def choose_colours(wizard: Wizard) -> None:
    """Leave red and blue; the last colour that is left cannot be taken away."""
    assert isinstance(wizard.step, ColoursStep)
    for colour in ("red", "white", "black", "red"):
        touch(wizard, Does("colour", colour))
    touch(wizard, Does("colour", "blue"))
    touch(wizard, Does("on"))


def test_a_board_is_laid_out_to_its_end(tmp_path: Path) -> None:
    """Corners, size, eight touches for the grid, an empty board: a file that is read at once."""
    desk = make_desk(tmp_path)
    wizard = Wizard(desk, plan_board(desk, "new"))

    def look(seconds: float) -> None:
        clock = desk.platform.clock
        assert isinstance(clock, ManualClock)
        for _ in range(round(seconds / 0.5)):
            clock.advance(0.5)
            desk.feed.frame = Frame(draw_board(), clock.now_s(), "drawn")
            wizard.look()

    look(0.5)
    lay_out(wizard, look)
    choose_colours(wizard)
    assert isinstance(wizard.step, ShowStep)
    look(4)
    assert wizard.step.work is not None
    wait_for(wizard.step.work.found)
    look(6)
    assert isinstance(wizard.step, ShowStep), "nobody has said that it was empty"
    touch(wizard, Does("on"))
    assert isinstance(wizard.step, KeepStep)
    assert wizard.step.work is not None
    wait_for(wizard.step.work.found)
    look(0.5)
    assert wizard.step.trouble is None
    assert "“Continue” leads to DOG" in read(wizard.step), "their board is not what comes next"
    folder = tmp_path / "boards" / "my-board-1"
    board = read_board(folder / "board.toml")
    assert len(board.places) == 16
    assert list(board.pieces["man"].colours) == ["red", "blue"], "one colour always stays"
    assert board.by_name["a4"].x_mm == pytest.approx(50, abs=2)
    assert read_calibration(folder / "calibration.json").board.size_mm == board.size_mm
    touch(wizard, Does("on"))
    assert not wizard.open


def test_places_on_one_another_are_said_until_they_are_pulled_apart(tmp_path: Path) -> None:
    """A corner may be dragged onto the other; the way on leads past it once it is dragged back."""
    step = make_step(tmp_path)
    before, there = step.handles()["0"], step.handles()["1"]
    step.move("0", there)
    step.obey(Does("on"))
    assert (step.done, step.trouble is None) == (False, False)
    step.move("0", before)
    assert step.trouble is None
    for _ in range(2):  # as above
        step.obey(Does("on"))
    assert step.done


def test_more_places_than_a_board_has_are_said(tmp_path: Path) -> None:
    """The page still shows its picture, and its keys take places away again."""
    step = make_step(tmp_path)
    for _ in range(32):
        step.obey(Does("columns", 1))
        step.obey(Does("rows", 1))
    assert list_keys(step)
    step.obey(Does("on"))
    assert not step.done
    assert step.trouble is not None
    assert len({words(one).say(step.trouble) for one in LANGUAGES}) == len(LANGUAGES)


def test_a_disk_that_fills_while_a_board_is_learnt_leaves_no_half_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so in each language; the next try takes the same name."""
    step = KeepStep(make_desk(tmp_path), make_step(tmp_path).teaching)
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fill(_design: Design, folder: Path, *_: object) -> None:
        (folder / "board.toml").write_text("half")
        raise CompanionError(f"{folder} cannot be written.") from full

    monkeypatch.setattr(designing, "learn", fill)
    step.enter()
    assert step.work is not None
    wait_for(step.work.found)
    step.see(None)
    assert step.trouble is not None
    assert "full or read-only" in words("en").say(step.trouble)
    assert len({words(one).say(step.trouble) for one in LANGUAGES}) == len(LANGUAGES)
    assert list((tmp_path / "boards").iterdir()) == []
    monkeypatch.setattr(designing, "learn", lambda *_: None)
    monkeypatch.setattr(designing, "write_calibration", lambda *_: None)
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
    monkeypatch.setattr(designing, "learn", lambda *_: None)
    monkeypatch.setattr(designing, "write_calibration", lambda *_: None)
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
    monkeypatch.setattr(designing, "learn", lambda *args: args[3](["a1"]))
    monkeypatch.setattr(designing, "write_calibration", lambda *_: None)
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
