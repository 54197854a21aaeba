"""The log: standard error, which a terminal shows and systemd keeps."""

from __future__ import annotations

import sys


def log(what: object) -> None:
    """Write a sentence, or an error's own one, to the log."""
    sys.stderr.write(f"tablet-companion: {what}\n")
