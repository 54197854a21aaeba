"""After turns that nobody saw the referee finds back, or says that it has lost the thread."""

from __future__ import annotations

from typing import Any

from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, GoOn
from tablet_companion.referee.model.panels import BoardPanel, QuestionPanel
from tablet_companion.referee.model.verdicts import Disagreeing
from tests.referee.bench import Bench

SOON_S = 0.375
"""A legal move is on record after this, and no look has seen that nothing more is done."""


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


def test_faults_of_other_turns_are_no_chain() -> None:
    """Quick people put each right by a move that counts, and the next one's hand is there again."""
    bench, sources = Bench(), (0, 16, 32, 48)
    for number, source in enumerate(sources):
        card: dict[str, Any] = {"card": "5", "pose": (9.0 * number, 0.0, 0.0)}
        bench.see(bench.with_moves(f"T{source}>T{source + 6}"), **card)
        bench.see(bench.with_moves(f"T{source}>T{source + 5}"), seconds=SOON_S, **card)
    assert bench.kinds == [Kind.OBJECTED, Kind.CORRECTED] * len(sources)


def test_a_position_of_some_moves_ago_is_recognised() -> None:
    """Three moves were accepted, and the table shows how it was before the last two."""
    bench = Bench()
    before = bench.with_moves("T0>T5")
    for number, way in enumerate(("T0>T5", "T16>T21", "T32>T37")):
        bench.see(bench.with_moves(way), card="5", pose=(9.0 * number, 0.0, 0.0))
    bench.see(before, card="5", pose=(18.0, 0.0, 0.0), seconds=2)
    assert isinstance(bench.panel, QuestionPanel)
    assert dict(bench.panel.say.details) == {"count": 2}
    bench.touch(Answer(0))
    assert bench.table.turn == "blue"


def test_going_on_without_an_answer_gives_time_to_mend_the_table() -> None:
    """Neither is right: nothing is asked at the next look, but not for ever."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5", "T16>T25"), card="9", seconds=4)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(len(bench.panel.choices) - 1))
    bench.look_on(4)
    assert isinstance(bench.table.verdict, Disagreeing)
    bench.touch(GoOn())
    bench.look_on(5)
    assert not isinstance(bench.table.verdict, Disagreeing)
    bench.look_on(3)
    assert isinstance(bench.table.verdict, Disagreeing)


def test_after_a_hidden_turn_the_pile_is_the_next_player_s() -> None:
    """Blue's 5 was hidden; Green's 9 lies like the 9 before, and is a new one all the same."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T9"), card="9")
    assert bench.kinds == [Kind.ACCEPTED]
    shown = bench.with_moves("T16>T21", "T32>T41")
    bench.see(shown, card="9", seconds=4)
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(0))
    bench.see(shown, card="9", seconds=1.5)
    assert bench.kinds[-2:] == [Kind.ACCEPTED, Kind.ACCEPTED]
    assert bench.judged[-1].seat == "green"
