"""Pieces that are gone are missed where they stood, and nobody is accused."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.panels import MarkKind, ObjectionPanel, PlayPanel
from tablet_companion.referee.model.verdicts import Misplaced, Objecting
from tablet_companion.referee.pages.panel import build_panel
from tests.referee.bench import Bench


def test_a_missing_pawn_of_another_is_missed_and_nobody_is_accused() -> None:
    """Red's pawn is gone, who knows where to: its place is marked."""
    bench = Bench("green")
    bench.see(bench.with_moves("T0>", "T32>T37"), card="5", seconds=8)
    assert bench.kinds == [Kind.WAITING]
    assert "missing" in bench.said()
    assert isinstance(bench.panel, PlayPanel)
    assert [mark.place for mark in bench.panel.marks if mark.kind is MarkKind.BACK] == ["T0"]


def test_a_pawn_missed_after_an_objection_is_named_at_once() -> None:
    """People put a wrong move right and hold another pawn: the page says which one it misses.

    Before, it went on about the wrong move for six seconds.
    """
    bench = Bench()
    bench.see(bench.with_moves("T0>T9"), card="5")
    assert isinstance(bench.table.verdict, Objecting)
    bench.see(bench.with_moves("T0>"), card="5", seconds=1)
    assert "missing" in bench.said()


def test_a_pawn_missed_beside_others_out_of_place_is_named_at_once() -> None:
    """Two pawns of others were moved and are put back, and one of Red's is held meanwhile.

    Before, the page named the two for six more seconds, although they stood right.
    """
    bench = Bench()
    bench.see(bench.with_moves("T16>T21", "T32>T40"), card="none")
    assert "may not be moved now" in bench.said()
    bench.see(bench.with_moves("T0>"), card="none", seconds=1)
    assert "missing" in bench.said()
    assert "turn" not in bench.said()


def test_a_pawn_under_a_turned_over_one_is_looked_for() -> None:
    """Turned-over pawns were put back, and Green's lies where Red's belongs: nobody is accused.

    Before, the page objected to a move that nobody had made, and then missed the pawn in vain.
    """
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T34=hidden"), card="2", pose=(9, 0, 0))
    assert bench.kinds == [Kind.ACCEPTED]
    bench.see(bench.with_moves("T0>", ">T0=green"), card="5", pose=(18, 0, 0), seconds=2)
    assert bench.accused() == []
    assert "lies face down elsewhere" in bench.said()


def test_a_pawn_that_stays_away_is_looked_for_under_the_turned_over_ones() -> None:
    """Nobody holds Red's pawn: after a while the page says where it may be; not while none is.

    Before, people who held another pawn were only told again that Red's was missing.
    """
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T37"), card="5", pose=(9, 0, 0))
    bench.see(bench.with_moves("T0>"), card="5", pose=(9, 0, 0), seconds=30)
    assert "look under" not in bench.said()
    bench.see(bench.shown(), card="5", pose=(9, 0, 0))
    bench.see(bench.with_moves("T48>T50=hidden"), card="2", pose=(18, 0, 0))
    bench.see(bench.with_moves("T16>"), card="2", pose=(18, 0, 0), seconds=2)
    assert "look under" not in bench.said()
    bench.look_on(10)
    assert "missing" in bench.said()
    assert "look under" in bench.said()


def test_a_missing_pawn_is_named_before_a_rule_broken_elsewhere() -> None:
    """Green goes 6 with a 5 while one of Red's is gone: that one first, and only then the rule.

    Before, people put right what was objected to, and only then heard of the pawn that was gone.
    """
    bench = Bench("green")
    wrong = bench.with_moves("T32>T38")
    bench.see(bench.with_moves("T32>T38", "red.N1>"), card="5", seconds=5)
    assert bench.kinds == [Kind.WAITING]
    assert bench.judged[0].places == ("red.nest",)
    bench.see(wrong, card="5", seconds=5)
    assert bench.judged[-1].kind is Kind.OBJECTED
    assert [one.rule for one in bench.judged[-1].breaches] == ["exact_count"]


def test_a_pawn_between_the_spots_of_a_nest_is_missed_where_it_stood() -> None:
    """Red's pawn stands among the others at home: “beside its place” said nothing of its start."""
    bench = Bench("green")
    bench.see(bench.with_moves("T0>"), card="none", strays=(("red", "red.N4"),), seconds=2)
    assert isinstance(bench.panel, PlayPanel)
    (told,) = bench.panel.todo
    assert "is missing {place_to:from}" in told.text
    assert dict(told.details) == {"piece": "red", "place_from": "red.nest", "place_to": "T0"}


def test_while_pieces_are_put_back_one_that_is_gone_is_missed() -> None:
    """Blue's pushed pawn is back, Red's is still gone, and T5 is read badly.

    Before, only T5 was spoken of, then asked about, and then the next place like it.
    """
    bench = Bench("red")
    bench.see(bench.shown(), card="none", seconds=1)
    bench.see(bench.with_moves("T0>", "T16>T18"), card="none", seconds=9)
    assert isinstance(bench.table.verdict, Misplaced)
    doubts = {"T5": {"": 0.75, "red": 0.25}}
    bench.see(bench.with_moves("T0>"), card="none", pose=None, seconds=2, doubts=doubts)
    verdict = bench.table.verdict
    assert isinstance(verdict, Misplaced), verdict
    assert [one.home for one in verdict.pieces] == ["T0"]


def test_an_objection_marks_all_that_is_too_many_or_missing() -> None:
    """One of a nest's pawns is gone, and Yellow's stands where no arrow leads from.

    Only the places of the broken rule were marked, and those that lacked all they should hold.
    """
    bench = Bench()
    bench.see(bench.with_moves("T0>T7"), card="5", seconds=2)
    verdict = bench.table.verdict
    assert isinstance(verdict, Objecting)
    left = [*verdict.shown.pieces, (Place("T40"), Piece("yellow"))]
    left.remove((Place("green.nest"), Piece("green")))
    shown = Placement(tuple(sorted(left)))
    page = build_panel(bench.table.but(verdict=replace(verdict, shown=shown), evidence=None))
    assert isinstance(page, ObjectionPanel)
    marks = {(mark.place, mark.kind) for mark in page.marks}
    assert {("T40", MarkKind.WRONG), ("green.nest", MarkKind.BACK)} <= marks
