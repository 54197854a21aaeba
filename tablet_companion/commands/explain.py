"""``tablet-companion explain GAME < attempt.json``: is it allowed, and if not, why not."""

from __future__ import annotations

import argparse
import functools
import json

from tablet_companion import games
from tablet_companion.commands import _positions
from tablet_companion.games.core import Message
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.words.wording import words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _positions.add_arguments(parser)
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default="en",
        help="the language of the explanation (default: en)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print one answer, or with ``--batch`` one on each line, in the words of the screen."""
    game = games.load(arguments.game)
    own = words(arguments.language, printed.board(arguments.game))
    explain = functools.partial(
        game.explain, say=lambda text, details: own.say(Message(text, details))
    )
    if arguments.batch:
        return _positions.run_batch(explain)
    answer = explain(_positions.read_position())
    print(json.dumps(answer))
    return 0
