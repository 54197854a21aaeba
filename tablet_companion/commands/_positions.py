"""What ``moves`` and ``explain`` share: JSON positions in, JSON answers out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any, TextIO

from hardware import formats
from tablet_companion import games
from tablet_companion.games.core import PositionError

Answer = Callable[[Any], Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of both commands."""
    parser.add_argument("game", choices=games.names(), help="the game's name")
    parser.add_argument(
        "--batch",
        action="store_true",
        help="read JSON Lines, one position a line, and answer each on one line",
    )


def batch(text: str, answer: Answer, out: TextIO) -> int:
    """Answer every line; a line that is no position is answered by its error. Return the status."""
    status = 0
    # Not splitlines(): JSON texts may hold separators that Python would take for line ends.
    for line in text.removesuffix("\n").split("\n"):
        try:
            result = answer(decode(line))
        except PositionError as error:
            result, status = {"error": str(error)}, 1
        out.write(json.dumps(result) + "\n")
    return status


def decode(text: str) -> Any:
    """Read JSON; raises PositionError."""
    try:
        return formats.parse_json(text, object)
    except formats.Unusable as error:
        raise PositionError(f"The position {error}.") from error


def read_input() -> str:
    """Read standard input whole; raises PositionError where it is not UTF-8 text."""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise PositionError("The position is not UTF-8 text.") from error
