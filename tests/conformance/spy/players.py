"""A player of the table's own, given two truths that its seat cannot tell apart."""

from __future__ import annotations

import itertools
import random
from typing import Any, Final

from tablet_companion.games.core import TABLE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.jobs import Done, Job, do
from tablet_companion.players.levels import LEVELS
from tablet_companion.players.seen import knows_its_hand, own_actions

_TURNS: Final = 3
"""The search of each choice looks ahead this often: more would see nothing more."""


def choose_twice(game: AnyGame, state: Any, rng: random.Random) -> tuple[Done, Done] | None:
    """Return what a random seat chooses in each truth, with its reasons and the same luck.

    None where nobody has a choice. The program chooses only for seats whose hand it knows.
    """
    seats = [entry.seat for entry in game.view(state, TABLE).seats]
    able = [
        seat
        for seat in seats
        if knows_its_hand(game, state, seat) and len(own_actions(game, state, seat)) > 1
    ]
    if not able:
        return None
    seat, seed = rng.choice(able), rng.randrange(1 << 30)
    truths = (state, game.resample(state, seat, rng))
    one, other = (_choose(game, truth, seat, seed) for truth in truths)
    return one, other


def _choose(game: AnyGame, state: Any, seat: Seat, seed: int) -> Done:
    asked = itertools.count(1)
    level = (*LEVELS,)[seed % len(LEVELS)]
    job = Job(game.name, game.write(state), seat, level, seed, advice=True)
    return do(job, lambda: next(asked) >= _TURNS)
