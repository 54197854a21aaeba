"""Pieces that were knocked, taken or moved out of turn are named, and nobody is accused."""

from __future__ import annotations

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.referee.explaining.explanations import Displacement
from tablet_companion.referee.model.effects import Cue, Kind, Signal
from tablet_companion.referee.model.events import Answer
from tablet_companion.referee.model.panels import ObjectionPanel, PlayPanel, QuestionPanel
from tablet_companion.referee.model.verdicts import (
    Asking,
    Disagreeing,
    Doubting,
    Misplaced,
    Objecting,
    Waiting,
)
from tests.games.agent_dog import position
from tests.referee.bench import Bench


def test_a_pawn_knocked_off_its_place_is_named_at_once() -> None:
    """Red's pawn lies beside its start: the page says so within a second; Green goes on after."""
    bench = Bench("green")
    bench.see(bench.with_moves("T0>"), strays=(("red", "T0"),), seconds=1.0)
    assert bench.kinds == [Kind.WAITING]
    assert bench.judged[0].seat is None
    assert bench.judged[0].places == ("T0",)
    assert "beside" in bench.said()
    assert Signal(Cue.OBJECTION) not in bench.effects
    bench.see(bench.with_moves("T0>"), strays=(("red", "T0"),), card="5", seconds=20)
    assert bench.accused() == []
    bench.see(bench.with_moves("T32>T37"), card="5")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_a_move_waits_for_a_knocked_pawn_and_is_then_accepted() -> None:
    """Green moves rightly, Red's pawn was knocked off meanwhile: it is named, then all is well."""
    bench = Bench("green")
    shown = bench.with_moves("T32>T37", "T0>")
    bench.see(shown, strays=(("red", "T1"),), card="5", seconds=5)
    assert bench.kinds == [Kind.WAITING]
    bench.see(bench.with_moves("T32>T37"), card="5")
    assert bench.kinds == [Kind.WAITING, Kind.ACCEPTED]
    assert bench.judged[-1].seat == "green"


def test_a_lifted_pawn_may_be_thought_about_for_some_seconds() -> None:
    """The player on turn holds his pawn: nothing is said at first, and all is said in the end."""
    bench = Bench()
    bench.see(bench.with_moves("T0>"), card="5", seconds=4)
    assert bench.kinds == []
    bench.see(bench.with_moves("T0>"), card="5", seconds=8)
    assert bench.kinds == [Kind.WAITING]


def test_a_move_out_of_turn_is_put_back_and_not_punished() -> None:
    """Blue moves while Red is on turn: the pawn is named with where it stands and belongs."""
    bench = Bench()
    bench.see(bench.with_moves("T16>T21"), card="none")
    assert bench.kinds == [Kind.WAITING]
    assert set(bench.judged[0].places) == {"T16", "T21"}
    assert "may not be moved now" in bench.said()
    assert isinstance(bench.panel, PlayPanel)
    assert [(arrow.source, arrow.target) for arrow in bench.panel.arrows] == [("T21", "T16")]
    bench.see(bench.with_moves("T0>T5"), card="5")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_a_card_laid_for_a_pawn_of_another_player_names_the_rule_and_nobody() -> None:
    """It may have been Red or Blue: the rule is said, the page calls nobody by name."""
    bench = Bench()
    bench.see(bench.with_moves("T16>T21"), card="5")
    assert bench.kinds == [Kind.OBJECTED]
    assert [breach.rule for breach in bench.judged[0].breaches] == ["whose_turn"]
    assert isinstance(bench.panel, ObjectionPanel)
    assert "{seat}" not in bench.panel.say.text


