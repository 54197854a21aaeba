"""``tablet-companion label DIR``: label pictures on the screen, by touch."""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.learning.learn import trust_board
from calibration.taught.model import read_calibration
from hardware.boardfile import read_board
from tablet_companion.commands._outputs import ANY, require_output
from tablet_companion.config.reading import read_settings
from tablet_companion.setup.labels.labelling import label_pictures, open_bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("folder", type=Path, metavar="DIR", help="the folder with the pictures")
    board = parser.add_mutually_exclusive_group(required=True)
    board.add_argument("--calibration", type=Path, metavar="CAL.json", help="of the board")
    board.add_argument(
        "--board", type=Path, metavar="BOARD.toml", help="the file of a board without calibration"
    )
    add("--out", type=Path, metavar="TRUTH.jsonl", help="default: truth.jsonl beside the pictures")
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")


def run(arguments: argparse.Namespace) -> int:
    """Show picture after picture until somebody touches the end or closes the window."""
    if arguments.out is not None:
        require_output(arguments.out, ANY)
    settings = read_settings(arguments.settings)
    if arguments.calibration is not None:
        calibration = read_calibration(arguments.calibration)
    else:
        calibration = trust_board(read_board(arguments.board))
    label_pictures(open_bench(arguments.folder, calibration, arguments.out), settings)
    return 0
