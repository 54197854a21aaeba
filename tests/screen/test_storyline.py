"""What a game came to: six numbers that tell it, from what everybody heard and saw."""

from __future__ import annotations

from collections import Counter

import pytest

from tablet_companion import games
from tablet_companion.games.pocket_ops import actions
from tablet_companion.kit import printed
from tablet_companion.referee.model.chronicle import Story, Turn
from tablet_companion.referee.model.steps_in_words import tell_action
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
    assert figures["Pieces moved"] == done["Place"] + powers
    assert figures["Sent home"] == foiled + removed
    assert figures.get("Specialists used", 0) == placed
    assert figures["Rounds"] == done["Gather"] + 1


def test_specialists_that_were_not_placed_are_not_used() -> None:
    """A game that placed one specialist told of three: the others were cleared away."""
    game = games.load("pocket_ops")
    player = Player(game, 1)
    while player.table.stage is Stage.PLAY:
        player.play_on()
    acted = [one.action for one in player.table.past]
    placed = sum(one.agent != "spy" for one in acted if isinstance(one, actions.Place))
    figures = dict(storyline.list_figures(tell_story(player.table), printed.board(game.name)))
    assert placed < 2 * figures["Rounds"]
    assert "Different cards" not in figures, "no card is laid: agents are"
    assert figures.get("Specialists used", 0) == placed


def test_a_pawn_that_comes_from_beside_the_board_moves() -> None:
    """A game of 31 calls told of 27 moves: everybody's first was none."""
    game = games.load("wink")
    player = Player(game, 3, players=4)
    while not player.kinds:
        player.play_on()
    past = player.table.past
    (first,) = (one for one in past if game.write_action(one.state, one.action).startswith("call"))
    says = tell_action(first.position, first.action)
    before, after = game.placement(first.state), game.placement(player.table.state)
    turn = Turn(1, player.table.setup.seats[0], None, says, before, after)
    story = Story(game.name, player.table.setup.seats, (turn,))
    assert ("Pieces moved", 1) in storyline.list_figures(story, printed.board(game.name))


def test_a_move_that_was_taken_back_is_none() -> None:
    """In a game of 100 turns, seven of them bribes, 107 moves were told."""
    game = games.load("agent")
    player = Player(game, 3, players=3)
    for _ in range(TURNS):
        player.play_on()
    done = Counter(game.write_action(one.state, one.action).split()[0] for one in player.table.past)
    back = done["give"] + done["take"]
    tried = done["move"] + done["attack"]
    assert back
    figures = dict(storyline.list_figures(tell_story(player.table), printed.board(game.name)))
    assert figures["Pieces moved"] == tried - back
