"""Perft: the number of action sequences of a given length from a state.

A chance action counts once, however likely it is. The counts change whenever a rule allows one
action more or less anywhere below the position.
"""

from __future__ import annotations

from typing import Any

from tablet_companion.games.protocol import AnyGame


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` legal actions."""
    if depth == 0:
        return 1
    legal = game.legal(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.successor(state, action), depth - 1) for action in legal)


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
