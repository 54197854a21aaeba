"""Find pieces of one colour all over that lie, by the shape of their colour in the finer picture.

Over print of its own colour a piece is hardly foreign, so what is foreign of it is in parts. Its
colour is in one part: as long and as wide as a lying piece, and not what one piece or two that
stand side by side would show. It may have been read as standing on one place, on two, or on none.
Where the pieces that stand do not have the file's shape in their own colours, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.camera.silhouettes import Mask, Silhouette
from calibration.surfaces.appearance import Appearance
from calibration.surfaces.light import Map
from hardware.board import PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.objects.fallen import Spot, enclose, find_new_hue, make_spot
from tablet_companion.vision.objects.foreground import scale_up
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a region of a piece's colour is a piece that lies.

    Chosen by hand on simulated tables of DOG (tests/vision/felled.py); held by
    tests/vision/test_bodies.py.
    """

    foreign_z: float = 1.5
    """Standard deviations from which a point of a piece's colour is looked at."""
    lengths: tuple[float, float] = (0.85, 1.35)
    """Length limits of a lying piece's image, relative to the piece."""
    widths: tuple[float, float] = (0.65, 1.35)
    """Width limits of a lying piece's image, relative to the piece."""
    judged_min: float = 0.3
    """Share of it that lies clear of the pile: cards have a piece's colours, too."""
    fill_min: float = 0.55
    """Share of the rectangle round it that it fills."""
    area_max: float = 1.2
    """Area, relative to length times width of a piece: 1.03 at most of what lies, 1.02 to 1.4 of
    two that stand."""
    waists: tuple[float, ...] = (1.0, 0.85, 0.7)
    """How much narrower it may be in its middle than at its ends."""
    lying_min: float = 0.75
    """Overlap (intersection over union) with a lying piece from which it may be one: of what lies
    on DOG 99 in 100 have 0.77. What neither explains is something else."""
    margin: float = 0.02
    """How much less it overlaps with one or two standing pieces: of what lies on DOG 99 in 100 do,
    of pieces that stand, however carelessly, none."""
    standing_max: float = 0.83
    """Overlap with standing pieces from which they stand whatever else it looks like: two in a row
    fill a rectangle, too. What lies has at most 0.82."""
    heights: tuple[float, ...] = (1.0, 0.8, 1.2)
    """How much higher than the file says they may be."""
    step_mm: float = 2.0
    """Millimetres between the pieces that are tried."""
    middle_mm: float = 3.0
    """Millimetres round a region within which a piece's middle is if half of it is inside."""
    within_share: float = 0.4
    """Share of its outline in a region from which a piece may be a part of it."""
    halo_mm: float = 3.0
    """Millimetres round a standing piece's outline within which its colour is looked for."""
    fit_min: float = 0.75
    """Overlap of outline and colour from which a piece has the file's shape and a colour of its
    own: half of a kind's pieces have 0.76 to 0.88 on DOG, at most 0.74 if they are a fifth thinner,
    and 0.71 on drawn boards of planks, whose colours are those of wood and shadow. With less,
    nobody can tell from the shape of a colour that one lies."""
    fit_number: int = 2
    """Standing pieces of a kind that are needed to tell whether they have the file's shape."""


TUNING: Final = Tuning()

Pixels = NDArray[np.intp]
"""Points of the finer picture (… × 2, columns first)."""

