"""Typesetting for paper: line breaking, and the items on a page. Pure values."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from hardware import fonts
from hardware.printing.diagram import Window
from hardware.printing.outlines import Lettering, text_width
from hardware.printing.svg import INK


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph's style: its typeface, cap height and line height."""

    font: Path
    height_mm: float
    leading_mm: float
    colour: str = INK

    @property
    def lettering(self) -> Lettering:
        """Return how one line of it is lettered."""
        return Lettering(self.font, self.height_mm)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text whose baseline begins at (x, y)."""

    x: float
    y: float
    text: str
    style: Style

    @property
    def width(self) -> float:
        """Return the width in mm."""
        return measure(self.text, self.style)


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG that fills a rectangle by its top-left corner."""

    x: float
    y: float
    width: float
    height: float
    svg: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A part of the board's picture that fills a rectangle by its top-left corner."""

    x: float
    y: float
    width: float
    height: float
    window: Window


Item = Line | Drawing | Ground
Page = tuple[Item, ...]
"""The items on a page, the lowest first; positions are from its top-left corner."""
_ItemT = TypeVar("_ItemT", bound=Item)


@dataclass(frozen=True, slots=True)
class Block:
    """Items that stay together, positioned from their top-left corner, and their height."""

    items: tuple[Item, ...]
    height: float


NOTHING: Final = Block((), 0.0)


def shift(item: _ItemT, x: float, y: float) -> _ItemT:
    """Return an item moved right and down, in mm."""
    return replace(item, x=item.x + x, y=item.y + y)


def stack(*blocks: Block, gap: float = 0.0) -> Block:
    """Return blocks one below the other; those without height leave no gap."""
    items: list[Item] = []
    y = 0.0
    for block in blocks:
        if not block.height:
            continue
        y += gap if y else 0.0
        items += [shift(item, 0.0, y) for item in block.items]
        y += block.height
    return Block(tuple(items), y)


def set_beside(one: Block, other: Block, x: float) -> Block:
    """Return two blocks side by side, the second ``x`` mm to the right."""
    moved = (shift(item, x, 0.0) for item in other.items)
    return Block((*one.items, *moved), max(one.height, other.height))


def paragraph(text: str, width: float, style: Style) -> Block:
    """Return a paragraph, ragged right; a word that is too long stands alone and is not cut."""
    if not text:
        return NOTHING
    found = tuple(break_lines(text, width, style))
    rise = (style.leading_mm + style.height_mm) / 2
    items = tuple(
        Line(0.0, number * style.leading_mm + rise, line, style)
        for number, line in enumerate(found)
    )
    return Block(items, len(found) * style.leading_mm)


def break_lines(text: str, width: float, style: Style) -> Iterator[str]:
    """Yield the lines of a text; a space that does not break stays where it is."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and measure(longer, style) > width:
            yield line
            line = word
        else:
            line = longer
    yield line


@functools.lru_cache(maxsize=1 << 14)
def _character(character: str, font: Path) -> float:
    """Return the width of a character for capitals a millimetre high."""
    return text_width(character, Lettering(font, 1.0))


def measure(text: str, style: Style) -> float:
    """Return the width of a line in mm."""
    return sum(_character(one, style.font) for one in text) * style.height_mm


BODY: Final = Style(fonts.TEXT, 2.25, 4.5)
SMALL: Final = Style(fonts.TEXT, 1.9, 3.7)
LARGE: Final = Style(fonts.TEXT, 2.7, 5.6)
HEADING: Final = Style(fonts.TITLE_BOLD, 3.6, 6.4)
TITLE: Final = Style(fonts.TITLE_BOLD, 9.0, 14.0)
