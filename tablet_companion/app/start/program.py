"""One run of the program: the settings, then a table after another until no game is chosen."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from calibration.taught.model import Calibration, read_calibration
from hardware.backlight import find_backlight
from hardware.board import Board
from hardware.boardfile import read_board
from hardware.cameras import SIMULATED, open_camera
from hardware.cameras.discovery import find_cameras
from hardware.cameras.slot import CameraSlot
from hardware.clock import SystemClock
from hardware.errors import CompanionError
from hardware.files import claim_folder
from hardware.gpio import open_pins
from hardware.log import log
from hardware.oversight import overseer
from hardware.ports import Clock
from hardware.power import switch_off
from tablet_companion import games
from tablet_companion.app.pages.artwork import draw_art
from tablet_companion.app.pages.notices import explain_safe_start
from tablet_companion.app.sight.cameras import Cameras
from tablet_companion.app.sight.practice import Practice
from tablet_companion.app.sight.turning import Turning
from tablet_companion.app.start.starts import StartMode, Starts, this_start
from tablet_companion.app.start.station import Platform, Station
from tablet_companion.config import (
    GpioSettings,
    Settings,
    data_folder,
    played_file,
    settings_path,
    taught_calibration,
)
from tablet_companion.config.reading import read_settings, safe_settings
from tablet_companion.config.writing import keep_camera, keep_choice, with_choice
from tablet_companion.games.core import Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.offers import list_offers
from tablet_companion.lessons.progress import find_interrupted
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.session.keeper import Keeper, last_game
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.scene import Model

_FLAGSHIP: Final = "agent_dog"
SETTING_UP: Final = "the set-up is shown"
"""The status that the set-up's pages report to systemd."""
_FEED_S: Final = 1.0
"""How often the set-up feeds the watchdog."""

LoopCallbacks = tuple[Callable[[], bool], Callable[[], None]]
"""Callbacks of a loop run elsewhere: whether to stop, and one for each iteration."""
SetUp = Callable[[AnyGame, Settings, Path, LoopCallbacks], str]
"""Runs the set-up's pages for a game and its settings, which it saves in a file.

Returns the name of the chosen game, which is played next; empty if it was closed before
its end."""
Simulate = Callable[[AnyGame, Settings, Clock], tuple[Settings, Platform]]
"""Makes a simulated table: the changed settings, and the platform."""


class InUseError(CompanionError):
    """Another program uses the folder of the games; each would undo what the other saves there."""


def choose_game(last: str) -> str:
    """Return the game played last; the flagship if there is none, or its folder is missing."""
    return last if last in games.names() else _FLAGSHIP


@dataclass(frozen=True, slots=True)
class StartOptions:
    """The command-line options of a start; None leaves the choice to the settings.

    ``appliance``: a dedicated machine. Without ``lamps`` the pins are not used.
    """

    game: str | None
    settings: Path | None
    calibration: Path | None
    camera: str | None
    journals: Path | None
    size_px: tuple[int, int] | None
    fullscreen: bool
    appliance: bool
    lamps: bool

    def merge_into(self, settings: Settings) -> Settings:
        """Return the settings with these options in their place."""
        given: dict[str, Any] = {
            name: value
            for name in ("calibration", "camera", "journals")
            if (value := getattr(self, name)) is not None
        }
        if not self.lamps:
            given["gpio"] = GpioSettings()
        screen = settings.screen
        given["screen"] = msgspec.structs.replace(
            screen,
            size_px=self.size_px or screen.size_px,
            fullscreen=self.fullscreen or screen.fullscreen,
        )
        return msgspec.structs.replace(settings, **given)


