"""``tablet-companion run``: referee a real table, or a simulated one to try it."""

from __future__ import annotations

import argparse
import dataclasses
import random
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from calibration.model import Calibration, read_calibration
from hardware.board import Board, read_board
from hardware.cameras import SIMULATED, open_camera
from hardware.cameras.dock import Dock
from hardware.cameras.found import found_cameras
from hardware.clock import SystemClock
from hardware.errors import CompanionError
from hardware.gpio import open_pins
from hardware.oversight import overseer
from hardware.ports import Clock
from hardware.power import SystemdPower
from tablet_companion import games
from tablet_companion.app.cameras import Cameras
from tablet_companion.app.starts import Advice, Starts, this_start
from tablet_companion.app.station import Beneath, Station
from tablet_companion.app.trouble import started_safely
from tablet_companion.app.underneath import places
from tablet_companion.commands._numbers import natural
from tablet_companion.commands._outputs import require_folder
from tablet_companion.config import (
    LEAST_SIDE_PX,
    MOST_SIDE_PX,
    GpioSettings,
    Settings,
    data_folder,
    keep_camera,
    read_settings,
    safe_settings,
    settings_path,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import Message
from tablet_companion.session.keeper import Keeper, last_game
from tablet_companion.session.watching import Watcher
from tablet_companion.vision.cards.loose.deck import CardTable
from tablet_companion.vision.scene import Model

if TYPE_CHECKING:
    from tablet_companion.simulator.tabletop import TableWindow

_FLAGSHIP: Final = "agent_dog"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; what is not given is taken from the settings."""
    parser.add_argument("--game", metavar="GAME", help="default: the one played last")
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
    parser.add_argument(
        "--seed", type=natural, default=7, metavar="N", help="of the simulated table"
    )
    parser.add_argument(
        "--lamps",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="use the pins that the settings name (default), or leave them alone",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run until the window is closed, Control-C is pressed, or the system asks for the end."""
    run = _Run(arguments)
    if not arguments.appliance:
        run.play(_settings(arguments))
        return 0
    starts = Starts(data_folder() / "starts.json", run.clock)
    run.turned = starts.turned
    try:
        _start(run, starts.begin(this_start()))
    except CompanionError as error:
        starts.failed(error)
        raise
    starts.ended()
    return 0


def _start(run: _Run, advice: Advice) -> None:
    """Start as advised: as the settings say, or safely."""
    if not advice.safe:
        run.play(_settings(run.arguments))
        return
    run.first = started_safely(advice.trouble, advice.kind)
    run.play(_told(run.arguments, safe_settings(run.arguments.settings)))


class _Run:
    """One run of the program: a table after another, until no other game is chosen.

    With ``first``, which is what is said first, it is a safe one; ``turned`` is called each time
    the loop has come round.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.clock: Clock = SystemClock()
        self.first: Message | None = None
        self.turned: Callable[[], None] = lambda: None

    def play(self, settings: Settings) -> None:
        """Run the table of the game named, of the one played last, or of the flagship."""
        chosen = self.arguments.game or last_game(settings.journals) or _FLAGSHIP
        while chosen:
            game = games.load(chosen)
            keeper = Keeper(settings.journals, time.time, must_resume=self.first is None)
            chosen = self._table(game, settings, keeper)
            # What was learnt of one game's board is none of another's.
            settings = msgspec.structs.replace(settings, calibration=None, board=None)

    def _table(self, game: AnyGame, settings: Settings, keeper: Keeper) -> str:
        """Run one game's table; return the game that was chosen instead, or nothing at the end."""
        if settings.camera == SIMULATED and self.first is None:
            return self._simulated(game, settings, keeper)
        beneath = _real(game, settings, self.clock, self.arguments.settings or settings_path())
        if self.first is not None:
            beneath = dataclasses.replace(beneath, cameras=None, looks=False, first=self.first)
        with Station(game, settings, self._watched(beneath), keeper, self.clock) as station:
            return self._run(station)

    def _simulated(self, game: AnyGame, settings: Settings, keeper: Keeper) -> str:
        window, settings, beneath = _simulation(game, settings, self.arguments.seed, self.clock)
        with Station(game, settings, self._watched(beneath), keeper, self.clock) as station:
            window.put(station.table)
            return self._run(station)

    def _watched(self, beneath: Beneath) -> Beneath:
        power = SystemdPower() if self.arguments.appliance else None
        return dataclasses.replace(beneath, overseer=overseer(), power=power)

    def _run(self, station: Station) -> str:
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, lambda *_: station.stop())
        station.run(self.turned)
        return station.chosen


def _real(game: AnyGame, settings: Settings, clock: Clock, path: Path) -> Beneath:
    """Return the real things; a calibration that is given is read at once, to be refused at once.

    The print is learnt on the camera's thread instead, so that nobody waits for the first page.
    A camera chosen on the screen is kept in the settings file at ``path``.
    """
    given = None if settings.calibration is None else read_calibration(settings.calibration)
    board = given.board if given else _board(game, settings)
    dock = Dock(lambda name: open_camera(name, clock))
    return Beneath(
        board=board,
        opened=lambda: dock(settings.camera),
        made_watch=lambda: Watcher(_model(game, board, given)),
        pins=open_pins,
        lots=random.SystemRandom().randrange,
        cameras=Cameras(settings.camera, dock, found_cameras, lambda name: keep_camera(name, path)),
        hangs=dock.hanging,
        games=printed.titles(),
    )


def _model(game: AnyGame, board: Board, given: Calibration | None) -> Model | CardTable:
    """Return what is read: marked cards where the board file has them, or a calibrated board."""
    if board.cards is not None:
        return CardTable(board)
    return Model(given or printed.calibration(game.name, board))


def _simulation(
    game: AnyGame, settings: Settings, seed: int, clock: Clock
) -> tuple[TableWindow, Settings, Beneath]:
    """Return a simulated table, its camera, and pins that only gpiozero takes for real."""
    # Renderer and printing are for trying out; a Pi at a real table does without them.
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415

    from tablet_companion.simulator import tabletop  # noqa: PLC0415

    window = tabletop.TableWindow(game, seed, clock)
    if settings.controller.line is None:
        named = msgspec.structs.replace(settings.controller, line=SIMULATED)
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
        games=printed.titles(),
    )
    return window, settings, beneath


def _board(game: AnyGame, settings: Settings) -> Board:
    return printed.board(game.name) if settings.board is None else read_board(settings.board)


def _settings(arguments: argparse.Namespace) -> Settings:
    """Return the settings with what the command line says in their place.

    A safe start goes another way: it shows a page wherever games cannot be kept.
    """
    settings = _told(arguments, read_settings(arguments.settings))
    require_folder(settings.journals)
    return settings


def _told(arguments: argparse.Namespace, settings: Settings) -> Settings:
    given: dict[str, Any] = {
        name: value
        for name in ("calibration", "camera", "journals")
        if (value := getattr(arguments, name)) is not None
    }
    if arguments.simulated:
        given["camera"] = SIMULATED
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
    found = re.fullmatch(r"([0-9]{1,6})[x×]([0-9]{1,6})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(LEAST_SIDE_PX <= side <= MOST_SIDE_PX for side in size):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size of a screen; write width x height in pixels, such as 800x480, "
            f"each from {LEAST_SIDE_PX} to {MOST_SIDE_PX}"
        )
    return size
