"""What is said when the X server ends: Xlib ends the program then, and explains nothing.

The handler may not return to Xlib, which would write lines of its own. Every confirmed step is on
the disk, and a service starts the program again, so it ends at once here, too.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Callable
from typing import Any, Final

LOST: Final = (
    b"tablet-companion: The display server has ended, and the table with it; start it again once "
    b"there is a screen: the game goes on where it was saved last.\n"
)
_LIBRARY: Final = "libX11.so.6"
"""The one that SDL loads itself, so that it is not loaded twice."""


def tell_when_display_is_lost() -> None:
    """Have a sentence written when the X server ends. Call it once SDL has opened a window."""
    with contextlib.suppress(OSError, AttributeError):  # no Xlib here
        ctypes.CDLL(_LIBRARY).XSetIOErrorHandler(_end)


def _leave(_display: int | None) -> int:
    with contextlib.suppress(OSError):  # its terminal may be gone with it
        os.write(2, LOST)
    os._exit(1)


_end: Final[Callable[[Any], int]] = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_leave)
"""Kept as long as the program runs: C calls it."""
