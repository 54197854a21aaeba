"""The players: random, greedy with one look ahead, or searching.

Every player is a function of what a seat knows and a random generator: equal seeds play alike.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.players.levels import LEVELS, Level
from tablet_companion.players.search import find_depth, foresee, search
from tablet_companion.players.seen import WAIT, Action, Seen

Player = Callable[[Seen, random.Random], Action]
Until = Callable[[], bool]
"""Whether the time to think is over."""

_TRUTHS: Final = 8
"""Sampled truths with which the greedy player compares its actions."""
_PROOF: Final = 32
"""Sampled truths in which an interruption proves itself: of many the luckiest one looks best."""
_FOLLY: Final = 0.5
"""What no slip loses at first sight, as ``Values`` count: half of what parts a draw from a win."""
_EQUAL: Final = 0.25
"""Hidden choices are drawn from those tried at least this often relative to the first one."""


class PlayerError(CompanionError):
    """No player has that name."""


def play_randomly(seen: Seen, rng: random.Random) -> Action:
    """Return any action of the seat."""
    return rng.choice(seen.actions)


def play_greedily(seen: Seen, rng: random.Random) -> Action:
    """Return the action that looks best right after it, averaged over possible truths.

    An interruption has to look better than the rest once more, in more truths.
    """
    if len(seen.actions) == 1:
        return seen.actions[0]
    worths = _look(seen, seen.actions, rng)
    best, others = _draw_within(worths, 0.0, rng), _keep_turn(seen, worths)
    if best in others or not others:
        return best
    other = _draw_within({action: worths[action] for action in others}, 0.0, rng)
    again = _look(seen, (other, best), rng, _PROOF)
    return best if again[best] > again[other] else other


def play_carelessly(seen: Seen, rng: random.Random) -> Action:
    """Return any choice on turn that is no folly: a slip is weak, but misses no certain win."""
    worths = _look(seen, _keep_turn(seen, seen.actions) or seen.actions, rng)
    return _draw_within(worths, _FOLLY, rng)


def _keep_turn(seen: Seen, actions: Iterable[Action]) -> list[Action]:
    """Return the actions that interrupt nobody, waiting included."""
    return [action for action in actions if seen.game.interrupter(action) is None]


def _look(
    seen: Seen, actions: Sequence[Action], rng: random.Random, count: int = _TRUTHS
) -> dict[Action, float]:
    """Return what each useful action is worth right after it, averaged over possible truths."""
    truths = [seen.sample(rng) for _ in range(count)]
    return {
        action: sum(foresee(seen.game, truth, action)[seen.seat] for truth in truths) / count
        for action in seen.game.useful(truths[0], actions)
    }


def _draw_within(worths: dict[Action, float], less: float, rng: random.Random) -> Action:
    """Return any of the actions worth at most this much less than the best; never less than won."""
    most = max(worths.values())
    least = most - (less if most < 1 else 0.0) - 1e-9
    return rng.choice([action for action, worth in worths.items() if worth >= least])


def choose(seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False) -> Action:
    """Return the action that a level plays."""
    if WAIT not in seen.actions and level.slips and rng.random() < level.slips:
        return play_carelessly(seen, rng)
    if not level.turns or WAIT in seen.actions:
        return play_greedily(seen, rng)  # interruptions must be clearly good
    shares = weigh(seen, rng, level, is_over)
    return rng.choices([*shares], [*shares.values()])[0]


def weigh(
    seen: Seen, rng: random.Random, level: Level, is_over: Until = lambda: False
) -> Mapping[Action, int]:
    """Return the actions to draw from, with weights: solved, the best, or close to it.

    It searches at least once, then until its turns are used up or ``is_over``.
    """
    if level.solved and (shares := _find_solved(seen)):
        return shares
    found = search(seen, rng, level, lambda done: done < 1 or not is_over())
    if not find_depth(seen.game).mixed:
        return {found[0].action: 1}
    return {one.action: one.visits for one in found if one.visits >= _EQUAL * found[0].visits}


def _find_solved(seen: Seen) -> Mapping[Action, int]:
    """Return how often known optimal play takes each action; empty if it is unknown."""
    # Any sample will do: only public facts are used.
    return seen.game.solved(seen.sample(random.Random(0)), seen.actions)  # noqa: S311 - games, not secrets


PLAYERS: Final[Mapping[str, Player]] = {
    "random": play_randomly,
    "greedy": play_greedily,
    **{name: functools.partial(choose, level=level) for name, level in LEVELS.items()},
}
"""The levels by their names, and two players to compare them with."""


def make_player(name: str) -> Player:
    """Return the player of that name; raises PlayerError if there is none."""
    if name not in PLAYERS:
        raise PlayerError(f"There is no player {name!r}; choose from {', '.join(PLAYERS)}.")
    return PLAYERS[name]
