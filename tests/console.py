"""What the long trials print while they run."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    """Print a line at once, even into a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
