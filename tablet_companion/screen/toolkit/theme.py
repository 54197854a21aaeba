"""Colours and sizes. Sizes come from the screen's real size: what a finger and an eye need."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import Final

from tablet_companion.screen.toolkit.drawing import Rgb

MM_PER_INCH: Final = 25.4
EM_PER_X_HEIGHT: Final = 1.82
"""In B612 a lower-case x is 0.55 of the size high (OS/2 table: sxHeight 1100 of 2000)."""


VISIBLE: Final = 1.6
"""The least contrast of a coloured block with the page: it need not be read, only be seen."""


@functools.lru_cache(maxsize=1024)
def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Rgb) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of everything that is neither board nor piece."""

    ground: Rgb = (17, 22, 38)
    raised: Rgb = (31, 39, 62)
    line: Rgb = (92, 104, 138)
    text: Rgb = (250, 240, 222)
    soft: Rgb = (190, 190, 196)
    main: Rgb = (240, 178, 80)
    on_main: Rgb = (34, 26, 12)
    amber: Rgb = (255, 196, 64)
    on_amber: Rgb = (34, 26, 12)
    alarm: Rgb = (188, 38, 44)
    warning: Rgb = (255, 138, 128)
    on_alarm: Rgb = (255, 248, 240)
    good: Rgb = (120, 196, 132)
    board: Rgb = (242, 230, 204)
    board_line: Rgb = (120, 104, 80)
    board_track: Rgb = (255, 250, 236)
    board_hole: Rgb = (150, 134, 108)
    card: Rgb = (252, 247, 236)
    ink: Rgb = (30, 28, 30)


MIN_PAGE_MM: Final = 91.6
"""The shorter side on which all keys have room: that of 7 inches of 800×480. On a smaller screen
they are smaller as well."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Sizes in pixels for one screen.

    ``dpi`` is the screen's pixels per inch: about 133 for 7 inches of 800×480, 147 for 10 inches
    of 1280×720. ``key_x_mm`` is the least height of an x on a key, ``finger_mm`` the least side
    of anything to touch.
    """

    size: tuple[int, int]
    dpi: float
    colours: Palette = field(default_factory=Palette)
    key_x_mm: float = 2.2
    finger_mm: float = 9

    def px(self, mm: float) -> int:
        """Return a length on the screen in pixels, rounded up."""
        return -int(-mm * self.dpi // MM_PER_INCH)

    def em(self, x_mm: float) -> int:
        """Return the size of letters whose x is so high, rounded up."""
        return math.ceil(x_mm * self.dpi / MM_PER_INCH * EM_PER_X_HEIGHT)

    @property
    def portrait(self) -> bool:
        """Whether the screen stands upright."""
        return self.size[1] > self.size[0]

    @property
    def finger(self) -> int:
        """Return the least side of anything to touch."""
        return self.px(self.finger_mm)

    @property
    def gap(self) -> int:
        """Return the space between things."""
        return self.px(1.6)

    @property
    def stripe(self) -> int:
        """Return the height of the stripe of whose turn it is."""
        return self.px(0.7)

    @property
    def key(self) -> int:
        """Return the height of a button."""
        return max(self.finger, min(self.px(12), self.size[1] // 8))

    @property
    def key_gap(self) -> int:
        """Return the space between the keys of a page."""
        return self.px(0.35)

    @property
    def main(self) -> int:
        """Return the size of the main sentence: an x of 5 mm, read from across the table."""
        return self.em(5)

    @property
    def body(self) -> int:
        """Return the size of running text: an x of 2.6 mm, read from a metre."""
        return self.em(2.6)

    @property
    def told(self) -> int:
        """Return the size of the text beside the board; below the board it may be larger."""
        return self.urgent if self.portrait else self.body

    @property
    def urgent(self) -> int:
        """Return the largest size of what a page wants done, read from beyond a metre."""
        return self.body * 3 // 2

    @property
    def small(self) -> int:
        """Return the least size of a word on a key, which its icon and place also identify."""
        return self.em(self.key_x_mm)

    @property
    def fine(self) -> int:
        """Return the least size of names on a board: an x of 1.5 mm, as on the print."""
        return self.em(1.5)


def fit_theme(size: tuple[int, int], dpi: float) -> Theme:
    """Return the sizes for a screen of this many pixels per inch, on which all keys have room."""
    return Theme(size, min(dpi, min(size) / MIN_PAGE_MM * MM_PER_INCH))
