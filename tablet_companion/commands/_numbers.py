"""Argument types for numbers, which refuse absurd values with argparse's own sentence."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable

from tablet_companion.config import MAX_SIDE_PX, MIN_SIDE_PX


def up_to(most: int) -> Callable[[str], int]:
    """Return a reader of integers from 1 to ``most``."""
    return lambda text: _whole(text, least=1, most=most)


def even_up_to(most: int) -> Callable[[str], int]:
    """Return a reader of even integers from 2 to ``most``."""

    def read(text: str) -> int:
        value = _whole(text, least=2, most=most)
        if value % 2:
            raise argparse.ArgumentTypeError(f"{text} is odd; give an even number")
        return value

    return read


def natural(text: str) -> int:
    """Read a non-negative integer: a count or a seed."""
    return _whole(text, least=0)


def positive(text: str) -> int:
    """Read an integer of at least 1."""
    return _whole(text, least=1)


def port_number(text: str) -> int:
    """Read a TCP port; 0 is any that is free."""
    return _whole(text, least=0, most=65535)


def share(text: str) -> float:
    """Read a share from 0 to 1."""
    value = float(text)
    if not 0 <= value <= 1:  # false for NaN, too
        raise argparse.ArgumentTypeError(f"{text} is not a share from 0 to 1")
    return value


def screen_size(text: str) -> tuple[int, int]:
    """Read a size in pixels such as 800x480 (or with a ×)."""
    found = re.fullmatch(r"([0-9]{1,6})[x×]([0-9]{1,6})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(MIN_SIDE_PX <= side <= MAX_SIDE_PX for side in size):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a screen size; write width x height in pixels, such as 800x480, "
            f"each from {MIN_SIDE_PX} to {MAX_SIDE_PX}"
        )
    return size


def _whole(text: str, least: int, most: float = math.inf) -> int:
    if not re.fullmatch("-?[0-9]{1,30}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    value = int(text)
    if value < least:
        raise argparse.ArgumentTypeError(f"{text} is too small; the least is {least}")
    if value > most:
        raise argparse.ArgumentTypeError(f"{text} is too large; the most is {most}")
    return value
