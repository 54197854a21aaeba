"""``tablet-companion score``: measure the reader on labelled pictures, error by error."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from calibration.model import read_calibration
from calibration.truth import Label, check_labels, read_labels
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from tablet_companion.commands.tally import Tally
from tablet_companion.vision.eye import Eye
from tablet_companion.vision.scene import Model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--calibration", type=Path, required=True, metavar="CAL.json")
    parser.add_argument("truth", type=Path, metavar="TRUTH.jsonl", help="labels beside pictures")
    parser.add_argument("--sequence", action="store_true", help="one fixed camera, in order")


def run(arguments: argparse.Namespace) -> int:
    """Print every error, the confusion table, the shares and the reliability table.

    The status is 0 however wrong the reader was: being measured is no failure.
    """
    model = Model(read_calibration(arguments.calibration))
    labels = read_labels(arguments.truth)
    check_labels(labels, model.board, arguments.truth)
    eye = Eye(model, still_frames=1)
    tally = Tally()
    for label in labels:
        if not arguments.sequence:
            eye.forget()
        for line in _judge(eye, label, arguments.truth.parent, tally):
            sys.stdout.write(f"{label.file}: {line}\n")
    sys.stdout.write("\n" + "".join(f"{line}\n" for line in tally.lines()))
    return 0


def _judge(eye: Eye, label: Label, folder: Path, tally: Tally) -> list[str]:
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
