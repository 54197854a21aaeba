"""The board controller's driver: lights and switches by place, over a line that may be unplugged.

It has no thread and never waits: its owner calls ``turn`` some fifty times a second.
"""

from __future__ import annotations

import contextlib
import errno
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
from hardware.problems import N_

RETRY_S: Final = 0.5
"""The pause before a lost line is opened again."""
MISFIT_S: Final = 5.0
"""How long a controller that does not fit is ignored; another may be plugged in by then."""
STEADY_S: Final = 30.0
"""A line that lasted this long is not at fault if it is lost: somebody moved a cable."""
MAX_LOSSES: Final = 3
"""This many lines in a row that do not last are more than a controller that is starting."""
_TOKENS: Final = 0x10000


class Misfit(StrEnum):
    """Why a board controller cannot be used, as pages say it; the log says how to mend it."""

    FOREIGN = N_("The board controller runs another program. Its lights and switches are not used.")
    SMALL = N_("The board controller has too few lights or switches. They are not used.")
    BUSY = N_("Another program is using the board controller. Close that program.")
    DENIED = N_("The board controller may not be opened. Its lights and switches are not used.")
    GARBLED = N_(
        "The board controller does not answer as it should. Check its cable, and close other "
        "programs that use it."
    )


_BARRED: Final = {
    errno.EAGAIN: Misfit.BUSY,  # another program holds pyserial's lock
    errno.EBUSY: Misfit.BUSY,
    errno.EACCES: Misfit.DENIED,
    errno.EPERM: Misfit.DENIED,
}
_MEND: Final = {
    Misfit.BUSY: "close the other program",
    Misfit.DENIED: "put this program's user into the group of that device, usually dialout",
}


class ControllerError(CompanionError):
    """A board controller that does not fit the program or the board, or whose line is not ours."""

    def __init__(self, sentence: str, misfit: Misfit) -> None:
        super().__init__(sentence)
        self.misfit = misfit


class BoardController:
    """The lights under a board and the switches in its holes.

    A line that fails or falls silent is opened again every RETRY_S seconds, and the lights are
    sent again. A controller that is not plugged in is waited for without a word. Places without a
    light are ignored.
    """

    def __init__(
        self,
        open_line: Callable[[], Line],
        clock: Clock,
        lights: Sequence[str],
        switches: Sequence[str],
        *,
        token: Callable[[], int] = lambda: random.SystemRandom().randrange(_TOKENS),
    ) -> None:
        """``open_line`` opens the line; the places are in the order of LEDs and of switches.

        ``token`` draws the number that distinguishes sessions. Nothing is opened before the first
        ``turn``.
        """
        self._open_line = open_line
        self._clock = clock
        self._leds = {place: number for number, place in enumerate(lights)}
        self._switches = tuple(switches)
        self._token = token
        self._wanted: Mapping[int, Light] = {}
        self._line: Line | None = None
        self._session: Session | None = None
        self._retry_s = self._opened_s = clock.now_s()
        self._losses = 0
        self._closed: Mapping[str, tuple[bool, float]] = {}
        self._untold: list[SwitchStates] = []

    @property
    def connected(self) -> bool:
        """Whether the controller has answered and is not silent."""
        session = self._session  # read by other threads than the one that clears it
        return session is not None and session.speaks

    def light(self, lights: Mapping[str, Light]) -> None:
        """Light exactly these places; may be called from any thread."""
        self._wanted = {
            self._leds[place]: light for place, light in lights.items() if place in self._leds
        }

    def turn(self) -> list[SwitchStates]:
        """Read, answer, send what is due; open the line when it is time.

        Raises ControllerError for a controller that does not fit, a line that may not be opened,
        and one that was lost MAX_LOSSES times in a row. The line is then closed; further calls
        look for another controller after MISFIT_S seconds.
        """
        now_s = self._clock.now_s()
        told, self._untold = self._untold, []
        try:
            return [*told, *self._serve(now_s)]
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

    def _serve(self, now_s: float) -> list[SwitchStates]:
        """Exchange bytes; close a line that fails. Raises ControllerError if that goes on."""
        try:
            return self._exchange(now_s)
        except OSError as error:
            self._count_loss(now_s)
            if self._losses < MAX_LOSSES:
                return self._lose(now_s)
            raise ControllerError(
                f"The board controller does not answer as it should ({error}); check its cable, "
                "close other programs that use its line, and see that the program in the folder "
                "hardware/firmware runs on it.",
                Misfit.GARBLED,
            ) from error

    def _count_loss(self, now_s: float) -> None:
        """Count a line that was lost, unless somebody pulled out a controller that answered."""
        if self._session is None:  # nothing is plugged in
            self._losses = 0
        elif self._session.is_lost(now_s) or not self.connected:
            lasted = now_s - self._opened_s >= STEADY_S
            self._losses = 1 if lasted else self._losses + 1

    def _exchange(self, now_s: float) -> list[SwitchStates]:
        if self._line is None or self._session is None:
            if now_s < self._retry_s:
                return []
            self._line = self._open()
            self._session = Session(self._token(), now_s)
            self._opened_s = now_s
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
        if session.is_lost(now_s):
            raise OSError("its answers do not arrive")
        return told

    def _open(self) -> Line:
        """Open the line. Raises OSError, or ControllerError if it is there but not for us."""
        try:
            return self._open_line()
        except OSError as error:
            misfit = _BARRED.get(error.errno or 0)
            if misfit is None:
                raise
            sentence = f"The board controller's line cannot be opened ({error}); {_MEND[misfit]}."
            raise ControllerError(sentence, misfit) from error

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
