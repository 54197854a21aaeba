"""The questions that people ask at any table: what, whether, why, and what happened."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Place, Seat
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import EnteringHand
from tablet_companion.referee.model.history import list_finished_plays
from tablet_companion.referee.model.panels import (
    HandOverPanel,
    HelpPanel,
    MarkKind,
    ObjectionPanel,
    QuestionPanel,
    WonderPanel,
)
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.model.verdicts import Misplaced, Quiet
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tests.expected import expect
from tests.referee.bench import Bench
from tests.referee.early_calls import with_call_too_early
from tests.referee.levels import begun, play
from tests.referee.player import Player
from tests.referee.seer import Seer


def list_why(bench: Bench) -> set[str]:
    """Return the rules that the page tells of the last verdict."""
    assert isinstance(bench.panel, HelpPanel)
    assert bench.panel.why is not None
    return {one.name for one in bench.panel.why}


@pytest.mark.parametrize(
    ("touches", "said", "rule"),
    [
        (("T32", "T37"), "Yes, with: {text}.", ""),
        (("T32", "T46"), "No, that is not allowed.", "exact_count"),
        (("green.N1", "T32"), "No, that is not allowed.", "protected"),
        (("T48", "T53"), "No, that is not allowed.", "whose_turn"),
    ],
)
def test_may_i(touches: tuple[str, str], said: str, rule: str) -> None:
    """Yes, and with which cards; or no, and the rule that forbids it, as in an objection."""
    bench = begun("referee")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T19"), card="3", pose=(4, 4, 0))
    bench.touch(events.Wonder(asking=True))
    for place in touches:
        bench.touch(events.Point(Place(place)))
    assert isinstance(bench.panel, WonderPanel)
    assert bench.panel.say.text == said
    assert rule in {one.name for one in bench.panel.breaches} | {""}
    assert bool(bench.panel.breaches) == bool(rule)
    assert not any(one.mend.text for one in bench.panel.breaches), "nothing was moved"


def test_what_may_i_do_shows_the_player_s_pieces_at_any_table() -> None:
    """Also where nobody is taught: somebody asked. Only a partner card moves the partner's."""
    bench = begun("referee")
    bench.touch(events.Wonder())
    assert isinstance(bench.panel, WonderPanel)
    assert {mark.place for mark in bench.panel.marks} == {"T0"}
    bench.touch(events.GoOn())
    assert not [mark for mark in play(bench).marks if mark.kind is MarkKind.MAY]


def test_why_tells_every_rule_of_the_last_verdict() -> None:
    """Of an objection those that were broken, of a move those that it used."""
    bench = begun("referee")
    bench.touch(events.AskWhy())
    assert list_why(bench) == set()
    bench.touch(events.GoOn())
    bench.see(bench.with_moves("T0>T7"), card="5")
    bench.touch(events.AskWhy())
    assert list_why(bench) == {"exact_count"}
    bench.touch(events.GoOn())
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(events.AskHelp())
    bench.touch(events.AskWhy())
    assert list_why(bench) >= {"numbers", "forwards"}


def test_why_and_what_now_speak_of_what_is_left_to_do() -> None:
    """Not of a rule that was broken before, nor of the move before: of what the page asks for."""
    bench = begun("teach")
    bench.see(bench.with_moves("T0>T7"), card="6", seconds=4.0)
    assert isinstance(bench.panel, ObjectionPanel)
    bench.see(bench.with_moves("T0>T6"), card="6", seconds=4.0)
    left = play(bench)
    assert left.left
    bench.touch(events.AskHelp())
    bench.touch(events.AskWhy())
    assert list_why(bench) == {"turn_down"}
    bench.touch(events.GoOn())
    bench.touch(events.Wonder())
    now = expect(WonderPanel, bench.panel)
    assert (now.say, now.told[:1]) == (left.say, left.todo[:1])
    assert now.marks == left.marks[: len(now.marks)] != ()


