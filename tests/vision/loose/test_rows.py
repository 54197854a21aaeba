"""Where unseen cards lie is told by the rows of the others, and not by one row alone."""

from __future__ import annotations

import numpy as np
import pytest

from tablet_companion.kit import printed
from tablet_companion.vision.loose_cards.memory import CardPosition, expected_positions

SHIFT = np.array([-300.0, -220.0])
"""Where the board file's origin lies on the table."""


def lying(rows: int) -> dict[str, CardPosition]:
    """Return the cards of the first rows, as the board file has them."""
    cards = [place for place in printed.board("wink").places if "card" in place.holds]
    tops = sorted({place.y_mm for place in cards})[:rows]
    return {
        place.area: CardPosition(np.array([place.x_mm, place.y_mm]) + SHIFT, 0.0)
        for place in cards
        if place.y_mm in tops
    }


@pytest.mark.parametrize("rows", [2, 3])
def test_rows_tell_where_the_other_cards_lie(rows: int) -> None:
    """Two rows are enough."""
    board = printed.board("wink")
    found = expected_positions(board, lying(rows))
    assert len(found) == 36 - len(lying(rows))
    for name, card in found.items():
        place = board.by_name[f"{name}.card"]
        assert card.centre == pytest.approx(np.array([place.x_mm, place.y_mm]) + SHIFT, abs=0.1)


def test_one_row_does_not_tell_where_the_other_cards_lie() -> None:
    """They were expected decimetres away, and counted as gone where the table was bare there."""
    board, seen = printed.board("wink"), lying(1)
    assert len(seen) >= 6
    assert expected_positions(board, seen) == {}
