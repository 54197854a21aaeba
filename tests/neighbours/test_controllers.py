"""Whatever a board controller does, the game goes on, by camera alone where need be."""

from __future__ import annotations

import errno
import itertools
import threading

import pytest

from hardware.clock import ManualClock
from hardware.link.board import Misfit
from hardware.link.framing import Frame, encode
from hardware.link.messages import Kind
from tablet_companion.app.inbox import ControllerTrouble, Failed
from tablet_companion.games.core import Message
from tablet_companion.referee.model.events import Switched
from tablet_companion.referee.model.panels import PlayPanel
from tests.amounts import count, sampled
from tests.app.begun import begun
from tests.neighbours import controllers
from tests.neighbours.bad_line import TURN_S, Table
from tests.neighbours.watched import descriptors

MISFITTING = {
    "refuses as malformed": controllers.refusing(b"\x02"),
    "refuses for a reason unheard of": controllers.refusing(b"\xff\xff"),
    "speaks another version": controllers.foreign(2),
    "has no LEDs": controllers.small(0, 255),
    "has too few switches": controllers.small(256, 1),
}
ODD = {
    "babbles": controllers.babbling(1),
    "echoes": controllers.echoing,
    "resets": controllers.forgetful(),
    "is pulled out": controllers.gone,
    "is silent": lambda _frame: b"",
    "drips a sync": lambda _frame: b"\xa5\x5a" * 100,
    "answers every tenth time": controllers.sparing(ManualClock(50)),
    "sends megabytes of noise": controllers.flooding(2),
    "sends a byte at a time": controllers.dripping(),
    "greets, and comes back from a reset with another version": controllers.exchanged(),
}
BARRED = {
    errno.EAGAIN: Misfit.BUSY,
    errno.EBUSY: Misfit.BUSY,
    errno.EACCES: Misfit.DENIED,
    errno.EPERM: Misfit.DENIED,
}


