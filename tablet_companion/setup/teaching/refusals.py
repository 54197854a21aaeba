"""Refuses to learn a board from pictures that contradict themselves, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from calibration.errors import CalibrationError
from calibration.finding.fiducials import MIRRORED, is_mirrored
from calibration.learning.learn import Learnt
from calibration.learning.placing import Lesson
from hardware.board import Board
from tablet_companion.setup.checks.compared import Compared
from tablet_companion.setup.checks.turned import find_turned
from tablet_companion.setup.checks.ways import say_mend

_MAX_WRONG: Final = 0.5
"""A poor camera misreads some places; corners in the wrong order make most of them wrong."""
MAX_NAMED: Final = 8
"""The number of contradictions that are named; more mean that something else is wrong."""


def require_unmirrored(board: Board, learnt: Learnt) -> None:
    """Refuse pictures that mirror the board's printed markers; raises CalibrationError.

    By corners such a picture is placed all the same, and its pieces then seem to have each other's
    colours. A board without markers tells nothing here.
    """
    for lesson in (each.lesson for each in learnt.placed):
        if is_mirrored(lesson.picture, (board,)):
            raise CalibrationError(f"{lesson.label.file}: {MIRRORED} Nothing was written.")


def require_one_way(board: Board, learnt: Learnt) -> None:
    """Refuse pictures that show the board turned against others; raises CalibrationError."""
    turned = find_turned(board, learnt.placed)
    if turned is not None:
        file, other = (each.lesson.label.file for each in (turned.placed, turned.other))
        raise CalibrationError(
            f"The board's print lies {turned.how} in {file}, beside {other}. Nothing was written: "
            "give the corners of both from the board's own top left, in pictures that are not "
            "mirrored."
        )


def require_pieces(compared: list[Compared]) -> None:
    """Refuse labels that other pictures contradict; raises CalibrationError."""
    for each in compared:
        wrong = each.missing or each.strange
        if wrong:
            raise CalibrationError(
                f"{each.placed.lesson.label.file} contradicts other pictures at {len(wrong)} "
                f"places: {wrong[0]} "
                + ("looks as bare as there" if each.missing else "looks as if a piece stood there")
                + f", and is labelled {each.placed.lesson.label.pieces.get(wrong[0], 'empty')}. "
                + (
                    _say_ways(each.ways)
                    if each.ways
                    else "Nothing was written: does each label belong to its picture, and do its "
                    "corners, is nothing in front of the board, and was it empty where it is "
                    "labelled so?"
                )
            )
        require_way(each.placed.lesson, each.ways)


def require_way(lesson: Lesson, ways: Sequence[str]) -> None:
    """Refuse a label that fits if the board lies otherwise; raises CalibrationError."""
    if ways:
        raise CalibrationError(f"{lesson.label.file} contradicts its label. {_say_ways(ways)}")


def _say_ways(ways: Sequence[str]) -> str:
    return (
        f"The label fits if the board lies {' or '.join(ways)} there. Nothing was written: "
        f"{say_mend(ways)}."
    )


def require_present(lesson: Lesson, absent: Sequence[str]) -> None:
    """Refuse a label most of whose pieces are not there; raises CalibrationError.

    Pieces where none is labelled are only named: some of a board's spaces may be printed otherwise.
    """
    if absent:
        raise CalibrationError(
            f"{lesson.label.file}: {len(absent)} places look bare, beside the picture's other "
            f"places, and are labelled with a piece: {list_places(absent)}. Nothing was written: "
            "does the label belong to this picture, and do its corners?"
        )


def list_places(places: Sequence[str]) -> str:
    """Return the names of places, the first ones of many."""
    named = ", ".join(places[:MAX_NAMED])
    return f"{named}, …" if len(places) > MAX_NAMED else named


def require_found(pictures: int, unfound: int) -> None:
    """Refuse a calibration that misses the board in most pictures; raises CalibrationError."""
    if unfound > _MAX_WRONG * pictures:
        raise CalibrationError(
            f"With what was learnt, the board was not found again in {unfound} of the {pictures} "
            "pictures, so nothing was written: are the corners exactly on the board's corners, "
            "and is its size right?"
        )


def require_agreement(checked: int, wrong: int) -> None:
    """Refuse a calibration that contradicts most labels; raises CalibrationError."""
    if wrong > _MAX_WRONG * checked:
        raise CalibrationError(
            f"What was learnt contradicts the labels at {wrong} of {checked} places, so nothing "
            "was written: are the corners in the right order, and do the labels belong to the "
            "pictures?"
        )
