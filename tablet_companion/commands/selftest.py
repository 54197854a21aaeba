"""``tablet-companion selftest``: lamps, tones, buttons, the board controller, the camera."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import msgspec

from calibration.lens import Fit
from calibration.model import read_calibration
from hardware.board import Board, read_board
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.gpio import open_pins
from hardware.link.transport import Line, open_line
from hardware.ports import Clock, Picture
from tablet_companion import games
from tablet_companion.app.devices import Devices
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.underneath import open_link, places
from tablet_companion.config import Settings, read_settings
from tablet_companion.kit import printed
from tablet_companion.measure.reading_sheet import draw_reading, write_drawing
from tablet_companion.selftest import parts_of
from tablet_companion.selftest.bench import Bench, Under
from tablet_companion.selftest.course import Course, Part, Reply, Verdict
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model

TICK_S: Final = 0.02
_REPLIES: Final = {"": Reply.YES, "y": Reply.YES, "n": Reply.NO, "a": Reply.AGAIN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; what is not given is taken from the settings."""
    parser.add_argument("--game", default="agent_dog", choices=games.names(), metavar="GAME")
    parser.add_argument("--settings", type=Path, metavar="FILE.toml")
    parser.add_argument("--camera", metavar="KIND:WHERE", help="such as picamera2:0 or usb:0")
    parser.add_argument("--out", type=Path, metavar="OUT.png", help="draw how the table was read")
    parser.add_argument("--unattended", action="store_true", help="ask nobody what was seen")


def run(arguments: argparse.Namespace) -> int:
    """Try everything; the status is 1 where something failed."""
    settings = read_settings(arguments.settings)
    if arguments.camera is not None:
        settings = msgspec.structs.replace(settings, camera=arguments.camera)
    clock = SystemClock()
    inbox: Inbox = SimpleQueue()
    with ExitStack() as stack:
        devices = Devices(settings, open_pins, inbox, clock)
        stack.callback(devices.close)
        bench = bench_of(settings, arguments.game, devices, inbox, arguments.out, clock=clock)
        if bench.under is not None:
            stack.callback(bench.under.link.close)
        asked = None if arguments.unattended or not sys.stdin.isatty() else _asked
        return go_through(parts_of(bench), clock, time.sleep, asked)


def bench_of(  # noqa: PLR0913 - a table is many things
    settings: Settings,
    game: str,
    devices: Devices,
    inbox: Inbox,
    out: Path | None,
    *,
    clock: Clock,
    opened: Callable[[str, int], Line] = open_line,
) -> Bench:
    """Put the table under test together; ``opened`` opens the line to the board controller."""
    given = None if settings.calibration is None else read_calibration(settings.calibration)
    board = printed.board(game) if settings.board is None else read_board(settings.board)
    board = given.board if given else board

    def draw(picture: Picture, fit: Fit, looked: Scan, reading: Reading) -> str:
        if out is None:
            return ""
        write_drawing(out, draw_reading(picture, board, fit, looked, reading))
        return str(out)

    return Bench(
        settings=settings,
        lamps=devices.lamps,
        sounder=devices.sounder,
        inbox=inbox,
        camera=lambda name: open_camera(name, SystemClock()),
        model=lambda: Model(given or printed.calibration(game, board)),
        draw=draw,
        under=_under(settings, board, clock, opened),
    )


def _under(
    settings: Settings, board: Board, clock: Clock, opened: Callable[[str, int], Line]
) -> Under | None:
    link = open_link(settings.controller, board, opened, clock)
    return None if link is None else Under(link, *places(settings.controller, board))


def go_through(
    parts: tuple[Part, ...],
    clock: Clock,
    pause: Callable[[float], None],
    asked: Callable[[], Reply] | None,
) -> int:
    """Go through the parts and print how each went; ``pause`` lets time pass.

    ``asked`` returns what a person says of what was shown, and is None where nobody is there.
    """
    course = Course(parts, clock.now_s(), attended=asked is not None)
    told: Part | None = None
    try:
        while (part := course.current) is not None:
            if part is not told:
                _say(f"{part.name}: {part.ask}")
                told = part
            if course.asking and asked is not None:
                course.answer(asked(), clock.now_s())
            else:
                course.step(clock.now_s())
                pause(TICK_S)
    finally:
        course.stop()
    return _report(course)


def _report(course: Course) -> int:
    for part, outcome in course.outcomes:
        _say(f"{outcome.verdict:<5} {part.name:<22} {outcome.seen}")
    if not course.outcomes:
        _say("The settings name nothing that could be tried; tablet-companion doctor says more.")
    return int(any(outcome.verdict is Verdict.BAD for _, outcome in course.outcomes))


def _asked() -> Reply:
    """Ask at the keyboard until the answer is one; Control-D means no."""
    while True:
        try:
            said = input("  Was it so? [Y]es, [n]o, [a]gain: ").strip().lower()[:1]
        except EOFError:
            return Reply.NO
        if said in _REPLIES:
            return _REPLIES[said]


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
