"""What is expected where no camera looks stands on places that are made for it."""

from __future__ import annotations

import random

import pytest

from hardware.board import Board
from tablet_companion.games.core import EMPTY
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.referee.explaining.evidence import contents
from tablet_companion.referee.model.differences import find_differences, lay_out, read_spots
from tablet_companion.referee.model.table import new_table
from tests.conformance.walk import GAMES, positions


def _kind_of(board: Board, piece: str) -> str:
    """Return a piece's kind, nothing for one that the board does not name."""
    kinds = board.pieces.items()
    return next((name for name, kind in kinds if piece in (*kind.colours, "hidden")), "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_piece_is_expected_on_a_place_for_its_kind(game: AnyGame) -> None:
    """No pawn on a card's place, nor the other way about; and nothing on the board is left out."""
    board = printed.board(game.name)
    areas, holds = areas_of(board, game.name), holds_of(board)
    states = list(positions(game, 10))
    for state in random.Random(4).sample(states, min(12, len(states))):
        table = new_table(game, areas, "en").but(state=state, holds=holds)
        placement = game.placement(state)
        for place, piece in lay_out(placement, areas, holds).items():
            kinds, kind = board.by_name[place].holds, _kind_of(board, piece)
            hidden_card = piece == "hidden" and "card" in kinds
            assert not kinds or hidden_card or not kind or kind in kinds, (place, piece)
        assert not find_differences(table, placement)
        shown = [piece for piece in read_spots(table).values() if piece != EMPTY]
        there = (len(held) for area, held in contents(placement).items() if area in areas)
        assert len(shown) == sum(there)
