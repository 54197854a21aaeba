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
