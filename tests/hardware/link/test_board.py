"""The driver, at a simulated table whose controller runs the firmware's own core."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from serial.tools import list_ports

from hardware.clock import ManualClock, SystemClock
from hardware.firmware import controller as firmware
from hardware.firmware.controller import Controller
from hardware.link import transport
from hardware.link.board import RETRY_S, BoardController, ControllerError
from hardware.link.framing import Frame, encode
from hardware.link.messages import Kind
from hardware.link.session import LOST_S
from hardware.link.transport import LineNameError, SerialLine, open_line
from hardware.ports import Light, Rhythm, SwitchStates
from hardware.simulated.controller import SimulatedController
from hardware.simulated.table import SimulatedTable
from tests.hardware.link.line import is_settled
from tests.hardware.small_table import BOARD
from tests.patience import PATIENCE_S

PLACES = [place.name for place in BOARD.places]
HOLES = [place.name for place in BOARD.places if place.kind == "hole"]
RED = Light((255, 0, 0), Rhythm.STEADY)


class Bench:
    """A simulated table with a controller, the driver, and a clock that is told the time."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.table = SimulatedTable(BOARD, np.random.default_rng(1))
        self.controller = SimulatedController(self.table, self.clock, PLACES, HOLES)
        tokens = itertools.count(1)
        self.driver = BoardController(
            self.controller.open_line, self.clock, PLACES, HOLES, token=lambda: next(tokens)
        )
        self.told: list[SwitchStates] = []

    def run(self, seconds: float) -> None:
        """Let time pass, fifty turns a second."""
        for _ in range(round(50 * seconds)):
            self.clock.advance(0.02)
            self.told += self.driver.turn()

    @property
    def closed(self) -> set[str] | None:
        """Return the holes known to be occupied; None where nothing is known."""
        states = self.told[-1].closed if self.told else {}
        return {place for place, (state, _) in states.items() if state} if states else None


@pytest.fixture
def bench() -> Bench:
    """Return a bench on which driver and controller know each other."""
    bench = Bench()
    bench.run(0.2)
    assert bench.driver.connected
    return bench


def test_places_shine_by_name(bench: Bench) -> None:
    """Exactly the places named shine; one that has no LED is passed over."""
    bench.driver.light({"P11": RED, "nowhere": RED})
    bench.run(0.1)
    assert bench.controller.shining() == {"P11": (255, 0, 0)}
    assert bench.driver._session is not None
    assert is_settled(bench.driver._session)


def test_switches_follow_the_pawns(bench: Bench) -> None:
    """A pawn in a hole closes its switch, either way up, and the time of the change is kept."""
    one, other = HOLES
    bench.table.put("red", one)
    bench.run(0.2)
    assert bench.closed == {one}
    since_s = bench.told[-1].closed[one][1]
    bench.run(1)
    bench.table.put("blue", other, turned=True)
    bench.run(0.2)
    assert bench.closed == {one, other}
    assert bench.told[-1].closed[one] == (True, since_s)
    bench.table.lift(one)
    bench.run(0.2)
    assert bench.closed == {other}


def test_a_pulled_cable_mends_itself(bench: Bench) -> None:
    """Nothing is known of the holes meanwhile; plugged in again the board shines as it should."""
    bench.table.put("red", HOLES[0])
    bench.driver.light({"P11": RED})
    bench.run(0.2)
    bench.controller.plugged = False
    bench.run(3)
    assert bench.closed is None
    assert bench.told[-1].closed == {}
    bench.driver.light({"P12": RED})
    bench.controller.plugged = True
    assert bench.controller.shining() == {}, "it has forgotten everything"
    bench.run(RETRY_S + 0.3)
    assert bench.controller.shining() == {"P12": (255, 0, 0)}
    assert bench.closed == {HOLES[0]}


def test_a_silent_controller_is_opened_again(bench: Bench) -> None:
    """One that hangs without its cable being out is noticed, and greeted again."""
    bench.driver.light({"P11": RED})
    bench.run(0.2)
    hung = bench.controller.run
    bench.controller.run = lambda data: data[:0]  # type: ignore[method-assign]  # it hangs
    bench.run(LOST_S + 0.1)
    assert not bench.driver.connected
    bench.controller.run = hung  # type: ignore[method-assign]
    bench.run(RETRY_S + 0.3)
    assert bench.controller.shining() == {"P11": (255, 0, 0)}


def test_closing_darkens(bench: Bench) -> None:
    """The last thing said is darkness; closing twice, or without a line, does no harm."""
    bench.driver.light({"P11": RED})
    bench.run(0.2)
    bench.driver.close()
    bench.driver.close()
    assert bench.controller.shining() == {}
    Bench().driver.close()


@pytest.mark.parametrize(("leds", "switches"), [(len(PLACES) - 1, 16), (80, 1)])
def test_a_controller_that_is_too_small_is_refused(leds: int, switches: int) -> None:
    """The sentence says how many there are and what to correct."""
    bench = Bench()
    bench.controller._core = Controller(leds, switches)
    with pytest.raises(ControllerError, match=r"has \d+ (LEDs|switches), but .* main\.py"):
        bench.run(0.2)


