"""Whatever a game asks people to put down, take away or turn over is in reach of the mouse."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.referee.explaining.stacks import by_area
from tests.simulator.cases import GAMES, names, states
from tests.simulator.mouse import Person

FIRST: Final = 4
"""Of as many actions of a position, at most, the outcome is brought about."""


@pytest.mark.parametrize(("name", "options"), GAMES, ids=names)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_can_be_shown_with_the_mouse(
    name: str, options: dict[str, Any], seed: int
) -> None:
    """After every action the table comes to look as the rules have it, by drags and clicks."""
    game, person = games.load(name), Person(name)
    for state in states(game, options, seed):
        wanted = by_area(game.placement(state))
        person.bring(wanted)
        assert person.hands.shows(wanted)
        assert person.hands.shown() is not None, "nothing stands beside its place"


@pytest.mark.parametrize(("name", "options"), GAMES, ids=names)
def test_any_first_move_can_be_shown_with_the_mouse(name: str, options: dict[str, Any]) -> None:
    """From any position of the first turns an action can be brought about, and taken back."""
    game, person = games.load(name), Person(name)
    for state in list(states(game, options, 3))[:12]:
        if game.outcome(state) is not None:
            return
        for action in random.Random(5).sample(legal := game.legal(state), min(FIRST, len(legal))):
            for one in (game.successor(state, action), state):
                wanted = by_area(game.placement(one))
                person.bring(wanted)
                assert person.hands.shows(wanted)
