"""Predicates of the DOG family name the rule, and the squares that it is broken on."""

from __future__ import annotations

import pytest

from tablet_companion.games.dog_family import predicates, rules, track
from tablet_companion.games.dog_family.predicates import Fault

FINISH = track.finish(0)
NOBODY = (0,) * track.SQUARES


def standing(*squares: int) -> bytes:
    """Return a board with a pawn of the first colour on these squares."""
    return bytes(int(square in squares) for square in range(track.SQUARES))


@pytest.mark.parametrize("met", [FINISH, FINISH + 1, FINISH + 2])
def test_who_is_met_in_a_finish_is_named(met: int) -> None:
    """From the first square to the last, and nobody outside of them."""
    board = standing(5, met, FINISH + 3)
    found = predicates.way_inside(board, FINISH, FINISH + 2)
    assert found == Fault(rules.FINISH_JUMP, (met,))


def test_inside_a_finish_the_very_next_square_is_in_the_way() -> None:
    """A pawn that goes on in its finish passes all squares after its own."""
    board = standing(FINISH, FINISH + 1)
    found = predicates.obstacles(board, FINISH, FINISH + 2, NOBODY)
    assert found == (Fault(rules.FINISH_JUMP, (FINISH + 1,)),)


def test_a_protected_pawn_bars_the_way_into_its_finish() -> None:
    """Who comes home past a start passes what stands on it, before anything inside."""
    board = standing(track.STARTS[0])
    guards = tuple(board)
    found = predicates.obstacles(board, track.LAP - 4, FINISH + 1, guards)
    assert [one.rule for one in found] == [rules.PROTECTED]
    assert found[0].squares == (track.STARTS[0],)
    assert predicates.obstacles(board, track.LAP - 4, FINISH + 1, NOBODY) == ()


@pytest.mark.parametrize(
    ("legs", "captured"),
    [(((3, 5), (1, 2)), ()), (((1, 2), (3, 5)), (9, 8)), (((1, 1), (3, 5)), ())],
)
def test_legs_and_captures_have_one_order(
    legs: tuple[tuple[int, int], ...], captured: tuple[int, ...]
) -> None:
    """Either out of order, or a leg that leads nowhere, is another form of the same play."""
    assert predicates.one_form(legs, captured) is not None
    assert predicates.one_form(((1, 2), (3, 5)), (8, 9)) is None
