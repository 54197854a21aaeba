"""Pages that were laid out as values, written as PDF files whose text can be searched."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.svg import SVGObject

from hardware import fonts
from hardware.printing.booklet import A5, A6, SHEET
from hardware.printing.pdf import A4, Sheet, draw_svg, new_file
from hardware.printing.setting import Drawing, Ground, Item, Line, Page
from hardware.printing.svg import document, lines, path

_FONTS: Final[Mapping[Path, str]] = {
    fonts.TEXT: "text",
    fonts.TEXT_BOLD: "text-bold",
    fonts.TITLE_BOLD: "title-bold",
}
_MARK_MM: Final = 4.0
_BARE: Final = (238, 233, 222)
"""The table under loose cards, where no board was photographed or printed."""

Spread = tuple[Page, ...]
"""The pages that stand side by side on one side of a sheet."""


def pages_pdf(pages: Sequence[Page], board_mm: Sheet, ground: bytes | None) -> bytes:
    """Return pages of A5, one after the other; ``ground`` is the board's picture, as JPEG."""
    pdf = _new_book()
    for page in pages:
        pdf.add_page(format=A5)
        _write(pdf, page, (0.0, 0.0), board_mm, ground)
    return bytes(pdf.output())


def folded_pdf(pages: Sequence[Page], board_mm: Sheet, ground: bytes | None) -> bytes:
    """Return pages of A5, two on a side of A4 across, to be printed duplex and folded once.

    The printer turns the paper over its short edge.
    """
    pdf = _new_book()
    for spread in impose(pages):
        pdf.add_page(format=(A4[1], A4[0]))
        for number, page in enumerate(spread):
            _write(pdf, page, (number * A4[1] / 2, 0.0), board_mm, ground)
    return bytes(pdf.output())


def impose(pages: Sequence[Page]) -> Iterator[Spread]:
    """Yield the pages side by side as they stand on sheets laid into each other and folded."""
    assert len(pages) % SHEET == 0, "a folded sheet has four pages"
    last = len(pages) - 1
    for first in range(0, len(pages) // 2, 2):
        yield pages[last - first], pages[first]
        yield pages[first + 1], pages[last - first - 1]


def cards_pdf(sides: Sequence[Page]) -> bytes:
    """Return the sides of a card of A6, four times on A4 each, with marks where to cut."""
    pdf = _new_book()
    for side in sides:
        pdf.add_page(format=A4)
        for y in (0.0, A6[1]):
            for x in (0.0, A6[0]):
                _write(pdf, side, (x, y), A6, None)
        draw_svg(pdf, SVGObject(_cut_marks()), 0, 0, A4)
    return bytes(pdf.output())


def _cut_marks() -> str:
    """Return marks at the sheet's edges and a cross in its middle."""
    (wide, high), (x, y), mark = A4, A6, _MARK_MM
    ends = [
        ((x, 0.0), (x, mark)),
        ((x, high - mark), (x, high)),
        ((0.0, y), (mark, y)),
        ((wide - mark, y), (wide, y)),
        ((x - mark / 2, y), (x + mark / 2, y)),
        ((x, y - mark / 2), (x, y + mark / 2)),
    ]
    drawn = path(lines(ends), fill="none", stroke="#808080", stroke_width=0.2)
    return document(*A4, [drawn], title="marks")


def _new_book() -> FPDF:
    pdf = new_file()
    for file, family in _FONTS.items():
        pdf.add_font(family, fname=file)
    return pdf


def _write(
    pdf: FPDF, page: Page, at: tuple[float, float], board_mm: Sheet, ground: bytes | None
) -> None:
    """Write a page with its top-left corner at a place of the sheet."""
    for item in page:
        _write_item(pdf, item, (at[0] + item.x, at[1] + item.y), board_mm, ground)


def _write_item(
    pdf: FPDF, item: Item, at: tuple[float, float], board_mm: Sheet, ground: bytes | None
) -> None:
    match item:
        case Line():
            pdf.set_font(_FONTS[item.style.font], size=item.style.lettering.size_pt)
            red, green, blue = (int(item.style.colour[k : k + 2], 16) for k in (1, 3, 5))
            pdf.set_text_color(red, green, blue)
            pdf.text(*at, item.text)
        case Drawing():
            draw_svg(pdf, _parse(item.svg), *at, (item.width, item.height))
        case Ground():
            _write_ground(pdf, item, at, board_mm, ground)


@functools.lru_cache(maxsize=16)
def _parse(svg: str) -> SVGObject:
    """Return a drawing that fpdf2 can draw; signs and frames come again and again."""
    return SVGObject(svg)


def _write_ground(
    pdf: FPDF, item: Ground, at: tuple[float, float], board_mm: Sheet, ground: bytes | None
) -> None:
    """Write a part of the board's picture; the whole picture is in the file once."""
    with pdf.rect_clip(*at, item.width, item.height):
        pdf.set_fill_color(*_BARE)
        pdf.rect(*at, item.width, item.height, style="F")
        if ground is not None:
            scale = item.width / item.window.width_mm
            x, y = at[0] - item.window.x_mm * scale, at[1] - item.window.y_mm * scale
            width, height = (side * scale for side in board_mm)
            pdf.image(io.BytesIO(ground), x=x, y=y, w=width, h=height)
