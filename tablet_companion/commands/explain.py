"""``tablet-companion explain GAME < attempt.json``: is it allowed, and if not, why not."""

from __future__ import annotations

import argparse
import json
import sys

from tablet_companion import games
from tablet_companion.commands import _positions

add_arguments = _positions.add_arguments


def run(arguments: argparse.Namespace) -> int:
    """Print one answer, or with ``--batch`` one a line."""
    game = games.load(arguments.game)
    if arguments.batch:
        return _positions.batch(_positions.read_input(), game.explain, sys.stdout)
    answer = game.explain(_positions.decode(_positions.read_input()))
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0
