"""The pages of a rulebook and of its short form, laid out as values. No words of its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hardware import fonts
from hardware.printing import setting
from hardware.printing.diagram import Window
from hardware.printing.svg import INK, circle, document, path, rectangle

A5: Final = (148.0, 210.0)
A6: Final = (105.0, 148.5)
SHEET: Final = 4
"""A folded sheet has this many pages."""
PICTURE_MM: Final = (57.5, 37.0)
COVER_MM: Final = (122.0, 86.0)

_SIDE_MM: Final = 13.0
_TOP_MM: Final = 13.0
_BOTTOM_MM: Final = 16.0
_WIDE_MM: Final = A5[0] - 2 * _SIDE_MM
_HIGH_MM: Final = A5[1] - _TOP_MM - _BOTTOM_MM
_GAP_MM: Final = 4.2
_BETWEEN_MM: Final = _WIDE_MM - 2 * PICTURE_MM[0]
_SIGN_MM: Final = 4.6
_CARD_SIDE_MM: Final = 7.0
"""What a reference card leaves white along its edges: it is cut at the sheet's own edges."""
_CARD_SIZES: Final = (2.2, 2.05, 1.9)
"""Cap heights on a reference card; the largest that fits is used; none is below 7 points."""
_FACE_MM: Final = 10.0
"""How high a card or a token is drawn beside what it does."""
_BESIDE: Final = 2
"""More cards than this stand above their text, not beside it."""
_CARD_TITLE: Final = setting.Style(fonts.TITLE_BOLD, 3.2, 6.5)
_ROWS: Final = 17
"""Sections on a page of contents, each on two lines at the most."""
_STRIPE: Final = "#8c3b2e"


@dataclass(frozen=True, slots=True)
class Picture:
    """A diagram, its caption, and whether it shows something allowed."""

    svg: str
    window: Window
    says: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule: its text, its pictures, and what else is not allowed and why."""

    says: str
    pictures: tuple[Picture, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The rules that belong together."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The content of a rulebook; ``cover`` shows the board as it is set up.

    ``aim`` says on the cover what the game is about; it may be empty.
    """

    title: str
    subtitle: str
    contents: str
    cover: Picture
    aim: str = ""
    sections: tuple[Section, ...] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class Face:
    """How a card or a token looks, and its size in mm."""

    svg: str
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards with the same effect, and the effect in words."""

    faces: tuple[Face, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A game in short: what each card does, and sentences under titles."""

    title: str
    cards: tuple[CardRow, ...]
    sections: tuple[tuple[str, tuple[str, ...]], ...]


# --- the rulebook ---------------------------------------------------------------------------------


def lay_out(book: Book) -> tuple[setting.Page, ...]:
    """Return the pages of A5: cover, contents, rules; as many as folded sheets have."""
    blocks = [(n, block) for n, one in enumerate(book.sections) for block in _section(one)]
    sheets = tuple(_paginate([block for _, block in blocks]))
    listed = _contents(book, _first_pages(blocks, sheets))
    front = (_cover(book), *(_page([block]) for block in listed))
    count = len(front) + len(sheets)
    blank = ((),) * (-count % SHEET)
    pages = (*front, *(_page(sheet) for sheet in sheets), *blank)
    return tuple((*page, *_folio(number, page)) for number, page in enumerate(pages, start=1))


def _first_pages(
    blocks: Sequence[tuple[int, setting.Block]], sheets: Sequence[Sequence[setting.Block]]
) -> tuple[int, ...]:
    counted = [number for number, sheet in enumerate(sheets) for _ in sheet]
    begins: dict[int, int] = {}
    for (section, _), number in zip(blocks, counted, strict=True):
        begins.setdefault(section, number)
    ahead = 1 + _contents_pages(len(begins))
    return tuple(number + ahead + 1 for number in begins.values())


