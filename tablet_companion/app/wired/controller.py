"""The controller under the board: lights that follow the page, switches that the referee hears.

Its line may be slow to open, so a thread serves it; tests call ``turn`` directly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Final

from hardware.board import Board
from hardware.link.board import MISFIT_S, BoardController, ControllerError
from hardware.link.messages import MAX_LEDS
from hardware.link.transport import Line
from hardware.log import LogOnce
from hardware.ports import BoardLink, Clock, Light, SwitchStates
from tablet_companion.app.inbox import ControllerTrouble, Failed, Inbox
from tablet_companion.config import ConfigError, ControllerSettings
from tablet_companion.games.core import Message, Place
from tablet_companion.referee.model.events import Switched

_PACE_S: Final = 0.01
"""Between two services of the line."""
_END_S: Final = 1.0
"""How long the end waits for the thread."""
_WELL_S: Final = MISFIT_S + 3.0
"""A misfit counts as gone once none was found for this long: by then any controller has been
greeted and sent commands, and one that does not fit would have refused them."""


class ControllerThread:
    """The board controller of a table; does nothing if the settings name none."""

    def __init__(
        self,
        settings: ControllerSettings,
        board: Board,
        open_line: Callable[[str, int], Line],
        inbox: Inbox,
        clock: Clock,
    ) -> None:
        """Take the settings; the first ``turn`` opens the line.

        Raises ConfigError for a place that the board does not have.
        """
        self._settings = settings
        self._board = board
        self._inbox = inbox
        self._link = open_link(settings, board, open_line, clock)
        self._clock = clock
        self._misfit: Message | None = None
        self._misfit_s = 0.0
        self._unfit = LogOnce()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board controller", daemon=True)

    @property
    def connected(self) -> bool:
        """Whether there is a controller that answers."""
        return self._link is not None and self._link.connected

    @property
    def places(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the places with lights and those with switches; empty without a controller."""
        return ((), ()) if self._link is None else list_wired_places(self._settings, self._board)

    def shine(self, lights: Mapping[str, Light]) -> None:
        """Let exactly these places shine."""
        if self._link is not None:
            self._link.light(lights)

    def turn(self) -> None:
        """Serve the line once, and queue the switch states.

        A controller that does not fit is ignored: the game goes on by camera alone.
        """
        if self._link is None:
            return
        try:
            for states in self._link.turn():
                self._inbox.put(_event(states))
        except ControllerError as error:
            self._leave_out(error)
        else:
            self._take_back()

    def _leave_out(self, error: ControllerError) -> None:
        """Say on the page and in the log that the controller is not used, once for each reason."""
        self._misfit_s = self._clock.now_s()
        say = Message(error.misfit.value)
        if say != self._misfit:
            self._misfit = say
            self._inbox.put(ControllerTrouble(say))
        self._unfit.tell(str(error))

    def _take_back(self) -> None:
        """Withdraw that report once the controller fits or is gone."""
        if self._misfit is not None and self._clock.now_s() - self._misfit_s >= _WELL_S:
            self._misfit = None
            self._unfit.forget()
            self._inbox.put(ControllerTrouble(None))

    def start(self) -> None:
        """Start serving the line on a thread."""
        if self._link is not None:
            self._thread.start()

    def stop(self) -> None:
        """Stop serving the line, darken the board and close the line."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=_END_S)
        if self._link is not None:
            self._link.close()

    def _run(self) -> None:
        try:
            while not self._stopped.wait(_PACE_S):
                self.turn()
        except Exception as error:  # noqa: BLE001 - not swallowed: the loop raises it
            self._inbox.put(Failed(error))


def list_wired_places(
    settings: ControllerSettings, board: Board
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the places in the order of the LEDs, and those in the order of the switches.

    Raises ConfigError for a place that the board lacks or that is named twice, and for too many.
    """
    named = (("lights", settings.lights), ("switches", settings.switches))
    for key, names in named:
        for name in names:
            if name not in board.by_name:
                raise ConfigError(
                    f"controller.{key}: the board {board.name!r} has no place {name!r}; its board "
                    "file names them."
                )
            if names.count(name) > 1:
                raise ConfigError(f"controller.{key}: {name} is named twice; name it once.")
    lights = settings.lights or tuple(p.name for p in board.places if p.kind != "nest")
    if len(lights) > MAX_LEDS:
        raise ConfigError(
            f"controller.lights: {len(lights)} places are to be lit, but a controller has at most "
            f"{MAX_LEDS} LEDs; name those that matter."
        )
    switches = settings.switches or tuple(p.name for p in board.places if p.kind == "hole")
    return lights, switches


def open_link(
    settings: ControllerSettings, board: Board, open_line: Callable[[str, int], Line], clock: Clock
) -> BoardLink | None:
    """Return the link that the settings name, None for none; its first ``turn`` opens the line.

    Raises ConfigError as ``places`` does.
    """
    line = settings.line
    if line is None:
        return None
    lights, switches = list_wired_places(settings, board)
    return BoardController(lambda: open_line(line, settings.baud), clock, lights, switches)


def _event(states: SwitchStates) -> Switched:
    told = ((Place(name), state, since_s) for name, (state, since_s) in states.closed.items())
    return Switched(states.at_s, tuple(told))