def test_why_a_pawn_has_to_go_back_is_that_it_is_not_its_turn() -> None:
    """A pawn that nobody may move now breaks no rule but that of turns."""
    bench = begun("teach")
    bench.see(bench.with_moves("T16>T21"), seconds=10.0)
    left = play(bench)
    assert left.todo
    bench.touch(events.AskHelp())
    bench.touch(events.AskWhy())
    assert list_why(bench) == {"turns"}
    bench.touch(events.GoOn())
    bench.touch(events.Wonder())
    assert isinstance(bench.panel, WonderPanel)
    assert bench.panel.told[: len(left.todo)] == left.todo


def test_why_a_piece_has_to_go_back_is_told_in_every_game() -> None:
    """Where no rule speaks of it: “No move was judged yet” stood below what the page asked for."""
    seer, _ = with_call_too_early()
    assert isinstance(seer.table.verdict, Misplaced)
    seer.touch(events.AskWhy())
    page = expect(HelpPanel, build_panel(seer.table))
    assert page.why or "so they go back" in page.say.text


def test_why_a_card_has_to_be_laid_is_told_by_the_rule_of_turns() -> None:
    """Not by the rules of the move before."""
    bench = begun("teach")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T20"), card="5", seconds=10.0)
    bench.touch(events.NoCard())
    assert play(bench).left
    bench.touch(events.AskHelp())
    bench.touch(events.AskWhy())
    assert list_why(bench) == {"turns"}


def test_why_after_a_move_was_taken_back_speaks_of_that() -> None:
    """“Put everything back”, why? Five rules of the move before the one that was taken back."""
    bench = begun("teach")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T19"), card="3", pose=(4, 4, 0))
    bench.touch(events.TakeBack())
    bench.touch(events.AskHelp())
    bench.touch(events.AskWhy())
    page = expect(HelpPanel, bench.panel)
    assert not page.why
    assert page.say.text.startswith("The last move was taken back")


def test_what_happened_is_shown_again_and_ends_by_itself() -> None:
    """The last moves one after another, each as the table stood after it; then the game goes on."""
    bench = begun("referee")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T19"), card="3", pose=(4, 4, 0))
    bench.touch(events.Recall())
    stood, told = [], dict[Any, None]()
    for _ in range(60):
        bench.now_s += 0.1
        bench.event(events.Ticked(bench.now_s))
        page = play(bench)
        if page.view.placement not in stood:
            stood.append(page.view.placement)
        if bench.table.dialogue is not None:  # who did it, and with which card
            told[page.view.turn, page.say.text, dict(page.say.details).get("card")] = None
    assert [("T19", "blue") in one.pieces for one in stood] == [False, True]
    plays = "{seat} plays {card:the}."
    assert [*told] == [("red", plays, "5"), ("blue", plays, "3")]
    assert bench.table.dialogue is None


def test_a_replay_ends_when_somebody_plays_on() -> None:
    """The next move had to wait until the replay was over, some ten seconds without a word."""
    bench = begun("referee")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(events.Recall())
    bench.look_on(0.5)
    bench.see(bench.shown(), card="5", seconds=0.5)
    assert bench.table.dialogue is not None, "a hand alone ends nothing"
    bench.see(bench.with_moves("T16>T19"), card="3", pose=(4, 4, 0), seconds=1)
    assert [one.action for one in bench.judged] == ["5 T0>T5", "3 T16>T19"]


@pytest.mark.parametrize(
    "opened",
    [events.Pause(), events.OpenBoard(), events.OpenCardKeys(), events.SwitchOff()],
    ids=lambda one: type(one).__name__,
)
def test_after_a_question_the_page_is_as_it_was(opened: Any) -> None:
    """“?” on any page leads back to it, whatever was asked meanwhile."""
    bench = begun("referee")
    bench.touch(opened)
    before = bench.panel
    for asked in (events.AskHelp(), events.Wonder(), events.AskWhy()):
        bench.touch(asked)
        assert isinstance(bench.panel, HelpPanel | WonderPanel)
    bench.touch(events.GoOn())
    assert bench.panel == before


