"""``tablet-companion calibrate``: learn from labelled pictures, or trust our own print."""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.camera.intrinsics import read_lenses
from calibration.taught.model import write_calibration
from tablet_companion.commands._outputs import CALIBRATION, require_output
from tablet_companion.setup.teaching.labelled import Teacher


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    board = parser.add_mutually_exclusive_group(required=True)
    board.add_argument("--board", type=Path, metavar="BOARD.toml", help="the board file")
    board.add_argument(
        "--printed", metavar="GAME", help="a board and cards made by 'print'; needs no pictures"
    )
    add("--labelled", type=Path, metavar="TRUTH.jsonl", help="the labels")
    add("--lens", type=Path, metavar="LENS.json", help="the lenses measured by 'lens'")
    add("--out", type=Path, required=True, metavar="CAL.json", help="where to write")


def run(arguments: argparse.Namespace) -> int:
    """Learn, say what was learnt and how sure it is, and write the calibration."""
    sources = (arguments.board, arguments.labelled, arguments.lens)
    require_output(arguments.out, CALIBRATION, sources)
    teacher = Teacher(read_lenses(arguments.lens) if arguments.lens else ())
    if arguments.printed is not None:
        calibration = teacher.learn_print(arguments.printed, arguments.labelled)
    else:
        calibration = teacher.learn_board(arguments.board, arguments.labelled)
    write_calibration(calibration, arguments.out)
    print(f"Written: {arguments.out}")
    return 0
