"""Lines that libraries write past us to standard error, as libjpeg, FFmpeg and ALSA do.

Each kind is logged once, with a sentence that says what it means: a USB camera may damage fifteen
pictures a second, and nobody at the table knows what a marker 0xd9 is.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Callable
from typing import Final

from hardware.log import log

_DAMAGED: Final = (
    "A picture was damaged on its way from the camera, or in its file ({line}). One now and then "
    "does no harm; if many are, try another cable or socket"
)
_UNKNOWN: Final = "A library that this program uses says: {line}"
_NUMBER: Final = re.compile(r"0x[0-9a-f]+|\d+")
_MAX_KINDS: Final = 100
"""A library that never writes the same thing twice must not fill the disk."""
_PATIENCE_S: Final = 0.2
"""A program that we started may hold the line open; nobody waits for it."""


def catch_lines() -> Callable[[], None]:
    """Explain what libraries write from now on; until what is returned is called.

    Our own log and errors go where they went.
    """
    own = os.dup(2)
    reading, writing = os.pipe()
    encoding = sys.stderr.encoding or "utf-8"
    sys.stderr = open(own, "w", 1, encoding, "backslashreplace")  # noqa: PTH123, SIM115 - it stays open
    os.dup2(writing, 2)
    os.close(writing)
    reader = threading.Thread(target=_explain_all, args=(reading,), name="libraries", daemon=True)
    reader.start()

    def let_go() -> None:
        with contextlib.suppress(OSError):
            os.dup2(own, 2)  # the last end of the pipe is closed, so that the reader ends
        reader.join(_PATIENCE_S)

    return let_go


def _explain_all(reading: int) -> None:
    told: set[str] = set()
    with open(reading, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            kind = _NUMBER.sub("#", line)
            if line.strip() and kind not in told and len(told) < _MAX_KINDS:
                told.add(kind)
                log(explain(line))


def explain(line: str) -> str:
    """Return what a line of a library means, with the line itself."""
    text = line.strip().removesuffix(".")
    return f"{(_DAMAGED if 'JPEG' in text else _UNKNOWN).format(line=text)}."
