"""What ``moves`` and ``explain`` share: arguments, and JSON positions in, JSON answers out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from hardware import formats
from tablet_companion import games
from tablet_companion.games.core import PositionError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", choices=games.names(), help="the game")
    add(
        "--batch",
        action="store_true",
        help="read JSON Lines, one position per line, and answer each on one line",
    )


def run_batch(answer: Callable[[Any], Any]) -> int:
    """Answer every line of standard input; the status is 1 if one was not a position."""
    status = 0
    for line in _read_lines():
        try:
            said = answer(decode_position(line))
        except PositionError as error:
            said, status = {"error": str(error)}, 1
        print(json.dumps(said))
    return status


def decode_position(text: str) -> Any:
    """Read JSON; raises PositionError."""
    try:
        return formats.parse_json(text, object)
    except formats.Unusable as error:
        shown = "“Positions in JSON” in the README of the game’s folder shows one"
        raise PositionError(f"The position {error}; {shown}.") from error


def read_position() -> Any:
    """Read the position that is all of standard input; raises PositionError."""
    return decode_position(_take(sys.stdin.read))


def _read_lines() -> Iterator[str]:
    """Yield the lines of standard input as they come; raises PositionError."""
    while line := _take(sys.stdin.readline):
        yield line


def _take(read: Callable[[int], str]) -> str:
    """Return the text read, which may come from an endless pipe. Raises PositionError."""
    try:
        text = read(formats.MAX_TEXT_BYTES + 1)
    except UnicodeError as error:
        raise PositionError("The position is not UTF-8 text; save it as UTF-8.") from error
    except OSError as error:
        raise PositionError(f"The position cannot be read: {error.strerror}.") from error
    if len(text) > formats.MAX_TEXT_BYTES:
        raise PositionError("The position is larger than 1 MB; with --batch give one a line.")
    return text
