"""How long the referee waits before it speaks, and that no single look is enough to accuse."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.referee.model import events
from tablet_companion.referee.model.effects import Cue, Kind, Show, Signal
from tablet_companion.referee.model.panels import ObjectionPanel, PlayPanel, QuestionPanel
from tablet_companion.referee.model.patience import COVERED_S, HANDS_S, REST_S, UNREST_S
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Disagreeing, Doubting, Misplaced, Quiet
from tablet_companion.referee.step import step
from tests.referee.bench import GAME, LOOK_S, Bench
from tests.referee.looks import AREAS, look


def once(bench: Bench, *ways: str, card: str = "") -> None:
    """Let the table show something for a single look after a hand, then let time pass."""
    bench.hand()
    shown: Any = bench.with_moves(*ways)
    bench.looked = look(shown, card=card)
    bench.now_s += 0.1
    bench.event(events.Saw(bench.now_s, bench.looked))
    for _ in range(10):
        bench.now_s += 1.0
        bench.event(events.Ticked(bench.now_s))


@pytest.mark.parametrize(
    ("way", "card", "then"),
    [
        ("T0>T7", "5", Kind.OBJECTED),  # a rule is broken
        ("T16>", "", Kind.WAITING),  # blue's pawn is gone while red is on turn
    ],
)
def test_one_look_accuses_nobody(way: str, card: str, then: Kind) -> None:
    """A single look may have misread the table: however long ago it was, a second is needed."""
    bench = Bench()
    once(bench, way, card=card)
    assert bench.kinds == []
    bench.look_on(0.2)
    assert bench.kinds == [then]


def test_what_was_seen_is_not_judged_when_nothing_is_seen_any_more() -> None:
    """A camera that hangs leaves a move on the table that somebody may have put back since.

    Such a move was once put on record as time passed.
    """
    bench = Bench()
    bench.hand()
    shown: Any = bench.with_moves("T0>T5")
    bench.looked = look(shown, card="5")
    bench.event(events.Saw(bench.now_s, bench.looked))
    bench.now_s += 5.0
    bench.event(events.Ticked(bench.now_s))
    bench.see(bench.with_moves(), seconds=3)
    assert bench.kinds == []


def watched(bench: Bench, seconds: float) -> list[Kind]:
    """Return the verdicts once the table has shown the same for so much longer."""
    bench.look_on(seconds)
    return bench.kinds


def test_a_piece_too_many_is_named_and_the_record_is_not_doubted() -> None:
    """A fifth red pawn on the board: it is to be taken away, however long it stands there."""
    bench = Bench()
    bench.see(bench.with_moves(">T40=red"), card="5", seconds=2.7)
    assert bench.kinds == [Kind.WAITING]
    assert isinstance(bench.table.verdict, Misplaced)
    assert Kind.OUT_OF_STEP not in watched(bench, 10)


def test_doubt_is_spoken_of_after_a_second_and_a_half() -> None:
    """A place that would decide is marked once it has stayed doubtful; asked about later."""
    bench = Bench()
    doubts = {"T5": {"red": 0.4, "": 0.6}}
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=1.2, doubts=doubts)
    assert isinstance(bench.table.verdict, Quiet)
    bench.look_on(0.5)
    assert isinstance(bench.table.verdict, Doubting)
    assert watched(bench, 2.0) == []
    assert watched(bench, 0.6) == [Kind.ASKED]


def _pass_shadow(bench: Bench, seconds: float) -> None:
    """Let something move over the board for so long."""
    for _ in range(round(seconds / 0.2)):
        bench.now_s += 0.2
        bench.event(events.Busy(bench.now_s))


def test_a_piece_is_missed_although_a_shadow_passes_every_five_seconds() -> None:
    """Six seconds of it being gone are enough, with others between. Before, each began them again.

    A hand, after which it is gone as before, has two seconds more; a longer one has all six.
    """
    bench = Bench()
    bench.see(bench.with_moves("T0>"), card="none", seconds=3.4)
    _pass_shadow(bench, 1.6)
    assert watched(bench, 2.4) == []
    assert watched(bench, 0.5) == [Kind.WAITING]
    for over_s in (1.6, 2.6):
        bench = Bench()
        bench.see(bench.with_moves("T0>"), card="none", seconds=5.8)
        _pass_shadow(bench, over_s)
        assert watched(bench, 1.8) == []
        assert (watched(bench, 0.4) == [Kind.WAITING]) is (over_s < 2.0)


def test_a_piece_is_named_no_longer_than_it_is_out_of_place() -> None:
    """Once it stands where it was, the first look takes its name off the page, whatever is done."""
    bench = Bench()
    bench.see(bench.with_moves("T16>"), strays=(("blue", "T16"),))
    assert isinstance(bench.table.verdict, Misplaced)
    bench.hand()
    bench.effects.clear()
    shown: Any = bench.with_moves("T0>T5")
    bench.event(events.Saw(bench.now_s + 0.1, look(shown, card="5")))
    assert isinstance(bench.table.verdict, Quiet)
    assert Signal(Cue.CALM) in bench.effects


def test_people_who_said_no_have_time_to_put_the_table_right() -> None:
    """The page with the differences comes seven seconds after the table first looked like that."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5", "T16>T25"), card="9", seconds=4)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(events.Answer(len(bench.panel.choices) - 1))
    bench.look_on(1.0)
    assert isinstance(bench.table.verdict, Quiet)
    bench.look_on(3.0)
    assert isinstance(bench.table.verdict, Disagreeing)


