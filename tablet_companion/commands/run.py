"""``tablet-companion run``: referee a real table, or a simulated one to try it."""

from __future__ import annotations

import argparse
import atexit
import dataclasses
import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from calibration.model import read_calibration
from hardware.board import Board, read_board
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.errors import CompanionError
from hardware.gpio import open_pins
from hardware.oversight import overseer
from hardware.ports import Clock
from hardware.power import SystemdPower
from tablet_companion import games, printed
from tablet_companion.app.station import Beneath, Station
from tablet_companion.app.trouble import started_safely
from tablet_companion.app.underneath import places
from tablet_companion.config import (
    GpioSettings,
    Settings,
    data_folder,
    read_settings,
    safe_settings,
)
from tablet_companion.referee.panels import Message
from tablet_companion.referee.table import AnyGame, Stage
from tablet_companion.session import Keeper
from tablet_companion.starts import Advice, Starts, this_start
from tablet_companion.vision.scene import Model
from tablet_companion.watching import Watcher

_SIMULATED: Final = "simulated"
_LEAST_PX: Final = 320


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; what is not given is taken from the settings."""
    parser.add_argument("--game", default="agent_dog", metavar="GAME", help="default: agent_dog")
    parser.add_argument("--settings", type=Path, metavar="FILE.toml")
    parser.add_argument("--calibration", type=Path, metavar="CAL.json")
    parser.add_argument("--camera", metavar="KIND:WHERE", help="such as usb:0 or folder:DIR")
    parser.add_argument("--journals", type=Path, metavar="DIR")
    parser.add_argument("--size", type=_size, metavar="800x480", help="of the page, in pixels")
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument(
        "--appliance",
        action="store_true",
        help="this machine is the referee's alone: switch it off on demand, start safely after "
        "starts that failed",
    )
    parser.add_argument("--simulated", action="store_true", help="a table to drag pawns on")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="of the simulated table")
    parser.add_argument(
        "--lamps",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="use the pins that the settings name (default), or leave them alone",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run until the window is closed, Control-C is pressed, or the system asks for the end."""
    clock = SystemClock()
    if not arguments.appliance:
        return _open(arguments, _settings(arguments), clock, lambda: None)
    starts = Starts(data_folder() / "starts.json", clock)
    try:
        advice = starts.begin(this_start())
        status = _start(arguments, advice, clock, starts.turned)
    except CompanionError as error:
        starts.failed(str(error))
        raise
    starts.ended()
    return status


def _start(
    arguments: argparse.Namespace, advice: Advice, clock: Clock, turned: Callable[[], None]
) -> int:
    """Start as advised: as the settings say, or safely."""
    if not advice.safe:
        return _open(arguments, _settings(arguments), clock, turned)
    settings = _told(arguments, safe_settings(arguments.settings))
    return _open(arguments, settings, clock, turned, first=started_safely(advice.trouble))


def _open(
    arguments: argparse.Namespace,
    settings: Settings,
    clock: Clock,
    turned: Callable[[], None],
    first: Message | None = None,
) -> int:
    """Open the table that the settings describe, and run it; with ``first`` it starts safely."""
    game = games.load(arguments.game)
    keeper = Keeper(settings.journals, time.time, must_resume=first is None)
    if settings.camera == _SIMULATED and first is None:
        return _simulated(game, settings, arguments.seed, keeper, clock, turned)
    beneath = dataclasses.replace(
        _real(game, settings, clock),
        power=SystemdPower() if arguments.appliance else None,
        looks=first is None,
        first=first,
    )
    with Station(game, settings, beneath, keeper, clock) as station:
        _run(station, turned)
    return 0


def _run(station: Station, turned: Callable[[], None]) -> None:
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: station.stop())
    station.run(turned)
    atexit.register(_leave, station)


def _leave(station: Station) -> None:
    """End at once where a thread still is in a library: Python's own end would abort there."""
    if station.hangs:
        sys.stderr.flush()
        os._exit(0)


def _real(game: AnyGame, settings: Settings, clock: Clock) -> Beneath:
    """Return the real things; a calibration that is given is read at once, to be refused at once.

    The print is learnt on the camera's thread instead, so that nobody waits for the first page.
    """
    given = None if settings.calibration is None else read_calibration(settings.calibration)
    board = given.board if given else _board(game, settings)
    return Beneath(
        board=board,
        opened=lambda: open_camera(settings.camera, clock),
        made_watch=lambda: Watcher(Model(given or printed.calibration(game.name, board))),
        pins=open_pins,
        lots=random.SystemRandom().randrange,
        overseer=overseer(),
    )


def _simulated(  # noqa: PLR0913, PLR0917 - where the parts of a simulated table meet
    game: AnyGame,
    settings: Settings,
    seed: int,
    keeper: Keeper,
    clock: Clock,
    turned: Callable[[], None],
) -> int:
    """Run with a simulated table, its camera, and pins that only gpiozero takes for real."""
    # Renderer and printing are for trying out; a Pi at a real table does without them.
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415

    from tablet_companion.selfplay.tabletop import TableWindow  # noqa: PLC0415

    window = TableWindow(game, seed, clock)
    if settings.controller.line is None:
        named = msgspec.structs.replace(settings.controller, line=_SIMULATED)
        settings = msgspec.structs.replace(settings, controller=named)
        window.build_in(*places(named, window.board))
    beneath = Beneath(
        board=window.board,
        opened=window.camera,
        made_watch=window.watch,
        pins=lambda: MockFactory(pin_class=MockPWMPin),
        lots=random.Random(seed).randrange,  # noqa: S311 - games, not secrets
        tabletop=window,
        line=window.line,
        overseer=overseer(),
    )
    with Station(game, settings, beneath, keeper, clock) as station:
        table = station.table
        begun = table.stage is not Stage.SETUP
        window.put(game.placement(table.state if begun else game.setup({}, game.seats)))
        _run(station, turned)
    return 0


def _board(game: AnyGame, settings: Settings) -> Board:
    return printed.board(game.name) if settings.board is None else read_board(settings.board)


def _settings(arguments: argparse.Namespace) -> Settings:
    """Return the settings with what the command line says in their place."""
    return _told(arguments, read_settings(arguments.settings))


def _told(arguments: argparse.Namespace, settings: Settings) -> Settings:
    given: dict[str, Any] = {
        name: value
        for name in ("calibration", "camera", "journals")
        if (value := getattr(arguments, name)) is not None
    }
    if arguments.simulated:
        given["camera"] = _SIMULATED
    if not arguments.lamps:
        given["gpio"] = GpioSettings()
    screen = settings.screen
    given["screen"] = msgspec.structs.replace(
        screen,
        size_px=arguments.size or screen.size_px,
        fullscreen=arguments.fullscreen or screen.fullscreen,
    )
    return msgspec.structs.replace(settings, **given)


def _size(text: str) -> tuple[int, int]:
    """Read a size such as 800x480 (or with a ×)."""
    found = re.fullmatch(r"(\d+)[x×](\d+)", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if min(size) < _LEAST_PX:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size of a screen; write width x height in pixels, such as 800x480, "
            f"each at least {_LEAST_PX}"
        )
    return size
