"""A card whose steps are only partly done is unfinished, and no fault, as long as it may go on."""

from __future__ import annotations

import itertools

import pytest

from tablet_companion.games.core import CHANCE, Card, Placement
from tablet_companion.games.dog import seven
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.games.dog.flow import fresh_after
from tablet_companion.games.dog.legal import plays_of
from tablet_companion.games.dog.state import field_of
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.board import carry
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.dog_family.table import placement
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.verdicts import Objecting, Verdict, Waiting
from tests.conformance.walk import walk
from tests.games.dog import GAME, HOME, on_table, position
from tests.referee.looks import AREAS
from tests.referee.watched import Watched

SEVEN = Card("7")


def see(state: State, now: Placement, card: str) -> tuple[Watched, Verdict]:
    """Return a table and its verdict three seconds after a card was laid and pieces moved."""
    table = Watched(GAME, state)
    table.table = table.table.but(areas=AREAS)
    table.see(Position(GAME, state).public.placement, 0.3, "none", 0.0)
    table.see(now, 3.0, card, 0.0)
    return table, table.table.verdict


def test_a_seven_stopped_after_four_spaces_is_left_to_do() -> None:
    """It was objected to after a second and a half, though three spaces more are legal."""
    state = read_position(position("7", red="T5", blue="T20"))
    table, verdict = see(state, on_table(position("7", red="T9", blue="T20")), "7")
    assert isinstance(verdict, Waiting)
    assert [(one.source, one.target) for one in verdict.todo] == [("T9", "T12")]
    table.see(on_table(position("7", red="T12", blue="T20")), 3.0, "7", 0.0)
    assert table.accepted == ["7 T5>T12"]


def test_a_pawn_passed_by_half_a_seven_may_still_be_in_the_hand() -> None:
    """It has to go home, and the seven has to go on: neither is a fault yet."""
    state = read_position(position("7", red="T5", blue="T7"))
    shown = on_table(position("7", red="T9", blue="T7"))
    held = Placement(tuple(one for one in shown.pieces if one[0] != "T7"))
    _, verdict = see(state, held, "7")
    assert isinstance(verdict, Waiting)
    ways = [(one.source, one.target) for one in verdict.todo]
    assert ways == [("T7", "blue.nest"), ("T9", "T12")]


@pytest.mark.parametrize("home", [False, True])
def test_pawns_passed_by_half_a_seven_may_still_stand(home: bool) -> None:
    """It was objected to after three seconds; the one that stands is named, not the other."""
    state = read_position(position("7", red="T5", blue="T7 T8"))
    shown = on_table(position("7", red="T9", blue="T8" if home else "T7 T8"))
    _, verdict = see(state, shown, "7")
    assert isinstance(verdict, Waiting)
    ways = [(one.source, one.target) for one in verdict.todo]
    assert ways == [*([] if home else [("T7", "blue.nest")]), ("T8", "blue.nest"), ("T9", "T12")]


def test_of_several_ways_to_go_on_with_one_play_the_shortest_is_said() -> None:
    """A pawn on the place of another of its colour has come from either: sorting that failed."""
    where = position("7", turn="blue", blue=HOME, yellow="T16 T19 T20 T21", red="T57 T63 F4")
    now = position("7", turn="blue", blue=HOME, yellow="T16 T20 T21", red="T57 T63 F4")
    rests = GAME.go_on(read_position(where), SEVEN, on_table(now))
    assert rests
    assert len({play for play, _ in rests}) == len(rests)


@pytest.mark.parametrize(
    ("card", "fresh", "now"),
    [("7", "", "T13"), ("7", "blue", "T14"), ("10", "", "T9")],
    ids=["too far", "no way on", "another card"],
)
def test_what_cannot_go_on_is_a_fault(card: str, fresh: str, now: str) -> None:
    """Eight spaces, spaces before a protected pawn, and the four of a 10 are not left to do."""
    red, blue = ("T12", "T16") if fresh else ("T5", "T20")
    state = read_position(position(card, fresh=fresh, red=red, blue=blue))
    _, verdict = see(state, on_table(position(card, red=now, blue=blue)), card)
    assert isinstance(verdict, Objecting)


def test_no_part_of_a_seven_that_may_go_on_is_objected_to() -> None:
    """Whatever pawns stopped on their way, in positions of a random game."""
    met = 0
    start = GAME.setup({"dealing": "people"}, GAME.seats)
    for state, _ in itertools.islice(walk(GAME, start, seed=6, most=200), 20, None, 9):
        if GAME.actor(state) in (None, CHANCE) or not plays_of(state, SEVEN):
            continue
        whole = {carry(state, play)[:2] for play in plays_of(state, SEVEN)}
        for steps in (2, 5):
            for legs, captured in seven.outcomes(field_of(state), steps)[:2]:
                part = Play(SEVEN, legs, captured)
                board, nests, _ = carry(state, part)
                fresh = fresh_after(state.fresh, part)
                between = state._replace(board=board, nests=nests, fresh=fresh)
                rests = seven.outcomes(field_of(between), 7 - steps)
                if {carry(between, Play(SEVEN, *rest))[:2] for rest in rests} & whole:
                    met += 1
                    _, verdict = see(state, placement(between), "7")
                    assert not isinstance(verdict, Objecting), (legs, captured)
    assert met > 10
