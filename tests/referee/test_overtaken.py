"""Quick players: two moves seen at once are told apart by their cards, and nothing is guessed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, Card, Place, Placement, StepKind
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.explanations import Did
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, NameCard
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Objecting, Quiet, Waiting
from tablet_companion.referee.turns.judging import judge
from tablet_companion.vision.reading import CardReading
from tests.conformance.walk import walk
from tests.referee.bench import GAME, LOOK_S, Bench
from tests.referee.watched import Watched

DOG = games.load("dog")


def test_two_legal_moves_at_once_are_both_accepted() -> None:
    """Red’s 5, glimpsed under a hand, and Blue’s 9 upon it go on record one after the other."""
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0))
    bench.see(bench.with_moves("T0>T5", "T16>T25"), card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert [(judged.seat, judged.action) for judged in bench.judged] == [
        ("red", "5 T0>T5"),
        ("blue", "9 T16>T25"),
    ]


def test_a_move_that_shows_wholly_beneath_another_s_fault_is_accepted() -> None:
    """Red's 5 is glimpsed under a hand; Blue's 9 then moves a pawn of Green's."""
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0))
    bench.see(bench.with_moves("T0>T5", "T32>T41"), card="9", pose=(2.0, 0.0, 9.0), seconds=8)
    assert [one.kind for one in bench.judged] == [Kind.ACCEPTED, Kind.OBJECTED]
    assert bench.judged[0].action == "5 T0>T5"


def test_a_copy_is_among_the_cards_that_may_have_been_laid() -> None:
    """Blue's card is covered by Green's 3: a 5, or a copy of Red's, whoever is asked."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.with_moves("T16>T21", "T32>T35"), card="3", pose=(9.0, 0.0, 9.0), seconds=3)
    assert isinstance(bench.table.verdict, Asking)
    told = [dict(one.label.details) for one in bench.table.verdict.question.choices]
    assert [one["card"] for one in told if "card" in one] == ["5", "copy"]


def test_a_move_that_left_no_trace_is_asked_about() -> None:
    """Blue's 7 called Red's pawn: nobody can tell if it stood on T5 by Red's 5, or still on T0."""
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0))
    called = bench.with_moves("T16>T23", "T0>T22=hidden")
    bench.see(called, card="7", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.ASKED]
    bench.touch(Answer(0))
    bench.look_on(2)
    assert [judged.action for judged in bench.judged[1:]] == ["5 T0>T5", "7 T16>T23 T5=>T22"]


def test_a_move_of_a_pawn_that_is_seen_nowhere_is_asked_about() -> None:
    """Red's 5 was glimpsed, its pawn is gone, and T5 is read with doubt: Blue's 9 is no proof."""
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0))
    shown = bench.with_moves("T0>", "T16>T25")
    bench.see(
        shown, card="9", pose=(2.0, 0.0, 9.0), seconds=3, doubts={"T5": {"red": 0.2, "": 0.8}}
    )
    assert Kind.ACCEPTED not in bench.kinds


def test_the_second_move_s_fault_is_the_second_player_s() -> None:
    """Red's legal 5 is accepted before Blue is told that he went one too far."""
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0))
    bench.see(bench.with_moves("T0>T5", "T16>T27"), card="9", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.ACCEPTED, Kind.OBJECTED]
    assert [judged.seat for judged in bench.judged] == ["red", "blue"]
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.seat is None  # a third player may have played as well


def test_a_second_move_left_upright_in_its_hole_is_the_second_player_s() -> None:
    """Red's legal 5 is accepted; then Blue's pawn is to be turned over, and Red did nothing."""
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0))
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


