"""A measured lens is kept, found again by the pictures' size, and used to place the board."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
from calibration.camera.intrinsics import choose_lens, keep_lens, read_lenses
from calibration.camera.lens import Floats
from calibration.errors import CalibrationError
from calibration.learning.learn import learn
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.taught.model import REFERENCE_PX_PER_MM, read_calibration, write_calibration
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.printing.raster import render_board
from hardware.simulated.optics import Pose as TruePose
from hardware.simulated.optics import overhead
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.kit import printed
from tablet_companion.vision.scene import Model
from tests.calibration.sheet import SIZE, STRAIGHT, WIDE
from tools.truth import tell_truth

GRID = np.stack(np.meshgrid(np.arange(10, 400, 30.0), np.arange(10, 280, 30.0)), -1).reshape(-1, 2)
LENS = msgspec.structs.replace(WIDE, size_px=(1280, 960))
TURN, SHIFT = np.array([0.02, -0.01, 0.03]), np.array([-205.0, -145.0, 380.0])


def _seen(points: Floats, height_mm: float = 0.0) -> Floats:
    """Return what the wide lens shows of board points."""
    solid = np.column_stack([points, np.full(len(points), -height_mm)])
    pixels, _ = cv2.projectPoints(solid, TURN, SHIFT, WIDE.matrix, WIDE.coefficients)
    return np.asarray(pixels, np.float64).reshape(-1, 2)


def test_the_file_keeps_one_lens_for_each_mode(tmp_path: Path) -> None:
    """A mode measured again replaces itself; others stay."""
    path = tmp_path / "lens.json"
    keep_lens(path, WIDE)
    keep_lens(path, STRAIGHT)
    keep_lens(path, msgspec.structs.replace(WIDE, views=30))
    assert {lens.camera: lens.views for lens in read_lenses(path)} == {"folder:x": 30, "usb:0": 0}


@pytest.mark.parametrize("content", [None, "hm"])
def test_a_bad_file_is_refused(tmp_path: Path, content: str | None) -> None:
    """The sentence names the file."""
    path = tmp_path / "lens.json"
    if content is not None:
        path.write_text(content, "utf-8")
    with pytest.raises(CalibrationError, match=r"lens\.json"):
        read_lenses(path)


def test_a_lens_serves_pictures_of_its_shape() -> None:
    """Its own size first; the same view with more pixels is scaled; another shape has none."""
    assert choose_lens((LENS, WIDE), SIZE) is WIDE
    larger = choose_lens((WIDE,), (1280, 960))
    assert larger is not None
    assert larger.focal_px == (1040.0, 1048.0)
    assert larger.centre_px == (662.5, 464.5)
    assert choose_lens((WIDE,), (1280, 720)) is None


def test_straightened_pixels_lie_where_a_pinhole_sees_them() -> None:
    """Bending is taken out."""
    solid = np.column_stack([GRID, np.zeros(len(GRID))])
    pinhole, _ = cv2.projectPoints(solid, TURN, SHIFT, WIDE.matrix, None)
    expected = np.asarray(pinhole, np.float64).reshape(-1, 2)
    assert np.abs(WIDE.straighten(_seen(GRID)) - expected).max() < 0.5


def test_with_its_lens_the_board_and_the_tops_on_it_are_placed_sharply() -> None:
    """Through a wide lens from straight above, tops are placed to half a pixel, not to three."""
    pixels = _seen(GRID) + np.random.default_rng(1).normal(0, 0.1, GRID.shape)
    apart = {}
    for lenses in ((), (WIDE,)):
        pose = fit_pose(GRID, pixels, SIZE, lenses=lenses).pose
        away = [np.abs(pose.project(GRID, h) - _seen(GRID, h)).max() for h in (0.0, 28.0)]
        apart[bool(lenses)] = away
    assert apart[True][0] < 0.2
    assert apart[True][1] < 0.5
    assert apart[False][1] > 3


def test_a_followed_board_keeps_its_lens() -> None:
    """A pose fitted again near another is one of the same lens, and of ground points, too."""
    pose = fit_pose(GRID, _seen(GRID), SIZE, lenses=(WIDE,)).pose
    again = fit_pose(GRID, _seen(GRID), SIZE, moved=pose).pose
    assert again.lens is WIDE
    assert np.abs(again.ground(_seen(GRID)) - GRID).max() < 0.1


BOARD = printed.board("agent_dog")


@pytest.fixture(scope="module")
def drawn() -> Picture:
    """Return the printed board."""
    return render_board(BOARD, REFERENCE_PX_PER_MM)


def _lesson(drawn: Picture, k1: float) -> tuple[Lesson, TruePose]:
    """Return a picture of the printed board through a simulated camera, and the camera."""
    pose = overhead(BOARD, k1=k1)
    table = SimulatedTable(BOARD, np.random.default_rng(0), pose=pose)
    renderer = Renderer(BOARD, drawn, REFERENCE_PX_PER_MM, {})
    picture = SimulatedCamera(table, renderer, ManualClock()).capture().picture
    corners = tell_truth(table, "1.png")["corners"]
    return Lesson(Label("1.png", corners=corners, role="calibrate"), picture), pose


def test_calibrating_with_a_lens_uses_and_keeps_it(drawn: Picture, tmp_path: Path) -> None:
    """It is in the calibration, through its file too, and in every pose found with it."""
    lesson, pose = _lesson(drawn, -0.12)
    lens = msgspec.structs.replace(
        STRAIGHT,
        size_px=pose.size,
        focal_px=(pose.focal_px, pose.focal_px),
        centre_px=((pose.size[0] - 1) / 2, (pose.size[1] - 1) / 2),
        distortion=(pose.k1, 0.0, 0.0, 0.0, 0.0),
    )
    learnt = learn(BOARD, [lesson], drawn, (lens,))
    assert learnt.warnings == ()
    write_calibration(learnt.calibration, tmp_path / "cal.json")
    fit = Model(read_calibration(tmp_path / "cal.json")).find(lesson.picture)
    assert fit.pose.lens == lens
    tops = np.array([(place.x_mm, place.y_mm) for place in BOARD.places])
    assert np.abs(fit.pose.project(tops, 28.0) - pose.project(tops, 28.0)).max() < 1


def test_a_lens_of_another_camera_is_warned_of_and_left_out(drawn: Picture) -> None:
    """Pictures that were plainly not taken through it are read without it."""
    lesson, pose = _lesson(drawn, -0.06)
    other = msgspec.structs.replace(
        WIDE,
        size_px=pose.size,
        focal_px=(500.0, 500.0),
        centre_px=(639.5, 359.5),
        distortion=(-0.3, 0.0, 0.0, 0.0, 0.0),
    )
    learnt = learn(BOARD, [lesson], drawn, (other,))
    assert ["that lens is left out" in warning for warning in learnt.warnings] == [True]
    assert learnt.calibration.lenses == ()


def _hide_markers(lesson: Lesson, pose: TruePose, left: int) -> Lesson:
    """Return the picture without its label's corners, and with all markers hidden but some."""
    picture = lesson.picture.copy()
    for marker in BOARD.markers[left:]:
        reach = 0.7 * marker.size_mm
        middle = np.array([marker.x_mm, marker.y_mm])
        corners = pose.project(np.array([middle - reach, middle + reach]))
        low, high = corners.min(axis=0).clip(0).astype(int), corners.max(axis=0).astype(int)
        picture[low[1] : high[1], low[0] : high[0]] = 120
    return Lesson(msgspec.structs.replace(lesson.label, corners=None), picture)


