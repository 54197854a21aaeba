"""Diagrams of moves: pieces, arrows and crosses over a part of a board, as SVG.

Lengths are the board's millimetres. The board itself is not drawn here: it lies underneath.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware import fonts
from hardware.board import Board, BoardPlace, Rgb
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.svg import (
    INK,
    WHITE,
    Point,
    circle,
    document,
    group,
    hex_colour,
    path,
    polyline,
    rectangle,
    symbol,
    write_transform,
)

ALLOWED: Final = "#13713a"
FORBIDDEN: Final = "#c2281d"
_CARD: Final = "card"
"""The kind of piece that lies on the table as a card."""
_HIDDEN: Final = "hidden"
_DARK: Final = "#161616"
_PALEST: Final = 150
"""Colours brighter than this (0 to 255) have a dark symbol."""
_ARROW_MM: Final = 1.1
"""How broad an arrow is on the paper, in mm."""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a board that a diagram shows: a rectangle of it."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Move:
    """A piece's way, place by place; with a single place a piece comes, leaves or changes there.

    ``piece`` stands at the end, None if nothing does.
    """

    path_mm: tuple[Point, ...]
    piece: str | None = None

    @property
    def stays(self) -> bool:
        """Whether nothing goes from one place to another."""
        return len(set(self.path_mm)) == 1


def fit_window(
    points: Iterable[Point], size_mm: Point, *, shape: float, margin_mm: float, least_mm: float
) -> Window:
    """Return the smallest part of a board that holds all points with a margin.

    ``shape`` is its width by its height, ``least_mm`` its least width. It stays on the board if
    the board is large enough.
    """
    xs, ys = zip(*points, strict=True)
    wide, high = max(xs) - min(xs) + 2 * margin_mm, max(ys) - min(ys) + 2 * margin_mm
    width = max(wide, high * shape, least_mm)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    sides = width, width / shape
    left, top = (_keep_in(*one) for one in zip(middle, sides, size_mm, strict=True))
    return Window(left, top, *sides)


def _keep_in(middle: float, side: float, whole: float) -> float:
    """Return where a stretch about a middle begins, shifted so that it lies within the whole."""
    if side >= whole:
        return (whole - side) / 2
    return min(max(middle - side / 2, 0.0), whole - side)


def diagram_svg(  # noqa: PLR0913 - what is drawn, on which part, how large
    board: Board,
    pieces: Mapping[str, str],
    moves: Sequence[Move],
    window: Window,
    *,
    paper_mm: float,
    allowed: bool = True,
) -> str:
    """Return pieces and moves over a part of a board, to be printed ``paper_mm`` wide.

    Moves that are not allowed are crossed out.
    """
    unit = window.width_mm / paper_mm
    colour = ALLOWED if allowed else FORBIDDEN
    under, over = _split_pieces(board, pieces, moves, window)
    drawn = [
        *(_piece(board, *one) for one in under),
        *(_newcomer(board, move, pieces) for move in moves),
        *(_piece(board, *one) for one in over if _is_card(board, one[0])),
        *(_way(board, move, colour, unit) for move in moves),
        *(_piece(board, *one) for one in over if not _is_card(board, one[0])),
        *(_cross(_struck_at(board, move), unit) for move in moves if not allowed),
    ]
    shifted = group(drawn, transform=write_transform(-window.x_mm, -window.y_mm))
    return document(window.width_mm, window.height_mm, [shifted], title="diagram")


def _split_pieces(
    board: Board, pieces: Mapping[str, str], moves: Sequence[Move], window: Window
) -> tuple[list[tuple[BoardPlace, str]], list[tuple[BoardPlace, str]]]:
    """Return the pieces in sight that stay, cards before pawns, and those that move, over them."""
    begin = {move.path_mm[0] for move in moves if not move.stays}
    standing = [place for place in board.places if place.name in pieces]
    spots = [(place, pieces[place.name]) for place in standing if _in_sight(place, window)]
    under = [one for one in spots if (one[0].x_mm, one[0].y_mm) not in begin]
    over = [one for one in spots if one not in under]
    return sorted(under, key=lambda one: -one[0].radius_mm), over


def _in_sight(place: BoardPlace, window: Window) -> bool:
    """Whether anything that stands at a place may be seen in a part of the board."""
    reach = 2 * place.radius_mm
    beside = place.x_mm - window.x_mm, place.y_mm - window.y_mm
    sides = window.width_mm, window.height_mm
    return all(-reach < at < side + reach for at, side in zip(beside, sides, strict=True))


def _is_card(board: Board, place: BoardPlace) -> bool:
    return board.cards is not None and _CARD in place.holds


def _piece(board: Board, place: BoardPlace, piece: str) -> str:
    if board.cards is not None and _is_card(board, place):
        drawing = _card(board.cards.size_mm, piece)
    else:
        drawing = _pawn(board, piece, place.radius_mm * 0.94)
    return group(drawing, transform=write_transform(place.x_mm, place.y_mm))


def _pawn(board: Board, piece: str, radius: float) -> Iterator[str]:
    """Yield a pawn seen from above, with its colour's symbol; a turned-over one has a ring."""
    kind = board.kind_of(piece)
    rgb = kind.rgb(piece) if kind else None
    fill = hex_colour(rgb) if rgb else _DARK
    yield circle(0, 0, radius, fill=fill, stroke=WHITE, stroke_width=radius * 0.14)
    yield circle(0, 0, radius * 1.07, fill="none", stroke=INK, stroke_width=radius * 0.06)
    if piece == _HIDDEN or rgb is None:
        yield circle(0, 0, radius * 0.45, fill="none", stroke="#c8c4ba", stroke_width=radius * 0.14)
        return
    size = radius * (1.2 if kind and not kind.flat else 0.8)
    ink = INK if _brightness(rgb) > _PALEST else WHITE
    yield symbol(piece.partition(".")[0], 0, 0, size, fill=ink)


