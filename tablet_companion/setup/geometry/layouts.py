"""Where the places of a new board are, by what it looks like: grid, hexagons, track, points. Pure.

Millimetres from the board's top left corner, y down.
"""

from __future__ import annotations

import math
import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from calibration.camera.lens import Floats, Pose
from hardware.board import (
    Board,
    BoardError,
    BoardPlace,
    PieceKind,
    PlaceKind,
    Printed,
    find_spacing,
)
from hardware.boardcheck import MAX_PLACES
from hardware.boardfile import require_sound
from hardware.errors import CompanionError
from hardware.problems import Flaw
from tablet_companion.setup.geometry.sketch import Point

Spots = dict[str, Point]
"""Where the places are, by their names."""


class LayoutError(CompanionError):
    """A layout that cannot be; the sentence says what to give instead."""


SINGLE_MM: Final = 40.0
"""How far apart places count as being where there is only one."""
_MIN_SPACING_MM: Final = 0.2
"""Places nearer than this are one place: two fifths of it, as a radius, is rounded to nothing."""


class Wanted(NamedTuple):
    """What a layout is to be: one of grid, hexagons, track and points, and its images.

    ``grid`` and ``hexagons`` are columns and rows, ``track`` counts the places of a track of a
    ``shape``; ``first`` and ``last`` are their places at the top left and at the bottom right, in
    mm. ``mirror`` and ``turns`` are those of ``repeat``.
    """

    points: Sequence[Point] | None = None
    grid: tuple[int, int] | None = None
    hexagons: tuple[int, int] | None = None
    track: int | None = None
    shape: str = "circle"
    first: Point | None = None
    last: Point | None = None
    mirror: str = ""
    turns: int = 1

    def find_ends(self, size_mm: tuple[float, float]) -> tuple[Point, Point]:
        """Return the first and the last place, as given or in the usual distance from the edge."""
        width, height = size_mm
        columns, rows = self.grid or self.hexagons or (10, 10)
        first = self.first or (width / columns / 2, height / rows / 2)
        return first, self.last or (width - first[0], height - first[1])


def lay_out(size_mm: tuple[float, float], wanted: Wanted) -> Spots:
    """Return the places that are wanted on a board, with their images; raises LayoutError."""
    return repeat(_lay(size_mm, wanted), size_mm, wanted.mirror, wanted.turns)


def _lay(size_mm: tuple[float, float], wanted: Wanted) -> Spots:
    if wanted.points:
        return lay_points(wanted.points)
    ends = wanted.find_ends(size_mm)
    if wanted.track:
        return lay_track(wanted.track, wanted.shape, *ends)
    if wanted.grid:
        return lay_grid(*wanted.grid, *ends)
    return lay_hexagons(*(wanted.hexagons or (10, 10)), *ends)


def lay_grid(columns: int, rows: int, first: Point, last: Point) -> Spots:
    """Return a grid named as on a chessboard, its first place at the bottom left.

    ``first`` is the middle of the place at the top left, ``last`` of that at the bottom right.
    """
    xs, ys = np.linspace(first[0], last[0], columns), np.linspace(first[1], last[1], rows)
    return {
        f"{_letter(column)}{rows - row}": (float(xs[column]), float(ys[row]))
        for row in range(rows)
        for column in range(columns)
    }


def lay_hexagons(columns: int, rows: int, first: Point, last: Point) -> Spots:
    """Return hexagons in rows, every second row half a place to the right and one shorter."""
    if columns < 2:
        raise LayoutError("Rows of hexagons have at least two places; give --hexagons 5x4.")
    step = (last[0] - first[0]) / (columns - 1)
    ys = np.linspace(first[1], last[1], rows)
    return {
        f"{_letter(column)}{rows - row}": (
            float(first[0] + step * (column + (row % 2) / 2)),
            float(ys[row]),
        )
        for row in range(rows)
        for column in range(columns - row % 2)
    }


OUTLINES: Final[Mapping[str, tuple[Point, ...]]] = {
    "square": ((0, 1), (-1, 1), (-1, -1), (1, -1), (1, 1)),
    "octagon": ((0, 1), (-0.4, 1), (-1, 0.4), (-1, -0.4), (-0.4, -1), (0.4, -1), (1, -0.4),
                (1, 0.4), (0.4, 1)),
    "cross": ((0, 1), (-0.25, 1), (-0.25, 0.25), (-1, 0.25), (-1, -0.25), (-0.25, -0.25),
              (-0.25, -1), (0.25, -1), (0.25, -0.25), (1, -0.25), (1, 0.25), (0.25, 0.25),
              (0.25, 1)),
}  # fmt: skip
"""Tracks by their corners, from the middle of the lower side clockwise; 1 is half the track."""


def lay_track(count: int, shape: str, first: Point, last: Point) -> Spots:
    """Return a closed track of evenly spaced places, clockwise from the middle of its lower side.

    ``first`` and ``last`` are corners of the rectangle round the places' middles.
    """
    if shape == "circle":
        turn = np.pi / 2 + 2 * np.pi * np.arange(count) / count
        unit = np.column_stack([np.cos(turn), np.sin(turn)])
    else:
        unit = _spread(np.array([*OUTLINES[shape], OUTLINES[shape][0]]), count)
    middle, half = (np.array(first) + last) / 2, (np.array(last) - first) / 2
    return {f"T{n}": (float(x), float(y)) for n, (x, y) in enumerate(unit * half + middle)}


