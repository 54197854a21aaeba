"""What an empty board looks like is guessed from places that look alike."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from calibration.finding.discs import fit_corners
from calibration.learning.learn import trust_board
from calibration.surfaces.light import Map
from calibration.taught.lookalikes import group_alike
from hardware.board import Board, BoardPlace, PieceKind, Printed
from hardware.boardfile import parse_board
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Lost, Still
from tablet_companion.vision.scene import Model
from tablet_companion.vision.uncalibrated.guess import guess

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
    lit = 0.9 * flat * (1 + lamp * (0.5 - columns / 200))[..., None]
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


def _names(board: Board, numbers: range, score: float) -> dict[str, float]:
    """Return the same score for some of the places."""
    return {board.places[number].name: score for number in numbers}


def test_where_most_places_are_taken_what_looks_least_like_pieces_is_empty() -> None:
    """Eight of twelve places with pieces on them: the other four tell what is below them all."""
    board = _board()
    scores = _names(board, range(8), 20.0) | _names(board, range(8, SPACES), -30.0)
    made = guess(_picture(board, 8, 0.0), board, None, scores)
    known, _ = made.at(np.array([(place.x_mm, place.y_mm) for place in board.places]))
    assert (known.max(axis=1) - known.min(axis=1)).max() < 25


def test_places_are_not_known_by_themselves() -> None:
    """The only one of its kind may be a piece that was missed: it tells nothing of itself."""
    board = _board()
    scores = _names(board, range(SPACES - 1), 20.0) | _names(board, range(SPACES - 1, SPACES), -9.0)
    made = guess(_picture(board, SPACES - 1, 0.0), board, None, scores)
    known, _ = made.at(np.array([(place.x_mm, place.y_mm) for place in board.places]))
    assert (known[-1] < 0).all()
    assert (known[:-1] > 0).all()


def test_where_every_place_looks_like_a_piece_nothing_is_known() -> None:
    """A full nest tells nothing of what is under its pieces."""
    board = _board()
    made = guess(_picture(board, SPACES, 0.0), board, None, _names(board, range(SPACES), 20.0))
    known, _ = made.at(np.array([(place.x_mm, place.y_mm) for place in board.places]))
    assert (known < 0).all()


def test_what_is_hidden_tells_nothing() -> None:
    """Where a dark sleeve is over eight of twelve places, the others tell what all look like."""
    board = _board()
    flat = _picture(board, 0, 0.0)
    hidden = np.zeros(flat.shape[:2], dtype=np.bool_)
    hidden[:, 65:] = True
    flat[hidden] = (80, 40, 40)
    scores = _names(board, range(SPACES), -30.0)
    made = guess(flat, board, hidden, scores)
    known, _ = made.at(np.array([(place.x_mm, place.y_mm) for place in board.places]))
    assert (known.max(axis=1) - known.min(axis=1)).max() < 25


def test_a_hard_shadow_is_light_and_no_colour() -> None:
    """With 0.4 of the light left on one half of the board, all places look alike and pale."""
    board = _board()
    flat = _picture(board, 0, 0.0)
    flat[:, 95:] *= 0.4
    made = guess(flat, board)
    middles = np.array([(place.x_mm, place.y_mm) for place in board.places])
    known, _ = made.at(middles)
    assert known.min() > 150
    gain = made.light.at(middles)[0].mean(axis=1)
    assert gain[5] / gain[0] == pytest.approx(0.4, abs=0.1)


def test_a_picture_of_another_size_is_not_read_by_the_corners_of_the_last_one() -> None:
    """A camera plugged in again may send other sizes: the board was read where it no longer was."""
    board = _board()
    reader = BoardReader(Model(trust_board(board)), still_frames=1)
    flat = cv2.resize(_picture(board, 0, 0.0).astype(np.uint8), None, fx=4, fy=4)
    picture = np.full((720, 1000, 3), 90, dtype=np.uint8)
    picture[80:640, 100:900] = flat
    corners = [(100, 80), (900, 80), (900, 640), (100, 640)]
    reader.aim(fit_corners(picture, corners, board))
    assert isinstance(reader.look(picture), Still)
    seen = reader.look(np.ascontiguousarray(picture[::2, ::2]))
    assert isinstance(seen, Lost)
    assert "give its corners" in seen.reason
    assert isinstance(reader.look(picture), Still)


def test_places_of_another_print_are_not_alike() -> None:
    """A disc says nothing of how an empty square looks, though both are spaces of one size."""
    spots: list[tuple[float, Printed]] = [(10.0, "disc"), (30.0, "square"), (50.0, "disc")]
    places = tuple(
        BoardPlace(str(x_mm), "space", x_mm, 20.0, 7.5, printed=printed) for x_mm, printed in spots
    )
    pawn = PieceKind({"red": "#c02020"}, 28.0, 13.0)
    board = Board(name="mixed", size_mm=(60.0, 40.0), places=places, pieces={"pawn": pawn})
    assert [[place.printed for place in group] for group in group_alike(board)] == [
        ["disc", "disc"],
        ["square"],
    ]
