"""A game begun at a desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import ManualClock
from hardware.fanout import AllSounders
from hardware.gpio import GpioLamps
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from tablet_companion import games
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.pages.display import Display
from tablet_companion.app.running.loop import Loop
from tablet_companion.app.running.loop_parts import Presentation
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.games.core import Seat
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.events import Begin, Choose, Saw
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.toolkit.window import Window
from tablet_companion.screen.words.wording import words
from tablet_companion.session.session import Session, open_table
from tests.referee.looks import look

PINS = {ACCEPTED: 17, OBJECTION: 27, turn_lamp("red"): 5, turn_lamp("blue"): 6}


class Desk:
    """A loop with a dummy window, mock pins and a clock that is told the time."""

    def __init__(self) -> None:
        """Open a table for Agent DOG."""
        board = printed.board("agent_dog")
        self.game = games.load("agent_dog")
        self.clock = ManualClock()
        self.queue: Inbox = SimpleQueue()
        self.pins = MockFactory(pin_class=MockPWMPin)
        theme = Theme((800, 480), 133)
        self.window = Window(theme.size, theme.colours.ground, title="test")
        look_ = Look(theme, words("fr", board), board, paint.measure)
        display = Display(self.window, look_, self.clock)
        lamps = GpioLamps(PINS, self.pins)
        signalling = Signalling(lamps, AllSounders(), self.game.seats)
        table = open_table(self.game, areas_of(board, "agent_dog"), "fr", None)
        session = Session(table, keeper=None, lots=lambda _below: 0)
        self.loop = Loop(session, Presentation(display, signalling), self.queue, self.clock)
        self.loop.begin()

    def pass_time(self, seconds: float, *, show: object = None) -> None:
        """Let time pass in steps of 0.1 s, a look at the table queued at each."""
        for _ in range(round(seconds * 10)):
            self.clock.advance(0.1)
            if show is not None:
                self.queue.put(Saw(self.clock.now_s(), show))  # type: ignore[arg-type]  # a reading
            self.loop.turn()

    def lit(self, lamp: str) -> bool:
        """Whether current flows at a lamp's pin."""
        return bool(self.pins.pin(PINS[lamp]).state)  # type: ignore[index]  # tests name them


@contextmanager
def begun() -> Iterator[Desk]:
    """Begin a game at a desk, red dealing; its window is closed at the end."""
    desk = Desk()
    desk.loop.touch(Choose("dealer", Seat("red")))
    desk.loop.touch(Begin())
    desk.pass_time(3, show=look(desk.game.placement(desk.loop.session.table.state)))
    assert desk.loop.session.table.stage is Stage.PLAY
    yield desk
    desk.window.close()
