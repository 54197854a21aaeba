"""Solved rounds of Pocket Ops are played as the solution has it, from what a seat knows alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tablet_companion.games.pocket_ops import actions, flow
from tablet_companion.games.pocket_ops.board import TURNS
from tablet_companion.games.pocket_ops.state import MOLE, SEATS, State
from tablet_companion.players.choosing import weigh
from tablet_companion.players.levels import Level
from tablet_companion.players.seen import Seen
from tools.laboratory.solving import Tree, Values

pytest.importorskip("scipy")

from tools.laboratory.equilibrium import exploit
from tools.laboratory.exploit import GAME, START, make_plan

SOLVED = Level("", "", turns=1, seconds=0.0, solved=True)
LAST = START._replace(base=bytes([1, 2, 2, 2, 2, 1, 0, 1, 0]))
SWAPPED = bytes.maketrans(b"\x01\x02", b"\x02\x01")


def laid(state: State, room: int) -> State:
    """Return the state after a guess."""
    return flow.successor(state, actions.Guessed((room,)))


def shares(state: State) -> dict[int, int]:
    """Return how often the seat that is to choose takes each room."""
    seen = Seen(GAME, state, SEATS[state.guesser if state.guess is None else state.placer])
    found = GAME.solved(state, seen.actions)
    return {one.rooms[0] if state.guess is None else one.room: n for one, n in found.items()}


def test_nobody_wins_from_what_was_solved() -> None:
    """A best answer wins no more than the rounding of the weights leaves it."""
    luck = random.Random(1)
    solved = Values(Tree([LAST]))
    plan = make_plan(solved.tree, lambda seen: weigh(seen, luck, SOLVED))
    assert exploit(solved, plan) < 0.005


def test_turned_bases_and_swapped_colours_are_played_alike() -> None:
    """Turned bases and either first guesser: the same rooms, and none by the guess."""
    state = Tree([LAST]).state(START)
    for turn in TURNS:
        base = bytes(state.base[room] for room in turn).translate(SWAPPED)
        other = state._replace(first=1, base=base)
        for one, same in ((state, other), (laid(state, 3), laid(other, 0))):
            assert shares(one) == {turn[room]: share for room, share in shares(same).items()}
            assert len(shares(one)) > 1
    assert shares(laid(state, 3)) == shares(laid(state, 5))


def test_what_was_not_solved_is_left_to_the_search() -> None:
    """A specialist in reserve, a hacker's second card, or a code that moves."""
    state = Tree([LAST]).state(START)
    moving = replace(state.setting, code_moves=True)
    assert not shares(state._replace(active=(MOLE, None), fresh=(True, False)))
    assert not shares(state._replace(double=(True, False)))
    assert not shares(state._replace(setting=moving))


def test_any_game_may_bring_its_solution() -> None:
    """Players know no game by name: a game of another name is played as its record has it."""
    state = Tree([LAST]).state(START)
    seen = Seen(replace(GAME, name="another"), state, SEATS[state.guesser])
    assert weigh(seen, random.Random(1), SOLVED) == GAME.solved(state, seen.actions)
