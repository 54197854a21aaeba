"""Every game and edition, and the states of a random game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.kit import printed
from tablet_companion.selfplay.speaker import at_random

TURNS: Final = 60
GAMES: Final = [
    (name, options)
    for name, _ in printed.titles()
    for options in ([{"edition": one} for one in EDITIONS] if name == "wink" else [{}])
]


def names(case: Any) -> str:
    """Return what a case is called."""
    return case if isinstance(case, str) else "-".join(map(str, case.values()))


def start(game: AnyGame, options: dict[str, Any]) -> Any:
    """Return a game as it begins, with as many players as can."""
    players = max(game.players(options))
    return game.setup(options, game.seatings(options, players)[0])


def states(game: AnyGame, options: dict[str, Any], seed: int) -> Iterator[Any]:
    """Yield the states of a random game, of rare kinds of actions as many as of common ones."""
    policy = at_random(random.Random(seed))
    state = start(game, options)
    yield state
    for _ in range(TURNS):
        if game.outcome(state) is not None:
            return
        state = game.successor(state, policy(state, game.legal(state)))
        yield state
