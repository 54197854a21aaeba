"""Others moved on what the first player moved: the true move is an answer, and no fault."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import UNKNOWN_CARD, Card, Place, Placement, StepKind
from tablet_companion.games.dog import exchange as dog_exchange
from tablet_companion.referee.explaining.cases import Candidate, Case, list_candidates
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import Overtaken
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.answers import Act
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import NameCard
from tablet_companion.referee.model.verdicts import Asking, AskingCard, Disagreeing, Objecting
from tests.conformance.walk import walk
from tests.games import agent_dog, dog
from tests.referee.bench import GAME, Bench
from tests.referee.looks import AREAS, look
from tests.referee.turned_over import states

PLAYED = [
    (11, 116, "partner T58>T62", "copy T19>T21 T62>T0 !green"),
    (20, 92, "copy T52>T56", "copy T45>T46 T56>T59"),
]
"""Random games, how far each is followed, and two moves that are made then."""


@pytest.mark.parametrize(("seed", "number", "one", "other"), PLAYED)
def test_the_move_that_was_made_is_among_the_answers(
    seed: int, number: int, one: str, other: str
) -> None:
    """Before, only moves were offered after which the next player had broken a rule."""
    public = Position(GAME, _replay(seed, number)).public
    first = _find(public, one)
    second = _find(public.follow(first.action).public, other)
    shown = look(second.after, areas=AREAS, card=second.card or "", pose=(5.0, 0.0, 20.0))
    laid = Laid(second.card, How.SEEN)
    found = explain(Case(public, (), Evidence(shown, AREAS), laid, rested=False))
    assert isinstance(found, Overtaken)
    assert first.action in [action for action, _ in found.options]


def test_a_sevens_steps_with_the_partners_pawn_are_a_turn_too() -> None:
    """DOG, Canadian 7: Red's 10 lies beneath Blue's 7, which leads Yellow's pawn on.

    Before, people were told that it is Red's turn, and that this pawn is not Red's to move.
    """
    where = dog.position("10", red="T5", yellow="T30", options="canadian_seven")
    state: Any = Position(dog.GAME, dog_exchange.read_position(where)).public.state
    position = Position(dog.GAME, state._replace(hands=((UNKNOWN_CARD,) * 2,) * 4)).public
    pieces = {"T5": "T15", "T30": "T37"}
    moved = [(Place(pieces.get(at, at)), piece) for at, piece in position.placement.pieces]
    shown = look(Placement(tuple(sorted(moved))), card="7")
    case = Case(position, (), Evidence(shown, AREAS), Laid(Card("7"), How.SEEN))
    assert isinstance(explain(case), Overtaken)


def _replay(seed: int, number: int) -> Any:
    """Return the state of a random game after so many actions."""
    walked = walk(GAME, GAME.setup({}, GAME.seats), seed, number + 1)
    state, _ = next(itertools.islice(walked, number, None))
    return state


def _find(public: Position, written: str) -> Candidate:
    """Return the move that the record writes so."""
    found = list_candidates(public)
    return next(one for one in found if GAME.write_action(public.state, one.action) == written)


def test_a_move_that_a_look_showed_is_asked_about_whatever_two_others_have_made_of_it() -> None:
    """Blue's 7 calls the pawn that Red's 5 has just moved, and Green's 3 leads it on, in seconds.

    Before, people were told that a 3 moves one pawn, and two have moved.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=0.1)
    bench.see(bench.with_moves("T0>T22=hidden", "T16>T23"), card="7", pose=(9, 0, 9), seconds=0.1)
    bench.see(bench.with_moves("T0>T25", "T16>T23"), card="3", pose=(0, 9, 30), seconds=2)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)
    asked = bench.table.verdict.question.consequences
    acts = [one.action for one in asked if isinstance(one, Act)]
    assert "5 T0>T5" in [GAME.write_action(bench.table.state, one) for one in acts]


def test_moves_of_three_cards_that_were_seen_explain_what_two_of_them_did_to_a_pawn() -> None:
    """Under one hand Red's 8, Blue's 9 and Green's 7, which calls the pawn that Blue has moved.

    Of these turns only the cards are seen.
    """
    bench = Bench("red")
    bench.glimpse("8", (0.0, 0.0, 3.0))
    bench.glimpse("9", (9.0, 0.0, 9.0))
    shown = bench.with_moves("T0>T8", "T16>T38=hidden", "T32>T39")
    bench.see(shown, card="7", pose=(0, 9, 30), seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)


def test_a_first_card_read_with_doubt_explains_what_the_second_alone_does_not() -> None:
    """Red's 10, read with 85 %, and Blue's partner card, which leads the same pawn on, in a second.

    Before, only the partner card counted, and both were objected to as one wrong move.
    """
    bench = Bench("red")
    bench.glimpse("10", sure=0.85)
    shown = bench.with_moves("T0>T13", "T48>T49")
    bench.see(shown, card="partner", pose=(9, 0, 9), seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)


