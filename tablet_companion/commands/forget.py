"""``tablet-companion forget``: forget what was learnt about a board during play."""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.experience import forget_experience
from tablet_companion import games
from tablet_companion.config import played_file, read_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", default="agent_dog", choices=games.names(), metavar="GAME", help="the game")
    add("--calibration", type=Path, metavar="CAL.json", help="of the board")
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")


def run(arguments: argparse.Namespace) -> int:
    """Delete it, and say so; what was taught stays."""
    calibration = arguments.calibration or read_settings(arguments.settings).calibration
    path = played_file(arguments.game, calibration)
    if forget_experience(path):
        print(f"{path} is deleted. The board is read as it was taught.")
    else:
        print(f"There is no {path}: nothing was learnt while playing.")
    return 0
