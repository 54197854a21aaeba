"""A controller that goes mad on a real line: the game goes on by touch, and it is used again."""

from __future__ import annotations

import errno
import os
import pty
import random
import tracemalloc
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import pytest

from hardware.firmware.controller import SYNC
from hardware.link.board import Misfit
from hardware.link.framing import Decoder, Frame, encode
from hardware.link.messages import Kind
from hardware.link.transport import Line, open_line
from tablet_companion.app.inbox import ControllerTrouble, Failed
from tests.amounts import count
from tests.neighbours import controllers
from tests.neighbours.bad_line import TURN_S, Table
from tests.neighbours.controllers import Answer

FLOOD: Final = count(160_000, 10_000_000)
MAX_KEPT: Final = 60_000
"""Bytes that the program may hold more while it is flooded."""


class Terminal(Table):
    """A table whose controller is at the other end of a pseudo-terminal."""

    def __init__(self) -> None:
        """Plug a right one in."""
        super().__init__(controllers.gone)
        self.answer = controllers.right(self.clock)
        self.there, here = pty.openpty()
        tty.setraw(here)
        os.set_blocking(self.there, False)
        self.device, self._here = os.ttyname(here), here
        self._decoder, self.noise, self.left = Decoder(), b"", 0

    def opened(self, _where: str, baud: int) -> Line:  # type: ignore[override] # a real line
        """Open the line as the program does."""
        return open_line(self.device, baud)

    def run(self, seconds: float, answer: Answer | None = None) -> None:
        """Let both ends work; ``answer`` is how the controller is from now on."""
        self.answer = answer or self.answer
        for _ in range(round(seconds / TURN_S)):
            self._serve()
            super().run(TURN_S)

    def _serve(self) -> None:
        """Read what came, and answer; a full line loses the rest, as one with no handshake does."""
        with suppress(BlockingIOError):
            for frame in map(Frame._make, self._decoder.feed(os.read(self.there, 4096))):
                with suppress(BlockingIOError):
                    os.write(self.there, self.answer(frame))
        while self.left > 0:
            try:
                self.left -= os.write(self.there, self.noise)
            except BlockingIOError:
                return

    def close(self) -> None:
        """Unplug everything."""
        self.controller.stop()
        os.close(self._here)
        os.close(self.there)


@contextmanager
def terminal() -> Iterator[Terminal]:
    """Yield a table with a controller that works."""
    table = Terminal()
    try:
        table.run(3)
        assert table.controller.connected
        yield table
    finally:
        table.close()


def is_well(table: Terminal) -> bool:
    """Whether a right controller is used within half a minute, and the page says no more of it."""
    table.run(30, controllers.right(table.clock))
    heard = table.heard()
    told = [item.say for item in heard if isinstance(item, ControllerTrouble)]
    assert not any(isinstance(item, Failed) for item in heard)
    return table.controller.connected and told[-1:] in ([], [None])


NOISES = {
    "lines": b"I am a weather station: 21.5 C, 48 %\r\n",
    "half lines": encode(Frame(3, Kind.SWITCHES, bytes(32)))[:-9],
    "false beginnings": SYNC + b"\xf0",
    "noise": random.Random(4).randbytes(4096),
}


@pytest.mark.parametrize("kind", NOISES)
def test_megabytes_of_rubbish_are_outlived(kind: str) -> None:
    """Beside right answers and without them; memory stays, and the right one works again."""
    with terminal() as table:
        table.noise = NOISES[kind] * (4096 // len(NOISES[kind]))
        tracemalloc.start()
        try:
            for answer in (table.answer, lambda _frame: b""):
                table.left, before = FLOOD // 2, tracemalloc.get_traced_memory()[0]
                while table.left > 0:
                    table.run(1, answer)
                assert tracemalloc.get_traced_memory()[1] - before < MAX_KEPT
        finally:
            tracemalloc.stop()
        assert is_well(table)


def test_one_that_is_exchanged_and_reset_in_the_middle_is_used_again() -> None:
    """Another version, a start in the middle of a word, silence: each is said, none for ever."""
    with terminal() as table:
        table.run(3, lambda _: b"")
        table.run(20, controllers.foreign(9))
        said = [
            item.say.text
            for item in table.heard()
            if isinstance(item, ControllerTrouble) and item.say
        ]
        assert said
        assert said[-1] in (Misfit.FOREIGN, Misfit.GARBLED)
        assert is_well(table)
        table.run(30, controllers.forgetful())
        assert is_well(table)
        table.noise = encode(Frame(9, Kind.ACK))[:4]
        table.run(10, lambda _: b"")
        assert is_well(table)


def test_a_second_program_is_told_whose_the_line_is() -> None:
    """The first goes on as it was; once it is closed the second has the line."""
    with terminal() as table:
        with pytest.raises(OSError, match="lock") as refused:
            open_line(table.device, 115200)
        assert refused.value.errno in (errno.EAGAIN, errno.EBUSY)
        table.run(5)
        assert table.controller.connected
        assert not [item for item in table.heard() if isinstance(item, ControllerTrouble)]
        table.controller.stop()
        open_line(table.device, 115200).close()
