"""Sheets on which players write their stakes: lots to strike, sums by agent, what others lost.

Two fit on a sheet of A4, to be cut apart. All texts are passed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from hardware import fonts
from hardware.printing import svg
from hardware.printing.outlines import Lettering, text_path, text_width
from hardware.printing.setting import Style, break_lines

PAGE_MM: Final = (210.0, 297.0)
SHEET_MM: Final = (210.0, 148.5)

_EDGE: Final = 10.0
_LOT_MM: Final = (12.6, 9.0)
_TABLE_X: Final = 74.0
_LABEL_MM: Final = 21.0
_ROWS_Y: Final = (30.0, 42.0, 49.0, 56.0, 63.0, 70.0, 77.0, 84.0, 93.0, 103.0)
"""Where the rows of the table begin: its head, six to write in, the cost of exiles, the total."""
_NOTES_Y: Final = (112.0, 120.0, 127.0, 134.0)
_RULE: Final[dict[str, str | float]] = {"fill": "none", "stroke": svg.INK, "stroke_width": 0.25}
_PALE: Final = "#9a8f80"


@dataclass(frozen=True, slots=True)
class Column:
    """An agent's column: the colour's name, its ink, and what stands over it."""

    colour: str
    ink: str
    title: str


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything that is written on a sheet; ``reminders`` are short paragraphs."""

    title: str
    player: str
    lots: str
    stakes: str
    exiles: str
    total: str
    lost: str
    reminders: tuple[str, ...]


def page_svg(texts: Texts, columns: Sequence[Column], lots: Sequence[int], each: int) -> str:
    """Return a page of A4 with two sheets and the line to cut along.

    ``lots`` are the values; a player has ``each`` lots of every value.
    """
    sheet = [*_head(texts), *_lots(texts, lots, each), *_table(texts, columns), *_reminders(texts)]
    cut = svg.path(
        f"M0 {SHEET_MM[1]}H{PAGE_MM[0]}",
        stroke=_PALE,
        stroke_width=0.2,
        stroke_dasharray="2 2",
        fill="none",
    )
    both = [svg.group(sheet), svg.group(sheet, transform=svg.write_transform(0, SHEET_MM[1])), cut]
    return svg.document(*PAGE_MM, both, title=texts.title)


def _text(  # noqa: PLR0913 - where and how a line stands, all named
    text: str,
    x: float,
    y: float,
    high: float,
    *,
    room: float = 1e3,
    bold: bool = False,
    anchor: float = 0.0,
    fill: str = svg.INK,
) -> str:
    """Return a line with this cap height, or a lower one if it would be too wide."""
    font = fonts.TEXT_BOLD if bold else fonts.TEXT
    width = text_width(text, Lettering(font, high))
    lettering = Lettering(font, high * min(1.0, room / width)) if width else Lettering(font, high)
    return svg.path(text_path(text, lettering, (x, y), anchor=anchor), fill=fill)


def _head(texts: Texts) -> Iterator[str]:
    """Yield the title above a stripe, and a line for the player's name."""
    right = SHEET_MM[0] - _EDGE
    title = Lettering(fonts.TITLE_BOLD, 6.0, 0.5)
    yield svg.path(text_path(texts.title, title, (_EDGE, 18.5), anchor=0), fill=svg.INK)
    yield _text(texts.player, 124.0, 18.5, 2.4)
    yield svg.path(
        f"M{124.0 + text_width(texts.player, Lettering(fonts.TEXT, 2.4)) + 2} 19H{right}", **_RULE
    )
    yield svg.rectangle(_EDGE, 22.0, right - _EDGE, 1.2, fill="#8c3b2e")


