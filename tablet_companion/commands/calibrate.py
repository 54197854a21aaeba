"""``tablet-companion calibrate``: learn from labelled pictures, or trust our own print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import msgspec

from calibration.errors import CalibrationError
from calibration.intrinsics import Lens, read_lenses
from calibration.learn import Learnt, require_pictures, trust_print
from calibration.model import REFERENCE_PX_PER_MM, Calibration, write_calibration
from calibration.placing import Lesson
from calibration.truth import Label, check_labels, read_labels
from hardware.board import Board, read_board
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from hardware.printing.raster import board_picture
from tablet_companion.commands._outputs import require_output
from tablet_companion.kit import printed
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board

_MOST_WRONG: Final = 0.5
"""A poor camera misreads some places; corners in the wrong order make most of them wrong."""
_SAID: Final = 8
"""So many places that contradict a label are named; after that something else is amiss."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    board = parser.add_mutually_exclusive_group(required=True)
    board.add_argument("--board", type=Path, metavar="BOARD.toml", help="the board's file")
    board.add_argument(
        "--printed", metavar="GAME", help="the board and cards that 'print' made; needs no pictures"
    )
    parser.add_argument("--labelled", type=Path, metavar="TRUTH.jsonl", help="labelled pictures")
    parser.add_argument(
        "--lens", type=Path, metavar="LENS.json", help="the lenses that 'lens' measured"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="CAL.json")


def run(arguments: argparse.Namespace) -> int:
    """Learn, say what was learnt and how sure it is, and write the calibration."""
    sources = (arguments.board, arguments.labelled, arguments.lens)
    require_output(arguments.out, b"{", sources)
    lenses = read_lenses(arguments.lens) if arguments.lens else ()
    calibration = _printed(arguments, lenses) if arguments.printed else _own(arguments, lenses)
    write_calibration(calibration, arguments.out)
    sys.stdout.write(f"Written: {arguments.out}\n")
    return 0


def _printed(arguments: argparse.Namespace, lenses: tuple[Lens, ...]) -> Calibration:
    """Trust the print; labelled pictures of it, where there are any, know its colours better."""
    trusted = msgspec.structs.replace(printed.calibration(arguments.printed), lenses=lenses)
    sys.stdout.write(f"Taken from the print: {trusted.board.name}, its cards and pawns.\n")
    if arguments.labelled is None:
        return trusted
    learnt = _learnt(trusted.board, arguments.labelled, lenses)
    return msgspec.structs.replace(learnt, faces_png=trusted.faces_png | learnt.faces_png)


def _own(arguments: argparse.Namespace, lenses: tuple[Lens, ...]) -> Calibration:
    board = read_board(arguments.board)
    source: Path | None = arguments.labelled
    if source is not None and any(label.role == "calibrate" for label in read_labels(source)):
        return _learnt(board, source, lenses)
    sys.stdout.write("No pictures: colours and art are taken as the board file has them.\n")
    trusted = trust_print(board, board_picture(board, REFERENCE_PX_PER_MM), {})
    return msgspec.structs.replace(trusted, lenses=lenses)


def _learnt(board: Board, source: Path, lenses: tuple[Lens, ...]) -> Calibration:
    labels = read_labels(source)
    check_labels(labels, board, source)
    lessons = _lessons([label for label in labels if label.role == "calibrate"], source)
    learnt = learn_board(board, lessons, board_picture(board, REFERENCE_PX_PER_MM), lenses)
    _say(learnt, lessons)
    return learnt.calibration


def _lessons(labels: list[Label], source: Path) -> list[Lesson]:
    """Read the pictures beside the labels; an unreadable one is warned of and left out."""
    lessons, unread = [], []
    for label in labels:
        try:
            lessons.append(Lesson(label, read_picture(source.parent / label.file)))
        except CompanionError as error:
            unread.append(str(error))
    require_pictures(lessons, unread)
    for sentence in unread:
        sys.stderr.write(f"Warning: {sentence} It was left out.\n")
    return lessons


def _say(learnt: Learnt, lessons: list[Lesson]) -> None:
    for note in learnt.notes:
        sys.stdout.write(f"Learnt {note}.\n")
    for warning in learnt.warnings:
        sys.stderr.write(f"Warning: {warning}\n")
    eye = BoardReader(Model(learnt.calibration), still_frames=1)
    checked = wrong = 0
    for lesson in lessons:
        if lesson.label.hand:
            continue
        places, contradictions = _check(eye, lesson)
        checked += places
        wrong += len(contradictions)
        for contradiction in contradictions[:_SAID]:
            sys.stderr.write(f"Warning: {lesson.label.file}: {contradiction}\n")
        if len(contradictions) > _SAID:
            rest = len(contradictions) - _SAID
            sys.stderr.write(
                f"Warning: {lesson.label.file}: and {rest} places more; are its corners in the "
                "right order, and is the label the right picture's?\n"
            )
    _require_agreement(checked, wrong)
    if checked:
        share = 100 * (1 - wrong / checked)
        sys.stdout.write(
            f"Read back: {checked - wrong} of {checked} places right ({share:.1f} %).\n"
        )


def _require_agreement(checked: int, wrong: int) -> None:
    """Refuse what reads most places otherwise than their labels say; raises CalibrationError."""
    if wrong > _MOST_WRONG * checked:
        raise CalibrationError(
            f"What was learnt contradicts the labels at {wrong} of {checked} places, so it is not "
            "written: are the corners in the right order, and the labels the right pictures'?"
        )


def _check(eye: BoardReader, lesson: Lesson) -> tuple[int, list[str]]:
    """Read a labelled picture with what was learnt; return what contradicts its label."""
    try:
        _, looked, reading = eye.examine(lesson.picture)
    except CompanionError as error:
        return 0, [str(error)]
    found = ["A hand seems to be over the board, and its label says none."] if looked.hand else []
    for sight in reading.places:
        label = lesson.label.pieces.get(sight.place, "")
        if sight.place in lesson.label.occluded or sight.covered or sight.best == label:
            continue
        found.append(f"{sight.place} looks {sight.best or 'empty'}, labelled {label or 'empty'}.")
    return len(reading.places), found
