"""Positions of two windows: the page, and a picture beside it that must not cover it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_GAP_PX: Final = 8
_TITLE_PX: Final = 34
"""The approximate height of a window manager's title bar."""
_MIN_SCALE: Final = 0.5
"""The smallest scale at which a picture can be used with a mouse."""

Size = tuple[int, int]
At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the windows' insides begin, how large the picture is, and whether it hides no page."""

    page_at: At
    picture_at: At
    picture_size: Size
    clear: bool


def spread(page: Size, picture: Size, screen: Size) -> Spread:
    """Return where the windows stand: side by side, one above the other, or else overlapping.

    The picture is shrunk where there is not enough room for it, but never enlarged. Where even
    half its size has no room beside the page it stands in the lower right corner, as large as the
    screen allows, and the page has to be in front.
    """
    page_at = _GAP_PX, _TITLE_PX
    right = page_at[0] + page[0] + _GAP_PX, _TITLE_PX
    below = _GAP_PX, page_at[1] + page[1] + _TITLE_PX
    scale, at = max(
        (_scale(picture, right, screen), right), (_scale(picture, below, screen), below)
    )
    if scale >= _MIN_SCALE:
        return Spread(page_at, at, _scaled(picture, scale), clear=True)
    size = _scaled(picture, max(0.1, _scale(picture, page_at, screen)))
    free = screen[0] - size[0] - _GAP_PX, screen[1] - size[1] - _GAP_PX - _TITLE_PX
    corner = max(0, free[0]), max(0, free[1])
    return Spread(page_at, corner, size, clear=False)


def _scale(picture: Size, at: At, screen: Size) -> float:
    """Return how large the picture can be in what is right of and below a point, 1 at most.

    Some window managers take the point for the insides', some for the title bar's corner.
    """
    room = (screen[0] - at[0] - _GAP_PX, screen[1] - at[1] - _GAP_PX - _TITLE_PX)
    return min(1.0, room[0] / picture[0], room[1] / picture[1])


def _scaled(size: Size, scale: float) -> Size:
    return round(size[0] * scale), round(size[1] * scale)
