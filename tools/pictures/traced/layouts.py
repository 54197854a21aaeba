"""The places of the eight boards."""

from __future__ import annotations

import functools

import numpy as np

from tools.pictures.traced.boards import FOUR, DogShape, Place, dog_places, squircle, walk

HOLES = dict.fromkeys((2, 6, 10, 14), "hole") | {7: "meeting"}


@functools.cache
def boxed_places() -> tuple[Place, ...]:
    """Return a rounded square of 64 with holes and meeting places, 420 mm wide."""
    track = squircle(64, 184, 4.2, 210)
    return dog_places(track, DogShape(210, 19, 184, 19, 7.5), HOLES)


@functools.cache
def round_places() -> tuple[Place, ...]:
    """Return a round track of 64 without special spaces, 420 mm wide."""
    turn = np.pi / 2 + 2 * np.pi * np.arange(64) / 64
    track = tuple((210 + 187 * float(np.cos(a)), 210 + 187 * float(np.sin(a))) for a in turn)
    return dog_places(track, DogShape(210, 18.5, 176, 20, 8), {})


@functools.cache
def cross_places() -> tuple[Place, ...]:
    """Return the cross of 40 on an 11 × 11 grid of 31 mm, 360 mm wide."""
    cells = walk((4, 10), "U4L4U2R4U4R2D4R4D2L4D4L1")

    def at(column: float, row: float) -> tuple[float, float]:
        return 180 + 31 * (column - 5), 180 + 31 * (row - 5)

    places = []
    for k, cell in enumerate(cells):
        colour = FOUR[k // 10] if k % 10 == 0 else None
        places.append(Place(f"T{k}", "start" if colour else "space", *at(*cell), 10.5, colour))
    ways = (walk((5, 9), "U3"), walk((1, 5), "R3"), walk((5, 1), "D3"), walk((9, 5), "L3"))
    nests = ((0.5, 9.5), (0.5, 0.5), (9.5, 0.5), (9.5, 9.5))
    for colour, way, (column, row) in zip(FOUR, ways, nests, strict=True):
        places += [
            Place(f"{colour}.F{k}", "finish", *at(*cell), 10.5, colour)
            for k, cell in enumerate(way, start=1)
        ]
        for k, (a, b) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1)), start=1):
            spot = at(column + a / 2, row + b / 2)
            places.append(Place(f"{colour}.N{k}", "nest", *spot, 10.5, colour))
    return tuple(places)


@functools.cache
def ludo_places() -> tuple[Place, ...]:
    """Return a cross of squares on a 15 × 15 grid of 26 mm, 410 mm wide."""
    quarter = walk((6, 13), "U4")[:5]
    cells: list[tuple[int, int]] = []
    for _ in range(4):
        cells += [*quarter, *(_beside(quarter, k) for k in range(8))]
        quarter = [(14 - y, x) for x, y in quarter]

    def at(column: float, row: float) -> tuple[float, float]:
        return 205 + 26 * (column - 7), 205 + 26 * (row - 7)

    places = []
    for k, cell in enumerate(cells):
        colour = FOUR[k // 13] if k % 13 == 0 else None
        places.append(Place(f"T{k}", "start" if colour else "space", *at(*cell), 11, colour))
    way = [(7, 13 - k) for k in range(5)]
    nest = [(1.5 + 2 * a, 10.5 + 2 * b) for b in (0, 1) for a in (0, 1)]
    for colour in FOUR:
        places += [
            Place(f"{colour}.F{k}", "finish", *at(*cell), 11, colour)
            for k, cell in enumerate(way, start=1)
        ]
        places += [
            Place(f"{colour}.N{k}", "nest", *at(*spot), 11, colour)
            for k, spot in enumerate(nest, start=1)
        ]
        way = [(14 - y, x) for x, y in way]
        nest = [(14 - y, x) for x, y in nest]
    return tuple(places)


def _beside(quarter: list[tuple[int, int]], k: int) -> tuple[int, int]:
    """Return the eight cells of an arm after its first five, in the walk's own direction."""
    (x0, y0), (x1, y1) = quarter[0], quarter[-1]
    fx, fy = (x1 - x0) // 4, (y1 - y0) // 4
    lx, ly = fy, -fx
    if k < 6:
        return x1 + fx + lx * (k + 1), y1 + fy + ly * (k + 1)
    return x1 + fx * (k - 4) + lx * 6, y1 + fy * (k - 4) + ly * 6


def square_places(margin: float, square: float) -> tuple[Place, ...]:
    """Return the 64 squares of a chessboard, A1 at the bottom left."""
    return tuple(
        Place(
            f"{'ABCDEFGH'[column]}{8 - row}",
            "space",
            margin + square * (column + 0.5),
            margin + square * (row + 0.5),
            square / 2 - 2,
        )
        for row in range(8)
        for column in range(8)
    )


def line_places(count: int, margin: float, dx: float, dy: float) -> tuple[Place, ...]:
    """Return the crossings of a grid of lines, A1 at the bottom left."""
    return tuple(
        Place(
            f"{'ABCDEFGHJKLMNOPQRST'[column]}{count - row}",
            "point",
            margin + dx * column,
            margin + dy * row,
            min(dx, dy) / 2 - 1,
        )
        for row in range(count)
        for column in range(count)
    )


@functools.cache
def map_places() -> tuple[Place, ...]:
    """Return 41 points of a map, 480 mm by 340 mm, near the corners of a hexagonal grid."""
    rng = np.random.default_rng(606)
    places: list[Place] = []
    for row in range(6):
        for column in range(7 - row % 2):
            x = 48 + 64 * column + 32 * (row % 2) + rng.uniform(-8, 8)
            y = 42 + 51 * row + rng.uniform(-7, 7)
            places.append(Place(f"P{len(places) + 1}", "point", float(x), float(y), 13))
    return tuple(places)
