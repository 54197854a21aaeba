"""Prints as PDF files of true scale: lines stay lines, and a ruler laid on the paper agrees.

Sheets are ISO A sizes. ``fpdf2`` draws the SVG; the same input gives the same bytes.
"""

from __future__ import annotations

import datetime
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fpdf import FPDF
from fpdf.drawing import GraphicsContext
from fpdf.svg import SVGObject

from hardware import fonts
from hardware.printing.cards import CARD_MM
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.svg import INK, document, lines, path, rectangle

A3: Final = (297.0, 420.0)
A4: Final = (210.0, 297.0)

_MARGIN_MM: Final = 8.0
"""What home printers leave white along the edges of a sheet."""
_OVERLAP_MM: Final = 10.0
_MARK_MM: Final = 5.0
_GAP_MM: Final = 1.0
_SCALE_BAR_MM: Final = 100.0
_INNER_BAR_MM: Final = 50.0
_INNER_BAR_AT: Final = 0.3
"""The position of the bar in a print that fills its sheet: Agent's markers are beside it."""
_BAR_MM: Final = 2.0
"""The height of the ticks of the scale bar."""
_NOTE: Final = Lettering(fonts.TEXT, 2.5)
_PLAN_MM: Final = (5.0, 3.5)
_HATCH_MM: Final = 2.0
_SAME_DAY: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)

Sheet = tuple[float, float]
Ends = tuple[tuple[float, float], tuple[float, float]]
"""Where a straight mark begins and ends."""


Box = tuple[float, float, float, float]
"""Left, top, width and height."""
Note = tuple[str, tuple[float, float], float]
"""A text, its position, and its anchor: 0 its beginning, 1 its end."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a sheet: its number from 0, row by row, and the number in each direction."""

    number: int
    across: int
    down: int

    @property
    def row(self) -> int:
        """Return the row, from 0 at the top."""
        return self.number // self.across

    @property
    def column(self) -> int:
        """Return the column, from 0 at the left."""
        return self.number % self.across