class Program:
    """Runs tables; on a dedicated machine it counts starts and starts safely after failures."""

    def __init__(
        self,
        options: StartOptions,
        simulate: Simulate,
        check_folder: Callable[[Path], None],
        set_up: SetUp,
    ) -> None:
        """Take the options; ``simulate`` makes the table that replaces the hardware.

        ``check_folder`` refuses a folder in which no game can ever be saved. ``set_up`` shows the
        pages of the set-up, while the table is closed: camera and pins are free then.
        """
        self._set_up = set_up
        self._options = options
        self._simulate = simulate
        self._check_folder = check_folder
        self._clock: Clock = SystemClock()
        self._first: Message | None = None
        self._each_turn: Callable[[], None] = lambda: None
        self._claimed: set[Path] = set()
        self._claims = ExitStack()
        self._choices: dict[str, int | str] = {}
        self._ended = False
        """Whether the system asked for the end, perhaps between two tables."""
        self._stop: Callable[[], object] = lambda: None

    def run(self) -> None:
        """Run until the window is closed, or the system asks for the end.

        Raises CompanionError, which counts as a failed start if starts are counted.
        """
        with self._claims:
            if not self._options.appliance:
                self._play(self._read_settings())
                return
            self._claim(data_folder())  # not a failed start: the other program is well
            self._run_counted(Starts(data_folder() / "starts.json", self._clock))

    def _run_counted(self, starts: Starts) -> None:
        """Run, and note how it ends. Raises CompanionError."""
        self._each_turn = starts.note_turn
        try:
            self._start(starts.begin(this_start()))
        except CompanionError as error:
            starts.note_failure(error)
            if starts.counted or isinstance(error, InUseError):
                raise
            log(error)
            self._start(StartMode(safe=True, trouble=str(error), kind=type(error).__name__))
        starts.note_end()

    def _claim(self, folder: Path) -> None:
        """Keep a folder to this program until it ends. Raises InUseError."""
        if folder.resolve() in self._claimed:
            return
        try:
            claim = claim_folder(folder)
        except BlockingIOError as error:
            raise InUseError(
                f"Another tablet-companion uses {folder}; close it, or name another folder for "
                "this one with --journals."
            ) from error
        self._claimed.add(folder.resolve())
        if claim is not None:
            self._claims.callback(os.close, claim)

    def _start(self, mode: StartMode) -> None:
        """Start normally, or safely, with a page that says so first.

        A safe start shows a page even if games cannot be saved, so its folder is not checked.
        """
        if not mode.safe:
            self._play(self._read_settings())
            return
        self._first = explain_safe_start(mode.trouble, mode.kind)
        self._play(self._options.merge_into(safe_settings(self._options.settings)))

    def _read_settings(self) -> Settings:
        settings = self._options.merge_into(read_settings(self._options.settings))
        self._check_folder(settings.journals)
        self._claim(settings.journals)
        return settings

    def _play(self, settings: Settings) -> None:
        """Run the table of the game named, of the one played last, or of the flagship."""
        journals = settings.journals
        last = find_interrupted(journals) or last_game(journals) or settings.game
        chosen = self._options.game or choose_game(last)
        wants_set_up = self._options.appliance and self._first is None and is_new(settings)
        while chosen and not self._ended:
            game = games.load(chosen)
            if wants_set_up:
                chosen, wants_set_up = self._go_through_set_up(game, settings), False
                settings = self._read_settings()
                self._first = None  # whatever failed was set up anew
            else:
                chosen, wants_set_up = self._run_table(game, settings)
                for name, value in self._choices.items():
                    settings = with_choice(settings, name, value)
            if chosen != game.name:
                # What was learnt about one game's board does not apply to another's.
                settings = msgspec.structs.replace(settings, calibration=None, board=None)

    def _go_through_set_up(self, game: AnyGame, settings: Settings) -> str:
        """Show the set-up's pages; return the game to be played, or "" if the program ends."""
        watching = overseer()
        watching.report_ready()
        watching.status(SETTING_UP)
        fed_s = self._clock.now_s()

        def turn() -> None:
            nonlocal fed_s
            self._each_turn()
            if self._clock.now_s() - fed_s >= _FEED_S:
                fed_s = self._clock.now_s()
                watching.report_alive()

        _at_endings(self._end)
        path = self._options.settings or settings_path()
        return self._set_up(game, settings, path, (lambda: self._ended, turn))

    def _run_table(self, game: AnyGame, settings: Settings) -> tuple[str, bool]:
        """Run one game's table; return the game wanted next, or "", and whether to set up first."""
        keeper = Keeper(settings.journals, time.time, must_resume=self._first is None)
        settings, platform = self._choose_platform(game, settings)
        off = switch_off if self._options.appliance else None
        platform = dataclasses.replace(
            platform, overseer=overseer(), switch_off=off, keep=self._keep_choice
        )
        with Station(game, settings, platform, keeper, self._clock) as station:
            if platform.tabletop is not None:
                platform.tabletop.put(station.table)
            self._stop = station.stop
            _at_endings(self._end)
            if self._ended:  # while it was opened, which takes seconds
                station.stop()
            station.run(self._each_turn)
            return station.loop.chosen, station.loop.wants_set_up

    def _end(self) -> None:
        """End what runs, and begin nothing else; called from a signal handler."""
        self._ended = True
        self._stop()

    def _keep_choice(self, name: str, value: int | str) -> None:
        """Save what people set or chose, for the next game and the next start."""
        self._choices[name] = value
        keep_choice(name, value, self._options.settings or settings_path())

    def _choose_platform(self, game: AnyGame, settings: Settings) -> tuple[Settings, Platform]:
        """Return the simulated table or the real devices, only some of them after failures."""
        if settings.camera == SIMULATED and self._first is None:
            return self._simulate(game, settings, self._clock)
        path = self._options.settings or settings_path()
        if self._first is None:
            settings = prefer_taught(game.name, settings)
        platform = make_platform(game, settings, self._clock, path)
        if self._first is not None:
            platform = dataclasses.replace(platform, cameras=None, looks=False, first=self._first)
        return settings, platform