@pytest.mark.parametrize(
    ("ways", "card", "first"),
    [
        (("T0>T7",), "5", Kind.OBJECTED),
        (("T0>T60",), "", Kind.ASKED),
        (("T0>T5", "T16>T25"), "9", Kind.ASKED),
    ],
)
def test_what_was_put_right_again_is_logged(ways: tuple[str, ...], card: str, first: Kind) -> None:
    """Whatever was objected to or asked, the table as it was before is an answer to it."""
    bench = Bench()
    bench.see(bench.with_moves(*ways), card=card, seconds=4)
    assert bench.kinds == [first]
    bench.see(bench.shown(), seconds=1.0)
    assert bench.kinds == [first, Kind.TAKEN_BACK]
    assert isinstance(bench.table.verdict, Quiet)


def test_a_game_begins_by_itself_once_the_pieces_have_stood_a_while() -> None:
    """The starting position must stand for a second and a half, without a hand over it."""
    table = new_table(GAME, AREAS, "en")
    table, _ = step(table, events.Touched(0.0, events.Choose("dealer", "red")))
    table, _ = step(table, events.Touched(0.0, events.Begin()))
    reading = look(GAME.placement(table.state))
    for at_s in (10.0, 10.7, 11.4):
        table, _ = step(table, events.Saw(at_s, reading))
        assert table.stage is Stage.CHECK
    table, _ = step(table, events.Saw(11.5, reading))
    assert table.stage is Stage.PLAY


def test_a_starting_position_that_was_touched_begins_its_time_again() -> None:
    """Whoever still puts pieces out is not hurried."""
    table = new_table(GAME, AREAS, "en")
    table, _ = step(table, events.Touched(0.0, events.Begin()))
    right = look(GAME.placement(table.state))
    wrong = look({})
    for at_s, reading in ((10.0, right), (11.0, wrong), (11.5, right), (12.9, right)):
        table, _ = step(table, events.Saw(at_s, reading))
        assert table.stage is Stage.CHECK
    assert step(table, events.Saw(13.1, right))[0].stage is Stage.PLAY


def _moves_on(bench: Bench, seconds: float) -> str:
    """Let the table keep still for two pictures in five only; return what the page says first."""
    for number in range(round(seconds / LOOK_S)):
        bench.now_s += LOOK_S
        still = number % 5 < 2
        bench.event(events.Saw(bench.now_s, bench.looked) if still else events.Busy(bench.now_s))
    assert isinstance(bench.panel, PlayPanel | ObjectionPanel)
    return bench.panel.say.text


def test_a_table_that_is_never_at_rest_is_spoken_of_within_eight_seconds() -> None:
    """Before, the page waited without a word for as long as a shadow or the light moved."""
    bench = Bench()
    fault: Any = bench.with_moves("T0>T7")
    bench.looked = look(fault, card="5")
    assert "keeps moving" not in _moves_on(bench, UNREST_S - 0.5)
    assert "keeps moving" in _moves_on(bench, 1.0)
    bench.look_on(REST_S + 2 * LOOK_S)
    assert bench.kinds == [Kind.OBJECTED]
    assert isinstance(bench.panel, ObjectionPanel)
    assert "keeps moving" not in bench.panel.say.text


def test_what_people_are_asked_to_do_stays_on_the_page_while_they_do_it() -> None:
    """Before, hands that put a piece back for eight seconds lost the reason why from the page."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5")
    assert bench.kinds == [Kind.OBJECTED]
    assert "not allowed" in _moves_on(bench, HANDS_S - 0.75)
    assert "keeps moving" in _moves_on(bench, 2.0)


def test_a_verdict_shows_that_the_table_was_at_rest() -> None:
    """Before, an objection after less than half a second's rest told of movement instead."""
    bench = Bench()
    _moves_on(bench, HANDS_S + 1.0)
    fault: Any = bench.with_moves("T0>T7")
    bench.looked = look(fault, card="5")
    while not bench.kinds:
        bench.now_s += LOOK_S
        bench.event(events.Saw(bench.now_s, bench.looked))
    bench.event(events.Busy(bench.now_s + LOOK_S))
    assert isinstance(bench.panel, ObjectionPanel)
    assert "not allowed" in bench.panel.say.text


@pytest.mark.parametrize("hinders", ["hand", "light"])
def test_what_hindered_for_long_is_not_called_movement_once_it_is_gone(hinders: str) -> None:
    """Before, the page spoke of movement for half a second after a hand or the dark had gone."""
    bench = Bench()
    right: Any = bench.shown()
    bench.looked = look(right, card="none")
    for _ in range(round(2 * COVERED_S / LOOK_S)):
        bench.now_s += LOOK_S
        at_s = bench.now_s
        bench.event(
            events.Busy(at_s, resting=True) if hinders == "hand" else events.Blind(at_s, "dark")
        )
    before = len(bench.effects)
    bench.event(events.Busy(bench.now_s + LOOK_S))
    bench.look_on(1.0)
    shown = [one.panel for one in bench.effects[before:] if isinstance(one, Show)]
    said = [one.say.text for one in shown if isinstance(one, PlayPanel)]
    assert said
    assert not [text for text in said if "keeps moving" in text]


def test_who_sets_the_table_up_is_told_what_is_missing() -> None:
    """Before, who took more than eight seconds for it was told that hands move."""
    table = new_table(GAME, AREAS, "en")
    for intent in (events.Choose("dealer", "red"), events.Begin()):
        table, _ = step(table, events.Touched(1.0, intent))
    for number in range(2, round(HANDS_S)):
        table, effects = step(table, events.Busy(float(number)))
        shown = [one.panel for one in effects if isinstance(one, Show)]
        assert "moving" not in repr(shown), number