def test_a_picture_that_the_art_places_is_not_called_left_out(drawn: Picture) -> None:
    """Though hardly a marker is seen in it; nothing is warned of that went well in the end."""
    learnt = learn(BOARD, [_hide_markers(*_lesson(drawn, -0.06), left=3)], drawn)
    assert (learnt.warnings, len(learnt.placed)) == ((), 1)


def test_a_picture_that_shows_no_board_is_left_out_with_one_reason(drawn: Picture) -> None:
    """The first one: markers say more than the art, as on another game's board."""
    lesson, _ = _lesson(drawn, -0.06)
    blank = Lesson(Label("2.png", role="calibrate"), np.full_like(lesson.picture, 120))
    learnt = learn(BOARD, [lesson, blank], drawn)
    (warning,) = learnt.warnings
    assert warning.startswith("2.png: Only 0 of the board's 18 printed markers")
    assert warning.endswith("It was left out.")


def test_markers_that_fit_badly_are_not_called_corners(drawn: Picture) -> None:
    """The label of a picture without corners says nothing of them; what bends is the board."""
    lesson, _ = _lesson(drawn, -0.06)
    rows, columns = lesson.picture.shape[:2]
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    bent = cv2.remap(lesson.picture, x, y + 5 * np.sin(x / 60), cv2.INTER_LINEAR)
    label = msgspec.structs.replace(lesson.label, corners=None)
    warnings = learn(BOARD, [Lesson(label, np.asarray(bent, np.uint8))], drawn).warnings
    assert [" px); lay the board flat" in warning for warning in warnings] == [True]
    assert "corners" not in warnings[0]
