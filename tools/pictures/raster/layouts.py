"""Where the places of a random board are, and what kind each is.

A layout has the unit square's middle at (0, 0); ``spread_layout`` brings it to millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Points = NDArray[Any]


@dataclass(frozen=True)
class Layout:
    """Points with kinds and owners, and how a printer would draw what joins them.

    ``style`` names the drawing: squares, lines, discs. ``cells`` are columns and rows of a
    grid, None if it is none. ``lines`` join points by their numbers.
    """

    points: Points
    kinds: tuple[str, ...]
    owners: tuple[str | None, ...]
    style: str
    cells: tuple[int, int] | None = None
    lines: tuple[tuple[int, int], ...] = ()

    @property
    def pitch(self) -> float:
        """Return the least distance between two points."""
        away = np.linalg.norm(self.points[:, None] - self.points, axis=2)
        np.fill_diagonal(away, np.inf)
        return float(away.min())


def random_layout(rng: Generator, colours: tuple[str, ...]) -> Layout:
    """Choose a layout; the colours own starts, finishes and nests."""
    makers = [_squares, _squares, _go, _track, _track, _track, _cross_board, _morris, _scatter,
              _hexes, _solitaire, _rows]  # fmt: skip
    return makers[int(rng.integers(len(makers)))](rng, colours)


def _plain(points: Points, kind: str, style: str, **more: object) -> Layout:
    count = len(points)
    return Layout(points, (kind,) * count, (None,) * count, style, **more)  # type: ignore[arg-type]  # the fields' own types


def _grid(columns: int, rows: int) -> Points:
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    return (np.stack([x, y], -1).reshape(-1, 2) - (columns / 2, rows / 2)) / max(columns, rows)


def _squares(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    columns = int(rng.choice([8, 8, 8, 8, 10, 5, 6, 7, 9]))
    rows = columns if rng.random() < 0.7 else int(rng.integers(4, 11))
    points = _grid(columns, rows)
    style = "chequers" if rng.random() < 0.75 else "squares"
    if rng.random() < 0.3 and style == "chequers":
        number = np.arange(len(points))
        points = points[(number // columns + number % columns) % 2 == rng.integers(2)]
    return _plain(points, "space", style, cells=(columns, rows))


def _go(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    count = int(rng.choice([7, 9, 9, 11, 13]))
    other = count if rng.random() < 0.8 else int(rng.integers(5, count + 1))
    return _plain(_grid(count, other), "point", "go", cells=(count, other))


def _rows(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    columns, rows = int(rng.integers(5, 16)), int(rng.integers(2, 7))
    points = _grid(columns, rows) * (1, rng.uniform(0.9, 1.6))
    return _plain(points, "space", "discs")


def _hexes(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    across = int(rng.integers(2, 6))
    axial = [
        (q + r / 2, r * 0.866)
        for q in range(-across, across + 1)
        for r in range(-across, across + 1)
        if abs(q + r) <= across
    ]
    return _plain(
        np.array(axial) / (2 * across + 1), "space", str(rng.choice(["discs", "squares"]))
    )


def _solitaire(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    arm, across = (2, 3) if rng.random() < 0.7 else (3, 3)
    count = 2 * arm + across
    points = _grid(count, count)
    inner = np.abs(points) < (across / 2) / count
    return _plain(points[inner.any(1)], "space", "discs")


def _morris(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    rings = int(rng.choice([2, 3, 3]))
    around = np.array([(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)])
    points = np.concatenate([around * 0.46 * (rings - i) / rings for i in range(rings)])
    lines = [(8 * r + i, 8 * r + (i + 1) % 8) for r in range(rings) for i in range(8)]
    lines += [(8 * r + i, 8 * r + 8 + i) for r in range(rings - 1) for i in range(1, 8, 2)]
    if rng.random() < 0.3:
        lines += [(8 * r + i, 8 * r + 8 + i) for r in range(rings - 1) for i in range(0, 8, 2)]
    return _plain(points, "point", "lines", lines=tuple(lines))


def _scatter(rng: Generator, _colours: tuple[str, ...]) -> Layout:
    wanted, least = int(rng.integers(20, 56)), rng.uniform(0.09, 0.13)
    points: list[Points] = []
    for _ in range(4000):
        candidate = rng.uniform(-0.47, 0.47, 2)
        if all(np.hypot(*(candidate - p)) > least for p in points):
            points.append(candidate)
        if len(points) == wanted:
            break
    array = np.array(points)
    away = np.linalg.norm(array[:, None] - array, axis=2)
    near = np.argsort(away, axis=1)[:, 1:4]
    lines = tuple((i, int(j)) for i, row in enumerate(near) for j in row[: rng.integers(1, 4)])
    return _plain(array, "space", "lines", lines=lines)


def _outline(rng: Generator) -> Points:
    """Return the corners of a closed track round the middle."""
    form = str(rng.choice(["circle", "square", "octagon", "cross"]))
    if form == "cross":
        a, b = 0.46, rng.uniform(0.09, 0.16)
        corner = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b),
                  (-a, b), (-a, -b), (-b, -b)]  # fmt: skip
        return np.array(corner)
    sides = {"circle": 64, "square": 4, "octagon": 8}[form]
    angle = (np.arange(sides) + 0.5) / sides * 2 * np.pi
    circle = np.stack([np.cos(angle), np.sin(angle)], 1)
    squeeze = rng.choice([1.0, 1.0, rng.uniform(0.6, 1)])
    return np.asarray(circle * (0.46 / np.abs(circle).max()) * (1, squeeze))


def _walk(corners: Points, count: int) -> Points:
    closed = np.vstack([corners, corners[:1]])
    length = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
    at = np.linspace(0, length[-1], count, endpoint=False)
    return np.stack([np.interp(at, length, closed[:, k]) for k in (0, 1)], 1)


def _track(rng: Generator, colours: tuple[str, ...]) -> Layout:
    """A closed track with a lane to the middle and a nest for each colour."""
    count = int(rng.integers(5, 17)) * 4
    points = list(_walk(_outline(rng), count))
    kinds, owners = ["space"] * count, [None] * count  # type: list[str], list[str | None]
    lane, nest = int(rng.integers(0, 6)), int(rng.choice([0, 4, 4]))
    pitch = float(np.linalg.norm(points[1] - points[0]))
    for i, colour in enumerate(colours[:4]):
        start = i * count // max(1, min(4, len(colours)))
        kinds[start], owners[start] = "start", colour
        inward = -points[start] / np.linalg.norm(points[start])
        added = [points[start] + inward * pitch * (k + 1) for k in range(lane)]
        corner = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])[i] * 0.42
        added += [corner + np.array(o) * pitch for o in ((0, 0), (1, 0), (0, 1), (1, 1))][:nest]
        for number, point in enumerate(added):
            if _free(point, points, pitch * 0.93):
                points.append(point)
                kinds.append("finish" if number < lane else "nest")
                owners.append(colour)
    return Layout(np.array(points), tuple(kinds), tuple(owners), "discs")


def _free(point: Points, others: list[Points], least: float) -> bool:
    return all(np.hypot(*(point - other)) >= least for other in others)


def _cross_board(_rng: Generator, colours: tuple[str, ...]) -> Layout:
    """The cross of Mensch ärgere dich nicht: 40 spaces, 16 finishes, 16 nests."""
    quarter = [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4), (0, 4), (0, 5)]
    points: list[tuple[float, float]] = []
    kinds: list[str] = []
    owners: list[str | None] = []
    for i in range(4):
        owner = colours[i % len(colours)]

        def turned(p: tuple[float, float], quarters: int = i) -> tuple[float, float]:
            x, y = p[0] - 5, p[1] - 5
            for _ in range(quarters):
                x, y = -y, x
            return (x / 11, y / 11)

        for number, p in enumerate(quarter):
            points.append(turned(p))
            kinds.append("start" if number == 8 else "space")
            owners.append(owner if number == 8 else None)
        for p in [(1, 5), (2, 5), (3, 5), (4, 5)]:
            points.append(turned(p))
            kinds.append("finish")
            owners.append(owner)
        for p in [(0, 0), (1, 0), (0, 1), (1, 1)]:
            points.append(turned(p))
            kinds.append("nest")
            owners.append(owner)
    return Layout(np.array(points), tuple(kinds), tuple(owners), "discs")
