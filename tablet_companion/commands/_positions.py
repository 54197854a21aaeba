"""The arguments that ``moves`` and ``explain`` share, and answering many positions."""

from __future__ import annotations

import argparse

from tablet_companion import games
from tablet_companion.measure.positions import Answer, answer_batch, read_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", choices=games.names(), help="the game")
    add(
        "--batch",
        action="store_true",
        help="read JSON Lines, one position per line, and answer each on one line",
    )


def run_batch(answer: Answer) -> int:
    """Answer every line of standard input; the status is 1 if one was not a position."""
    status = 0
    for line, is_answer in answer_batch(read_lines(), answer):
        status = status if is_answer else 1
        print(line)
    return status