def test_a_pawn_that_was_peeked_at_is_to_be_turned_over_again() -> None:
    """Somebody turns a pawn up in its hole: who it was is not known, what to do is."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T2=hidden"), card="2")
    shown = bench.shown() | {"T2": "red"}
    bench.see(shown, card="2", seconds=3)
    assert bench.kinds == [Kind.ACCEPTED, Kind.WAITING]
    bench.see(bench.shown(), card="2")
    bench.see(bench.with_moves("T16>T21"), card="5")
    assert bench.kinds[-1:] == [Kind.ACCEPTED]


def test_a_pawn_that_moved_beside_a_card_that_lay_there_accuses_nobody() -> None:
    """It may have been pushed there by anybody: the rule is said, and no name.

    Before, a pawn that was knocked onto another place was its owner's wrong move.
    """
    bench = Bench()
    bench.see(bench.shown(), card="5")
    bench.see(bench.with_moves("T0>T9"), card="5")
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None
    bench.see(bench.shown(), card="none")
    bench.see(bench.with_moves("T0>T9"), card="5")
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat == "red"


@pytest.mark.parametrize(
    ("level", "target", "seat"),
    [("referee", "T31", None), ("referee", "T9", "red"), ("strict", "T31", "red")],
)
def test_a_pawn_that_no_play_leads_there_accuses_nobody(
    level: str, target: str, seat: str | None
) -> None:
    """An elbow pushed it beside its owner's fresh card: the rule is said, and no name.

    Before, its owner was named. A 9 would lead it to T9; a strict player has agreed to be named.
    """
    bench = Bench(options={"level": level})
    bench.see(bench.shown(), card="none")
    bench.see(bench.with_moves(f"T0>{target}"), card="5")
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat == seat


@pytest.mark.parametrize(("way", "then"), [("T32>T37", Kind.ACCEPTED), ("T32>T41", Kind.OBJECTED)])
def test_a_pawn_named_before_is_not_the_next_player_s_fault(way: str, then: Kind) -> None:
    """Yellow's pawn was pushed, named and left there; Green moves, and Yellow's card covers his.

    Green's move is judged once the pawn is back. Before, Green’s went on record at once, even if
    another had moved, and Yellow had counted wrongly; or Green had moved two pawns.
    """
    bench = Bench("blue")
    bench.see(bench.with_moves("T16>T25"), card="9")
    bench.see(bench.with_moves("T48>T60"), card="none", seconds=2)
    assert isinstance(bench.table.verdict, Misplaced)
    bench.see(bench.with_moves("T48>T60"), card="5", pose=(9, 0, 0))
    bench.see(bench.with_moves("T48>T60", way), card="8", pose=(18, 0, 0), seconds=3)
    assert bench.kinds == [Kind.ACCEPTED, Kind.WAITING]
    bench.see(bench.with_moves(way), card="8", pose=(18, 0, 0))
    assert bench.kinds[2:] == [then]


@pytest.mark.parametrize("wrong", ["T7", "T9"])
def test_who_moved_his_own_pawn_wrongly_is_still_told(wrong: str) -> None:
    """Calm about accidents, the referee is still one: a wrong count is objected to."""
    bench = Bench()
    bench.see(bench.with_moves(f"T0>{wrong}"), card="5")
    assert bench.accused() == ["red"]


def test_a_pawn_beside_a_place_that_is_read_with_doubt_is_named() -> None:
    """It stands beside its place, so that it is not on it, however poorly that is seen.

    Before, nothing was said: the place alone could not be told from what it held.
    """
    bench = Bench("green")
    doubts = {"T0": {EMPTY: 0.65, "red": 0.28, "blue": 0.07}}
    bench.see(bench.with_moves("T0>"), strays=(("red", "T0"),), doubts=doubts, seconds=2.0)
    assert bench.kinds == [Kind.WAITING]
    assert "beside" in bench.said()


def test_a_pawn_seen_both_on_its_place_and_beside_it_is_asked_about() -> None:
    """It fell over there: the place is marked, and asked about, and nobody is accused.

    Before, nothing was said: the place rather showed the pawn, if only with 64 %.
    """
    bench = Bench("green")
    doubts = {"T0": {"red": 0.64, EMPTY: 0.2, "blue": 0.16}}
    bench.see(bench.shown(), strays=(("red", "T0"),), doubts=doubts, seconds=8.0)
    assert isinstance(bench.table.verdict, Doubting | Asking)
    assert bench.accused() == []


@pytest.mark.parametrize("target", ["T20", "blue.N4", "red.N2"])
def test_beside_the_turns_own_move_another_pawn_accuses_nobody(target: str) -> None:
    """Green moves rightly with its card; a pawn of Red's stands elsewhere, or in a nest."""
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T37", f"T0>{target}"), card="5", seconds=3)
    assert Kind.OBJECTED not in bench.kinds or bench.judged[-1].seat is None
    assert not isinstance(bench.table.verdict, Objecting) or bench.table.verdict.seat is None
    bench.see(bench.with_moves("T32>T37"), card="5")
    assert bench.judged[-1].kind in (Kind.ACCEPTED, Kind.CORRECTED)


