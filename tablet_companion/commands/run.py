"""``tablet-companion run``: referee a real table, or a simulated one to try it."""

from __future__ import annotations

import argparse
import random
import threading
import time
from pathlib import Path
from queue import SimpleQueue

import msgspec

from calibration.model import Calibration, read_calibration
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.fanout import AllLamps, AllSounders
from hardware.gpio import GpioLamps, GpioSounder, open_pins
from hardware.ports import Lamps, Sounder
from hardware.sound import open_sounder
from tablet_companion import games, printed
from tablet_companion.app.camera import CameraThread
from tablet_companion.app.display import Display
from tablet_companion.app.loop import Loop
from tablet_companion.app.signalling import Signalling
from tablet_companion.boards import areas_of
from tablet_companion.config import Settings, read_settings
from tablet_companion.referee.events import Event
from tablet_companion.screen.theme import Theme
from tablet_companion.screen.window import Window
from tablet_companion.session import Keeper, Session, open_table
from tablet_companion.vision.scene import Model
from tablet_companion.watching import Watcher

_PAUSE_S = 1 / 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; what is not given is taken from the settings."""
    parser.add_argument("--game", default="agent_dog", metavar="GAME")
    parser.add_argument("--settings", type=Path, metavar="FILE.toml")
    parser.add_argument("--calibration", type=Path, metavar="CAL.json")
    parser.add_argument("--camera", metavar="KIND:WHERE", help="such as usb:0 or folder:DIR")
    parser.add_argument("--journals", type=Path, metavar="DIR")
    parser.add_argument("--simulated", action="store_true", help="a table to drag pawns on")
    parser.add_argument("--fullscreen", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    """Run until the window is closed."""
    settings = _settings(arguments)
    if arguments.simulated or settings.camera == "simulated":
        # A laptop's try-out brings renderer and print along; a Pi at a real table needs neither.
        from tablet_companion.selfplay.live import simulate  # noqa: PLC0415

        return simulate(arguments.game, settings, plays_itself=False)
    calibration = _calibration(arguments.game, settings)
    keeper = Keeper(settings.journals, time.time)
    game = games.load(arguments.game)
    areas = areas_of(calibration.board, arguments.game)
    table = open_table(game, areas, settings.language, keeper)
    session = Session(table, keeper=keeper, lots=random.SystemRandom().randrange)
    theme = Theme(settings.screen.size_px, settings.screen.dpi)
    window = Window(
        theme.size,
        theme.colours.ground,
        title="Tablet Companion",
        fullscreen=settings.screen.fullscreen,
    )
    display = Display(window, theme, calibration.board, settings.language)
    clock, queue = SystemClock(), SimpleQueue[Event]()
    lamps, sounder = _devices(settings)
    loop = Loop(session, display, Signalling(lamps, sounder, game.seats), queue, clock)
    watcher = Watcher(Model(calibration))
    camera = CameraThread(lambda: open_camera(settings.camera, clock), watcher, clock, queue)
    camera.start()
    pause = threading.Event()
    try:
        while loop.open:
            loop.turn()
            pause.wait(_PAUSE_S)
    except KeyboardInterrupt:
        pass
    finally:
        camera.stop()
        lamps.close()
        sounder.close()
        window.close()
        keeper.close()
    return 0


def _settings(arguments: argparse.Namespace) -> Settings:
    settings = read_settings(arguments.settings)
    given = {
        name: value
        for name in ("calibration", "camera", "journals")
        if (value := getattr(arguments, name)) is not None
    }
    if arguments.fullscreen:
        given["screen"] = msgspec.structs.replace(settings.screen, fullscreen=True)
    return msgspec.structs.replace(settings, **given)


def _calibration(game: str, settings: Settings) -> Calibration:
    if settings.calibration is None:
        return printed.calibration(game)
    return read_calibration(settings.calibration)


def _devices(settings: Settings) -> tuple[Lamps, Sounder]:
    """Open what the settings name: pins only where some are wired, sound only where wanted."""
    sounders: list[Sounder] = [open_sounder()] if settings.sound else []
    lamps: list[Lamps] = []
    wired = settings.gpio.lamps()
    if wired or settings.gpio.buzzer is not None:
        pins = open_pins()
        lamps.append(GpioLamps(wired, pins))
        if settings.gpio.buzzer is not None:
            sounders.append(GpioSounder(settings.gpio.buzzer, pins))
    return AllLamps(*lamps), AllSounders(*sounders)
