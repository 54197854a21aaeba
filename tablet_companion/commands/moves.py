"""``tablet-companion moves GAME < position.json``: the outcomes of every legal move."""

from __future__ import annotations

import argparse
import json

from tablet_companion import games
from tablet_companion.commands import _positions

add_arguments = _positions.add_arguments


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each outcome, or with ``--batch`` one list for each position."""
    game = games.load(arguments.game)
    if arguments.batch:
        return _positions.run_batch(game.moves)
    for line in game.moves(_positions.read_position()):
        print(json.dumps(line))
    return 0
