"""What the set-up says of a camera's picture."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import pytest

from calibration.camera.lens import Floats
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.optics import overhead
from hardware.simulated.scene import Light
from hardware.simulated.table import SimulatedTable
from tablet_companion.setup.checks.aim import judge_light, judge_picture
from tablet_companion.setup.geometry.board_outline import find_beside, find_outline
from tablet_companion.simulator.house import Print
from tests.expected import present
from tests.setup.boxed import MAKES, ZIGZAG, Make, lay_make
from tests.setup.photograph import photograph as photograph_board


@pytest.fixture(scope="module")
def picture(kit: Print) -> Picture:
    """Return the empty board under a camera that hangs well."""
    return photograph(kit, 1.0)


def photograph(kit: Print, height: float) -> Picture:
    """Return the empty board, the camera so many times higher than it should be."""
    pose = overhead(kit.board)
    x, y, z = pose.tvec_mm
    higher = type(pose)(pose.focal_px, pose.rvec, (x, y, z * height), pose.size, pose.k1)
    table = SimulatedTable(kit.board, np.random.default_rng(0), pose=higher)
    return SimulatedCamera(table, kit.renderer, ManualClock()).capture().picture


def _say(picture: Picture, kit: Print) -> list[str]:
    return [one.text for one in judge_picture(picture, kit.board.size_mm).advice]


def test_a_camera_that_hangs_well_is_good(picture: Picture, kit: Print) -> None:
    """The board is found, its corners are where the camera sees them, nothing is to be mended."""
    aim = judge_picture(picture, kit.board.size_mm)
    assert aim.good, aim.advice
    assert aim.quality == 1
    width, height = kit.board.size_mm
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    assert aim.corners is not None
    assert np.abs(np.array(aim.corners) - overhead(kit.board).project(board)).max() < 1.5


@pytest.mark.parametrize("sides", [6, 8, 90], ids=["hexagon", "octagon", "disc"])
def test_the_square_round_a_board_without_its_corners_is_found(sides: int) -> None:
    """People dragged four rings to where nothing is; what they set is not said to lie beside it."""
    rng = np.random.default_rng(sides)
    picture = np.full((720, 1280, 3), (70, 90, 120), np.uint8)
    turn = np.pi / 8 + np.arange(sides) * 2 * np.pi / sides
    reach = np.array([1 / np.cos(np.pi / 8)] * 2 if sides == 8 else (1, 1)) * 280
    edge = (640, 360) + reach * np.column_stack([np.cos(turn), np.sin(turn)])
    if sides == 6:  # it stands on its tip
        edge = (640, 360) + 280 * np.column_stack([np.sin(turn - turn[0]), np.cos(turn - turn[0])])
    cv2.fillPoly(picture, [edge.round().astype(np.int32)], (150, 200, 215), cv2.LINE_AA)
    for at in rng.normal((640, 360), 60, (60, 2)).round().astype(int).tolist():
        cv2.circle(picture, at, 14, rng.uniform(20, 200, 3).tolist(), -1, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)
    low, high = edge.min(axis=0), edge.max(axis=0)
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    found = present(find_outline(picture))
    assert np.abs(np.array(found) - corners).max() < 6
    assert find_beside(picture, corners) is None


@pytest.mark.parametrize("seed", range(4))
def test_no_outline_is_drawn_in_the_dark(seed: int) -> None:
    """The lamp is off: noise was once outlined, as large as half of the board."""
    board, renderer = lay_make(MAKES[1])
    table = SimulatedTable(board, np.random.default_rng(1), light=Light(brightness=0.06, noise=3.0))
    picture = SimulatedCamera(table, renderer, ManualClock(), seed=seed).capture().picture
    aim = judge_picture(picture, board.size_mm)
    assert aim.corners is None
    assert [one.text[:25] for one in aim.advice] == ["I see nothing but black. "]


@pytest.mark.parametrize("seed", range(4))
def test_a_wooden_board_on_planks_is_outlined_to_a_pixel(seed: int) -> None:
    """Its frame is hardly paler than the table, whose gaps run beside it, and its field is clearer.

    A shape that takes in a gap of the table, or cuts a corner off, was once proposed instead.
    """
    rng = np.random.default_rng(seed)
    table = np.full((720, 1280, 3), (50, 70, 95), np.float32)
    table[:, rng.integers(40, 160) :: 190] -= 25
    board = np.array([(400, 60), (850, 55), (870, 650), (390, 640)]) + rng.uniform(0, 26, (4, 2))
    field = board.mean(0) + 0.8 * (board - board.mean(0))
    for edge, ink in ((board, (70, 95, 130)), (field, (150, 190, 215))):
        cv2.fillConvexPoly(table, np.rint(edge * 16).astype(np.int32), ink, cv2.LINE_AA, 4)
    seen = cv2.GaussianBlur(table, (0, 0), 0.8) + rng.normal(0, 3, table.shape)
    found = present(find_outline(np.clip(seen, 0, 255).astype(np.uint8)))
    assert np.abs(np.array(found) - board).max() < 1.5


@pytest.mark.parametrize("share", [0.02, 0.15])
@pytest.mark.parametrize("make", [MAKES[0], ZIGZAG], ids=lambda make: make.name)
def test_a_ring_dragged_away_from_its_corner_is_told(make: Make, share: float) -> None:
    """By a fingertip, or by a hand's breadth; nothing is said while all four are right."""
    picture, corners = photograph_board(*lay_make(make))
    side = np.hypot(*np.subtract(corners[1], corners[0]))
    assert find_beside(picture, corners) is None
    x, y = corners[2]
    beside = [*corners[:2], (x - share * side, y - share * side / 2), corners[3]]
    found = present(find_beside(picture, beside))
    assert np.abs(np.subtract(found, corners)).max() < 0.01 * side


