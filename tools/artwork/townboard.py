"""A board as a print: a town plan with a route through it, in a map's frame."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from hardware.board import Board
from hardware.printing.board import draw_nests, draw_route
from hardware.printing.places import inks, place_svg
from hardware.printing.svg import INK, PAPER, Point, rectangle
from tools.artwork import ornaments
from tools.artwork.townplan import town

_GRID_MM: Final = 2.0
"""How finely the emptiest spots of a board are looked for."""

_NARROW_MM: Final = 4.0
"""The frame's band where no markers stand in it."""


def draw_town_board(board: Board) -> list[str]:
    """Return all of a board but its markers."""
    width, height = board.size_mm
    ink = inks(board)
    return [
        rectangle(0, 0, width, height, fill=PAPER),
        town(width, height, board.name),
        ornaments.meridians(*_middle(board), math.hypot(width, height) / 2),
        ornaments.frame(width, height, _band(board)),
        *draw_route(board),
        *draw_nests(board),
        *_furniture(board),
        *(place_svg(place, ink.get(place.colour or "", INK)) for place in board.places),
    ]


def _middle(board: Board) -> Point:
    if board.discard:
        return board.discard.x_mm, board.discard.y_mm
    return board.size_mm[0] / 2, board.size_mm[1] / 2


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
