"""Splits rectangles and fits text into them. Pure: a callback measures the text."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablet_companion.screen.toolkit.drawing import Align, Box, Rgb, Role, Text
from tablet_companion.screen.toolkit.look import Measure

ELLIPSIS = "…"
_BREAK = re.compile(
    r"(?!(?<=\d)[ \t\n]+(?:[cm]?m|s|%)(?!\w))"
    r"(?:(?<![^\W\d_])(?<!×)[ \t\n]+(?!\d+$|×)|[ \t\n]+(?!\d+[.,:;!?]?(?:\s|$)|×))"
)
"""White space, except between a word and a number, before a text's last number, before a unit and
around ×: “accusations 4”, “Yellow: 500”, “5 cm” and “4 × 100” are not broken."""
_PIECE = re.compile(r".{3,}?[/_.](?=\w{3})|.+")
"""The pieces of a word too long for a line: a path or a file's name is broken after its marks."""


def line_height(size: int) -> int:
    """Return the height of a line of text: B612's ascenders and descenders, 1.215 of its size."""
    return -(-size * 11 // 9)


# --- rectangles -----------------------------------------------------------------------------------


def rows(box: Box, heights: Sequence[int], gap: int) -> tuple[Box, ...]:
    """Split a box from the top into rows of these heights; a height of 0 takes the rest.

    Several zeros share the rest.
    """
    found, y = [], box.y
    for height in _filled(heights, box.h, gap):
        found.append(Box(box.x, y, box.w, height))
        y += height + gap
    return tuple(found)


def columns(box: Box, widths: Sequence[int], gap: int) -> tuple[Box, ...]:
    """Split a box from the left into columns, as ``rows`` does from the top."""
    found, x = [], box.x
    for width in _filled(widths, box.w, gap):
        found.append(Box(x, box.y, width, box.h))
        x += width + gap
    return tuple(found)


def _filled(lengths: Sequence[int], whole: int, gap: int) -> list[int]:
    left = max(0, whole - sum(lengths) - gap * (len(lengths) - 1))
    share = left // max(1, sum(length == 0 for length in lengths))
    return [length or share for length in lengths]


def grid(box: Box, across: int, down: int, gap: int) -> tuple[Box, ...]:
    """Split a box into equal cells, row by row."""
    return tuple(
        cell for row in rows(box, [0] * down, gap) for cell in columns(row, [0] * across, gap)
    )


def shape(count: int, box: Box, least_w: int, gap: int) -> tuple[int, int]:
    """Return the columns and rows of the flattest grid for this many cells of a least width."""
    most = max(1, (box.w + gap) // (least_w + gap))
    down = -(-count // most)
    return -(-count // max(1, down)), down


def centre(box: Box, width: int, height: int) -> Box:
    """Return a box of this size, or as much of it as there is room for, in the middle."""
    width, height = min(width, box.w), min(height, box.h)
    return Box(box.x + (box.w - width) // 2, box.y + (box.h - height) // 2, width, height)


# --- text -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """A paragraph broken into lines, in one size."""

    lines: tuple[str, ...]
    size: int
    role: Role
    whole_words: bool = True

    @property
    def height(self) -> int:
        """Return how high the paragraph is."""
        return len(self.lines) * line_height(self.size)


def wrap(text: str, width: int, role: Role, size: int, measure: Measure) -> tuple[str, ...]:
    """Break a text into lines of at most this width; a word too long for one is broken itself."""
    lines: list[str] = []
    for word in _short_words(_words(text), width, role, size, measure):
        if lines and measure(f"{lines[-1]} {word}", role, size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


@functools.lru_cache(maxsize=2048)
def set_paragraph(text: str, width: int, role: Role, size: int, measure: Measure) -> Setting:
    """Set a text in one size and width; ``whole_words``: no word was too long for a line."""
    pieces = (piece for word in _words(text) for piece in _PIECE.findall(word))
    longest = max((measure(piece, role, size) for piece in pieces), default=0)
    return Setting(wrap(text, width, role, size, measure), size, role, longest <= width)


def _words(text: str) -> list[str]:
    """Return the unbreakable parts: a word stays with its number, and at non-breaking spaces."""
    return [word for word in _BREAK.split(text) if word]


def _short_words(
    words: Iterable[str], width: int, role: Role, size: int, measure: Measure
) -> Iterator[str]:
    for word in _split_paths(words, width, role, size, measure):
        rest = word
        while len(rest) > 1 and measure(rest, role, size) > width:
            cut = _longest(rest, width, role, size, measure)
            yield f"{rest[:cut]}-"
            rest = rest[cut:]
        yield rest


def _split_paths(
    words: Iterable[str], width: int, role: Role, size: int, measure: Measure
) -> Iterator[str]:
    """Yield words, one that is too long for a line as lines of its pieces."""
    for word in words:
        line = ""
        for piece in _PIECE.findall(word):
            if line and measure(line + piece, role, size) > width:
                yield line
                line = ""
            line += piece
        yield line


def _longest(word: str, width: int, role: Role, size: int, measure: Measure) -> int:
    """Return how many letters of a word fit with a hyphen, at least one."""
    fits = (n for n in range(len(word) - 1, 1, -1) if measure(f"{word[:n]}-", role, size) <= width)
    return next(fits, 1)


def fit_text(
    text: str, room: tuple[int, int], sizes: Sequence[int], role: Role, measure: Measure
) -> Setting:
    """Set a text in the largest of these sizes that fits into a room of width and height.

    A size in which a word would have to be broken is passed over. Where even the smallest size
    does not fit, the last line ends in an ellipsis.
    """
    width, height = room
    for size in sizes:
        setting = set_paragraph(text, width, role, size, measure)
        if setting.whole_words and setting.height <= height:
            return setting
    size = sizes[-1]
    lines = set_paragraph(text, width, role, size, measure).lines
    count = max(1, height // line_height(size))
    if len(lines) > count:
        lines = (*lines[: count - 1], _cut(lines[count - 1], width, role, size, measure))
    return Setting(lines, size, role)


def _cut(line: str, width: int, role: Role, size: int, measure: Measure) -> str:
    while line and measure(line + ELLIPSIS, role, size) > width:
        line = line[:-1]
    return line.rstrip() + ELLIPSIS


def sizes_between(largest: int, least: int) -> tuple[int, ...]:
    """Return sizes to try, each about an eighth smaller than the one before."""
    found = [largest]
    while found[-1] > least:
        found.append(max(least, found[-1] * 7 // 8))
    return tuple(found)


def place_lines(
    setting: Setting, box: Box, colour: Rgb, *, align: Align = "left", middle: bool
) -> tuple[Text, ...]:
    """Return the lines of a paragraph from the top of a box, or in its middle."""
    high = line_height(setting.size)
    y = box.y + (max(0, box.h - setting.height) // 2 if middle else 0)
    return tuple(
        Text(Box(box.x, y + n * high, box.w, high), line, setting.size, colour, align, setting.role)
        for n, line in enumerate(setting.lines)
    )
