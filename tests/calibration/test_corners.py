"""Corners that a person taps are believed, refined where the print agrees, refused if they lie."""

from __future__ import annotations

import functools
import re

import cv2
import msgspec
import numpy as np
import pytest

from calibration.camera.fitting import fit_pose, fit_together
from calibration.camera.lens import FOCAL, RADIAL, Anchors, Fit, Floats, Pose
from calibration.camera.plausible import require_possible
from calibration.errors import RegistrationError
from calibration.finding.discs import find_astray_mm, fit_corners, list_corners
from calibration.learning.placing import Lesson, place_lessons
from calibration.learning.truth import Label
from hardware.board import Board, BoardError
from hardware.boardfile import check_board, parse_board
from hardware.ports import Picture

SIZE = (800, 600)
TEXT = """
name = "Chequer"
size_mm = [400.0, 400.0]
[pieces.man]
colours = {white = "#ffffff", black = "#000000"}
height_mm = 8.0
diameter_mm = 30.0
"""


def _board(printed: str | None = None) -> Board:
    text = TEXT
    for row in range(8):
        for column in range(8):
            text += f'[[places]]\nname = "{"abcdefgh"[column]}{row}"\nkind = "space"\n'
            text += f"x_mm = {25 + 50 * column}\ny_mm = {25 + 50 * row}\nradius_mm = 20.0\n"
    board = parse_board(text)
    return msgspec.structs.replace(board, printed=printed)


def _pose(across_mm: float = 30.0, focal_px: float = 640.0, bend: float = -0.05) -> Pose:
    """Return a camera 620 mm over a board of 400 mm, so far beside its middle, looking at it."""
    eye = np.array([200 + across_mm, 190.0, -620.0])
    ahead = np.array([200.0, 200.0, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(np.array([0.0, 1.0, 0.0]), ahead)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(ahead, right), ahead])
    vector = cv2.Rodrigues(turn)[0].ravel()
    return Pose((*map(float, vector), *map(float, -turn @ eye), focal_px, bend), SIZE)


@functools.cache
def _view(art: str) -> Picture:
    """Return the board as that camera sees it: a chequer, discs on it, or plain with blots."""
    y, x = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float64)
    points = _pose().ground(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(*SIZE[::-1], 2)
    inside = ((points > 0) & (points < 400)).all(axis=2)
    cell = (points // 50).astype(int)
    grey = np.full(SIZE[::-1], 120.0)
    if art == "chequer":
        grey[inside] = np.where(cell.sum(axis=2) % 2 == 0, 60, 200)[inside]
    elif art == "discs":
        away = np.linalg.norm(points - (cell * 50 + 25), axis=2)
        grey[inside] = np.where(away < 20, 200, 90)[inside]
    else:  # round blots anywhere but at the places: what a search near a place finds instead
        rng = np.random.default_rng(4)
        grey[inside] = 170
        for x_mm, y_mm in rng.uniform(0, 400, (150, 2)):
            away = np.hypot(points[..., 0] - x_mm, points[..., 1] - y_mm)
            grey[inside & (away < rng.uniform(12, 22))] = 80
    grey = cv2.GaussianBlur(grey, (0, 0), 0.8) + np.random.default_rng(1).normal(0, 2, grey.shape)
    picture = np.repeat(grey[..., None].clip(0, 255).astype(np.uint8), 3, axis=2)
    picture.setflags(write=False)  # all tests have the same ones
    return picture


def _places(board: Board) -> Floats:
    return np.array([[place.x_mm, place.y_mm] for place in board.places])


@pytest.mark.parametrize(("art", "reach_px"), [("discs", 0.4), ("chequer", 0.5), ("blots", 2.5)])
@pytest.mark.parametrize("printed", [None, "none"])
def test_print_refines_corners_where_it_agrees(
    art: str, reach_px: float, printed: str | None
) -> None:
    """Discs and squares do; round blots elsewhere do not, and then the corners stand alone."""
    truth, board = _pose(), _board(printed)
    beside = np.array([[1, -1], [-1, 0], [0, 1], [1, 0]])
    tapped = truth.project(list_corners(board.size_mm)) + beside
    fit = fit_corners(_view(art), tapped.tolist(), board)
    off = np.abs(fit.pose.project(_places(board)) - truth.project(_places(board))).max()
    assert off < (reach_px if printed is None else 2.5)
    assert (fit.anchors > 4) == (printed is None and art != "blots")


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ((0, 2, 1, 3), "do not outline a board"),
        ((3, 2, 1, 0), "wrong way"),
        ((0, 0, 2, 3), "pixels apart"),
    ],
)
def test_corners_in_no_order_are_refused(order: tuple[int, ...], reason: str) -> None:
    """Crossed, mirrored or tapped twice."""
    truth, board = _pose(), _board()
    seen = truth.project(list_corners(board.size_mm))[list(order)]
    with pytest.raises(RegistrationError, match=reason):
        fit_corners(_view("chequer"), seen.tolist(), board)


