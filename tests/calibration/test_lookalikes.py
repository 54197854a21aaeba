"""What hidden places look like, as their lookalikes show it, and where lookalikes tell nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from calibration.camera.silhouettes import Mask
from calibration.taught.lookalikes import fill_from_lookalikes
from hardware.board import Board, BoardPlace, PieceKind
from hardware.ports import Picture

SIDE, PITCH = 6, 50
PX = 2.5
RADIUS = 15
"""Of a piece as it is stated, in millimetres."""


@dataclass(frozen=True, slots=True)
class Table:
    """A board from above: bare, as it is seen, and where it is hidden as far as is known."""

    board: Board
    bare: Picture
    seen: Picture
    hidden: Mask

    def error(self, part: Mask) -> float:
        """Return by how many grey levels the guess is wrong in a part of the board, mostly."""
        filled = fill_from_lookalikes(self.board, self.seen, ~self.hidden, self.hidden)
        wrong = np.abs(filled.flat.astype(int) - self.bare).max(axis=2)[part]
        return float(np.quantile(wrong, 0.9))

    def share_told(self, part: Mask) -> float:
        """Return how much of a part of the board is told."""
        filled = fill_from_lookalikes(self.board, self.seen, ~self.hidden, self.hidden)
        return float((filled.bare[part] > 0).mean())

    def share_doubted(self, part: Mask) -> float:
        """Return how much of a part of the board may be what pieces reach over."""
        filled = fill_from_lookalikes(self.board, self.seen, ~self.hidden, self.hidden)
        return float(filled.doubted[part].mean())


def lay_board() -> Board:
    """Return a board of squares that its file does not tell apart."""
    places = tuple(
        BoardPlace(f"{x}.{y}", "space", 25 + PITCH * (x + 0.5), 25 + PITCH * (y + 0.5), 22.0)
        for y in range(SIDE)
        for x in range(SIDE)
    )
    man = PieceKind({"red": "#c02020"}, 20.0, 2.0 * RADIUS)
    size = float(SIDE * PITCH + 50)
    return Board("Squares", (size, size), places, {"man": man})


def paint_squares(tones: Mapping[int, tuple[int, int, int]]) -> Picture:
    """Return a framed board of two squares in turn, in a light that falls off to one side."""
    side = round((SIDE * PITCH + 50) * PX)
    picture = np.full((side, side, 3), (30, 60, 90), dtype=np.float64)
    for y in range(SIDE):
        for x in range(SIDE):
            left, top = (round((25 + PITCH * k) * PX) for k in (x, y))
            wide = round(PITCH * PX)
            picture[top : top + wide, left : left + wide] = tones[(x + y) % 2]
    picture *= np.linspace(1.0, 0.7, side)[None, :, None]
    noise = np.random.default_rng(0).normal(0, 3, picture.shape)
    return np.asarray((picture + noise).clip(0, 255), dtype=np.uint8)


def stand(bare: Picture, rows: tuple[int, ...], *, taller_mm: float = 0.0) -> Table:
    """Return a board with men on these rows; the tops of taller ones are seen above them."""
    board, seen, hidden = lay_board(), bare.copy(), np.zeros(bare.shape[:2], np.uint8)
    for place in board.places:
        if int(place.name.split(".")[1]) in rows:
            at = round(place.x_mm * PX), round(place.y_mm * PX)
            top = at[0], at[1] - round(taller_mm * PX)
            cv2.circle(seen, top, round(RADIUS * PX), (32, 32, 192), -1)
            cv2.circle(hidden, at, round((RADIUS + 2) * PX), 1, -1)
            cv2.circle(seen, at, round(RADIUS * PX), (32, 32, 192), -1)
    return Table(board, bare, seen, hidden > 0)


@pytest.fixture
def squares() -> Picture:
    """Return brown and pale squares."""
    return paint_squares({0: (60, 90, 140), 1: (150, 190, 220)})


def test_squares_under_men_look_like_the_bare_squares_of_their_colour(squares: Picture) -> None:
    """Nothing but the picture tells brown squares from pale ones; the light falls off."""
    table = stand(squares, (0, 1, 4, 5))
    assert table.share_told(table.hidden) > 0.95
    assert table.error(table.hidden) < 20


def test_men_taller_than_stated_are_no_part_of_the_board(squares: Picture) -> None:
    """Their tops are seen beside what they are said to hide: lookalikes show what lies beneath."""
    table = stand(squares, (0, 1, 4, 5), taller_mm=8)
    beside = (np.abs(table.seen.astype(int) - table.bare).max(axis=2) > 30) & ~table.hidden
    assert beside.mean() > 0.01
    assert table.error(beside) < 20


@pytest.fixture
def half_map(squares: Picture) -> Picture:
    """Return squares, of which those in two columns have their own art and so no lookalikes."""
    coarse = np.random.default_rng(3).integers(20, 236, (36, 9, 3)).astype(np.uint8)
    left, right = round(125 * PX), round(225 * PX)
    size = right - left, len(squares)
    mixed = squares.copy()
    mixed[:, left:right] = cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC)
    return mixed


def test_tops_that_no_like_tells_of_are_doubted(half_map: Picture) -> None:
    """Where men are taller than stated, what they reach over is doubted if nothing tells of it."""
    table = stand(half_map, (0, 1, 4, 5), taller_mm=18)
    top = (np.abs(table.seen.astype(int) - table.bare).max(axis=2) > 30) & ~table.hidden
    top[: round(30 * PX)] = top[round(125 * PX) :] = False
    top[:, : round(130 * PX)] = top[:, round(220 * PX) :] = False
    assert top.sum() > 500
    assert table.share_doubted(top) > 0.95


def test_beside_men_as_tall_as_stated_the_board_is_known(half_map: Picture) -> None:
    """Nothing is in doubt where no top is seen beside what men are said to hide."""
    table = stand(half_map, (0, 1, 4, 5))
    assert table.share_doubted(~table.hidden) == 0


def test_spaces_with_their_own_art_tell_nothing_of_each_other() -> None:
    """On a map no space is like another: what stands on one hides what nobody knows."""
    rng = np.random.default_rng(3)
    coarse = rng.integers(20, 236, (36, 36, 3)).astype(np.uint8)
    side = round((SIDE * PITCH + 50) * PX)
    bare = np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)
    table = stand(bare, (0, 1, 4, 5))
    assert table.share_told(table.hidden) < 0.02


def test_squares_of_which_none_is_bare_stay_unknown(squares: Picture) -> None:
    """With a man on every square no square shows what lies beneath."""
    table = stand(squares, tuple(range(SIDE)))
    assert table.share_told(table.hidden) == 0


def test_what_was_seen_bare_stays_as_it_was_seen(squares: Picture) -> None:
    """A mark on a bare square and the frame beside the squares are no mistake."""
    marked = squares.copy()
    cv2.circle(marked, (round(175 * PX), round(175 * PX)), 12, (255, 255, 255), -1)
    table = stand(marked, (0, 5))
    filled = fill_from_lookalikes(table.board, table.seen, ~table.hidden, table.hidden)
    inner = np.zeros(table.hidden.shape, np.bool_)
    inner[round(140 * PX) : round(210 * PX)] = True
    frame = np.ones(table.hidden.shape, np.bool_)
    edge = round(20 * PX)
    frame[edge:-edge, edge:-edge] = False
    for part in (inner, frame):
        assert (filled.flat[part] == table.seen[part]).all()