def test_nobody_is_told_to_finish_a_move_that_is_about_to_be_asked_about() -> None:
    """Blue's card hides Red's 1, taken for half of it; with his move the page takes that back."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T1"), card="partner", seconds=1)
    assert isinstance(bench.table.verdict, Waiting)
    both = bench.with_moves("T0>T1", "T16>T17", "T48>T51")
    bench.see(both, card="partner", seconds=0.4)
    assert isinstance(bench.table.verdict, Quiet)
    bench.look_on(2)
    assert isinstance(bench.table.verdict, Asking)


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
    bench.glimpse("5", (0.0, 0.0, 3.0))
    shown = bench.with_moves("T0>T5", "T16>T27")
    bench.see(shown, card="9", pose=(2.0, 0.0, 9.0), seconds=2 * LOOK_S)
    assert bench.kinds == []
    bench.look_on(3 * LOOK_S)
    assert bench.kinds == [Kind.ACCEPTED]


def _half_done(before: Placement, one: Candidate) -> Placement | None:
    """Return a table with the first change of an action made, and the others only begun."""
    first, *others = one.changes
    areas = [change.area for change in one.changes]
    if any(len(change.after) != 1 for change in (first, *others)):
        return None  # neither an exchange nor anything else that leaves one piece in the hand
    rest = [piece for piece in before.pieces if piece[0] not in areas]
    return Placement(tuple(sorted([*rest, (first.area, first.after[0])])))


def _exchanges(seed: int, *, onward: bool = False) -> Iterator[tuple[Any, Candidate, Candidate]]:
    """Yield positions of DOG with an exchange by jack and the next player's 7 in two parts.

    ``onward``: the 7 moves an exchanged pawn on, or sends one home.
    """
    for state, _ in walk(DOG, DOG.setup({"dealing": "people"}, DOG.seats), seed, most=300):
        if DOG.actor(state) in (None, CHANCE):
            continue
        public = Position(DOG, state).public
        for first in list_candidates(public):
            if first.card != "J" or _half_done(public.placement, first) is None:
                continue
            then = public.follow(first.action).public
            if DOG.actor(then.state) in (None, CHANCE):
                continue
            touched = {change.area for change in first.changes}
            for second in list_candidates(then):
                areas = {change.area for change in second.changes}
                if second.card == "7" and len(areas) == 4 and bool(areas & touched) is onward:
                    yield state, first, second
                    break


def _first_step_of(before: Placement, one: Candidate) -> Placement:
    """Return a table where only the first step of an action is made."""
    at = {one.steps[0].source, one.steps[0].target}
    kept = [piece for piece in before.pieces if piece[0] not in at]
    return Placement(tuple(sorted([*kept, *(p for p in one.after.pieces if p[0] in at)])))


@pytest.mark.parametrize("whole", [True, False])
def test_an_exchange_begun_and_then_overtaken_is_the_first_player_s(whole: bool) -> None:
    """Half a swap is seen with its jack; at the next look it is done, and a 7 upon it, too."""
    followed = 0
    for state, first, second in itertools.islice(_exchanges(1), 0, 24, 4):
        public = Position(DOG, state).public
        then = public.follow(first.action).public
        seen = second.after if whole else _first_step_of(then.placement, second)
        table = Watched(DOG, state)
        half = _half_done(public.placement, first)
        assert half is not None
        table.see(public.placement, 0.3, "none", 0.0)
        table.see(half, 1.0, "J", 0.0)
        if not isinstance(table.table.verdict, Waiting):
            continue  # so few pawns moved that somebody may have pushed them
        followed += 1
        table.see(seen, 3.0, "7", 20.0)
        assert not any(one.kind is Kind.ASKED for one in table.judged)
        written = [DOG.write_action(public.state, first.action)]
        if whole:
            written.append(DOG.write_action(then.state, second.action))
        assert table.accepted == written
    assert followed > 3


def test_no_answer_contradicts_the_card_that_was_seen_first() -> None:
    """A jack was glimpsed under a hand; before, a joker was offered, too, with the same picture."""
    asked = 0
    for state, first, second in itertools.islice(_exchanges(1, onward=True), 0, 60, 3):
        then = Position(DOG, state).public.follow(first.action).public
        table = Watched(DOG, state)
        table.see(Position(DOG, state).public.placement, 0.3, "none", 0.0)
        table.glimpse("J")
        table.see(_first_step_of(then.placement, second), 3.0, "7", 20.0)
        verdict = table.table.verdict
        if isinstance(verdict, Asking):
            acts = [one for one in verdict.question.consequences if isinstance(one, Act)]
            assert {one.laid.card for one in acts} == {"J"}
            asked += 1
    assert asked


@pytest.mark.parametrize("onward", [True, False])
def test_an_exchange_glimpsed_before_a_move_half_done_is_asked_about(onward: bool) -> None:
    """A jack was glimpsed under a hand, and the next player's 7 is half done."""
    for state, first, second in itertools.islice(_exchanges(7, onward=onward), 0, 60, 4):
        public = Position(DOG, state).public
        then = public.follow(first.action).public
        table = Watched(DOG, state)
        table.see(public.placement, 0.3, "none", 0.0)
        table.glimpse("J")
        table.see(_first_step_of(then.placement, second), 3.0, "7", 20.0)
        verdict = table.table.verdict
        if table.accepted == [DOG.write_action(public.state, first.action)]:
            continue  # nothing is left of the 7 but what it captured
        assert isinstance(verdict, Asking)
        acts = [one for one in verdict.question.consequences if isinstance(one, Act)]
        assert first.action in [one.action for one in acts]


