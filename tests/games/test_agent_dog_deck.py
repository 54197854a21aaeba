"""Dealing by the program: how likely each card is."""

from __future__ import annotations

from tablet_companion.games.core import CHANCE
from tests.conformance.walk import walk
from tests.games.agent_dog import GAME


def test_a_card_comes_as_often_as_it_lies_in_the_pile() -> None:
    """The weights of a deal count the draw pile, or the discards when these become the pile."""
    reshuffled = False
    state = GAME.setup({"dealing": "tablet"}, GAME.seats)
    pack = sum(state.setting.deck)
    for before, action in walk(GAME, state, seed=1, most=800):
        dealing = GAME.actor(before) == CHANCE and action.verb == "deal"
        if dealing:
            weights = [GAME.weight(before, deal) for deal in GAME.legal(before)]
            in_hands = sum(map(len, before.hands))
            assert sum(weights) == (before.stock or pack - in_hands)
            assert min(weights) >= 1
            reshuffled |= not before.stock
    assert reshuffled
