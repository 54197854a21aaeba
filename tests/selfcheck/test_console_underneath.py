"""The board controller is tried: every light alone and all, every switch, what is wrong by name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from calibration.taught.model import write_calibration
from hardware.clock import ManualClock, SystemClock
from hardware.link.transport import Line, open_line
from hardware.ports import Clock
from hardware.simulated.controller import SimulatedController
from hardware.simulated.table import SimulatedTable
from tablet_companion.app.start.under_test import open_under_test
from tablet_companion.config import TAUGHT, ControllerSettings, Settings, taught_folder
from tablet_companion.kit import printed
from tablet_companion.measure.reading_sheet import sheet_writer
from tablet_companion.selfcheck.checks import list_checks
from tablet_companion.selfcheck.console import ANSWER_S, WAIT_S, Console, TableUnderTest
from tests.hardware.link.process import Plugged, interpreters

BOARD: Final = printed.board("agent_dog")
LIGHTS: Final = ("T5", "T6", "T7", "T9")
HOLES: Final = tuple(place.name for place in BOARD.places if place.kind == "hole")[:4]


def under_test(
    clock: Clock, line: str, opened: Callable[[str, int], Line]
) -> AbstractContextManager[TableUnderTest]:
    """Open a table with nothing but a controller of four lights and four switches."""
    controller = ControllerSettings(line=line, lights=LIGHTS, switches=HOLES)
    settings = Settings(sound=False, controller=controller)
    factory = MockFactory(pin_class=MockPWMPin)
    draw = sheet_writer(None)
    return open_under_test(settings, "agent_dog", clock, draw, pins=lambda: factory, line=opened)


class Rig:
    """A simulated table with a controller; time passes only while the self-test pauses."""

    def __init__(self) -> None:
        """Build it in."""
        self.clock = ManualClock()
        self.table = SimulatedTable(BOARD, np.random.default_rng(1))
        self.controller = SimulatedController(self.table, self.clock, LIGHTS, HOLES)
        self.opened = ExitStack()
        opening = under_test(self.clock, "simulated", lambda *_: self.controller.open_line())
        self.tried: TableUnderTest = self.opened.enter_context(opening)
        self.lit: list[frozenset[str]] = []
        self.at: dict[float, Callable[[], object]] = {}

    def pause(self, seconds: float) -> None:
        """Let time pass, note what shines, and do what a test planned for this moment."""
        self.clock.advance(seconds)
        if self.controller.plugged:
            shining = frozenset(self.controller.shining())
            if not self.lit or self.lit[-1] != shining:
                self.lit.append(shining)
        for moment in [moment for moment in self.at if moment <= self.clock.now_s()]:
            self.at.pop(moment)()

    def run(self, kind: str) -> int:
        """Go through the checks of one kind, nobody answering."""
        checks = list_checks(self.tried.equipment)
        wanted = [check for check in checks if check.name.startswith(kind)]
        assert wanted
        return Console(self.tried, self.clock, self.pause, None).run(wanted)

    def try_each(self, *holes: str) -> None:
        """Plan to put a pawn into each of these holes, and to take it out half a second later."""
        for number, hole in enumerate(holes):
            self.at[1.0 + number] = partial(self.table.put, "red", hole)
            self.at[1.5 + number] = partial(self.table.lift, hole)


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Return a rig whose cable is in."""
    rig = Rig()
    yield rig
    rig.opened.close()


def test_every_light_shines_alone_and_then_all(rig: Rig) -> None:
    """In the order of the settings, none left out, and dark afterwards."""
    assert rig.run("board lights") == 0
    alone = [frozenset([place]) for place in LIGHTS]
    assert [lit for lit in rig.lit if lit] == [*alone, frozenset(LIGHTS)]
    assert not rig.controller.shining()


def test_every_switch_has_to_close_and_open(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """Once all have, it is over at once."""
    rig.try_each(*HOLES)
    assert rig.run("hole switches") == 0
    assert "every one closed and opened" in capsys.readouterr().out
    assert rig.clock.now_s() < 1.0 + len(HOLES)


def test_switches_that_say_nothing_or_hang_are_named(
    rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hole never closed and one closed all the time are told apart; waiting has an end."""
    silent, stuck, *others = HOLES
    rig.table.put("blue", stuck)
    rig.try_each(*others)
    assert rig.run("hole switches") == 1
    said = capsys.readouterr().out
    assert f"never closed: {silent}; never opened again: {stuck}\n" in said
    assert rig.clock.now_s() == pytest.approx(0.5 + len(others) + WAIT_S, abs=0.2)


def test_a_controller_that_does_not_answer_is_told(
    rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a cable, and with one pulled out in the middle, each part says so in seconds."""
    rig.controller.plugged = False
    assert rig.run("board lights") == 1
    assert rig.clock.now_s() == pytest.approx(ANSWER_S, abs=0.1)
    assert "the controller does not answer on simulated; is its cable in" in capsys.readouterr().out
    rig.controller.plugged = True

    def pull() -> None:
        rig.controller.plugged = False

    rig.at = {rig.clock.now_s() + 1.0: pull}
    assert rig.run("hole switches") == 1
    assert "does not answer" in capsys.readouterr().out


def test_without_a_controller_in_the_settings_nothing_is_asked() -> None:
    """A table that has none is not told that it does not answer."""
    draw = sheet_writer(None)
    with open_under_test(Settings(sound=False), "agent_dog", ManualClock(), draw) as table:
        assert table.link is None
        assert list_checks(table.equipment) == ()


_REST_S = 0.002
"""The program rests for so long where it pauses; without a rest it took all of a processor."""


@pytest.mark.parametrize("kind", list(interpreters()))
def test_the_controllers_own_program_behind_a_terminal(kind: str, tmp_path: Path) -> None:
    """Over a real line: the four LEDs and the four switches are found well by the program."""
    plugged = Plugged(interpreters()[kind], tmp_path)
    clock = SystemClock()
    seen: list[frozenset[int]] = []
    closed = 0

    def pause(_: float) -> None:
        nonlocal closed
        lit = frozenset(plugged.lit())
        if lit and (not seen or seen[-1] != lit):
            seen.append(lit)
        wanted = len(HOLES) * (int(clock.now_s() * 5) % 2)  # somebody is quick with his magnets
        if wanted != closed:
            closed = wanted
            plugged.close_switches(*range(closed))
        time.sleep(_REST_S)

    try:
        with under_test(clock, plugged.device, open_line) as table:
            assert Console(table, clock, pause, None).run(list_checks(table.equipment)) == 0
    finally:
        plugged.pull()
    alone = [frozenset([led]) for led in range(len(LIGHTS))]
    assert seen[: len(LIGHTS) + 1] == [*alone, frozenset(range(len(LIGHTS)))]


def test_the_board_that_was_taught_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a game is played on it; a table with a boxed board looked in vain for our print."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    taught = msgspec.structs.replace(printed.board("agent_dog"), name="a boxed board")
    path = taught_folder("agent_dog") / TAUGHT
    path.parent.mkdir(parents=True)
    write_calibration(printed.calibration("agent_dog", taught), path)
    settings, draw = Settings(sound=False), sheet_writer(None)
    with open_under_test(settings, "agent_dog", ManualClock(), draw) as table:
        assert table.model().board.name == "a boxed board"
