"""A board that does not lie as its corners say: the sentence tells, and asks for no corners."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NoReturn, cast

import numpy as np
import pytest

from calibration.camera.lens import Fit, Pose
from calibration.errors import RegistrationError
from calibration.finding.discs import list_corners
from calibration.surfaces.exposures import FlatView
from tablet_companion.vision.frame.orientation import check_given, count_turns
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model

_PICTURE = np.zeros((30, 40, 3), np.uint8)


def _refuse(*_: object, **__: object) -> NoReturn:
    raise RegistrationError("It looks the same turned round: give its corners.")


def _aimed(*, given: bool) -> BoardReader:
    """Return a reader of a board that is neither found nor where its pose puts it."""
    model: Any = SimpleNamespace(
        board=SimpleNamespace(pieces={}, markers=(), quarter_turns=(), size_mm=(300.0, 300.0)),
        guessing=False,
        patches=SimpleNamespace(follow=_refuse),
        find=_refuse,
        find_way=lambda *_: 0,
        is_shown=lambda *_, **__: False,
    )
    reader = BoardReader(cast(Model, model), still_frames=1)
    reader._fit = cast(Fit, SimpleNamespace(pose=SimpleNamespace(size_px=(40, 30))))
    reader._given = given
    return reader


def test_corners_that_were_given_are_not_asked_for_again() -> None:
    """A chessboard's corners a quarter on: its dark squares would be the pale ones."""
    with pytest.raises(RegistrationError, match="as it was learnt where its corners are given"):
        _aimed(given=True).examine(_PICTURE)


@pytest.mark.parametrize("way", [0, 1, 2, 3])
def test_a_board_is_read_the_way_it_lies(way: int) -> None:
    """Nests of other colours tell how it lies, whatever corners were given."""
    given = Fit(Pose((0.0, 0.0, 0.0, -150.0, -150.0, 500.0, 400.0, 0.0), (400, 300)), 0.0, 4)
    model: Any = SimpleNamespace(
        board=SimpleNamespace(size_mm=(300.0, 300.0)),
        find_way=lambda *_: way,
        is_shown=lambda *_, way_known: way_known,
    )
    fit = check_given(cast(Model, model), _PICTURE, given)
    side = (300.0, 300.0)
    corners = list_corners(side)
    seen, meant = (pose.project(corners) for pose in (fit.pose, given.pose))
    assert seen == pytest.approx(given.pose.turned(way, side).project(corners))
    assert count_turns(meant, seen) == -way % 4


def test_a_board_that_may_lie_in_several_other_ways_is_not_read() -> None:
    """A chessboard a quarter too far round may be meant either way."""
    model: Any = SimpleNamespace(find_way=lambda *_: None, is_shown=lambda *_, **__: True)
    with pytest.raises(RegistrationError, match="for it may lie turned round"):
        check_given(cast(Model, model), _PICTURE, cast(Fit, SimpleNamespace(pose=None)))


@pytest.mark.parametrize("hidden", [True, False])
def test_the_way_is_asked_again_where_the_whole_board_was_shown_bare(*, hidden: bool) -> None:
    """Its grain tells an inlaid board turned by half; after a start alone men count as grain."""
    bare = np.full((4, 4), 255, np.uint8)
    bare[0, 0] = 0 if hidden else 255
    model: Any = SimpleNamespace(
        calibration=SimpleNamespace(reference=_PICTURE[:4, :4], exposures=[FlatView(bare, bare)]),
        _art=SimpleNamespace(is_shown=lambda *_, way_known: way_known),
    )
    given = cast(Pose, None)
    assert Model.is_shown(model, _PICTURE, given, way_known=True) is hidden
    assert not Model.is_shown(model, _PICTURE, given)


def test_without_corners_they_are_asked_for() -> None:
    """A board found before, and not found again: nobody said where it lies now."""
    with pytest.raises(RegistrationError, match="give its corners"):
        _aimed(given=False).examine(_PICTURE)
