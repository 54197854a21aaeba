"""``tablet-companion demo``: the whole program at work on a simulated table."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from tablet_companion import games
from tablet_companion.commands import run as run_command
from tablet_companion.commands._numbers import natural, positive
from tablet_companion.config import Settings
from tablet_companion.selfplay.demo import SEED, demonstrate
from tablet_companion.selfplay.players import check_players, play_on
from tablet_companion.simulator.house import House

_FAULT_SHARE: Final = 0.15


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", default="agent_dog", metavar="GAME", help="default: agent_dog")
    add("--players", type=positive, default=0, metavar="N", help="default: the usual number")
    add("--out", type=Path, default=Path("demo-out"), metavar="DIR", help="where to write")
    add("--headless", action="store_true", help="open no window")
    add("--seed", type=natural, default=SEED, metavar="N", help="the random seed")


def run(arguments: argparse.Namespace) -> int:
    """Play in windows until somebody takes over, or print one round if there is no display.

    Without a display the status is 0 only if every verdict was right.
    """
    check_players(games.load(arguments.game), arguments.players)
    if has_display() and not arguments.headless:
        from tablet_companion.simulator.live import watch_play  # noqa: PLC0415 - needs a display

        def play(house: House) -> None:
            play_on(house, arguments.players, _FAULT_SHARE)

        taken_over = watch_play(arguments.game, Settings(), arguments.seed, play)
        return _hand_over(arguments) if taken_over else 0
    right = demonstrate(arguments.out, arguments.game, arguments.seed, arguments.players)
    return 0 if right else 1


def _hand_over(watched: argparse.Namespace) -> int:
    """Let people play with the whole program, from a new start."""
    parser = argparse.ArgumentParser()
    run_command.add_arguments(parser)
    seed = str(watched.seed)
    return run_command.run(
        parser.parse_args(["--simulated", "--game", watched.game, "--seed", seed])
    )


def has_display() -> bool:
    """Whether a window can be expected to open: always on a Mac or Windows, else by variable."""
    if os.environ.get("SDL_VIDEODRIVER") == "dummy":
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
