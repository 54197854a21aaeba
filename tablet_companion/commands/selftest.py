"""``tablet-companion selftest``: lamps, tones, buttons, the board controller, the camera."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

import msgspec

from hardware.clock import SystemClock
from tablet_companion import games
from tablet_companion.app.start.under_test import open_under_test
from tablet_companion.commands._outputs import DRAWING, name_png, require_output
from tablet_companion.config.reading import read_settings
from tablet_companion.measure.reading_sheet import sheet_writer
from tablet_companion.selfcheck.checks import list_checks
from tablet_companion.selfcheck.console import Console, Reply

_REPLIES: Final = {"": Reply.YES, "y": Reply.YES, "n": Reply.NO, "a": Reply.AGAIN}

_NOT_DRAWN: Final = "Nothing is drawn in {}: no camera is tried; name one with --camera."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", default="agent_dog", choices=games.names(), metavar="GAME", help="the game")
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")
    add("--camera", metavar="KIND:WHERE", help="the camera, such as usb:0")
    add("--out", type=name_png, metavar="OUT.png", help="draw how the board is read")
    add("--unattended", action="store_true", help="ask no questions")


def run(arguments: argparse.Namespace) -> int:
    """Run all checks; the status is 1 if one failed."""
    if arguments.out is not None:
        require_output(arguments.out, DRAWING)
    settings = read_settings(arguments.settings)
    if arguments.camera is not None:
        settings = msgspec.structs.replace(settings, camera=arguments.camera)
    ask = None if arguments.unattended or not sys.stdin.isatty() else _ask
    clock, draw = SystemClock(), sheet_writer(arguments.out)
    with open_under_test(settings, arguments.game, clock, draw) as table:
        status = Console(table, clock, time.sleep, ask).run(list_checks(table.equipment))
        if arguments.out is not None and not table.equipment.camera:
            print(_NOT_DRAWN.format(arguments.out), file=sys.stderr)
    return status


def _ask() -> Reply:
    """Ask at the keyboard until the answer is valid; Control-D means no."""
    while True:
        try:
            said = input("  Was it so? [Y]es, [n]o, [a]gain: ").strip().lower()[:1]
        except EOFError:
            return Reply.NO
        if said in _REPLIES:
            return _REPLIES[said]
