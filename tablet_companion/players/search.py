"""Monte Carlo tree search over what seats know, not over positions.

Each turn of the search draws a truth that the asker cannot exclude (``Seen.sample``) and plays it
ahead. Every seat on the way chooses by what it would know itself: nodes are found by the view of
the player who is to act, so that nobody answers a guess that he has not seen. New branches begin
with the game's own estimate of them (``worth.py``). All that the asker may do is looked into in the
same truths, and the worse half left out again and again (sequential halving): chance then weighs on
all alike. Where guesses meet, what was good is tried more often instead (UCB), and the answer drawn
as often as each choice was tried, for what can be foreseen can be countered.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tablet_companion.games.core import CHANCE, TABLE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.seen import WAIT, Action, Seen, own_actions
from tablet_companion.players.worth import WORTH, Values

_COMPARED: Final = 8
_TRUST: Final = 3
"""All the asker may do is first compared at a glance in this many truths; what that counts for."""
_DRAWN: Final = 40
"""Most truths that are drawn for one choice; the search goes through them again and again."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How far ahead a game is searched; numbers count decisions.

    ``tree``: those chosen by what was tried before, or looks best; ``after``: those then made at
    random. At least ``least`` are made in all. A deal ends the look ahead, since nothing is known
    beyond it. ``venture`` is how much is ventured on
    what was tried seldom, in units of ``Values``. Of all that the asker may do as many as ``kept``
    are looked into, those that look best at a glance. ``mixed``: equal choices are drawn.
    """

    tree: int = 8
    least: int = 2
    after: int = 0
    venture: float = 0.1
    kept: int = 8
    mixed: bool = False
    forced: int = 2


DEPTHS: Final = {
    "agent": Depth(tree=6, least=3),
    "agent_dog": Depth(least=4, forced=0),
    "dog": Depth(least=4, forced=0),
    "pocket_ops": Depth(least=1, after=12, venture=0.4, kept=40, mixed=True),
    "wink": Depth(tree=4, least=4, venture=0.2, forced=0),
}


@dataclass(slots=True)
class _Branch:
    """An action at a node: how often it could be taken and was, and what it came to in all."""

    total: float
    visits: int
    offered: int = 0
    tried: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def add(self, value: float) -> None:
        """Remember what it came to once more."""
        self.tried += 1
        self.visits += 1
        self.total += value


@dataclass(slots=True)
class _Node:
    branches: dict[Action, _Branch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """An action that was considered: what it is worth to the seat, and how often it was tried."""

    action: Action
    worth: float
    visits: int


def search(
    seen: Seen, rng: random.Random, turns: int, more: Callable[[int], bool]
) -> tuple[Found, ...]:
    """Return all that the seat may do, the best first.

    ``turns`` of the search are made in all; ``more(n)`` is asked whether to go on after n of them.
    """
    if len(seen.actions) == 1:
        return (Found(seen.actions[0], 0.0, 1),)
    hunt = _Search(seen, rng)
    for done, (number, actions) in enumerate(hunt.plan(turns)):
        if not more(done):
            break
        hunt.look_ahead(number, actions)
    return hunt.rank()


class _Search:
    """One search: its tree, and the truths drawn so far."""

    def __init__(self, seen: Seen, rng: random.Random) -> None:
        self._seen, self._rng = seen, rng
        self._game: AnyGame = seen.game
        self._depth = DEPTHS.get(seen.game.name, Depth())
        self._truths: list[Any] = []
        self._nodes: dict[Any, _Node] = {}
        self.root = _Node()
        self._draw(_COMPARED)
        for action in seen.actions:
            values = [foresee(self._game, truth, action)[seen.seat] for truth in self._truths]
            self.root.branches[action] = _Branch(sum(values) / len(values) * _TRUST, _TRUST)
        looks = sorted(seen.actions, key=lambda one: -self.root.branches[one].mean)
        self._kept = self._alive = looks[: self._depth.kept]

    def _draw(self, count: int) -> None:
        for _ in range(min(count, _DRAWN - len(self._truths))):
            self._truths.append(self._seen.sample(self._rng))

    def plan(self, turns: int) -> Iterator[tuple[int, Sequence[Action]]]:
        """Yield for every turn the number of its truth, and between which actions it chooses."""
        if self._depth.mixed:
            yield from ((turn, self._kept) for turn in range(turns))
            return
        number, halvings = 0, max(1, (len(self._kept) - 1).bit_length())
        for _ in range(halvings):
            for _ in range(max(1, turns // (halvings * len(self._alive)))):
                yield from ((number, [action]) for action in self._alive)
                number += 1
            best = sorted(self._alive, key=lambda one: -self.root.branches[one].mean)
            self._alive = best[: (len(best) + 1) // 2]

    def rank(self) -> tuple[Found, ...]:
        """Return what was found: those left first by their means; mixed, by how often tried."""
        found = [Found(action, one.mean, one.visits) for action, one in self.root.branches.items()]
        if self._depth.mixed:
            return tuple(sorted(found, key=lambda one: (-one.visits, -one.worth)))
        return tuple(sorted(found, key=lambda one: (one.action not in self._alive, -one.worth)))

    def look_ahead(self, number: int, actions: Sequence[Action]) -> None:
        """Play a truth ahead, and remember what it came to."""
        if number >= len(self._truths):
            self._draw(1)
        state = self._truths[number % len(self._truths)]
        path: list[tuple[Seat, _Branch]] = []
        seat, node = self._seen.seat, self.root
        while True:
            action, branch = self._choose(node, state, seat, actions)
            path.append((seat, branch))
            state = state if action is WAIT else self._game.successor(state, action)
            new = not branch.tried and len(path) >= self._depth.least
            if new or len(path) >= self._depth.tree:
                break
            state, found = self._go_on(state, on_turn=action is WAIT)
            if found is None:
                break
            seat, actions = found
            node = self._nodes.setdefault(self._game.view(state, seat), _Node())
        values = estimate(self._game, self._play_on(state))
        for seat, branch in path:
            branch.add(values[seat])

    def _go_on(
        self, state: Any, *, on_turn: bool = False
    ) -> tuple[Any, tuple[Seat, Sequence[Action]] | None]:
        """Take what needs no choice; return who then chooses between what, None at the end."""
        game = self._game
        while (seat := game.actor(state)) is not None:
            if seat == CHANCE:
                state, deals = take_chance(game, state, self._rng)
                if deals:
                    return state, None
                continue
            actions = own_actions(game, state, seat)
            if len(actions) > 1 or on_turn:
                return state, (seat, actions)
            state = game.successor(state, actions[0])
        return state, None

    def _play_on(self, state: Any) -> Any:
        """Return the state after some more decisions made at random."""
        for _ in range(self._depth.after):
            state, found = self._go_on(state)
            if found is None:
                break
            state = self._game.successor(state, self._rng.choice(found[1]))
        return state

    def _choose(
        self, node: _Node, state: Any, seat: Seat, actions: Sequence[Action]
    ) -> tuple[Action, _Branch]:
        """Return the action to try: what was good, and what was tried seldom when it could be."""
        branches = node.branches
        if not all(action in branches for action in actions):
            # What is new is looked at in a truth of the seat's own: this one would tell too much.
            drawn = self._game.resample(state, seat, self._rng)
            for action in actions:
                if action not in branches:
                    worth = foresee(self._game, drawn, action)[seat]
                    branches[action] = _Branch(worth, 1)
        for action in actions:
            branches[action].offered += 1
        venture = self._depth.venture
        return max(((a, branches[a]) for a in actions), key=lambda one: _urgency(one[1], venture))


def _urgency(branch: _Branch, venture: float) -> float:
    return branch.mean + venture * math.sqrt(math.log(branch.offered + 1) / branch.visits)


def foresee(game: AnyGame, state: Any, action: Action) -> Values:
    """Return what an action is worth at a glance, once what must follow it has been done."""
    after = state if action is WAIT else game.successor(state, action)
    for _ in range(DEPTHS.get(game.name, Depth()).forced):
        seat = game.actor(after)
        if action is WAIT or seat is None or seat == CHANCE:
            break
        forced = own_actions(game, after, seat)
        if len(forced) > 1:
            break
        after = game.successor(after, forced[0])
    return estimate(game, after)


def take_chance(game: AnyGame, state: Any, rng: random.Random) -> tuple[Any, bool]:
    """Return the state after one outcome of chance, and whether a whole hand is being dealt."""
    outcomes = game.legal(state)
    weights = [game.weight(state, one) for one in outcomes]
    after = game.successor(state, rng.choices(outcomes, weights)[0])
    return after, game.actor(after) == CHANCE


def estimate(game: AnyGame, state: Any) -> Values:
    """Return what a position is worth to each seat: how it ended, or how it looks."""
    outcome = game.outcome(state)
    if outcome is not None:
        seats = (entry.seat for entry in game.view(state, TABLE).seats)
        lost = -1.0 if outcome.winners else 0.0
        return {seat: 1.0 if seat in outcome.winners else lost for seat in seats}
    return WORTH[game.name](state)
