"""A camera, or its driver, that mirrors its picture: said, and never taken for another board."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError, RegistrationError
from calibration.finding.fiducials import MirroredError, find_fiducials
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Frame, Picture
from hardware.simulated.table import SimulatedTable
from tablet_companion.kit import printed
from tablet_companion.kit.recognising import is_mirrored
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.camera_page import CameraStep
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.teaching.labelled import Teacher
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.results import Lost
from tablet_companion.vision.stills import open_still_reader, prepare
from tests.amounts import sampled
from tests.conftest import Prints
from tests.setup.boxed import MAKES, lay_make
from tests.setup.handed_over import PRINTED, finish, make_desk, touch
from tests.setup.keys import list_keys, read
from tests.setup.photograph import photograph

_ACROSS, _UPRIGHT = 1, 0
_SAID: Final = "The picture is mirrored."


def _mirror(picture: Picture, axis: int = _ACROSS) -> Picture:
    return np.asarray(cv2.flip(picture, axis), np.uint8)


@sampled(3)
@pytest.mark.parametrize("turn", [None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
@pytest.mark.parametrize("axis", [_ACROSS, _UPRIGHT])
@pytest.mark.parametrize("game", PRINTED)
def test_a_mirrored_print_is_told_from_a_covered_one(
    prints: Prints, game: str, axis: int, turn: int | None
) -> None:
    """Hung upside down or sideways besides; covered, or not mirrored, it is not called so."""
    kit = prints(game)
    picture, _ = photograph(kit.board, kit.renderer)
    hung = picture if turn is None else np.asarray(cv2.rotate(picture, turn), np.uint8)
    assert not is_mirrored(hung)
    find_fiducials(hung, kit.board)
    seen = _mirror(hung, axis)
    assert is_mirrored(seen)
    with pytest.raises(MirroredError, match="mirrored"):
        find_fiducials(seen, kit.board)
    covered = np.asarray(cv2.GaussianBlur(seen, (0, 0), 12), np.uint8)
    assert not is_mirrored(covered)
    with pytest.raises(RegistrationError) as said:
        find_fiducials(covered, kit.board)
    assert not isinstance(said.value, MirroredError)


@pytest.mark.parametrize("number", range(len(MAKES)))
def test_no_board_without_markers_is_called_mirrored(number: int) -> None:
    """Nothing printed on it tells."""
    picture, _ = photograph(*lay_make(MAKES[number]))
    assert not is_mirrored(picture)
    assert not is_mirrored(_mirror(picture))


def test_the_pages_of_the_set_up_say_so(prints: Prints, tmp_path: Path) -> None:
    """That of the camera praised such a picture, and that of the board took it for a boxed one."""
    kit = prints("dog")
    seen = _mirror(photograph(kit.board, kit.renderer)[0])
    for page in (CameraStep, BoardStep, CornersStep):
        desk = make_desk(tmp_path, "dog")
        wizard = Wizard(desk, [CameraStep(desk) if page is CameraStep else BoardStep(desk)])
        desk.platform.clock.advance(9)  # type: ignore[attr-defined]  # a manual clock
        if page is CornersStep:
            touch(wizard, "teach")
        desk.feed.frame = Frame(seen, 9.0, "")
        wizard.look()
        finish(wizard)
        if page is BoardStep:
            touch(wizard, "on")
        assert isinstance(wizard.step, page)
        assert _SAID in read(wizard.step)
        assert "printed board of" not in read(wizard.step)
        ways = {does.what for _, does in list_keys(wizard.step)}
        assert "back" in ways


def test_at_the_table_a_mirrored_picture_is_named(prints: Prints) -> None:
    """Not asked whether the board is covered or moved, which nobody could mend."""
    kit = prints("agent")
    reader = open_still_reader(prepare(printed.calibration("agent")))
    seen = _mirror(photograph(kit.board, kit.renderer)[0])
    result = reader.read(seen)
    assert isinstance(result, Lost)
    assert result.why == "mirrored"


def _label_as_seen(kit: Print, axis: int | None) -> list[Lesson]:
    """Return the bare board and a start, with corners from the picture's own top left on.

    ``axis`` is that along which a camera mirrors.
    """
    start = {one.name: one.colour for one in kit.board.places if one.kind == "nest" and one.colour}
    lessons = []
    for file, pieces in (("bare.png", {}), ("start.png", start)):
        table = SimulatedTable(kit.board, np.random.default_rng(1))
        table.set_up({at: (colour, False) for at, colour in pieces.items()})
        picture = SimulatedCamera(table, kit.renderer, ManualClock(), seed=1).capture().picture
        width, height = kit.board.size_mm
        corners = table.pose.project([(0, 0), (width, 0), (width, height), (0, height)])
        if axis is not None:
            picture, last = _mirror(picture, axis), picture.shape[axis] - 1
            corners[:, 1 - axis] = last - corners[:, 1 - axis]
            corners = corners[[1, 0, 3, 2] if axis == _ACROSS else [3, 2, 1, 0]]
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        lessons.append(Lesson(Label(file, corners=(a, b, c, d), pieces=pieces), picture))
    return lessons


@sampled(1)
@pytest.mark.parametrize("axis", [_ACROSS, _UPRIGHT])
@pytest.mark.parametrize("game", ["dog", "agent_dog"])
def test_labelled_as_it_is_seen_a_mirrored_print_is_called_so(
    prints: Prints, game: str, axis: int
) -> None:
    """People were told to correct the pieces' colours in their labels, which were right."""
    kit, warnings = prints(game), list[str]()
    teacher = Teacher(say=lambda _: None, warn=warnings.append)
    with pytest.raises(
        CalibrationError, match=r"bare\.png: The picture is mirrored: .* written\.$"
    ):
        teacher.learn_lessons(kit.board, _label_as_seen(kit, axis))
    assert not warnings
    assert teacher.learn_lessons(kit.board, _label_as_seen(kit, None))
