"""Splitting and wrapping, for any sizes."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Box, Role


def width(text: str, _: Role, size: int) -> int:
    """Return the width of a text in a typeface whose letters are all as wide as high."""
    return len(text) * size


@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=6), st.integers(0, 20), st.integers(300, 900)
)
def test_rows_keep_their_heights_and_stay_inside(heights: list[int], gap: int, high: int) -> None:
    """Rows have the heights asked for, follow each other at the gap, and none leaves the box."""
    box = Box(5, 7, 100, high)
    found = layout.rows(box, heights, gap)
    assert [row.h for row, height in zip(found, heights, strict=True) if height] == [
        height for height in heights if height
    ]
    assert found[0].y == box.y
    assert all(below.y - row.bottom == gap for row, below in itertools.pairwise(found))
    assert found[-1].bottom <= max(box.bottom, box.y + sum(heights) + gap * (len(heights) - 1))


@given(st.text("ab ", max_size=120), st.integers(5, 40))
def test_wrapping_keeps_every_letter_and_the_width(text: str, letters: int) -> None:
    """No line is too wide, and without the hyphens put in all letters are still in order."""
    lines = layout.wrap(text, letters * 10, Role.TEXT, 10, width)
    assert all(width(line, Role.TEXT, 10) <= letters * 10 for line in lines)
    assert "".join(lines).replace(" ", "").replace("-", "") == text.replace(" ", "")


def test_a_space_that_must_not_break_does_not() -> None:
    """A French question mark stays with its word, which goes to the next line as a whole."""
    lines = layout.wrap("Qu’y a-t-il\u00a0?", 10, Role.BOLD, 1, width)
    assert lines == ("Qu’y", "a-t-il\u00a0?")


def test_the_largest_size_that_fits_is_taken() -> None:
    """Two words in two lines of 20 rather than one line of 10; without room, an ellipsis."""
    assert layout.fit_text("abc def", (70, 60), (20, 10), Role.TEXT, width).lines == ("abc", "def")
    assert layout.fit_text("abc def", (70, 20), (20, 12, 10), Role.TEXT, width).size == 10
    assert layout.fit_text("abcdef", (70, 60), (20, 11, 10), Role.TEXT, width).size == 11
    cut = layout.fit_text("abc def ghi", (40, 13), (20, 10), Role.TEXT, width)
    assert cut.lines == ("abc…",)
    assert cut.size == 10


def test_a_last_number_and_a_product_are_not_broken() -> None:
    """What is counted or measured stays beside its count, also after a colon that stands apart."""
    lines = layout.wrap("reste\u00a0: 4 × 1000, 4 × 500", 12, Role.TEXT, 1, width)
    assert lines == ("reste\u00a0:", "4 × 1000,", "4 × 500")
    assert layout.wrap("Touchez la ligne à 5 cm.", 21, Role.TEXT, 1, width)[-1] == "à 5 cm."
    assert (
        layout.wrap("Misé sur Jaune\u00a0: 500", 12, Role.TEXT, 1, width)[-1] == "Jaune\u00a0: 500"
    )


def test_a_path_is_broken_after_its_marks() -> None:
    """No hyphen is put into the name of a file, and its letters need not shrink for it."""
    found = layout.set_paragraph("See /etc/companion/table.toml.", 16, Role.TEXT, 1, width)
    assert found.lines == ("See", "/etc/companion/", "table.toml.")
    assert found.whole_words
