"""``tablet-companion score``: measure the reader on labelled pictures, or fault by fault."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.commands._numbers import natural, positive
from tablet_companion.measure.scoring import Strain, choose_faults, score_labelled, score_simulated

_STRENGTHS: Final = (0.33, 0.67, 1.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--calibration", type=Path, metavar="CAL.json", help="of the board in the pictures")
    add("truth", type=Path, nargs="?", metavar="TRUTH.jsonl", help="labels, beside their pictures")
    add("--sequence", action="store_true", help="one fixed camera took them, in order")
    add = parser.add_argument_group("or at the simulated table, fault by fault").add_argument
    add("--simulated", metavar="GAME", help="the game whose board is simulated")
    add("--fault", action="append", metavar="NAME", help="only this fault (may be repeated)")
    add(
        "--strengths",
        type=float,
        nargs="+",
        default=_STRENGTHS,
        metavar="S",
        help="of faults, 0 to 1",
    )
    add("--pictures", type=positive, default=8, metavar="N", help="number for each strength")
    add("--seed", type=natural, default=0, help="the random seed")
    add("--mistakes", action="store_true", help="print every mistake")


def run(arguments: argparse.Namespace) -> int:
    """Print the report; the status is 0 however wrong the reader was."""
    for line in _score(arguments):
        print(line, flush=True)
    return 0


def _score(arguments: argparse.Namespace) -> Iterator[str]:
    if arguments.simulated:
        faults = choose_faults(arguments.fault)
        strengths = tuple(arguments.strengths)
        strain = Strain(faults, strengths, arguments.pictures, arguments.seed, arguments.sequence)
        return score_simulated(arguments.simulated, strain, mistakes=arguments.mistakes)
    if arguments.calibration is None or arguments.truth is None:
        raise CompanionError(
            "There is nothing to score: give --calibration CAL.json and TRUTH.jsonl, "
            "or --simulated GAME."
        )
    return score_labelled(arguments.calibration, arguments.truth, sequence=arguments.sequence)
