"""Pieces with a printed face: it lies on their tops, and board files say so."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.boardfile import parse_board
from tools.pictures.raster.boardfile import describe_board
from tools.pictures.raster.paint import ATLAS_CELLS
from tools.pictures.raster.pieces import Face, PieceModel, Stand, print_face
from tools.pictures.raster.world import World, random_world

_HOLE = (0.0, 0.0, 0.0)
_MODEL = PieceModel("disc", 10.0, 4.0, 0.2, 0.1, wooden=False, face=Face(0.7, (1, 2)))


@pytest.mark.parametrize("lean", [0.0, 0.2])
def test_a_face_lies_on_top_inside_the_ring(lean: float) -> None:
    """However the piece stands, its face is as far from the foot as the top, and no wider."""
    stand = Stand((50.0, 30.0), azimuth=1.0, lean=lean)
    (part,) = print_face(_MODEL, stand, 3, _HOLE)
    middle = part.mesh.points[0]
    apart = np.linalg.norm(part.mesh.points[1:] - middle, axis=1)
    assert apart == pytest.approx(7.0, abs=1e-3)
    assert np.hypot(*(middle[:2] - stand.at_mm)) <= 4.1 * np.sin(lean) + 0.01
    assert middle[2] >= 4.0 * np.cos(lean)
    assert part.index == 3


def test_a_face_shows_one_cell_of_the_sheet() -> None:
    """Nothing of the neighbouring cells is printed on it."""
    (part,) = print_face(_MODEL, Stand((0.0, 0.0)), 1, _HOLE)
    cells = np.floor(part.mesh.uv * ATLAS_CELLS)
    assert {tuple(cell) for cell in cells.tolist()} == {(2.0, 1.0)}


def test_a_plain_piece_has_no_face() -> None:
    """Most pieces are as they always were."""
    assert (
        print_face(PieceModel("disc", 10.0, 4.0, 0, 0, wooden=False), Stand((0, 0)), 1, _HOLE) == []
    )


def _printed() -> World:
    return next(w for w in map(random_world, range(30000, 30060)) if w.pieces.models[0].face)


def test_the_board_file_tells_of_the_face() -> None:
    """What is written can be read: the face is narrower than the piece."""
    board = parse_board(describe_board(_printed()))
    (kind,) = board.pieces.values()
    assert kind.face is not None
    assert 0 < kind.face_diameter_mm < kind.diameter_mm
