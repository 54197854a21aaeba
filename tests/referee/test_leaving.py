"""Leaving a game, and pages that can be left without doing anything."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import Answer, GoOn, NewGame, OpenBoard, Pause
from tablet_companion.referee.model.panels import BoardPanel, PlayPanel, QuestionPanel
from tablet_companion.referee.model.table import Stage
from tests.conformance.walk import GAMES
from tests.referee.bench import Bench
from tests.referee.test_every_game import Player


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_in_progress_is_left_only_after_a_word(game: AnyGame) -> None:
    """One touch asks and says that the game is kept; only the answer leads to the set-up."""
    player = Player(game, 3)
    before = player.table.state
    for way in ((Pause(), NewGame()), (NewGame(),)):
        for intent in way:
            player.touch(intent)
        shown = player.shown[-1]
        assert isinstance(shown, QuestionPanel)
        assert "kept" in shown.more[0].text
        player.touch(Answer(1))
        assert player.table.state == before
        assert player.table.stage is Stage.PLAY
    player.touch(NewGame())
    player.touch(Answer(0))
    assert player.table.stage is Stage.SETUP


def test_a_disagreement_can_be_left_as_it_is() -> None:
    """Neither the table nor the record is right: the page goes, and both stay as they are.

    Meanwhile an arrow leads every piece that can be told to where it is on record.
    """
    bench = Bench()
    ways = ("T0>T9", "T16>T25", "T32>T41", "T48>T61", "red.N1>T30", "blue.N1>", "green.N2>T3")
    shown = bench.with_moves(*ways)
    bench.see(shown, card="5", seconds=9)
    before = bench.table.state
    assert isinstance(bench.panel, BoardPanel)
    assert len(bench.panel.arrows) == len(ways) - 1  # one is gone
    assert GoOn() in [button.intent for button in bench.panel.buttons]
    bench.touch(GoOn())
    bench.see(shown, card="5", seconds=2)
    assert isinstance(bench.panel, PlayPanel)
    assert bench.table.state == before
    bench.touch(OpenBoard())
    bench.touch(GoOn())
    assert not isinstance(bench.panel, BoardPanel)


def test_with_two_players_a_gift_goes_to_the_left() -> None:
    """Nobody has a partner then, and none is spoken of."""
    for count, word in ((2, "left"), (3, "left"), (4, "partner")):
        player = Player(games.load("agent_dog"), 3, players=count, dealing="tablet")
        player.play_on()
        assert any(word in one.text for one in player.table.happened), count
