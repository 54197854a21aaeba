"""A board of which nothing was shown is never read surely wrong, whatever is printed on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.finding.discs import fit_corners
from calibration.learning.learn import trust_board
from hardware.board import Board
from hardware.boardfile import parse_board
from hardware.ports import Picture
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model
from tests.amounts import sampled

_SURE = 0.99
"""Of answers above this at most one in a thousand may be wrong."""
_SQUARE = 50
"""Millimetres, and pixels of the board as it is drawn."""
_MATERIALS = {
    "tan and green": ((105, 150, 185), (45, 62, 28), (60, 58, 74), (185, 225, 240)),
    "maple and walnut": ((150, 195, 220), (40, 60, 95), (35, 50, 80), (160, 205, 225)),
    "white and black": ((225, 230, 232), (38, 36, 35), (45, 40, 40), (190, 200, 235)),
}
"""Blue, green and red of pale squares, dark squares, dark men and pale men."""


def _board(dark: tuple[int, ...], pale: tuple[int, ...]) -> Board:
    """Return draughts whose file says the colours of men only, and no squares."""
    places = "\n".join(
        f'[[places]]\nname = "{"abcdefgh"[file]}{rank + 1}"\nkind = "space"\n'
        f"x_mm = {_SQUARE * file + 25}.0\ny_mm = {_SQUARE * rank + 25}.0\nradius_mm = 22.0"
        for rank in range(8)
        for file in range(8)
    )
    black, white = ("#" + "".join(f"{part:02x}" for part in man[::-1]) for man in (dark, pale))
    return parse_board(
        'name = "draughts"\ngame = "none"\nsize_mm = [400.0, 400.0]\n[pieces.man]\n'
        f'colours = {{ white = "{white}", black = "{black}" }}\neach = 12\n'
        "height_mm = 9.0\ndiameter_mm = 34.0\n" + places,
        source="draughts",
    )


def _start(board: Board) -> dict[str, str]:
    """Return men on the dark squares of the first and last three ranks."""
    dark = [n for n, _ in enumerate(board.places) if (n // 8 + n % 8) % 2]
    men = dict.fromkeys(dark[:12], "white") | dict.fromkeys(dark[-12:], "black")
    return {board.places[number].name: colour for number, colour in men.items()}


def _draw(name: str, board: Board, men: dict[str, str], seed: int) -> Picture:
    """Return the board from above on a grey table, lit from one side, with a camera's noise."""
    rng = np.random.default_rng(seed)
    pale, dark, black, white = _MATERIALS[name]
    chequer = np.indices((8, 8)).sum(axis=0) % 2 == 1
    squares = np.kron(chequer, np.ones((_SQUARE, _SQUARE))) > 0
    flat = np.where(squares[..., None], dark, pale).astype(np.float32)
    flat *= 1 + 0.03 * cv2.GaussianBlur(rng.normal(0, 8, flat.shape[:2]), (0, 0), 4)[..., None]
    for place in board.places:
        if place.name in men:
            colour = {"white": white, "black": black}[men[place.name]]
            x, y = (int(value + rng.uniform(-3, 3)) for value in (place.x_mm, place.y_mm))
            cv2.circle(flat, (x + 2, y + 2), 17, [0.5 * part for part in dark], -1, cv2.LINE_AA)
            cv2.circle(flat, (x, y), 17, colour, -1, cv2.LINE_AA)
            cv2.circle(flat, (x, y), 10, [0.8 * part for part in colour], 1, cv2.LINE_AA)
    flat *= np.linspace(0.75, 1.05, 8 * _SQUARE, dtype=np.float32)[:, None]
    picture = np.full((720, 960, 3), 120, dtype=np.float32)
    picture[60:660, 180:780] = cv2.resize(flat, (600, 600), interpolation=cv2.INTER_LINEAR)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + rng.normal(0, 2.5, picture.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8)


def _read(board: Board, picture: Picture) -> Reading:
    reader = BoardReader(Model(trust_board(board)), still_frames=1)
    corners = [(180, 60), (780, 60), (780, 660), (180, 660)]
    reader.aim(fit_corners(picture, corners, board))
    return reader.examine(picture)[2]


@sampled(3)
@pytest.mark.parametrize("name", _MATERIALS)
def test_empty_squares_of_two_materials_are_never_surely_men(name: str) -> None:
    """Their bare look is guessed from all squares alike, which is wrong for half of them."""
    board = _board(*_MATERIALS[name][2:])
    men = _start(board)
    places = _read(board, _draw(name, board, men, 3)).places
    sure = [one for one in places if not one.covered and one.probability > _SURE]
    wrong = {one.place: (one.best, one.probability) for one in sure}
    assert not {at: told for at, told in wrong.items() if told[0] != men.get(at, "")}
