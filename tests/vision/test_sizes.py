"""Boards need not be of whole millimetres."""

from __future__ import annotations

import tracemalloc

import msgspec
import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
from calibration.learning.learn import learn, trust_board
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.taught.model import REFERENCE_PX_PER_MM
from hardware.board import Board
from hardware.boardfile import parse_board
from hardware.printing.raster import render_board
from hardware.simulated.optics import overhead
from tablet_companion.vision.frame.scan import make_reading, scan
from tablet_companion.vision.scene import Model, make_scene
from tests.amounts import some

_BOARD = parse_board(
    """
name = "Points"
size_mm = [200.0, 200.0]
[pieces.pawn]
colours = {red = "#c02020"}
height_mm = 20.0
diameter_mm = 14.0
"""
    + "".join(
        f'[[places]]\nname = "P{x}{y}"\nkind = "point"\nx_mm = {40 * x + 20}.0\n'
        f"y_mm = {40 * y + 20}.0\nradius_mm = 9.0\n"
        for x in range(5)
        for y in range(5)
    )
)


@pytest.mark.parametrize("width_mm", some([198.3, 199.0, 200.6, 201.2, 203.9], 3))
@pytest.mark.parametrize("pictures", [0, 1])
def test_a_board_of_any_size_is_read(width_mm: float, pictures: int) -> None:
    """Whatever the size rounds to, a picture is read: of a board that was shown, and of another."""
    board: Board = msgspec.structs.replace(_BOARD, size_mm=(width_mm, 200.3))
    calibration = trust_board(board)
    calibration = msgspec.structs.replace(calibration, pictures=pictures)
    camera = overhead(board, size=(640, 480), height_mm=400.0)
    points = np.array([[place.x_mm, place.y_mm] for place in board.places])
    pose = fit_pose(points, camera.project(points), (640, 480)).pose
    model = Model(calibration)
    picture = np.random.default_rng(1).integers(60, 180, (480, 640, 3)).astype(np.uint8)
    scene = make_scene(model, pose)
    looked = scan(model, scene, scene.sample(picture))
    assert len(make_reading(model, looked, None).places) == len(board.places)


def _learn(width_mm: float, height_mm: float) -> Model:
    """Learn a board from one picture of it, as it is drawn and without pieces."""
    board: Board = msgspec.structs.replace(_BOARD, size_mm=(width_mm, height_mm))
    camera = overhead(board, size=(640, 480), height_mm=2 * height_mm)
    points = np.array([[0.0, 0.0], [width_mm, 0.0], [width_mm, height_mm], [0.0, height_mm]])
    corners = tuple((float(x), float(y)) for x, y in camera.project(points))
    picture = np.random.default_rng(1).integers(60, 180, (480, 640, 3)).astype(np.uint8)
    label = Label("empty.png", corners=corners[:4], role="calibrate")  # type: ignore[arg-type]  # four
    drawn = render_board(board, REFERENCE_PX_PER_MM)
    learnt = learn(board, [Lesson(label, picture)], drawn)
    assert len(learnt.calibration.exposures) == 1
    return Model(learnt.calibration)


@pytest.mark.parametrize("width_mm", some([198.3, 200.6, 201.2], 3))
def test_a_board_of_any_size_is_learnt(width_mm: float) -> None:
    """A picture of the empty board teaches it, whatever its drawing's size rounds to."""
    _learn(width_mm, 200.3)


def test_a_large_board_costs_no_more_memory() -> None:
    """Above half a metre a camera shows no more of a board, so that a Pi can learn any."""
    tracemalloc.start()
    _learn(760.3, 760.3)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 110e6  # a board of half a metre takes 93 MB
