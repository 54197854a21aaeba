"""Pins that are none, for the firmware on MicroPython's unix port and on CPython.

The folder in the environment's ``PINS`` holds ``closed``, the numbers of the pins at ground.
"""

import os
import sys

FOLDER = os.getenv("PINS") or "."


class Pin:
    """One pin."""

    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = OUT, pull: int | None = None) -> None:
        self.number = number
        self.pulled = mode == self.IN and pull == self.PULL_UP

    def value(self) -> int:
        """Return the level of an input with a pull-up: 0 where its switch is closed."""
        assert self.pulled
        try:
            with open(FOLDER + "/closed") as file:
                return 0 if str(self.number) in file.read().split() else 1
        except OSError:
            return 1


def reset() -> None:
    """Start again: here whoever started this does."""
    sys.exit(9)