def _card(size_mm: Point, name: str) -> Iterator[str]:
    """Yield a card that lies on the table, its number in the corner, or its back."""
    width, height = size_mm
    corner = -width / 2, -height / 2
    down = name == _HIDDEN
    fill = "#5b6470" if down else WHITE
    yield rectangle(*corner, width, height, rx=4, fill=fill, stroke=INK, stroke_width=1.0)
    if not down:
        lettering = Lettering(fonts.TEXT_BOLD, height * 0.2)
        at = corner[0] + 4.0, corner[1] + height * 0.2 + 4.0
        yield path(text_path(name, lettering, at, anchor=0), fill=INK)


def _newcomer(board: Board, move: Move, pieces: Mapping[str, str]) -> str:
    """Return a pale piece that enters the board at an empty place."""
    if move.piece is None or not move.stays:
        return ""
    here = [place for place in board.places if (place.x_mm, place.y_mm) == move.path_mm[0]]
    kind = board.kind_of(move.piece)
    free = [
        place
        for place in here
        if place.name not in pieces and (not kind or kind in board.kinds_at(place).values())
    ]
    return group([_piece(board, free[0], move.piece)], opacity=0.75) if free else ""


def _way(board: Board, move: Move, colour: str, unit: float) -> str:
    """Return an arrow along a move; a ring if a piece comes, an outward arrow if it leaves."""
    if not move.stays:
        return _arrow(move.path_mm, colour, unit)
    at, radius = move.path_mm[0], _radius(board, move)
    if move.piece is None:
        return _arrow([at, (at[0] + 1.6 * radius, at[1] - 1.6 * radius)], colour, unit)
    return _ring(at, radius * 1.15, colour, unit)


def _radius(board: Board, move: Move) -> float:
    """Return the radius of the smallest place at which a move ends."""
    at = move.path_mm[-1]
    return min((math.dist((one.x_mm, one.y_mm), at), one.radius_mm) for one in board.places)[1]


def _struck_at(board: Board, move: Move) -> Point:
    """Return where to cross a move out: halfway, or beside a piece that stays."""
    if not move.stays:
        return _halfway(move.path_mm)
    (x, y), out = move.path_mm[0], 0.9 * _radius(board, move)
    return x + out, y - out


def _ring(at: Point, radius: float, colour: str, unit: float) -> str:
    rings = ((WHITE, 1.8), (colour, 1.0))
    return "".join(
        circle(*at, radius, fill="none", stroke=ink, stroke_width=part * _ARROW_MM * unit)
        for ink, part in rings
    )


def _arrow(points: Sequence[Point], colour: str, unit: float) -> str:
    """Return an arrow through points with a white edge, so that it is seen on any ground."""
    (x0, y0), (x1, y1) = points[-2:]
    length, width = math.dist(*points[-2:]), _ARROW_MM * unit
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    head = min(3.2 * width, 0.8 * length)
    neck = x1 - head * ux, y1 - head * uy
    half = 0.62 * head
    ends = [
        (neck[0] - half * uy, neck[1] + half * ux),
        (x1, y1),
        (neck[0] + half * uy, neck[1] - half * ux),
    ]
    shaft, tip = polyline([*points[:-1], neck]), polyline(ends, closed=True)
    line: dict[str, str | float] = {"fill": "none", "stroke_linejoin": "round"}
    return "".join(
        (
            path(shaft, stroke=WHITE, stroke_width=1.8 * width, **line),
            path(tip, fill=WHITE, stroke=WHITE, stroke_width=0.8 * width, stroke_linejoin="round"),
            path(shaft, stroke=colour, stroke_width=width, **line),
            path(tip, fill=colour),
        )
    )


def _cross(at: Point, unit: float) -> str:
    x, y, half = *at, 2.6 * unit
    ends = [
        ((x - half, y - half), (x + half, y + half)),
        ((x - half, y + half), (x + half, y - half)),
    ]
    data = "".join(polyline(pair) for pair in ends)
    strokes = ((WHITE, 2.0), (FORBIDDEN, 1.2))
    return "".join(
        path(data, fill="none", stroke=ink, stroke_width=part * unit, stroke_linecap="round")
        for ink, part in strokes
    )


def _halfway(points: Sequence[Point]) -> Point:
    left = sum(math.dist(*pair) for pair in itertools.pairwise(points)) / 2
    for one, other in itertools.pairwise(points):
        length = math.dist(one, other)
        if length and left <= length:
            part = left / length
            return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
        left -= length
    return points[-1]


def _brightness(rgb: Rgb) -> float:
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]
