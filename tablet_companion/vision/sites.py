"""Where to look: sample points round every place, and what each hypothesis says of them.

Made once for a pose. The geometry is kept on the board's plane in millimetres, so a board that
was pushed by a little needs only new pixels for the same points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Floats, Pose
from calibration.sampling import grid_mm
from calibration.silhouettes import Mask, Silhouette, Stance
from hardware.board import Board, BoardPlace

STEP_MM: Final = 1.5
"""Distance of sample points; neighbours still share noise, see ``places.INDEPENDENCE_MM2``."""
HOLE_STEP_MM: Final = 1.0
"""The same at a hole, where little is seen of a piece."""
SLOPPY_MM: Final = 1.5
"""How far from the middle people put pieces (standard deviation)."""
_UPRIGHT_MM: Final = (-3.0, -1.5, 0.0, 1.5, 3.0)
_TURNED_MM: Final = (-2.4, -1.2, 0.0, 1.2, 2.4)
_RIM_MM: Final = 0.6
FLOOR_CELLS: Final = 8
"""A hole's floor is compared with others in so many cells across."""
_WALL_MM: Final = 0.8
MAP_PX_PER_MM: Final = 0.5
"""Resolution of the maps of the whole board on which foreign things are sought."""
_REACH_MM: Final = 30.0
"""Nothing that a piece hides lies farther from the middle of its own points than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """The hypotheses of one stance at one place, one for each way to be off its middle.

    ``feet`` is m × 2 (mm); ``tops`` and ``sides`` are m × n weights (0 or 1) over the place's n
    sample points; ``prior`` is m log weights of being so far off.
    """

    stance: Stance
    feet: Floats
    tops: NDArray[np.float32]
    sides: NDArray[np.float32]
    prior: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """One place under one camera: its slice of the sample points, and what they mean.

    ``inside`` marks the points within a hole; ``around`` those near the place that no piece on it
    can hide, which tell whether a shadow lies there; ``within`` the place's own disc; ``floor`` is
    the cell of a hole's floor that each point would show, were the hole empty (-1 for none).
    ``rim`` numbers the points beside a hole that a turned-over piece may hide. Points lie
    ``step_mm`` apart.
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