class Tile(NamedTuple):
    """The part of a large print that goes on one sheet: a rectangle of the print."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where cards of one size stand edge to edge on a sheet of A4."""

    card_mm: Sheet

    @property
    def across(self) -> int:
        """Return how many stand side by side."""
        return int((A4[0] - 2 * _MARK_MM) // self.card_mm[0])

    @property
    def down(self) -> int:
        """Return how many rows there are."""
        return int((A4[1] - 2 * _MARK_MM) // self.card_mm[1])

    @property
    def count(self) -> int:
        """Return how many fit on a sheet."""
        return self.across * self.down

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return where the upper left corner of a card is."""
        (width, height), (wide, high) = self.card_mm, A4
        left, top = (wide - self.across * width) / 2, (high - self.down * height) / 2
        return left + column * width, top + row * height

    def draw_marks(self, cards: int) -> tuple[tuple[Ends, ...], tuple[Note, ...]]:
        """Return cut marks round the rows that this many cards fill, and the scale bar."""
        rows = -(-cards // self.across)
        (left, top), (right, bottom) = self.corner(0, 0), self.corner(rows, self.across)
        marks: list[Ends] = []
        for x in (self.corner(0, column)[0] for column in range(self.across + 1)):
            marks += [((x, top - _MARK_MM), (x, top - _GAP_MM))]
            marks += [((x, bottom + _GAP_MM), (x, bottom + _MARK_MM))]
        for y in (self.corner(row, 0)[1] for row in range(rows + 1)):
            marks += [((left - _MARK_MM, y), (left - _GAP_MM, y))]
            marks += [((right + _GAP_MM, y), (right + _MARK_MM, y))]
        below = bottom + _MARK_MM + _BAR_MM + 1.0
        if below + _MARGIN_MM <= A4[1]:
            return (*marks, *_scale_bar(left, below)), (_bar_figure(left, below),)
        beside, first = left - _MARK_MM - _BAR_MM, top + self.card_mm[1] + 10.0
        bar = (((x, y), (u, v)) for (y, x), (v, u) in _scale_bar(first, beside))
        figure = (f"{_SCALE_BAR_MM:g}", "mm")
        lines_y = first - 2.0 - 1.5 * _NOTE.height_mm, first - 2.0
        notes = ((text, (left - 1.0, y), 1.0) for text, y in zip(figure, lines_y, strict=True))
        return (*marks, *bar), tuple(notes)


def whole_pdf(
    svg: str, size_mm: Sheet, sheet: Sheet = A3, inner_bar: tuple[float, float] | None = None
) -> bytes:
    """Return a print in the middle of one sheet, in the print's orientation.

    A print larger than the sheet is cut at the sheet's edge; see ``fits``. The scale bar stands
    below the print; if there is no room, a shorter one stands inside its lower edge, or at
    ``inner_bar`` (mm from its upper left corner) if that edge is drawn on.
    """
    pdf = new_file()
    width, height = _lying(sheet, wide=size_mm[0] > size_mm[1])
    pdf.add_page(format=(width, height))
    left, top = (width - size_mm[0]) / 2, (height - size_mm[1]) / 2
    draw_svg(pdf, SVGObject(svg), left, top, size_mm)
    below = top + size_mm[1]
    if height - below >= _MARGIN_MM:
        bar = left + _MARK_MM, below + (height - below) / 2 + 2, _SCALE_BAR_MM
    else:
        x, y = inner_bar or (_INNER_BAR_AT * size_mm[0], size_mm[1] - _MARGIN_MM - 1)
        bar = left + x, top + y, _INNER_BAR_MM
    marks = (*_corner_marks(left, top, *size_mm), *_scale_bar(*bar))
    _overlay(pdf, marks, (_bar_figure(*bar),))
    return bytes(pdf.output())


def fits(size_mm: Sheet, sheet: Sheet) -> bool:
    """Whether a print fits on one sheet in either orientation, including its very edge."""
    return all(a <= b for a, b in zip(sorted(size_mm), sorted(sheet), strict=True))


def tiled_pdf(svg: str, size_mm: Sheet, sheet: Sheet = A4) -> bytes:
    """Return a print on as many sheets as it needs, to be cut at the marks and glued.

    Neighbours overlap by at least a centimetre. Each sheet shows its position in a plan of all
    sheets, names its neighbours at its edges, hatches the area that is glued under the next one,
    and carries a bar of 100 mm to check that the printer did not scale.
    """
    pdf = new_file()
    width, height = _way_with_fewer(size_mm, sheet)
    parts = tiles(size_mm, (width, height))
    drawing = SVGObject(svg)
    across = len({tile.x_mm for tile in parts})
    for number, tile in enumerate(parts, start=1):
        pdf.add_page(format=(width, height))
        left, top = _MARGIN_MM + _MARK_MM, _MARGIN_MM + _MARK_MM
        box = (left, top, tile.width_mm, tile.height_mm)
        with pdf.rect_clip(*box):
            draw_svg(pdf, drawing, left - tile.x_mm, top - tile.y_mm, size_mm)
        spot = Spot(number - 1, across, len(parts) // across)
        bar_y = height - _MARGIN_MM
        marks = (*_corner_marks(*box), *_scale_bar(left, bar_y), *_glue_marks(spot, box))
        notes = [*_name_neighbours(spot, box), _bar_figure(left, bar_y)]
        plan, note_at = _plan(spot, (width - _MARGIN_MM, bar_y))
        _overlay(pdf, marks, (*notes, (f"{number}/{len(parts)}", note_at, 1.0)), plan)
    return bytes(pdf.output())


def tiles(size_mm: Sheet, sheet: Sheet) -> tuple[Tile, ...]:
    """Return the parts of a print for sheets lying this way, row by row; all of one size."""
    room = _room(sheet)
    columns, rows = (_stretches(length, space) for length, space in zip(size_mm, room, strict=True))
    return tuple(
        Tile(x, y, width, height) for (y, height), (x, width) in itertools.product(rows, columns)
    )


def cards_pdf(cards: Sequence[tuple[str, ...]], card_mm: Sheet = CARD_MM) -> bytes:
    """Return sheets of A4 with cards of one size, each a face (SVG), or a face and a back.

    Cards stand edge to edge with cut marks in the margin: one cut separates two cards. A sheet of
    faces is followed by the sheet of their backs, mirrored, for a printer that turns the paper over
    its long edge; printed one-sided, faces and backs can be glued together.
    """
    grid = _Grid(card_mm)
    pdf = new_file()
    drawn = {svg: SVGObject(svg) for sides in cards for svg in sides}
    for first in range(0, len(cards), grid.count):
        page = cards[first : first + grid.count]
        for side in range(len(page[0])):
            pdf.add_page(format=A4)
            for place, sides in enumerate(page):
                row, column = divmod(place, grid.across)
                column = grid.across - 1 - column if side else column
                draw_svg(pdf, drawn[sides[side]], *grid.corner(row, column), card_mm)
            _overlay(pdf, *grid.draw_marks(len(page)))
    return bytes(pdf.output())


class _File(FPDF):
    """A file that draws drawings without copying them first, which would take longer."""

    def draw_path(
        self, path: GraphicsContext, debug_stream: bool | None = None, copy: bool = False
    ) -> None:
        """Write a drawing; the caller must not change it afterwards."""
        super().draw_path(path, debug_stream, copy)


def new_file() -> FPDF:
    """Return an empty file without a creation date."""
    pdf = _File(unit="mm")
    pdf.set_auto_page_break(auto=False)
    pdf.set_margin(0)
    pdf.set_creation_date(_SAME_DAY)
    return pdf


def draw_svg(pdf: FPDF, drawing: SVGObject, x: float, y: float, size_mm: Sheet) -> None:
    """Draw an SVG at its size and place, clipped to its own frame."""
    drawing.width, drawing.height = (length * pdf.k for length in size_mm)
    with pdf.rect_clip(x, y, *size_mm):
        drawing.draw_to_page(pdf, x, y)


def _overlay(
    pdf: FPDF, marks: Iterable[Ends], notes: Sequence[Note], shapes: Sequence[str] = ()
) -> None:
    size = pdf.w, pdf.h
    texts = (text_path(text, _NOTE, at, anchor=anchor) for text, at, anchor in notes)
    content = [path(lines(marks), fill="none", stroke=INK, stroke_width=0.15), *shapes]
    content += [path(text, fill=INK) for text in texts if text]
    draw_svg(pdf, SVGObject(document(*size, content, title="marks")), 0, 0, size)


# --- where things lie -----------------------------------------------------------------------------


def _lying(sheet: Sheet, *, wide: bool) -> Sheet:
    short, long = sorted(sheet)
    return (long, short) if wide else (short, long)


def _room(sheet: Sheet) -> Sheet:
    """Return what is left of a sheet for the print, within margins and marks."""
    lost = 2 * (_MARGIN_MM + _MARK_MM)
    return sheet[0] - lost, sheet[1] - lost


def _way_with_fewer(size_mm: Sheet, sheet: Sheet) -> Sheet:
    ways = [_lying(sheet, wide=wide) for wide in (False, True)]
    return min(ways, key=lambda way: len(tiles(size_mm, way)))


def _stretches(length: float, room: float) -> list[tuple[float, float]]:
    """Return beginnings and lengths of equal, overlapping stretches that cover a length."""
    if length <= room:
        return [(0.0, length)]
    count = math.ceil((length - _OVERLAP_MM) / (room - _OVERLAP_MM))
    part = (length + (count - 1) * _OVERLAP_MM) / count
    return [(k * (part - _OVERLAP_MM), part) for k in range(count)]


def _corner_marks(left: float, top: float, width: float, height: float) -> Iterator[Ends]:
    """Yield cut marks that point at the four corners of a rectangle from outside."""
    for x, outward in ((left, -1), (left + width, 1)):
        for y, away in ((top, -1), (top + height, 1)):
            begin, end = _GAP_MM, _MARK_MM
            yield (x + outward * begin, y), (x + outward * end, y)
            yield (x, y + away * begin), (x, y + away * end)


def _scale_bar(x: float, y: float, length: float = _SCALE_BAR_MM) -> Iterator[Ends]:
    yield (x, y), (x + length, y)
    for k in range(11):
        at = x + length * k / 10
        yield (at, y), (at, y - _BAR_MM)


def _bar_figure(x: float, y: float, length: float = _SCALE_BAR_MM) -> Note:
    return f"{length:g} mm", (x + length + 2, y), 0.0


# --- where sheets go ------------------------------------------------------------------------------


def _plan(spot: Spot, corner: tuple[float, float]) -> tuple[list[str], tuple[float, float]]:
    """Return a plan of all sheets with this one filled, and where its number goes beside it.

    It ends at a lower right corner.
    """
    left, top = corner[0] - spot.across * _PLAN_MM[0], corner[1] - spot.down * _PLAN_MM[1]
    cells = itertools.product(range(spot.down), range(spot.across))
    shapes = [
        rectangle(
            left + column * _PLAN_MM[0], top + row * _PLAN_MM[1], *_PLAN_MM, stroke=INK,
            stroke_width=0.15, fill=INK if (row, column) == (spot.row, spot.column) else "none",
        )
        for row, column in cells
    ]  # fmt: skip
    return shapes, (left - 2, corner[1])


def _name_neighbours(spot: Spot, box: Box) -> Iterator[Note]:
    """Yield, at every edge that joins another sheet, that sheet's number."""
    left, top, width, height = box
    if spot.column > 0:
        yield f"‹ {spot.number}", (left - _GAP_MM, top + height / 2), 1.0
    if spot.column < spot.across - 1:
        yield f"{spot.number + 2} ›", (left + width + _GAP_MM, top + height / 2), 0.0
    if spot.row > 0:
        yield f"{spot.number + 1 - spot.across} ↑", (left + width / 2, top - _GAP_MM), 0.5
    if spot.row < spot.down - 1:
        below = top + height + _GAP_MM + _NOTE.height_mm
        yield f"{spot.number + 1 + spot.across} ↓", (left + width / 2, below), 0.5


def _glue_marks(spot: Spot, box: Box) -> Iterator[Ends]:
    """Yield hatches in the margin along the strips that are glued under the next sheets."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    steps = [step * _HATCH_MM for step in range(round(_OVERLAP_MM / _HATCH_MM) + 1)]
    if spot.column < spot.across - 1:
        for y, step in itertools.product((top - _MARK_MM, bottom + _GAP_MM), steps):
            x = right - _OVERLAP_MM + step
            yield (x, y), (x, y + _MARK_MM - _GAP_MM)
    if spot.row < spot.down - 1:
        for x, step in itertools.product((left - _MARK_MM, right + _GAP_MM), steps):
            y = bottom - _OVERLAP_MM + step
            yield (x, y), (x + _MARK_MM - _GAP_MM, y)
