"""Cards that were covered, named, left or taken off again: which of them is the turn's."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import Card
from tablet_companion.referee.explaining.laid import How
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, NameCard
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Objecting
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.replay import replay
from tests.referee.bench import GAME, Bench
from tests.referee.looks import AREAS


def _list_cards(bench: Bench) -> list[str]:
    """Return the cards of the answers to the question that the table asks."""
    assert isinstance(bench.table.verdict, Asking)
    acts = bench.table.verdict.question.consequences
    return [str(one.laid.card) for one in acts if isinstance(one, Act)]


def test_a_card_that_lay_there_before_anything_moved_is_the_turn_s() -> None:
    """Red lays a 9, moves five, and Blue’s pawn three: nobody is asked about a 5 of Red's."""
    bench = Bench("red")
    bench.see(bench.shown(), card="9", seconds=2)
    bench.see(bench.with_moves("T0>T5"), card="9", seconds=3)
    bench.see(bench.with_moves("T0>T5", "T16>T19"), card="9", seconds=4)
    assert not isinstance(bench.table.verdict, Asking)
    assert Kind.ACCEPTED not in bench.kinds


def test_a_card_laid_upon_another_that_means_the_same_is_asked_about() -> None:
    """Blue laid a copy of Red's 5, then a 5 upon it: the copy went on record unasked."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.shown(), card="copy", pose=(5.0, 0.0, 5.0))
    moved = bench.with_moves("T16>T21")
    bench.see(bench.shown(), card="5", pose=(9.0, 0.0, 9.0), seconds=0.1)
    bench.see(moved, card="5", pose=(9.0, 0.0, 9.0), seconds=0.1)
    bench.see(
        {key: one for key, one in moved.items() if key != "T32"} | {"T35": "green"},
        card="3",
        pose=(12.0, 0.0, 12.0),
        seconds=3,
    )
    assert isinstance(bench.table.verdict, Asking)
    told = [dict(one.label.details) for one in bench.table.verdict.question.choices]
    assert [one["card"] for one in told if "card" in one] == ["copy", "5"]
    bench.touch(Answer(1))
    bench.look_on(2)
    assert [one.action for one in bench.judged if one.action][1:] == ["5 T16>T21", "3 T32>T35"]


def test_a_card_seen_beneath_one_that_is_read_badly_is_asked_about() -> None:
    """Blue’s copy of a 5, and upon it Green's 5, read with 89 %: the 5 went on record for Blue.

    Green's pawn was being lifted, and seen with doubt.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.shown(), card="copy", pose=(5.0, 0.0, 5.0), seconds=0.1)
    lifted = {"T32": {"": 0.93, "green": 0.07}}
    moved, pose = bench.with_moves("T16>T21"), (9.0, 0.0, 9.0)
    bench.see(moved, card="5", card_sure=0.89, pose=pose, doubts=lifted, seconds=3)
    assert isinstance(bench.table.verdict, AskingCard)
    assert bench.table.verdict.cards == ("5", "copy")


def test_a_card_that_people_name_is_not_asked_about_again() -> None:
    """Three turns lie there; Red's card is named, and only one of its moves shows."""
    bench = Bench("red")
    shown = bench.with_moves("T0>T5", "T16>T25", "T32>T35")
    bench.see(shown, card="3", pose=(9.0, 0.0, 9.0), seconds=3)
    bench.touch(NameCard(Card("5")))
    bench.look_on(0.6)
    assert [one.action for one in bench.judged if one.action] == ["5 T0>T5"]


