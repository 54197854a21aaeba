"""Where to look: sample points round every place, and what each hypothesis predicts there.

Made once for a pose. The geometry is stored in millimetres on the board's plane, so if the board is
pushed a little, only the pixels of the points change.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import list_middles, make_axes
from calibration.camera.silhouettes import Mask, Silhouette, Stance, make_silhouettes
from calibration.taught.model import REFERENCE_PX_PER_MM, choose_scale
from hardware.board import Board, BoardPlace, PieceKind

STEP_MM: Final = 1.5
"""Millimetres between sample points; neighbours share noise (turned.TUNING.independence_mm2). More
on boards whose reference is coarser."""
HOLE_STEP_MM: Final = 1.0
"""As ``STEP_MM``, at a hole, where little of a piece is visible."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Where sample points lie, and how far off the middle of its place a piece may stand.

    Chosen by hand: finer points cost time and add no evidence, coarser ones miss the crescent of a
    face-down piece. Millimetres unless another unit is named.
    """

    sloppy_mm: float = 1.5
    """How far off the middle people put pieces (standard deviation)."""
    room_min_mm: float = 3.0
    """Even on the smallest place, a piece may stand this far off the middle."""
    turned_offsets_mm: tuple[float, ...] = (-2.4, -1.2, 0.0, 1.2, 2.4)
    """Offsets tried for a face-down piece: its hole limits it."""
    over_edge_share: float = 0.35
    """Share of its diameter by which a piece may project over its place's edge."""
    hypothesis_step_mm: float = 2.6
    """Greatest distance between hypotheses of a piece's position."""
    rim_mm: float = 0.6
    """Width of a hole's rim: points inside it belong to the interior."""
    wall_mm: float = 0.8
    """Points this close to a hole's edge show its wall, not its floor."""
    cell_mm: float = 6.0
    """Size of the cells used to detect changes: smaller changes cannot be distinguished."""
    outline_mm: float = 30.0
    """A map's window extends this far beyond a foot, or as far as the piece leans."""
    outline_margin_mm: int = 20
    """A map's window extends by this much more for a halo."""
    around_mm: int = 5
    """The surroundings of a place extend this far beyond it."""


TUNING: Final = Tuning()

_NUMBERS: Final = 16384
"""Numbers at a time, which stay in a processor's cache: a fifth less time on squares of a board."""
FLOOR_CELLS: Final = 8
"""Number of cells across a hole's floor for comparing floors."""
MAP_PX_PER_MM: Final = 0.5
"""Resolution of the maps of the whole board for finding foreign objects."""


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """The hypotheses for a kind and a stance at one place, one for each offset from its middle.

    ``feet`` is m × 2 (mm); ``tops`` and ``sides`` (m × n) mark which of the place's n sample points
    each would hide with them, ``faces`` the same for the middle of a printed face, None if the kind
    has none; ``prior`` is m log weights of the offsets.
    """

    kind: str
    stance: Stance
    feet: Floats
    tops: Mask
    sides: Mask
    prior: NDArray[np.float32]
    faces: Mask | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """One place under one camera: its range of sample points, and their geometry.

    ``inside`` marks the points within a hole; ``around`` those near the place that no piece on it
    can hide, which show whether a shadow lies there; ``within`` the place's own disc; ``floor`` is
    the cell of an empty hole's floor that each point would show (-1 for none). ``rim`` are the
    indices of points beside a hole that a face-down piece may hide. Points lie ``step_mm`` apart.
    ``above`` is the first point of the site right above this one, if any.
    """

    place: BoardPlace
    first: int
    last: int
    step_mm: float
    inside: Mask
    around: Mask
    within: Mask
    floor: NDArray[np.intp]
    rim: NDArray[np.intp]
    upright: tuple[Stand, ...]
    turned: Stand | None
    above: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """The pose of a piece of some kind: everything that determines what it hides."""

    kind: str
    stance: Stance
    foot: Floats

    @property
    def key(self) -> _Key:
        """Return a key that identifies this pose."""
        return self.kind, self.stance, float(self.foot[0]), float(self.foot[1])