def _spread(corners: Floats, count: int) -> Floats:
    """Return points evenly along a closed line."""
    lengths = np.linalg.norm(np.diff(corners, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    at = np.arange(count) * along[-1] / count
    return np.column_stack([np.interp(at, along, corners[:, axis]) for axis in (0, 1)])


def lay_points(points: Sequence[Point]) -> Spots:
    """Return places at points, wherever they are."""
    return {f"P{number}": point for number, point in enumerate(points, start=1)}


def repeat(spots: Spots, size_mm: tuple[float, float], mirrors: str, turns: int) -> Spots:
    """Return the places and their images; those that fall on one another are one.

    ``mirrors`` holds ``x`` where left and right are alike, ``y`` for top and bottom; the board
    looks the same after each of this many ``turns``. Images are numbered on. A place beside an
    axis of symmetry lies on it if its image would be much nearer than any other place, and one
    beside the middle of a board that is turned lies in the middle.
    """
    middle = np.array(size_mm) / 2
    reach_mm = _ON_AXIS * find_spacing(spots.values(), 0.0) / 2
    whole = [(name, np.array(point) - middle) for name, point in spots.items()]
    for axis, letter in enumerate("xy"):
        if letter in mirrors:
            flip = np.array([-1, 1]) if axis == 0 else np.array([1, -1])
            on = flip == 1  # what is left of a point that is put on the axis
            whole = [(name, p * on if abs(p[axis]) < reach_mm else p) for name, p in whole]
            whole += [(name, point * flip) for name, point in whole]
    if turns > 1:
        near_mm = min(reach_mm / np.sin(np.pi / turns), _MIDDLE_MM)
        whole = [(name, 0 * p if np.hypot(*p) < near_mm else p) for name, p in whole]
    once = list(whole)
    for turn in range(1, turns):
        angle = 2 * np.pi * turn / turns
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        whole += [(name, point @ spin) for name, point in once]
    return _name_apart([(name, point + middle) for name, point in whole], len(spots))


def _name_apart(whole: Sequence[tuple[str, Floats]], told: int) -> Spots:
    """Return the places by their names; the first that many were told, the others are images."""
    if len(whole) > _MAX_IMAGES:
        raise LayoutError(_TOO_MANY)
    found: dict[str, list[Floats]] = {}
    groups: list[list[Floats]] = []
    firsts = np.full((MAX_PLACES, 2), np.inf)
    for number, (name, point) in enumerate(whole):
        near = np.linalg.norm(firsts - point, axis=1) < _SAME_MM
        if number >= told and near.any():
            groups[int(near.argmax())].append(point)
            continue
        if len(groups) == MAX_PLACES:
            raise LayoutError(_TOO_MANY)
        firsts[len(groups)] = point
        groups.append([point])
        found[next(other for other in _names(name) if other not in found)] = groups[-1]
    means = {name: np.mean(each, axis=0).tolist() for name, each in found.items()}
    return {name: (x, y) for name, (x, y) in means.items()}


_MAX_IMAGES = 50 * MAX_PLACES
"""Places and their images: more than any board has, and compared within a second or two."""
_TOO_MANY = f"A board has {MAX_PLACES} places at most; give fewer places, turns or mirror images."
_ON_AXIS: Final = 0.3
"""Share of the spacing of the places: a finger on a large board errs by more than _SAME_MM."""
_MIDDLE_MM: Final = 8.0
"""No piece is so narrow that places round the middle of a board are nearer to it than this."""
_SAME_MM = 6.0
"""An image nearer than this to a place is merged with it, half-way: fingers err by this much."""


def _names(name: str) -> Iterator[str]:
    yield name
    stem, count = name.rstrip(string.digits), 0
    while True:
        count += 1
        yield f"{stem}{count}"


def _letter(number: int) -> str:
    letters = string.ascii_lowercase
    before = _letter(number // 26 - 1) if number >= 26 else ""
    return before + letters[number % 26]


def make_board(
    name: str,
    size_mm: tuple[float, float],
    spots: Spots,
    pieces: dict[str, PieceKind],
    printed: tuple[PlaceKind, Printed | None, float | None],
) -> Board:
    """Return the board; its places' kind, what is printed at them, and their radius.

    Without a radius it is two fifths of the way to the nearest place. Raises BoardError.
    """
    kind, mark, radius = printed
    spacing = find_spacing(spots.values(), SINGLE_MM)
    radius = round(spacing * 0.4 if radius is None else radius, 1)
    if len(spots) > 1 and spacing < max(radius, _MIN_SPACING_MM):
        one, other = _find_nearest(spots)
        text = f"The places {one} and {other} lie on one another; give each a spot of its own."
        raise BoardError(text, Flaw.CROWDED)
    places = tuple(
        BoardPlace(place, kind, round(x, 2), round(y, 2), radius) for place, (x, y) in spots.items()
    )
    board = Board(name, size_mm, places, pieces, printed=mark)
    require_sound(board, source="layout")
    return board


def _find_nearest(spots: Spots) -> tuple[str, str]:
    one, other = min(combinations(spots, 2), key=lambda two: math.dist(*(spots[n] for n in two)))
    return min(one, other), max(one, other)


def trace_places(board: Board, pose: Pose) -> Iterator[tuple[str, Floats]]:
    """Yield each place's name and its circle, in pixels of a picture."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    for place in board.places:
        middle = np.array([place.x_mm, place.y_mm])
        yield place.name, pose.project(middle + ring * place.radius_mm)
