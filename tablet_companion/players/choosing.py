"""Who plays: at random, greedily by one look ahead, or by search.

Every player is a function of what a seat knows and of its luck: the same seed plays the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from tablet_companion.players.endings import find_shares
from tablet_companion.players.levels import LEVELS, Level
from tablet_companion.players.search import DEPTHS, Depth, Found, foresee, search
from tablet_companion.players.seen import WAIT, Action, Seen

Player = Callable[[Seen, random.Random], Action]
Until = Callable[[], bool]
"""Whether the time to think is over."""

_TRUTHS: Final = 8
"""Truths by which the greedy player compares what it may do."""
_EQUAL: Final = 0.25
"""Among hidden choices those tried at least this often as the first one are drawn from."""


def play_randomly(seen: Seen, rng: random.Random) -> Action:
    """Return anything that the seat may do."""
    return rng.choice(seen.actions)


def play_greedily(seen: Seen, rng: random.Random) -> Action:
    """Return what looks best right after it, on average over what may be true."""
    if len(seen.actions) == 1:
        return seen.actions[0]
    truths = [seen.sample(rng) for _ in range(_TRUTHS)]

    def look(action: Action) -> float:
        return sum(foresee(seen.game, truth, action)[seen.seat] for truth in truths)

    worths = {action: look(action) for action in seen.actions}
    most = max(worths.values())
    return rng.choice([action for action, worth in worths.items() if worth >= most - 1e-9])


def consider(
    seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False
) -> tuple[Found, ...]:
    """Return all that the seat may do as a search finds it, the best first.

    It looks ahead once at least, and then until its turns are done or ``is_over``.
    """
    return search(seen, rng, level.turns, lambda done: done < 1 or not is_over())


def choose(seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False) -> Action:
    """Return what a level plays."""
    if level.slips and rng.random() < level.slips:
        return play_randomly(seen, rng)
    if not level.turns or WAIT in seen.actions:
        return play_greedily(seen, rng)  # to speak up out of turn it has to be plain
    shares = weigh(seen, rng, level, is_over)
    return rng.choices([*shares], [*shares.values()])[0]


def weigh(
    seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False
) -> dict[Action, int]:
    """Return what is drawn from, and how often each: solved, the best, or what is close."""
    solved = find_shares(seen) if level.solved else {}
    return solved or _draw_from(seen.game.name, consider(seen, rng, level, is_over))


def _draw_from(name: str, found: Sequence[Found]) -> dict[Action, int]:
    if not DEPTHS.get(name, Depth()).mixed:
        return {found[0].action: 1}
    return {one.action: one.visits for one in found if one.visits >= _EQUAL * found[0].visits}


def make_player(name: str) -> Player:
    """Return the player of that name: ``random``, ``greedy``, or that of a level."""
    if name == "random":
        return play_randomly
    if name == "greedy":
        return play_greedily
    return lambda seen, rng: choose(seen, rng, LEVELS[name])