def test_a_question_on_a_private_page_hands_the_tablet_over_again() -> None:
    """Whoever holds the tablet after the question need not be who held it before."""
    bench = begun("referee")
    bench.table = bench.table.but(dialogue=EnteringHand(Seat("red"), bench.table.now_s))
    bench.touch(events.AskHelp())
    bench.touch(events.GoOn())
    assert isinstance(bench.panel, HandOverPanel)


def test_the_last_page_answers_questions_too() -> None:
    """The aim and all rules, but not what may be done: nothing may."""
    bench = begun("referee")
    bench.table = bench.table.but(stage=Stage.ENDED)
    before = build_panel(bench.table)
    bench.touch(events.AskHelp())
    assert isinstance(bench.panel, HelpPanel)
    assert events.Wonder() not in {key.intent for key in bench.panel.keys}
    bench.touch(events.GoOn())
    assert bench.panel == before


def test_where_cards_are_the_board_a_card_is_asked_for() -> None:
    """One touch answers in Wink, but a piece was asked for, and then its “space”."""
    seer = Seer(games.load("wink"), 3)
    seer.touch(events.Wonder(asking=True))
    page = expect(WonderPanel, build_panel(seer.table))
    assert page.say.text == "Touch the card in question."
    seer.touch(
        events.Point(next(spots[0] for area, spots in seer.table.areas.items() if area == "5"))
    )
    page = expect(WonderPanel, build_panel(seer.table))
    assert page.say.text == "Yes, you may."


def test_questions_show_the_card_that_lies_on_the_pile() -> None:
    """While somebody plays, not the card of the turn before."""
    bench = begun("referee")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T19"), card="7", seconds=4.0)
    for asked in (events.AskHelp(), events.AskWhy()):
        bench.touch(asked)
        assert isinstance(bench.panel, HelpPanel)
        assert bench.panel.view.top_card == "7"
    bench.touch(events.GoOn())
    bench.look_on(0.5)
    bench.touch(events.GiveUp())
    assert isinstance(bench.panel, QuestionPanel)
    assert bench.panel.view.top_card == "7"


def test_of_several_ways_to_finish_a_card_one_is_an_example() -> None:
    """One pawn has gone: one of several ways to spend the rest was asked for as if it were due."""
    bench = begun("referee")
    for way, card in (
        ("T0>T5", "5"),
        ("T16>T19", "3"),
        ("T32>T40", "8"),
        ("T48>T57", "9"),
        ("red.N1>T0", "13"),
        ("T19>T22=hidden", "3"),
        ("T40>T45", "5"),
        ("T57>T59", "2"),
    ):
        bench.see(bench.with_moves(way), card=card)
    bench.see(bench.with_moves("T0>T1"), card="partner", seconds=9.0)
    assert play(bench).left
    assert "for example" in play(bench).say.text
    bench.see(bench.with_moves("T0>T3", "T5>T6"), card="partner", seconds=9.0)
    assert play(bench).left
    assert "for example" not in play(bench).say.text


def test_why_is_answered_after_words_too() -> None:
    """“No move was judged yet”, after many, as nobody asks why somebody may insist."""
    player = Player(games.load("agent"), 3, players=2, level="referee")
    asked = 0
    for _ in range(120):
        player.play_on()
        table = player.table.but(dialogue=None, owed=None, verdict=Quiet(), blind="")
        moved = any(
            "move" in one.position.game.write_action(one.position.state, one.action)
            for one in list_finished_plays(table)
        )
        if moved:
            page = expect(
                HelpPanel, build_panel(step(table, events.Touched(table.now_s, events.AskWhy()))[0])
            )
            assert page.why
            asked += 1
    assert asked
