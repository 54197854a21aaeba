"""The board controller: a light under every place, a switch in every hole."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hardware.errors import CompanionError
from hardware.ports import BoardLink, Light, Rhythm, SwitchStates
from tablet_companion.app.contacts import HELD, TRIED, Contacts
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.course import Outcome, Part, Verdict

ANSWER_S: Final = 3.0
"""How long the controller has to answer, and how long it may be gone."""
LIGHT_S: Final = 0.25
"""How long each light shines alone."""
ALL_S: Final = 2.0
"""How long all shine together at the end."""
WAIT_S: Final = 20.0
"""How long nothing new may come from the switches before it is taken that nothing will."""
_ASKED: Final = Light((40, 85, 110), Rhythm.SLOW)


class _Part(ABC):
    """Something that is tried over the link, which has to answer."""

    def __init__(self, link: BoardLink, line: str) -> None:
        """Take the link; ``line`` is its name in the settings."""
        self._link = link
        self._line = line
        self._heard_s = 0.0
        self._began_s: float | None = None

    def begin(self, now_s: float) -> None:
        """Wait for an answer first."""
        self._heard_s, self._began_s = now_s, None

    def step(self, now_s: float) -> Outcome | None:
        """Serve the line; once it answers go on with what is tried."""
        try:
            told = self._link.turn()
        except CompanionError as error:
            return Outcome(Verdict.BAD, str(error))
        if self._link.connected:
            self._heard_s = now_s
            if self._began_s is None:
                self._began_s = now_s
                self.started(now_s)
            return self.tried(told, now_s)
        if now_s - self._heard_s < ANSWER_S:
            return None
        return Outcome(
            Verdict.BAD,
            f"the controller does not answer on {self._line}; is its cable in, and the program of "
            "hardware/firmware on it?",
        )

    def end(self) -> None:
        """Leave the board dark."""
        self._link.light({})
        with contextlib.suppress(CompanionError):  # said already; a lost one darkens by itself
            self._link.turn()

    @abstractmethod
    def started(self, now_s: float) -> None:
        """Begin, or begin again: the controller answers."""

    @abstractmethod
    def tried(self, told: Sequence[SwitchStates], now_s: float) -> Outcome | None:
        """Go on with what is tried, given what was heard since."""


class LightsPart(_Part):
    """Every light alone, in the order of the settings, then all of them."""

    ask = "a white light goes from place to place, leaving out none; then all shine"

    def __init__(self, link: BoardLink, line: str, lights: Sequence[str]) -> None:
        """Try the lights of these places."""
        super().__init__(link, line)
        self.name = f"board lights ({len(lights)})"
        self._lights = tuple(lights)
        self._since_s = 0.0

    def started(self, now_s: float) -> None:
        """Begin with the first."""
        self._since_s = now_s

    def tried(self, told: Sequence[SwitchStates], now_s: float) -> Outcome | None:  # noqa: ARG002
        """Light the next one; it was shown when all have shone."""
        at = int((now_s - self._since_s) / LIGHT_S)
        lit = self._lights[at : at + 1] or self._lights
        self._link.light(dict.fromkeys(lit, TRIED))
        over = now_s - self._since_s >= len(self._lights) * LIGHT_S + ALL_S
        return Outcome(Verdict.SHOWN, self.ask) if over else None


class SwitchesPart(_Part):
    """Every switch has to close and to open, in any order; holes still to be tried shine."""

    ask = "put a pawn or a magnet into every hole and take it out again; holes to be tried shine"

    def __init__(self, link: BoardLink, line: str, switches: Sequence[str]) -> None:
        """Try the switches of these places."""
        super().__init__(link, line)
        self.name = f"hole switches ({len(switches)})"
        self._switches = tuple(switches)
        self._contacts = Contacts()
        self._news_s = 0.0

    def started(self, now_s: float) -> None:
        """Begin with how the switches stand; what was tried before counts no more."""
        self._contacts = self._contacts.anew()
        self._news_s = now_s

    def tried(self, told: Sequence[SwitchStates], now_s: float) -> Outcome | None:
        """Hear the switches, until all are well or nothing new comes any more."""
        for states in told:
            after = self._contacts.heard(states)
            if after != self._contacts:
                self._contacts, self._news_s = after, now_s
        self._link.light(self._shown())
        if self._contacts.well(self._switches):
            return Outcome(Verdict.GOOD, "every one closed and opened")
        if now_s - self._news_s < WAIT_S:
            return None
        return Outcome(Verdict.BAD, "; ".join(self._wrong()))

    def _shown(self) -> Mapping[str, Light]:
        waiting = (p for p in self._switches if not self._contacts.well((p,)))
        return dict.fromkeys(waiting, _ASKED) | dict.fromkeys(self._contacts.closed, HELD)

    def _wrong(self) -> Iterator[str]:
        silent, stuck = self._contacts.silent(self._switches), self._contacts.stuck(self._switches)
        if silent:
            yield f"never closed: {', '.join(silent)}"
        if stuck:
            yield f"never opened again: {', '.join(stuck)}"


def parts(bench: Bench) -> Iterator[Part]:
    """Yield the lights and the switches, where the settings name a controller that has any."""
    under, line = bench.under, bench.settings.controller.line
    if under is None or line is None:
        return
    if under.lights:
        yield LightsPart(under.link, line, under.lights)
    if under.switches:
        yield SwitchesPart(under.link, line, under.switches)
