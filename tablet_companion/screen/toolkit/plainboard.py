"""A board drawn from its places: until its picture is ready, or where only cards lie on a table."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.board import Board, BoardPlace
from tablet_companion.screen.toolkit import cardview, drawing
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.symbols import symbol
from tablet_companion.screen.toolkit.theme import Palette


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The drawn parts of a board, hashable.

    ``card_mm`` is the size of the cards that lie on a bare table instead of a board.
    """

    size_mm: tuple[float, float]
    places: tuple[BoardPlace, ...]
    inks: tuple[tuple[str, drawing.Rgb], ...]
    routes: tuple[tuple[drawing.Point, drawing.Point], ...]
    card_mm: tuple[float, float] | None


def draw_plain_board(frame: Frame, board: Board, colours: Palette) -> drawing.Group:
    """Return a board of unknown appearance."""
    kinds = board.pieces.values()
    sheet = _Sheet(
        board.size_mm,
        board.places,
        tuple((colour, kind.rgb(colour)) for kind in kinds for colour in kind.colours),
        tuple((board.middle_mm(one.start), board.middle_mm(one.end)) for one in board.lines),
        None if board.cards is None else board.cards.size_mm,
    )
    return _draw(frame, sheet, colours)


@functools.lru_cache(maxsize=16)
def _draw(frame: Frame, sheet: _Sheet, colours: Palette) -> drawing.Group:
    """Return the board; cached, since the painter finds it by identity."""
    inks, thin = dict(sheet.inks), max(1, frame.px_per_mm)
    places = sheet.places if sheet.card_mm is None else ()
    return drawing.Group(
        frame.box,
        (
            _ground(frame, sheet.size_mm, colours),
            *_lying(frame, sheet, colours),
            *(
                drawing.Line(frame.at(*one), frame.at(*other), colours.board_line, thin)
                for one, other in sheet.routes
            ),
            *(item for place in places for item in _place(frame, place, inks, colours)),
        ),
    )


def _lying(frame: Frame, sheet: _Sheet, colours: Palette) -> Iterator[drawing.Item]:
    """Yield the usual places of cards, on a table without a board."""
    if sheet.card_mm is not None:
        for place in sheet.places:
            if cardview.KIND in place.holds:
                centre = frame.at(place.x_mm, place.y_mm)
                size_mm = frame.turned(sheet.card_mm)
                yield from cardview.gone(
                    cardview.outline(size_mm, centre, frame.px_per_mm), colours
                )


def _ground(frame: Frame, size_mm: tuple[float, float], colours: Palette) -> drawing.Fill:
    """Return the bare board, clipped by the frame; if whole, it has round corners."""
    whole, box = frame.outline(size_mm), frame.box
    x, y = max(box.x, whole.x), max(box.y, whole.y)
    seen = drawing.Box(x, y, min(box.right, whole.right) - x, min(box.bottom, whole.bottom) - y)
    whole_in_sight = seen.w >= whole.w - 1 and seen.h >= whole.h - 1
    radius = round(8 * frame.px_per_mm) if whole_in_sight else 0
    return drawing.Fill(seen, colours.board, radius)


def _place(
    frame: Frame, place: BoardPlace, inks: Mapping[str, drawing.Rgb], colours: Palette
) -> tuple[drawing.Item, ...]:
    centre, radius = frame.at(place.x_mm, place.y_mm), place.radius_mm * frame.px_per_mm
    thin = max(1.0, radius * 0.13)
    ink = inks.get(place.colour or "", colours.board_line)
    if place.kind == "hole":
        inner = drawing.Circle(centre, radius * 0.5, None, colours.board_line, thin)
        return drawing.Circle(
            centre, radius * 0.9, colours.board_hole, colours.board_line, thin
        ), inner
    if place.kind == "meeting":
        square = symbol("black", centre, radius * 1.1)
        dot = drawing.Circle(centre, radius * 0.24, colours.board_line)
        return drawing.Polygon(square, colours.board_track, colours.board_line, thin), dot
    if place.colour:
        body = drawing.Circle(
            centre, radius * 0.9, _pale(ink), ink, thin * (2 if place.kind == "start" else 1)
        )
        return body, drawing.Polygon(symbol(place.colour, centre, radius * 0.42), ink)
    return (drawing.Circle(centre, radius * 0.9, colours.board_track, colours.board_line, thin),)


def _pale(ink: drawing.Rgb) -> drawing.Rgb:
    red, green, blue = (channel + (255 - channel) * 7 // 10 for channel in ink)
    return red, green, blue
