"""Pages as they are sent, and their pictures, which browsers can request."""

from __future__ import annotations

import json

import numpy as np

from tablet_companion.screen.toolkit.drawing import Box, Image, Page
from tablet_companion.screen.toolkit.labels import Labels
from tablet_companion.web.lines import Sheet
from tablet_companion.web.server import MAX_LINES
from tablet_companion.web.wire import Pictures, write_page


def image(shade: int) -> Image:
    """Return a grey picture."""
    return Image(Box(0, 0, 8, 8), (8, 8), np.full((8, 8, 3), shade, np.uint8).tobytes())


def test_the_board_of_a_page_outlasts_those_of_other_sizes() -> None:
    """Before, the first twelve were kept, however often a page used a later one."""
    pictures = Pictures()
    board = pictures.add(image(0))
    for shade in range(1, 99):
        pictures.add(image(shade))
        pictures.add(image(0))
    assert pictures.get(board) is not None
    assert pictures.get(pictures.add(image(98))) is not None


def test_every_telephone_may_have_its_own_size() -> None:
    """And no table keeps more than it can show."""
    pictures = Pictures()
    names = [pictures.add(image(shade)) for shade in range(200)]
    kept = [name for name in names if pictures.get(name) is not None]
    assert kept == names[-len(kept) :]
    assert MAX_LINES <= len(kept) <= 2 * MAX_LINES


def test_the_length_of_a_page_tells_no_hand() -> None:
    """Encryption hides no length: a stranger on the network could tell a long hand from a short."""
    hands = ("Joker", "10, Queen, Joker, 7, Ace", "Königin")
    pages = [
        write_page(Sheet(Page((390, 760), ()), Labels((hand,)), 1), (0, 0, 0), Pictures())
        for hand in hands
    ]
    assert len({len(page.encode()) for page in pages}) == 1
    assert [json.loads(page)["told"] for page in pages] == [[hand] for hand in hands]
