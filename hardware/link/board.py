"""The board controller's driver: lights and switches by place, over a line that may be unplugged.

It has no thread and never waits: its owner calls ``turn`` some fifty times a second.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from hardware.errors import CompanionError
from hardware.link import messages
from hardware.link.messages import Welcome
from hardware.link.session import Refused, Session, Switched
from hardware.link.transport import Line, let_go
from hardware.ports import Clock, Light, SwitchStates

RETRY_S: Final = 0.5
MISFIT_S: Final = 5.0
"""How long a controller that does not fit is ignored; another may be plugged in by then."""
_TOKENS: Final = 0x10000


class Misfit(StrEnum):
    """Why a board controller does not fit; pages have their own words for it."""

    FOREIGN = "it has another program, or another version of it"
    SMALL = "it has too few LEDs or switches"


class ControllerError(CompanionError):
    """A board controller that does not fit the program or the board."""

    def __init__(self, sentence: str, misfit: Misfit) -> None:
        """``misfit`` is kept beside the sentence."""
        super().__init__(sentence)
        self.misfit = misfit


class BoardController:
    """The lights under a board and the switches in its holes.

    A line that fails or falls silent is opened again every RETRY_S seconds, and the lights are
    sent again. Places without a light are ignored.
    """

    def __init__(
        self,
        opened: Callable[[], Line],
        clock: Clock,
        lights: Sequence[str],
        switches: Sequence[str],
        *,
        token: Callable[[], int] = lambda: random.SystemRandom().randrange(_TOKENS),
    ) -> None:
        """``opened`` opens the line; the places are in the order of LEDs and of switches.

        ``token`` draws the number that distinguishes sessions. Nothing is opened before the first
        ``turn``.
        """
        self._opened = opened
        self._clock = clock
        self._leds = {place: number for number, place in enumerate(lights)}
        self._switches = tuple(switches)
        self._token = token
        self._wanted: Mapping[int, Light] = {}
        self._line: Line | None = None
        self._session: Session | None = None
        self._retry_s = clock.now_s()
        self._closed: Mapping[str, tuple[bool, float]] = {}
        self._untold: list[SwitchStates] = []

    @property
    def connected(self) -> bool:
        """Whether the controller has answered and is not silent."""
        session = self._session  # read by other threads than the one that clears it
        return session is not None and session.speaks

    @property
    def settled(self) -> bool:
        """Whether the board shows everything it should."""
        return self._session is not None and self._session.settled

    def light(self, lights: Mapping[str, Light]) -> None:
        """Light exactly these places; may be called from any thread."""
        self._wanted = {
            self._leds[place]: light for place, light in lights.items() if place in self._leds
        }

    def turn(self) -> list[SwitchStates]:
        """Read, answer, send what is due; open the line when it is time.

        Raises ControllerError for a controller that does not fit. Its line is then closed; further
        calls look for another controller after MISFIT_S seconds.
        """
        now_s = self._clock.now_s()
        told, self._untold = self._untold, []
        try:
            return [*told, *self._exchange(now_s)]
        except OSError:
            return [*told, *self._lose(now_s)]
        except ControllerError:
            self._untold = [*told, *self._lose(now_s)]
            self._retry_s = now_s + MISFIT_S
            raise

    def close(self) -> None:
        """Darken the board and close the line; if that fails, it is dark in three seconds."""
        line, session = self._line, self._session
        self._line = self._session = None
        if line is not None and session is not None:
            with contextlib.suppress(OSError):  # unplugged, so it has no power either
                line.write(session.end())
            let_go(line)

    def _exchange(self, now_s: float) -> list[SwitchStates]:
        if self._line is None or self._session is None:
            if now_s < self._retry_s:
                return []
            self._line = self._opened()
            self._session = Session(self._token(), now_s)
        line, session = self._line, self._session
        told: list[SwitchStates] = []
        for news in session.hear(line.read(), now_s):
            match news:
                case Welcome():
                    self._check(news)
                case Switched(closed):
                    # Only the newest: a switch that chatters must not crowd the game's queue.
                    told = [self._heard(closed, now_s)]
                case Refused(reason):
                    raise ControllerError(
                        "The board controller rejects a message "
                        f"({'for no known reason' if reason is None else reason.name}); put the "
                        "program in the folder hardware/firmware on it.",
                        Misfit.FOREIGN,
                    )
        session.show(self._wanted)
        line.write(session.due(now_s))
        return [*told, *self._lose(now_s)] if session.is_lost(now_s) else told

    def _lose(self, now_s: float) -> list[SwitchStates]:
        """Close a dead line; its switches are unknown from now on."""
        line, self._line, self._session = self._line, None, None
        if line is not None:
            let_go(line)
        self._retry_s = now_s + RETRY_S
        known, self._closed = self._closed, {}
        return [SwitchStates(now_s, {})] if known else []

    def _heard(self, closed: tuple[bool, ...], now_s: float) -> SwitchStates:
        """Return the states by place; one that has not changed keeps its time."""
        states = {}
        for place, state in zip(self._switches, closed, strict=False):
            before = self._closed.get(place)
            kept = before is not None and before[0] == state
            states[place] = before if kept and before else (state, now_s)
        self._closed = states
        return SwitchStates(now_s, states)

    def _check(self, told: Welcome) -> None:
        """Raise ControllerError for a controller of another protocol, or one too small."""
        if told.version != messages.VERSION:
            raise ControllerError(
                f"The board controller speaks version {told.version} of the protocol, this "
                f"program version {messages.VERSION}; put the program in the folder "
                "hardware/firmware on it.",
                Misfit.FOREIGN,
            )
        for name, there, wanted in (
            ("LEDs", told.leds, len(self._leds)),
            ("switches", told.switches, len(self._switches)),
        ):
            if there < wanted:
                raise ControllerError(
                    f"The board controller has {there} {name}, but the settings give {wanted} "
                    "places; correct its main.py, or name the places in the table [controller].",
                    Misfit.SMALL,
                )
