"""One table put together: the referee's session, the screen, the devices, the camera, the loop.

Its platform is passed in, so that a real table and a simulated one run the same program.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from typing import Final, Self

from hardware.backlight import Backlight
from hardware.board import Board
from hardware.gpio import Pins
from hardware.link.transport import Line, open_line
from hardware.oversight import Overseer
from hardware.ports import Camera, Clock
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.network.invitations import Invitations
from tablet_companion.app.network.publishing import open_publishing
from tablet_companion.app.network.reception import open_reception
from tablet_companion.app.network.telephones import Telephones
from tablet_companion.app.pages.artwork import ArtThread
from tablet_companion.app.pages.display import Display
from tablet_companion.app.pages.knobs import Knobs, KnobTargets
from tablet_companion.app.running.loop import Loop
from tablet_companion.app.running.loop_parts import LoopParts, Presentation, Tabletop
from tablet_companion.app.running.thinking import ProcessThinker, Seats
from tablet_companion.app.running.watchdog import WatchdogFeeder
from tablet_companion.app.sight.camera import CameraSource, CameraThread, Interpret
from tablet_companion.app.sight.cameras import Cameras, Viewfinder
from tablet_companion.app.sight.misreadings import Misreadings
from tablet_companion.app.sight.practice import Practice
from tablet_companion.app.sight.turning import Turning
from tablet_companion.app.wired.controller import ControllerThread
from tablet_companion.app.wired.devices import Devices
from tablet_companion.app.wired.placelights import find_lights
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.app.wired.striplights import cut_segments
from tablet_companion.app.wired.voice import Voice
from tablet_companion.config import Settings
from tablet_companion.games.core import Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.lessons import progress
from tablet_companion.lessons.progress import Notebook
from tablet_companion.lessons.rulebook import has_rules
from tablet_companion.referee.model.events import Blind
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.toolkit import paint, stages
from tablet_companion.screen.toolkit.look import Art, Look, Offer
from tablet_companion.screen.toolkit.theme import Theme, fit_theme
from tablet_companion.screen.toolkit.window import Unseen, Window, open_window
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.actuators import Actuators
from tablet_companion.selfcheck.checks import list_equipment
from tablet_companion.selfcheck.doctor.bundle import MISREAD
from tablet_companion.selfcheck.screen import SelfTest
from tablet_companion.selfcheck.sighting import Sighting
from tablet_companion.session.keeper import Keeper
from tablet_companion.session.session import Listener, Session, open_table

_PAUSE_S: Final = 1 / 60
"""Between two iterations of the loop: pieces that slide move evenly, and the core rests."""


@dataclass(frozen=True)
class Platform:
    """What the program runs on: real devices, or the simulated table in their place."""

    board: Board
    open_camera: Callable[[], Camera]
    """Opens the camera, on the camera's thread; not used if there are ``cameras``."""
    make_interpreter: Callable[[], Interpret]
    """Makes what interprets its pictures, on the camera's thread."""
    pins: Callable[[], Pins]
    """Makes gpiozero's factory."""
    lots: Callable[[int], int]
    """Draws a number below its argument."""
    tabletop: Tabletop | None = None
    line: Callable[[str, int], Line] = open_line
    """Opens the line to the board controller in the settings."""
    cameras: Cameras | None = None
    """One of them can be chosen on the screen."""
    hangs: Callable[[], bool] = lambda: False
    """Whether a camera's driver still keeps the device."""
    games: tuple[Offer, ...] = ()
    """The games that can be chosen instead of this one."""
    overseer: Overseer = field(default_factory=Overseer)
    """Gets status reports."""
    switch_off: Callable[[], None] | None = None
    """Switches a dedicated machine off."""
    looks: bool = True
    """False if no camera is used."""
    first: Message | None = None
    """The first message."""
    art: Callable[[str], Art | None] = lambda _language: None
    """Draws the board's appearance, on a thread of its own."""
    thinker: Callable[[], ProcessThinker] = ProcessThinker
    """Makes the search for the table's seats."""
    backlight: Callable[[], Backlight | None] = lambda: None
    """Finds the screen's own light."""
    keep: Callable[[str, int | str], None] = lambda _name, _value: None
    """Saves what people set or choose."""
    practice: Practice | None = None
    """Learns during play; the reader knows it, too."""
    turning: Turning | None = None
    """Tells which way a board lies; the reader knows it, too."""