def _at_endings(stop: Callable[[], object]) -> None:
    """Stop in order when the system asks for the end, or the terminal is closed.

    Otherwise lamps would stay lit, and what waits for a full disk would be lost. A terminal's end
    that ``nohup`` has the program ignore stays ignored.
    """
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if ending is not signal.SIGHUP or signal.getsignal(ending) is not signal.SIG_IGN:
            signal.signal(ending, lambda *_: stop())


def is_new(settings: Settings) -> bool:
    """Whether nobody has completed the set-up's pages yet, nor configured a camera by hand.

    If the plug was pulled during the set-up, its pages are shown again.
    """
    if settings.set_up is None:
        return settings.camera in {"", SIMULATED}
    return not settings.set_up


def make_platform(game: AnyGame, settings: Settings, clock: Clock, path: Path) -> Platform:
    """Return the real devices; a given calibration is read now, so that errors show at once.

    A print is learnt on the camera's thread instead, so that the first page need not wait.
    A camera chosen on the screen is kept in the settings file at ``path``.
    """
    given = None if settings.calibration is None else read_calibration(settings.calibration)
    board = given.board if given else choose_board(game.name, settings)
    slot = CameraSlot(lambda name: open_camera(name, clock))
    practice, turning = None, Turning(board)
    if settings.learn and board.cards is None:
        practice = Practice(played_file(game.name, settings.calibration), clock)
    return Platform(
        board=board,
        open_camera=lambda: slot(settings.camera),
        make_interpreter=lambda: make_interpreter(game, board, given, turning, practice),
        pins=open_pins,
        lots=random.SystemRandom().randrange,
        cameras=Cameras(settings.camera, slot, find_cameras, lambda name: keep_camera(name, path)),
        hangs=slot.hanging,
        games=list_offers(),
        art=lambda language: draw_art(board, given, language),
        backlight=find_backlight,
        practice=practice,
        turning=turning,
    )


def make_interpreter(
    game: AnyGame,
    board: Board,
    given: Calibration | None,
    turning: Turning,
    practice: Practice | None,
) -> FrameInterpreter:
    """Return the reader of loose cards if the board file has them, else of a calibrated board.

    While that lies still, ``turning`` and ``practice`` have the camera's thread.
    """
    if board.cards is not None:
        return FrameInterpreter(CardTable(board))
    calibration = given or printed.calibration(game.name, board)
    if practice is None:
        return FrameInterpreter(Model(calibration), turning.follow)

    def follow(reader: BoardReader, still: Still) -> None:
        turning.follow(reader, still)
        practice.learn_step(reader, still)

    return FrameInterpreter(practice.begin(calibration), follow)


def prefer_taught(game: str, settings: Settings) -> Settings:
    """Return the settings with the board that was taught on the screen, unless they name one."""
    if settings.calibration is not None or settings.board is not None:
        return settings
    return msgspec.structs.replace(settings, calibration=taught_calibration(game))


def choose_board(game: str, settings: Settings) -> Board:
    """Return the board of the settings, or the game's own."""
    return printed.board(game) if settings.board is None else read_board(settings.board)
