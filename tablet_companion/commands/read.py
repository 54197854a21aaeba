"""``tablet-companion read``: what pictures of a board show, a JSON object a line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from calibration.learning.learn import trust_board
from calibration.taught.model import read_calibration
from hardware.board import Board
from hardware.boardfile import read_board
from hardware.errors import CompanionError
from tablet_companion.commands._outputs import DRAWING, name_png, require_output
from tablet_companion.measure.readings import PictureReader

_UNLEARNT: Final = (
    "No picture could be read: without a calibration a board is found only by its printed markers. "
    "Give its corners with --corners TRUTH.jsonl, or learn the board first, as said above."
)
_NONE_FOUND: Final = "No picture could be read: is it the calibration of another board?"

_NOT_DRAWN: Final = "Nothing is drawn in {}: the board was found in no picture."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    board = parser.add_mutually_exclusive_group(required=True)
    board.add_argument("--calibration", type=Path, metavar="CAL.json", help="of the board")
    unseen = "the file of a board without calibration"
    board.add_argument("--board", type=Path, metavar="BOARD.toml", help=unseen)
    add = parser.add_argument
    add("--corners", type=Path, metavar="TRUTH.jsonl", help="labels with the board's corners")
    sequence = "the pictures come from one fixed camera, in order"
    add("--sequence", action="store_true", help=sequence)
    explain = "draw how the last picture was read, and say what counts for and against each piece"
    add("--explain", type=name_png, metavar="OUT.png", help=explain)
    add("pictures", type=Path, nargs="+", metavar="PICTURE", help="what to read")


def tell_lacks(board: Board, path: Path) -> str:
    """Return what is unknown about a board without calibration, and how to teach it."""
    lacks = ["what the board looks like empty", "how its pieces look in this light"]
    if board.discard is not None:
        lacks.append("what its cards look like")
    if board.printed is None and all(place.printed is None for place in board.places):
        lacks.append("what is printed at its places (printed = … in its file)")
    known = f"{', '.join(lacks[:-1])} and {lacks[-1]}"
    return (
        f"{board.name} has not been calibrated: it is not known {known}, so places may be read "
        "wrongly or stay doubtful. Label a picture of the empty board and one with pieces "
        f"(tablet-companion label PICTURES --board {path}), learn them (tablet-companion calibrate "
        f"--board {path} --labelled PICTURES/truth.jsonl --out table.json), and read with "
        "--calibration table.json."
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each picture; the status is 1 if one could not be read.

    It is also 1 if the board was found in none of them.
    """
    sheet: Path | None = arguments.explain
    if sheet is not None:
        require_output(
            sheet, DRAWING, [arguments.calibration, arguments.board, *arguments.pictures]
        )
    if arguments.calibration is not None:
        calibration = read_calibration(arguments.calibration)
    else:
        board = read_board(arguments.board)
        if board.cards is None:  # loose cards are known from their print
            print(f"Warning: {tell_lacks(board, arguments.board)}", file=sys.stderr)
        calibration = trust_board(board)
    if calibration.board.cards is not None and (sheet or arguments.corners):
        raise CompanionError("Loose cards lie on no board: leave out --corners and --explain.")
    reader = PictureReader(calibration, arguments.corners, sheet, sequence=arguments.sequence)
    failed, opened, found = False, False, False
    for answer in reader.read_all(arguments.pictures):
        failed, opened = failed or "error" in answer, opened or "error" not in answer
        found = found or answer.get("registered", False)
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    if sheet is not None and not found:
        print(_NOT_DRAWN.format(sheet), file=sys.stderr)
    if opened and not found:
        print(_NONE_FOUND if arguments.board is None else _UNLEARNT, file=sys.stderr)
    return int(failed or not found)