def _cross(state: Any) -> tuple[Candidate, Candidate] | None:
    """Return a pawn's start by king and the next one's by ace: either card allows either."""
    public = Position(DOG, state).public
    for first in list_candidates(public):
        if first.card != "K" or len(first.steps) != 1 or first.steps[0].kind is not StepKind.MOVED:
            continue
        then = public.follow(first.action).public
        if DOG.actor(then.state) in (None, CHANCE) or "nest" not in str(first.steps[0].source):
            continue
        for second in list_candidates(then):
            starts = len(second.steps) == 1 and "nest" in str(second.steps[0].source)
            if second.card == "A" and starts:
                return first, second
    return None


def test_answers_that_look_alike_are_told_by_their_cards() -> None:
    """Which of two starts was by king, which by ace? No picture shows it, so none is drawn."""
    states = (state for state, _ in walk(DOG, DOG.setup({"dealing": "people"}, DOG.seats), 2, 300))
    state, (_, second) = next(
        (state, found)
        for state in states
        if DOG.actor(state) not in (None, CHANCE)
        if (found := _cross(state)) is not None
    )
    table = Watched(DOG, state)
    table.see(Position(DOG, state).public.placement, 0.1, "K", 0.0)
    table.see(second.after, 3.0, "A", 20.0)
    assert isinstance(table.table.verdict, Asking)
    king, ace, _no = table.table.verdict.question.choices
    assert [one.label.details for one in (king, ace)] == [(("card", "K"),), (("card", "A"),)]
    assert king.shows is ace.shows is None


@pytest.mark.parametrize(("cards", "asked"), [(("5",), False), (("12", "5"), True)])
@pytest.mark.parametrize("despite", ["T5", "blue.nest"])
def test_a_move_against_what_its_places_rather_show_is_asked_about(
    cards: tuple[str, ...], asked: bool, despite: str
) -> None:
    """Blue moved with a 12, which was read with doubt, and Green exchanged that pawn.

    All places might just have been misread as they looked, so the exchange went on record as
    Blue's. Two cards are a sign that two have played; doubt elsewhere is none.
    """
    bench = Bench("red")
    bench.see(bench.shown(), card="none", seconds=0.2)
    (move,) = (
        one.action
        for one in list_candidates(bench.table.position)
        if GAME.write_action(bench.table.state, one.action) == "5 T0>T5"
    )
    did = Did(move, Laid(Card("5"), How.SEEN), (Place(despite),))
    laid = tuple(CardReading(((Card(one), 0.8), (None, 0.2)), (0.0, 0.0, 0.0)) for one in cards)
    table = bench.table.but(explanation=did, laid=laid, since_s=bench.now_s - 5.0)
    after, _ = judge(table)
    assert isinstance(after.verdict, Asking) is (asked and despite == "T5")
    assert (len(after.past) > len(table.past)) is not isinstance(after.verdict, Asking)


