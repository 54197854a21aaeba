"""Perft: the number of action sequences of a given length from a state.

A chance action counts once, however likely it is. The counts change whenever a rule allows one
action more or less anywhere below the position.
"""

from __future__ import annotations

import math
from typing import Any

from tablet_companion.games.protocol import AnyGame


def perft(game: AnyGame, state: Any, depth: int, most: float = math.inf) -> int:
    """Return the number of sequences of exactly ``depth`` legal actions.

    If there are more than ``most``, it is some number above that: no more are counted.
    """
    if depth == 0:
        return 1
    legal = game.legal(state)
    if depth == 1:
        return len(legal)
    ways = 0
    for action in legal:
        ways += perft(game, game.successor(state, action), depth - 1, most - ways)
        if ways > most:
            break
    return ways


def divide(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Return the count below each legal action, by its text: to find where two programs differ.

    Raises ValueError for a depth below 1.
    """
    if depth < 1:
        raise ValueError(f"The depth is at least 1, not {depth}.")
    return {
        game.write_action(state, action): perft(game, game.successor(state, action), depth - 1)
        for action in game.legal(state)
    }
