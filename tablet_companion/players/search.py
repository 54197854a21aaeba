"""Monte Carlo tree search over information sets.

Each iteration samples a truth that is possible for the asking seat (``Seen.sample``) and plays it
ahead. Every seat chooses by what it would know itself: nodes are identified by the view of the
player to act, so that nobody reacts to a guess that player has not seen. New branches start with
the game's own estimate (``worth``). All actions of the asking seat are tried in the same truths,
and the worse half is dropped repeatedly (sequential halving), so that chance affects all equally.
Of equally good actions chance takes one: their order in the list says nothing about them.
In guessing games, good actions are tried more often instead (UCB), and the answer is drawn in
proportion to the tries, since a predictable choice can be countered. A *far* search keeps no tree:
it plays new truths on, up to the next deal, each seat doing what looks best to it at a glance. Only
then does it show what a card that was given away or kept is worth. So where all actions look alike
at a glance, as gifts do, a player may search far that otherwise does not (``blind``).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.advice import TO_THE_END, Depth
from tablet_companion.games.core import CHANCE, TABLE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.levels import Level
from tablet_companion.players.seen import WAIT, Action, Seen, own_actions

Values = Mapping[Seat, float]
"""The value of a position to each seat that plays."""

_COMPARED: Final = 8
_TRUST: Final = 3
"""Number of truths in which all actions are first compared statically; weight of that."""
_DRAWN: Final = 40
"""Most truths sampled for one choice, which are cycled through; a far search samples on."""
_ALIKE: Final = 1e-9
"""Actions whose worths at a glance differ by less look alike."""


def find_depth(game: AnyGame) -> Depth:
    """Return how far ahead a game is searched."""
    return game.depth or (TO_THE_END if game.worth is None else Depth())


@dataclass(slots=True)
class _Branch:
    """An action at a node: its total value, and how often it was offered and tried."""

    total: float
    visits: int
    offered: int = 0
    tried: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def add(self, value: float) -> None:
        """Add the value of one more try."""
        self.tried += 1
        self.visits += 1
        self.total += value


_Node = dict[Action, _Branch]
"""The branches of what a player to act knows."""


@dataclass(frozen=True, slots=True)
class Found:
    """An action that was considered: its value to the seat, and how often it was tried."""

    action: Action
    worth: float
    visits: int


def search(
    seen: Seen, rng: random.Random, level: Level, more: Callable[[int], bool]
) -> tuple[Found, ...]:
    """Return the seat's actions, best first.

    It makes at most as many iterations as the level; ``more(n)`` decides whether to continue
    after n.
    """
    if len(seen.actions) == 1:
        return (Found(seen.actions[0], 0.0, 1),)
    hunt = _Search(seen, rng, far=level.far)
    turns = level.blind if level.blind and hunt.go_far_if_blind() else level.turns
    for done, (number, actions) in enumerate(hunt.plan(turns)):
        if not more(done):
            break
        hunt.look_ahead(number, actions)
    return hunt.rank()


class _Search:
    """One search: its tree, and the truths sampled so far."""

    def __init__(self, seen: Seen, rng: random.Random, *, far: bool = False) -> None:
        self._seen, self._rng = seen, rng
        self._game: AnyGame = seen.game
        self._depth, self._far = find_depth(seen.game), False
        if far:
            self._go_far()
        self._truths = [seen.sample(rng) for _ in range(_COMPARED)]
        self._nodes: dict[Any, _Node] = {}
        self.root: _Node = {}
        useful = self._shuffle(self._game.useful(self._truths[0], seen.actions))
        for action in useful:
            values = [foresee(self._game, truth, action)[seen.seat] for truth in self._truths]
            self.root[action] = _Branch(sum(values) / len(values) * _TRUST, _TRUST)
        looks = sorted(useful, key=lambda one: -self.root[one].mean)
        self._kept = self._alive = looks[: self._depth.kept]

    def go_far_if_blind(self) -> bool:
        """Search far where all actions look alike, if the game wants that; return if it is far."""
        means = [branch.mean for branch in self.root.values()]
        if self._depth.blind and max(means) - min(means) < _ALIKE:
            self._go_far()
        return self._far

    def _go_far(self) -> None:
        """Look as far ahead as the game's ``Depth.far`` says; no farther than before if it is 0."""
        if far := self._depth.far:
            self._far, self._depth = True, replace(self._depth, tree=far, least=far)

    def _shuffle(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Return the actions in random order, as the first of equally good ones is taken."""
        return self._rng.sample(actions, len(actions))

    def plan(self, turns: int) -> Iterator[tuple[int, Sequence[Action]]]:
        """Yield for every iteration the index of its truth and the actions to choose from."""
        if self._depth.mixed:
            yield from ((turn, self._kept) for turn in range(turns))
            return
        number, halvings = 0, max(1, (len(self._kept) - 1).bit_length())
        for _ in range(halvings):
            for _ in range(max(1, turns // (halvings * len(self._alive)))):
                yield from ((number, [action]) for action in self._alive)
                number += 1
            best = sorted(self._alive, key=lambda one: -self.root[one].mean)
            self._alive = best[: (len(best) + 1) // 2]

    def rank(self) -> tuple[Found, ...]:
        """Return the actions: remaining ones first by their means or, if mixed, by their tries."""
        found = [Found(action, one.mean, one.visits) for action, one in self.root.items()]
        if self._depth.mixed:
            return tuple(sorted(found, key=lambda one: (-one.visits, -one.worth)))
        return tuple(sorted(found, key=lambda one: (one.action not in self._alive, -one.worth)))

    def look_ahead(self, number: int, actions: Sequence[Action]) -> None:
        """Play a truth ahead, and add the result to the tree."""
        if number >= len(self._truths) and (self._far or number < _DRAWN):
            self._truths.append(self._seen.sample(self._rng))
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
            node = {} if self._far else self._nodes.setdefault(self._game.view(state, seat), {})
        values = estimate(self._game, self._play_on(state))
        for seat, branch in path:
            branch.add(values[seat])

    def _go_on(
        self, state: Any, *, on_turn: bool = False
    ) -> tuple[Any, tuple[Seat, Sequence[Action]] | None]:
        """Take all forced steps; return the state and who chooses what next (None at the end)."""
        game = self._game
        while (seat := game.actor(state)) is not None:
            if seat == CHANCE:
                state, deals = take_chance(game, state, self._rng)
                if deals:
                    return state, None
                continue
            actions = game.useful(state, own_actions(game, state, seat))
            if len(actions) > 1 or on_turn:
                return state, (seat, actions)
            state = game.successor(state, actions[0])
        return state, None

    def _play_on(self, state: Any) -> Any:
        """Return the state after some more random decisions."""
        for _ in range(self._depth.after):
            state, found = self._go_on(state)
            if found is None:
                break
            state = self._game.successor(state, self._rng.choice(found[1]))
        return state

    def _choose(
        self, node: _Node, state: Any, seat: Seat, actions: Sequence[Action]
    ) -> tuple[Action, _Branch]:
        """Return the action to try: a good one, or one rarely tried when possible (UCB)."""
        if not all(action in node for action in actions):
            # A new node is evaluated in a truth sampled for its own seat: this one would reveal too
            # much.
            drawn = self._game.resample(state, seat, self._rng)
            for action in actions:
                if action not in node:
                    node[action] = _Branch(foresee(self._game, drawn, action)[seat], 1)
        for action in actions:
            node[action].offered += 1
        venture = self._depth.venture
        offered = ((action, node[action]) for action in self._shuffle(actions))
        return max(offered, key=lambda one: _urgency(one[1], venture))


def _urgency(branch: _Branch, venture: float) -> float:
    return branch.mean + venture * math.sqrt(math.log(branch.offered + 1) / branch.visits)


def foresee(game: AnyGame, state: Any, action: Action) -> Values:
    """Return the static value of an action, after the actions that must follow it."""
    after = state if action is WAIT else game.successor(state, action)
    for _ in range(find_depth(game).forced):
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
    """Return a position's value to each seat: its outcome, an estimate, or 0 without either."""
    outcome = game.outcome(state)
    if outcome is None and game.worth is not None:
        return game.worth(state)
    winners = () if outcome is None else outcome.winners
    lost = -1.0 if winners else 0.0
    seats = (entry.seat for entry in game.view(state, TABLE).seats)
    return {seat: 1.0 if seat in winners else lost for seat in seats}
