"""What a move on record leaves to do is not waited for once it is done, whatever came since."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from tablet_companion import games
from tablet_companion.games.core import Place, StepKind
from tablet_companion.kit import printed
from tests.adversaries.family.eyesight import PERFECT
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import flat
from tests.adversaries.family.room import Room
from tests.adversaries.family.tabletop import Tabletop

GAME = games.load("pocket_ops")
MOST = 4
"""Agents that are foiled in a game."""


@pytest.mark.parametrize("cut", [False, True], ids=["seen", "power was out"])
@pytest.mark.parametrize("same", [False, True], ids=["another room", "the same room"])
def test_nothing_is_waited_for_that_is_done(*, same: bool, cut: bool) -> None:
    """A foiled agent was taken away and the next one placed before the table looked again.

    The page waited for the agent, which had gone, and said nothing about the move; where the next
    one stood in the room of a specialist that had left the game, it did so for ever.
    """
    room, family = _begin()
    for plan in islice(_list_after_foiled(room, family, same=same), MOST):
        size = len(room.table.past)
        if cut:
            room.restart()
        room.busy(0.3)
        wanted = flat(GAME.placement(room.table.state))
        room.tabletop.make(wanted, sorted({*wanted, *room.tabletop.areas}))
        family.carry(plan)
        room.busy(0.3)
        room.look(4.0)
        assert [one.action for one in room.table.past[size:]] == [plan.action]
        assert room.tidy


def test_who_was_enrolled_may_be_placed_while_the_power_is_out() -> None:
    """Nobody could have seen it in its nest, so that it need not be led back there first."""
    room, family = _begin(0)
    while family.plan() is None:
        family.say_something()
        room.set_out()
        room.look(4.0)
    state, seat = room.table.state, family.turn
    assert seat is not None
    found = (family.planned(seat, state, one) for one in GAME.legal(state))
    plan = next(one for one in found if one.steps[0].piece.endswith("specialist"))
    family.carry(plan)
    room.restart()
    room.look(4.0)
    assert room.table.past[-1].action == plan.action
    assert room.tidy


def _begin(seed: int = 6) -> tuple[Room, Family]:
    """Return a table that is seen perfectly, and who sits at it; a specialist leaves game 6."""
    rng = random.Random(seed)
    room = Room(GAME, Tabletop(printed.board("pocket_ops"), "pocket_ops", boxed=True), PERFECT, rng)
    room.begin({})
    return room, Family(room, rng)


def _list_after_foiled(room: Room, family: Family, *, same: bool) -> Iterator[Plan]:
    """Play on, and yield what may be placed next whenever a foiled agent is to be taken away."""
    for _ in range(60):
        plan, owed = family.plan(), room.table.owed
        if family.over:
            return
        if plan is None:
            family.say_something()
        elif owed is None:
            _play(room, family, plan)
        else:
            steps = GAME.steps(owed.position.state, owed.action)
            left = {step.source for step in steps if step.kind is StepKind.CAPTURED}
            found = (family.planned(plan.seat, plan.state, one) for one in GAME.legal(plan.state))
            ways = [one for one in found if left and _is_placed_in(one, left) is same]
            if ways:
                yield ways[0]
            else:
                room.set_out()
                room.look(4.0)


def _is_placed_in(plan: Plan, left: set[Place]) -> bool:
    return any(step.target in left for step in plan.steps)


def _play(room: Room, family: Family, plan: Plan) -> None:
    room.busy(0.3)
    family.carry(plan)
    room.busy(0.3)
    room.look(3.0)
