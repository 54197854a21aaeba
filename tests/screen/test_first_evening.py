"""What a family stumbled over at the simulated table, and does no more."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.app.network.telephones import DPI
from tablet_companion.games.agent.state import Phase
from tablet_companion.games.core import Message, Piece, Place, Placement, Rule, Step, StepKind
from tablet_companion.referee.model.coaching import list_rules
from tablet_companion.referee.model.events import Say, SwitchOff, Touched
from tablet_companion.referee.model.notes import Hint
from tablet_companion.referee.model.panels import Button, MenuPanel, PlayPanel, QuestionPanel
from tablet_companion.referee.model.steps_in_words import ask_to_put_back
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.model.verdicts import Waiting
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.play import build_play
from tablet_companion.referee.step import step
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.orders import ShowTurn
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.finding import Finding, State
from tests.games import agent
from tests.games.agent import ARRIVES, HOMEWARDS
from tests.referee.bench import Bench
from tests.referee.player import Player
from tests.screen.looks import BOARD, SCREENS, SIZES, look

WAYS = (("T0>T5", "5"), ("T16>T19", "3"), ("T32>T37", "5"))
NAMED = Message("{seat} names a partner.", (("seat", "red"),))
LONG = "Whoever sees a wink that is meant for somebody else may accuse at any time, in any turn."


@pytest.mark.parametrize("screen", SCREENS)
def test_the_strip_of_moves_counts_them(screen: str) -> None:
    """A card would be taken for a number, and a number for a card: both have digits."""
    bench = Bench()
    for way, card in WAYS:
        bench.see(bench.with_moves(way), card=card, seconds=4)
    page = scenes.page(HistoryPanel(tell_story(bench.table)), look(screen))
    shown = [one for one in page.touches if isinstance(one.meaning, ShowTurn)]
    for number in range(len(WAYS)):
        cell = next(one.box for one in shown if one.meaning == ShowTurn(number))
        drawn = {one.text for one in texts(page.items) if cell.holds(*one.box.centre)}
        assert drawn == {str(number + 1)}


@pytest.mark.parametrize("theme", [*SIZES.values(), Theme((390, 760), DPI)])
def test_earlier_is_left_of_later(theme: Theme) -> None:
    """On a telephone it stood above it, at the other end."""
    bench = Bench()
    for way, card in WAYS:
        bench.see(bench.with_moves(way), card=card, seconds=4)
    given = replace(look("7 inches"), theme=theme)
    touches = scenes.page(HistoryPanel(tell_story(bench.table), at=1), given).touches
    keys = {
        turn: max(
            (one.box for one in touches if one.meaning == ShowTurn(turn)), key=lambda box: box.y
        )
        for turn in (0, 2)
    }
    assert keys[0].y == keys[2].y
    assert keys[0].right < keys[2].x


def test_the_strip_has_room_for_long_games() -> None:
    """Rounding by a pixel cut every number above 99 to “7…” in a window of 1280 by 720."""
    bench = Bench()
    bench.see(bench.with_moves(WAYS[0][0]), card="5", seconds=4)
    story = tell_story(bench.table)
    long = replace(story, turns=tuple(replace(one, number=808) for one in story.turns))
    for dpi in range(110, 180):
        here = replace(look("10 inches"), theme=Theme((1280, 720), dpi))
        drawn = [one.text for one in texts(scenes.page(HistoryPanel(long), here).items)]
        assert "808" in drawn, dpi


@pytest.mark.parametrize("screen", SCREENS)
def test_the_newest_turns_fill_the_strip(screen: str) -> None:
    """The latest turn of 200 often stood alone on a sheet of its own."""
    bench = Bench()
    bench.see(bench.with_moves(WAYS[0][0]), card="5", seconds=4)
    story = tell_story(bench.table)

    def count_cells(turns: int, at: int) -> int:
        long = replace(story, turns=story.turns * turns)
        cells = scenes.page(HistoryPanel(long, at), look(screen)).touches
        return len(
            {one.meaning for one in cells if isinstance(one.meaning, ShowTurn)}
            - {ShowTurn(at + 1), ShowTurn(at - 1)}
        )

    assert {count_cells(turns, turns - 1) for turns in range(200, 230)} == {count_cells(200, 0)}


@pytest.mark.parametrize("screen", SCREENS)
def test_what_somebody_said_stands_beside_what_is_taught(screen: str) -> None:
    """The board shows moves, but no accusation: nobody knew why the next question was asked."""
    panel = Bench().panel
    assert isinstance(panel, PlayPanel)
    taught = replace(panel, happened=(NAMED,), hint=Hint(Message(LONG), "seven"))
    shown = " ".join(one.text for one in texts(scenes.page(taught, look(screen)).items))
    assert "red names a partner" in re.sub(r"\s+", " ", shown).casefold()


@pytest.mark.parametrize("screen", SCREENS)
def test_cards_to_choose_from_are_as_large_as_a_headline(screen: str) -> None:
    """A hand was shown as small numbers in the middle of large keys."""
    keys = tuple(
        Button(Message("{card}", (("card", card),)), Say((Message(card),))) for card in ("7", "10")
    )
    view, say = Bench().table.view(), Message("{seat}: choose.", (("seat", "red"),))
    page = scenes.page(MenuPanel(view, say, keys, (Message("Your cards"),), None, ()), look(screen))
    sizes = {one.size for one in texts(page.items) if one.text in {"7", "10"}}
    assert sizes == {look(screen).theme.main}


def test_no_card_is_said_to_be_seen_where_one_is_asked_for() -> None:
    """“13 card seen” was the card of the player before."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=4)
    bench.see(bench.with_moves("T16>T34"), card="5", seconds=1)
    assert isinstance(bench.panel, PlayPanel)
    assert [one.text for one in bench.panel.todo] == [
        "Lay the card on the pile, or put the pieces back."
    ]
    assert bench.panel.card is None


