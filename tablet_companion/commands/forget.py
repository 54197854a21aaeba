"""``tablet-companion forget``: forget what was learnt about a board during play."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from calibration.taught.experience import forget_experience
from hardware.errors import CompanionError, explain_os_error
from hardware.files import open_file
from tablet_companion import games
from tablet_companion.commands._outputs import CALIBRATION
from tablet_companion.config import played_file
from tablet_companion.config.reading import read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    known = games.names()
    add("--game", choices=known, metavar="GAME", help="the game (default: agent_dog)")
    add("--calibration", type=Path, metavar="CAL.json", help="of the board")
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")


def run(arguments: argparse.Namespace) -> int:
    """Delete it, and say so; what was taught stays."""
    given: Path | None = arguments.calibration
    if given is not None and arguments.game is not None:
        raise CompanionError("--calibration names the board already; leave out --game.")
    calibration = given or read_settings(arguments.settings).calibration
    path = played_file(arguments.game or "agent_dog", calibration)
    if given is not None and not path.exists():
        _require_calibration(given)
    if forget_experience(path):
        print(f"{path} is deleted. The board is read as it was taught.")
    else:
        print(f"There is no {path}: nothing was learnt while playing.")
    return 0


def _require_calibration(path: Path) -> None:
    """Refuse what is not there, or was never a calibration; raises CompanionError."""
    mend = "name the board's calibration"
    with explain_os_error(f"{path} cannot be read", mend=mend), open_file(path) as file:
        beginning = file.read(100)
    if not re.match(CALIBRATION, beginning):
        raise CompanionError(f"{path} is no calibration; {mend}.")
