"""Fits a sketch of places to the print: roughly first, then exactly. Pure."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats, Pose
from calibration.finding.discs import Rings, find_discs
from hardware.board import BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.geometry.sketch import (
    PILE,
    Plan,
    Point,
    Shape,
    Sketch,
    is_oblong,
    sketch_dog,
)

_CLEAR: Final = 3.0
"""A ring counts as found if its response is this many times that of its surroundings."""
_ON: Final = 2.5
"""Millimetres. A place lies on a ring if it is at most this far from it."""
_CELL_MM: Final = 1.5
"""How far apart the points are at which rings are looked for."""
_RADII: Final = (0.01, 0.027)
"""The least and largest radius of spaces that is tried, as shares of the board's shorter side."""
_SIZES: Final = 8
"""How many radii are tried from the least to the largest."""
_SHARES: Final = (0.24, 0.48)
"""The least and largest radius of a space, as shares of the distance to its neighbour."""
_NEAR_RADII: Final = (0.88, 1.0, 1.12)
"""The radii of finishes and nests, as shares of that of the track's spaces."""


class Print:
    """What a picture shows printed on a board of this size; worked out once, when it is needed."""

    def __init__(self, picture: Picture, pose: Pose, size_mm: tuple[float, float]) -> None:
        self.picture, self.pose, self.size_mm = picture, pose, size_mm
        self.radii_mm: Floats = min(size_mm) * np.geomspace(*_RADII, _SIZES)

    @functools.cached_property
    def rings(self) -> Rings:
        """Return what measures how well discs and rings fit."""
        return Rings(self.picture, self.pose, self.size_mm)

    @functools.cached_property
    def maps(self) -> Floats:
        """Return how clearly each of the radii is printed: radii × rows × columns of cells."""
        return np.array([self.map_rings((radius,)) for radius in self.radii_mm])

    def map_rings(self, radii_mm: Sequence[float]) -> Floats:
        """Return how clearly discs or rings of about such radii are printed, cell by cell."""
        across, down = (np.arange(0, side, _CELL_MM) for side in self.size_mm)
        found = [
            [self.rings.response(across, np.full_like(across, y), radius) for y in down]
            for radius in radii_mm
        ]
        near = np.ones((3, 3), np.uint8)  # guesses are no finer than a cell
        return np.asarray(cv2.dilate(np.max(found, axis=0), near))


def settle(sketch: Sketch, seen: Print, radius_mm: float) -> Sketch:
    """Return the sketch with its handles where most places lie on printed discs or rings."""
    for _ in range(2):
        discs = find_discs(seen.rings, _places(sketch, radius_mm))
        targets = np.array([(disc.x_mm, disc.y_mm) for disc in discs])
        weights = np.clip([(disc.contrast - _CLEAR) / 6 for disc in discs], 0, 1)
        weights[[name == PILE for name in sketch.names]] = 0
        weights[_find_taken(sketch.points, targets, radius_mm)] = 0
        sketch = sketch.fitted(targets, np.asarray(weights))
    return sketch


def _find_taken(points: Floats, targets: Floats, radius_mm: float) -> Floats:
    """Whether what a place would settle on is another's: no print is that of two."""
    apart = np.linalg.norm(points - targets, axis=1)
    same = np.linalg.norm(targets[:, None] - targets[None], axis=2) < radius_mm
    return np.asarray((same & (apart[None] < apart[:, None])).any(axis=1))


def measure_print(sketch: Sketch, seen: Print, radius_mm: float) -> float:
    """Return the share of the places that lie on printed discs or rings."""
    places = [place for place in _places(sketch, radius_mm) if place.name != PILE]
    discs = find_discs(seen.rings, places)
    on = [
        disc.contrast > _CLEAR and math.dist((disc.x_mm, disc.y_mm), (place.x_mm, place.y_mm)) < _ON
        for disc, place in zip(discs, places, strict=True)
    ]
    return float(np.mean(on))


def _places(sketch: Sketch, radius_mm: float) -> list[BoardPlace]:
    return [
        BoardPlace(name, "space", float(x), float(y), radius_mm)
        for name, (x, y) in zip(sketch.names, sketch.points, strict=True)
    ]


