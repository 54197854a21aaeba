"""Rules and board of a game name the same places and pieces."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.core import HIDDEN
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tests.conformance.walk import GAMES, positions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_board_has_what_the_rules_speak_of(game: AnyGame) -> None:
    """Every place and piece of a position is in the board's file, or has words of its own.

    No camera would ever see another there, and nobody would learn why.
    """
    board, terms = printed.board(game.name), games.terms(game.name)
    pieces = {HIDDEN, *board.colours, *terms.pieces}
    for state in positions(game, 12):
        for area, piece in game.placement(state).pieces:
            below, _, end = area.rpartition(".")
            on_top = below in board.areas and end in pieces
            known = area in board.areas or on_top or end in terms.beside
            assert known, f"board.toml has no place {area!r}, on which the rules put {piece!r}"
            assert piece in pieces, f"board.toml has no piece {piece!r}, as stands on {area!r}"
