"""The touchscreen as the loop knows it: a panel to show, touches to make something of."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.referee.events import Intent
from tablet_companion.referee.panels import Panel
from tablet_companion.screen import scenes
from tablet_companion.screen.cameras import CamerasPanel
from tablet_companion.screen.local import NOTHING, Local
from tablet_companion.screen.look import Look
from tablet_companion.screen.orders import Order
from tablet_companion.screen.trial import TrialPanel
from tablet_companion.screen.window import Window
from tablet_companion.words import words


class Display:
    """Shows the referee's panels in a window, in the language chosen."""

    def __init__(self, window: Window, look: Look) -> None:
        """Show in a window of the look's size."""
        self.window = window
        self._look = look
        self._panel: Panel | None = None
        self._over: CamerasPanel | TrialPanel | None = None
        self._local: Local = NOTHING
        self._beneath: Local = NOTHING

    @property
    def panel(self) -> Panel | None:
        """Return the referee's panel that is shown, None before the first or beneath another."""
        return self._panel if self._over is None else None

    @property
    def _shown(self) -> scenes.Shown | None:
        return self._over or self._panel

    def show(self, panel: Panel) -> None:
        """Show a panel; what was half entered is kept only where it still means something."""
        if panel == self._panel:
            return  # most ticks and looks change nothing
        if self._over is None:
            self._local = scenes.kept(self._local, self._panel, panel)
        else:
            self._beneath = scenes.kept(self._beneath, self._panel, panel)
        self._panel = panel
        self._refresh()

    def lay_over(self, panel: CamerasPanel | TrialPanel | None) -> None:
        """Show something of the table's own over the referee's panel, or nothing any more.

        The page beneath comes back as it was left, whatever was half entered or turned there.
        """
        if panel == self._over:
            return
        if self._over is None:
            self._beneath, self._local = self._local, NOTHING
        elif panel is None:
            self._local = self._beneath
        else:
            self._local = scenes.kept(self._local, self._over, panel)
        self._over = panel
        self._refresh()

    def speak(self, language: str) -> None:
        """Show everything in another language from now on."""
        self._look = replace(self._look, words=words(language, self._look.board))
        self._refresh()

    def name_camera(self, camera: str) -> None:
        """Name another camera as the table's from now on."""
        self._look = replace(self._look, camera=camera)

    def touched(self, x: float, y: float) -> Intent | Order | None:
        """Return what a touch means to the referee or the table; None where it changed the page."""
        if self._shown is None:
            return None
        page = scenes.page(self._shown, self._look, self._local)
        meant = scenes.touch(page, x, y)
        if isinstance(meant, Local):
            self._local = meant
            self._refresh()
            return None
        return meant

    def _refresh(self) -> None:
        if self._shown is not None:
            self.window.show(scenes.page(self._shown, self._look, self._local))