def test_an_exchange_that_nobody_saw_explains_the_card_on_the_move_before() -> None:
    """Green and Yellow moved, Red exchanged, all under a hand: each is asked about, none accused.

    Before, Yellow, whose move was right, was objected to because of Red's card.
    """
    bench = Bench("green")
    bench.table = bench.table.but(rested=False)
    moved = bench.with_moves("T32>T42=hidden", "T48>T58=hidden")
    bench.see(moved, card="exchange", pose=(9, 0, 0), seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.panel, QuestionPanel)


def test_an_exchange_laid_upon_a_right_move_accuses_nobody() -> None:
    """Red moved five spaces, and Blue laid an exchange upon Red's card at once: Red is asked.

    Before, Red was told that an exchange moves no pawn, as if that card were Red's.
    """
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T34=hidden"), card="2", pose=(9, 0, 0))
    bench.see(bench.with_moves("T48>T50=hidden"), card="2", pose=(18, 0, 0))
    bench.see(bench.with_moves("T0>T5"), card="exchange", pose=(9, 0, 0), seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.panel, QuestionPanel)
    bench.touch(Answer(0))
    assert (bench.judged[-1].seat, bench.judged[-1].action) == ("red", "5 T0>T5")


def test_a_pawn_in_the_place_of_a_turned_over_one_has_its_count_checked() -> None:
    """Yellow goes 13 with a 10 and sends home what was turned over: the rule is said, no name.

    Before, the pawn that came home was one too many and to be taken away, and then one missed.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T2=hidden"), card="2", pose=(9, 0, 0))
    bench.see(bench.with_moves("T16>T21"), card="5", pose=(18, 0, 0))
    bench.see(bench.with_moves("T32>T37"), card="5", pose=(9, 0, 0))
    bench.see(bench.with_moves("T48>", ">red.N4=red"), card="10", pose=(18, 0, 0))
    assert [one.rule for one in bench.judged[-1].breaches] == ["exact_count"]
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None


def test_a_pawn_pushed_past_a_turned_over_one_is_only_put_back() -> None:
    """Red's pawn stands one further while Blue's lies turned over behind it: it is led back.

    Before, Blue's seemed to have captured it and to be turned up there, though it had not moved.
    """
    bench = Bench()
    ways: tuple[str, ...] = ("T0>T13", "T16>T18=hidden", "T32>T37", "T48>T53", "T13>T20")
    ways += ("blue.N1>T16", "T37>T40", "T53>T56", "red.N1>T0")
    cards = ("13", "2", "5", "5", "7", "13", "3", "3", "13")
    for number, (way, card) in enumerate(zip(ways, cards, strict=True)):
        bench.see(bench.with_moves(way), card=card, pose=(9 * number, 0, 0))
    assert bench.kinds == [Kind.ACCEPTED] * len(ways)
    bench.see(bench.with_moves("T20>T21"), card="13", pose=(72, 0, 0), seconds=2)
    assert bench.judged[-1].places == ("T20", "T21")
    assert "may not be moved now" in bench.said()


def test_a_turned_over_pawn_moved_wrongly_accuses_nobody() -> None:
    """Nobody owns a turned-over pawn: a player who is not on turn may have moved it.

    Before, the player on turn was named for what the next one did too early.
    """
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T34=hidden"), card="2", pose=(9, 0, 0))
    bench.see(bench.with_moves("T34>T41=hidden"), card="9", pose=(18, 0, 0), seconds=2)
    assert bench.kinds[-1] is Kind.OBJECTED
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None


@pytest.mark.parametrize(
    "ways",
    [
        ("T0>T5=blue", "T16>T21=red", "T32>T37"),
        ("T32>T37", "T0>T5"),
        ("T32>green.N4",),
        ("T16>T32", "T32>green.N4"),
        ("T32>T37", "T48>green.N4"),
    ],
    ids=["exchanged", "two moved", "put home", "captured early", "a wrong nest"],
)
def test_what_a_child_does_beside_a_fresh_card_accuses_nobody(ways: tuple[str, ...]) -> None:
    """Green has just laid a 5, and what the table shows may be anybody's doing."""
    bench = Bench("green")
    bench.see(bench.with_moves(*ways), card="5", seconds=9)
    assert not isinstance(bench.table.verdict, Objecting) or bench.table.verdict.seat is None
    assert bench.judged


