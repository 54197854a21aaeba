"""A board as a print: shipped artwork for the program's own boards, a plain drawing for others.

``make artwork`` draws the shipped artwork, in the folder ``artwork``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from hardware.board import Board, BoardPlace, DiscardPile
from hardware.printing import artwork, svg
from hardware.printing.aruco import aruco_svg
from hardware.printing.places import inks, place_svg

_LINKED_RADII: Final = 2.6
"""Places whose centres are nearer than this many radii are joined by a line of the route."""

_TOWN_MM: Final = (400.0, 280.0)
"""The size of the town that is drawn under a board without a sheet of its own."""

_LINE_MM: Final = 1.2
_LINE_EDGE_MM: Final = 4.0
"""The width of a line between areas, and of the paper edge that sets it off from the town."""

_RIM_MM: Final = 1.2
"""How far a nest's plate reaches beyond its spots."""

_PILE_MM: Final = 3.0
"""The gap between the pile's frame and the card."""


def board_svg(board: Board, language: str = "en") -> str:
    """Return the board as an SVG of true size, always the same text for the same board.

    Names on it are in the language. Needs no typeface to be shown. Raises BoardError for a marker
    that OpenCV does not have.
    """
    sheet = artwork.find_sheet(board, language)
    layers = draw_plainly(board) if sheet is None else [sheet]
    markers = (aruco_svg(marker) for marker in board.markers)
    return svg.document(*board.size_mm, [*layers, *markers], title=board.name)


def draw_plainly(board: Board) -> list[str]:
    """Return a plain drawing of a board without its markers.

    The town under it is for the camera, which finds a board without markers by such detail.
    """
    width, height = board.size_mm
    ink = inks(board)
    return [
        svg.rectangle(0, 0, width, height, fill=svg.PAPER),
        _ground(width, height),
        *draw_lines(board),
        *draw_route(board),
        *draw_nests(board),
        *([_pile(board.discard)] if board.discard else ()),
        *(place_svg(place, ink.get(place.colour or "", svg.INK)) for place in board.places),
    ]


def draw_lines(board: Board) -> list[str]:
    """Return the lines between areas in the board's file, dark on a broad edge of paper."""
    drawn = svg.lines((board.middle_mm(one.start), board.middle_mm(one.end)) for one in board.lines)
    if not drawn:
        return []
    return [
        svg.path(drawn, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")
        for colour, width in ((svg.PAPER, _LINE_EDGE_MM), (svg.INK, _LINE_MM))
    ]


def draw_route(board: Board) -> list[str]:
    """Return the way from place to place, as a road on a map is drawn: casing, then fill."""
    spots = [place for place in board.places if place.kind not in ("nest", "point")]
    joined = svg.lines(
        ((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
        for a, b in itertools.combinations(spots, 2)
        if _apart(a, b) < _LINKED_RADII * max(a.radius_mm, b.radius_mm)
    )
    if not joined:  # an empty path is an error in strict SVG
        return []
    radius = max((place.radius_mm for place in spots), default=0.0)
    widths = ((svg.INK, 1.3), (svg.PAPER, 1.23), (svg.INK, 0.95), ("#ded0aa", 0.9))
    return [
        svg.path(
            joined, fill="none", stroke=colour, stroke_width=part * radius, stroke_linecap="round"
        )
        for colour, part in widths
    ]


def draw_nests(board: Board) -> Iterator[str]:
    """Yield a plate in its colour under the spots of each nest.

    It is round if a circle round all the spots leaves the other places free; otherwise a band that
    follows the spots. A circle round a long row lay under half of the board, and places beside it
    were printed on the colour of a nest.
    """
    for spots in board.areas.values():
        if spots[0].kind != "nest":
            continue
        ink = inks(board).get(spots[0].colour or "", svg.INK)
        x = sum(spot.x_mm for spot in spots) / len(spots)
        y = sum(spot.y_mm for spot in spots) / len(spots)
        radius = max(math.hypot(s.x_mm - x, s.y_mm - y) + s.radius_mm for s in spots) + _RIM_MM
        if _is_free(board, spots, (x, y), radius):
            yield svg.circle(x, y, radius, fill=svg.PAPER)
            yield svg.circle(
                x, y, radius, fill=ink, fill_opacity=0.22, stroke=ink, stroke_width=0.7
            )
            yield svg.circle(x, y, radius - 0.9, fill="none", stroke=ink, stroke_width=0.14)
        else:
            yield from _draw_band(spots, ink)


def _is_free(
    board: Board, spots: Sequence[BoardPlace], centre: tuple[float, float], radius: float
) -> bool:
    """Whether no place but these spots touches a circle."""
    others = (place for place in board.places if place not in spots)
    return all(
        math.hypot(one.x_mm - centre[0], one.y_mm - centre[1]) >= radius + one.radius_mm
        for one in others
    )


def _draw_band(spots: Sequence[BoardPlace], ink: str) -> Iterator[str]:
    """Yield a band from spot to spot, in the order of the board's file."""
    middles = [(spot.x_mm, spot.y_mm) for spot in spots]
    way = svg.lines(itertools.pairwise(middles))
    width = 2 * (max(spot.radius_mm for spot in spots) + _RIM_MM)
    for colour, wide, opacity in ((ink, 0.7, 1.0), (svg.PAPER, 0.0, 1.0), (ink, 0.0, 0.22)):
        yield svg.path(
            way,
            fill="none",
            stroke=colour,
            stroke_width=width + wide,
            stroke_opacity=opacity,
            stroke_linecap="round",
        )


def _ground(width: float, height: float) -> str:
    """Return the town that is drawn under the board; the board's edges clip it."""
    scale = max(1.0, width / _TOWN_MM[0], height / _TOWN_MM[1])
    town = artwork.pieces("board-agent_dog")["town"]
    return svg.group(
        [town], stroke_linejoin="round", transform=svg.write_transform(0, 0, scale=scale)
    )


def _pile(discard: DiscardPile) -> str:
    """Return the frame into which played cards are laid."""
    drawn = []
    for out, fill in ((_PILE_MM, svg.PAPER), (0.0, "none")):
        width, height = (side + 2 * out for side in discard.card_mm)
        at = discard.x_mm - width / 2, discard.y_mm - height / 2
        drawn.append(svg.rectangle(*at, width, height, rx=_PILE_MM + out, fill=fill))
    return svg.group(drawn, stroke=svg.INK, stroke_width=0.3)


def _apart(one: BoardPlace, other: BoardPlace) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