def test_a_controller_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says which versions meet and what to do."""
    monkeypatch.setattr(firmware, "VERSION", 9)
    with pytest.raises(ControllerError, match=r"version 9 .* version 1; put .* hardware/firmware"):
        Bench().run(0.2)


def test_a_refusal_ends_with_a_sentence(bench: Bench) -> None:
    """A firmware that does not understand what it should is named, not asked for ever."""
    line = bench.driver._line
    assert line is not None
    refused = encode(Frame(1, Kind.REFUSED, b"\x02"))
    line.read = lambda: refused  # type: ignore[method-assign]
    bench.driver.light({"P11": RED})
    with pytest.raises(ControllerError, match="MALFORMED"):
        bench.run(0.2)


# --- real lines --------------------------------------------------------------------------------


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """Return a pseudo-terminal: the controller's end, and the name of ours."""
    there, ours = os.openpty()
    yield there, os.ttyname(ours)
    os.close(ours)
    with contextlib.suppress(OSError):  # the test may have pulled it out
        os.close(there)


def heard(line: transport.Line, count: int) -> bytes:
    """Read until this many bytes have come."""
    data, until_s = b"", time.monotonic() + PATIENCE_S
    while len(data) < count and time.monotonic() < until_s:
        data += line.read()
    return data


def test_a_line_carries_every_byte_both_ways(pty: tuple[int, str]) -> None:
    """No byte means anything to the line itself, and reading never waits."""
    there, name = pty
    line = open_line(name, 115200)
    assert line.read() == b""
    line.write(bytes(range(256)))
    assert os.read(there, 256) == bytes(range(256))
    os.write(there, bytes(range(256)))
    assert heard(line, 256) == bytes(range(256))
    line.close()


def test_a_line_belongs_to_one(pty: tuple[int, str]) -> None:
    """A second program, or a second start of this one, is refused."""
    line = open_line(pty[1], 115200)
    with pytest.raises(OSError, match="lock"):
        open_line(pty[1], 115200)
    line.close()


def test_a_pulled_line_and_a_full_one_are_gone(pty: tuple[int, str]) -> None:
    """Both are an OSError, in reading and in writing, and nothing waits for long."""
    there, name = pty
    line = open_line(name, 115200)
    with pytest.raises(OSError, match="timeout"):
        line.write(bytes(1 << 20))
    os.close(there)
    with pytest.raises(OSError, match=r".+"):
        line.read()
    with pytest.raises(OSError, match=r".+"):
        line.write(b"?")
    line.close()


def test_urls_of_pyserial_are_lines() -> None:
    """``loop://`` and ``socket://`` carry frames like a cable."""
    loop = open_line("loop://", 115200)
    loop.write(b"\xa5\x5a")
    assert heard(loop, 2) == b"\xa5\x5a"
    assert loop.read() == b""
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = open_line(f"socket://127.0.0.1:{server.getsockname()[1]}", 115200)
        peer, _ = server.accept()
        with peer:
            line.write(b"\x01\x02")
            assert peer.recv(9) == b"\x01\x02"
            assert line.read() == b""
            peer.sendall(b"\x03")
            assert heard(line, 1) == b"\x03"
        with pytest.raises(OSError, match=r".+"):
            heard(line, 1)
        line.close()


def test_a_board_is_found_by_what_usb_says(
    monkeypatch: pytest.MonkeyPatch, pty: tuple[int, str]
) -> None:
    """Vendor and product decide, whatever the device is called; without one there is none yet."""

    class Found:
        vid, pid, device = 0x2E8A, 0x0005, pty[1]

    monkeypatch.setattr(list_ports, "comports", list)
    with pytest.raises(OSError, match="usb:2e8a:0005"):
        open_line("usb", 115200)
    monkeypatch.setattr(list_ports, "comports", lambda: [Found])
    open_line("usb", 115200).close()
    open_line("usb:2E8A:5", 115200).close()
    with pytest.raises(OSError, match="1234"):
        open_line("usb:1234:0005", 115200)


@pytest.mark.parametrize("where", ["usb:pico", "usb:", "usb:2e8a", "nonsense://x"])
def test_what_can_name_no_line_is_said(where: str) -> None:
    """A misspelt name is not tried again and again, but refused with a sentence."""
    with pytest.raises(LineNameError):
        open_line(where, 115200)


def test_a_device_that_is_not_there_may_come(tmp_path: Path) -> None:
    """Until then it is an OSError, which the driver waits out."""
    path = str(tmp_path / "ttyACM0")
    with pytest.raises(OSError, match="ttyACM0"):
        SerialLine(path, 115200)
    driver = BoardController(lambda: open_line(path, 115200), SystemClock(), [], [])
    assert driver.turn() == []
    assert not driver.connected
