"""The icons on keys: strokes on a grid of 24 by 24, drawn in any size and colour. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

from tablet_companion.screen.toolkit.drawing import Box, Item, Line, Point, Rgb

_GRID: Final = 24
_STROKE: Final = 2.2
"""The width of strokes on the grid: as thick as the letters beside the icon."""

Stroke = tuple[Point, ...]


def _arc(x: float, y: float, radius: float, start_deg: float, end_deg: float) -> Stroke:
    """Return part of a circle as a stroke; 0° points right, angles grow clockwise."""
    steps = max(2, round(abs(end_deg - start_deg) / 20))
    angles = (math.radians(start_deg + (end_deg - start_deg) * n / steps) for n in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def _frame(left: float, top: float, right: float, bottom: float) -> Stroke:
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


_HEAD: Final[Stroke] = ((4, 5), (4, 11), (10, 11))
"""The head of an arrow that goes back."""

ICONS: Final[dict[str, tuple[Stroke, ...]]] = {
    "pause": (((8.5, 5), (8.5, 19)), ((15.5, 5), (15.5, 19))),
    "go_on": (((8, 5), (18, 12), (8, 19), (8, 5)),),
    "undo": (_HEAD, ((4, 11), *_arc(12.5, 13, 7.5, 205, 410))),
    "again": (((20, 4), (20, 10), (14, 10)), _arc(12, 12.5, 7.5, -25, -300)),
    "card": (
        _frame(6, 3, 18, 21),
        (*_arc(12, 9.5, 2.5, 180, 380), (12, 12.5), (12, 14)),
        ((12, 17), (12, 17.2)),
    ),
    "no_card": (_frame(6, 3, 18, 21), ((3, 20), (21, 4))),
    "board": (_frame(3, 5, 21, 19), ((9, 5), (9, 19)), ((15, 5), (15, 19)), ((3, 12), (21, 12))),
    "yes": (((4, 13), (10, 19), (20, 6)),),
    "no": (((6, 6), (18, 18)), ((18, 6), (6, 18))),
    "off": (((12, 3), (12, 11)), _arc(12, 13, 8, -55, 235)),
    "hide": (
        ((3, 12), *_arc(12, 19, 11.4, 218, 322), *_arc(12, 5, 11.4, 38, 142)),
        ((4, 20), (20, 4)),
    ),
    "look": (
        ((3, 12), *_arc(12, 19, 11.4, 218, 322), *_arc(12, 5, 11.4, 38, 142)),
        _arc(12, 12, 3, 0, 360),
    ),
    "hint": (
        _arc(12, 9.5, 6, 130, 410),
        ((9, 15), (9, 18), (15, 18), (15, 15)),
        ((10, 21), (14, 21)),
    ),
    "ask": ((*_arc(12, 8.5, 4.5, 180, 400), (12, 13.5), (12, 15.5)), ((12, 19.8), (12, 20.2))),
    "earlier": (((15, 5), (8, 12), (15, 19)),),
    "later": (((9, 5), (16, 12), (9, 19)),),
    "rules": (
        ((12, 6), (12, 20)),
        ((12, 6), (9, 4.5), (3, 4.5), (3, 18.5), (9, 18.5), (12, 20)),
        ((12, 6), (15, 4.5), (21, 4.5), (21, 18.5), (15, 18.5), (12, 20)),
    ),
    "volume": (
        ((3, 9.5), (7, 9.5), (12, 5), (12, 19), (7, 14.5), (3, 14.5), (3, 9.5)),
        _arc(12, 12, 4.5, -50, 50),
        _arc(12, 12, 8.5, -50, 50),
    ),
    "brightness": (
        _arc(12, 12, 4, 0, 360),
        *(
            (
                (12 + 6.8 * math.cos(n * math.pi / 4), 12 + 6.8 * math.sin(n * math.pi / 4)),
                (12 + 9.6 * math.cos(n * math.pi / 4), 12 + 9.6 * math.sin(n * math.pi / 4)),
            )
            for n in range(8)
        ),
    ),
    "settings": (
        ((3, 7), (7, 7)),
        _arc(9.5, 7, 2.5, 0, 360),
        ((12, 7), (21, 7)),
        ((3, 17), (12, 17)),
        _arc(14.5, 17, 2.5, 0, 360),
        ((17, 17), (21, 17)),
    ),
    "coins": (_arc(9, 13.5, 6, 0, 360), _arc(15, 9.5, 5.5, -160, 110)),
    "save": (
        ((12, 3), (12, 14)),
        ((7, 9.5), (12, 14.5), (17, 9.5)),
        ((4, 15), (4, 20), (20, 20), (20, 15)),
    ),
    "history": (_arc(12, 12, 9, 0, 360), ((12, 6.5), (12, 12), (16, 14.5))),
    "back": (((19, 12), (5, 12)), ((11, 6), (5, 12), (11, 18))),
}
"""The strokes of each icon."""


def icon(name: str, box: Box, colour: Rgb) -> tuple[Item, ...]:
    """Return an icon as large as a box allows, in its middle."""
    side = min(box.w, box.h)
    left, top = box.centre[0] - side / 2, box.centre[1] - side / 2
    scale = side / _GRID
    width = max(1.5, _STROKE * scale)
    strokes = ([(left + x * scale, top + y * scale) for x, y in stroke] for stroke in ICONS[name])
    return tuple(line for stroke in strokes for line in _lines(stroke, colour, width))


def _lines(points: list[Point], colour: Rgb, width: float) -> Iterator[Line]:
    for start, end in itertools.pairwise(points):
        yield Line(start, end, colour, width)
