"""Every button in turn: it has to be pressed, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Empty
from typing import Any, Final

import msgspec

from tablet_companion.app.inbox import Inbox, Pushed
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.course import Outcome, Part, Verdict

WAIT_S: Final = 15.0
"""How long somebody has to press the button."""


class ButtonPart:
    """One button is waited for."""

    def __init__(self, button: str, inbox: Inbox) -> None:
        """Wait for this button's presses in the queue."""
        self.name = f"button {button}"
        self.ask = f"press it within {WAIT_S:.0f} seconds"
        self._button = button
        self._inbox = inbox
        self._until_s = 0.0

    def begin(self, now_s: float) -> None:
        """Forget earlier presses and begin to wait."""
        self._pressed()
        self._until_s = now_s + WAIT_S

    def step(self, now_s: float) -> Outcome | None:
        """Look whether it, or another in its place, was pressed."""
        pressed = self._pressed()
        if self._button in pressed:
            return Outcome(Verdict.GOOD, "it was pressed")
        if pressed:
            seen = f"{pressed[0]} came instead; are two pins swapped in the settings?"
            return Outcome(Verdict.BAD, seen)
        if now_s >= self._until_s:
            return Outcome(Verdict.BAD, "nothing came; is its wire on that pin and on ground?")
        return None

    def end(self) -> None:
        """Do nothing: a button needs no leaving."""

    def _pressed(self) -> list[str]:
        found: list[str] = []
        while True:
            try:
                item = self._inbox.get_nowait()
            except Empty:
                return found
            if isinstance(item, Pushed):
                found.append(item.button)


def parts(bench: Bench) -> Iterator[Part]:
    """Yield a part for every button that the settings name."""
    pins: dict[str, Any] = msgspec.structs.asdict(bench.settings.gpio.buttons)
    for button, pin in pins.items():
        if pin is not None:
            yield ButtonPart(button, bench.inbox)
