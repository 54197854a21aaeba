"""``tablet-companion bench``: how fast this machine is, on one core; medians."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from types import ModuleType

from tablet_companion.commands import calibrate, score
from tablet_companion.measure.scoring import require_photos
from tablet_companion.measure.speed import measure_speed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--photos", type=Path, metavar="DIR", help="labelled pictures, in setup/ and stills/"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print one line for each figure."""
    photos: Path | None = arguments.photos
    if photos is not None:
        require_photos(photos)
    for figure in measure_speed():
        print(figure, flush=True)
    return 0 if photos is None else _score_photos(photos)


def _score_photos(folder: Path) -> int:
    """Learn a labelled set and score its stills."""
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "calibration.json"
        labelled = folder / "setup" / "truth.jsonl"
        board = folder / "board.toml"
        _run_command(calibrate, "--board", board, "--labelled", labelled, "--out", out)
        return _run_command(score, "--calibration", out, folder / "stills" / "truth.jsonl")


def _run_command(command: ModuleType, *words: str | Path) -> int:
    """Run another command with these words; missing options have their defaults."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    status: int = command.run(parser.parse_args([str(word) for word in words]))
    return status