def test_corners_a_pixel_off_are_still_those_of_a_camera() -> None:
    """Nobody taps to the pixel: over thirty boards without a print none is refused for that."""
    pose, board = _pose(), _board("none")
    blank = np.full((*SIZE[::-1], 3), 120, np.uint8)
    exact, rng = pose.project(list_corners(board.size_mm)), np.random.default_rng(3)
    for _ in range(30):
        tapped = exact + rng.normal(0, 1.5, (4, 2))
        found = fit_corners(blank, tapped.tolist(), board).pose
        assert 0.65 * pose.height_mm < found.height_mm < 1.5 * pose.height_mm


@pytest.mark.parametrize("across_mm", [30.0, 150.0, 260.0])
@pytest.mark.parametrize("lens", [(0.01, -0.015, 0.005), (-0.03, 0.0, 0.0), (0.0, 0.02, 0.01)])
def test_corners_do_not_bend_the_lens(across_mm: float, lens: tuple[float, float, float]) -> None:
    """No axis meets a picture's very centre, and no board has its file's very shape."""
    pose, board = _pose(across_mm, bend=-0.02), _board("none")
    truth = Pose((*pose.values, *lens), SIZE)
    blank = np.full((*SIZE[::-1], 3), 120, np.uint8)
    found = fit_corners(blank, truth.project(list_corners(board.size_mm)).tolist(), board).pose
    off = np.abs(found.project(_places(board)) - truth.project(_places(board))).max()
    assert off < 0.6
    assert found.values[RADIAL] == pytest.approx(-0.02, abs=0.01)
    assert found.height_mm == pytest.approx(truth.height_mm, rel=0.15)


def test_corners_in_a_line_are_refused() -> None:
    """They outline nothing."""
    line = [[100.0 * number, 200.0] for number in range(1, 5)]
    with pytest.raises(RegistrationError, match="do not outline a board"):
        fit_corners(_view("chequer"), line, _board())


def test_a_board_of_another_shape_is_refused() -> None:
    """A square's corners are no corners of a board twice as wide as it is high."""
    wide = msgspec.structs.replace(_board(), size_mm=(800.0, 400.0))
    seen = _pose().project(list_corners(_board().size_mm))
    with pytest.raises(RegistrationError, match="800 by 400 mm"):
        fit_corners(_view("chequer"), seen.tolist(), wide)


def test_what_is_printed_is_one_of_a_few_things() -> None:
    """A board file that says anything else is refused with what is known."""
    data = {
        "name": "x",
        "size_mm": [100.0, 100.0],
        "printed": "star",
        "pieces": {"man": {"colours": {"red": "#ff0000"}, "height_mm": 5, "diameter_mm": 9}},
        "places": [{"name": "a", "kind": "space", "x_mm": 9, "y_mm": 9, "radius_mm": 5}],
    }
    with pytest.raises(BoardError, match=r"unknown print 'star' \(known: disc, ring, square"):
        check_board(data)


def test_one_view_shown_often_says_no_more_about_the_lens() -> None:
    """Corners some pixels off leave the camera where one picture has it, however many there are."""
    board, pose = _board("none"), _pose()
    picture = _view("blots")
    off = np.array([[-1.5, 1.0], [1.5, -1.0], [-1.0, -1.5], [1.0, 1.5]])
    corners = pose.project(list_corners(board.size_mm)) + off
    (first, second, third, fourth) = map(tuple, corners.tolist())
    label = Label("still.png", (first, second, third, fourth))
    warnings: list[str] = []
    (once,), often = (
        place_lessons(board, [Lesson(label, picture)] * count, (), warnings)[0] for count in (1, 16)
    )
    assert [each.pose.values for each in often] == [pytest.approx(once.pose.values, rel=1e-3)] * 16


