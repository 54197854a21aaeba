"""Leaving a game, and pages that can be left without doing anything."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import BoardPanel, PlayPanel, QuestionPanel, SetUpPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Objecting, Waiting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.touches import handle_touch
from tests.conformance.walk import GAMES
from tests.referee.bench import Bench
from tests.referee.player import Player


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_in_progress_is_left_only_after_a_word(game: AnyGame) -> None:
    """One touch asks and says that the game is kept; only the answer leads to the set-up."""
    player = Player(game, 3)
    before = player.table.state
    for way in ((events.Pause(), events.NewGame()), (events.NewGame(),)):
        for intent in way:
            player.touch(intent)
        shown = player.shown[-1]
        assert isinstance(shown, QuestionPanel)
        assert "kept" in shown.more[0].text
        player.touch(events.Answer(1))
        assert player.table.state == before
        assert player.table.stage is Stage.PLAY
    player.touch(events.NewGame())
    player.touch(events.Answer(0))
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
    assert events.GoOn() in [button.intent for button in bench.panel.buttons]
    bench.touch(events.GoOn())
    bench.see(shown, card="5", seconds=2)
    assert isinstance(bench.panel, PlayPanel)
    assert bench.table.state == before
    bench.touch(events.OpenBoard())
    assert isinstance(bench.panel, BoardPanel)
    assert "Is it right like this" in bench.panel.say.text  # its keys answer that
    bench.touch(events.GoOn())
    assert not isinstance(bench.panel, BoardPanel)


def test_with_two_players_a_gift_goes_to_the_left() -> None:
    """Nobody has a partner then, and none is spoken of."""
    for count, word in ((2, "left"), (3, "left"), (4, "partner")):
        player = Player(games.load("agent_dog"), 3, players=count, dealing="tablet")
        player.play_on()
        assert any(word in one.text for one in player.table.happened), count


OWN_QUESTIONS = [
    (events.TakeBack(), 1),
    (events.NewGame(), 1),
    (events.SwitchOff(), 1),
    (events.GiveUp(), 2),
]


@pytest.mark.parametrize(("asked", "no"), OWN_QUESTIONS)
def test_no_to_a_question_of_ones_own_says_nothing_about_the_table(
    asked: events.Intent, no: int
) -> None:
    """A move that waits for its card is accepted all the same, once the question is gone."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", pose=(0.0, 0.0, 0.0))
    bench.see(bench.with_moves("T16>T21"), card="5", pose=(0.0, 0.0, 0.0))
    assert isinstance(bench.table.verdict, Waiting)
    bench.touch(asked)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(events.Answer(no))
    assert isinstance(bench.table.verdict, Waiting)
    bench.look_on(3)
    assert bench.table.turn == "green"


@pytest.mark.parametrize(("asked", "no"), OWN_QUESTIONS)
def test_an_objection_outlives_a_question_of_ones_own(asked: events.Intent, no: int) -> None:
    """Whoever asks for a new game and thinks better of it has put nothing right."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T23"), card="6")
    assert isinstance(bench.table.verdict, Objecting)
    bench.touch(asked)
    bench.touch(events.Answer(no))
    bench.look_on(1)
    assert isinstance(bench.table.verdict, Objecting)


def test_every_number_of_players_is_offered_at_once() -> None:
    """Three agents of Wink need not find its third edition first: the number chooses it."""
    wink = games.load("wink")
    table = new_table(wink, {}, "en")
    shown = build_panel(table)
    assert isinstance(shown, SetUpPanel)
    assert shown.counts == (3, 4, 5, 6, 7, 8)
    for count, edition in ((3, "zwinkern"), (5, "zwinkern"), (7, "agents"), (9, "agents")):
        table, _ = handle_touch(table, events.Choose("players", count))
        assert dict(table.setup.options)["edition"] == edition
        assert len(table.setup.seats) == min(count, 8)
        shown = build_panel(table)
        assert isinstance(shown, SetUpPanel)
        assert not shown.trouble
        assert [one.value for one in shown.limiting] == [edition]


def test_the_board_page_offers_to_take_back_only_what_is_there() -> None:
    """Before the first move its key would do nothing."""
    for moved in (False, True):
        bench = Bench()
        if moved:
            bench.see(bench.with_moves("T0>T5"), card="5")
        bench.touch(events.OpenBoard())
        assert isinstance(bench.panel, BoardPanel)
        assert (events.TakeBack() in [key.intent for key in bench.panel.buttons]) == moved
