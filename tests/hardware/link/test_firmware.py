"""The firmware's very files behind a pseudo-terminal, on MicroPython and on CPython."""

from __future__ import annotations

import random
import select
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.clock import SystemClock
from hardware.firmware.controller import SYNC, dim
from hardware.link.board import BoardController
from hardware.link.framing import Decoder, Frame, encode
from hardware.link.messages import Kind, pack_hello
from hardware.link.transport import Line, open_line
from hardware.ports import Light, Rhythm, SwitchStates
from tests.hardware.link.process import Plugged, interpreters, soon
from tests.patience import PATIENCE_S

RED = Light((255, 0, 0), Rhythm.STEADY)
FOUND = interpreters()
Plug = Callable[[], Plugged]


@pytest.fixture(params=["cpython", "micropython"])
def plug(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Plug]:
    """Return what plugs a controller in; all are pulled out in the end."""
    if request.param not in FOUND:
        pytest.skip("there is no MicroPython here; make micropython fetches it")
    plugged: list[Plugged] = []

    def plug_in() -> Plugged:
        plugged.append(Plugged(FOUND[request.param], tmp_path))
        return plugged[-1]

    yield plug_in
    for board in plugged:
        board.pull()


class Host:
    """The driver at such a board; the cable may be put into another."""

    def __init__(self, board: Plugged) -> None:
        self.board = board
        self.told: list[SwitchStates] = []
        self.driver = BoardController(
            lambda: open_line(self.board.device, 115200),
            SystemClock(),
            [f"L{number}" for number in range(80)],
            [f"S{number}" for number in range(16)],
        )

    def turn(self) -> None:
        """Turn the driver once, after waiting for the line for a moment at most."""
        line = self.driver._line
        if line is not None:
            with_descriptor = line._port.fileno()  # type: ignore[attr-defined]  # it is a real one
            select.select([with_descriptor], [], [], 0.01)
        self.told += self.driver.turn()

    def sees(self, *leds: int) -> bool:
        """Turn until exactly these LEDs shine."""
        return soon(lambda: set(self.board.lit()) == set(leds), self.turn)

    def closed(self) -> set[str]:
        """Return the switches known to be closed."""
        states = self.told[-1].closed if self.told else {}
        return {place for place, (state, _) in states.items() if state}


def test_the_whole_way_there_and_back(plug: Plug) -> None:
    """Lights are lit in their colours, switches are heard, and a pulled cable mends itself."""
    host = Host(plug())
    host.driver.light({"L3": RED, "L79": Light((1, 2, 3), Rhythm.STEADY)})
    assert host.sees(3, 79)
    assert host.board.lit() == {3: 0xFF0000, 79: 0x010203}
    host.board.close_switches(0, 15)
    assert soon(lambda: host.closed() == {"S0", "S15"}, host.turn)
    host.board.pull()
    assert soon(lambda: not host.driver.connected, host.turn)
    assert host.closed() == set()
    host.driver.light({"L5": RED})
    host.board = plug()
    assert host.sees(5)
    assert soon(lambda: host.closed() == {"S0", "S15"}, host.turn)
    host.driver.close()
    assert soon(lambda: not host.board.lit(), lambda: None)


def test_rubbish_on_the_line_harms_nothing(plug: Plug) -> None:
    """Garbage, cut frames, a stump at the end, interrupts: it still answers, and nothing shone."""
    board = plug()
    line = open_line(board.device, 115200)
    rng = random.Random(3)
    sound = encode(Frame(1, Kind.LIGHTS, bytes((3, 1, 1, 255, 0, 0))))
    for _ in range(60):
        line.write(rng.randbytes(rng.randrange(1, 60)) + sound[: rng.randrange(len(sound))])
        line.write(rng.choice([b"\x03\x03", b"\x04", SYNC, SYNC + b"\xf0", sound]))
        line.read()
    line.close()
    assert board.lit() == {}
    host = Host(board)
    host.driver.light({"L5": RED})
    assert host.sees(5)
    host.driver.close()


def test_a_host_that_does_not_listen_is_waited_for(plug: Plug) -> None:
    """With its own line full of answers the controller goes on once somebody reads."""
    board = plug()
    line = open_line(board.device, 115200)
    line.write(encode(Frame(0, Kind.HELLO, pack_hello(1))))
    assert Kind.WELCOME in {frame.kind for frame in _heard(line, 1)}
    ping = encode(Frame(1, Kind.PING))
    for _ in range(8):  # some thousand answers, more than a line holds, and none is read
        line.write(100 * ping)
    assert len(_heard(line, 700)) >= 700
    line.close()


def _heard(line: Line, count: int) -> list[Frame]:
    """Read until this many frames have come, in five seconds at most."""
    decoder, frames = Decoder(), list[Frame]()
    assert soon(
        lambda: len(frames) >= count,
        lambda: frames.extend(map(Frame._make, decoder.feed(line.read()))),
    )
    return frames


def test_the_button_ends_the_program(plug: Plug) -> None:
    """Holding BOOTSEL darkens the board and gives the line to whoever copies a new program."""
    host = Host(plug())
    host.driver.light({"L3": RED})
    assert host.sees(3)
    (host.board.room / "bootsel").touch()
    assert soon(lambda: host.board.process.poll() is not None, host.turn)
    assert host.board.process.returncode == 0
    assert host.board.lit() == {}


def test_a_fault_is_cured_by_a_reset(plug: Plug) -> None:
    """Whatever goes wrong in the program, it starts again and does not hang."""
    board = plug()
    line = open_line(board.device, 115200)
    line.write(encode(Frame(0, Kind.HELLO, pack_hello(1))))
    _heard(line, 1)
    (board.room / "leds.new").mkdir()  # now the stub cannot write, and its pin raises an error
    line.write(encode(Frame(1, Kind.LIGHTS, bytes((3, 1, 1, 255, 0, 0)))))
    assert board.process.wait(timeout=PATIENCE_S) == 9
    line.close()


def test_a_fault_at_every_start_does_not_lock_anybody_out(plug: Plug, tmp_path: Path) -> None:
    """With the button held, a program that fails at once is left, not started again for ever."""
    (tmp_path / "leds.new").mkdir()
    codes = []
    for held in (False, True):
        if held:
            (tmp_path / "bootsel").touch()
        codes.append(plug().process.wait(timeout=PATIENCE_S))
    assert codes[0] == 9
    assert codes[1] != 9


def test_many_lights_do_not_overload_the_line_s_power() -> None:
    """The sum of all colours is kept below a limit, in the same proportions."""
    assert dim(bytes((10, 20, 30)), 60) == bytes((10, 20, 30))
    assert dim(bytes((10, 20, 30)), 30) == bytes((5, 10, 15))
    assert sum(dim(b"\xff" * 240, 5100)) <= 5100
