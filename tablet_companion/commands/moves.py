"""``tablet-companion moves GAME < position.json``: every outcome of every playable card."""

from __future__ import annotations

import argparse
import json
import sys

from tablet_companion import games
from tablet_companion.commands import _positions

add_arguments = _positions.add_arguments


def run(arguments: argparse.Namespace) -> int:
    """Print one line an outcome, or with ``--batch`` one list a position."""
    game = games.load(arguments.game)
    if arguments.batch:
        return _positions.batch(_positions.read_input(), game.moves, sys.stdout)
    for line in game.moves(_positions.decode(_positions.read_input())):
        sys.stdout.write(json.dumps(line) + "\n")
    return 0
