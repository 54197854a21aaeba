"""One table put together: the referee's session, the screen, the devices, the camera, the loop.

What lies beneath is handed in, so that a real table and a simulated one run the same program.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from queue import SimpleQueue
from types import TracebackType
from typing import Final, Self

from hardware.board import Board
from hardware.gpio import Pins
from hardware.link.transport import Line, open_line
from hardware.oversight import Unwatched
from hardware.ports import Camera, Clock, Overseer, Power
from tablet_companion.app.camera import CameraThread, Lookout, Watch
from tablet_companion.app.cameras import Cameras, Viewfinder
from tablet_companion.app.devices import Devices
from tablet_companion.app.display import Display
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.loop import Loop
from tablet_companion.app.signalling import Signalling
from tablet_companion.app.tabletop import Driver, Tabletop
from tablet_companion.app.underneath import Underneath
from tablet_companion.app.vigil import Vigil
from tablet_companion.config import Settings
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.referee.model.events import Blind
from tablet_companion.referee.model.panels import Message
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.toolkit.window import Window
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.actuators import Actuators
from tablet_companion.selfcheck.checks import list_equipment
from tablet_companion.selfcheck.screen import Trial
from tablet_companion.selfcheck.sighting import Sighting
from tablet_companion.session.keeper import Keeper, Session, open_table

_PAUSE_S: Final = 1 / 60


@dataclass(frozen=True)
class Beneath:
    """What lies beneath the program: real things, or the simulated table in their place.

    ``opened`` opens the camera and ``made_watch`` makes what reads it, both on the camera's thread;
    ``pins`` gives gpiozero's factory; ``lots`` draws a number below its argument; ``line`` opens
    the line to the board controller that the settings name. Where ``cameras``
    are given, one of them can be chosen on the screen, and ``opened`` is not asked. ``hangs`` tells
    whether a camera's driver has not let go of it. ``games`` are
    the names and titles of those that can be chosen instead of this one. ``overseer`` hears how it
    all does; ``power`` switches the machine off where it is the referee's alone. Without ``looks``
    no camera is ever asked. ``first`` is what is said before all else.
    """

    board: Board
    opened: Callable[[], Camera]
    made_watch: Callable[[], Watch]
    pins: Callable[[], Pins]
    lots: Callable[[int], int]
    tabletop: Tabletop | None = None
    driver: Driver | None = None
    line: Callable[[str, int], Line] = open_line
    cameras: Cameras | None = None
    hangs: Callable[[], bool] = lambda: False
    games: tuple[tuple[str, str], ...] = ()
    overseer: Overseer = field(default_factory=Unwatched)
    power: Power | None = None
    looks: bool = True
    first: Message | None = None


class Station:
    """Everything at one table, opened; a context manager that closes it all."""

    def __init__(
        self, game: AnyGame, settings: Settings, beneath: Beneath, keeper: Keeper, clock: Clock
    ) -> None:
        """Open the devices and the window and show where the game is; go on with one begun.

        Raises a CompanionError where something cannot be opened, with nothing left open.
        """
        board = beneath.board
        table = open_table(game, areas_of(board, game.name), settings.language, keeper)
        table = table.but(holds=holds_of(board))
        theme = Theme(settings.screen.size_px, settings.screen.dpi)
        inbox: Inbox = SimpleQueue()
        self.finder = None if beneath.cameras is None else Viewfinder(beneath.cameras, clock)
        with ExitStack() as stack:
            stack.callback(keeper.close)
            devices = Devices(settings, beneath.pins, inbox, clock)
            stack.callback(devices.close)
            window = Window(
                theme.size,
                theme.colours.ground,
                title="Tablet Companion",
                fullscreen=settings.screen.fullscreen,
            )
            stack.callback(window.close)
            self.underneath = Underneath(settings.controller, board, beneath.line, inbox, clock)
            stack.callback(self.underneath.stop)
            sighting = Sighting(clock) if beneath.looks else None
            equipment = list_equipment(settings, self.underneath.places)
            actuators = Actuators(
                devices.lamps, devices.sounder, self.underneath.shine, equipment.lamps
            )
            trial = Trial(equipment, actuators, lambda: self.underneath.connected, sighting)
            self.loop = Loop(
                Session(table, keeper=keeper, lots=beneath.lots),
                Display(window, self._look(theme, settings, beneath), clock),
                Signalling(devices.lamps, devices.sounder, game.seats),
                inbox,
                clock,
                tabletop=beneath.tabletop,
                driver=beneath.driver,
                lit=self.underneath.show,
                finder=self.finder,
                trial=trial,
                power=beneath.power,
                first=keeper.notice or beneath.first,
            )
            opened = beneath.opened if self.finder is None else self.finder.opened
            self.lookout = Lookout(opened, beneath.made_watch, clock)
            self._camera = CameraThread(self.lookout, inbox, self.finder, sighting, beneath.hangs)
            stack.callback(self._camera.stop)
            self._stack = stack.pop_all()
        self.window = window
        self.inbox = inbox
        self._looks = beneath.looks
        self._overseer = beneath.overseer
        self._clock = clock
        self._stopped = threading.Event()

    @property
    def table(self) -> Table:
        """Return the referee's table."""
        return self.loop.session.table

    @property
    def _camera_name(self) -> str | None:
        return None if self.finder is None else self.finder.used

    def _look(self, theme: Theme, settings: Settings, beneath: Beneath) -> Look:
        said = words(settings.language, beneath.board)
        return Look(
            theme,
            said,
            beneath.board,
            paint.measure,
            camera=self._camera_name,
            games=beneath.games,
            trial=True,
        )

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Run until a window is closed or ``stop`` is called; raises what ``Loop.turn`` raises.

        ``turned`` is called each time the loop has come round.
        """
        if self._looks:
            self._camera.start()
        else:
            self.inbox.put(Blind(self._clock.now_s(), "unused"))
        self.underneath.start()
        vigil = Vigil(self._overseer, self._clock)
        while self.loop.open and not self._stopped.wait(_PAUSE_S):
            self.loop.turn()
            vigil.turned(self.table, self._camera.looks if self._looks else None)
            turned()
        if not self.chosen:  # else the next game's table follows at once
            self._overseer.stopping()

    @property
    def chosen(self) -> str:
        """Return the name of the game that was chosen instead of this one; empty for none."""
        return self.loop.chosen

    def stop(self) -> None:
        """End ``run`` soon; may be called from anywhere, a signal's handler included."""
        self._stopped.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()
