"""Nobody needs colours to play: seats, marks and bands differ in shape, too."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.games.core import Piece
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import MarkKind
from tablet_companion.screen.toolkit import boardview, paint
from tablet_companion.screen.toolkit.drawing import Circle, Item, Page, Polygon
from tablet_companion.screen.toolkit.marks import mark
from tablet_companion.screen.toolkit.theme import contrast
from tests.conformance.walk import GAMES
from tests.screen.colour_blind import VISIONS

SIDE = 40


def shape(items: tuple[Item, ...]) -> NDArray[np.bool_]:
    """Return which pixels of a small square are drawn, whatever their colour."""
    page = Page((SIDE, SIDE), items)
    return np.asarray((paint.render(page, (255, 0, 255)) != (255, 0, 255)).any(axis=2))


def differ(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Return how much of two shapes they do not share, 0 to 1."""
    return float((one ^ other).sum() / (one | other).sum())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_seat_has_a_shape_of_its_own(game: AnyGame) -> None:
    """No two seats' signs share more than nine tenths of their pixels."""
    signs = {seat: symbol(game, seat) for seat in game.seats}
    for one, other in itertools.combinations(game.seats, 2):
        assert differ(shape((signs[one],)), shape((signs[other],))) > 0.1, (one, other)


def symbol(game: AnyGame, seat: str) -> Polygon:
    """Return the sign on a seat's pawn."""
    drawn = boardview.pawn(printed.board(game.name), Piece(seat), (SIDE / 2, SIDE / 2), SIDE / 2)
    return next(item for item in drawn if isinstance(item, Polygon))


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sign_stands_out_from_its_pawn(game: AnyGame, vision: str) -> None:
    """The sign on a pawn has a contrast of 3 with it, for colour-blind people, too."""
    seen, board = VISIONS[vision], printed.board(game.name)
    for seat in game.seats:
        body, sign = boardview.pawn(board, Piece(seat), (20, 20), 20)
        assert isinstance(body, Circle)
        assert isinstance(sign, Polygon)
        assert body.colour is not None
        assert sign.colour is not None
        assert contrast(seen(body.colour), seen(sign.colour)) >= boardview.SIGN, seat


def test_every_mark_has_a_shape_of_its_own() -> None:
    """No two kinds of marks share more than four fifths of their pixels."""
    drawn = {kind: shape(mark(kind, (SIDE / 2, SIDE / 2), SIDE / 5)) for kind in MarkKind}
    for one, other in itertools.combinations(MarkKind, 2):
        assert differ(drawn[one], drawn[other]) > 0.2, (one, other)
