"""What a game came to: six numbers that tell it, from what everybody heard and saw."""

from __future__ import annotations

from collections import Counter

import pytest

from tablet_companion import games
from tablet_companion.games.pocket_ops import actions
from tablet_companion.kit import printed
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.toolkit import storyline
from tests.referee.player import Player

OWN = {
    "agent": {"Objections", "Bids", "Let stand"},
    "pocket_ops": {"Agents through", "Specialists used", "Sent home"},
    "wink": {"Accusations", "Partners named", "Cards won"},
}
"""What tells each of these games that a count of moves does not."""
TURNS = 120


@pytest.mark.parametrize("name", OWN)
def test_six_numbers_tell_a_game(name: str) -> None:
    """After some turns there are six numbers, none is nought, and three are the game's own."""
    game = games.load(name)
    player = Player(game, 3, players=game.players({})[-1])
    for _ in range(TURNS):
        if player.table.stage is Stage.PLAY:
            player.play_on()
    figures = storyline.list_figures(tell_story(player.table), printed.board(name))
    assert len(figures) == storyline.SIX
    assert all(count for _, count in figures)
    assert {label for label, _ in figures} >= OWN[name]


def test_answers_are_no_moves_and_gathering_sends_nobody_home() -> None:
    """A game of three rounds told of 64 moves, 25 sent home and 11 of 6 specialists."""
    game = games.load("pocket_ops")
    player = Player(game, 3)
    while player.table.stage is Stage.PLAY:
        player.play_on()
    done = Counter(type(one.action).__name__ for one in player.table.past)
    acted = [one.action for one in player.table.past]
    figures = dict(storyline.list_figures(tell_story(player.table), printed.board(game.name)))
    powers = sum(bool(one.moves) for one in acted if isinstance(one, actions.Use))
    removed = sum(len(one.removed) for one in acted if isinstance(one, actions.Use))
    foiled = sum(one.foiled for one in acted if isinstance(one, actions.Reveal))
    placed = sum(one.agent != "spy" for one in acted if isinstance(one, actions.Place))
    assert figures["Moves"] == done["Place"] + powers
    assert figures["Sent home"] == foiled + removed
    assert figures.get("Specialists used", 0) == placed
    assert figures["Rounds"] == done["Gather"] + 1
