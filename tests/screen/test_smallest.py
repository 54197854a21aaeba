"""The smallest page that the settings allow: little room, and never a fault."""

from __future__ import annotations

import numpy as np
import pytest

from tablet_companion.config import MIN_SIDE_PX
from tablet_companion.screen.toolkit.drawing import Box, Circle, Group, Image, Page
from tablet_companion.screen.toolkit.paint import render

SIZE = MIN_SIDE_PX, MIN_SIDE_PX


@pytest.mark.parametrize("box", [Box(0, 0, -5, 40), Box(0, 0, 40, 0), Box(9, 9, -1, -1)])
def test_a_board_that_has_no_room_is_left_out(box: Box) -> None:
    """What is left for it after words and keys may be less than nothing."""
    dot = Circle((5, 5), 3, (255, 255, 255))
    picture = Image(box, (1, 1), b"\xff\xff\xff")
    drawn = render(Page(SIZE, (Group(box, (dot,)), picture)), (0, 0, 0))
    assert not np.any(drawn)
