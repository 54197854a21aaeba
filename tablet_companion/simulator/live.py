"""The simulated table with windows: it plays by itself until somebody touches anything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.fanout import AllLamps, AllSounders
from hardware.gpio import GpioLamps
from hardware.sound import open_sounder
from tablet_companion.app.pages.artwork import draw_art
from tablet_companion.app.pages.display import Display
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.referee.model.effects import Effect, Show, Signal
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import fit_theme
from tablet_companion.screen.toolkit.window import Closed, Pressed, Window
from tablet_companion.screen.words.wording import words
from tablet_companion.simulator.desk import Desk
from tablet_companion.simulator.deskview import TITLE, DeskView
from tablet_companion.simulator.house import FRAME_S, House, make_print


class _TakenOver(Exception):
    """Somebody touched the table or the screen, and wants to play."""


class _Closed(Exception):
    """Somebody closed a window."""


def watch_play(game: str, settings: Settings, seed: int, play: Callable[[House], None]) -> bool:
    """Open touchscreen and table and let ``play`` play; whether somebody wants to take over.

    Otherwise a window was closed, or Control-C pressed.
    """
    live = _Live(game, settings, seed)
    try:
        live.demonstrate(play)
    except _TakenOver:
        return True
    except (_Closed, KeyboardInterrupt):
        pass  # people end it in these two ways
    finally:
        live.close()
    return False


class _Live:
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
        desk = Desk(self._house.sim, tuple(printed.drawings(game)))
        self._view = DeskView(desk, kit.renderer.faces)
        # The same drivers as on a Pi, with mock pins beneath gpiozero.
        wired = settings.gpio.lamps()
        self._lamps = AllLamps(
            *([GpioLamps(wired, MockFactory(pin_class=MockPWMPin))] if wired else [])
        )
        loudspeaker = open_sounder() if settings.sound else None
        self._sounder = AllSounders(*([loudspeaker] if loudspeaker else []))
        self._signalling = Signalling(self._lamps, self._sounder, kit.game.seats)
        self._due_s = time.monotonic()
        self._pause = threading.Event()
        self._house.on_effect = self._carry_out
        self._house.on_frame = self._frame
        self._display.show(build_panel(self._house.table))

    def demonstrate(self, play: Callable[[House], None]) -> None:
        """Let somebody play, and show the table until a person touches something."""
        play(self._house)
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
            if isinstance(happening, Pressed) or getattr(happening, "kind", "") == "down":
                raise _TakenOver
        self._signalling.step(self._house.clock.now_s())
        self._due_s = max(self._due_s + FRAME_S, time.monotonic())
        self._pause.wait(max(0.0, self._due_s - time.monotonic()))

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Show(panel=shown):
                self._display.show(shown)
            case Signal():
                self._signalling.hear(effect, self._house.clock.now_s())
            case _:
                pass  # kept, logged or drawn already
