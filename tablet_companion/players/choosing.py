"""The players: random, greedy with one look ahead, or searching.

Every player is a function of what a seat knows and a random generator: equal seeds play alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from tablet_companion.players.endings import find_shares
from tablet_companion.players.levels import LEVELS, Level
from tablet_companion.players.search import find_depth, foresee, search
from tablet_companion.players.seen import WAIT, Action, Seen

Player = Callable[[Seen, random.Random], Action]
Until = Callable[[], bool]
"""Whether the time to think is over."""

_TRUTHS: Final = 8
"""Sampled truths with which the greedy player compares its actions."""
_EQUAL: Final = 0.25
"""Hidden choices are drawn from those tried at least this often relative to the first one."""


def play_randomly(seen: Seen, rng: random.Random) -> Action:
    """Return any action of the seat."""
    return rng.choice(seen.actions)


def play_greedily(seen: Seen, rng: random.Random) -> Action:
    """Return the action that looks best right after it, averaged over possible truths."""
    if len(seen.actions) == 1:
        return seen.actions[0]
    truths = [seen.sample(rng) for _ in range(_TRUTHS)]

    def look(action: Action) -> float:
        return sum(foresee(seen.game, truth, action)[seen.seat] for truth in truths)

    worths = {action: look(action) for action in seen.game.useful(truths[0], seen.actions)}
    most = max(worths.values())
    return rng.choice([action for action, worth in worths.items() if worth >= most - 1e-9])


def choose(seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False) -> Action:
    """Return the action that a level plays."""
    if level.slips and rng.random() < level.slips:
        return play_randomly(seen, rng)
    if not level.turns or WAIT in seen.actions:
        return play_greedily(seen, rng)  # interruptions must be clearly good
    shares = weigh(seen, rng, level, is_over)
    return rng.choices([*shares], [*shares.values()])[0]


def weigh(
    seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False
) -> dict[Action, int]:
    """Return the actions to draw from, with weights: solved, the best, or close to it.

    It searches at least once, then until its turns are used up or ``is_over``.
    """
    solved = find_shares(seen) if level.solved else {}
    if solved:
        return solved
    found = search(seen, rng, level.turns, lambda done: done < 1 or not is_over())
    if not find_depth(seen.game).mixed:
        return {found[0].action: 1}
    return {one.action: one.visits for one in found if one.visits >= _EQUAL * found[0].visits}


def make_player(name: str) -> Player:
    """Return the player of that name: ``random``, ``greedy``, or that of a level."""
    if name == "random":
        return play_randomly
    if name == "greedy":
        return play_greedily
    return lambda seen, rng: choose(seen, rng, LEVELS[name])
