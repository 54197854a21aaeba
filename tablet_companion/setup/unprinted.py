"""Whether print lies at the places that a board file has: it may be another board's. Pure.

Read back, a board is what it was learnt as, so that the bare board of another game, learnt by the
wrong file, contradicts nothing. What is printed there lies across the file's places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from calibration.placing import PosedLesson
from calibration.symmetry import measure_print
from hardware.board import Board

_CENTRED: Final = 0.24
"""Below this the print is not the file's. Chosen on forty-five drawn boards with their own file, of
which five have less (their print can hardly be seen), and with another's, of which 32 have less. So
it is asked, and nothing refused. Held by tests/setup/test_misteach.py."""
_MIN_FREE: Final = 8
"""Free places; of fewer nothing is said."""


def ask_of_print(board: Board, placed: Sequence[PosedLesson]) -> Iterator[str]:
    """Yield a question if no picture has print in the middle of the board's places.

    Cards on a bare table have none, and without labelled corners it was the print that was found.
    """
    if board.cards or not placed or any(each.lesson.label.corners is None for each in placed):
        return
    centred, file = max((_measure(board, each), each.lesson.label.file) for each in placed)
    if centred < _CENTRED:
        yield (
            f"{file}: No print lies in the middle of the places that the board file has. Is it "
            "this board's file, and are the corners the board's?"
        )


def _measure(board: Board, placed: PosedLesson) -> float:
    """Return how clearly print lies at the places that a picture shows bare; 1 for too few."""
    label = placed.lesson.label
    hidden = {*label.pieces, *label.occluded}
    free = [place for place in board.places if place.name not in hidden]
    if len(free) < _MIN_FREE:
        return 1.0
    return measure_print(placed.lesson.picture, placed.pose, free)
