"""Land and sea of a map's picture, grown from a board's own places: nothing is copied.

A land is whatever lies near its chains of areas, with a coast as ragged as chance has it, always
the same for the same board. Between two lands there is always water.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.board import EDGES, Board, Land
from hardware.printing.svg import Point, number

_REACH_MM: Final = 22.5
"""How far inland a chain lies from the coast."""
_ISLAND_MM: Final = 18.5
"""The same where a land is a single area."""
_RAGGED_MM: Final = 4.0
_STRAIT_MM: Final = 4.2
"""Half of the least water between two lands."""
_BEYOND_MM: Final = 40.0
"""How far the picture goes on beyond the board's edges, so that no coast runs along them."""
_FINE: Final = 2
"""Grid points a millimetre."""
_STEP: Final = 9
"""Every how many points of a coast one is kept: the rest is curve."""

Field = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Coast:
    """SVG path data: the land, and the lines in the water so far from it as asked."""

    land: str
    depths: tuple[str, ...]


def coast(board: Board, depths_mm: Sequence[float]) -> Coast:
    """Return land and depth lines of a board that has lands."""
    near, between = _distances(board)
    shore = np.maximum(near - _ragged(board, near.shape), _STRAIT_MM - between)
    shore = cv2.GaussianBlur(shore, (0, 0), 1.6 * _FINE)
    water = (shore > 0).astype(np.uint8)
    away = cv2.distanceTransform(water, cv2.DIST_L2, 5) / _FINE
    away = cv2.GaussianBlur(away, (0, 0), 1.2 * _FINE)
    return Coast(
        "".join(_outlines(water == 0)),
        tuple("".join(_outlines(away < depth)) for depth in depths_mm),
    )


def _distances(board: Board) -> tuple[Field, Field]:
    """Return how far from every grid point the nearest land's chains are, and half their lead."""
    fields = np.sort(np.stack([_distance(board, land) for land in board.lands]), axis=0)
    second = fields[1] if len(fields) > 1 else np.full_like(fields[0], 1e3)
    return fields[0], (second - fields[0]) / 2


def _distance(board: Board, land: Land) -> Field:
    """Return how far in mm every grid point lies beyond a land's reach from its chains."""
    reach = _REACH_MM if max(map(len, land.chains)) > 1 else _ISLAND_MM
    width, height = (round((side + 2 * _BEYOND_MM) * _FINE) for side in board.size_mm)
    sheet = np.full((height, width), 255, np.uint8)
    for begin, end in _stretches(board, land):
        cv2.line(sheet, _pixel(begin), _pixel(end), 0, 1)
    return (cv2.distanceTransform(sheet, cv2.DIST_L2, 5) / _FINE - reach).astype(np.float32)


def _stretches(board: Board, land: Land) -> Iterator[tuple[Point, Point]]:
    """Yield the straight stretches of a land's chains; an area is spanned from end to end."""
    for chain in land.chains:
        for area in chain:
            if area not in EDGES:
                spots = board.areas[area]
                yield from itertools.combinations(
                    [(s.x_mm, s.y_mm) for s in (spots[0], spots[-1])], 2
                )
        for one, other in itertools.pairwise(chain):
            yield _end(board, one, other), _end(board, other, one)


def _end(board: Board, name: str, neighbour: str) -> Point:
    """Return an area's middle, or the point beyond an edge that is opposite to the neighbour."""
    if name not in EDGES:
        return board.middle_mm(name)
    (x, y), (width, height) = board.middle_mm(neighbour), board.size_mm
    return {
        "north": (x, -_BEYOND_MM),
        "south": (x, height + _BEYOND_MM),
        "west": (-_BEYOND_MM, y),
        "east": (width + _BEYOND_MM, y),
    }[name]


def _pixel(point: Point) -> tuple[int, int]:
    x, y = (round((value + _BEYOND_MM) * _FINE) for value in point)
    return x, y


def _ragged(board: Board, shape: tuple[int, ...]) -> Field:
    """Return by how much the coast lies farther out here and there: noise of three wavelengths."""
    rng = np.random.default_rng(zlib.crc32(board.name.encode()))
    total = np.zeros(shape, np.float32)
    for cell_mm, part in ((34.0, 1.0), (15.0, 0.55), (7.0, 0.3)):
        rows, columns = (int(side / _FINE / cell_mm) + 2 for side in shape)
        coarse = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
        smooth = cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)
        total += part * _RAGGED_MM * smooth
    return total


# --- curves -------------------------------------------------------------------------------------


def _outlines(inside: NDArray[np.bool_]) -> Iterator[str]:
    """Yield the outline of every part and every hole of an area as a smooth closed curve."""
    found, _ = cv2.findContours(inside.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in found:
        points = contour[:, 0, :].astype(np.float64)
        if len(points) >= 4 * _STEP:
            yield _curve(_evened(points)[::_STEP] / _FINE - _BEYOND_MM)


def _evened(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a closed line of pixels without its steps: each point the mean of its neighbours."""
    offsets = range(-_STEP // 2, _STEP // 2 + 1)
    mean: NDArray[np.float64] = np.mean([np.roll(points, k, axis=0) for k in offsets], axis=0)
    return mean


def _curve(points: NDArray[np.float64]) -> str:
    """Return path data of the closed curve of Catmull and Rom through points."""
    before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
    tangent = (after - before) / 6
    outgoing, incoming = points + tangent, after - np.roll(tangent, -1, axis=0)
    parts = [
        "C" + " ".join(number(float(v)) for v in (*a, *b, *c))
        for a, b, c in zip(outgoing, incoming, after, strict=True)
    ]
    return f"M{number(float(points[0][0]))} {number(float(points[0][1]))}{''.join(parts)}Z"