def _look_up(values: Floats, points: Floats) -> Floats:
    """Return the values, of one map or several, of the cells that hold points (… × 2); else 0."""
    across, down = np.moveaxis(np.rint(points / _CELL_MM).astype(int), -1, 0)
    rows, columns = values.shape[-2:]
    inside = (across >= 0) & (across < columns) & (down >= 0) & (down < rows)
    found = values[..., down.clip(0, rows - 1), across.clip(0, columns - 1)]
    return np.asarray(np.where(inside, found, 0.0))


def propose(seen: Print, colours: Sequence[str], mirrored: bool) -> tuple[Plan, Sketch, float]:
    """Return the plan, the sketch and the places' radius that agree best with what is printed.

    Where the first start is and where each colour sits is not looked for.
    """
    size_mm = seen.size_mm
    plan, sketch, radius = _find_track(seen, colours, mirrored)
    radius = _measure_radius(seen.rings, sketch, radius)
    found = seen.map_rings([share * radius for share in _NEAR_RADII])
    finishes = _Group(sketch, found, slice(64, 68), radius)
    sketch = finishes.find(_finish_guesses(sketch))[1]
    plans = [replace(plan, rows=rows) for rows in (False, True)]
    laid = [(one, sketch_dog(one, size_mm, colours, sketch.handles)) for one in plans]
    guessed = [
        (*_Group(each, found, slice(68, 72), radius).find(_nest_guesses(each, size_mm, one)), one)
        for one, each in laid
    ]
    _, sketch, plan = max(guessed, key=lambda one: one[0])
    # Rings a little beside finishes and nests would say that the board's corners are wrong.
    handles = sketch.handles.copy()
    handles[-5:-1] = settle(sketch, seen, radius).handles[-5:-1]
    return plan, replace(sketch, handles=handles), radius


def _find_track(seen: Print, colours: Sequence[str], mirrored: bool) -> tuple[Plan, Sketch, float]:
    """Return the shape and size of the track under which print lies most clearly."""
    best: tuple[float, Plan, Sketch, float] | None = None
    stretches = (False, True) if is_oblong(seen.size_mm) else (False,)
    for plan in (
        Plan(one, mirrored=mirrored, stretched=wide) for one in Shape for wide in stretches
    ):
        sketch = sketch_dog(plan, seen.size_mm, colours)
        handles = _guess_handles(sketch, plan, seen.size_mm)
        scores = _score_tracks(seen, sketch, handles)
        number, size = np.unravel_index(scores.argmax(), scores.shape)
        score = float(scores[number, size])
        if best is None or score > best[0]:
            best = score, plan, replace(sketch, handles=handles[number]), float(seen.radii_mm[size])
    assert best is not None, "there are always shapes"
    return best[1:]


def _score_tracks(seen: Print, sketch: Sketch, handles: Floats) -> Floats:
    """Return how clear the print is under tracks, from handles (n × k × 2): n × radii.

    It is none where spaces of that radius would be too large for their distance, or too small.
    """
    flat = handles.reshape(len(handles), -1)
    tracks = (flat @ sketch.matrix[:128].T + sketch.shift[:128]).reshape(-1, 64, 2)
    step = np.median(np.linalg.norm(np.diff(tracks, axis=1), axis=2), axis=1)
    share = seen.radii_mm / step[:, None]
    fits = (share > _SHARES[0]) & (share < _SHARES[1])
    return np.asarray(np.where(fits, np.median(_look_up(seen.maps, tracks), axis=2).T, -1.0))


def _measure_radius(rings: Rings, sketch: Sketch, radius_mm: float) -> float:
    """Return the radius that most spaces of the track have, which lie near those of a sketch."""
    shift = np.arange(-2, 2.1, 0.5)
    x, y = (sketch.points[:64, axis, None, None] for axis in (0, 1))
    x, y = np.broadcast_arrays(x + shift[:, None], y + shift)
    radii = radius_mm * np.arange(0.84, 1.17, 0.04)
    scores = [np.median(rings.response(x, y, one).max(axis=(1, 2))) for one in radii]
    return float(radii[np.argmax(scores)])


def _measure_step(sketch: Sketch) -> float:
    return float(np.median(np.linalg.norm(np.diff(sketch.points[:64], axis=0), axis=1)))


