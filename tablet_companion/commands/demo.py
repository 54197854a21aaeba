"""``tablet-companion demo``: the whole house at work on a simulated table."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablet_companion.selfplay.demo import SEED, demonstrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--game", default="agent_dog", metavar="GAME")
    parser.add_argument("--out", type=Path, default=Path("demo-out"), metavar="DIR")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N")


def run(arguments: argparse.Namespace) -> int:
    """Play one round; the status is 0 only if every verdict was right."""
    return 0 if demonstrate(arguments.out, arguments.game, arguments.seed) else 1
