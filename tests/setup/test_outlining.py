"""A board's corners and its size: what no board has is told, and a ring beside its corner."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.ports import Frame
from tablet_companion.kit import printed
from tablet_companion.setup.pages.outline import CornersStep, SizeStep
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.design import Design
from tests.setup.discs import CORNERS, draw_board, make_desk
from tests.setup.keys import list_keys, read


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


def test_a_board_larger_than_the_picture_is_told(tmp_path: Path) -> None:
    """Its rings cannot be dragged where its corners are; who knows better goes on."""
    large = np.asarray(cv2.resize(draw_board()[100:380, 160:480], (640, 480)), np.uint8)
    design, desk = Design(printed.board("dog")), make_desk(tmp_path)
    step = CornersStep(desk, design)
    step.see(Frame(large, 1.0, ""))
    assert "I do not see a whole board" in read(step)
    frame = step.frame()
    assert frame is not None
    step.press(*frame.at(design.corners[0]))
    step.drag(-400, -400)
    step.release()
    assert "I do not see a whole board" not in read(step)
    for answer, done in (("back", False), ("keep", True)):
        step.obey(Does("on"))
        assert not step.done
        assert "at the picture's edge" in read(step)
        step.obey(Does(answer))
        assert step.done == done


def test_a_size_that_no_camera_can_see_is_said(tmp_path: Path) -> None:
    """By hand or not, the page stays and says what to look at."""
    design = Design(printed.board("dog"), draw_board(), list(CORNERS))
    step = SizeStep(make_desk(tmp_path), design)
    step.enter()
    design.corners = [(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0)]
    step.obey(Does("on"))
    assert (step.done, step.trouble is None) == (False, False)