_Standing = tuple[int, Stance, tuple[float, float]]
Outline = tuple[tuple[slice, slice], Mask]
"""A window of a map of the board at MAP_PX_PER_MM, and the points in it that are hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """All places in the order in which they must be read: nearest to the nadir first.

    A piece hides only what lies farther from the nadir than itself.
    """

    board: Board
    silhouette: Silhouette
    points: Floats
    sites: tuple[Site, ...]
    _hidden: dict[_Standing, NDArray[np.intp]] = field(default_factory=dict)
    _outlines: dict[tuple[_Standing, float], Outline] = field(default_factory=dict)

    def hidden_by(self, foot: Floats, stance: Stance, own: Site) -> NDArray[np.intp]:
        """Return which sample points of other places a piece hides; worked out once."""
        key = own.first, stance, (float(foot[0]), float(foot[1]))
        if key not in self._hidden:
            near = np.flatnonzero((np.abs(self.points - foot) < _REACH_MM).all(axis=1))
            near = near[(near < own.first) | (near >= own.last)]
            self._hidden[key] = near[self.silhouette.cover(self.points[near], foot, stance)]
        return self._hidden[key]

    def outline(self, foot: Floats, stance: Stance, own: Site, halo_mm: float) -> Outline:
        """Return what a piece hides of a map of the board, and a halo round it; worked out once."""
        key = (own.first, stance, (float(foot[0]), float(foot[1]))), halo_mm
        if key not in self._outlines:
            self._outlines[key] = self._outline(foot, stance, halo_mm)
        return self._outlines[key]

    def _outline(self, foot: Floats, stance: Stance, halo_mm: float) -> Outline:
        grid = grid_mm(self.board.size_mm, MAP_PX_PER_MM)
        low = (np.maximum(foot - _REACH_MM - 20, 0) * MAP_PX_PER_MM).astype(int)
        high = ((foot + _REACH_MM + 20) * MAP_PX_PER_MM).astype(int)
        window = slice(low[1], high[1]), slice(low[0], high[0])
        points = grid[window]
        hidden = self.silhouette.cover(points.reshape(-1, 2), foot, stance, halo_mm)
        return window, hidden.reshape(points.shape[:2])


def make_sites(board: Board, pose: Pose) -> Sites:
    """Lay out the sample points and hypotheses for a board under a camera."""
    silhouette = Silhouette(board.pawn, pose)
    feet = np.array([[place.x_mm, place.y_mm] for place in board.places])
    order = np.argsort(np.linalg.norm(feet - silhouette.nadir, axis=1))
    sites: list[Site] = []
    clouds: list[Floats] = []
    first = 0
    for index in order:
        points = _points(silhouette, board.places[index])
        sites.append(_site(silhouette, board.places[index], points, first))
        clouds.append(points)
        first += len(points)
    return Sites(board, silhouette, np.concatenate(clouds), tuple(sites))


def _points(silhouette: Silhouette, place: BoardPlace) -> Floats:
    """Return the sample points of a place: all that a piece on it may hide, and some more."""
    foot = np.array([place.x_mm, place.y_mm])
    reach = max(silhouette.kind.diameter_mm / 2, place.radius_mm) + 5
    top = silhouette.top_centre(foot, Stance.UP)
    top_reach = silhouette.top_radius(Stance.UP) + 4
    low = np.minimum(foot - reach, top - top_reach)
    high = np.maximum(foot + reach, top + top_reach)
    step = _step_mm(silhouette, place)
    across, down = (np.arange(a, b, step) for a, b in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    radii = reach, top_reach
    return grid[silhouette.hull(grid, foot, silhouette.top_mm(Stance.UP), radii)]


def _is_hole(silhouette: Silhouette, place: BoardPlace) -> bool:
    return place.kind == "hole" and silhouette.kind.hole_depth_mm > 0


def _step_mm(silhouette: Silhouette, place: BoardPlace) -> float:
    return HOLE_STEP_MM if _is_hole(silhouette, place) else STEP_MM


def _site(silhouette: Silhouette, place: BoardPlace, points: Floats, first: int) -> Site:
    kind = silhouette.kind
    foot = np.array([place.x_mm, place.y_mm])
    away = np.linalg.norm(points - foot, axis=1)
    hole = _is_hole(silhouette, place)
    rim = silhouette.hole_radius + _RIM_MM
    inside = away < rim if hole else np.zeros(len(points), dtype=np.bool_)
    halo = -2.0 if hole else 1.0
    radii = kind.diameter_mm / 2 + halo, kind.cap_diameter_mm / 2 + 2
    piece = silhouette.hull(points, foot, kind.height_mm, radii)
    around = (away < place.radius_mm + 5) & ~inside & ~piece
    if not hole:
        around &= away > kind.diameter_mm / 2 + 1
    stances = (Stance.UP, Stance.SUNK) if hole else (Stance.UP,)
    upright = tuple(_stand(silhouette, points, foot, stance, _UPRIGHT_MM) for stance in stances)
    turned = _stand(silhouette, points, foot, Stance.DOWN, _TURNED_MM) if hole else None
    if turned is not None:
        turned = Stand(
            turned.stance, turned.feet, turned.tops, turned.sides * ~inside, turned.prior
        )
    within = away < place.radius_mm
    floor = _floor(silhouette, points, foot) if hole else np.full(len(points), -1)
    step, last = _step_mm(silhouette, place), first + len(points)
    hidden = turned.tops.any(axis=0) if turned is not None else inside
    beside = np.flatnonzero(hidden & ~inside)
    return Site(place, first, last, step, inside, around, within, floor, beside, upright, turned)


def _floor(silhouette: Silhouette, points: Floats, middle: Floats) -> NDArray[np.intp]:
    """Return which cell of an empty hole's floor is seen at each point, -1 for wall and board."""
    radius = silhouette.hole_radius
    reached = silhouette.sunk(points, silhouette.kind.hole_depth_mm) - middle
    away = np.maximum(np.linalg.norm(points - middle, axis=1), np.linalg.norm(reached, axis=1))
    cells = (np.clip(reached / radius, -1, 0.999) + 1) * (FLOOR_CELLS / 2)
    across, down = cells.astype(np.intp).T
    return np.where(away < radius - _WALL_MM, across + FLOOR_CELLS * down, -1)


def _stand(
    silhouette: Silhouette, points: Floats, foot: Floats, stance: Stance, off: tuple[float, ...]
) -> Stand:
    offsets = np.array([(x, y) for x in off for y in off])
    feet = foot + offsets
    prior = -(offsets**2).sum(axis=1) / (2 * SLOPPY_MM**2)
    return Stand(
        stance,
        feet,
        silhouette.top(points, feet, stance).astype(np.float32),
        silhouette.body(points, feet, stance).astype(np.float32),
        prior.astype(np.float32),
    )
