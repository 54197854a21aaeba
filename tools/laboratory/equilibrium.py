"""Optimal play of a round of Pocket Ops, and what a best response wins against any other play.

For the specialists of the first guesser and of the other player it prints how often the first
guesser wins; for a single pair also the opening strategy, and how much best responses win against
optimal play: nothing. ``none`` is a round without a specialist; ``all`` against ``all`` takes some
minutes.

    python -m tools.laboratory.equilibrium mole ninja
    python -m tools.laboratory.equilibrium all none
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops.board import ROOMS
from tablet_companion.games.pocket_ops.state import SPECIALISTS, SPY
from tools.laboratory import solving

_GUESSES: Final = {
    most: np.array(
        [
            np.isin(range(solving.ROOM_COUNT), rooms)
            for count in range(1, most + 1)
            for rooms in itertools.combinations(range(solving.ROOM_COUNT), count)
        ]
    )
    for most in (1, 2)
}
"""Every guess of up to one and up to two rooms, as a membership flag for each room."""


_SHOWN: Final = 0.0005


class Plan(NamedTuple):
    """A strategy for every node: how often each room is guessed, and each way is taken."""

    guesses: solving.Floats
    ways: solving.Floats


def find_equilibrium(solved: solving.Values) -> Plan:
    """Return a strategy against which nobody wins more than the values say."""
    tree = solved.tree
    guesses, ways = np.zeros((len(tree.nodes), solving.ROOM_COUNT)), np.zeros(len(tree.ways))
    nodes = np.arange(2, len(tree.nodes))
    foiled = solved.view(nodes, tree.foiled[nodes])
    through = solved.through(nodes)
    guesses[2:] = solving.solve_turns(through, foiled, solved.most[nodes])[1]
    ends = np.searchsorted(tree.ways[:, 0], np.append(nodes, len(tree.nodes)))
    for node, rows in zip(nodes, map(slice, ends[:-1], ends[1:]), strict=True):
        worth = solved.view(tree.ways[rows, 0], tree.ways[rows, 3])
        ways[rows] = place(tree.ways[rows], worth, foiled[node - 2], int(solved.most[node]))
    return Plan(guesses, ways)


def place(ways: Any, worth: solving.Floats, foiled: solving.Floats, most: int) -> solving.Floats:
    """Return how often to take each way so that the worst guess leaves the most."""
    from scipy.optimize import linprog  # noqa: PLC0415 - half a second that only this needs

    guesses = _GUESSES[most]
    payoff = np.where(guesses[:, ways[:, 2]], foiled[ways[:, 1]], worth)
    count = len(ways)
    found = linprog(
        np.r_[np.zeros(count), -1.0],
        A_ub=np.c_[-payoff, np.ones(len(guesses))],
        b_ub=np.zeros(len(guesses)),
        A_eq=np.r_[np.ones(count), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
    )
    shares: solving.Floats = np.clip(found.x[:-1], 0, None)
    shares /= shares.sum()
    return shares


class Answer(solving.Values):
    """The nodes' values to red if ``colour`` plays a known plan and the other responds best."""

    def __init__(self, tree: solving.Tree, plan: Plan, colour: int) -> None:
        """Compute the other player's best response."""
        self._plan, self._colour = plan, colour
        node, agent, room, _ = tree.ways.T
        self._placed = np.zeros((len(tree.nodes), 2, solving.ROOM_COUNT))
        np.add.at(self._placed, (node, agent, room), plan.ways)
        super().__init__(tree)

    def through(self, layer: solving.Numbers) -> solving.Floats:
        """Return the usual values where the other player places, else sums over the plan's ways."""
        found = super().through(layer)
        rows, place = self.rows(layer)
        node, agent, room, after = self.tree.ways[rows].T
        sums = np.zeros_like(found)
        np.add.at(sums, (place, agent, room), self._plan.ways[rows] * self.view(node, after))
        return np.where(self._own(layer)[:, None, None], sums, found)

    def _own(self, nodes: solving.Numbers) -> Any:
        return self.placers[nodes] == self._colour

    def _worth(
        self, nodes: solving.Numbers, through: solving.Floats, foiled: solving.Floats
    ) -> solving.Floats:
        own, foiled = self._own(nodes), foiled[:, :, None]
        guessed = self._plan.guesses[nodes][:, None]
        met = through + guessed * np.where(np.isfinite(through), foiled - through, 0.0)
        gains = np.sort((self._placed[nodes] * foiled - through).sum(1))
        with np.errstate(invalid="ignore"):
            spoilt = through.sum((1, 2)) + gains[:, 0]
        second = np.where(self.most[nodes] == 2, np.minimum(gains[:, 1], 0), 0)
        worth: solving.Floats = np.where(own, spoilt + second, met.max((1, 2)))
        return worth


def exploit(solved: solving.Values, plan: Plan) -> float:
    """Return the gain of best responses over the equilibrium, averaged over both sides."""
    red, blue = (Answer(solved.tree, plan, colour).values[solving.ROOT] for colour in (0, 1))
    return float(blue - red) / 2


def main() -> None:
    """Solve the requested rounds and print the result."""
    parser = argparse.ArgumentParser(description="Solve a round of Pocket Ops.")
    for name in ("first", "second"):
        parser.add_argument(name, nargs="?", default="all", choices=("all", "none", *SPECIALISTS))
    first, second = map(_read_specialists, vars(parser.parse_args()).values())
    single = len(first) == len(second) == 1
    lines = _solve_round(first[0], second[0]) if single else _solve_rounds(first, second)
    for line in lines:
        sys.stdout.write(f"{line}\n")


def _read_specialists(name: str) -> tuple[Card | None, ...]:
    special: dict[str, tuple[Card | None, ...]] = {"all": SPECIALISTS, "none": (None,)}
    return special.get(name, (Card(name),))


def _solve_round(first: Card | None, second: Card | None) -> Iterator[str]:
    solved = solving.Values(solving.Tree([solving.begin((first, second))]))
    plan = find_equilibrium(solved)
    yield f"{len(solved.tree.nodes) - solving.ROOT} positions before a guess"
    yield f"the first guesser wins {solved.values[solving.ROOT]:.2%} of the rounds"
    yield f"guess {_list_shares(zip(ROOMS, plan.guesses[solving.ROOT], strict=True))}"
    placed: Counter[str] = Counter()
    for (node, agent, room, _), share in zip(solved.tree.ways, plan.ways, strict=True):
        if node == solving.ROOT:
            placed[f"{second if agent else SPY} {ROOMS[room]}"] += share
    yield f"place {_list_shares(placed.items())}"
    yield f"exploitability {exploit(solved, plan):.1e}"


def _list_shares(shares: Iterable[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {share:.1%}" for name, share in shares if share > _SHOWN)


def _solve_rounds(first: Sequence[Card | None], second: Sequence[Card | None]) -> Iterator[str]:
    """Yield, in per cent, how often red wins: rows are its specialists, columns blue's."""
    tree = solving.Tree([solving.begin(reserve) for reserve in itertools.product(first, second)])
    won = 100 * solving.Values(tree).values[solving.ROOT :][: len(first) * len(second)]
    yield f"{len(tree.nodes) - solving.ROOT} positions before a guess"
    yield f"| first guesser's | {' | '.join(str(card or 'none') for card in second)} |"
    yield f"| --- |{' ---: |' * len(second)}"
    for card, row in zip(first, won.reshape(len(first), -1), strict=True):
        yield f"| {card or 'none'} | {' | '.join(f'{one:.1f}' for one in row)} |"


if __name__ == "__main__":
    main()
