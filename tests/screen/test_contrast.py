"""What is written can be read by weak eyes: contrast as WCAG 2.2 asks for, level AA."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Seat
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import bands
from tablet_companion.screen.toolkit.drawing import Box, Fill
from tablet_companion.screen.toolkit.theme import VISIBLE, contrast
from tests.screen.checks import faint
from tests.screen.looks import BOARD, look
from tests.screen.situations import situations


def test_every_text_stands_out() -> None:
    """No line has less contrast with its ground than 4.5, for colour-blind people neither."""
    given = look("7 inches")
    found = {
        name: [*faint(scenes.page(panel, given, local), given)]
        for name, (panel, local) in situations().items()
    }
    assert not {name: lines for name, lines in found.items() if lines}


@pytest.mark.parametrize("seat", BOARD.colours)
def test_whose_turn_it_is_stands_out(seat: str) -> None:
    """The block and stripe of every seat can be told from the band they are on."""
    given = look("7 inches")
    band = bands.turn_band("", Seat(seat), Box(0, 0, 800, 70), given)
    plain, block, stripe = (item for item in band.items if isinstance(item, Fill))
    assert contrast(block.colour, plain.colour) >= VISIBLE
    assert block.colour == stripe.colour


def test_contrast_is_that_of_the_standard() -> None:
    """Black on white is 21, equal colours 1, and mid grey on white what WCAG says: 4.48."""
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
