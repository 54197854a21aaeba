"""Random games of every game as one line each: ``playing.py`` under one Python and another.

Whatever runs the rules, compiled or not, has to print the same lines: the number of legal actions
at every step, and the text of the one that was taken, are in them.
"""

import hashlib
import random
import sys

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.tables import first_state


def play(game: AnyGame, seed: int) -> str:
    """Return what came of a game, as a digest of its first 150 actions."""
    rng, state, told = random.Random(seed), first_state(game, {}), hashlib.sha256()
    for _ in range(150):
        if game.outcome(state) is not None:
            break
        legal = game.legal(state)
        action = rng.choice(legal)
        told.update(f"{len(legal)} {game.write_action(state, action)}\n".encode())
        state = game.successor(state, action)
    return told.hexdigest()[:16]


if __name__ == "__main__":
    for name in games.names():
        played = (play(games.load(name), seed) for seed in range(12))
        sys.stdout.write(" ".join((name, *played)) + "\n")
