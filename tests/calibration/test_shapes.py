"""How pieces look is told from pictures, where the board's file is wrong of it."""

from __future__ import annotations

import dataclasses

import cv2
import msgspec
import numpy as np
import pytest

from calibration.camera.lens import Pose
from calibration.camera.sampling import make_grid
from calibration.camera.silhouettes import Silhouette, Stance
from calibration.learning.shapes import Shape, View, learn_shapes, reshape_board
from hardware.board import Board
from hardware.boardfile import parse_board, require_sound
from hardware.simulated.optics import overhead

_PX_PER_MM = 1.25
_BOARD = parse_board(
    """
name = "Points"
size_mm = [300.0, 300.0]
[pieces.pawn]
colours = {red = "#c02020"}
height_mm = 40.0
diameter_mm = 16.0
"""
    + "".join(
        f'[[places]]\nname = "P{x}{y}"\nkind = "point"\nx_mm = {60 * x + 30}.0\n'
        f"y_mm = {60 * y + 30}.0\nradius_mm = 9.0\n"
        for x in range(5)
        for y in range(5)
    )
)


def _view(board: Board, height_mm: float, diameter_mm: float) -> View:
    """Return a picture from above of red pieces of this shape on a grey board."""
    camera = overhead(board, size=(960, 720), height_mm=450.0)
    pose = Pose((*camera.rvec, *camera.tvec_mm, camera.focal_px, camera.k1), camera.size)
    kind = msgspec.structs.replace(board.pawn, height_mm=height_mm, diameter_mm=diameter_mm)
    shape, grid = Silhouette(kind, pose), make_grid(board.size_mm, _PX_PER_MM)
    bare = np.full((*grid.shape[:2], 3), 140, dtype=np.uint8)
    seen = bare.copy()
    pieces = {place.name: "red" for place in board.places[::2]}
    for name in pieces:
        foot = np.array([board.by_name[name].x_mm, board.by_name[name].y_mm])
        hidden = shape.cover(grid.reshape(-1, 2), foot, Stance.UP, halo_mm=0.0)
        seen[hidden.reshape(grid.shape[:2])] = (40, 40, 190)
    return View(pose, seen, bare, pieces, _PX_PER_MM)


@pytest.mark.parametrize(("height_mm", "diameter_mm"), [(24.0, 16.0), (40.0, 12.8), (52.0, 19.2)])
def test_a_shape_that_the_file_has_wrong_is_learnt(height_mm: float, diameter_mm: float) -> None:
    """Heights from 60 to 130 % and widths from 80 to 120 % are told within a tenth."""
    shape = learn_shapes(_BOARD, [_view(_BOARD, height_mm, diameter_mm)])["pawn"]
    assert shape.height_mm == pytest.approx(height_mm, rel=0.11)
    assert shape.diameter_mm == pytest.approx(diameter_mm, rel=0.11)


def test_an_outline_at_the_limit_of_what_is_tried_is_not_believed() -> None:
    """Such pieces are of several shapes, or something beside them changed, too."""
    assert learn_shapes(_BOARD, [_view(_BOARD, 40.0, 24.0)]) == {}
    assert learn_shapes(_BOARD, [_view(_BOARD, 10.0, 16.0)]) == {}


def test_neither_shadows_nor_blur_make_a_piece_wider() -> None:
    """On dark ground, where a shadow changes as much as a piece does, the file stays right."""
    view = _view(_BOARD, 40.0, 16.0)
    there = (view.flat != view.bare).any(axis=2).astype(np.uint8)
    by = [np.array([[1.0, 0, 0.4 * step], [0, 1, step]]) for step in range(14)]
    shaded = np.max([cv2.warpAffine(there, one, there.shape[::-1]) for one in by], axis=0)
    flat = np.where(there[..., None] > 0, view.flat, 80)
    flat = np.where((shaded > there)[..., None], flat * 0.55, flat).astype(np.uint8)
    soft = np.asarray(cv2.GaussianBlur(flat, (0, 0), 2.5), dtype=np.uint8)
    bare = np.full_like(view.bare, 80)
    assert learn_shapes(_BOARD, [dataclasses.replace(view, flat=soft, bare=bare)]) == {}


def test_a_file_that_is_right_is_left_alone() -> None:
    """Nothing is said of pieces that look as they are described."""
    assert learn_shapes(_BOARD, [_view(_BOARD, 40.0, 16.0)]) == {}


def test_a_learnt_shape_makes_a_sound_board() -> None:
    """A piece narrower than stated has a narrower cap and face: else the file would be refused."""
    pawn = msgspec.structs.replace(
        _BOARD.pawn, marker_diameter_mm=12.0, face="#ffffff", face_diameter_mm=14.0
    )
    board = msgspec.structs.replace(_BOARD, pieces={"pawn": pawn})
    learnt = reshape_board(board, {"pawn": Shape(40.0, 12.8, 8, 0.1)})
    require_sound(learnt)
    assert learnt.pawn.cap_diameter_mm == pytest.approx(9.6)
    assert learnt.pawn.face_diameter_mm == pytest.approx(11.2)
