"""Windows show a place as the network knows it, whatever the camera and the light."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
from calibration.camera.lens import Pose
from hardware.board import Board
from hardware.boardfile import parse_board
from hardware.simulated.optics import overhead
from tablet_companion.vision.places.network_input import TaughtWindows, compare, taught
from tablet_companion.vision.places.windows import (
    SIDE,
    halve,
    lay_windows,
    make_camera_sampler,
    make_sampler,
    select,
)

_BOARD = """
name = "Nine points"
size_mm = [300.0, 300.0]
[pieces.pawn]
colours = {red = "#c02020", blue = "#2040c0"}
height_mm = 30.0
diameter_mm = 14.0
"""
_PLACE = """
[[places]]
name = "{name}"
kind = "point"
x_mm = {x}
y_mm = {y}
radius_mm = 8.0
"""


@pytest.fixture(scope="module")
def board() -> Board:
    """Return a board of nine points."""
    places = [
        _PLACE.format(name=f"P{x}{y}", x=50.0 + 100 * x, y=50.0 + 100 * y)
        for x in range(3)
        for y in range(3)
    ]
    return parse_board(_BOARD + "".join(places))


@pytest.fixture(scope="module")
def pose(board: Board) -> Pose:
    """Return a camera over it."""
    camera = overhead(board, size=(960, 720), height_mm=500.0)
    points = np.array([[place.x_mm, place.y_mm] for place in board.places])
    return fit_pose(points, camera.project(points), (960, 720)).pose


def _noise(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(40, 200, (720, 960, 3)).astype(np.uint8)


def test_a_piece_leans_upwards_in_its_window(board: Board, pose: Pose) -> None:
    """Wherever a place lies under the camera, the top is drawn above the foot."""
    windows = lay_windows(board, pose)
    rows = np.arange(SIDE)[:, None]
    for number, row in enumerate(windows.rows):
        place = board.places[row.place]
        away = np.linalg.norm(np.array([place.x_mm, place.y_mm]) - pose.nadir_mm)
        top, side = (windows.own[number] == what for what in (255, 128))
        if away > 40:
            assert (rows * top).sum() / top.sum() < (rows * side).sum() / side.sum(), place.name


def test_light_is_taken_out(board: Board, pose: Pose) -> None:
    """A picture that is lighter by one factor shows no difference, and the factor is told."""
    windows, picture = lay_windows(board, pose), _noise(1)
    look = make_camera_sampler(windows, pose)
    lighter = (picture * 1.2).clip(0, 255).astype(np.uint8)
    first = taught(windows, look.sample(picture), look.inside, None)
    shown = compare(windows, look.sample(lighter), look.inside, [first])
    assert np.abs(shown.bytes[:, 3:6].astype(int) - 128).mean() < 3
    assert shown.light == pytest.approx(np.log(1.2), abs=0.04)


def test_more_pictures_never_make_a_place_less_like_what_was_taught(
    board: Board, pose: Pose
) -> None:
    """Beside two pictures every place is at least as well known as beside either."""
    windows = lay_windows(board, pose)
    look = make_camera_sampler(windows, pose)
    lessons = [taught(windows, look.sample(_noise(seed)), look.inside, None) for seed in (1, 2)]
    now = look.sample((_noise(1) // 2 + _noise(3) // 2).astype(np.uint8))
    both = compare(windows, now, look.inside, lessons).unlike
    for one in lessons:
        assert (both <= compare(windows, now, look.inside, [one]).unlike).all()


def test_some_windows_are_shown_as_all_of_them_are(board: Board, pose: Pose) -> None:
    """A place looks the same whether it is read by itself or with the others."""
    windows, picture = lay_windows(board, pose), _noise(1)
    look = make_camera_sampler(windows, pose)
    lesson = taught(windows, look.sample(_noise(2)), look.inside, None)
    whole = compare(windows, look.sample(picture), look.inside, [lesson])
    rows = np.array([2, 5, 7])
    part = TaughtWindows(lesson.seen[rows], lesson.known[rows], lesson.light[rows])
    some = compare(select(windows, rows), look.sample(picture, rows), look.inside[rows], [part])
    assert (some.bytes == whole.bytes[rows]).all()


def test_what_was_never_taught_is_said_to_be_unknown(board: Board, pose: Pose) -> None:
    """Without a lesson nothing is known of the bare board, and nothing is compared."""
    windows = lay_windows(board, pose)
    look = make_camera_sampler(windows, pose)
    shown = compare(windows, look.sample(_noise(1)), look.inside, [])
    assert (shown.bytes[:, 7] == 0).all()
    assert (shown.bytes[:, 3:6] == 128).all()
    assert (shown.unlike == 1).all()


def test_a_part_of_a_picture_is_sampled_as_in_the_whole() -> None:
    """Only what is sampled is made smaller; inside a picture and past its rim the samples agree."""
    side = np.stack(np.meshgrid(*[np.linspace(0, 97.3, SIDE)] * 2), axis=-1)
    picture = _noise(1)
    for corner in ((301.7, 250.2), (-40.0, -9.5), (915.0, 690.0), (2000.0, -300.0)):
        look = make_sampler((side + corner)[None], (960, 720))
        assert look.halvings > 0
        assert (look.sample(picture) == look.sample_halved(halve(picture, look.halvings))).all()
