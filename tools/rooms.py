"""The picture of the rooms in ARCHITECTURE.md, from what imports what.

``python -m tools.rooms docs/rooms.svg`` draws it. A room stands above all that it imports from; an
arrow that follows from others is left out.
"""

from __future__ import annotations

import argparse
import functools
import math
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import grimp

from hardware.printing.svg import element, group, number, path, rectangle

_LAYERS: Final = ("calibration", "hardware")
"""Packages that are one room each; of the referee's layer every package is one."""

_UPPER: Final = "tablet_companion"
_LOOSE: Final = frozenset({"__main__", "cli"})
"""What is no room; the command line imports a command when it is asked for."""

_BOX: Final = (180.0, 52.0)
_PITCH: Final = (196.0, 80.0)
_WIDTH: Final = 1000.0
_LINE: Final = 38
"""Characters of the inner rooms' names on one line."""
_INK: Final = "#2d2c33"
_PAPER: Final = "#ffffff"
_ARROW: Final = "#8b8577"
_FILLS: Final = {"calibration": "#dbe6d3", "hardware": "#d6e0ea"}
_FILL: Final = "#f4ecd8"

Arrows = Mapping[str, frozenset[str]]
"""From each room to those that it imports from."""


def find_arrows() -> tuple[Arrows, Mapping[str, tuple[str, ...]]]:
    """Return what each room imports from, and which rooms it has inside."""
    graph = grimp.build_graph(_UPPER, *_LAYERS, cache_dir=None)
    arrows: dict[str, set[str]] = {}
    inside: dict[str, set[str]] = {}
    for module in sorted(graph.modules):
        room = name_room(module)
        if room is None:
            continue
        targets = {name_room(other) for other in graph.find_modules_directly_imported_by(module)}
        arrows.setdefault(room, set()).update(t for t in targets if t and t != room)
        inner = module.removeprefix(f"{_UPPER}.").split(".")
        if len(inner) == 2 and graph.find_children(module):
            inside.setdefault(room, set()).add(inner[1])
    return (
        {room: frozenset(found) for room, found in arrows.items()},
        {room: tuple(sorted(found)) for room, found in inside.items()},
    )


def name_room(module: str) -> str | None:
    """Return the room a module is in; nothing for what stands beside the rooms."""
    layer, _, rest = module.partition(".")
    if layer in _LAYERS:
        return layer
    room = rest.partition(".")[0]
    return room if room and room not in _LOOSE else None


def reduce_arrows(arrows: Arrows) -> Arrows:
    """Leave out every arrow that others lead along, too."""

    @functools.cache
    def reach(room: str) -> frozenset[str]:
        return arrows[room].union(*(reach(other) for other in arrows[room]))

    return {
        room: frozenset(t for t in found if not any(t in reach(other) for other in found - {t}))
        for room, found in arrows.items()
    }


def draw_rooms() -> str:
    """Return the picture as an SVG file."""
    arrows, inside = find_arrows()
    floors = _floors(arrows)
    middles = {
        room: ((_WIDTH - _PITCH[0] * (len(row) - 1)) / 2 + _PITCH[0] * k, 30 + _PITCH[1] * floor)
        for floor, row in enumerate(floors)
        for k, room in enumerate(row)
    }
    height = 30 + _PITCH[1] * len(floors) - 10
    lines = [
        _arrow(middles[room], middles[target], number_)
        for number_, (room, target) in enumerate(
            (room, target)
            for room, found in sorted(reduce_arrows(arrows).items())
            for target in sorted(found)
        )
    ]
    boxes = [_box(room, middles[room], inside.get(room, ())) for row in floors for room in row]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(_WIDTH)} {number(height)}" '
        'role="img" aria-label="The rooms, each above all that it imports from">'
    )
    paper = rectangle(0, 0, _WIDTH, height, fill=_PAPER)
    ways = group(lines, fill="none", stroke=_ARROW, stroke_width=1.4)
    return "\n".join([head, paper, ways, *boxes, "</svg>", ""])


def _floors(arrows: Arrows) -> list[list[str]]:
    """Return the rooms floor by floor, the topmost first: each as high as it has to be."""

    @functools.cache
    def height(room: str) -> int:
        return max((height(other) + 1 for other in arrows[room]), default=0)

    top = max(map(height, arrows))
    return [[room for room in sorted(arrows) if height(room) == top - k] for k in range(top + 1)]


def _box(room: str, middle: tuple[float, float], inside: Iterable[str]) -> str:
    x, y = middle
    width, height = _BOX
    below = textwrap.wrap(" · ".join(inside), _LINE)
    parts = [
        rectangle(
            x - width / 2,
            y - height / 2,
            width,
            height,
            rx=6,
            fill=_FILLS.get(room, _FILL),
            stroke=_INK,
            stroke_width=1,
        ),
        _text(room, x, y + 5 - 7 * len(below), font_size=14, font_weight="bold"),
    ]
    for k, line in enumerate(below):
        baseline = y + 12 + 12 * k - 5 * (len(below) - 1)
        parts.append(_text(line, x, baseline, font_size=10))
    return "".join(parts)


def _text(text: str, x: float, y: float, **style: str | float) -> str:
    look = {"font_family": "sans-serif", "text_anchor": "middle", "fill": _INK}
    return element("text", text, x=x, y=y, **look, **style)


def _arrow(start: tuple[float, float], end: tuple[float, float], number_: int) -> str:
    """Return an arrow from under one box to above another, round the boxes between them."""
    (x1, y1), (x2, y2) = (start[0], start[1] + _BOX[1] / 2), (end[0], end[1] - _BOX[1] / 2 - 5)
    floors = round((end[1] - start[1]) / _PITCH[1])
    side = math.copysign(1, x2 - x1) if x1 != x2 else (-1) ** number_
    bulge = 0.0 if floors == 1 else side * (_BOX[0] / 2 + 26 + 14 * floors)
    third = (y2 - y1) / 3 if floors > 1 else (y2 - y1) / 2
    points = (x1 + bulge, y1 + third, x2 + bulge, y2 - third, x2, y2)
    curve = f"M{number(x1)} {number(y1)}C" + " ".join(number(v) for v in points)
    head = f"M{number(x2 - 4)} {number(y2 - 3)}L{number(x2)} {number(y2 + 4)}"
    return path(curve + head + f"L{number(x2 + 4)} {number(y2 - 3)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="rooms", description=__doc__)
    parser.add_argument("out", metavar="OUT", type=Path)
    parser.parse_args().out.write_text(draw_rooms(), encoding="utf-8")
