"""Page and picture stand beside each other wherever there is room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tablet_companion.screen.toolkit.sidebyside import Size, spread

PICTURE = 1280, 914
sides = st.integers(320, 3000)
sizes = st.tuples(sides, sides)


@given(page=sizes, picture=sizes, screen=sizes)
def test_windows_that_are_clear_of_each_other_share_no_pixel(
    page: Size, picture: Size, screen: Size
) -> None:
    """Nor does the picture reach beyond the screen, or lose its shape."""
    spots = spread(page, picture, screen)
    (x, y), (width, height) = spots.picture_at, spots.picture_size
    right, bottom = spots.page_at[0] + page[0], spots.page_at[1] + page[1]
    assert not spots.clear or x >= right or y >= bottom
    assert x + width <= screen[0] or not spots.clear
    assert y + height <= screen[1] or not spots.clear
    assert width <= picture[0]
    assert abs(width / picture[0] - height / picture[1]) < 0.01


def test_common_screens() -> None:
    """A large screen shows both in full size, a usual one a smaller table, a small one overlaps."""
    large = spread((800, 480), PICTURE, (2600, 1500))
    assert large.clear
    assert large.picture_size == PICTURE
    usual = spread((800, 480), PICTURE, (1920, 1080))
    assert usual.clear
    assert usual.picture_at[0] >= 808
    assert usual.picture_size[0] > 1000
    upright = spread((800, 480), PICTURE, (1080, 1920))
    assert upright.clear
    assert upright.picture_at[1] > 480
    small = spread((800, 480), PICTURE, (1366, 768))
    assert not small.clear
    assert small.picture_size[1] > 600