FRAMED: Final = np.array([(222.0, 58.0), (782.0, 66.0), (776.0, 622.0), (216.0, 616.0)])


def draw_frame(inner: float = 0.88) -> tuple[Picture, Floats]:
    """Return a bright field within a frame that is nearly as dark as the table, and its corners."""
    rng = np.random.default_rng(4)
    table = np.full((720, 1000, 3), (46, 66, 92), np.float64)
    field = FRAMED.mean(0) + inner * (FRAMED - FRAMED.mean(0))
    for edge, ink in ((FRAMED, (38, 55, 78)), (field, (150, 190, 215))):
        cv2.fillConvexPoly(table, np.rint(edge * 16).astype(np.int32), ink, cv2.LINE_AA, 4)
    seen = cv2.GaussianBlur(table, (0, 0), 0.8) + rng.normal(0, 2, table.shape)
    return np.clip(seen, 0, 255).astype(np.uint8), field


def test_corners_of_a_frame_are_believed() -> None:
    """Its print has clearer edges within it, to which whoever had set them right was led back."""
    picture, _ = draw_frame(0.93)
    assert find_beside(picture, [(x, y) for x, y in FRAMED.tolist()]) is None


def test_corners_on_a_table_without_any_grain_end_nothing() -> None:
    """Nothing is clear there, not even a little; it ended the page in an error."""
    table = np.full((480, 640, 3), (60, 80, 110), np.uint8)
    corners = [(10.0, 10.0), (300.0, 10.0), (300.0, 470.0), (10.0, 470.0)]
    assert find_beside(table, corners) is None


@pytest.mark.parametrize("number", range(4))
def test_one_corner_of_a_frame_leads_to_the_others(number: int) -> None:
    """All four were found on the print within it; one that is put right tells its width."""
    picture, field = draw_frame()
    found = present(find_outline(picture))
    assert np.abs(np.subtract(found, field)).max() < 3
    set_right = [(x, y) for x, y in np.array(found).tolist()]
    set_right[number] = tuple(FRAMED[number].tolist())
    belong = present(find_beside(picture, set_right))
    assert np.abs(np.subtract(belong, FRAMED)).max() < 4


def test_each_fault_is_named(picture: Picture, kit: Print) -> None:
    """Darkness, a covered lens, blur, a mirrored lamp: each is said, and the bar is not full."""
    lamp = np.asarray(picture * 0.85, np.uint8)
    cv2.circle(lamp, (640, 300), 30, (255, 255, 255), -1)
    for bad, word in (
        (np.asarray(picture * 0.15, np.uint8), "dark"),
        (np.asarray(picture * 0.02, np.uint8), "black"),
        (np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8), "blurred"),
        (lamp, "mirrored"),
    ):
        aim = judge_picture(bad, kit.board.size_mm)
        assert any(word in one.text for one in aim.advice), (word, aim.advice)
        assert aim.quality < 1


def test_a_lens_that_is_a_little_soft_is_good(picture: Picture, kit: Print) -> None:
    """Webcams and soft art never fill the bar: it shows that, and nothing is to be mended."""
    for sigma in (0.5, 1.0):
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)
        aim = judge_picture(soft, kit.board.size_mm)
        assert aim.good, (sigma, aim.advice)
    assert aim.quality < 1


def test_the_lamps_image_is_shown_where_it_is(picture: Picture, kit: Print) -> None:
    """The ring is round the spot that is burnt out."""
    lamp = np.asarray(picture * 0.85, np.uint8)
    cv2.circle(lamp, (640, 300), 30, (255, 255, 255), -1)
    ((middle, radius),) = judge_picture(lamp, kit.board.size_mm).lamps
    assert np.allclose(middle, (640, 300), atol=6)
    assert 20 < radius < 80


def test_the_height_is_told_in_centimetres(kit: Print) -> None:
    """A camera twice as high is to come down by about as much as brings the board near again."""
    aim = judge_picture(photograph(kit, 2.0), kit.board.size_mm)
    (say,) = (one for one in aim.advice if "lower" in one.text)
    assert 10 < int(str(dict(say.details)["count"])) < 60
    (say,) = judge_picture(photograph(kit, 0.9), kit.board.size_mm).advice
    assert "higher" in say.text


def test_no_board_is_said(kit: Print) -> None:
    """A bare table has no corners."""
    bare = np.random.default_rng(0).normal(120, 3, (720, 1280, 3)).clip(0, 255).astype(np.uint8)
    assert any("whole board" in text for text in _say(bare, kit))


def test_a_board_beside_the_picture_ends_nothing() -> None:
    """Corners labelled for another picture may lie outside; the whole picture is judged then."""
    corners = [(-90.0, -90.0), (-10.0, -90.0), (-10.0, -10.0), (-90.0, -10.0)]
    for grey, dark in ((128, False), (2, True)):
        for some in (corners, [(-1e300, -90.0), *corners[1:]]):
            said = judge_light(np.full((60, 80, 3), grey, np.uint8), some)
            assert (said is not None) == dark
