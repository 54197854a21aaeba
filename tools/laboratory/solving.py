"""A round of Pocket Ops, solved exactly once both specialists are shown.

Before every guess everything is public except the guess and placement to come, so a round is a
sequence of small games with one secret choice each (a stochastic game). Their values are computed
from full bases backwards, ignoring only the cap on turns. Three simplifications that change no
value save work: rotated and reflected bases are one; a mixed guess matters only by how often each
room is in it; and a specialist whose power can never act again counts as a spy, as spies never run
out.
"""

from __future__ import annotations

import functools
import itertools
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops import actions, flow
from tablet_companion.games.pocket_ops.board import EMPTY, SIDE, TURNS, VACANT
from tablet_companion.games.pocket_ops.legal import legal
from tablet_companion.games.pocket_ops.setup import setup
from tablet_companion.games.pocket_ops.state import COURIER, HACKER, SEATS, SPY, Phase, State

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
Reserve = tuple[Card | None, Card | None]

ROOM_COUNT: Final = SIDE * SIDE
ROOT: Final = 2
"""The index of the first node: 0 and 1 are the ends."""
_ENDLESS: Final = 1 << 30
_HALVINGS: Final = 48
_SAME: Final = 1e-12
_MAX_FOILED: Final = 200
"""Consecutive foiled turns after which the remaining value is negligible."""
_HARMLESS: Final = (None, HACKER, COURIER)
"""Specialists in reserve that cannot act on anything of the other colour's."""


class Node(NamedTuple):
    """Everything that determines the future before a guess; ``placer`` places next."""

    base: bytes
    reserve: Reserve
    double: tuple[bool, bool]
    placer: int


@functools.cache
def _straighten(base: bytes) -> bytes:
    """Return the representative of all rotations and reflections of a base."""
    return min(bytes([base[room] for room in turn]) for turn in TURNS)


def begin(reserve: Reserve) -> Node:
    """Return the start of a round in which red guesses first."""
    return Node(VACANT, reserve, (False, False), 1)


def reduce_state(state: State) -> Node:
    """Return the node of a state before a guess."""
    active, fresh = state.active, state.fresh
    reserve = (active[0] if fresh[0] else None, active[1] if fresh[1] else None)
    base = state.base
    for colour in (0, 1):
        if reserve[1 - colour] in _HARMLESS:
            base = base.replace(bytes([3 + colour]), bytes([1 + colour]))
    return Node(_straighten(base), reserve, state.double, state.placer)


class Tree:
    """Every node reachable with given specialists, and the results of a turn from each.

    Results are indices of nodes; 0 and 1 are the ends, equal to their value for red, who guesses
    first. ``ways`` has the rows (node, agent (0: a spy, 1: the specialist), room, result if not
    foiled), one for each use of a power; ``foiled`` is the result of foiling either agent.
    """

    def __init__(self, starts: Sequence[Node]) -> None:
        """Expand everything reachable from the starts; the first one is node ROOT."""
        self._first: State = setup({"dealing": "tablet", "turn_cap": _ENDLESS}, SEATS)
        self.nodes: list[Node | None] = [None, None]
        self._numbers: dict[Node, int] = {}
        ways, foiled = array("i"), array("i", [0, 0, 0, 0])
        for start in starts:
            self.number(self.state(start))
        for number, node in enumerate(self.nodes):  # it grows during the loop
            if node is not None:
                foiled.extend(self._look_ahead(number, self.state(node), ways))
        self.ways = np.frombuffer(ways, np.int32).reshape(-1, 4)
        self.foiled = np.frombuffer(foiled, np.int32).reshape(-1, 2)

    def state(self, node: Node) -> State:
        """Return a state of a node in whose round red guessed first."""
        return self._first._replace(
            phase=Phase.GUESS,
            turns=1 - node.placer,
            base=node.base,
            active=node.reserve,
            fresh=(node.reserve[0] is not None, node.reserve[1] is not None),
            double=node.double,
        )

    def number(self, state: State) -> int:
        """Return the index of a state: a round's end, or a known or new node."""
        if state.phase is not Phase.GUESS:
            return state.wins[0]
        node = reduce_state(state)
        number = self._numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def _look_ahead(self, number: int, state: State, ways: array[int]) -> tuple[int, int]:
        """Add all results of a turn; return those of foiling either agent."""
        laid = flow.successor(state, actions.Guessed((0,)))
        foiled = [0, 0]
        for place in legal(laid):
            assert isinstance(place, actions.Place)
            put, agent = flow.put(laid, place), int(place.agent != SPY)
            foiled[agent] = foiled[agent] or self.number(flow.foil(put))
            for after in _let_in(put):
                ways.extend((number, agent, place.room, self.number(after)))
        return foiled[0], foiled[1]


def _let_in(put: State) -> list[State]:
    """Return the states after an agent gets through: one for each use of its power."""
    through = flow.let_through(put)
    if through.phase is not Phase.POWER:
        return [through]
    return [flow.successor(through, use) for use in legal(through)]


