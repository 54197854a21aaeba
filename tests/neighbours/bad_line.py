"""What is underneath a table, on a bad line."""

from __future__ import annotations

from queue import SimpleQueue

from hardware.clock import ManualClock
from hardware.ports import Light, Rhythm
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.wired.controller import ControllerThread
from tablet_companion.config import ControllerSettings
from tablet_companion.kit import printed
from tests.neighbours import controllers
from tests.neighbours.controllers import Answer

BOARD = printed.board("agent_dog")
LIGHTS = (Light((255, 0, 0), Rhythm.STEADY), Light((0, 255, 0), Rhythm.FAST))
TURN_S = 0.02


class Table:
    """What is underneath a table, on a bad line, told the time."""

    def __init__(self, answer: Answer, inbox: Inbox | None = None) -> None:
        """Plug the controller in."""
        self.clock = ManualClock(50)
        self.inbox: Inbox = SimpleQueue() if inbox is None else inbox
        self.answer = answer
        self.barred: OSError | None = None

        class Counted(controllers.Line):
            """A line whose openings are counted for this table."""

            opened = closed = 0

        self.lines = Counted
        self.controller = ControllerThread(
            ControllerSettings(line="usb"), BOARD, self.opened, self.inbox, self.clock
        )

    def opened(self, _where: str, _baud: int) -> controllers.Line:
        """Open the line."""
        if self.barred is not None:
            raise self.barred
        return self.lines(self.answer)

    def run(self, seconds: float) -> None:
        """Let time pass, and the lights change all the time."""
        for count in range(round(seconds / TURN_S)):
            self.clock.advance(TURN_S)
            self.controller.shine({"T0": LIGHTS[count % 2]})
            self.controller.turn()

    def heard(self) -> list[object]:
        """Return what the loop hears."""
        heard: list[object] = []
        while not self.inbox.empty():
            heard.append(self.inbox.get())
        return heard