def _begin_at(**pawns: str) -> Bench:
    """Return a table where Red is on turn, pawns stand so, and nobody's cards are known."""
    where = agent_dog.position("6", **pawns)
    state: Any = Position(GAME, read_position(where)).public.state
    bench = Bench()
    bench.table = bench.table.but(state=state._replace(hands=((UNKNOWN_CARD,) * 2,) * 4))
    bench.see(bench.shown(), card="none", seconds=1)
    return bench


def _lead_one_pawn_on(*, middle_sure: float) -> Bench:
    """Return a table where Red's 6, Blue's 12 and Green's 3 lead one pawn on, all cards seen."""
    bench = _begin_at(red="T0", blue="T40", green="T30", yellow="T50")
    bench.glimpse("6", (0.0, 0.0, 3.0), sure=0.85)
    bench.glimpse("12", (9.0, 0.0, 9.0), sure=0.85)
    doubts = {"T6": {"": middle_sure, "hidden": 1 - middle_sure}}
    shown = bench.with_moves("T0>T21")
    bench.see(shown, card="3", pose=(0, 9, 30), seconds=3, doubts=doubts)
    return bench


@pytest.mark.parametrize("middle_sure", [0.999, 0.8])
def test_three_turns_of_one_pawn_are_asked_about(middle_sure: float) -> None:
    """Where it stood between two of them may be seen badly.

    Before, all of it was then objected to as the move of the card on top.
    """
    bench = _lead_one_pawn_on(middle_sure=middle_sure)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)


@pytest.mark.parametrize("watched", [False, True], ids=["without power", "watched"])
def test_an_exchange_that_nobody_saw_may_have_come_before_the_next_one_s_move(
    *, watched: bool
) -> None:
    """Without power Red exchanges two turned-over pawns, which shows nothing, and Blue plays a 9.

    Before, people were told that it is Red's turn. If all was watched, that is so.
    """
    bench = _begin_at(red="T6", blue="T40", green="T22", yellow="T30")
    bench.table = bench.table.but(rested=watched)
    bench.see(bench.with_moves("T40>T49"), card="9", pose=(9, 0, 30), seconds=10)
    if watched:
        assert isinstance(bench.table.verdict, Objecting)
        return
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)
    asked = bench.table.verdict.question.consequences
    assert {GAME.card_of(one.action) for one in asked if isinstance(one, Act)} == {"exchange"}


def test_a_card_seen_between_two_others_may_have_left_no_trace() -> None:
    """Red's 5, Blue's exchange of two turned-over pawns, and Green's 9, all seen to be laid.

    Before, all was objected to, as a 9 moves one pawn.
    """
    bench = _begin_at(red="T0", blue="T6", green="T40", yellow="T22")
    bench.glimpse("5", (0.0, 0.0, 3.0))
    bench.glimpse("exchange", (9.0, 0.0, 9.0))
    bench.see(bench.with_moves("T0>T5", "T40>T49"), card="9", pose=(0, 9, 30), seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)


def test_people_are_asked_about_cards_that_were_seen_before_any_that_only_fit() -> None:
    """Red's 6, Blue's 3, and a 5, which leads Red's pawn on, are all seen, though with doubt.

    Before, Red was asked about an 11, which nobody had laid.
    """
    bench = _begin_at(red="T0", blue="T16", green="T40", yellow="T50")
    bench.glimpse("6", (0.0, 0.0, 3.0), sure=0.85)
    bench.glimpse("3", (9.0, 0.0, 9.0), sure=0.85)
    shown = bench.with_moves("T0>T11", "T16>T19")
    bench.see(shown, card="5", pose=(0, 9, 30), seconds=3, card_sure=0.8)
    assert isinstance(bench.table.verdict, Asking)
    asked = bench.table.verdict.question.consequences
    assert [one.laid.card for one in asked if isinstance(one, Act)] == ["6"]


def test_a_card_upon_its_like_may_be_the_next_player_s() -> None:
    """Red's 5 is seen with doubt, then Green's 5 a little aside, and both of their pawns moved.

    Before, the first card counted as pushed, and two pawns as moved by it.
    """
    bench = Bench("red")
    bench.glimpse("5", (0.0, 0.0, 3.0), sure=0.85)
    shown = bench.with_moves("T0>T5", "T16>T21")
    bench.see(shown, card="5", pose=(9, 0, 30), doubts={"T5": {"": 0.6, "red": 0.4}}, seconds=3)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Asking)


def test_what_was_played_while_nobody_saw_the_pile_breaks_no_rule_for_its_last_card() -> None:
    """The same three turns, the pile out of sight for longer than two of them take.

    All that differs is shown. Before, the 3 that comes to light was said to have moved two.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T25", "T16>T23"), card="", seconds=4)
    bench.see(bench.with_moves("T0>T25", "T16>T23"), card="3", pose=(0, 9, 30), seconds=4)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Disagreeing)


def test_while_nobody_sees_the_pile_a_card_that_is_named_is_not_held_against_all() -> None:
    """The same while the pile is still out of sight, and people name the last of the three cards.

    Before, the time counted only once the pile was seen again.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T25", "T16>T23"), card="", seconds=4)
    bench.touch(NameCard(Card("3")))
    bench.look_on(4)
    assert bench.accused() == []
    assert isinstance(bench.table.verdict, Disagreeing)