class Values:
    """The value of every node of a tree to red, from 0 to 1: how often it wins the round."""

    def __init__(self, tree: Tree) -> None:
        """Solve from full bases backwards."""
        self.tree = tree
        nodes = [node for node in tree.nodes if node is not None]
        self.placers = np.array([0, 0, *(node.placer for node in nodes)])
        self.most = np.array([1, 1, *(1 + node.double[1 - node.placer] for node in nodes)])
        # If a round went on forever, the holder of the code would lose it: hence the initial value.
        codes = [1 - tree.state(node).code_holder for node in nodes]
        self.values = np.array([0.0, 1.0, *(1.0 - winner for winner in codes)])
        for layer in _layers(nodes):
            self._solve(layer)

    def _solve(self, layer: Numbers) -> None:
        """Find the values of nodes that lead to one another only through foiling."""
        through, before = self.through(layer), np.full((len(layer), 2), np.nan)
        for _ in range(_MAX_FOILED):
            foiled = self.view(layer, self.tree.foiled[layer])
            new = ~(np.abs(foiled - before) < _SAME).all(1)
            if not new.any():
                break
            some, before = layer[new], foiled
            found = self._worth(some, through[new], foiled[new])
            self.values[some] = np.where(self.placers[some] == 0, found, 1 - found)

    def _worth(self, nodes: Numbers, through: Floats, foiled: Floats) -> Floats:
        """Return the values of nodes to the players who place there."""
        return solve_turns(through, foiled, self.most[nodes])[0]

    def view(self, nodes: Any, after: Any) -> Floats:
        """Return the values of results to the players who place at the nodes."""
        values = self.values[after]
        shape = (-1,) + (1,) * (values.ndim - 1)
        found: Floats = np.where(self.placers[nodes].reshape(shape) == 0, values, 1 - values)
        return found

    def through(self, layer: Numbers) -> Floats:
        """Return the value to the placer of each agent in each room if it gets through."""
        rows, place = self.rows(layer)
        node, agent, room, after = self.tree.ways[rows].T
        found = np.full((len(layer), 2, ROOM_COUNT), -np.inf)
        np.maximum.at(found, (place, agent, room), self.view(node, after))
        return found

    def rows(self, layer: Numbers) -> tuple[Numbers, Numbers]:
        """Return the ways from these nodes, and the position of each way's node among them."""
        begin, end = np.searchsorted(self.tree.ways[:, 0], [layer, layer + 1])
        rows = [np.arange(*ends) for ends in zip(begin, end, strict=True)]
        return np.concatenate(rows), np.repeat(np.arange(len(layer)), end - begin)


def _layers(nodes: Sequence[Node]) -> Iterator[Numbers]:
    """Yield the indices of nodes in an order in which results precede their origins."""

    def depth(number: int) -> tuple[int, int]:
        node = nodes[number]
        return sum(card is not None for card in node.reserve), node.base.count(EMPTY)

    for _, layer in itertools.groupby(sorted(range(len(nodes)), key=depth), depth):
        yield np.array([*layer], np.intp) + ROOT


def solve_turns(through: Floats, foiled: Floats, most: Any) -> tuple[Floats, Floats]:
    """Return the values of turns to the placer, and how often rooms are guessed.

    The value is the least to which guesses can limit every placement: each room must be guessed
    often enough to spoil better placements and, if being foiled is better for the placer, rarely
    enough; and between one and ``most`` rooms are guessed. Found by bisection.
    """
    foiled = foiled[:, :, None]
    may = np.isfinite(through)
    loss = np.where(may, through - foiled, 0.0)
    both = np.where(may, through, -np.inf), np.where(may, foiled, -np.inf)
    high = np.maximum(*both).max((1, 2))
    low = np.minimum(np.where(may, through, np.inf), np.where(may, foiled, np.inf)).min((1, 2))
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        least, bound = _needed(through, loss, middle)
        holds = (least <= bound).all(1) & (least.sum(1) <= most) & (bound.sum(1) >= 1)
        low, high = np.where(holds, low, middle), np.where(holds, middle, high)
    least, bound = _needed(through, loss, high)
    bound = np.maximum(least, bound)
    spare = np.clip(1 - least.sum(1), 0, None) / np.maximum((bound - least).sum(1), 1e-300)
    return high, least + np.clip(spare, 0, 1)[:, None] * (bound - least)


def _needed(through: Floats, loss: Floats, value: Floats) -> tuple[Floats, Floats]:
    """Return how often rooms must and may be guessed so that no placement is worth more."""
    over = through - value[:, None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = over / loss
    least = np.where(loss > 0, share, np.where((loss == 0) & (over > 0), np.inf, 0.0))
    bound = np.where(loss < 0, share, 1.0)
    return np.clip(least, 0, None).max(1), np.clip(bound, None, 1.0).min(1)
