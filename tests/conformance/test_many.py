"""Many random games at random tables; ``make conformance`` plays a thousand of each game.

How many are played is said by the environment variable CONFORMANCE_GAMES.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Final

import pytest

from tablet_companion.games.core import TABLE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.numbering import MAX_STEPS
from tests.conformance.walk import FEW, GAMES, MANY, table, walk

_APART: Final = 1_000_000
"""Between the seed of a table and that of its play, lest the one decide the other."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_many_random_games_end(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    """Every random game, whatever its options, ends within the bound that environments use.

    Then nobody acts, nothing is legal, and the winners sit at the table. Along the way states read
    back from their texts.
    """
    longest, won = 0, Counter[str]()
    for seed in range(MANY):
        rng = random.Random(seed)
        first = table(game, rng)
        state, steps = first, 0
        for before, action in walk(game, first, seed + _APART, most=MAX_STEPS):
            if steps % 97 == 40:
                assert game.read(game.write(before)) == before
            state, steps = game.successor(before, action), steps + 1
        outcome = game.outcome(state)
        assert outcome is not None, f"game {seed} goes on after {steps} actions"
        assert game.actor(state) is None
        assert game.legal(state) == ()
        seats = {entry.seat for entry in game.view(state, TABLE).seats}
        assert set(outcome.winners) <= seats, f"game {seed}"
        longest = max(longest, steps)
        won.update(outcome.winners or ("nobody",))
    with capsys.disabled():
        if MANY > FEW:
            sys.stdout.write(f"\n{game.title}: {MANY} games, the longest of {longest} actions; ")
            sys.stdout.write(f"won by {dict(sorted(won.items()))}\n")
