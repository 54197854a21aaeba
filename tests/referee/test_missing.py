"""Turns that are played beside a pawn that was named as missing."""

from __future__ import annotations

from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.verdicts import Misplaced
from tests.referee.bench import Bench


def miss(bench: Bench, way: str) -> None:
    """Take a pawn off the board and let it be named as missing."""
    bench.see(bench.shown(), card="none", seconds=0.2)
    bench.see(bench.with_moves(way), card="none", seconds=8)
    assert "missing" in bench.said()


def test_turns_beside_a_missing_pawn_go_on_record_and_it_stays_named() -> None:
    """A pawn of Yellow's nest is under the table, and Red and Blue play on.

    Before, both turns were asked about one by one, and the pawn named last.
    """
    bench = Bench("red")
    miss(bench, "yellow.N1>")
    bench.see(bench.with_moves("yellow.N1>", "T0>T5"), card="5", pose=(9, 0, 0))
    bench.see(bench.with_moves("yellow.N1>", "T16>T19"), card="3", pose=(18, 0, 0))
    done = [one.action for one in bench.judged if one.kind is Kind.ACCEPTED]
    assert done == ["5 T0>T5", "3 T16>T19"]
    bench.look_on(1)
    assert isinstance(bench.table.verdict, Misplaced)
    assert "missing" in bench.said()
    bench.see(bench.shown(), card="3", pose=(18, 0, 0))
    assert bench.said() == ""


def test_a_missing_pawn_that_the_card_may_move_too_is_waited_for() -> None:
    """Red holds one pawn and moves another by four of a 7: that is no whole move."""
    bench = Bench("red")
    bench.see(bench.shown(), card="none", seconds=0.2)
    bench.see(bench.with_moves("T0>"), card="none", seconds=8)
    assert "missing" in bench.said()
    bench.see(bench.with_moves("T0>", ">T4=red"), card="7", pose=(9, 0, 0), seconds=3)
    assert Kind.ACCEPTED not in bench.kinds


def test_pieces_lifted_for_an_exchange_stay_named_until_they_are_back() -> None:
    """With both pawns in a hand the exchange seemed to be done, as nobody can see one."""
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T34=hidden"), card="2", pose=(9, 0, 0))
    bench.see(bench.with_moves("T48>T50=hidden"), card="2", pose=(18, 0, 0))
    bench.see(bench.shown(), card="exchange", pose=(9, 0, 0), seconds=0.2)
    bench.see(bench.with_moves("T34>", "T50>"), card="exchange", pose=(9, 0, 0), seconds=20)
    assert "missing" in bench.said()
    assert Kind.ASKED not in bench.kinds
    bench.see(bench.shown(), card="exchange", pose=(9, 0, 0), seconds=5)
    assert bench.kinds[-1] == Kind.ASKED
