"""Find pieces with a coloured cap that lie: a black body with a narrow band of colour at one end.

What is foreign of such a piece falls into parts over holes and dark print, and joins what stands
beside it. So its shape is not measured but laid over the finer picture, from every band of a cap's
colour in every direction: nothing but black along the body, something else beside it. What pieces
that stand may hide says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.lens import Floats
from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map, take_strongest
from hardware.board import PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.objects.bodies import BoardSearch, Body, is_within
from tablet_companion.vision.objects.fallen import TUNING as CAPS
from tablet_companion.vision.objects.fallen import find_new_hue, find_saturated, make_spot, same_hue
from tablet_companion.vision.objects.foreground import hidden_mask, scale_up
from tablet_companion.vision.objects.tops import shows_cap
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a band of colour is the cap of a piece that lies.

    Chosen by hand on simulated tables of Agent DOG (tests/vision/felled_close.py); held by
    tests/vision/test_capped.py.
    """

    foreign_z: float = 1.5
    """Standard deviations from which a point of a cap's colour is looked at."""
    hole_mm: float = 11.0
    """Millimetres round a hole's middle where a cap is looked for, though the board is not
    judged."""
    halo_mm: float = 1.0
    """Millimetres round an outline that a standing piece may hide, too."""
    cap_side_mm: float = 2.6
    """How far a cap reaches down the side if the file does not say."""
    body_width: float = 0.55
    """Width of the strip that has to be black, relative to the piece: it is narrower in its
    middle."""
    beside_mm: tuple[float, ...] = (2.0, 3.0, 4.0)
    """Millimetres beside the piece where the board is seen again."""
    beyond_mm: tuple[float, ...] = (2.5, 3.5, 4.5)
    """Millimetres beyond its foot where the board is seen again."""
    across_cap_mm: float = 9.0
    """Millimetres on either side of a cap's end where its colour is looked for: the top of a
    standing one is as long as wide."""
    band_min: float = 0.6
    """Share of the cap that has its colour."""
    black_min: float = 0.85
    """Share of the body that is black."""
    spine_min: float = 0.6
    """As ``black_min``, for a few points along its middle that are looked at first."""
    fresh_min: float = 0.3
    """Share of the body that lies where the board is not black, and no piece that stands hides
    it."""
    clear_min: float = 0.7
    """Share of what is seen of the board on either side, and beyond the foot, that is not black."""
    cap_length_max: float = 0.4
    """Share of any line there that may have its colour: a lying one's cap fills at most a third,
    the top of a standing one more than half."""
    regions: int = 6
    """If more regions than this have a cap's colour where none is expected, light coloured them."""
    seeds: int = 48
    """Points of a region that are tried as the middle of a cap."""
    turns: int = 36
    """Directions that are tried."""
    apart_mm: float = 12.0
    """Millimetres. Two that lie have their caps farther apart."""


TUNING: Final = Tuning()

_LINES: Final = np.linspace(-1, 1, 5)
"""Lines along a piece, across its cap, on which the cap's length is measured."""
_TOUCHING: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A window of the finer picture, point by point; ``low`` is its corner on the board (mm).

    ``seen`` is its colour in the usual light; ``known`` marks what says nothing of a body: dark
    print, holes, the pile, and what pieces may hide that stand (``stands``).
    """

    low: Floats
    px_per_mm: float
    seen: Map
    black: Mask
    known: Mask
    stands: Mask

    def look_up(self, mask: Mask, points: Floats, *, outside: bool) -> Mask:
        """Return a mask's values at points (… × 2, mm); ``outside`` where the window ends."""
        at = np.floor((points - self.low) * self.px_per_mm).astype(np.int32)
        size = np.array(mask.shape[::-1])
        inside = ((at >= 0) & (at < size)).all(axis=-1)
        at = np.clip(at, 0, size - 1)
        return np.where(inside, mask[at[..., 1], at[..., 0]], outside)


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """Points of a lying piece (n × 2, mm): along it from the end of its cap, and across it."""

    spine: Floats
    cap: Floats
    length: Floats
    body: Floats
    sides: tuple[Floats, Floats, Floats]
    outline: Floats


def find_capped(search: BoardSearch, found: Sequence[PlaceScores]) -> tuple[Body, ...]:
    """Return the lying pieces that show a cap at the end of a black body."""
    capped = [
        (name, shape.kind)
        for name, shape in search.sites.silhouettes.items()
        if shape.kind.slender and not shape.kind.coloured_all_over
    ]
    if not capped:
        return ()
    firm = [place for place in found if shows_cap(search, place)]
    stands = hidden_mask(firm, search.sites, search.view.z_score.shape, TUNING.halo_mm)
    near = _find_near(search, found, stands)
    if not near.any():
        return ()
    doubtful = [place for place in found if place.best is not None and place not in firm]
    bodies: list[Body] = []
    for name, kind in capped:
        for colour, seeds in _find_seeds(search, near, kind):
            for outline in _find_lying(search, stands, kind, colour, seeds):
                spot = make_spot(_draw(outline, near.shape))
                inside = (place for place in doubtful if is_within(search.sites, place, spot.mask))
                bodies.append(Body(colour, name, spot, tuple(inside)))
    return tuple(bodies)


