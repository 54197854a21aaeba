"""The log: standard error, which a terminal shows and systemd keeps."""

from __future__ import annotations

import sys

from hardware.errors import CompanionError


def log(what: object) -> None:
    """Write a sentence, or an error's own one, to the log: one line, without a password."""
    sentence = what if isinstance(what, CompanionError) else CompanionError(str(what))
    sys.stderr.write(f"tablet-companion: {sentence}\n")