@pytest.mark.parametrize("nest", ["yellow.N4", "red.N4"])
def test_a_captured_pawn_in_a_wrong_nest_is_shown_the_way_home(nest: str) -> None:
    """Before, table and record disagreed, and the whole capture seemed to be in doubt."""
    bench = Bench("red")
    for way, card in (("T0>T9", "9"), ("T16>T19", "3"), ("T32>T40", "8"), ("T48>T53", "5")):
        bench.see(bench.with_moves(way), card=card)
    taken = bench.with_moves("T19>", "T9>T19", f">{nest}=blue")
    bench.see(taken, card="10", seconds=9)
    page = bench.panel
    assert isinstance(page, PlayPanel)
    assert page.left
    home = Place(nest.replace("N4", "nest")), Place("blue.nest")
    assert [(one.source, one.target) for one in page.arrows] == [home]
    bench.see(bench.with_moves("T19>", "T9>T19", ">blue.N4=blue"), card="10")
    assert len(bench.table.past) == 7


def test_who_moves_rightly_beside_what_was_named_is_not_accused_of_it() -> None:
    """A child took two of Blue's pawns home, and Red then moves rightly; T21 is read with doubt.

    Before, Red was accused by name of what the page had just named as out of place.
    """
    bench = Bench("red")
    state = read_position(position("5", red="T1", blue="T21 T33"))
    bench.table = bench.table.but(state=state, past=())
    bench.see(bench.shown(), card="none", seconds=1)
    home = ("T21>blue.N3", "T33>blue.N4")
    bench.see(bench.with_moves(*home), card="none", seconds=5)
    assert isinstance(bench.table.verdict, Misplaced)
    doubts = {"T21": {"": 0.9, "blue": 0.1}}
    bench.see(bench.with_moves(*home, "T1>T6=hidden"), card="5", seconds=3, doubts=doubts)
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None


def test_half_of_a_divided_card_may_be_put_back() -> None:
    """It may be a slip, or half of putting back; before, the page asked only to finish it."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T2=hidden"), card="partner")
    verdict = bench.table.verdict
    assert isinstance(verdict, Waiting)
    assert not verdict.reminded
    assert "put the pieces back" in bench.said()


@pytest.mark.parametrize("likely", ["12", "2"])
def test_what_the_likely_card_moved_is_not_the_piece_too_many(likely: str) -> None:
    """Two more blue pawns stand 2 and 12 spaces on: the one that the 12 did not lead is extra."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    shown = bench.with_moves("T16>T28", ">T18=blue")
    bench.see(shown, card=likely, pose=(6.0, 0.0, 12.0), card_sure=0.85, seconds=2)
    verdict = bench.table.verdict
    assert isinstance(verdict, Misplaced)
    assert [one.at for one in verdict.pieces] == ["T18" if likely == "12" else "T28"]


def test_after_two_pages_about_other_pieces_all_that_differs_is_shown() -> None:
    """Pieces are moved out of turn again and again, and nobody puts all of them back.

    Before, each page named a few others, and the way back had four steps and more.
    """
    bench = Bench()
    for ways in (("T16>T21", "T32>T40"), ("T16>T18", "T48>T50")):
        bench.see(bench.with_moves(*ways), card="none", seconds=2)
        assert isinstance(bench.table.verdict, Misplaced)
    bench.see(bench.with_moves("T16>T25", "T32>T33", "T48>T60"), card="none", seconds=2)
    assert isinstance(bench.table.verdict, Disagreeing)


def test_a_pawn_that_came_from_its_nest_does_not_lie_elsewhere_face_down() -> None:
    """Blue's pawn is missed, and Red's came out to its place while another lies turned over.

    Before, people were told to look for Red's beneath the turned-over one, in vain.
    """
    bench = Bench("green")
    bench.see(bench.with_moves("T32>T34=hidden"), card="2", pose=(9, 0, 0))
    bench.see(bench.with_moves("T16>"), card="2", pose=(9, 0, 0), seconds=8)
    assert "missing" in bench.said()
    came = bench.with_moves("red.N1>T16", "yellow.N1>T5")
    bench.see(came, card="2", pose=(9, 0, 0), seconds=3)
    named = bench.table.verdict.pieces if isinstance(bench.table.verdict, Misplaced) else ()
    assert Displacement.MIXED_UP not in {one.how for one in named}


def test_beside_a_spare_pawn_in_an_empty_nest_nobody_is_named() -> None:
    """Red has moved rightly, turned over, and a red pawn out of the box lies where nobody plays.

    Before, Red was told that its pawn does not belong there.
    """
    bench = Bench("red", {"players": 3})
    shown = bench.with_moves("T0>T10=hidden", ">yellow.N2=red")
    bench.see(shown, card="10", pose=(9.0, 0.0, 9.0), seconds=3)
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None