def test_a_card_left_from_a_move_taken_back_is_not_the_next_one_s() -> None:
    """Red's 1/11 stays on the pile, then Blue's 9 lies there: it may hide another card of Red's.

    Before, the card that was left went on record, whatever had been laid upon it.
    """
    bench = Bench("red")
    before, pose = bench.shown(), (0.0, 0.0, 3.0)
    bench.see(bench.with_moves("T0>T11"), card="1/11", pose=pose)
    assert bench.kinds == [Kind.ACCEPTED]
    bench.see(before, card="1/11", pose=pose, seconds=2)
    bench.touch(Answer(0))
    bench.look_on(2)
    both = bench.with_moves("T0>T11", "T16>T25")
    bench.see(both, card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds[2:] == [Kind.ASKED]


def test_an_old_card_uncovered_after_a_correction_is_not_the_next_one_s() -> None:
    """People correct the record and take cards off; upon the 1/11 beneath, Blue's 9 comes to lie.

    Before, the old card went on record for a move that another had been laid for.
    """
    bench = Bench("red")
    bench.table = record.correct_state(bench.table, bench.table.state)
    bench.see(bench.shown(), card="1/11", pose=(0.0, 0.0, 3.0), seconds=2)
    both = bench.with_moves("T0>T11", "T16>T25")
    bench.see(both, card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.ASKED]


def test_a_card_that_lies_there_after_a_restart_is_not_the_next_one_s() -> None:
    """Red's 8 is on record, the power is cut, and Blue's copy is covered before anybody sees it.

    Before, the old 8 went on record for the move.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T8"), card="8")
    entries = [(one.kind, one.body) for one in bench.records]
    bench.table = replay(new_table(GAME, AREAS, "en"), entries)
    bench.see(bench.shown(), card="8", seconds=2)
    bench.see(bench.with_moves("T16>T24"), card="2", pose=(2.0, 0.0, 9.0), seconds=3)
    assert Kind.ACCEPTED not in bench.kinds[1:]


@pytest.mark.parametrize("how", list(How))
def test_a_move_without_a_card_is_not_judged_by_the_old_one(how: How) -> None:
    """Green moves while the power is out, and lays no card: Blue's 8 lies there, or Red's 3.

    Green had gone five, and was told that it is not what the 8 says.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T3"), card="3")
    bench.see(bench.with_moves("T16>T24"), card="8", pose=(2.0, 0.0, 9.0))
    *entries, last = [(one.kind, one.body) for one in bench.records]
    kind, body = last
    bench.table = replay(new_table(GAME, AREAS, "en"), (*entries, (kind, {**body, "how": how})))
    top = "3" if how is How.NAMED else "8"
    bench.see(bench.with_moves("T32>T37"), card=top, pose=(7.0, 0.0, 40.0), seconds=4)
    assert bench.kinds[-1] in (Kind.ASKED, Kind.WAITING)
    assert Kind.OBJECTED not in bench.kinds


def test_nobody_is_named_for_what_was_played_while_the_power_was_out() -> None:
    """Red's 5 and Blue's 2 led one pawn on meanwhile, and only the 2 is seen.

    Red was accused of having moved seven spaces by it.
    """
    bench = Bench("red")
    bench.see(bench.shown())
    bench.table = replay(bench.table, ())
    bench.see(bench.with_moves("T0>T7"), card="2", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds
    assert not (isinstance(bench.table.verdict, Objecting) and bench.table.verdict.seat)


def test_a_card_that_is_taken_away_again_was_not_laid() -> None:
    """Blue showed a 9 and took it back: what is laid later is not upon it."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.glimpse("9", (2.0, 0.0, 3.0))
    assert bench.table.glimpsed is not None
    bench.glimpse("5", (0.0, 0.0, 0.0))
    assert bench.table.glimpsed is None


def test_a_card_read_with_doubt_between_two_others_is_asked_about() -> None:
    """A copy was glimpsed and left lying; then a 5 came upon it, which means the same.

    The copy went on record, though three cards are not of two turns.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.glimpse("copy", (0.0, 0.0, 9.0))
    bench.see(
        bench.with_moves("T16>T21", "red.N1>"), card="5", pose=(8.0, 0.0, 0.0), card_sure=0.85
    )
    moved = bench.with_moves("T16>T21", "T32>T41")
    bench.see(moved, card="9", pose=(16.0, 0.0, 0.0), card_sure=0.85, seconds=4)
    assert _list_cards(bench) == ["copy", "5"]


def test_a_card_laid_on_one_that_was_named_is_asked_about() -> None:
    """Somebody named a copy; then a 5 was laid, which means the same, and the next player's 9."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(NameCard(Card("copy")))
    bench.see(bench.with_moves("T16>T21", "red.N1>"), card="5", pose=(8.0, 0.0, 0.0))
    moved = bench.with_moves("T16>T21", "T32>T41")
    bench.see(moved, card="9", pose=(16.0, 0.0, 0.0), seconds=4)
    assert _list_cards(bench) == ["copy", "5"]


def test_a_named_card_that_is_misread_is_not_another() -> None:
    """People name the card that lies there: what the camera takes it for was not laid on it."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    misread: dict[str, Any] = {"card": "3", "pose": (8.0, 0.0, 0.0)}
    bench.see(bench.with_moves("red.N1>T60"), **misread)
    bench.touch(NameCard(Card("5")))
    bench.see(bench.with_moves("T16>T21", "red.N1>T60"), **misread)
    moved = bench.with_moves("T16>T21", "T32>T41")
    bench.see(moved, card="9", pose=(16.0, 0.0, 0.0), seconds=4)
    assert [one.action for one in bench.judged if one.action] == [
        "5 T0>T5",
        "5 T16>T21",
        "9 T32>T41",
    ]


def test_a_card_that_was_taken_off_again_is_forgotten_although_the_pile_is_in_doubt() -> None:
    """A copy was glimpsed; the pile shows the old card, but with 85 % only. Then a 5 is laid."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5", pose=(0.0, 0.0, 0.0))
    bench.glimpse("copy", (0.0, 0.0, 9.0))
    assert bench.table.glimpsed is not None
    bench.see(bench.shown(), card="5", pose=(0.0, 0.0, 0.0), card_sure=0.85)
    assert bench.table.glimpsed is None


def test_the_card_of_a_turn_that_was_asked_about_leads_on_to_the_next_one_s() -> None:
    """Three turns under a hand, each card seen: people were asked about every one of them."""
    bench = Bench("red")
    for number, card in enumerate(("5", "3", "9")):
        bench.glimpse(card, (9.0 * number, 0.0, 9.0 * number))
    moved = bench.with_moves("T0>T5", "T16>T19", "T32>T41")
    bench.see(moved, card="9", pose=(18.0, 0.0, 18.0), seconds=4)
    assert _list_cards(bench)[0] == "5"
    bench.touch(Answer(0))
    bench.look_on(3)
    assert [one.action for one in bench.judged if one.action] == [
        "5 T0>T5",
        "3 T16>T19",
        "9 T32>T41",
    ]
