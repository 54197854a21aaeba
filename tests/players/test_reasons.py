"""Reasons for advice: each is true where it is told, whatever the truth that nobody sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, Seat
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


@pytest.mark.parametrize("name", ["dog", "agent_dog"])
def test_gifts_and_steps_back_are_what_is_said(name: str) -> None:
    """A gift can bring out what stands in the nest; only a card that goes back says so."""
    game, seen = games.load(name), set()
    for state, seat, action, texts in told(game, 13, 1500, each=6):
        own = state.setting.seats.index(seat)
        if "You keep a card that brings a pawn out." in texts:
            assert state.nests[own]
            left = [*state.hands[own]]
            left.remove(action.card)
            assert {"A", "K", "X", "1/11", "13"}.intersection(left)
        if "It can bring a pawn of your partner’s out." in texts:
            assert state.nests[(own + 2) % 4]
            assert action.card in {"A", "K", "X", "1/11", "13"}
        if "By going back it comes close to its finish." in texts:
            assert action.card in {"4", "X"}
        seen |= set(texts)
    assert {"You keep a card that brings a pawn out."} < seen