@pytest.mark.parametrize("kind", MISFITTING)
def test_one_that_does_not_fit_is_left_out_and_said_once(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """No error ends the program; page and log say it, and another is looked for every while."""
    table = Table(MISFITTING[kind])
    table.run(60)
    told = [item for item in table.heard() if isinstance(item, ControllerTrouble)]
    assert [item.say.text for item in told if item.say] == [told[0].say and told[0].say.text]
    assert told[0].say is not None
    assert told[0].say.text in list(Misfit)
    assert capsys.readouterr().err.count("The board controller") == 1
    assert 8 <= table.lines.opened <= 15, "every five seconds"


def test_one_that_fits_after_all_is_used_again() -> None:
    """Plugged in in the other's place it shines, and the page says no more."""
    table = Table(MISFITTING["speaks another version"])
    table.run(20)
    table.answer = controllers.right(table.clock)
    table.run(20)
    told = [item for item in table.heard() if isinstance(item, ControllerTrouble)]
    assert [item.say is None for item in told] == [False, True]
    assert table.controller.connected


def test_one_that_is_unplugged_is_said_no_more() -> None:
    """What does not fit and is gone is no trouble."""
    table = Table(MISFITTING["has no LEDs"])
    table.run(20)
    table.barred = OSError(errno.ENOENT, "the cable is out")
    table.run(20)
    assert table.heard()[-1] == ControllerTrouble(None)


@pytest.mark.parametrize("number", BARRED)
def test_a_line_that_may_not_be_opened_is_said(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody else's line, or a forbidden one: the page says it until it can be opened."""
    table = Table(controllers.gone)
    table.answer = controllers.right(table.clock)
    table.barred = OSError(number, "no")
    table.run(60)
    table.barred = None
    table.run(20)
    say = Message(BARRED[number])
    assert [item.say for item in table.heard() if isinstance(item, ControllerTrouble)] == [
        say,
        None,
    ]
    assert capsys.readouterr().err.count("\n") == 1
    assert table.controller.connected


@pytest.mark.parametrize("kind", ODD)
def test_one_that_does_not_answer_rightly_is_said(kind: str) -> None:
    """Whatever eats or harms its answers, the page says so within a quarter of a minute."""
    table = Table(ODD[kind])
    table.run(15)
    assert [
        item.say is not None for item in table.heard() if isinstance(item, ControllerTrouble)
    ] == [True]


def test_one_that_loses_its_line_now_and_then_is_not_said() -> None:
    """A cable that is touched once in a minute is opened again at once, without a word."""
    table = Table(controllers.gone)
    for _ in range(count(6, 20)):
        table.answer = controllers.right(table.clock)
        table.run(55)
        assert table.controller.connected
        table.answer = lambda _frame: b""
        table.run(5)
    assert not [item for item in table.heard() if isinstance(item, ControllerTrouble)]


def test_a_cable_pulled_out_again_and_again_is_not_said() -> None:
    """Who plays with the plug knows why the board is dark, and it shines again at once."""
    table = Table(controllers.gone)
    for _ in range(9):
        table.answer = controllers.right(table.clock)
        table.run(1)
        assert table.controller.connected
        table.answer = controllers.gone
        table.run(0.2)
    assert not [item for item in table.heard() if isinstance(item, ControllerTrouble)]


def test_what_is_not_plugged_in_is_not_said() -> None:
    """A table may be played without its lights: nobody is troubled by that."""
    table = Table(controllers.gone)
    table.barred = OSError(errno.ENOENT, "no such device")
    table.run(60)
    assert not table.heard()


@sampled(3)
@pytest.mark.parametrize("kind", [*MISFITTING, *ODD])
def test_a_thousand_faults_leave_nothing_open(kind: str) -> None:
    """Hours with any of them: no error, one line open at most, no thread, no file."""
    table = Table({**MISFITTING, **ODD}[kind])
    table.run(10)
    threads, files = threading.active_count(), descriptors()
    for _ in range(20):
        table.run(30)
        assert table.lines.opened - table.lines.closed <= 1
    assert not any(isinstance(item, Failed) for item in table.heard())
    assert threading.active_count() == threads
    assert descriptors() == files
    table.controller.stop()
    assert table.lines.opened == table.lines.closed


def test_switches_that_chatter_crowd_nobody_out() -> None:
    """However many changes come at once, the game hears of the switches once in a turn."""
    table = Table(controllers.right(ManualClock(50)))
    changes = itertools.count(1)

    class Chattering(controllers.Line):
        """A line on which a switch opens and closes all the time."""

        opened = closed = 0

        def read(self) -> bytes:
            """Return the answers, and a hundred changes."""
            some = itertools.islice(changes, 100)
            frames = (Frame(n % 255 + 1, Kind.SWITCHES, bytes((n % 2, *31 * (0,)))) for n in some)
            return super().read() + b"".join(map(encode, frames))

    table.lines = Chattering  # type: ignore[assignment] # a class of its own for each table
    table.run(2)
    heard = [one for one in table.heard() if isinstance(one, Switched)]
    assert 50 < len(heard) <= round(2 / TURN_S)


@pytest.mark.parametrize("kind", MISFITTING)
def test_a_running_game_says_it_and_goes_on(kind: str) -> None:
    """The page has one more line until the controller is gone; nothing waits for a touch."""
    with begun() as desk:
        table = Table(MISFITTING[kind], desk.queue)
        table.run(3)
        desk.loop.turn()
        shown = desk.loop._display.panel
        assert isinstance(shown, PlayPanel)
        assert [say.text for say in shown.todo if say.text in list(Misfit)]
        table.barred = OSError(errno.ENOENT, "the cable is out")
        table.run(20)
        desk.loop.turn()
        shown = desk.loop._display.panel
        assert isinstance(shown, PlayPanel)
        assert not [say.text for say in shown.todo if say.text in list(Misfit)]
