"""What the self-playing hands mean to do."""

from __future__ import annotations

import random

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.selfplay.plans import choose_unplayed, list_playable
from tests.conformance.walk import walk


@pytest.mark.parametrize(("name", "players"), [("agent_dog", 2), ("agent_dog", 3), ("dog", 4)])
def test_who_can_play_nothing_lays_aside_what_he_holds(name: str, players: int) -> None:
    """Only a card of his own hand, though in public any card might be thrown away."""
    game = games.load(name)
    start = game.setup({"dealing": "tablet"}, game.seatings({}, players)[0])
    stuck = 0
    for state, _ in walk(game, start, seed=5, most=400):
        if game.actor(state) != CHANCE and not list_playable(game, state):
            stuck += 1
            assert choose_unplayed(game, state, random.Random(stuck)) in game.legal(state)
    assert stuck > 3
