"""JSON positions in, JSON answers out: what the commands ``moves`` and ``explain`` do."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hardware import formats
from tablet_companion.games.core import PositionError

Answer = Callable[[Any], Any]


def answer_batch(lines: Iterable[str], answer: Answer) -> Iterator[tuple[str, bool]]:
    """Yield an answer in JSON for every line, and whether the line was a position.

    The answer to an invalid line is its error.
    """
    for line in lines:
        try:
            yield json.dumps(answer(decode_position(line))), True
        except PositionError as error:
            yield json.dumps({"error": str(error)}), False


def decode_position(text: str) -> Any:
    """Read JSON; raises PositionError."""
    try:
        return formats.parse_json(text, object)
    except formats.Unusable as error:
        shown = "“Positions in JSON” in the README of the game’s folder shows one"
        raise PositionError(f"The position {error}; {shown}.") from error


def read_position() -> str:
    """Read standard input whole; raises PositionError."""
    return _take(sys.stdin.read)


def read_lines() -> Iterator[str]:
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