def _find_near(search: BoardSearch, found: Sequence[PlaceScores], stands: Mask) -> Mask:
    """Return where the board is foreign, next to that, or at a hole beside it; no piece stands."""
    view = search.view
    foreign = (view.z_score > TUNING.foreign_z) & ~view.ignored & ~stands
    near = cv2.dilate(foreign.astype(np.uint8), _TOUCHING)
    reach = round(TUNING.hole_mm * MAP_PX_PER_MM)
    holes = np.zeros(near.shape, np.uint8)
    for place in (one.site.place for one in found if one.site.turned is not None):
        x, y = (round(mm * MAP_PX_PER_MM - 0.5) for mm in (place.x_mm, place.y_mm))
        if foreign[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach].any():
            cv2.circle(holes, (x, y), reach, 1, -1)
    return np.asarray(((near > 0) | (holes > 0)) & ~stands, dtype=np.bool_)


def _find_seeds(search: BoardSearch, near: Mask, kind: PieceKind) -> Iterator[tuple[Piece, Floats]]:
    """Yield the points (n × 2, mm) of each region that may be a cap, with its colour."""
    view, (gain, offset) = search.view, search.light
    size = search.flat.shape[1::-1]
    px_per_mm = MAP_PX_PER_MM * size[0] / near.shape[1]
    where = scale_up(near.astype(np.uint8), size) > 0
    points = (search.flat[where] - offset) / gain
    saturated = find_saturated(points)
    where[where], points = saturated, points[saturated]
    bare = scale_up(view.reference, size)[where]
    surely = scale_up((view.z_score > TUNING.foreign_z).astype(np.uint8), size)[where] > 0
    for colour in kind.colours:
        top = np.array(search.appearance.tops[colour], dtype=np.float32)
        mask = np.zeros(where.shape, np.uint8)
        mask[where] = find_new_hue(points, bare, surely, top)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        least = CAPS.cap_min_mm2 * px_per_mm**2
        large = 1 + np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= least)
        if len(large) > TUNING.regions:
            continue
        for number in large:
            left, top_row, width, height, _ = (int(value) for value in stats[number])
            part = labels[top_row : top_row + height, left : left + width] == number
            seeds = np.argwhere(part)[:, ::-1] + (left, top_row)
            step = -(-len(seeds) // TUNING.seeds)
            yield Piece(colour), (seeds[::step] + 0.5) / px_per_mm


def _open_window(search: BoardSearch, stands: Mask, seeds: Floats, reach_mm: float) -> _Picture:
    """Return the finer picture round some points."""
    view, flat, (gain, offset) = search.view, search.flat, search.light
    scale = flat.shape[1] // stands.shape[1]
    low, high = (
        np.clip((ends * MAP_PX_PER_MM).astype(int), 0, stands.shape[::-1])
        for ends in (seeds.min(axis=0) - reach_mm, seeds.max(axis=0) + reach_mm)
    )
    coarse = np.s_[low[1] : high[1], low[0] : high[0]]
    part = flat[scale * low[1] : scale * high[1], scale * low[0] : scale * high[0]]
    size, bare = part.shape[1::-1], view.reference[coarse]
    outside, seen = part[..., 0] < 0, (part - offset) / gain
    dark = (take_strongest(bare) < CAPS.body_grey_max) | (bare[..., 0] < 0)
    hiding = scale_up(stands[coarse].astype(np.uint8), size) > 0
    known = scale_up((dark | view.ignored[coarse]).astype(np.uint8), size) > 0
    black = (take_strongest(seen) < CAPS.body_grey_max) & ~outside
    return _Picture(
        low / MAP_PX_PER_MM, scale * MAP_PX_PER_MM, seen, black, known | outside | hiding, hiding
    )


def _lay_out(kind: PieceKind) -> _Shape:
    """Return the points of a kind that lies."""
    side = _cap_side_mm(kind)
    length, half = kind.height_mm, kind.diameter_mm / 2
    strip = half * TUNING.body_width
    along = np.arange(side + 2, length - 1, 1.0)
    middle = np.arange(side + 2, length - 3, 1.0)
    left, right = (
        _grid(middle, np.array([way * (half + mm) for mm in TUNING.beside_mm])) for way in (-1, 1)
    )
    cap = kind.cap_diameter_mm * 0.38
    foot = length + np.array(TUNING.beyond_mm)
    return _Shape(
        spine=_grid(along[1::4], np.zeros(1)),
        cap=_grid(np.arange(0.5, side, 0.7), np.linspace(-cap, cap, 7)),
        length=_grid(np.arange(-TUNING.across_cap_mm, TUNING.across_cap_mm + 0.5), _LINES * cap),
        body=_grid(along, np.linspace(-strip, strip, 5)),
        sides=(left, right, _grid(foot, np.linspace(-strip, strip, 5))),
        outline=np.array(
            [[-1, -half], [length + 0.5, -half], [length + 0.5, half], [-1, half]], dtype=float
        ),
    )


def _grid(along: Floats, across: Floats) -> Floats:
    return np.stack(np.meshgrid(along, across), axis=-1).reshape(-1, 2)


def _find_lying(
    search: BoardSearch, stands: Mask, kind: PieceKind, colour: Piece, seeds: Floats
) -> Iterator[Floats]:
    """Yield the outline (4 × 2, mm) of each piece that lies with its cap at one of some points."""
    shape, turns = _lay_out(kind), np.linspace(0, 2 * np.pi, TUNING.turns, endpoint=False)
    picture = _open_window(search, stands, seeds, kind.height_mm + kind.diameter_mm)
    top = np.array(search.appearance.tops[colour], dtype=np.float32)
    coloured = same_hue(picture.seen, top)
    coloured = _fill(coloured, np.pi / 4 * (kind.cap_diameter_mm * picture.px_per_mm) ** 2)
    axes = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    origins = seeds[:, None] - axes * _cap_side_mm(kind) / 2
    fits = _measure(picture, coloured, shape, origins, axes)
    caps: list[Floats] = []
    for index in np.argsort(fits, axis=None)[::-1]:
        seed, turn = np.unravel_index(index, fits.shape)
        if fits[seed, turn] <= 0:
            return
        if all(np.hypot(*(seeds[seed] - cap)) > TUNING.apart_mm for cap in caps):
            caps.append(seeds[seed])
            yield _place(shape.outline, origins[seed, turn], axes[turn])


def _fill(mask: Mask, largest: float) -> Mask:
    """Return a mask without its holes up to this size: a lamp is mirrored within a cap."""
    filled = mask.astype(np.uint8)
    outlines, levels = cv2.findContours(filled, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for number, outline in enumerate(outlines):
        if levels[0, number, 3] >= 0 and cv2.contourArea(outline) < largest:
            cv2.drawContours(filled, outlines, number, 1, cv2.FILLED)
    return filled > 0


def _cap_side_mm(kind: PieceKind) -> float:
    return kind.marker_side_mm or TUNING.cap_side_mm


def _place(points: Floats, origin: Floats, axis: Floats) -> Floats:
    """Return points of a piece (n × 2) where it lies: at origins (… × 2) along axes (… × 2)."""
    normal = np.stack([-axis[..., 1], axis[..., 0]], axis=-1)
    along, across = points[:, 0, None], points[:, 1, None]
    return np.asarray(
        origin[..., None, :] + along * axis[..., None, :] + across * normal[..., None, :]
    )


def _measure(
    picture: _Picture, coloured: Mask, shape: _Shape, origins: Floats, axes: Floats
) -> Floats:
    """Return how well a lying piece fits at origins (n × m × 2) along axes (m × 2); 0 for not."""
    fits = np.zeros(origins.shape[:2])
    along = np.broadcast_to(axes, origins.shape)
    body = picture.black | picture.stands
    dark = picture.look_up(body, _place(shape.spine, origins, along), outside=True)
    good = dark.mean(axis=-1) >= TUNING.spine_min
    if not good.any():
        return fits
    origins, along = origins[good], along[good]

    def look_up(mask: Mask, points: Floats, *, outside: bool) -> Mask:
        return picture.look_up(mask, _place(points, origins, along), outside=outside)

    cap = look_up(coloured, shape.cap, outside=False).mean(axis=-1)
    fresh = ~look_up(picture.known, shape.body, outside=True)
    black = look_up(picture.black, shape.body, outside=True)
    whole = look_up(body, shape.body, outside=True).mean(axis=-1)
    lines = look_up(coloured & ~picture.stands, shape.length, outside=False)
    longest = lines.reshape(len(lines), len(_LINES), -1).mean(axis=-1).max(axis=-1)
    lies = (
        (cap >= TUNING.band_min)
        & (longest <= TUNING.cap_length_max)
        & (whole >= TUNING.black_min)
        & ((black & fresh).sum(axis=-1) >= TUNING.black_min * fresh.sum(axis=-1))
        & (fresh.mean(axis=-1) >= TUNING.fresh_min)
    )
    fit = cap + whole
    for side in shape.sides:
        board = ~look_up(picture.known, side, outside=True)
        clear = (board & ~look_up(picture.black, side, outside=False)).sum(axis=-1)
        lies &= clear >= TUNING.clear_min * board.sum(axis=-1)
        fit += clear / np.maximum(1, board.sum(axis=-1)) / 3
    fits[good] = np.where(lies, fit, 0.0)
    return fits


def _draw(outline: Floats, shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    corners = np.round(outline * MAP_PX_PER_MM - 0.5).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 1)
    return mask > 0
