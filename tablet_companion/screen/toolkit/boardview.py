"""The board on the screen: places, pieces, marks."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final

from hardware.board import Board, BoardPlace
from tablet_companion.games.core import EMPTY, HIDDEN, Card, Piece, Place, Placement, seen_as
from tablet_companion.referee.explaining.stacks import in_areas
from tablet_companion.referee.model.panels import Arrow, Mark, MarkKind
from tablet_companion.screen.toolkit import cardview, layout
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Circle,
    Group,
    Image,
    Item,
    Line,
    Part,
    Point,
    Polygon,
    Rgb,
    Role,
    Text,
)
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.look import Art, Look
from tablet_companion.screen.toolkit.marks import COLOURS, RIM, arrow, mark, shrink, turning
from tablet_companion.screen.toolkit.motion import Motion, trail_at
from tablet_companion.screen.toolkit.plainboard import draw_plain_board
from tablet_companion.screen.toolkit.symbols import symbol
from tablet_companion.screen.toolkit.theme import VISIBLE, contrast

HIDDEN_RGB: Rgb = (22, 22, 22)
SEAT_RGB: Final[dict[str, Rgb]] = {
    "white": (244, 242, 236),
    "black": (26, 26, 26),
    "orange": (232, 124, 36),
    "pink": (226, 126, 168),
}
"""Colours of players who own no piece."""
OTHER_RGB: Rgb = (128, 128, 128)
WHITE: Rgb = (255, 255, 255)
DARK: Rgb = (36, 30, 20)
SIGN: Final = 3.0
"""WCAG 2.2, 1.4.11: the least contrast of a sign with its ground."""
_TIPPED: Final = (MarkKind.BACK, MarkKind.WRONG, MarkKind.MAY)
_ON_PIECES: Final = (MarkKind.MAY, MarkKind.WON)
_ASIDE: Final = 0.7
"""Share of a pawn's radius by which its number is aside of its middle, across and down."""
_LEAST_PX: Final = 9
"""No number is written smaller."""
_WITHIN: Final = 0.6
"""Share of an area's reach for marks whose tips would reach into neighbouring areas."""


def find_stacked(board: Board, place: Place) -> tuple[BoardPlace, ...]:
    """Return the places at the same spot of the board as a place, itself included, lowest first."""
    spot = board.by_name[place]
    here = (one for one in board.places if (one.x_mm, one.y_mm) == (spot.x_mm, spot.y_mm))
    return tuple(sorted(here, key=lambda one: not _for_flat(board, one)))


def _for_flat(board: Board, place: BoardPlace) -> bool:
    """Whether a place holds only flat pieces, on which others can stand."""
    return all(kind.flat for kind in board.kinds_at(place).values())


def fill_places(board: Board, placement: Placement) -> dict[Place, Piece]:
    """Return a placement by physical place; spots of the same area are filled from the first."""
    spots: dict[Place, Piece] = {}
    for area, piece in in_areas(placement).pieces:
        kind = board.kind_of(seen_as(piece))
        fitting = (
            p
            for p in board.areas.get(area, ())
            if kind is None or kind in board.kinds_at(p).values()
        )
        free = (Place(p.name) for p in fitting if p.name not in spots)
        if (place := next(free, None)) is not None:
            spots[place] = piece
    return spots


def piece_rgb(board: Board, piece: str) -> Rgb:
    """Return the colour a piece is drawn in; a turned-over one is black."""
    if piece == HIDDEN:
        return HIDDEN_RGB
    look = seen_as(Piece(piece))
    kind = board.kind_of(look)
    return kind.rgb(look) if kind is not None else SEAT_RGB.get(piece, OTHER_RGB)


# --- drawing --------------------------------------------------------------------------------------


def board_part(  # noqa: PLR0913 - all that is drawn on a board
    frame: Frame,
    spots: Mapping[Place, Piece],
    marks: Iterable[Mark],
    look: Look,
    top: Card | None = None,
    *,
    arrows: Iterable[Arrow] = (),
    motion: Motion | None = None,
) -> Part:
    """Return the board with pieces at physical places and marks on places as the game names them.

    Those in ``motion`` are drawn on their way. ``top`` is the card on the discard pile. The board's
    art is one group, and so are the things on it; everything outside the frame is clipped.
    """
    board = look.board
    things = [*_pile(frame, top, look), *_pawns(frame, _resting(spots, motion), look)]
    marked = tuple(marks)
    for one in marked:
        things += _mark(frame, one, look, spots)
    for way in arrows:
        things += _arrow(frame, way, board)
    things += _moving(frame, motion, look)
    over = (*(one.place for one in marked), *(at for at in spots if not spots[at].isdigit()))
    things += _numbers(frame, spots, {_area_of(one, board) for one in over}, look)
    if look.art is None:
        ground = draw_plain_board(frame, board, look.colours)
    else:
        ground = _pictured(frame, look.art, board.size_mm)
    return Part((ground, Group(frame.box, tuple(things))))


def _area_of(place: Place, board: Board) -> Place:
    spot = board.by_name.get(place)
    return place if spot is None else Place(spot.area)


