"""A sheet that drawings are made on: elements, words whose room is known, arrows, measures.

Lengths are millimetres of the sheet. Black, white and grey alone, so that a copy loses nothing. The
words stay words, for search and for readers aloud; how wide they are is taken from a typeface that
is wider than the common ones, so that they have room whatever typeface shows them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.fonts import TEXT
from hardware.printing.outlines import Lettering, text_width
from hardware.printing.svg import (
    WHITE,
    Point,
    document,
    element,
    group,
    lines,
    number,
    path,
    polyline,
    rectangle,
)

INK: Final = "#1a1a1a"
GREY: Final = "#6a6a6a"
PALE: Final = "#d9d9d9"
FAINT: Final = "#efefef"

THICK, THIN = 0.6, 0.3
Style = Mapping[str, str | float]
OUTLINE: Final[Style] = {"stroke": INK, "stroke_width": THICK}
SIZE: Final = 3.6
"""The height of usual words from line to line is a third more."""
_FAMILY: Final = "Arial, Helvetica, sans-serif"
_CAPITALS: Final = 0.72
_HEAD: Final = (2.2, 0.8)


@dataclass(frozen=True, slots=True)
class Words:
    """Where a line of words stands: left, top, right and bottom."""

    text: str
    box: tuple[float, float, float, float]

    def meets(self, other: Words) -> bool:
        """Whether two lines run into each other."""
        one, two = self.box, other.box
        return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


class Sheet:
    """One drawing in the making. Words lie above all else, on a white rim of their own."""

    def __init__(self, title: str, width: float, height: float) -> None:
        """Begin with an empty white sheet; the title stands at the top of it."""
        self.size = (width, height)
        self.words: list[Words] = []
        self._title = title
        self._elements = [rectangle(0, 0, width, height, fill=WHITE)]
        self._letters: list[str] = []
        self.say(6, 9, title, size=5)

    def draw(self, *elements: str) -> None:
        """Put elements above those that are there."""
        self._elements += elements

    def say(
        self, x: float, y: float, text: str, *, anchor: float = 0.0, size: float = SIZE
    ) -> None:
        """Write lines, the first on the baseline through (x, y).

        ``anchor`` says which part of a line's width stands at x: 0 its beginning, 0.5 its middle,
        1 its end.
        """
        for count, line in enumerate(text.split("\n")):
            self._line(x, y + 1.33 * size * count, line, anchor, size)

    def _line(self, x: float, y: float, line: str, anchor: float, size: float) -> None:
        width = text_width(line, Lettering(TEXT, _CAPITALS * size))
        left = x - anchor * width
        self.words.append(Words(line, (left, y - 0.75 * size, left + width, y + 0.22 * size)))
        word = {0.0: "start", 0.5: "middle", 1.0: "end"}[anchor]
        escaped = line.replace("&", "&amp;").replace("<", "&lt;")
        self._letters.append(element("text", escaped, x=x, y=y, font_size=size, text_anchor=word))

    def line(self, *points: Point, width: float = THIN, colour: str = INK, dash: str = "") -> None:
        """Draw a line through points."""
        style = {"stroke_dasharray": dash} if dash else {}
        self.draw(path(polyline(points), fill="none", stroke=colour, stroke_width=width, **style))

    def box(self, x: float, y: float, width: float, height: float, fill: str = WHITE) -> None:
        """Draw a box by its top-left corner."""
        self.draw(rectangle(x, y, width, height, fill=fill, stroke=INK, stroke_width=THICK, rx=1))

    def arrow(self, start: Point, end: Point, *, both: bool = False) -> None:
        """Draw a thin line with a head at its end, or at both."""
        self.line(start, end)
        self.draw(_head(start, end), *([_head(end, start)] if both else []))

    def measure(self, start: Point, end: Point, text: str, *, anchor: float = 0.5) -> None:
        """Draw a measure: heads at both ends, a short line across each, the words in its middle."""
        self.arrow(start, end, both=True)
        self.draw(
            path(lines((_across(start, end), _across(end, start))), stroke=INK, stroke_width=THIN)
        )
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        upright = abs(end[1] - start[1]) > abs(end[0] - start[0])
        self.say(
            x + (2 if upright else 0),
            y + (1.2 if upright else -1.6),
            text,
            anchor=0.0 if upright else anchor,
        )

    def pointer(self, words: Point, end: Point, text: str, *, anchor: float = 0.0) -> None:
        """Write words and lead a thin line with a dot from beside them to what they are about."""
        self.say(*words, text, anchor=anchor)
        begin = words[0] + {0.0: -1.0, 0.5: 0.0, 1.0: 1.0}[anchor], words[1] - 1.2
        self.line(begin, end)
        self.draw(element("circle", cx=end[0], cy=end[1], r=0.6, fill=INK))

    def svg(self) -> str:
        """Return the whole drawing."""
        halo: Style = {"stroke": WHITE, "stroke_width": 1.2, "stroke_linejoin": "round"}
        letters = group(self._letters, fill=INK, font_family=_FAMILY, paint_order="stroke", **halo)
        return document(*self.size, [*self._elements, letters], title=self._title)


def _head(start: Point, end: Point) -> str:
    """Return the head of an arrow from start to end."""
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    long, wide = _HEAD
    place = f"translate({number(end[0])} {number(end[1])}) rotate({number(turn)})"
    return path(
        polyline(((0, 0), (-long, wide), (-long, -wide)), closed=True), fill=INK, transform=place
    )


def _across(at: Point, other: Point) -> tuple[Point, Point]:
    """Return a short line across the end of a measure."""
    length = math.dist(at, other)
    x, y = 1.6 * (other[1] - at[1]) / length, 1.6 * (at[0] - other[0]) / length
    return (at[0] - x, at[1] - y), (at[0] + x, at[1] + y)
