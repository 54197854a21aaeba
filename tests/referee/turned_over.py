"""States of play with pawns turned over, hands unknown or dealt."""

from __future__ import annotations

import functools
from typing import Any

from tablet_companion.games.core import CHANCE, HIDDEN
from tests.amounts import count
from tests.conformance.walk import walk
from tests.referee.bench import GAME


@functools.cache
def states(seed: int) -> list[Any]:
    """Return states of play with at least two pawns turned over, hands unknown or dealt."""
    found = []
    for dealing in ("people", "tablet"):
        first = GAME.setup({"dealing": dealing}, GAME.seats)
        for state, _ in walk(GAME, first, seed, most=count(1000, 2500)):
            pieces = [piece for _, piece in GAME.placement(state).pieces]
            if GAME.actor(state) not in (None, CHANCE) and pieces.count(HIDDEN) >= 2:
                found.append(state)
    return found
