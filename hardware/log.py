"""The log: standard error, which a terminal shows and systemd keeps."""

from __future__ import annotations

import contextlib
import sys

from hardware.errors import CompanionError


def log(what: object) -> None:
    """Write a sentence, or an error's own one, to the log: one line, without a password.

    A log that is full, or whose reader is gone, stops nothing.
    """
    sentence = what if isinstance(what, CompanionError) else CompanionError(str(what))
    with contextlib.suppress(OSError):
        sys.stderr.write(f"tablet-companion: {sentence}\n")


class LogOnce:
    """Logs why something fails: once for each reason, and again after it has worked."""

    def __init__(self) -> None:
        self._last = ""

    def tell(self, why: str) -> None:
        """Log a sentence, unless it was the last one."""
        if why != self._last:
            log(why)
        self._last = why

    def forget(self) -> None:
        """Log the next sentence even if it is the last one again: meanwhile all was well."""
        self._last = ""
