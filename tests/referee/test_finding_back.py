"""After turns that nobody saw the referee finds back, or says that it has lost the thread."""

from __future__ import annotations

from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.panels import BoardPanel, QuestionPanel
from tablet_companion.referee.model.verdicts import Disagreeing
from tests.referee.bench import Bench


def test_two_turns_under_a_hand_are_asked_about_and_followed() -> None:
    """Red's turn was hidden by a hand, Blue's card is seen: one question, and both count."""
    bench = Bench()
    shown = bench.with_moves("T0>T5", "T16>T25")
    bench.see(shown, card="9", seconds=4)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(0))
    bench.see(shown, card="9", seconds=2)
    assert [(judged.seat, judged.action) for judged in bench.judged if judged.action] == [
        ("red", "5 T0>T5"),
        ("blue", "9 T16>T25"),
    ]
    assert bench.table.turn == "green"


def test_a_fault_after_a_turn_under_a_hand_is_the_later_player_s() -> None:
    """Red's turn was hidden; Blue goes ten with a 9: Red is asked about, Blue objected to."""
    bench = Bench()
    shown = bench.with_moves("T0>T5", "T16>T27")
    bench.see(shown, card="9", seconds=4)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(0))
    bench.see(shown, card="9", seconds=2)
    assert bench.kinds[-1] is Kind.OBJECTED
    assert bench.judged[-1].seat == "blue"


def test_what_people_said_no_to_is_not_asked_again() -> None:
    """Once no was said, table and record are shown beside each other; no question returns."""
    bench = Bench()
    shown = bench.with_moves("T0>T5", "T16>T25")
    bench.see(shown, card="9", seconds=4)
    panel = bench.panel
    assert isinstance(panel, QuestionPanel)
    bench.touch(Answer(len(panel.choices) - 1))
    bench.look_on(seconds=12)
    assert isinstance(bench.table.verdict, Disagreeing)


def test_a_chain_of_objections_asks_whether_the_record_is_right() -> None:
    """Three different tables objected to in one turn: it may well be the record that is wrong."""
    bench = Bench()
    for target in ("T7", "T8", "T9"):
        bench.see(bench.with_moves(f"T0>{target}"), card="5")
    assert bench.kinds == [Kind.OBJECTED, Kind.OBJECTED, Kind.OUT_OF_STEP]
    assert isinstance(bench.panel, BoardPanel)