def _contents_pages(sections: int) -> int:
    return -(-sections // _ROWS)


def _cover(book: Book) -> setting.Page:
    """Return the first page: the title, the board, and what the game is about."""
    shown = book.cover
    size = COVER_MM[0], COVER_MM[0] * shown.window.height_mm / shown.window.width_mm
    block = setting.stack(
        setting.paragraph(book.title, _WIDE_MM, setting.TITLE),
        setting.paragraph(book.subtitle, _WIDE_MM, setting.HEADING),
        _stripe(),
        _framed(shown, size),
        setting.paragraph(book.aim, _WIDE_MM, setting.LARGE),
        gap=6.0,
    )
    return tuple(setting.shift(item, _SIDE_MM, 24.0) for item in block.items)


def _stripe() -> setting.Block:
    svg = document(_WIDE_MM, 1.2, [rectangle(0, 0, _WIDE_MM, 1.2, fill=_STRIPE)], title="stripe")
    return setting.Block((setting.Drawing(0.0, 0.0, _WIDE_MM, 1.2, svg),), 1.2)


def _contents(book: Book, begins: Sequence[int]) -> list[setting.Block]:
    rows = []
    for section, number in zip(book.sections, begins, strict=True):
        told = setting.paragraph(section.title, _WIDE_MM - 14.0, setting.BODY)
        count = str(number)
        x, last_y = (
            _WIDE_MM - setting.measure(count, setting.BODY),
            max(one.y for one in told.items),
        )
        page = setting.Line(x, last_y, count, setting.BODY)
        rows.append(setting.Block((*told.items, page), told.height))
    heads = [
        setting.paragraph(book.contents, _WIDE_MM, setting.HEADING),
        *[setting.NOTHING] * len(rows),
    ]
    return [
        setting.stack(heads[n], *rows[n : n + _ROWS], gap=1.2)
        for n in range(0, max(1, len(rows)), _ROWS)
    ]


def _section(section: Section) -> Iterator[setting.Block]:
    """Yield a section's rules; its title stays with the first of them."""
    head = setting.paragraph(section.title, _WIDE_MM, setting.HEADING)
    for entry in section.entries:
        yield setting.stack(head, _entry(entry), gap=1.5)
        head = setting.NOTHING


def _entry(entry: Entry) -> setting.Block:
    told = setting.paragraph(entry.says, _WIDE_MM, setting.BODY)
    refused = _verdict(entry.refused, _WIDE_MM, allowed=False)
    if not entry.pictures:
        return setting.stack(told, refused, gap=1.8)
    first, *rest = entry.pictures
    x = PICTURE_MM[0] + _BETWEEN_MM
    if rest:
        shown = setting.set_beside(_pictured(first), _pictured(rest[0]), x)
    else:
        shown = setting.set_beside(_framed(first, PICTURE_MM), _told(first, entry.refused), x)
        refused = setting.NOTHING
    return setting.stack(told, shown, refused, gap=1.8)


def _told(picture: Picture, refused: str) -> setting.Block:
    """Return the text beside a picture that stands alone."""
    wide = PICTURE_MM[0]
    said = _verdict(picture.says, wide, allowed=picture.allowed)
    return setting.stack(said, _verdict(refused, wide, allowed=False), gap=2.0)


def _pictured(picture: Picture) -> setting.Block:
    verdict = _verdict(picture.says, PICTURE_MM[0], allowed=picture.allowed)
    return setting.stack(_framed(picture, PICTURE_MM), verdict, gap=1.4)


def _framed(picture: Picture, size: tuple[float, float]) -> setting.Block:
    frame = rectangle(0, 0, *size, fill="none", stroke=INK, stroke_width=0.4)
    items: tuple[setting.Item, ...] = (
        setting.Ground(0.0, 0.0, *size, picture.window),
        setting.Drawing(0.0, 0.0, *size, picture.svg),
        setting.Drawing(0.0, 0.0, *size, document(*size, [frame], title="frame")),
    )
    return setting.Block(items, size[1])


def _verdict(text: str, wide: float, *, allowed: bool) -> setting.Block:
    """Return a tick or a cross, and a small paragraph beside it; nothing for no text."""
    if not text:
        return setting.NOTHING
    sign = setting.Drawing(0.0, 0.2, 3.4, 3.4, _sign_svg(allowed=allowed))
    told = setting.paragraph(text, wide - _SIGN_MM, setting.SMALL)
    return setting.set_beside(setting.Block((sign,), 3.6), told, _SIGN_MM)


def _sign_svg(*, allowed: bool) -> str:
    """Return a tick on green or a cross on red."""
    colour = "#13713a" if allowed else "#c2281d"
    data = "M2.6 5.2L4.4 7L7.6 3.2" if allowed else "M3 3L7 7M3 7L7 3"
    stroke = path(data, fill="none", stroke="#ffffff", stroke_width=1.4, stroke_linecap="round")
    return document(10, 10, [circle(5, 5, 5, fill=colour), stroke], title="sign")


def _paginate(blocks: Sequence[setting.Block]) -> Iterator[list[setting.Block]]:
    """Yield the blocks page by page; none is parted."""
    sheet: list[setting.Block] = []
    left = _HIGH_MM
    for block in blocks:
        if sheet and block.height > left:
            yield sheet
            sheet, left = [], _HIGH_MM
        sheet.append(block)
        left -= block.height + _GAP_MM
    if sheet:
        yield sheet


def _page(blocks: Sequence[setting.Block]) -> setting.Page:
    items = setting.stack(*blocks, gap=_GAP_MM).items
    return tuple(setting.shift(item, _SIDE_MM, _TOP_MM) for item in items)


def _folio(number: int, page: setting.Page) -> Iterator[setting.Line]:
    """Yield the number of a page at its outer edge; the cover and blank pages have none."""
    if number > 1 and page:
        text = str(number)
        x = A5[0] - _SIDE_MM - setting.measure(text, setting.SMALL) if number % 2 else _SIDE_MM
        yield setting.Line(x, A5[1] - 8.5, text, setting.SMALL)


# --- the reference card ---------------------------------------------------------------------------


def lay_out_card(reference: Reference) -> tuple[setting.Page, ...]:
    """Return the sides of one card of A6 or of two; the letters as large as there is room for."""
    for count, height in itertools.product((2, 4), _CARD_SIZES):
        style = setting.Style(fonts.TEXT, height, 1.75 * height)
        sides = tuple(_card_sides(reference, style))
        if len(sides) <= count:
            return sides
    raise AssertionError(f"{reference.title} is too long for two cards")


def _card_sides(reference: Reference, style: setting.Style) -> Iterator[setting.Page]:
    """Yield sides: the title, a row for every card, and sentences under their titles."""
    gap, high = 0.45 * style.height_mm, A6[1] - 2 * _CARD_SIDE_MM
    rows: list[setting.Block] = []
    left = high
    for row in _card_blocks(reference, style):
        if row.height + gap > left:
            yield _card(rows, gap)
            rows, left = [], high
        rows.append(row)
        left -= row.height + gap
    yield _card(rows, gap)


def _card_blocks(reference: Reference, style: setting.Style) -> Iterator[setting.Block]:
    """Yield what stands on a card, a title together with the sentence below it."""
    wide = A6[0] - 2 * _CARD_SIDE_MM
    yield setting.paragraph(reference.title, wide, _CARD_TITLE)
    yield from (_card_row(row, wide, style) for row in reference.cards)
    bold = replace(style, font=fonts.TEXT_BOLD, leading_mm=1.3 * style.leading_mm)
    indent = 1.7 * style.height_mm
    for title, sentences in reference.sections:
        head = setting.paragraph(title, wide, bold)
        for sentence in sentences:
            told = setting.paragraph(sentence, wide - indent, style)
            yield setting.stack(head, setting.set_beside(_dot(style), told, indent))
            head = setting.NOTHING


def _card_row(row: CardRow, wide: float, style: setting.Style) -> setting.Block:
    """Return what cards do beside one or two of them, below a row of more."""
    high = _FACE_MM
    lengths = [high * face.size_mm[0] / face.size_mm[1] + 1.0 for face in row.faces]
    begins = itertools.accumulate(lengths, initial=0.0)
    drawn = tuple(
        setting.Drawing(x, 0.0, length - 1.0, high, face.svg)
        for x, length, face in zip(begins, lengths, row.faces, strict=False)
    )
    faces, room = setting.Block(drawn, high), sum(lengths) + 1.0
    if len(row.faces) > _BESIDE:
        return setting.stack(faces, setting.paragraph(row.says, wide, style), gap=0.6)
    return setting.set_beside(faces, setting.paragraph(row.says, wide - room, style), room)


def _dot(style: setting.Style) -> setting.Block:
    size = 0.6 * style.height_mm
    svg = document(10, 10, [circle(5, 5, 5, fill=_STRIPE)], title="dot")
    top = (style.leading_mm + style.height_mm) / 2 - 0.8 * style.height_mm
    return setting.Block((setting.Drawing(0.0, top, size, size, svg),), style.leading_mm)


def _card(rows: Sequence[setting.Block], gap: float) -> setting.Page:
    return tuple(
        setting.shift(item, _CARD_SIDE_MM, _CARD_SIDE_MM)
        for item in setting.stack(*rows, gap=gap).items
    )