class Station:
    """Everything at one table, opened; a context manager that closes it all."""

    def __init__(
        self, game: AnyGame, settings: Settings, platform: Platform, keeper: Keeper, clock: Clock
    ) -> None:
        """Open the devices and the window and show the game, continued if it was begun before.

        Raises a CompanionError if something cannot be opened, with nothing left open.
        """
        self._platform, self._clock = platform, clock
        self._stopped = threading.Event()
        self.inbox: Inbox = SimpleQueue()
        self.finder = None if platform.cameras is None else Viewfinder(platform.cameras, clock)
        with ExitStack() as stack:
            stack.callback(keeper.close)
            self.source = self._make_source()
            session = _open_session(game, settings, platform, keeper, self.source.heed)
            devices = self._open_devices(settings, stack)
            sighting = Sighting(clock) if platform.looks else None
            self._seats = Seats(platform.thinker(), self.inbox, clock, platform.lots)
            stack.callback(self._seats.close)
            trial = self._make_self_test(settings, devices, sighting)
            self._look = _choose_look(settings, platform, self.finder)
            self.telephones = self._open_telephones(session.table, settings, stack)
            self._publish = open_publishing(settings, time.time, stack)
            self.loop = self._make_loop(session, settings, devices, trial)
            self.loop.begin(keeper.notice or platform.first)
            around = self.finder, sighting, platform.hangs
            self._camera = CameraThread(self.source, self.inbox, *around)
            stack.callback(self._camera.stop)
            self._stack = stack.pop_all()

    def _open_devices(self, settings: Settings, stack: ExitStack) -> Devices:
        """Open lamps, sounder and buttons, the window, and the lights under the places."""
        platform = self._platform
        beside = cut_segments(settings.strip, platform.board)
        devices = Devices(settings, platform.pins, self.inbox, self._clock, beside)
        stack.callback(devices.close)
        self.window = _open_window(settings)
        stack.callback(self.window.close)
        self.controller = ControllerThread(
            settings.controller, platform.board, platform.line, self.inbox, self._clock
        )
        stack.callback(self.controller.stop)
        return devices

    def _make_source(self) -> CameraSource:
        """Return the camera chosen on the screen, or the only one, with its reader."""
        platform = self._platform
        open_camera = platform.open_camera if self.finder is None else self.finder.open_current
        return CameraSource(open_camera, platform.make_interpreter, self._clock)

    def _make_self_test(
        self, settings: Settings, devices: Devices, sighting: Sighting | None
    ) -> SelfTest:
        under = self.controller
        equipment = list_equipment(settings, under.places)
        actuators = Actuators(devices.lamps, devices.sounder, under.shine, equipment.lamps)
        return SelfTest(equipment, actuators, lambda: under.connected, sighting)

    def _make_loop(
        self, session: Session, settings: Settings, devices: Devices, trial: SelfTest
    ) -> Loop:
        shown = self._present(session, settings, devices)
        parts = self._collect_parts(settings, devices, trial)
        return Loop(session, shown, self.inbox, self._clock, parts)

    def _present(self, session: Session, settings: Settings, devices: Devices) -> Presentation:
        """Return where the referee's effects go."""
        board, seats = self._platform.board, session.table.game.seats
        signalling = Signalling(devices.lamps, devices.sounder, seats, settings.strip.places)

        def light_board(panel: Panel | LessonPanel) -> None:
            lights = find_lights(panel, board)
            self.controller.shine(lights)
            signalling.shine(lights, self._clock.now_s())

        display = Display(self.window, self._look, self._clock)
        voice = Voice(devices.speaker, settings.voice, board)
        return Presentation(display, signalling, light_board, voice.follow)

    def _collect_parts(self, settings: Settings, devices: Devices, trial: SelfTest) -> LoopParts:
        platform = self._platform
        targets = KnobTargets(devices.sounder, devices.speaker, self._light, platform.keep)
        screen = settings.screen
        return LoopParts(
            platform.tabletop,
            Knobs(targets, settings.volume, screen.brightness, facing=screen.facing),
            platform.switch_off,
            self._seats,
            hear_look=tuple(
                one.hear for one in (platform.practice, platform.turning) if one is not None
            ),
            misreadings=Misreadings(settings.journals / MISREAD, lambda: self.source.seen),
            finder=self.finder,
            trial=trial,
            notebook=Notebook(settings.journals / progress.FILE),
            telephones=self.telephones,
            publish=self._publish,
        )

    def _light(self, percent: int) -> None:
        """Set the screen's own light, or else show darker pages."""
        backlight = self._platform.backlight()
        if backlight is None or not backlight.set(percent):
            self.window.dim(percent)

    def _open_telephones(
        self, table: Table, settings: Settings, stack: ExitStack
    ) -> Telephones | None:
        """Return the telephones, served from now on, if the settings want any."""
        look = replace(self._look, taught=has_rules(table.game.name))

        def put_in_words(texts: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
            said = words(self.loop.language, look.board)
            return said.language, {name: said.text(text) for name, text in texts.items()}

        ground = look.colours.ground
        reception = open_reception(settings, ground, put_in_words, self.inbox, stack)
        if reception is None:
            return None
        invitations = Invitations(reception, table.game.seats)
        return Telephones(invitations, look, self._clock, instead=not settings.screen.on)

    @property
    def table(self) -> Table:
        """Return the referee's table."""
        return self.loop.session.table

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Run until a window is closed or ``stop`` is called; raises what ``Loop.turn`` raises.

        ``turned`` is called after each iteration of the loop.
        """
        if self._platform.looks:
            self._camera.start()
        else:
            self.inbox.put(Blind(self._clock.now_s(), "unused"))
        self.controller.start()
        art = ArtThread(self._platform.art)
        watchdog = WatchdogFeeder(self._platform.overseer, self._clock)
        while self.loop.open and not self._stopped.wait(_PAUSE_S):
            self.loop.turn()
            if (drawn := art.take(self.loop.language)) is not None:
                self.loop.use_art(drawn)
            watchdog.note_turn(self.table, self._camera.looks if self._platform.looks else None)
            turned()
        if not self.loop.chosen:  # otherwise the next game's table follows at once
            self._platform.overseer.report_stopping()

    def stop(self) -> None:
        """End ``run`` soon; may be called from anywhere, also from a signal handler."""
        self._stopped.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _open_session(
    game: AnyGame, settings: Settings, platform: Platform, keeper: Keeper, heed: Listener
) -> Session:
    """Return the latest game on this board, or a new one; ``heed`` gets every effect."""
    board = platform.board
    table = open_table(
        game, areas_of(board, game.name), settings.language, keeper, Level(settings.level)
    )
    table = table.but(holds=holds_of(board))
    return Session(table, keeper=keeper, lots=platform.lots, listeners=(heed,))


def _choose_theme(settings: Settings) -> Theme:
    return fit_theme(settings.screen.size_px, settings.screen.dpi)


def _open_window(settings: Settings) -> Window:
    if not settings.screen.on:
        return Unseen()
    return open_window(settings.screen, _choose_theme(settings))


def _choose_look(settings: Settings, platform: Platform, finder: Viewfinder | None) -> Look:
    """Return the style of the pages, and which own pages the table has."""
    theme = _choose_theme(settings)
    return Look(
        theme,
        words(settings.language, platform.board),
        platform.board,
        paint.measure,
        stages.turns_for(theme, platform.board),
        camera=None if finder is None else finder.used,
        games=platform.games,
        trial=True,
        motion=settings.screen.motion,
        telephones=settings.web.on,
    )
