"""Numbers of the command line, refused by argparse's own sentence where they cannot be meant."""

from __future__ import annotations

import argparse


def natural(text: str) -> int:
    """Read a number that counts, or that chance begins with."""
    return _whole(text, least=0)


def positive(text: str) -> int:
    """Read a number of which there must be at least 1."""
    return _whole(text, least=1)


def share(text: str) -> float:
    """Read a share from 0 to 1."""
    value = float(text)
    if not 0 <= value <= 1:  # which NaN is not, either
        raise argparse.ArgumentTypeError(f"{text} is no share; it goes from 0 to 1")
    return value


def _whole(text: str, least: int) -> int:
    value = int(text)
    if value < least:
        raise argparse.ArgumentTypeError(f"{text} is too small; {least} is the least")
    return value
