"""All that could be said for actions, in games that greedy players play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tablet_companion.games.advice import Move
from tablet_companion.games.core import CHANCE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.choosing import play_greedily
from tablet_companion.players.search import take_chance
from tablet_companion.players.seen import Seen, own_actions
from tablet_companion.research.tables import first_state


class Case(NamedTuple):
    """An action, with every sentence that is said for it, however many are told."""

    game: AnyGame
    state: Any
    seat: Seat
    action: Any
    said: frozenset[str]

    @property
    def after(self) -> Any:
        """The position after it."""
        return self.game.successor(self.state, self.action)

    def bend(self, action: Any) -> Case:
        """Return another action instead."""
        return consider(self.game, self.state, self.seat, action)


Truths = Mapping[str, Callable[[Case], bool]]
"""What the rules themselves say of each sentence."""


def consider(game: AnyGame, state: Any, seat: Seat, action: Any) -> Case:
    """Return a case."""
    move = Move(game, state, seat, action)
    said = frozenset(text for text, holds in game.reasons if holds(move))
    return Case(game, state, seat, action, said)


def cases(
    game: AnyGame, seed: int, most: int, each: int = 5, *, begin: Any = None
) -> Iterator[Case]:
    """Yield the choices of greedy players and some that they do not make, game after game."""
    rng = random.Random(seed)
    begin = begin or first_state(game, {})
    state: Any = begin
    for _ in range(most):
        seat = game.actor(state)
        if seat is None:
            state = begin
            continue
        if seat == CHANCE:
            state = take_chance(game, state, rng)[0]
            continue
        own = own_actions(game, state, seat)
        chosen = play_greedily(Seen(game, state, seat), rng)
        for action in {chosen, *rng.sample(own, min(each, len(own)))}:
            yield consider(game, state, seat, action)
        state = game.successor(state, chosen)


def check(found: Iterator[Case], truths: Truths, *, exactly: bool = True) -> Mapping[str, int]:
    """Assert that what is said is true, and is said wherever it is; return how often it was."""
    counts = dict.fromkeys(truths, 0)
    for case in found:
        for text, true in truths.items():
            said = text in case.said
            if said or exactly:
                assert true(case) == said, (text, case.game.write(case.state), *case[2:4])
            counts[text] += said
    return counts
