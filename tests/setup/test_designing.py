"""A new board without rules is laid out by touch: keys, handles and points."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.toolkit.drawing import Circle
from tablet_companion.screen.words.wording import words
from tablet_companion.setup.parts.pageparts import Does
from tests.setup.discs import make_step
from tests.setup.keys import list_keys
from tests.setup.own import go_on


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
        go_on(step)
    assert step.done


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
    go_on(step)
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


def test_places_on_one_another_are_said_until_they_are_pulled_apart(tmp_path: Path) -> None:
    """A corner may be dragged onto the other; the way on leads past it once it is dragged back."""
    step = make_step(tmp_path)
    before, there = step.handles()["0"], step.handles()["1"]
    step.move("0", there)
    go_on(step)
    assert (step.done, step.trouble is None) == (False, False)
    step.move("0", before)
    assert step.trouble is None
    for _ in range(2):  # as above
        go_on(step)
    assert step.done


def test_more_places_than_a_board_has_are_said(tmp_path: Path) -> None:
    """The page still shows its picture, and its keys take places away again."""
    step = make_step(tmp_path)
    for _ in range(32):
        step.obey(Does("columns", 1))
        step.obey(Does("rows", 1))
    assert list_keys(step)
    go_on(step)
    assert not step.done
    assert step.trouble is not None
    assert len({words(one).say(step.trouble) for one in LANGUAGES}) == len(LANGUAGES)
