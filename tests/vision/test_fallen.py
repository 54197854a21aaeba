"""A fallen piece is looked at wherever it lies, and whatever the size of the board."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from calibration.surfaces.appearance import take_nominal
from tablet_companion.kit import printed
from tablet_companion.vision.objects.fallen import fallen_piece, make_spot
from tablet_companion.vision.places.sites import MAP_PX_PER_MM


@pytest.mark.parametrize("size_mm", [(300, 401), (401, 300), (301, 401), (401, 401)])
def test_a_spot_at_the_rim_of_a_board_of_odd_millimetres_is_looked_at(
    size_mm: tuple[int, int],
) -> None:
    """The map is half as fine, so the last row or column of the board has no point in it."""
    board = printed.board("agent_dog")
    columns, rows = (round(side * MAP_PX_PER_MM) for side in size_mm)
    mask = np.zeros((rows, columns), dtype=np.bool_)
    mask[-14:-2, -14:-2] = True
    flat = np.full((size_mm[1], size_mm[0], 3), 200, dtype=np.float32)
    bare = np.full((rows, columns, 3), 200, dtype=np.float32)
    light = np.ones(3, np.float32), np.zeros(3, np.float32)
    assert fallen_piece(board, take_nominal(board), make_spot(mask), flat, light, bare) is None


def test_pure_black_is_no_hue() -> None:
    """Colours were divided by the length of a piece's, which black has none of."""
    board = printed.board("agent_dog")
    kind = msgspec.structs.replace(
        board.pieces["pawn"], colours={"black": "#000000"}, hidden=None, marker_diameter_mm=None
    )
    board = msgspec.structs.replace(board, pieces={"pawn": kind})
    assert kind.coloured_all_over
    mask = np.zeros((100, 100), dtype=np.bool_)
    mask[40:50, 40:55] = True
    flat, bare = (np.full((side, side, 3), 200, dtype=np.float32) for side in (200, 100))
    light = np.ones(3, np.float32), np.zeros(3, np.float32)
    with np.errstate(all="raise"):
        assert fallen_piece(board, take_nominal(board), make_spot(mask), flat, light, bare) is None
