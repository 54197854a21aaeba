"""The touchscreen as the loop knows it: a panel to show, touches to make something of."""

from __future__ import annotations

from hardware.board import Board
from tablet_companion.referee.events import Intent
from tablet_companion.referee.panels import Panel
from tablet_companion.screen import paint, scenes
from tablet_companion.screen.local import NOTHING, Local
from tablet_companion.screen.look import Look
from tablet_companion.screen.theme import Theme
from tablet_companion.screen.window import Window
from tablet_companion.words import words


class Display:
    """Shows the referee's panels in a window, in the language chosen."""

    def __init__(self, window: Window, theme: Theme, board: Board, language: str) -> None:
        """Show in a window of the theme's size."""
        self.window = window
        self._look = Look(theme, words(language, board), board, paint.measure)
        self._board = board
        self._panel: Panel | None = None
        self._local: Local = NOTHING

    @property
    def panel(self) -> Panel | None:
        """Return the panel that is shown, None before the first."""
        return self._panel

    def show(self, panel: Panel) -> None:
        """Show a panel; what was half entered is kept only where it still means something."""
        if panel == self._panel:
            return  # most ticks and looks change nothing
        self._local = scenes.kept(self._local, self._panel, panel)
        self._panel = panel
        self._refresh()

    def speak(self, language: str) -> None:
        """Show everything in another language from now on."""
        look = self._look
        self._look = Look(look.theme, words(language, self._board), self._board, paint.measure)
        self._refresh()

    def touched(self, x: float, y: float) -> Intent | None:
        """Return what a touch means to the referee, or None where it only changed the page."""
        if self._panel is None:
            return None
        page = scenes.page(self._panel, self._look, self._local)
        meant = scenes.touch(page, x, y)
        if isinstance(meant, Local):
            self._local = meant
            self._refresh()
            return None
        return meant

    def _refresh(self) -> None:
        if self._panel is not None:
            self.window.show(scenes.page(self._panel, self._look, self._local))