_TOUCHING: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A piece that lies, its kind and spot, and the places on which it was read as standing."""

    piece: Piece
    kind: str
    spot: Spot
    places: tuple[PlaceScores, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BoardSearch:
    """What is known and seen of a board that is searched for what lies on it.

    ``flat`` is the board from above, finer than ``view``; ``light`` is gain and offset on what
    stands on it.
    """

    appearance: Appearance
    sites: Sites
    view: BoardView
    flat: Map
    light: tuple[Map, Map]


def find_bodies(search: BoardSearch, found: Sequence[PlaceScores]) -> tuple[Body, ...]:
    """Return the lying pieces of one colour."""
    sites, view, flat, light = search.sites, search.view, search.flat, search.light
    colours = tuple(_list_colours(sites))
    if not colours:
        return ()
    size = flat.shape[1::-1]
    foreign = (view.z_score > TUNING.foreign_z).astype(np.uint8)
    judged = scale_up((~view.ignored).astype(np.uint8), size) > 0
    near = scale_up(cv2.dilate(foreign, _TOUCHING), size) > 0
    points = (flat[near] - light[1]) / light[0]
    surely = scale_up(foreign, size)[near] > 0
    bare = scale_up(view.reference, size)[near]
    bodies: list[Body] = []
    masks: dict[Piece | None, Mask] = {}
    for kind, shape, colour in colours:
        top = np.array(search.appearance.tops[colour], dtype=np.float32)
        mask = np.zeros(near.shape, np.uint8)
        mask[near] = find_new_hue(points, bare, surely, top)
        stand = [place for place in found if place.best == colour]
        for spot in _find_lying(shape, mask, judged, foreign.shape):
            inside = tuple(place for place in stand if is_within(sites, place, spot.mask))
            bodies.append(Body(colour, kind, spot, inside))
        masks[colour] = _shrink(mask, foreign.shape)
    lie = [place for body in bodies for place in body.places]
    fits = [
        (place.standing.kind, _measure_fit(sites, view, place, masks[place.best]))
        for place in found
        if bodies and place.best in masks and place not in lie
    ]
    return tuple(body for body in bodies if _is_of_this_shape(body.kind, fits))


def _shrink(fine: NDArray[Any], shape: tuple[int, ...]) -> Mask:
    share = cv2.resize(fine.astype(np.float32), shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(share >= 0.5, dtype=np.bool_)


def _list_colours(sites: Sites) -> Iterator[tuple[str, Silhouette, Piece]]:
    """Yield every colour that a piece shows from top to foot, with the piece's kind and shape."""
    for name, shape in sites.silhouettes.items():
        if shape.kind.coloured_all_over and shape.kind.slender:
            yield from ((name, shape, Piece(colour)) for colour in shape.kind.colours)


def _find_lying(
    shape: Silhouette, mask: NDArray[np.uint8], judged: Mask, coarse: tuple[int, ...]
) -> Iterator[Spot]:
    """Yield the spots, on the map of the board, where a piece of a colour lies.

    ``mask`` marks the points of that colour in the finer picture, ``coarse`` is the map's shape.
    Near the pile, where not everything is ``judged``, a part of a piece has to be.
    """
    px_per_mm = MAP_PX_PER_MM * mask.shape[1] / coarse[1]
    kind, least = shape.kind, TUNING.fill_min * TUNING.lengths[0] * TUNING.widths[0]
    whole = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _TOUCHING)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        share = area / (kind.height_mm * kind.diameter_mm * px_per_mm**2)
        if not least <= share <= TUNING.area_max:
            continue
        rows, columns = np.nonzero(labels[top : top + height, left : left + width] == number)
        region = np.column_stack([columns + left, rows + top])
        if judged[region[:, 1], region[:, 0]].mean() < TUNING.judged_min:
            continue
        lying = _measure_lying(kind, region, px_per_mm)
        limit = min(lying - TUNING.margin, TUNING.standing_max)
        if lying >= TUNING.lying_min and all(
            standing < limit for standing in _measure_standing(shape, region, px_per_mm, limit)
        ):
            yield make_spot(_shrink(labels == number, coarse))


def _measure_lying(kind: PieceKind, region: Pixels, px_per_mm: float) -> float:
    """Return the overlap of a region with a lying piece there; 0 if it has not its size.

    That fills a rectangle, but it may be narrower in its middle.
    """
    box = enclose(region, 1)
    length, width = box.length, box.width
    size, area = len(region), length * width
    if not (
        TUNING.lengths[0] < length / px_per_mm / kind.height_mm < TUNING.lengths[1]
        and TUNING.widths[0] < width / px_per_mm / kind.diameter_mm < TUNING.widths[1]
        and size > TUNING.fill_min * area
    ):
        return 0.0
    along, across = box.place(region)
    bulge, across = (along / (length / 2)) ** 2, np.abs(across) / (width / 2)
    waists = np.array(TUNING.waists)[:, None]
    inside = np.count_nonzero(across <= waists + (1 - waists) * bulge, axis=1)
    areas = area * (waists[:, 0] + (1 - waists[:, 0]) / 3)
    return float((inside / (areas + size - inside)).max())


