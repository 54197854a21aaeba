"""A board as a print: a town plan with a route through it, in a map's frame."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from hardware.board import Board, BoardPlace
from hardware.printing import ornaments
from hardware.printing.floorplan import floorplan_svg
from hardware.printing.markers import marker_svg
from hardware.printing.places import inks, place_svg
from hardware.printing.svg import INK, PAPER, Point, circle, document, lines, path, rectangle
from hardware.printing.townplan import town
from hardware.printing.worldmap import worldmap_svg

_LINKED_RADII: Final = 2.6
"""Places whose centres are nearer than so many radii are joined by a line of the route."""

_GRID_MM: Final = 2.0
"""How finely the emptiest spots of a board are looked for."""

_NARROW_MM: Final = 4.0
"""The frame's band where no markers stand in it."""


def board_svg(board: Board) -> str:
    """Return the board as an SVG of true size, the same text for the same board.

    Needs no typeface to be shown. Raises BoardError for a marker that OpenCV does not have. A board
    with lines between its areas is a map of the world; every other one a town's.
    """
    if board.game == "pocket_ops":
        return floorplan_svg(board)
    if board.lines:
        return worldmap_svg(board)
    width, height = board.size_mm
    layers = [
        rectangle(0, 0, width, height, fill=PAPER),
        town(width, height, board.name),
        ornaments.meridians(*_middle(board), math.hypot(width, height) / 2),
        ornaments.frame(width, height, _band(board)),
        *_route(board),
        *_nests(board),
        *_furniture(board),
        *(place_svg(place, _ink(board, place)) for place in board.places),
        *(marker_svg(marker) for marker in board.markers),
    ]
    return document(width, height, layers, title=board.name)


def _middle(board: Board) -> Point:
    if board.discard:
        return board.discard.x_mm, board.discard.y_mm
    return board.size_mm[0] / 2, board.size_mm[1] / 2


def _ink(board: Board, place: BoardPlace) -> str:
    return inks(board).get(place.colour or "", INK)


def _band(board: Board) -> float:
    """Return the width of the frame: markers by the edge stand in it, with their white."""
    width, height = board.size_mm
    limit = min(
        min(p.x_mm, p.y_mm, width - p.x_mm, height - p.y_mm) - p.radius_mm for p in board.places
    )
    reaches = (
        min(m.x_mm, m.y_mm, width - m.x_mm, height - m.y_mm) + m.size_mm * 0.68
        for m in board.markers
    )
    return min(max([_NARROW_MM, *reaches]), max(limit, _NARROW_MM))


def _route(board: Board) -> list[str]:
    """Return the way from place to place, as a road on a map is drawn: casing, then fill."""
    spots = [place for place in board.places if place.kind not in ("nest", "point")]
    joined = lines(
        ((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
        for a, b in itertools.combinations(spots, 2)
        if _apart(a, b) < _LINKED_RADII * max(a.radius_mm, b.radius_mm)
    )
    radius = max((place.radius_mm for place in spots), default=0.0)
    widths = ((INK, 1.3), (PAPER, 1.23), (INK, 0.95), ("#ded0aa", 0.9))
    return [
        path(joined, fill="none", stroke=colour, stroke_width=part * radius, stroke_linecap="round")
        for colour, part in widths
    ]


def _nests(board: Board) -> Iterator[str]:
    """Yield a plate in its colour under the spots of each nest."""
    for spots in board.areas.values():
        if spots[0].kind != "nest":
            continue
        ink = _ink(board, spots[0])
        x = sum(spot.x_mm for spot in spots) / len(spots)
        y = sum(spot.y_mm for spot in spots) / len(spots)
        radius = max(math.hypot(s.x_mm - x, s.y_mm - y) + s.radius_mm for s in spots) + 1.2
        yield circle(x, y, radius, fill=PAPER)
        yield circle(x, y, radius, fill=ink, fill_opacity=0.22, stroke=ink, stroke_width=0.7)
        yield circle(x, y, radius - 0.9, fill="none", stroke=ink, stroke_width=0.14)


def _furniture(board: Board) -> Iterator[str]:
    """Yield the pile with the title, and ornaments where the board is emptiest."""
    if board.discard:
        yield ornaments.pile(board.discard)
        yield ornaments.title(board.name, board.discard)
    taken: list[tuple[Point, float]] = []
    for draw in (ornaments.compass, ornaments.lens):
        (x, y), free = _emptiest(board, taken)
        radius = min(free - 3.0, 24.0)
        if radius >= 8.0:
            yield draw(x, y, radius)
            taken.append(((x, y), radius))


def _emptiest(board: Board, taken: list[tuple[Point, float]]) -> tuple[Point, float]:
    """Return the centre and radius of the largest free circle, to a few millimetres."""
    width, height = board.size_mm
    y, x = np.mgrid[0:height:_GRID_MM, 0:width:_GRID_MM]
    free = np.minimum.reduce([x, y, width - x, height - y]) - _band(board)
    for (cx, cy), radius in [*(((p.x_mm, p.y_mm), p.radius_mm) for p in board.places), *taken]:
        np.minimum(free, np.hypot(x - cx, y - cy) - radius, out=free)
    if board.discard:
        across, down = ornaments.pile_with_titles_mm(board.discard)
        dx = np.maximum(abs(x - board.discard.x_mm) - across / 2, 0)
        dy = np.maximum(abs(y - board.discard.y_mm) - down / 2, 0)
        np.minimum(free, np.hypot(dx, dy), out=free)
    best = np.unravel_index(free.argmax(), free.shape)
    return (float(x[best]), float(y[best])), float(free[best])


def _apart(one: BoardPlace, other: BoardPlace) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
