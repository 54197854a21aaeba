"""Figures of the line to the board controller: ``python -m tests.hardware.link.figures``.

Over a pseudo-terminal, with the firmware's own files on every interpreter there is: round trips,
messages a second, recovery after unplugging; and fuzz cases in one process.
"""

from __future__ import annotations

import random
import select
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from hardware.clock import SystemClock
from hardware.firmware.controller import SYNC
from hardware.link.board import BoardController
from hardware.link.framing import Decoder, Frame, encode
from hardware.link.messages import Kind, pack_hello, pack_lights
from hardware.link.session import Session
from hardware.link.transport import SerialLine
from hardware.ports import Light, Rhythm
from tests.hardware.link.line import SWITCHES, Wire, whole
from tests.hardware.link.process import Plugged, interpreters, soon

RED: Final = Light((255, 0, 0), Rhythm.STEADY)
_ROUNDS: Final = 1000
_PULLS: Final = 5
_FUZZ_S: Final = 20.0


def _line(what: str, figure: str) -> None:
    sys.stdout.write(f"{what:<52}{figure:>24}\n")
    sys.stdout.flush()


def _answered(line: SerialLine, frame: Frame, wanted: Kind) -> None:
    """Send a frame and wait for its answer."""
    decoder = Decoder()
    line.write(encode(frame))
    while True:
        select.select([line._port.fileno()], [], [], 1)
        for answer in map(Frame._make, decoder.feed(line.read())):
            if answer.kind == wanted and answer.sequence == frame.sequence:
                return


def _round_trips(board: Plugged, payload: bytes, kind: Kind) -> list[float]:
    line = SerialLine(board.device, 115200)
    _answered(line, Frame(0, Kind.HELLO, pack_hello(random.randrange(65536))), Kind.WELCOME)
    spent = []
    for number in range(_ROUNDS):
        began_s = time.perf_counter()
        _answered(line, Frame(number % 255 + 1, kind, payload), Kind.ACK)
        spent.append(time.perf_counter() - began_s)
    line.close()
    return spent


def _recoveries(command: list[str], room: Path) -> list[float]:
    """Return how long it takes from plugging in to the light, as the whole driver does it."""
    spent, boards = [], [Plugged(command, room)]
    driver = BoardController(
        lambda: SerialLine(boards[-1].device, 115200),
        SystemClock(),
        [f"L{number}" for number in range(80)],
        [],
    )
    for number in range(_PULLS):
        driver.light({f"L{number}": RED})
        _wait(driver, boards[-1], number)
        boards[-1].pull()
        soon(lambda: False, driver.turn, 0.1 * number)  # not always caught at the same moment
        boards.append(Plugged(command, room))
        began_s = time.perf_counter()
        _wait(driver, boards[-1], number)
        spent.append(time.perf_counter() - began_s)
    driver.close()
    boards[-1].pull()
    return spent


def _wait(driver: BoardController, board: Plugged, led: int) -> None:
    """Turn the driver until exactly this LED shines."""
    assert soon(lambda: set(board.lit()) == {led}, driver.turn)


def _fuzz() -> tuple[int, int, int]:
    """Return how many cases were run, frames harmed in them, and cases that did not come right."""
    cases = harmed = wrong = 0
    rng = random.Random(1)
    until_s = time.monotonic() + _FUZZ_S
    while time.monotonic() < until_s:
        wire = Wire()
        badness = rng.random()
        count = [0]

        def harm(data: bytes, badness: float = badness, count: list[int] = count) -> bytes:
            if not data or rng.random() >= badness:
                return data
            count[0] += 1
            at = rng.randrange(len(data) + 1)
            noise = rng.choice([rng.randbytes(rng.randrange(30)), SYNC + b"\xf0", b"\x03"])
            return rng.choice([data[:at], data[at:], data[:at] + noise + data[at + 1 :], noise])

        wire.there = wire.back = harm
        pictures = [{led: RED for led in range(80) if rng.random() < 0.5} for _ in range(2)]
        allowed = [set(), *map(set, pictures)]
        for picture in pictures:
            wire.session.show(picture)
            wire.closed = rng.randrange(1 << SWITCHES)
            for _ in range(40):
                wire.turn()
                wrong += set(wire.lit()) not in allowed
        wire.there = wire.back = whole
        wire.session = Session(9, wire.now_s)
        wire.session.show(pictures[-1])
        wire.run(0.6)
        states = tuple(at for at in range(SWITCHES) if wire.closed >> at & 1)
        wrong += set(wire.lit()) != set(pictures[-1]) or wire.switched != states
        cases += 1
        harmed += count[0]
    return cases, harmed, wrong


def main() -> None:
    """Measure and print, a line a figure."""
    picture = pack_lights(dict.fromkeys(range(47), RED))[0]
    for name, command in interpreters().items():
        with tempfile.TemporaryDirectory() as folder:
            board = Plugged(command, Path(folder))
            for what, payload, kind in (
                ("PING", b"", Kind.PING),
                ("47 lights", picture, Kind.LIGHTS),
            ):
                spent = _round_trips(board, payload, kind)
                _line(f"{name}: round trip, {what}, median", f"{median(spent) * 1e6:.0f} µs")
                _line(f"{name}: messages a second, {what}", f"{len(spent) / sum(spent):.0f}")
            board.pull()
            spent = _recoveries(command, Path(folder))
            figure = f"{median(spent):.2f} s, worst {max(spent):.2f} s"
            _line(f"{name}: plugged in to lit, median of {_PULLS}", figure)
    cases, harmed, wrong = _fuzz()
    _line("fuzz: cases, writes harmed", f"{cases}, {harmed}")
    _line("fuzz: shown wrongly or not mended", f"{wrong}")


if __name__ == "__main__":
    main()
