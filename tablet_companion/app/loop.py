"""The loop: what happened is handed to the referee, what the referee wants done is done."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty
from typing import Final

from hardware.ports import Clock
from tablet_companion.app.buttons import meant
from tablet_companion.app.cameras import Viewfinder
from tablet_companion.app.display import Display
from tablet_companion.app.inbox import Failed, Inbox, Pushed
from tablet_companion.app.signalling import Signalling
from tablet_companion.app.tabletop import Driver, Tabletop
from tablet_companion.app.trouble import notice
from tablet_companion.journal import JournalError
from tablet_companion.referee.effects import Cue, Effect, Language, Show, Signal
from tablet_companion.referee.events import Event, Intent, Switched, Ticked, Touched
from tablet_companion.referee.panels import Panel
from tablet_companion.referee.show import panel
from tablet_companion.screen.orders import Order, PlayGame
from tablet_companion.screen.window import Closed, Happening, Mouse, Pressed
from tablet_companion.session import Session

TICK_S: Final = 0.1
PICTURE_S: Final = 1 / 15


class Loop:
    """One table's loop. ``turn`` is one time round; whoever calls it decides how often.

    ``open`` turns False once a window is closed. A ``tabletop`` is shown in a second window; a
    ``driver`` plays until somebody touches the page or presses a mouse button over the table.
    ``lit`` is told every panel, for the lights under the places.
    """

    def __init__(  # noqa: PLR0913 - the one place where everything meets
        self,
        session: Session,
        display: Display,
        signalling: Signalling,
        inbox: Inbox,
        clock: Clock,
        *,
        tabletop: Tabletop | None = None,
        driver: Driver | None = None,
        lit: Callable[[Panel], None] = lambda _panel: None,
        finder: Viewfinder | None = None,
    ) -> None:
        """Join the parts and show where the game is; ``finder`` lets people choose a camera."""
        self.session = session
        self.open = True
        self._display = display
        self._signalling = signalling
        self._inbox = inbox
        self._clock = clock
        self._tabletop = tabletop
        self._driver = driver
        self._lit = lit
        self._finder = finder
        self.chosen = ""
        self._unrecorded = False
        self._ticked_s = self._pictured_s = clock.now_s()
        for effect in session.carry_on(clock.now_s()):
            self._carry_out(effect)
        self._show(panel(session.table))

    def turn(self) -> None:
        """Do what is due: queued events, touches, the clock's tick, lamps, sounds and pictures.

        Raises whatever another thread failed with.
        """
        self._take_in()
        for happening in self._display.window.happenings():
            self._happened(happening)
        now_s = self._clock.now_s()
        if self._driver is not None:
            self._driver.step(now_s, self.session.table)
        if now_s - self._ticked_s >= TICK_S:
            self._ticked_s = now_s
            self.handle(Ticked(now_s))
        self._signalling.step(now_s)
        if now_s - self._pictured_s >= PICTURE_S:
            self._pictured_s = now_s
            self._show_table()
            self._show_cameras()

    def handle(self, event: Event) -> None:
        """Give one event to the referee and carry the effects out.

        What cannot be recorded did not happen: the page says so and the game stands still, deaf to
        everything but a touch, which tries again.
        """
        if self._unrecorded and isinstance(event, Switched):
            self.session.handle(event)  # it records nothing, and is not told a second time
        if self._unrecorded and not isinstance(event, Touched):
            return
        if self._unrecorded:
            self._carry_out(Signal(Cue.CALM))
        self._unrecorded = False
        try:
            effects = self.session.handle(event)
        except JournalError as error:
            self._unrecorded = True
            effects = (Show(notice(self.session.table, error)), Signal(Cue.QUESTION))
        for effect in effects:
            self._carry_out(effect)

    def touch(self, intent: Intent) -> None:
        """Give one intent to the referee."""
        self.handle(Touched(self._clock.now_s(), intent))

    def _take_in(self) -> None:
        """Empty the queue; what is put in meanwhile waits for no later turn."""
        while True:
            try:
                item = self._inbox.get_nowait()
            except Empty:
                return
            match item:
                case Failed(error=error):
                    raise error
                case Pushed(button=button):
                    self._pushed(button)
                case _:
                    self.handle(item)

    def _pushed(self, button: str) -> None:
        shown = self._display.panel
        intent = None if shown is None else meant(button, shown)
        if intent is not None:
            self.touch(intent)

    def _happened(self, happening: Happening) -> None:
        match happening:
            case Closed():
                self.open = False
            case Pressed(x=x, y=y):
                self._take_over()
                self._touched(self._display.touched(x, y))
            case Mouse(kind=kind):
                if kind == "down":
                    self._take_over()
                if self._tabletop is not None and self._driver is None:
                    self._tabletop.mouse(happening)

    def _touched(self, meant: Intent | Order | None) -> None:
        if isinstance(meant, PlayGame):
            self.chosen, self.open = meant.name, False
        elif isinstance(meant, Order):
            self._obey(meant)
        elif meant is not None:
            self.touch(meant)

    def _obey(self, order: Order) -> None:
        if self._finder is not None:
            self._finder.obey(order)
            self._display.name_camera(self._finder.used)
            self._show_cameras()

    def _show_cameras(self) -> None:
        if self._finder is not None:
            self._display.lay_over(self._finder.panel())

    def _take_over(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.leave()

    def _show_table(self) -> None:
        picture = None if self._tabletop is None else self._tabletop.picture()
        if self._tabletop is not None and picture is not None:
            self._display.window.show_picture(picture, self._tabletop.title)

    def _show(self, shown: Panel) -> None:
        self._display.show(shown)
        self._lit(shown)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Show(panel=shown):
                self._show(shown)
            case Signal():
                self._signalling.hear(effect, self._clock.now_s())
            case Language(code=code):
                self._display.speak(code)
            case _:
                pass  # records are kept already, verdicts are for logs, lots were drawn