def _resting(spots: Mapping[Place, Piece], motion: Motion | None) -> Mapping[Place, Piece]:
    if motion is None:
        return spots
    return {place: piece for place, piece in spots.items() if place not in motion.targets}


def _moving(frame: Frame, motion: Motion | None, look: Look) -> list[Item]:
    items: list[Item] = []
    for slide in motion.slides if motion else ():
        trail = [frame.at(*point) for point in trail_at(slide, motion.done)] if motion else []
        radius = _radius(frame, look.board.by_name[slide.target])
        ink = piece_rgb(look.board, slide.piece)
        items += [Line(a, b, ink, radius * 0.5) for a, b in itertools.pairwise(trail)]
        items += pawn(look.board, slide.piece, trail[-1], radius)
    return items


@functools.lru_cache(maxsize=8)
def _pictured(frame: Frame, art: Art, size_mm: tuple[float, float]) -> Group:
    """Return the board's picture; cached, since the painter finds it by identity."""
    box = frame.outline(size_mm)
    return Group(frame.box, (Image(box, art.size, art.bgr, frame.turns),))


def _pawns(frame: Frame, spots: Mapping[Place, Piece], look: Look) -> tuple[Item, ...]:
    board = look.board
    standing = (
        (place, piece)
        for place in board.places
        if (piece := spots.get(Place(place.name), EMPTY)) != EMPTY
    )
    return tuple(item for place, piece in standing for item in _piece(frame, place, piece, look))


def _piece(frame: Frame, place: BoardPlace, piece: Piece, look: Look) -> tuple[Item, ...]:
    centre = frame.at(place.x_mm, place.y_mm)
    size_mm = None if look.board.cards is None else look.board.cards.size_mm
    if size_mm is not None and cardview.KIND in place.holds:
        box = cardview.outline(frame.turned(size_mm), centre, frame.px_per_mm)
        return cardview.lying(piece, box, look.colours)
    return pawn(look.board, piece, centre, _radius(frame, place))


def _numbers(
    frame: Frame, spots: Mapping[Place, Piece], covered: Set[Place], look: Look
) -> Iterator[Item]:
    """Yield the numbers of marked or covered cards again: people choose a card by its number."""
    cards = look.board.cards
    for place in look.board.places if cards is not None else ():
        piece = spots.get(Place(place.name), EMPTY)
        if place.area in covered and cardview.KIND in place.holds and piece.isdigit():
            assert cards is not None
            size_mm, centre = frame.turned(cards.size_mm), frame.at(place.x_mm, place.y_mm)
            box = cardview.outline(size_mm, centre, frame.px_per_mm)
            yield from cardview.number_over(piece, box, look)


def _pile(frame: Frame, top: Card | None, look: Look) -> tuple[Item, ...]:
    """Return the discard pile's top card if the board has one, upright for reading."""
    pile = look.board.discard
    if top is None or pile is None:
        return ()
    x, y = frame.at(pile.x_mm, pile.y_mm)
    w, h = (round(side * frame.px_per_mm) for side in pile.card_mm)
    return cardview.card_face(top, Box(round(x - w / 2), round(y - h / 2), w, h), look).items


def _radius(frame: Frame, place: BoardPlace) -> float:
    return place.radius_mm * frame.px_per_mm


def pawn(board: Board, piece: Piece, centre: Point, radius: float) -> tuple[Item, ...]:
    """Return a pawn seen from above, with its colour's symbol; a turned-over one has a ring.

    One that only the rules tell from another bears its number, which the real one does not.
    """
    colour = piece_rgb(board, piece)
    rim = RIM if contrast(colour, RIM) >= VISIBLE else DARK  # for white pieces on a white card
    body = Circle(centre, radius * 0.94, colour, rim, max(1.0, radius * 0.12))
    if piece == HIDDEN:
        return body, Circle(centre, radius * 0.45, None, (200, 196, 186), max(1.0, radius * 0.14))
    sign = Polygon(symbol(piece, centre, radius * 0.56), _contrast(colour))
    return body, sign, *_badge(piece.removeprefix(seen_as(piece)), centre, radius)


def _badge(number: str, centre: Point, radius: float) -> tuple[Item, ...]:
    """Return a number on a light disc at the lower right of a pawn; nothing if it has none."""
    if not number:
        return ()
    x, y = centre[0] + _ASIDE * radius, centre[1] + _ASIDE * radius
    size = max(_LEAST_PX, round(radius))
    high = layout.line_height(size)
    box = Box(round(x) - high, round(y - high / 2), 2 * high, high)
    disc = Circle((x, y), size * 0.62, WHITE, DARK, max(1.0, radius * 0.08))
    return disc, Text(box, number, size, DARK, "centre", Role.BOLD)


@functools.cache
def _contrast(colour: Rgb) -> Rgb:
    """Return the ink of a sign on a colour: white, as printed, if the contrast suffices."""
    return WHITE if contrast(colour, WHITE) >= SIGN else DARK


