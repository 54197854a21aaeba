"""Run a MicroPython program, given by its path, on CPython: with its clock and its bare stdin."""
# mypy: disable-error-code="attr-defined, assignment, unused-ignore"
# MicroPython's functions are hung onto modules that do not have them.

import io
import runpy
import sys
import time
import types
from pathlib import Path

time.ticks_ms = lambda: time.monotonic_ns() // 1_000_000 % 2**30
time.ticks_diff = lambda one, other: (one - other + 2**29) % 2**30 - 2**29
interrupts = bytearray([3])
micropython = types.ModuleType("micropython")
micropython.kbd_intr = lambda byte: interrupts.__setitem__(slice(None), [byte][: byte >= 0])
sys.modules["micropython"] = micropython


class Keyed(io.FileIO):
    """A bare input on which a byte interrupts the program, as on a real board: mostly Control-C."""

    def read(self, size: int | None = -1) -> bytes:
        """Return what is there; raises KeyboardInterrupt."""
        data = super().read(size)
        if set(data) & set(interrupts):
            raise KeyboardInterrupt
        return data


class Bare:
    """A stream without Python's buffers, which would hide bytes from poll."""

    def __init__(self, number: int) -> None:
        reading = number == 0
        self.buffer = Keyed(0, closefd=False) if reading else io.FileIO(number, "w", closefd=False)

    def fileno(self) -> int:
        """Return the descriptor that poll asks for."""
        return self.buffer.fileno()

    def flush(self) -> None:
        """Do nothing; Python asks for it at its end."""


sys.stdin, sys.stdout = Bare(0), Bare(1)
sys.path[:0] = [str(Path(__file__).parent), str(Path(sys.argv[1]).parent)]
runpy.run_path(sys.argv[1], run_name="__main__")
