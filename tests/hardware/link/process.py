"""The board controller's program in a process of its own, behind a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import hardware.firmware
from tests.patience import PATIENCE_S

FIRMWARE: Final = Path(hardware.firmware.__file__).with_name("main.py")
PINS: Final = Path(__file__).with_name("pins")
ROOT: Final = Path(__file__).parents[3]
HEAP: Final = "heapsize=180k"
"""What an RP2040 has to spare for a program."""
FIRST_PIN: Final = 2


def interpreters() -> dict[str, list[str]]:
    """Return the command of every interpreter that there is, up to the program's path."""
    found = {"cpython": [sys.executable, str(PINS / "cpython.py")]}
    built = ROOT / "build" / "micropython" / "micropython"
    micropython = str(built) if built.exists() else shutil.which("micropython")
    if micropython is not None:
        found["micropython"] = [micropython, "-X", HEAP]
    return found


class Plugged:
    """One controller that is plugged in: its process, its line, and its pins.

    ``device`` is the host's end of the line. ``room`` is a folder for the pins.
    """

    def __init__(self, command: list[str], room: Path) -> None:
        """Switch it on."""
        self.room = room
        (room / "leds").unlink(missing_ok=True)
        there, ours = pty.openpty()
        tty.setraw(ours)
        self.device = os.ttyname(ours)
        self._ours: int | None = ours
        places: Mapping[str, str] = {"PINS": str(room), "MICROPYPATH": f"{PINS}:{FIRMWARE.parent}"}
        self.process = subprocess.Popen(
            [*command, str(FIRMWARE)], stdin=there, stdout=there, env={**os.environ, **places}
        )
        os.close(there)

    def pull(self) -> None:
        """Pull the cable: the power is gone, and so is the line. Pulling twice does nothing."""
        if self._ours is not None:
            self.process.kill()
            self.process.wait()
            os.close(self._ours)
            self._ours = None

    def lit(self) -> dict[int, int]:
        """Return the LEDs that are bright and their colours (0xRRGGBB), as sent to them last."""
        path = self.room / "leds"
        words = path.read_text(encoding="ascii").split() if path.exists() else []
        return {led: _rgb(int(word, 16)) for led, word in enumerate(words) if int(word, 16)}

    def close_switches(self, *numbers: int) -> None:
        """Let these switches be closed and all others open."""
        pins = " ".join(str(FIRST_PIN + number) for number in numbers)
        (self.room / "closed.new").write_text(pins, encoding="ascii")
        (self.room / "closed.new").rename(self.room / "closed")


def _rgb(word: int) -> int:
    """Return red, green, blue of what a WS2812 gets: green, red, blue."""
    green, red, blue = word.to_bytes(3, "big")
    return red << 16 | green << 8 | blue


def soon(
    holds: Callable[[], bool], turn: Callable[[], object], within_s: float = PATIENCE_S
) -> bool:
    """Turn until something holds; whether it did in time. No turn follows within a millisecond.

    Another process runs by its own clock, so there is nothing else to do than to ask it again; in
    between it has the processor.
    """
    until_s = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > until_s:
            return False
        turn()
        time.sleep(0.001)
    return True
