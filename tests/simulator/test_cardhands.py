"""Hands at a table of cards put pawns where pawns can stand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.kit import printed
from tablet_companion.simulator.house import make_table

_DISC_MM = 21.0
"""About the radius of the disc on a card."""


@pytest.mark.parametrize("seed", range(8))
def test_a_second_pawn_stands_beside_the_first_and_on_the_card(seed: int) -> None:
    """However sloppily the first was put, neither is in the other, nor off the card's disc."""
    board = printed.board("wink")
    table, hands = make_table(board, "wink", np.random.default_rng(seed))
    cards = [Place(name) for name in ("1", "8", "16", "36")]
    colours = [Piece(colour) for colour in board.pieces["pawn"].colours]
    standing = [(card, colours[2 * n + k]) for n, card in enumerate(cards) for k in range(2)]
    lying = [(card, Piece(card)) for card in cards]
    hands.set_up(Placement(tuple(sorted([*lying, *standing]))))
    pawns = {pawn.colour: pawn for pawn in table.scene.pawns}
    for index, card in enumerate(cards):
        one, two = (pawns[colour] for colour in colours[2 * index : 2 * index + 2])
        apart = math.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)
        assert apart > board.pawn.diameter_mm
        spot = board.by_name[f"{card}.card"]
        for pawn in (one, two):
            assert math.hypot(pawn.x_mm - spot.x_mm, pawn.y_mm - spot.y_mm) < _DISC_MM
