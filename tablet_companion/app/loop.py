"""The loop: what happened is handed to the referee, what the referee wants done is done."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import Final

from hardware.ports import Clock
from tablet_companion.app.display import Display
from tablet_companion.app.signalling import Signalling
from tablet_companion.referee.effects import Effect, Language, Show, Signal
from tablet_companion.referee.events import Event, Intent, Ticked, Touched
from tablet_companion.referee.show import panel
from tablet_companion.screen.window import Closed, Happening, Pressed
from tablet_companion.session import Session

TICK_S: Final = 0.1


class Loop:
    """One table's loop. ``turn`` is one time round; whoever calls it decides how often."""

    def __init__(
        self,
        session: Session,
        display: Display,
        signalling: Signalling,
        queue: SimpleQueue[Event],
        clock: Clock,
    ) -> None:
        """Join the parts and show where the game is."""
        self.session = session
        self._display = display
        self._signalling = signalling
        self._queue = queue
        self._clock = clock
        self._ticked_s = clock.now_s()
        self.open = True
        display.show(panel(session.table))

    def turn(self) -> None:
        """Do what is due: queued events, the clock's tick, touches, lamps and sounds.

        Raises JournalError where something could not be recorded; nothing was shown then.
        """
        while True:
            try:
                self.handle(self._queue.get_nowait())
            except Empty:
                break
        for happening in self._display.window.happenings():
            self._happened(happening)
        now_s = self._clock.now_s()
        if now_s - self._ticked_s >= TICK_S:
            self._ticked_s = now_s
            self.handle(Ticked(now_s))
        self._signalling.step(now_s)

    def handle(self, event: Event) -> None:
        """Give one event to the referee and carry the effects out."""
        for effect in self.session.handle(event):
            self._carry_out(effect)

    def touch(self, intent: Intent) -> None:
        """Give one intent to the referee."""
        self.handle(Touched(self._clock.now_s(), intent))

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening, Closed):
            self.open = False
        elif isinstance(happening, Pressed):
            intent = self._display.touched(happening.x, happening.y)
            if intent is not None:
                self.touch(intent)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Show(panel=shown):
                self._display.show(shown)
            case Signal():
                self._signalling.hear(effect, self._clock.now_s())
            case Language(code=code):
                self._display.speak(code)
            case _:
                pass  # records are kept already, verdicts are for logs, lots were drawn
