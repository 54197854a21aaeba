"""The simulated table with windows: it plays by itself until somebody takes over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.fanout import AllLamps, AllSounders
from hardware.gpio import GpioLamps
from hardware.sound import open_sounder
from tablet_companion.app.artwork import draw_art
from tablet_companion.app.display import Display
from tablet_companion.app.signalling import Signalling
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.referee.model.effects import Effect, Language, Show, Signal, TurnOff
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import Order
from tablet_companion.screen.toolkit.theme import fit_theme
from tablet_companion.screen.toolkit.window import (
    Closed,
    Dragged,
    Mouse,
    Pressed,
    Released,
    Window,
)
from tablet_companion.screen.words.wording import words
from tablet_companion.simulator.desk import Desk
from tablet_companion.simulator.deskview import TITLE, DeskView
from tablet_companion.simulator.house import FRAME_S, House, make_print


class _TakenOver(Exception):
    """Somebody touched the table or the screen, which ends automatic play."""


class _Closed(Exception):
    """Somebody closed a window."""


def simulate(game: str, settings: Settings, seed: int, play: Callable[[House], None]) -> int:
    """Open touchscreen and table; return the exit status once a window is closed.

    ``play`` plays at the table until somebody takes over.
    """
    live = _Live(game, settings, seed)
    try:
        live.demonstrate(play)
        live.wait()
    except (_Closed, KeyboardInterrupt):
        pass  # people end it in these two ways
    finally:
        live.close()
    return 0


class _Live:
    """House, windows and mouse, joined."""

    def __init__(self, game: str, settings: Settings, seed: int) -> None:
        kit = make_print(game, settings.language)
        theme = fit_theme(settings.screen.size_px, settings.screen.dpi)
        self._window = Window(theme.size, theme.colours.ground, title="Tablet Companion")
        self._words = words(settings.language, kit.board)
        self._display = Display(
            self._window,
            Look(
                theme,
                self._words,
                kit.board,
                paint.measure,
                art=draw_art(kit.board, language=settings.language),
            ),
        )
        self._house = House(kit, seed)
        self._desk = Desk(self._house.sim, tuple(printed.drawings(game)))
        self._view = DeskView(self._desk, kit.renderer.faces)
        # The same drivers as on a Pi, with mock pins beneath gpiozero.
        wired = settings.gpio.lamps()
        self._lamps = AllLamps(
            *([GpioLamps(wired, MockFactory(pin_class=MockPWMPin))] if wired else [])
        )
        self._sounder = AllSounders(*([open_sounder()] if settings.sound else []))
        self._signalling = Signalling(self._lamps, self._sounder, kit.game.seats)
        self._alone = True
        self._due_s = time.monotonic()
        self._pause = threading.Event()
        self._house.on_effect = self._carry_out
        self._house.on_frame = self._frame
        self._display.show(build_panel(self._house.table))

    def demonstrate(self, play: Callable[[House], None]) -> None:
        """Let somebody play until a person takes over or the game is over."""
        try:
            play(self._house)
        except _TakenOver:
            self._house.sim.hand_out()

    def wait(self) -> None:
        """Let people play."""
        self._alone = False
        while True:
            self._house.watch(1)

    def close(self) -> None:
        """Close everything."""
        self._lamps.close()
        self._sounder.close()
        self._window.close()

    def _frame(self) -> None:
        """Show the table and handle people's input, at a camera's pace."""
        if self._house.picture is not None:
            framed = self._view.framed(self._house.picture, self._words)
            self._window.show_picture(framed, self._words.text(TITLE))
        for happening in self._window.happenings():
            if isinstance(happening, Closed):
                raise _Closed
            if not isinstance(happening, Dragged | Released):  # nothing of a game's page is dragged
                self._happened(happening)
        self._signalling.step(self._house.clock.now_s())
        self._due_s = max(self._due_s + FRAME_S, time.monotonic())
        self._pause.wait(max(0.0, self._due_s - time.monotonic()))

    def _happened(self, happening: Pressed | Mouse) -> None:
        if isinstance(happening, Mouse) and happening.kind == "motion" and self._alone:
            return
        if isinstance(happening, Mouse):
            self._desk.mouse(happening)
        else:
            intent = self._display.interpret_touch(happening.x, happening.y)
            if intent is not None and not isinstance(intent, Order):  # nothing is to be ordered
                self._house.touch(intent)
        if self._alone:
            raise _TakenOver

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Show(panel=shown):
                self._display.show(shown)
            case Signal():
                self._signalling.hear(effect, self._house.clock.now_s())
            case Language(code=code):
                self._words = words(code, self._house.kit.board)
                art = draw_art(self._house.kit.board, language=code)
                self._display.look = replace(self._display.look, words=self._words, art=art)
            case TurnOff():
                raise _Closed
            case _:
                pass  # kept, logged or drawn already
