"""Quick players: two moves seen at once are told apart by their cards, and nothing is guessed."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import CHANCE, Card
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Busy
from tablet_companion.referee.model.verdicts import AskingCard, Objecting
from tablet_companion.vision.reading import CardReading
from tests.conformance.walk import walk
from tests.referee.bench import GAME, LOOK_S, Bench


def _glimpsed(bench: Bench, card: str, pose: tuple[float, float, float]) -> None:
    """Let a card be seen on the pile while a hand rests over the board."""
    bench.now_s += 0.5
    bench.event(Busy(bench.now_s, CardReading(((Card(card), 0.99), (None, 0.01)), pose)))


def test_two_legal_moves_at_once_are_both_accepted() -> None:
    """Red’s 5, glimpsed under a hand, and Blue’s 9 upon it go on record one after the other."""
    bench = Bench("red")
    _glimpsed(bench, "5", (0.0, 0.0, 3.0))
    bench.see(bench.with_moves("T0>T5", "T16>T25"), card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert [(judged.seat, judged.action) for judged in bench.judged] == [
        ("red", "5 T0>T5"),
        ("blue", "9 T16>T25"),
    ]


def test_the_second_move_s_fault_is_the_second_player_s() -> None:
    """Red's legal 5 is accepted before Blue is told that he went one too far."""
    bench = Bench("red")
    _glimpsed(bench, "5", (0.0, 0.0, 3.0))
    bench.see(bench.with_moves("T0>T5", "T16>T27"), card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.ACCEPTED, Kind.OBJECTED]
    assert [judged.seat for judged in bench.judged] == ["red", "blue"]
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None  # a third player may have played as well


def test_a_second_move_left_upright_in_its_hole_is_the_second_player_s() -> None:
    """Red's legal 5 is accepted; then Blue's pawn is to be turned over, and Red did nothing."""
    bench = Bench("red")
    _glimpsed(bench, "5", (0.0, 0.0, 3.0))
    bench.see(bench.with_moves("T0>T5", "T16>T22"), card="6", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds[0] is Kind.ACCEPTED
    assert (bench.judged[0].seat, bench.judged[0].action) == ("red", "5 T0>T5")
    assert {judged.seat for judged in bench.judged[1:]} == {"blue"}
    rules = [breach.rule for judged in bench.judged[1:] for breach in judged.breaches]
    assert rules == ["turn_down"]


def test_without_a_glimpse_nobody_is_taken_for_another() -> None:
    """Where only the second card was seen, Red's move is not invented."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5", "T16>T25"), card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert Kind.ACCEPTED not in bench.kinds


def test_a_card_that_the_pile_does_not_show_is_asked_for() -> None:
    """A pawn went eight, the pile shows the 5 that lay there: which card was it?"""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=3)
    bench.see(bench.with_moves("T16>T24"), card="5", seconds=5)
    assert bench.kinds[0] is Kind.ACCEPTED
    assert isinstance(bench.table.verdict, AskingCard)
    assert "8" in bench.table.verdict.cards


def test_a_first_move_has_to_have_settled() -> None:
    """Two looks within a fifth of a second may both be of a hand that still moves pieces."""
    bench = Bench("red")
    _glimpsed(bench, "5", (0.0, 0.0, 3.0))
    shown = bench.with_moves("T0>T5", "T16>T27")
    bench.see(shown, card="9", pose=(2.0, 0.0, 9.0), seconds=2 * LOOK_S)
    assert bench.kinds == []
    bench.look_on(3 * LOOK_S)
    assert bench.kinds == [Kind.ACCEPTED]


def test_a_card_that_is_taken_away_again_was_not_laid() -> None:
    """Blue showed a 9 and took it back: what is laid later is not upon it."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    _glimpsed(bench, "9", (2.0, 0.0, 3.0))
    assert bench.table.glimpsed is not None
    _glimpsed(bench, "5", (0.0, 0.0, 0.0))
    assert bench.table.glimpsed is None


def unheld_then_next() -> tuple[Any, Candidate, Candidate]:
    """Return a dealt state, a play of a card that is not in the hand, and the next one's play."""
    for state, _ in walk(GAME, GAME.setup({"dealing": "tablet"}, GAME.seats), 7, most=400):
        if GAME.actor(state) in (None, CHANCE):
            continue
        position = Position(GAME, state)
        for first in list_candidates(position):
            action = GAME.recorded(state, first.action)
            if action is None or not GAME.judge(state, action) or len(first.changes) != 2:
                continue
            then = position.public.follow(first.action).public
            touched = {change.area for change in first.changes}
            for second in list_candidates(then):
                areas = {change.area for change in second.changes}
                if len(areas) == 2 and not areas & touched and second.card != first.card:
                    return state, first, second
    raise AssertionError("everything is in every hand")


def test_after_a_first_move_that_is_refused_the_rest_waits() -> None:
    """The card is not in the hand: that is objected to, secretly, and nothing is put on record."""
    state, first, second = unheld_then_next()
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    _glimpsed(bench, first.card or "", (0.0, 0.0, 3.0))
    bench.see(second.after, card=second.card or "", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.OBJECTED]
    assert bench.judged[0].breaches == ()
    assert bench.table.state == state
