"""Whether a chessboard lies as its places are named: a1 is dark. Pure.

Corners a quarter round, and a camera that mirrors, exchange dark squares and light ones. Of a bare
board, and of chessmen, which stand alike from both sides, nothing else tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.learning.placing import PosedLesson
from hardware.board import Board
from tablet_companion.setup.checks.seen_colours import cut, look_at_print


@dataclass(frozen=True, slots=True)
class Tuning:
    """When squares are told apart. Chosen by hand; held by tests/setup/test_ways.py."""

    pairs_min: int = 12
    """The least number of neighbouring squares, both bare."""
    agreeing: float = 0.9
    """Share of these pairs in which the square that should be dark must be the lighter one."""
    levels: float = 8.0
    """Levels of 8-bit lightness by which it must be, in the middle of all pairs."""
    reach: float = 0.5
    """Share of a place's radius that is looked at."""


TUNING: Final = Tuning()
_CHESS: Final = re.compile(r"([a-h])([1-8])", re.IGNORECASE)


def ask_of_squares(board: Board, placed: Sequence[PosedLesson]) -> Iterator[str]:
    """Yield a question if a1 is a light square of a board named as a chessboard."""
    squares = _read_squares(board)
    if len(squares) != 64 or not placed:
        return
    first = min(placed, key=lambda each: len(each.lesson.label.pieces))
    label = first.lesson.label
    seen = _measure_bare(board, first, squares)
    seen[1::2, ::2] *= -1
    seen[::2, 1::2] *= -1  # so that neighbours differ by their sum
    apart = np.concatenate([(seen[1:] + seen[:-1]).ravel(), (seen[:, 1:] + seen[:, :-1]).ravel()])
    apart = apart[~np.isnan(apart)]
    if len(apart) < TUNING.pairs_min or np.median(apart) < TUNING.levels:
        return
    if (apart > 0).mean() >= TUNING.agreeing:
        yield (
            f"{label.file}: {squares[0, 0]} is a light square there, and on a chessboard it is a "
            "dark one. Give the corners from the board's own top left, in a picture that is not "
            "mirrored; if the board is played so, all is well."
        )


def _measure_bare(
    board: Board, posed: PosedLesson, squares: Mapping[tuple[int, int], str]
) -> NDArray[np.float64]:
    """Return the lightness of a picture's bare squares, by column and row; NaN of the others."""
    label = posed.lesson.label
    light = look_at_print(posed.lesson.picture, posed.pose, board.size_mm)[..., 0]
    seen = np.full((8, 8), np.nan)
    for at, name in squares.items():
        if name not in label.pieces and name not in label.occluded:
            place = board.by_name[name]
            seen[at] = np.median(light[cut(place, TUNING.reach * place.radius_mm)])
    return seen


def _read_squares(board: Board) -> Mapping[tuple[int, int], str]:
    """Return the places that are named as on a chessboard, by column and row from a1."""
    named = {place.name: _CHESS.fullmatch(place.name) for place in board.places}
    return {
        ("abcdefgh".index(found[1].lower()), int(found[2]) - 1): name
        for name, found in named.items()
        if found
    }