class _Group:
    """Four places a side, its finish or its nest, which two handles move; the others stay."""

    def __init__(self, sketch: Sketch, found: Floats, own: slice, radius_mm: float) -> None:
        self._sketch, self._found, self._least_mm = sketch, found, 1.6 * radius_mm
        self._at = len(sketch.handles) - (5 if own.start == 64 else 3)
        places = [range(own.start + n, own.stop + n) for n in range(0, 32, 8)]
        rows = np.array([[2 * n, 2 * n + 1] for side in places for n in side])
        self._matrix = sketch.matrix[rows][..., 2 * self._at : 2 * self._at + 4]
        self._shift = sketch.shift[rows]
        others = list(range(64))
        others += [64 + n + k for n in range(0, 32, 8) for k in range(4)] if own.start == 68 else []
        self._others = sketch.points[others]

    def find(self, guesses: Floats) -> tuple[float, Sketch]:
        """Return how clear the clearest of guesses is (n × 2 handles × 2), and the sketch of it.

        On one of the four sides the print may be as dark as the board.
        """
        best = 0.0, self._sketch
        for some in np.array_split(guesses, max(1, len(guesses) // 5000)):
            flat = some.reshape(-1, 4)
            points = (flat @ self._matrix.reshape(-1, 4).T).reshape(len(flat), -1, 2) + self._shift
            scores = np.partition(_look_up(self._found, points), 4, axis=1)[:, 4]
            for n in np.argsort(-scores):
                if scores[n] <= best[0]:
                    break
                if self._is_free(points[n]):
                    handles = self._sketch.handles.copy()
                    handles[self._at : self._at + 2] = some[n]
                    best = float(scores[n]), replace(self._sketch, handles=handles)
                    break
        return best

    def _is_free(self, points: Floats) -> bool:
        apart = np.linalg.norm(points[:, None] - self._others[None], axis=2)
        return bool(apart.min() > self._least_mm)


def _finish_guesses(sketch: Sketch) -> Floats:
    """Return rows of finishes from a start towards the middle (n × 2 handles × 2)."""
    start, middle = sketch.points[0], sketch.handles[-1]
    inward = (middle - start) / np.linalg.norm(middle - start) * _measure_step(sketch)
    first, gap = np.meshgrid(np.arange(0.8, 2.6, 0.05), np.arange(0.7, 1.5, 0.03))
    ends = np.stack([first.ravel(), (first + 3 * gap).ravel()], axis=1)
    return np.asarray(start + ends[..., None] * inward)


def _nest_guesses(sketch: Sketch, size_mm: tuple[float, float], plan: Plan) -> Floats:
    """Return nests all over a quarter of the board, straight and slanting (n × 2 handles × 2)."""
    half, way = np.array(size_mm) / 2, -1 if plan.mirrored else 1
    reach = np.arange(0.15, 0.96, 2 * _CELL_MM / min(half))
    gaps = np.arange(0.8, 1.8, 0.06) * _measure_step(sketch)
    # A square's two handles are corners of its diagonal, a row's are its ends.
    angles = np.radians((0, 45, 90, 135) if plan.rows else (45, 90))
    long = 1.5 if plan.rows else math.sqrt(0.5)
    x, y, gap, angle = (each.ravel() for each in np.meshgrid(-way * reach, reach, gaps, angles))
    middle = np.stack([x, y], axis=1) * half + half
    grown = plan.axes(size_mm) / plan.axes(size_mm).mean() if plan.rows else 1.0
    ends = np.stack([np.cos(angle) * way, np.sin(angle)], axis=1) * (long * gap)[:, None] * grown
    return np.stack([middle - ends, middle + ends], axis=1)


def _guess_handles(sketch: Sketch, plan: Plan, size_mm: tuple[float, float]) -> Floats:
    """Return a sketch's handles with the corners of its track in every position (n × k × 2)."""
    way = (-1 if plan.mirrored else 1, 1)
    corners = np.array([*_corners(plan.shape)]) * way * plan.axes(size_mm) + np.array(size_mm) / 2
    handles = np.repeat(sketch.handles[None], len(corners), axis=0)
    handles[:, : corners.shape[1]] = corners
    return handles


def _corners(shape: Shape) -> Iterator[Sequence[Point]]:
    """Yield where the corners of a shape may be, in halves of the board."""
    for reach in np.arange(0.72, 0.97, 0.01):
        match shape:
            case Shape.CIRCLE:
                yield ((0, reach),)
            case Shape.SQUARE:
                yield ((-reach, reach),)
            case Shape.OCTAGON:
                for side in np.arange(0.25, 0.6, 0.02):
                    yield (-side, reach), (-reach, side)
            case Shape.CROSS:
                for arm in np.arange(0.12, 0.34, 0.02):
                    yield (-arm, reach), (-arm, arm), (-reach, arm)
