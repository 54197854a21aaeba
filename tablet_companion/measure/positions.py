"""JSON positions in, JSON answers out: what the commands ``moves`` and ``explain`` do."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from hardware import formats
from tablet_companion.games.core import PositionError

Answer = Callable[[Any], Any]


def answer_batch(text: str, answer: Answer) -> Iterator[tuple[str, bool]]:
    """Yield an answer in JSON for every line, and whether the line was a position.

    The answer to an invalid line is its error.
    """
    # Not splitlines(): JSON texts may hold separators that Python would take for line ends.
    for line in text.removesuffix("\n").split("\n"):
        try:
            yield json.dumps(answer(decode_position(line))), True
        except PositionError as error:
            yield json.dumps({"error": str(error)}), False


def decode_position(text: str) -> Any:
    """Read JSON; raises PositionError."""
    try:
        return formats.parse_json(text, object)
    except formats.Unusable as error:
        raise PositionError(f"The position {error}.") from error


def read_positions() -> str:
    """Read standard input whole; raises PositionError if it is not UTF-8 text."""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise PositionError("The position is not UTF-8 text.") from error