def test_the_end_of_agent_tells_what_decided_it() -> None:
    """The stakes of all on the agent with the case, the highest first: “Why White?”."""
    game, state = agent.GAME, agent.state(agent.position(ARRIVES, "accept", "accept", **HOMEWARDS))
    ended = game.view(state, "table")
    assert ended.outcome is not None
    told = [dict(one.details) for one in game.facts(ended) if "staked" in one.text]
    assert next(one["seat"] for one in told) == str(ended.outcome.winners[0])
    assert len(told) == len(agent.SEATS)


def test_the_first_sum_of_a_contest_is_just_a_sum() -> None:
    """“Name more than 0” told of a bid that nobody had made."""
    asked = agent.state(agent.opening())
    view = replace(agent.GAME.view(asked, "table"), phase=Phase.BID, turn="red", high=0)
    assert agent.GAME.prompt(view).text == "{seat}: name a sum, or give up."
    assert "{count}" in agent.GAME.prompt(replace(view, high=200)).text


def test_who_is_in_a_contest_is_told_first_what_it_is() -> None:
    """Before whose turn it is meanwhile, and the details of sums."""
    rules = list_rules(agent.GAME)
    assert next(name for name, rule in rules.items() if "concede" in rule.when) == "contest"


def test_a_specialist_in_the_wrong_reserve_is_said_to_be_there() -> None:
    """“Put the red specialist into Red’s reserve” was all, though it stood in Blue’s."""
    table = Player(games.load("pocket_ops"), 1).table
    piece, goal, there = Piece("red*"), Place("red.nest"), Place("blue.nest")
    left_over = Step(StepKind.MOVED, piece, Place("red.stack"), goal, Rule(""))
    shown = Placement((*table.placement.pieces, (there, piece)))
    left = table.but(stage=Stage.PLAY, verdict=Waiting((left_over,), shown=shown))
    (message,) = build_play(left).todo
    assert dict(message.details)["place_from"] == there
    (arrow,) = build_play(left).arrows
    assert (arrow.source, arrow.target) == (there, goal)
    (other,) = build_play(left.but(verdict=Waiting((left_over,), shown=table.placement))).todo
    assert dict(other.details)["place_from"] == left_over.source


def test_a_specialist_is_taken_back_off_the_board() -> None:
    """“Onto Red’s stack” named a stack that nobody had."""
    back = Step(StepKind.MOVED, Piece("red*"), Place("red.nest"), Place("red.stack"), Rule(""))
    (message,) = ask_to_put_back((back,))
    assert message.text == "Take {piece:the} away {place:from}."


def test_a_finding_has_the_colon_of_its_language() -> None:
    """“caméra:” is no French."""
    finding = Finding("camera", State.OK, Message("OK"))
    assert finding.sentence(words("fr", BOARD)).startswith("caméra\u00a0: ")
    assert finding.sentence(words("en", BOARD)).startswith("camera: ")


def test_a_game_that_is_over_or_not_begun_does_not_go_on_from_here() -> None:
    """“Switch off? The game goes on from here” stood over the winner, and on the set-up."""
    bench = Bench()
    for stage, goes_on in ((Stage.PLAY, True), (Stage.ENDED, False), (Stage.SETUP, False)):
        asked = step(bench.table.but(stage=stage), Touched(99.0, SwitchOff()))[0]
        panel = build_panel(asked)
        assert isinstance(panel, QuestionPanel)
        assert ("goes on" in panel.say.text) == goes_on
