"""The simulated table in place of the real devices, for a program that runs as on a Pi."""

from __future__ import annotations

import functools
import random

import msgspec
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.cameras import SIMULATED
from hardware.ports import Camera, Clock
from tablet_companion.app.pages.artwork import draw_art
from tablet_companion.app.start.station import Platform
from tablet_companion.app.wired.controller import list_wired_places
from tablet_companion.config import Settings
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit.offers import list_offers
from tablet_companion.setup.pages.desk import SetupPlatform
from tablet_companion.simulator.house import make_print
from tablet_companion.simulator.tabletop import TableWindow


def _mock_pins() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def simulate_setup_platform(
    game: AnyGame, seed: int, clock: Clock
) -> tuple[TableWindow, SetupPlatform]:
    """Return a simulated table's window, and its camera and mock pins for the set-up's pages."""
    window = TableWindow(game, seed, clock)

    def opened(_name: str) -> Camera:
        window.print()
        return window.camera()

    return window, SetupPlatform(clock, opened, pins=_mock_pins)


def simulate_platform(
    game: AnyGame, settings: Settings, seed: int, clock: Clock
) -> tuple[Settings, Platform]:
    """Return a simulated table, its camera, and mock pins.

    The settings come back with the simulated controller's line, unless they name a real one.
    """
    make = functools.partial(make_print, language=settings.language)
    window = TableWindow(game, seed, clock, make=make)
    if settings.controller.line is None:
        named = msgspec.structs.replace(settings.controller, line=SIMULATED)
        settings = msgspec.structs.replace(settings, controller=named)
        window.build_in(*list_wired_places(named, window.board))
    return settings, Platform(
        board=window.board,
        open_camera=window.camera,
        make_interpreter=window.make_interpreter,
        pins=_mock_pins,
        lots=random.Random(seed).randrange,  # noqa: S311 - games, not secrets
        tabletop=window,
        line=window.line,
        games=list_offers(),
        art=lambda language: draw_art(window.board, language=language),
    )