_Key = tuple[str, Stance, float, float]
_Middle = tuple[float, float]
Outline = tuple[tuple[slice, slice], Mask]
"""A window of a map of the board at MAP_PX_PER_MM, and the points in it that are hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Small cells of sites: the cell of each sample point, and each cell's site and size."""

    of_point: NDArray[np.intp]
    site: NDArray[np.intp]
    size: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """All places in the order in which they must be read: nearest to the nadir first.

    A piece hides only points that are farther from the nadir than itself. ``nadir`` and
    ``camera_mm`` give the camera's position for which the sites were made.
    """

    board: Board
    silhouettes: Mapping[str, Silhouette]
    nadir: Floats
    camera_mm: float
    points: Floats
    sites: tuple[Site, ...]
    cells: Cells
    _hidden: dict[tuple[int, _Key], NDArray[np.intp]] = field(default_factory=dict)
    _outlines: dict[tuple[_Key, float], Outline] = field(default_factory=dict)

    def hidden_by(self, piece: Standing, own: Site) -> NDArray[np.intp]:
        """Return the indices of sample points of other places that a piece hides; cached."""
        key = own.first, piece.key
        if key not in self._hidden:
            shape, (x, y) = self.silhouettes[piece.kind], self.points.T
            (left, top), (right, bottom) = shape.bounds(piece.foot, piece.stance)
            near = np.flatnonzero((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
            near = near[(near < own.first) | (near >= own.last)]
            self._hidden[key] = near[shape.cover(self.points[near], piece.foot, piece.stance)]
        return self._hidden[key]

    def outline(self, piece: Standing, halo_mm: float) -> Outline:
        """Return the part of the board's map that a piece and a halo hide; cached."""
        key = piece.key, halo_mm
        if key not in self._outlines:
            self._outlines[key] = self._outline(piece, halo_mm)
        return self._outlines[key]

    def _outline(self, piece: Standing, halo_mm: float) -> Outline:
        foot, shape = piece.foot, self.silhouettes[piece.kind]
        x_mm, y_mm = make_axes(self.board.size_mm, MAP_PX_PER_MM)
        low, high = shape.bounds(foot, piece.stance, 0.0)
        low = np.minimum(low, foot - TUNING.outline_mm) - TUNING.outline_margin_mm
        high = np.maximum(high, foot + TUNING.outline_mm) + TUNING.outline_margin_mm
        left, top = (np.maximum(low, 0) * MAP_PX_PER_MM).astype(int)
        right, bottom = (high * MAP_PX_PER_MM).astype(int)
        window = slice(top, bottom), slice(left, right)
        points = np.stack(np.meshgrid(x_mm[window[1]], y_mm[window[0]]), axis=-1)
        hidden = shape.cover(points.reshape(-1, 2), foot, piece.stance, halo_mm)
        return window, hidden.reshape(points.shape[:2])


def make_sites(board: Board, pose: Pose) -> Sites:
    """Lay out the sample points and hypotheses for a board under a camera."""
    shapes = make_silhouettes(board, pose)
    nadir = pose.nadir_mm
    coarser = REFERENCE_PX_PER_MM / choose_scale(board.size_mm)
    flats = {_middle(place) for place in board.places if _all_flat(board.kinds_at(place))}
    sites: list[Site] = []
    clouds: list[Floats] = []
    first = 0
    for place in _outwards(board, nadir):
        here = {name: shapes[name] for name in board.kinds_at(place)}
        step = coarser * (HOLE_STEP_MM if _sinking(here, place) else STEP_MM)
        points = _points(here, place, step)
        above = sites[-1] if sites and _middle(sites[-1].place) == _middle(place) else None
        sites.append(_Layout(flats, here, points, step, first).site(place, above))
        clouds.append(points)
        first += len(points)
    points = np.asfortranarray(np.concatenate(clouds))  # numpy is faster along one axis
    return Sites(board, shapes, nadir, pose.height_mm, points, tuple(sites), _cells(sites, points))


def _cells(sites: Sequence[Site], points: Floats) -> Cells:
    numbers = np.repeat(np.arange(len(sites)), [site.last - site.first for site in sites])
    across, down = ((points - points.min(axis=0)) / TUNING.cell_mm).astype(np.intp).T
    columns, rows = across.max() + 1, down.max() + 1
    found, cells = np.unique((numbers * rows + down) * columns + across, return_inverse=True)
    return Cells(cells, found // (rows * columns), np.bincount(cells))


def _outwards(board: Board, nadir: Floats) -> list[BoardPlace]:
    feet = list_middles(board.places)
    away = np.linalg.norm(feet - nadir, axis=1)
    upper = [not _all_flat(board.kinds_at(place)) for place in board.places]
    order = sorted(range(len(feet)), key=lambda index: (away[index], not upper[index]))
    return [board.places[index] for index in order]


def _all_flat(kinds: Mapping[str, PieceKind]) -> bool:
    return all(kind.flat for kind in kinds.values())


def _middle(place: BoardPlace) -> _Middle:
    return place.x_mm, place.y_mm


def _points(shapes: Mapping[str, Silhouette], place: BoardPlace, step: float) -> Floats:
    """Return the sample points of a place: all that a piece on it may hide, and a margin."""
    foot = np.array([place.x_mm, place.y_mm])
    reaches = [(shape, *_reach(shape, place)) for shape in shapes.values()]
    tops = [(shape.top_centre(foot, Stance.UP), reach) for shape, _, reach in reaches]
    low = np.min([foot - max(reach for _, reach, _ in reaches), *(t - r for t, r in tops)], axis=0)
    high = np.max([foot + max(reach for _, reach, _ in reaches), *(t + r for t, r in tops)], axis=0)
    across, down = (np.arange(a, b, step) for a, b in zip(low, high, strict=True))
    grid = np.column_stack([np.tile(across, len(down)), np.repeat(down, len(across))])
    hidden = [
        shape.hull(grid, foot, shape.top_mm(Stance.UP), (around, reach))
        for shape, around, reach in reaches
    ]
    return np.asarray(grid[np.any(hidden, axis=0)])


def _reach(shape: Silhouette, place: BoardPlace) -> tuple[float, float]:
    """Return the radii to sample round a place's middle and round its top's apparent position."""
    reach = max(shape.kind.diameter_mm / 2, place.radius_mm) + TUNING.around_mm
    return reach, shape.top_radius(Stance.UP) + _room_mm(place, shape) + 1


def _sinking(shapes: Mapping[str, Silhouette], place: BoardPlace) -> str | None:
    """Return the kind of piece that sinks into a place, None if it is not a hole."""
    if place.kind != "hole":
        return None
    return next((name for name, shape in shapes.items() if shape.kind.hole_depth_mm > 0), None)


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Makes the site of one place from its sample points, a ``step_mm`` apart, from ``first`` on.

    ``flats`` are the middles of the places for flat pieces only.
    """

    flats: Set[_Middle]
    shapes: Mapping[str, Silhouette]
    points: Floats
    step_mm: float
    first: int

    def site(self, place: BoardPlace, above: Site | None) -> Site:
        """Return the site; ``above`` is the site of a place right above this one."""
        foot = np.array([place.x_mm, place.y_mm])
        away = np.linalg.norm(self.points - foot, axis=1)
        sinking = _sinking(self.shapes, place)
        nowhere = np.zeros(len(self.points), dtype=np.bool_)
        inside, floor, turned = nowhere, np.full(len(nowhere), -1), None
        if sinking is not None:
            shape = self.shapes[sinking]
            inside = away < shape.hole_radius + TUNING.rim_mm
            floor = _floor(shape, self.points, foot)
            turned = self._stand(sinking, foot, Stance.DOWN, _square(TUNING.turned_offsets_mm))
            turned = replace(turned, sides=turned.sides & ~inside)
        hidden = turned.tops.any(axis=0) if turned is not None else inside
        return Site(
            place,
            self.first,
            self.first + len(self.points),
            self.step_mm,
            inside,
            self._around(place, away, inside),
            away < place.radius_mm,
            floor,
            np.flatnonzero(hidden & ~inside),
            tuple(self._upright(place, foot, sinking)),
            turned,
            None if above is None else above.first,
        )

    def _around(self, place: BoardPlace, away: Floats, inside: Mask) -> Mask:
        """Return the points near a place that no piece on it can hide."""
        foot = np.array([place.x_mm, place.y_mm])
        around = (away < place.radius_mm + TUNING.around_mm) & ~inside
        halo = -2.0 if inside.any() else 1.0
        for shape in self.shapes.values():
            kind = shape.kind
            radii = kind.diameter_mm / 2 + halo, kind.cap_diameter_mm / 2 + 2
            around &= ~shape.hull(self.points, foot, kind.height_mm, radii)
            if not inside.any():
                around &= away > kind.diameter_mm / 2 + 1
        return around

    def _upright(self, place: BoardPlace, foot: Floats, sinking: str | None) -> Iterator[Stand]:
        """Yield the hypotheses for each kind of piece that may stand there."""
        for name, shape in self.shapes.items():
            off = _offsets(_room_mm(place, shape))
            stances = [Stance.UP]
            if name == sinking:
                stances.append(Stance.SUNK)
            if not shape.kind.flat and _middle(place) in self.flats:
                stances.append(Stance.ON)
            for stance in stances:
                yield self._stand(name, foot, stance, off)

    def _stand(self, name: str, foot: Floats, stance: Stance, offsets: Floats) -> Stand:
        """Return the hypotheses for a kind and a stance at these offsets (m × 2)."""
        shape, points = self.shapes[name], self.points.astype(np.float32)
        feet = foot + offsets
        sloppy_mm = TUNING.sloppy_mm * max(1.0, float(offsets.max()) / TUNING.room_min_mm)
        prior = -(offsets**2).sum(axis=1) / (2 * sloppy_mm**2)
        has_face = shape.kind.face is not None
        some_feet = np.array_split(feet, -(-len(feet) * len(points) // _NUMBERS))
        parts = (shape.parts(points, some, stance) for some in some_feet)
        tops, sides = (np.concatenate(each) for each in zip(*parts, strict=True))
        return Stand(
            name,
            stance,
            feet,
            tops,
            sides,
            prior.astype(np.float32),
            shape.face(points, feet, stance) if has_face else None,
        )


def _room_mm(place: BoardPlace, shape: Silhouette) -> float:
    """Return how far off a place's middle a piece may stand (mm)."""
    diameter_mm = shape.kind.diameter_mm
    slack_mm = place.radius_mm - diameter_mm / 2
    return max(TUNING.room_min_mm, slack_mm + TUNING.over_edge_share * diameter_mm)


@functools.lru_cache(maxsize=64)
def _offsets(room_mm: float) -> Floats:
    """Return the offsets from the middle to try (m × 2); the same for most places of a board."""
    steps = int(np.ceil(room_mm / TUNING.hypothesis_step_mm))
    wide = _square(tuple(np.linspace(-room_mm, room_mm, 2 * steps + 1)))
    return np.asarray(wide[np.linalg.norm(wide, axis=1) < room_mm + 0.5])


def _square(off: tuple[float, ...]) -> Floats:
    return np.array([(x, y) for x in off for y in off])


def _floor(silhouette: Silhouette, points: Floats, middle: Floats) -> NDArray[np.intp]:
    """Return which cell of an empty hole's floor each point shows, -1 for wall and board."""
    radius = silhouette.hole_radius
    reached = silhouette.sunk(points, silhouette.kind.hole_depth_mm) - middle
    away = np.maximum(np.linalg.norm(points - middle, axis=1), np.linalg.norm(reached, axis=1))
    cells = (np.clip(reached / radius, -1, 0.999) + 1) * (FLOOR_CELLS / 2)
    across, down = cells.astype(np.intp).T
    return np.where(away < radius - TUNING.wall_mm, across + FLOOR_CELLS * down, -1)
