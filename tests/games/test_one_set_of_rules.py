"""What may be done and why not are said by the same predicates: they never disagree."""

import functools
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import IllegalAction
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.tables import first_state
from tests.conformance.walk import MORE, positions, walk
from tests.games.bent import Bend, agent, pocket_ops, wink
from tools.exemplary import tables

BENDS: Mapping[str, Mapping[str, Bend]] = {
    "agent": agent.BENDS,
    "pocket_ops": pocket_ops.BENDS,
    "wink": wink.BENDS,
}
_STATES = 1000 * MORE
_POWERS = 600 * MORE


@functools.cache
def states(game: AnyGame) -> tuple[Any, ...]:
    """Return states of random games: with every option, in every edition, by any number.

    Of Pocket Ops some come up too rarely; they are made.
    """
    met = list(positions(game, _STATES))
    for options, players in tables(game):
        met += [state for state, _ in walk(game, first_state(game, options, players), 1, most=300)]
    found = random.Random(1).sample(met, min(2 * _STATES, len(met)))
    rare = pocket_ops.with_powers(_POWERS, 1) if game.name == "pocket_ops" else ()
    return (*found, *rare)


@pytest.fixture(params=BENDS)
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Return a game whose bends are known."""
    return games.load(request.param)


def test_no_predicate_finds_fault_with_a_legal_action(game: AnyGame) -> None:
    """Asked about every legal action of thousands of states, no predicate says anything."""
    for state in states(game):
        for action in game.legal(state):
            assert game.judge(state, action) == (), game.write_action(state, action)


def test_a_bent_action_is_refused_for_the_reason_of_the_bend(game: AnyGame) -> None:
    """A legal action bent in one way is refused, and by the rule that the bend breaks."""
    bends, rng = BENDS[game.name], random.Random(2)
    tried: Counter[str] = Counter()
    for state in states(game):
        action = rng.choice(game.legal(state))
        for name, bend in bends.items():
            if (bent := bend(state, action, rng)) is None:
                continue
            tried[name] += 1
            told = [breach.rule for breach in game.judge(*bent)]
            assert name.partition(":")[0] in told, (name, game.write_action(*bent), told)
            assert bent[1] not in game.legal(bent[0])
    assert len(bends) >= 10
    assert set(tried) == set(bends), "every bend came up"


def test_what_is_not_listed_is_not_applied(game: AnyGame) -> None:
    """``apply`` takes exactly the actions that ``legal`` lists, of all that people try."""
    bends, rng = BENDS[game.name], random.Random(3)
    for number, state in enumerate(states(game)):
        if number % 20:
            continue
        legal = game.legal(state)
        own = [bend(state, rng.choice(legal), rng) for bend in bends.values()]
        bent = [one[1] for one in own if one is not None and one[0] is state]
        tried = list(game.conceivable(state))
        for action in (*rng.sample(tried, min(40, len(tried))), *bent):
            if action in legal:
                game.apply(state, action)
            else:
                with pytest.raises(IllegalAction):
                    game.apply(state, action)