def test_a_card_that_came_to_light_is_not_taken_for_one_that_was_laid() -> None:
    """Red's 5 lies beneath another, which is taken away; Blue's card is covered by Green's unseen.

    It may be a copy of Red's. Before, the 5 was put on record for it.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.see(bench.shown(), card="5", pose=(9, 0, 30), seconds=2)
    bench.hand()
    bench.see(bench.with_moves("T16>T21"), card="3", pose=(0, 9, 60), seconds=3)
    assert bench.kinds == [Kind.ACCEPTED, Kind.ASKED]


def test_a_card_is_not_inferred_from_two_moves_of_which_a_look_showed_the_first() -> None:
    """Nobody sees the pile; Red's pawn stands three on for an instant, then Blue leads it to eight.

    Before, Red's 8 went on record.
    """
    bench = Bench("red")
    bench.see(bench.with_moves("T0>T3"), card="", seconds=0.1)
    bench.see(bench.with_moves("T0>T8"), card="", seconds=2)
    assert isinstance(bench.table.verdict, Asking | AskingCard)


def test_a_pawn_in_nobody_s_nest_may_have_gone_where_its_card_leads_it_else() -> None:
    """It has left its place, and the next pawn stands where one of its two ways would have ended.

    Before, that way went on record, as if the pawn were only still to be taken home.
    """
    kinds = _referee_capture(*next(_list_captured_perhaps()))
    assert Kind.ACCEPTED not in kinds
    assert Kind.ASKED in kinds


def test_a_pawn_in_nobody_s_nest_went_where_its_like_moved_by_the_same_card_shows() -> None:
    """A card moved two pawns; one still stands where it went, the other was captured and left out.

    Before, the first move was asked about, and the next player's fault passed over.
    """
    state = _replay(seed=1, number=97)
    public = Position(GAME, state).public
    first = _find(public, "partner T0>T3 T20>T21")
    second = _find(public.follow(first.action).public, "9 T12>T21 xT21")
    kinds = _referee_capture(state, first, second)
    assert kinds == [Kind.ACCEPTED, Kind.WAITING, Kind.OBJECTED]


def _referee_capture(state: Any, first: Candidate, second: Candidate) -> list[Kind]:
    """Return what was judged where a second move captures upon a first, and takes no pawn home.

    Of the first one only its card was seen.
    """
    (taken,) = (one for one in second.steps if one.kind is StepKind.CAPTURED)
    left = list(second.after.pieces)
    left.remove((Place(f"{taken.piece}.nest"), taken.piece))
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(GAME.placement(state), card="none", seconds=1)
    bench.glimpse(first.card or "", (0.0, 0.0, 3.0))
    bench.see(Placement(tuple(left)), card=second.card or "", pose=(2.0, 0.0, 9.0), seconds=8)
    return bench.kinds


def _list_captured_perhaps() -> Iterator[tuple[Any, Candidate, Candidate]]:
    """Yield a move by a card with two ways, and the next player's capture of what it moved."""
    for state in itertools.chain.from_iterable(map(states, range(2, 9))):
        position = Position(GAME, state).public
        for first in list_candidates(position):
            if first.card != "1/11" or [one.kind for one in first.steps] != [StepKind.MOVED]:
                continue
            (step,) = first.steps
            for second in list_candidates(position.follow(first.action).public):
                taken = [one for one in second.steps if one.kind is StepKind.CAPTURED]
                simple = len(second.changes) == 3 and second.card != first.card
                if simple and [(one.source, one.piece) for one in taken] == [
                    (step.target, step.piece)
                ]:
                    yield state, first, second


@pytest.mark.parametrize(("blue", "may_be_right"), [("T16>T25", True), ("T16>T24", False)])
def test_a_card_that_came_down_beneath_another_is_asked_about(
    blue: str, may_be_right: bool
) -> None:
    """Two cards in one movement, the 9 on top; then Red moves by the other one, and Blue by the 9.

    Before, people were told that a 9 moves one pawn. If Blue moves 8 spaces, they still are.
    """
    bench = Bench("red")
    bench.see(bench.table.placement, card="9", seconds=2)
    bench.see(bench.with_moves("T0>T5", blue), card="9", seconds=2)
    assert isinstance(bench.table.verdict, Asking if may_be_right else Objecting)
    if isinstance(bench.table.verdict, Asking):
        asked = bench.table.verdict.question.consequences
        acts = [one.action for one in asked if isinstance(one, Act)]
        assert "5 T0>T5" in [GAME.write_action(bench.table.state, one) for one in acts]
