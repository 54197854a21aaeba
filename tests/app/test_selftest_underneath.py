"""The board controller is tried: every light alone and all, every switch, what is wrong by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import ManualClock, SystemClock
from hardware.link.transport import Line, open_line
from hardware.ports import Clock
from hardware.simulated.controller import SimulatedController
from hardware.simulated.table import SimulatedTable
from tablet_companion.app.devices import Devices
from tablet_companion.app.inbox import Inbox
from tablet_companion.commands.selftest import bench_of, go_through
from tablet_companion.config import ControllerSettings, Settings
from tablet_companion.kit import printed
from tablet_companion.selftest import parts_of
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.underneath import ANSWER_S, WAIT_S
from tests.hardware.link.process import Plugged, interpreters

BOARD: Final = printed.board("agent_dog")
LIGHTS: Final = ("T5", "T6", "T7", "T9")
HOLES: Final = tuple(place.name for place in BOARD.places if place.kind == "hole")[:4]


def bench(clock: Clock, line: str, opened: Callable[[str, int], Line]) -> Bench:
    """Return a table with nothing but a controller of four lights and four switches."""
    controller = ControllerSettings(line=line, lights=LIGHTS, switches=HOLES)
    settings = Settings(sound=False, controller=controller)
    inbox: Inbox = SimpleQueue()
    pins = MockFactory(pin_class=MockPWMPin)
    devices = Devices(settings, lambda: pins, inbox, clock)
    return bench_of(settings, "agent_dog", devices, inbox, None, clock=clock, opened=opened)


class Rig:
    """A simulated table with a controller; time passes only while the self-test pauses."""

    def __init__(self) -> None:
        """Build it in."""
        self.clock = ManualClock()
        self.table = SimulatedTable(BOARD, np.random.default_rng(1))
        self.controller = SimulatedController(self.table, self.clock, LIGHTS, HOLES)
        self.bench = bench(self.clock, "simulated", lambda *_: self.controller.opened())
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
        """Go through the parts of one kind, nobody answering."""
        parts = tuple(part for part in parts_of(self.bench) if part.name.startswith(kind))
        assert parts
        return go_through(parts, self.clock, self.pause, None)

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
    assert rig.bench.under is not None
    rig.bench.under.link.close()


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
    clock, inbox = ManualClock(), Inbox()
    devices = Devices(Settings(sound=False), lambda: None, inbox, clock)
    given = bench_of(Settings(sound=False), "agent_dog", devices, inbox, None, clock=clock)
    assert given.under is None
    assert parts_of(given) == ()


@pytest.mark.parametrize("kind", list(interpreters()))
def test_the_controllers_own_program_behind_a_terminal(kind: str, tmp_path: Path) -> None:
    """Over a real line: the four LEDs and the four switches are found well by the program."""
    plugged = Plugged(interpreters()[kind], tmp_path)
    clock = SystemClock()
    given = bench(clock, plugged.device, open_line)
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
        os.sched_yield()

    try:
        assert go_through(parts_of(given), clock, pause, None) == 0
    finally:
        plugged.pull()
    alone = [frozenset([led]) for led in range(len(LIGHTS))]
    assert seen[: len(LIGHTS) + 1] == [*alone, frozenset(range(len(LIGHTS)))]