def _lots(texts: Texts, lots: Sequence[int], each: int) -> Iterator[str]:
    width, height = _LOT_MM
    yield _text(texts.lots, _EDGE, 34.0, 2.1, room=4 * 14.2, bold=True)
    for row, value in enumerate(lots):
        for column in range(each):
            x, y = _EDGE + 14.2 * column, 37.5 + 10.2 * row
            yield svg.rectangle(
                x, y, width, height, rx=1.4, fill=svg.PAPER, stroke=svg.INK, stroke_width=0.25
            )
            yield _text(str(value), x + width / 2, y + height / 2 + 1.3, 2.6, anchor=0.5)


def _table(texts: Texts, columns: Sequence[Column]) -> Iterator[str]:
    """Yield the sums by agent, the cost of exiles, the total, and what the others lost."""
    left, right = _TABLE_X + _LABEL_MM, SHEET_MM[0] - _EDGE
    width = (right - left) / len(columns)
    head, first = _ROWS_Y[:2]
    total, bottom, end = _ROWS_Y[-2], _ROWS_Y[-1], _NOTES_Y[-1] + 7.0
    yield svg.rectangle(_TABLE_X, total, right - _TABLE_X, bottom - total, fill=svg.PAPER)
    for number, column in enumerate(columns):
        yield from _column_head(column, left + number * width, head, width, first - head)
        x = left + number * width
        yield from _exile_boxes(x + width / 2, _ROWS_Y[-3], width)
        for begin, stop in ((head, bottom), (_NOTES_Y[0], end)):
            yield svg.path(f"M{x} {begin}V{stop}", **_RULE)
    for y in (*_ROWS_Y[1:], *_NOTES_Y, end):
        yield svg.path(f"M{_TABLE_X} {y}H{right}", **_RULE)
    for begin, stop in ((head, bottom), (_NOTES_Y[0], end)):
        yield svg.path(f"M{right} {begin}V{stop}", **_RULE)
    rows = ((texts.stakes, 46.6), (texts.exiles, 89.6), (texts.total, 99.2), (texts.lost, 117.0))
    for text, y in rows:
        yield from _label(text, y)


def _label(text: str, y: float) -> Iterator[str]:
    """Yield a row's name, on two lines rather than in small type."""
    room, high = _LABEL_MM - 1.5, 2.1
    found = list(break_lines(text, room, Style(fonts.TEXT_BOLD, high, 0.0)))
    first = y - 1.6 * (len(found) - 1)
    for number, line in enumerate(found):
        yield _text(line, _TABLE_X, first + 3.2 * number, high, room=room, bold=True)


def _column_head(column: Column, x: float, y: float, width: float, high: float) -> Iterator[str]:
    """Yield an agent's colour with its symbol and name."""
    ink = svg.INK if column.colour.startswith("yellow") else svg.WHITE
    yield svg.rectangle(x, y, width, high, fill=column.ink)
    plain = column.colour.rstrip("0123456789")
    yield svg.symbol(plain, x + width / 2, y + 3.4, 4.4, fill=ink)
    yield _text(
        column.title,
        x + width / 2,
        y + 10.0,
        2.2,
        room=width - 1.6,
        bold=True,
        anchor=0.5,
        fill=ink,
    )


def _exile_boxes(middle: float, y: float, width: float) -> Iterator[str]:
    pitch = min(5.4, (width - 1.0) / 3)
    for k in (-1, 0, 1):
        side = pitch - 1.0
        yield svg.rectangle(middle + k * pitch - side / 2, y + 4.5 - side / 2, side, side, **_RULE)


def _reminders(texts: Texts) -> Iterator[str]:
    """Yield the rules in short, as large as their room allows."""
    room, top, bottom = 4 * 14.2, 102.0, SHEET_MM[1] - 9.0
    for high in (2.0, 1.9):
        style = Style(fonts.TEXT, high, 0.0)
        lines = [line for text in texts.reminders for line in break_lines(text, room, style)]
        step = (bottom - top) / len(lines)
        if step >= high * 1.65:
            break
    step = min(step, high * 2.0)
    for number, line in enumerate(lines):
        yield _text(line, _EDGE, top + high + number * step, high, room=room)
