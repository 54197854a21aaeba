"""``tablet-companion score``: measure the reader on labelled pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablet_companion.measure.scoring import score_labelled


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--calibration", type=Path, required=True, metavar="CAL.json", help="of the board")
    add("truth", type=Path, metavar="TRUTH.jsonl", help="labels, beside their pictures")
    add("--sequence", action="store_true", help="one fixed camera took them, in order")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; the status is 0 however wrong the reader was."""
    for line in score_labelled(arguments.calibration, arguments.truth, sequence=arguments.sequence):
        print(line, flush=True)
    return 0