@pytest.mark.parametrize("art", ["discs", "chequer"])
def test_corners_set_beside_the_lines_are_told(art: str) -> None:
    """Off by 6 mm, one of them leaves the places where the print is, and somebody is told."""
    board, pose = _board(), _pose()
    exact = pose.project(list_corners(board.size_mm))
    for beside_mm, told in ((0.0, []), (6.0, [r"up to [56] mm beside"])):
        corners = np.vstack([pose.project(np.array([[beside_mm, 0.0]])), exact[1:]])
        first, second, third, fourth = map(tuple, corners.tolist())
        label, warnings = Label("still.png", (first, second, third, fourth)), list[str]()
        (placed,), _ = place_lessons(board, [Lesson(label, _view(art))], (), warnings)
        assert len(warnings) == len(told)
        assert all(re.search(words, said) for words, said in zip(told, warnings, strict=True))
        off = np.abs(placed.pose.project(_places(board)) - pose.project(_places(board))).max()
        assert off < 0.8


@pytest.mark.parametrize(
    ("beside_mm", "art", "refused_mm"), [(2.0, "blots", 0.0), (12.0, "discs", 12.0)]
)
def test_only_a_print_out_of_reach_says_that_corners_lie(
    beside_mm: float, art: str, refused_mm: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blots that agree nearer than where the print was looked for in vain are chance."""
    pose = _pose()
    given = pose.project(list_corners(_board().size_mm) + np.array([beside_mm, 0.0]))
    by_chance = Fit(pose, 0.1, anchors=40), ()
    monkeypatch.setattr("calibration.finding.discs.anchor_corners", lambda *_: by_chance)
    astray_mm = find_astray_mm(_view(art), given.tolist(), _board())
    assert astray_mm == pytest.approx(refused_mm, abs=0.1)


@pytest.mark.parametrize("art", ["discs", "blots"])
def test_circles_beside_the_print_never_say_that_corners_lie(
    art: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drilled holes are smaller than their places: circles touch all of them on one side."""
    board, pose = _board(), _pose()
    exact = pose.project(list_corners(board.size_mm))
    beside = fit_pose(list_corners(board.size_mm) + np.array([12.0, 0.0]), exact, SIZE).pose
    by_chance = Fit(beside, 0.1, anchors=40), ()
    monkeypatch.setattr("calibration.finding.discs.anchor_corners", lambda *_: by_chance)
    assert find_astray_mm(_view(art), exact.tolist(), board) == 0


def test_pictures_of_one_camera_share_its_lens() -> None:
    """From above alone the focal length is a guess; with a second view from the side it is not."""
    board, rng = _board(), np.random.default_rng(2)
    corners, size = list_corners(board.size_mm), SIZE
    poses = [_pose(across) for across in (0.0, 260.0, -220.0)]
    views = [
        Anchors(corners, pose.project(corners) + rng.normal(0, 0.2, (4, 2)), np.full(4, 20.0), size)
        for pose in poses
    ]
    alone = [fit_pose(view.points_mm, view.pixels, size, weights=view.weights) for view in views]
    together = fit_together(views, alone)
    assert len({fit.pose.values[FOCAL] for fit in together}) == 1
    assert abs(together[0].pose.height_mm - 620) < min(25, abs(alone[0].pose.height_mm - 620))


@pytest.mark.parametrize(
    "change",
    [
        {2: 9000.0},  # far off
        {2: 40.0},  # within the board
        {0: -3500.0},  # beside the picture
    ],
)
def test_no_camera_is_there(change: dict[int, float]) -> None:
    """Nothing is made ready for a pose that no camera over the board can have."""
    values = list(_pose().values)
    for index, value in change.items():
        values[3 + index] = value
    require_possible(_pose(), (400.0, 400.0))
    with pytest.raises(RegistrationError, match="cannot be found"):
        require_possible(Pose(tuple(values), SIZE), (400.0, 400.0))
