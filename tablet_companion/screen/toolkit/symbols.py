"""The symbol of every colour, as on prints, as an outline to be painted. Pure."""

from __future__ import annotations

import functools
import re
from typing import Final

from hardware.printing import symbols
from tablet_companion.screen.toolkit.drawing import Point

_BENDS: Final = (8, 32)
"""A curve is drawn as this many straight lines: on a pawn, and where a sign is ``_LARGE_PX``."""
_LARGE_PX: Final = 30.0


@functools.lru_cache(maxsize=512)  # pieces rest where they are from page to page
def symbol(colour: str, centre: Point, radius: float) -> tuple[Point, ...]:
    """Return the outline of a colour's symbol around a point, about one radius in reach."""
    (x, y), found = centre, outline(colour, _BENDS[radius >= _LARGE_PX])
    return tuple((x + radius * across, y + radius * down) for across, down in found)


@functools.cache
def outline(colour: str, bends: int) -> tuple[Point, ...]:
    """Return the outline of a colour's symbol about the origin; ``green2`` has that of ``green``.

    So has ``green.specialist``. A curve has this many ``bends``.
    """
    plain = re.match(r"[a-z]*", colour)
    path = symbols.symbol(plain[0] if plain else colour)
    return tuple((2 * x - 1, 2 * y - 1) for x, y in _flattened(path, bends))


def _flattened(path: str, bends: int) -> list[Point]:
    """Return the corners of SVG path data made of absolute M, L, C and Z."""
    points: list[Point] = []
    for command, text in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        given = _points(text)
        points += _bent(points[-1], given, bends) if command == "C" else given
    return points


def _points(text: str) -> list[Point]:
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _bent(start: Point, given: list[Point], bends: int) -> list[Point]:
    """Return points along cubic Bézier curves, three control points each, from a start."""
    points: list[Point] = []
    for at in range(0, len(given), 3):
        controls = (start, *given[at : at + 3])
        points += [_bezier(controls, step / bends) for step in range(1, bends + 1)]
        start = controls[-1]
    return points


def _bezier(controls: tuple[Point, ...], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    pairs = tuple(zip(weights, controls, strict=True))
    return sum(w * x for w, (x, _) in pairs), sum(w * y for w, (_, y) in pairs)