def test_cards_in_the_wrong_order_are_asked_about_though_one_is_read_with_doubt() -> None:
    """A 5 lies beneath a copy, read with 80 %, and two pawns went five: each may be either's."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.glimpse("5", (4.0, 4.0, 3.0))
    both = bench.with_moves("T16>T21", "T32>T37")
    bench.see(both, card="copy", pose=(9.0, 0.0, 9.0), card_sure=0.8, seconds=3)
    assert isinstance(bench.table.verdict, Asking)
    told = [dict(one.label.details).get("card") for one in bench.table.verdict.question.choices]
    assert {"5", "copy"} <= {*told}


def test_a_card_between_two_others_counts_after_the_first_was_asked_about() -> None:
    """Blue's 1/11 is read with 88 % and covered by Green's 13, which allows Blue's move, too."""
    bench = Bench("red")
    for n, (way, card) in enumerate((("T0>T5", "5"), ("T16>T19", "3"), ("T32>T37", "5"))):
        bench.see(bench.with_moves(way), card=card, pose=(n, 0.0, 12.0 * n))
    bench.see(bench.with_moves("T48>T51"), card="3", pose=(9, 0, 0))
    ways = ["T51>T53"]
    for way, card, sure in (("T5>T11", "6", 0.95), ("blue.N1>T16", "1/11", 0.88)):
        ways.append(way)
        bench.see(bench.with_moves(*ways), card=card, pose=(9 * len(ways), 0, 0), card_sure=sure)
    doubts = {"T32": {"green": 0.93, "": 0.07}, "green.N1": {"": 0.93, "green": 0.07}}
    last: Any = {"card": "13", "pose": (36, 0, 0), "doubts": doubts}
    bench.see(bench.with_moves(*ways, "green.N1>T32"), **last)
    bench.see(bench.with_moves(*ways[1:], "green.N1>T32"), seconds=3, **last)
    bench.touch(Answer(0))
    bench.look_on(3)
    assert bench.judged[-2].action == "6 T5>T11"
    assert isinstance(bench.table.verdict, AskingCard)
    assert bench.table.verdict.cards == ("1/11", "13")


def test_a_card_named_beneath_others_is_not_the_one_on_top() -> None:
    """Red may have gone one space with 1/11, and others ten more with the card on top."""
    bench = Bench("red")
    bench.see(bench.with_moves(), card="none")
    bench.glimpse("1/11", (0.0, 0.0, 3.0), sure=0.85)
    bench.glimpse("9", (6.0, 0.0, 12.0), sure=0.85)
    shown = bench.with_moves("T0>T11", "T16>T25")
    bench.see(shown, card="10", pose=(12.0, 0.0, 24.0), card_sure=0.85, seconds=3)
    bench.touch(NameCard(Card("1/11")))
    bench.look_on(3)
    assert bench.kinds == [Kind.ASKED, Kind.ASKED]


def test_a_card_between_two_of_the_same_face_counts_after_the_first_was_asked_about() -> None:
    """Green's 5 lies beside Red's, with Blue's 3 between: where Red's lay tells them apart."""
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5", pose=(0, 0, 3), seconds=0.1)
    moves = ["T0>T5", "T16>T19"]
    bench.see(bench.with_moves(*moves), card="3", pose=(9, 0, 9), seconds=0.1)
    bench.see(bench.with_moves(*moves, "T32>T37"), card="5", pose=(0, 9, 30), seconds=3)
    bench.touch(Answer(0))
    bench.look_on(2)
    accepted = [one.action for one in bench.judged if one.kind is Kind.ACCEPTED]
    assert accepted == ["5 T0>T5", "3 T16>T19", "5 T32>T37"]


def test_a_first_move_whose_end_lies_under_an_arm_is_asked_about() -> None:
    """Red's 5 leads under an arm that is taken for none, and Blue's 9 is seen."""
    bench = Bench("red")
    moves = bench.with_moves("T0>T5", "T16>T25")
    bench.see(moves, card="9", pose=(2.0, 0.0, 9.0), covered=("T5",), seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)
