"""Reasons for advice: each is true where it is told, whatever the truth that nobody sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.agent.map import MAP, distances
from tablet_companion.games.agent.state import home, number, stake
from tablet_companion.games.core import CHANCE, Seat
from tablet_companion.games.pocket_ops.base import LINES, colour_of
from tablet_companion.games.pocket_ops.state import placer
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.reasons import find_reasons
from tablet_companion.players.seen import own_actions
from tablet_companion.research.tables import first_state
from tests.conformance.walk import GAMES, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def told(game: AnyGame, seed: int, most: int, each: int = 4) -> Iterator[tuple[Any, ...]]:
    """Yield positions of a random game with a seat, one of its actions, and the reasons for it."""
    rng = random.Random(seed)
    for state, _ in walk(game, first_state(game, {}), seed, most=most):
        seat = game.actor(state)
        if seat in (None, CHANCE) or seat is None:
            continue
        own = own_actions(game, state, seat)
        for action in rng.sample(own, min(each, len(own))):
            texts = [one.text for one in find_reasons(game, state, seat, action)]
            yield state, seat, action, texts


@every_game
def test_reasons_depend_on_nothing_hidden(game: AnyGame) -> None:
    """The same reasons are given in every truth that the seat cannot tell apart."""
    rng = random.Random(4)
    for state, seat, action, texts in told(game, 5, 160, each=2):
        other = game.resample(state, seat, rng)
        if action in own_actions(game, other, seat):
            assert [one.text for one in find_reasons(game, other, seat, action)] == texts


@every_game
def test_pawns_that_are_brought_on_are_those_of_dog(game: AnyGame) -> None:
    """No other game has pawns to bring on; and a move back brings none on."""
    for state, seat, action, texts in told(game, 6, 300):
        if "It brings your pawns on." not in texts:
            continue
        assert game.name in ("dog", "agent_dog")
        if game.name == "dog":
            assert getattr(action, "steps", 1) != -4, (state, seat)


def test_only_what_is_allowed_has_no_other_reason() -> None:
    """Where there is no choice, just that is said."""
    game = games.load("pocket_ops")
    for state, seat, _, texts in told(game, 7, 300):
        alone = len(own_actions(game, state, seat)) == 1
        assert (texts == ["Nothing else is allowed."]) == alone


def test_lines_of_pocket_ops_are_there() -> None:
    """Lines are completed, closed or continued as the base shows."""
    game, seen = games.load("pocket_ops"), set()
    for state, _, action, texts in told(game, 8, 1500):
        if type(action).__name__ != "Place":
            continue
        own, lines = placer(state), [line for line in LINES if action.room in line]
        owned = [
            [
                colour_of(state.base[room])
                for room in line
                if room != action.room and state.base[room]
            ]
            for line in lines
        ]
        if "If it gets through, three are in line." in texts:
            assert [own, own] in owned
        if "It keeps the other from three in line." in texts:
            assert [1 - own, 1 - own] in owned
        seen |= set(texts)
    assert len(seen) >= 4


def test_what_is_said_of_the_case_shows_on_the_map() -> None:
    """The case comes nearer to the home of an agent that the player has staked on."""
    game, found = games.load("agent"), 0
    for state, seat, action, texts in told(game, 9, 1200, each=8):
        if "An agent on which you have staked brings the case nearer to its home." not in texts:
            continue
        agent, after = number(state, action.agent), game.successor(state, action)
        ways = distances(MAP, home(agent))
        assert ways[after.case] < ways[state.agents[agent]]
        assert after.holder == agent
        assert stake(state, state.setting.seats.index(seat), agent) > 0
        found += 1
    assert found


def test_what_must_be_there_is_there() -> None:
    """In Wink a card that must be in a hand is in it, in every truth."""
    game, rng, certain = games.load("wink"), random.Random(3), 0
    for state, seat, action, texts in told(game, 10, 220, each=12):
        of = getattr(action, "of", None) or getattr(action, "seat", None)
        if "By all that was said so far it must be there." not in texts or not isinstance(of, str):
            continue
        certain += 1
        seats = state.setting.seats
        card = getattr(action, "card", None) or state.pawns[seats.index(seat)]
        for _ in range(3):
            assert card in game.resample(state, seat, rng).hands[seats.index(Seat(of))]
    assert certain
