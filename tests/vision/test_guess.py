"""What an empty board looks like is guessed from places that look alike."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from calibration.light import Map
from hardware.board import Board, parse_board
from tablet_companion.vision.guess import guess

SPACES = 12


def _board() -> Board:
    places = "\n".join(
        f'[[places]]\nname = "T{number}"\nkind = "space"\nx_mm = {20 + 30 * (number % 6)}.0\n'
        f"y_mm = {30 + 80 * (number // 6)}.0\nradius_mm = 8.0"
        for number in range(SPACES)
    )
    return parse_board(
        'name = "track"\ngame = "none"\nsize_mm = [200.0, 140.0]\n[pieces.pawn]\n'
        'colours = { red = "#c02020" }\nheight_mm = 20.0\ndiameter_mm = 12.0\n' + places,
        source="track",
    )


def _picture(board: Board, occupied: int, lamp: float) -> Map:
    """Return it as seen from above: pale discs on a dark ground, some red, lit from the left."""
    flat = np.full((140, 200, 3), 60.0, dtype=np.float32)
    rows, columns = np.mgrid[0:140, 0:200] + 0.5
    for number, place in enumerate(board.places):
        disc = np.hypot(columns - place.x_mm, rows - place.y_mm) <= place.radius_mm + 1
        flat[disc] = (30, 30, 190) if number < occupied else (210, 210, 210)
    lit = flat * (1 + lamp * (0.5 - columns / 200))[..., None]
    return np.asarray(lit, dtype=np.float32)


@pytest.mark.parametrize("lamp", [0.0, 0.6])
@pytest.mark.parametrize("occupied", [0, 4])
def test_the_empty_place_is_guessed_under_pieces_and_lamps(lamp: float, occupied: int) -> None:
    """With a third of the places occupied and a lamp at one side, each place is known empty."""
    board = _board()
    made = guess(_picture(board, occupied, lamp), board)
    middles = np.array([(place.x_mm, place.y_mm) for place in board.places])
    known, texture = made.at(middles)
    assert known.std(axis=0).max() < 6
    assert (known.max(axis=1) - known.min(axis=1)).max() < 25
    assert texture.max() < 25
    beside, _ = made.at(np.array([[100.0, 70.0]]))
    assert (beside < 0).all()
    gain, _ = made.light.at(middles)
    bright = gain[:, 1] / gain[:, 1].mean()
    wanted = 1 + lamp * (0.5 - middles[:, 0] / 200)
    assert bright == pytest.approx(wanted / wanted.mean(), abs=0.12)


def test_a_larger_place_of_the_same_kind_does_not_hide_the_others() -> None:
    """Places are compared with those of their own size; one larger place leaves them known."""
    board = _board()
    large = msgspec.structs.replace(board.places[-1], radius_mm=12.0)
    board = msgspec.structs.replace(board, places=(*board.places[:-1], large))
    made = guess(_picture(board, 0, 0.0), board)
    middles = np.array([(place.x_mm, place.y_mm) for place in board.places])
    known, _ = made.at(middles)
    assert (known[:-1] > 0).all()
    assert (known[-1] < 0).all()
