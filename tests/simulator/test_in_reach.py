"""Whatever a game asks people to put down, take away or turn over is in reach of the mouse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.selfplay.speaker import at_random
from tests.simulator.mouse import Person

TURNS: Final = 60
FIRST: Final = 4
"""Of as many actions of a position, at most, the outcome is brought about."""
GAMES: Final = [
    (name, options)
    for name, _ in printed.titles()
    for options in ([{"edition": one} for one in EDITIONS] if name == "wink" else [{}])
]


def names(case: Any) -> str:
    """Return what a case is called."""
    return case if isinstance(case, str) else "-".join(map(str, case.values()))


def start(game: AnyGame, options: dict[str, Any]) -> Any:
    """Return a game as it begins, with as many players as can."""
    players = max(game.players(options))
    return game.setup(options, game.seatings(options, players)[0])


def states(game: AnyGame, options: dict[str, Any], seed: int) -> Iterator[Any]:
    """Yield the states of a random game, of rare kinds of actions as many as of common ones."""
    policy = at_random(random.Random(seed))
    state = start(game, options)
    yield state
    for _ in range(TURNS):
        if game.outcome(state) is not None:
            return
        state = game.successor(state, policy(state, game.legal(state)))
        yield state


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
