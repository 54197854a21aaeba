"""The way back from what the table shows: every piece that can be told has its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pytest

from tablet_companion import games
from tablet_companion.games.core import HIDDEN, Piece, Place, Placement, Rule, Step, StepKind
from tablet_companion.referee.model.traces import Trace, trace_pieces
from tablet_companion.referee.model.way_back import find_way_back

GREEN, BLUE, RED = Piece("green"), Piece("blue"), Piece("red")
NEST, HOLE, SPACE = Place("green.nest"), Place("T62"), Place("T63")


def _shows(*pieces: tuple[Place, Piece]) -> Placement:
    return Placement(tuple(sorted(pieces)))


def test_a_pawn_lies_turned_over_where_another_one_lay() -> None:
    """Blue came out of the hole and Green went in: each is led back, though the hole looks alike.

    Before, Green was merely missing, and nobody was told where it lay.
    """
    shown = _shows((HOLE, HIDDEN), (SPACE, BLUE))
    steps = find_way_back(shown, _shows((HOLE, HIDDEN), (NEST, GREEN)))
    ways = [(step.source, step.target) for step in steps if step.source != step.target]
    assert ways == [(HOLE, NEST), (SPACE, HOLE)]


@pytest.mark.parametrize("home", [(), (Place("T1"), Place("T2"))])
def test_a_spare_piece_is_not_led_beneath_a_turned_over_one(home: tuple[Place, ...]) -> None:
    """Where all of Blue's are in the open, a blue one in Green's nest never lay in the hole.

    Before, the two were to be exchanged, again and again, whatever came to light.
    """
    others = [*((place, BLUE) for place in home), (SPACE, GREEN), (HOLE, HIDDEN)]
    ways = find_way_back(_shows(*others, (NEST, BLUE)), _shows(*others, (NEST, GREEN)))
    assert (not ways) == bool(home)


def test_a_hole_that_is_empty_now_hides_nothing() -> None:
    """One of two pawns turned over came out of its hole: what is missing lies in the other hole."""
    other = Place("T2")
    shown = _shows((HOLE, HIDDEN), (Place("T3"), RED), (SPACE, BLUE))
    steps = find_way_back(shown, _shows((HOLE, HIDDEN), (other, HIDDEN), (NEST, GREEN)))
    ways = {(step.source, step.target) for step in steps if step.source != step.target}
    assert ways == {(HOLE, NEST), (SPACE, HOLE), (Place("T3"), other)}


def test_which_of_two_holes_it_was_is_not_guessed() -> None:
    """With two pawns turned over, the one that is missing may lie in either of the holes."""
    other = (Place("T2"), HIDDEN)
    shown = _shows((HOLE, HIDDEN), other, (SPACE, BLUE))
    assert not find_way_back(shown, _shows((HOLE, HIDDEN), other, (NEST, GREEN)))


def test_which_of_two_pawns_lay_in_a_hole_is_not_guessed() -> None:
    """One came out of the hole, and one is another game's: no arrow leads the wrong one in.

    Before, the first of them was led into the hole, and stayed there turned over.
    """
    shown = _shows((SPACE, RED), (Place("T8"), GREEN))
    assert not find_way_back(shown, _shows((HOLE, HIDDEN)))


@pytest.mark.parametrize("hole", [HOLE, Place("T14")])
def test_every_piece_is_led_back_even_if_the_nearest_match_would_leave_one_over(
    hole: Place,
) -> None:
    """Blue was turned up out of the hole, Green turned over into another: both find their places.

    Before, what lies in the one hole went back into the other, and Green was merely missing.
    """
    other = Place("T50")
    shown = _shows((other, HIDDEN), (SPACE, BLUE))
    steps = find_way_back(shown, _shows((hole, HIDDEN), (Place("T48"), GREEN)))
    ways = {(step.source, step.target) for step in steps if step.source != step.target}
    assert ways == {(other, "T48"), (SPACE, hole)}


def test_pieces_go_back_the_way_they_came() -> None:
    """A pawn moved turned over and took another one, turned over, too; a third one is about.

    Before, the captured one was led to where the other had come from, and that one stayed.
    """
    moved = Step(StepKind.MOVED, HIDDEN, SPACE, HOLE, Rule(""))
    captured = Step(StepKind.CAPTURED, HIDDEN, HOLE, None, Rule(""))
    third = (Place("T2"), HIDDEN)
    before = _shows((HOLE, HIDDEN), (SPACE, HIDDEN), third, (NEST, GREEN))
    after = _shows((HOLE, HIDDEN), third, (NEST, GREEN), (NEST, GREEN))
    traces = trace_pieces((captured, moved), before, after)
    back = find_way_back(after, before, traces)
    assert _ways(back) == [(HOLE, SPACE), (NEST, HOLE)]
    forward = find_way_back(before, after, [one.reverse() for one in traces])
    assert _ways(forward) == [(HOLE, NEST), (SPACE, HOLE)]
    halfway = _shows((SPACE, HIDDEN), third, (NEST, GREEN), (NEST, GREEN))
    assert _ways(find_way_back(halfway, before, traces)) == [(NEST, HOLE)]


def test_what_has_left_is_not_looked_for_where_no_camera_sees() -> None:
    """A pawn was taken off its card again and lies in its home, which no camera sees: all is well.

    It was asked for without end, from where it no longer stood.
    """
    before, after = _shows((NEST, GREEN)), _shows((SPACE, GREEN))
    traces = trace_pieces([Step(StepKind.MOVED, GREEN, NEST, SPACE, Rule(""))], before, after)
    assert _ways(find_way_back(after, before, traces)) == [(SPACE, NEST)]
    assert not find_way_back(_shows(), before, traces)


def test_what_came_into_a_nest_is_not_what_left_it() -> None:
    """A specialist came, then a spy left: the spy was sent where specialists lie."""
    stack, (spy, specialist) = Place("green.stack"), (GREEN, Piece("green.specialist"))
    steps = [
        Step(StepKind.MOVED, specialist, stack, NEST, Rule("")),
        Step(StepKind.MOVED, spy, NEST, SPACE, Rule("")),
    ]
    before = _shows((stack, specialist), (NEST, spy), (NEST, spy))
    after = _shows((NEST, specialist), (NEST, spy), (SPACE, spy))
    back = find_way_back(after, before, trace_pieces(steps, before, after))
    assert {*_ways(back)} == {(SPACE, NEST), (NEST, stack)}


def test_where_two_pieces_of_unlike_colours_went_is_not_guessed() -> None:
    """Two pawns turned over were captured: which of them was red is not known from a page."""
    other = Place("T2")
    steps = [Step(StepKind.CAPTURED, HIDDEN, place, None, Rule("")) for place in (HOLE, other)]
    before = _shows((HOLE, HIDDEN), (other, HIDDEN))
    assert trace_pieces(steps, before, _shows((NEST, GREEN), (Place("red.nest"), RED))) == ()
    both = trace_pieces(steps, before, _shows((NEST, GREEN), (NEST, GREEN)))
    assert {(one.was, one.came) for one in both} == {
        ((place, HIDDEN), (NEST, GREEN)) for place in (HOLE, other)
    }


def test_a_piece_moved_twice_goes_back_all_the_way() -> None:
    """Two actions moved one pawn: its way leads from where it stands to where it came from."""
    middle = Place("T14")
    steps = [
        Step(StepKind.MOVED, RED, SPACE, middle, Rule("")),
        Step(StepKind.MOVED, RED, middle, HOLE, Rule("")),
    ]
    (one,) = trace_pieces(steps, _shows((SPACE, RED)), _shows((HOLE, HIDDEN)))
    assert (one.was, one.came) == ((SPACE, RED), (HOLE, HIDDEN))


def _ways(steps: Iterable[Step]) -> list[tuple[Place, Place | None]]:
    return [(step.source, step.target) for step in steps if step.source != step.target]


def test_pieces_that_one_move_leads_on_are_not_taken_for_each_other() -> None:
    """One comes to where another still stands: before, that one was led back to the first's."""
    first, second, third = Place("T54"), Place("T55"), Place("T58")
    steps = [
        Step(StepKind.MOVED, HIDDEN, first, second, Rule("")),
        Step(StepKind.MOVED, RED, second, third, Rule("")),
    ]
    before, after = _shows((first, HIDDEN), (second, RED)), _shows((second, GREEN), (third, HIDDEN))
    traces = {(one.was, one.came) for one in trace_pieces(steps, before, after)}
    assert traces == {
        ((first, HIDDEN), (second, GREEN)),
        ((second, RED), (third, HIDDEN)),
    }


def test_one_piece_is_not_led_to_two_places() -> None:
    """Two moves called pawns to one hole: before, the last was to go where each came from."""
    came, went = Place("T43"), Place("T5")
    shown = _shows((HOLE, HIDDEN), (SPACE, GREEN))
    traces = [
        Trace((went, RED), (HOLE, HIDDEN)),
        Trace((came, GREEN), (SPACE, GREEN)),
        Trace((came, GREEN), (HOLE, HIDDEN)),
    ]
    steps = find_way_back(shown, _shows((HOLE, HIDDEN), (came, GREEN), (went, RED)), traces)
    assert sorted(_ways(steps)) == [(HOLE, went), (SPACE, came)]


def test_like_pawns_are_not_led_crosswise() -> None:
    """Two red pawns that were both pushed on by five each went to the other's space, in DOG."""
    red = [(Place(f"T{space}"), RED) for space in (3, 5, 8, 10)]
    game = games.load("dog")
    count = partial(game.spaces, game.setup({}, game.seats))
    steps = find_way_back(_shows(*red[2:]), _shows(*red[:2]), (), count)
    assert {(step.source, step.target) for step in steps} == {("T8", "T3"), ("T10", "T5")}
