"""``tablet-companion score``: measure the reader on labelled pictures, or fault by fault."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from textwrap import fill
from typing import Final

from calibration.model import read_calibration
from calibration.truth import Label, check_labels, read_labels
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from hardware.simulated.faults import FAULTS, Fault, graded
from tablet_companion.commands._numbers import natural, positive
from tablet_companion.commands.strained import HEADING, LEGEND, Setting, report, trials
from tablet_companion.commands.tally import Tally
from tablet_companion.kit import printed
from tablet_companion.simulator.house import make_print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model

_STRENGTHS: Final = (0.33, 0.67, 1.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--calibration", type=Path, metavar="CAL.json", help="for labels")
    parser.add_argument(
        "truth", type=Path, nargs="?", metavar="TRUTH.jsonl", help="labels beside pictures"
    )
    parser.add_argument("--sequence", action="store_true", help="one fixed camera, in order")
    strained = parser.add_argument_group("at the simulated table, fault by fault, instead")
    strained.add_argument("--simulated", metavar="GAME", help="the game, printed and calibrated")
    strained.add_argument(
        "--fault", action="append", metavar="NAME", help="this fault only (may be repeated)"
    )
    strained.add_argument(
        "--strengths", type=float, nargs="+", default=_STRENGTHS, metavar="S", help="from 0 to 1"
    )
    strained.add_argument(
        "--pictures", type=positive, default=8, metavar="N", help="for each strength"
    )
    strained.add_argument("--seed", type=natural, default=0)
    strained.add_argument("--mistakes", action="store_true", help="print every single one")


def run(arguments: argparse.Namespace) -> int:
    """Print every error, the confusion table, the shares and the reliability table.

    The status is 0 however wrong the reader was: being measured is no failure.
    """
    if arguments.simulated:
        return _simulated(arguments)
    if arguments.calibration is None or arguments.truth is None:
        raise CompanionError(
            "There is nothing to score: give --calibration CAL.json and TRUTH.jsonl, "
            "or --simulated GAME."
        )
    return _labelled(arguments)


def _labelled(arguments: argparse.Namespace) -> int:
    model = Model(read_calibration(arguments.calibration))
    labels = read_labels(arguments.truth)
    check_labels(labels, model.board, arguments.truth)
    eye = BoardReader(model, still_frames=1)
    tally = Tally()
    for label in labels:
        if not arguments.sequence:
            eye.forget()
        for line in _judge(eye, label, arguments.truth.parent, tally):
            sys.stdout.write(f"{label.file}: {line}\n")
    sys.stdout.write("\n" + "".join(f"{line}\n" for line in tally.lines()))
    return 0


def _simulated(arguments: argparse.Namespace) -> int:
    """Print a line of figures for every fault and strength, and how far odds can be trusted."""
    faults = _faults(arguments.fault)
    strengths = arguments.strengths
    if not all(0 < strength <= 1 for strength in strengths):
        raise CompanionError("Strengths are above 0 and up to 1; change --strengths.")
    kit = make_print(arguments.simulated)
    if not isinstance(kit.model, Model):
        raise CompanionError(
            f"{arguments.simulated} has no board whose places could be read; name another game."
        )
    setting = Setting(kit.board, kit.model, kit.renderer, tuple(printed.drawings(kit.game.name)))
    grades = [None, *((fault, strength) for fault in faults for strength in strengths)]
    many, sequence = arguments.pictures, arguments.sequence
    total = Tally()
    sys.stdout.write(f"{HEADING}\n")
    for trial in trials(setting, grades, many, arguments.seed, sequence=sequence):
        sys.stdout.write(f"{report(trial)}\n")
        for mistake in trial.mistakes if arguments.mistakes else ():
            sys.stdout.write(f"  {mistake}\n")
        sys.stdout.flush()
        total.add(trial.tally)
    sys.stdout.write(f"\n{fill(LEGEND, 100)}\n\n")
    for fault in faults:
        sys.stdout.write(f"{fault.value:<12} at 1: {FAULTS[fault].at_one}\n")
    sys.stdout.write("\n" + "".join(f"{line}\n" for line in total.reliability()))
    return 0


def _faults(names: list[str] | None) -> tuple[Fault, ...]:
    known = {fault.value: fault for fault in graded()}
    for name in names or ():
        if name not in known:
            raise CompanionError(f"There is no fault {name!r}; name one of {', '.join(known)}.")
    return tuple(known[name] for name in names or known)


def _judge(eye: BoardReader, label: Label, folder: Path, tally: Tally) -> list[str]:
    """Read one picture and return what is wrong with the reading."""
    try:
        picture = read_picture(folder / label.file)
        start = time.perf_counter()
        fit, looked, reading = eye.examine(picture)
    except CompanionError as error:
        tally.lost += 1
        tally.pictures[False] += 1
        return [str(error)]
    tally.spent_ms.append((time.perf_counter() - start) * 1000)
    tally.residuals_px.append(fit.residual_px)
    return tally.picture(label, reading, hand=looked.hand)