def _mark(frame: Frame, one: Mark, look: Look, spots: Mapping[Place, Piece]) -> tuple[Item, ...]:
    """Return a mark around a place; around the middle of several places of that name.

    Of several places, pieces that may move, or have won, are marked where they stand: one of every
    kind.
    """
    places = _named(one.place, look.board)
    held = _first_of_each(places, spots, one.piece)
    if one.kind in _ON_PIECES and len(held) > 1:
        return tuple(item for spot in held for item in mark(one.kind, *_span(frame, (spot,))))
    if one.kind in _ON_PIECES and held:
        places = held
    if not places:
        return ()
    around, sides = _span(frame, places), _sides(frame, places)
    if len(places) > 1 and one.kind in _TIPPED:
        around = around[0], _WITHIN * min(sides)
    if look.board.cards is not None:  # around a pawn it would be too small
        share = shrink(one.kind, around[1], _room_around(frame.box, around[0]))
        around, sides = (around[0], share * around[1]), (share * sides[0], share * sides[1])
    drawn = mark(one.kind, *around, sides) + (turning(*around) if one.turned else ())
    numbered = one.count and not held  # a piece that is captured or swapped stays in sight
    return (*drawn, *_number(one.count, *around, look)) if numbered else drawn


def _room_around(box: Box, centre: Point) -> float:
    """Return how far it is from a point to the nearest side of a box; no limit outside it."""
    (x, y) = centre
    nearest = min(x - box.x, box.right - x, y - box.y, box.bottom - y)
    return nearest if nearest >= 0 else math.inf


def _first_of_each(
    places: Sequence[BoardPlace], spots: Mapping[Place, Piece], only: Piece | None
) -> tuple[BoardPlace, ...]:
    """Return the first place of those that hold each kind of piece; cards lie beneath pieces."""
    held = ((spots.get(Place(spot.name), EMPTY), spot) for spot in reversed(places))
    found = {
        piece: spot
        for piece, spot in held
        if piece != EMPTY and not piece.isdigit() and only in (None, piece)
    }
    return tuple(reversed(found.values()))


def _number(count: int, centre: Point, reach: float, look: Look) -> tuple[Item, ...]:
    """Return a number on a light disc in the middle of a ring."""
    (x, y), radius = centre, max(reach, look.theme.fine * 0.62)
    size = look.theme.fine
    box = Box(round(x) - size, round(y - radius), 2 * size, round(2 * radius))  # for two digits
    setting = layout.fit_text(str(count), (box.w, box.h), (size,), Role.BOLD, look.measure)
    disc = Circle(centre, radius, RIM, COLOURS[MarkKind.GOAL], max(2.0, radius * 0.16))
    text = layout.place_lines(setting, box, COLOURS[MarkKind.GOAL], align="centre", middle=True)
    return disc, *text


def _arrow(frame: Frame, way: Arrow, board: Board) -> tuple[Item, ...]:
    source, target = _named(way.source, board), _named(way.target, board)
    if not source or not target:
        return ()
    start, end = (_span(frame, one)[0] for one in (source, target))
    return arrow(start, end, (_sides(frame, source), _sides(frame, target)))


def glow(frame: Frame, places: Iterable[Place], look: Look) -> Part:
    """Return a glow around places, which attracts the eye."""
    rings = [
        Circle(centre, reach * 1.45, None, ink, width)
        for centre, reach in filter(None, (_around(frame, one, look.board) for one in places))
        for ink, width in ((look.colours.ground, reach * 0.6), (look.colours.amber, reach * 0.36))
    ]
    return Part((Group(frame.box, tuple(rings)),))


def _around(frame: Frame, place: Place, board: Board) -> tuple[Point, float] | None:
    """Return the middle of a place, or of several of that name, and how far they reach."""
    places = _named(place, board)
    return _span(frame, places) if places else None


def _span(frame: Frame, places: Sequence[BoardPlace]) -> tuple[Point, float]:
    """Return the middle of some places, and how far they reach."""
    left, top, right, bottom = _extent(places)
    return frame.at((left + right) / 2, (top + bottom) / 2), max(_sides(frame, places))


def _sides(frame: Frame, places: Sequence[BoardPlace]) -> tuple[float, float]:
    """Return how far some places reach across and down, in pixels."""
    left, top, right, bottom = _extent(places)
    scale = frame.px_per_mm / 2
    return frame.turned(((right - left) * scale, (bottom - top) * scale))


def _extent(places: Sequence[BoardPlace]) -> tuple[float, float, float, float]:
    """Return the rectangle about the circles of places: left, top, right, bottom."""
    return (
        min(place.x_mm - place.radius_mm for place in places),
        min(place.y_mm - place.radius_mm for place in places),
        max(place.x_mm + place.radius_mm for place in places),
        max(place.y_mm + place.radius_mm for place in places),
    )


def _named(place: Place, board: Board) -> tuple[BoardPlace, ...]:
    """Return the places of a name; for a piece on another, the place where that one lies."""
    base = place.partition(".")[0]
    return (
        board.areas.get(place)
        or board.areas.get(base)
        or tuple(one for one in board.places if one.name == place)
    )
