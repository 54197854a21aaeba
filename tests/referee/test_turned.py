"""Pieces tell that a board lies turned that looks alike so, and nothing else is taken for that."""

from __future__ import annotations

import random

import pytest

from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.kit import printed
from tablet_companion.kit.boards import find_turns
from tablet_companion.referee.model.board_turned import find_turn
from tablet_companion.referee.model.effects import Kind
from tests.referee.bench import GAME, Bench
from tests.referee.looks import look

TURNS = find_turns(printed.board(GAME.name))


def _turn(shown: dict[str, str], quarters: int) -> dict[str, str]:
    """Return how pieces are read if the board lies turned."""
    return {str(read): shown.get(true, EMPTY) for read, true in TURNS[quarters].items()}


def _find(bench: Bench, shown: dict[str, str], covered: tuple[str, ...] = ()) -> int:
    return find_turn(
        bench.table.but(
            reading=look({Place(at): Piece(one) for at, one in shown.items()}, covered=covered)
        ),
        TURNS,
    )


@pytest.mark.parametrize("quarters", TURNS)
def test_a_board_that_lies_turned_is_told_by_its_pieces(quarters: int) -> None:
    """Also if a move was made meanwhile, or a hand covers a nest."""
    bench = Bench()
    assert _find(bench, _turn(bench.shown(), quarters)) == quarters
    moved = _turn(bench.with_moves("T0>T5"), quarters)
    assert _find(bench, moved) == quarters
    nest = tuple(f"red.N{number}" for number in (1, 2, 3))
    assert _find(bench, moved, nest) == quarters


@pytest.mark.parametrize("seed", range(20))
def test_what_people_do_is_not_taken_for_a_turned_board(seed: int) -> None:
    """Nothing, moves of any pieces to anywhere, or all swept off the board."""
    bench, chance = Bench(), random.Random(seed)
    shown = bench.shown()
    pieces = [place for place, piece in shown.items() if piece != EMPTY]
    for place in chance.sample(pieces, seed % 17):
        free = [one for one in TURNS[2] if shown.get(one, EMPTY) == EMPTY]
        shown[chance.choice(free)], shown[place] = shown[place], EMPTY
        assert _find(bench, shown) == 0
    assert _find(bench, {}) == 0


def test_a_turned_board_is_noticed_though_its_nests_are_in_doubt() -> None:
    """Before, a card was asked for, then a single pawn missed, and only then the board named."""
    bench = Bench()
    shown = {at: one for at, one in _turn(bench.with_moves("T0>T3"), 2).items() if one != EMPTY}
    doubts = {at: {one: 0.93, EMPTY: 0.07} for at, one in shown.items() if "N" in at}
    bench.see(shown, card="3", card_sure=0.8, seconds=5, doubts=doubts)
    assert bench.kinds == [Kind.OUT_OF_STEP]