def _measure_standing(
    shape: Silhouette, region: Pixels, px_per_mm: float, least: float
) -> Iterator[float]:
    """Yield a region's overlap with one piece that stands, or two side by side, by their height.

    So near to one another all pieces lean alike. An overlap less than ``least`` may be too small.
    """
    step, rim = max(1, round(TUNING.step_mm * px_per_mm)), round(TUNING.middle_mm * px_per_mm)
    columns, rows = (region - region.min(axis=0) + rim).T
    image = np.zeros((rows.max() + rim + 1, columns.max() + rim + 1), np.float32)
    image[rows, columns] = 1
    for share in TUNING.heights:
        outline = _draw_outline(shape, region.mean(axis=0) / px_per_mm, share, px_per_mm)
        yield _overlap(outline.astype(np.float32), image, step, least)


def _draw_outline(shape: Silhouette, middle: Floats, share: float, px_per_mm: float) -> Mask:
    """Return what a standing piece hides, in a square round it that is wide enough for two."""
    kind, height_mm = shape.kind, shape.kind.height_mm * share
    lean = shape.lift(middle, height_mm) - middle
    half = round((float(np.hypot(*lean)) + kind.diameter_mm) * px_per_mm) + 1
    away = np.arange(-half, half + 1) / px_per_mm
    points = np.stack(np.meshgrid(away, away), axis=-1).reshape(-1, 2) + middle
    radii = kind.diameter_mm / 2, kind.cap_diameter_mm / 2
    hidden = shape.hull(points, middle - lean / 2, height_mm, radii)
    return np.asarray(hidden.reshape(len(away), -1), dtype=np.bool_)


def _overlap(
    outline: NDArray[np.float32], image: NDArray[np.float32], step: int, least: float
) -> float:
    """Return the greatest overlap of a region with one or two pieces in the middle of its points.

    It is the intersection over the union. Every ``step``-th point is tried.
    """
    size, whole = outline.sum(), image.sum()
    parts = np.rint(cv2.filter2D(image, -1, outline, borderType=cv2.BORDER_CONSTANT))
    parts = parts[::step, ::step]
    fit = (2 * parts > size) & (size - parts <= whole * (1 / least - 1))
    if not fit.any():
        return 0.0
    middles, part = np.argwhere(fit)[:, ::-1] * step, parts[fit]
    one = _look_up(outline, np.argwhere(image)[:, ::-1] - middles[:, None])
    shared = cv2.filter2D(outline, -1, outline, borderType=cv2.BORDER_CONSTANT)
    union = 2 * size - _look_up(shared, middles - middles[:, None])
    both = part[:, None] + part - one @ one.T
    return float((both / (union + whole - both)).max())


def _look_up(image: NDArray[Any], away: Pixels) -> NDArray[Any]:
    """Return an image's values so far from its middle, at its edge for what is farther."""
    half = len(image) // 2
    columns, rows = np.moveaxis(np.clip(away + half, 0, 2 * half), -1, 0)
    return np.asarray(image[rows, columns])


def _measure_fit(sites: Sites, view: BoardView, place: PlaceScores, mask: Mask) -> float:
    """Return the overlap of a standing piece's outline with what has its colour there."""
    window, own = sites.outline(place.standing, 0.0)
    near = sites.outline(place.standing, TUNING.halo_mm)[1] & ~view.ignored[window]
    seen, own = mask[window] & near, own & near
    return float((seen & own).sum() / max(1, (seen | own).sum()))


def _is_of_this_shape(kind: str, fits: Sequence[tuple[str, float]]) -> bool:
    """Whether what stands has the shape that the file says, and colours that nothing else has."""
    own = [fit for name, fit in fits if name == kind]
    return len(own) >= TUNING.fit_number and float(np.median(own)) > TUNING.fit_min


def is_within(sites: Sites, place: PlaceScores, mask: Mask) -> bool:
    """Whether what was read as a piece that stands is a part of a region."""
    window, outline = sites.outline(place.standing, 0.0)
    return float(mask[window][outline].mean()) > TUNING.within_share
