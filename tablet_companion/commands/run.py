"""``tablet-companion run``: referee a real table, or a simulated one to try it."""

from __future__ import annotations

import argparse
from dataclasses import fields
from functools import partial
from pathlib import Path

from hardware.cameras import SIMULATED
from hardware.errors import CompanionError
from hardware.ports import Clock
from tablet_companion.app.start.program import LoopCallbacks, Program, StartOptions
from tablet_companion.app.start.station import Platform
from tablet_companion.commands._numbers import natural, screen_size
from tablet_companion.commands._outputs import require_folder
from tablet_companion.config import Settings
from tablet_companion.games.protocol import AnyGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", metavar="GAME", help="default: the last one played")
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")
    add("--calibration", type=Path, metavar="CAL.json", help="of the board")
    add("--camera", metavar="KIND:WHERE", help="the camera, such as usb:0 or folder:DIR")
    add("--journals", type=Path, metavar="DIR", help="the folder that keeps the games")
    size = "the size of the page, in pixels"
    add("--size", type=screen_size, dest="size_px", metavar="800x480", help=size)
    add("--fullscreen", action="store_true", help="use the whole screen")
    own = "this machine is only the referee: let people switch it off, and start safely after "
    add("--appliance", action="store_true", help=own + "failed starts")
    add("--simulated", action="store_true", help="play at a simulated table, with the mouse")
    add("--seed", type=natural, default=7, metavar="N", help="the simulated table's random seed")
    pins = "use the GPIO pins in the settings (default), or leave them alone"
    add("--lamps", action=argparse.BooleanOptionalAction, default=True, help=pins)


def run(arguments: argparse.Namespace) -> int:
    """Run until the window is closed, Control-C is pressed, or the system asks for the end."""
    if arguments.simulated:
        if arguments.camera not in {None, SIMULATED}:
            raise CompanionError(
                f"A simulated table has a camera of its own, not {arguments.camera}; leave out "
                "--camera or --simulated."
            )
        if arguments.calibration is not None:
            raise CompanionError(
                "A simulated table has a board and a calibration of its own; leave out "
                "--calibration or --simulated."
            )
        arguments.camera = SIMULATED
    options = StartOptions(
        **{one.name: getattr(arguments, one.name) for one in fields(StartOptions)}
    )
    seed = arguments.seed
    Program(options, partial(_simulate, seed), require_folder, partial(_set_up, seed)).run()
    return 0


def _simulate(
    seed: int, game: AnyGame, settings: Settings, clock: Clock
) -> tuple[Settings, Platform]:
    # Renderer and printing are for trying out; a Pi at a real table does not need them.
    from tablet_companion.simulator.platforms import simulate_platform  # noqa: PLC0415

    return simulate_platform(game, settings, seed, clock)


def _set_up(
    seed: int, game: AnyGame, settings: Settings, path: Path, callbacks: LoopCallbacks
) -> str:
    # Most starts show the table at once, and do not need the set-up.
    from tablet_companion.commands._setup import go_through  # noqa: PLC0415

    return go_through(seed, game, settings, path, callbacks)
