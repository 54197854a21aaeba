"""``tablet-companion explain GAME < attempt.json``: is it allowed, and if not, why not."""

from __future__ import annotations

import argparse
import json
import sys

from tablet_companion import games
from tablet_companion.commands import _positions
from tablet_companion.measure.positions import decode_position, read_positions

add_arguments = _positions.add_arguments


def run(arguments: argparse.Namespace) -> int:
    """Print one answer, or with ``--batch`` one a line."""
    game = games.load(arguments.game)
    if arguments.batch:
        return _positions.run_batch(game.explain)
    answer = game.explain(decode_position(read_positions()))
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0
