"""Rounds of Pocket Ops are solved: held against linear programs, and against best answers."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from tablet_companion.games.pocket_ops import actions, flow
from tablet_companion.games.pocket_ops.legal import legal
from tablet_companion.games.pocket_ops.state import COURIER, HACKER, MOLE, NINJA, SPY, Phase, State
from tools.laboratory.solving import ROOT, Node, Tree, Values, solve_turns

pytest.importorskip("scipy")

from tools.laboratory.equilibrium import Answer, Plan, exploit, find_equilibrium, place

CROWDED = bytes([1, 1, 0, 2, 2, 0, 2, 1, 0])
"""C, F and I are free; red lacks C for a line, blue C or F."""
FULLER = CROWDED[:8] + bytes([1])
"""The same with a red agent in I."""


def solve_plainly(solved: Values, state: State) -> float:
    """Return by a linear program how often red wins, given what a turn may lead to."""
    mine = state.placer == 0

    def value(after: State) -> float:
        red = float(solved.values[solved.tree.number(after)])
        return red if mine else 1 - red

    laid = flow.successor(state, actions.Guessed((0,)))
    ways, worth, foiled = [], [], np.zeros(2)
    for action in legal(laid):
        assert isinstance(action, actions.Place)
        put, agent = flow.put(laid, action), int(action.agent != SPY)
        foiled[agent] = value(flow.foil(put))
        through = flow.let_through(put)
        uses = legal(through) if through.phase is Phase.POWER else ()
        after = [flow.successor(through, use) for use in uses] or [through]
        ways.append((0, agent, action.room, 0))
        worth.append(max(map(value, after)))
    rows, most = np.array(ways), 1 + state.double[1 - state.placer]
    shares = place(rows, np.array(worth), foiled, most)
    met = [
        shares @ np.where(np.isin(rows[:, 2], guess), foiled[rows[:, 1]], worth)
        for count in range(1, most + 1)
        for guess in itertools.combinations(range(9), count)
    ]
    return float(min(met) if mine else 1 - min(met))


@pytest.mark.parametrize(
    ("reserve", "double"),
    [((MOLE, COURIER), (False, False)), ((HACKER, NINJA), (False, True))],
)
def test_turns_are_worth_what_linear_programs_say(reserve: Any, double: Any) -> None:
    """In random play, however the base is turned, the value is that of a plain linear program."""
    solved = Values(Tree([Node(CROWDED, reserve, double, 0)]))
    rng, seen = random.Random(4), set()
    for number in range(7):
        state = solved.tree.state(Node(_turn(CROWDED, number), reserve, double, 0))
        while state.phase is Phase.GUESS:
            value = solved.values[solved.tree.number(state)]
            assert solve_plainly(solved, state) == pytest.approx(value, abs=1e-7)
            seen.add(round(float(value), 6))
            state = flow.successor(state, rng.choice(legal(state)))  # guess
            while state.phase not in (Phase.GUESS, Phase.GATHER):
                state = flow.successor(state, rng.choice(legal(state)))
    assert len(seen) > 3


def _turn(base: bytes, quarters: int) -> bytes:
    return bytes(np.rot90(np.frombuffer(base, np.uint8).reshape(3, 3), quarters).ravel().tolist())


def test_nobody_wins_more_from_the_equilibrium() -> None:
    """Best answers win from it what the round is worth, and more from what is played otherwise."""
    solved = Values(Tree([Node(FULLER, (MOLE, HACKER), (False, False), 1)]))
    plan = find_equilibrium(solved)
    assert exploit(solved, plan) == pytest.approx(0, abs=1e-9)
    for colour in (0, 1):
        assert Answer(solved.tree, plan, colour).values[ROOT] == pytest.approx(solved.values[ROOT])
    always_c = Plan(np.zeros_like(plan.guesses), plan.ways)
    always_c.guesses[:, 2] = 1
    assert exploit(solved, always_c) > 0.05


def test_a_turn_that_is_better_foiled() -> None:
    """A room whose agent the placer would have foiled is guessed seldom enough."""
    through = np.full((1, 2, 9), -np.inf)
    through[0, 0, :3] = (0.2, 0.8, 0.5)
    foiled = np.array([[0.6, 0.0]])
    value, guessed = solve_turns(through, foiled, np.array([1]))
    met = through[0, 0, :3] + guessed[0, :3] * (0.6 - through[0, 0, :3])
    assert met.max() == pytest.approx(value[0])
    assert guessed.sum() == pytest.approx(1)
    ways = np.array([(0, 0, room, 0) for room in range(3)])
    shares = place(ways, through[0, 0, :3], foiled[0], 1)
    kept = [shares @ np.where(np.arange(3) == room, 0.6, through[0, 0, :3]) for room in range(9)]
    assert min(kept) == pytest.approx(value[0])
