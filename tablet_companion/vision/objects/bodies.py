"""Find pieces of one colour all over that lie, by the shape of their colour in the finer picture.

Over print of its own colour a piece is hardly foreign, so what is foreign of it is in parts. Its
colour is in one part: as long and as wide as a lying piece, and not what one piece or two that
stand side by side would show. It may have been read as standing on one place, on two, or on none.
Where the pieces that stand do not have the file's shape in their own colours, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance import Appearance
from calibration.lens import Floats
from calibration.light import Map
from calibration.silhouettes import Mask, Silhouette
from hardware.board import PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.objects.fallen import Spot, make_spot, same_hue
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
    """Length limits of a lying piece's image, relative to the piece,"""
    widths: tuple[float, float] = (0.65, 1.35)
    """and limits of its width."""
    fill_min: float = 0.55
    """Share of the rectangle round it that it fills."""
    area_max: float = 1.2
    """Area, relative to length times width of a piece: 1.03 at most of what lies, 1.02 to 1.4 of
    two that stand."""
    standing_max: float = 0.79
    """Overlap (intersection over union) with one or two standing pieces from which they stand: from
    0.81 of two that do, however carelessly; what lies has 0.53 to 0.81."""
    heights: tuple[float, ...] = (1.0, 0.8, 1.2)
    """How much higher than the file says they may be."""
    step_mm: float = 2.0
    """Millimetres between the feet that are tried,"""
    around_mm: float = 12.0
    """millimetres round a region within which they are,"""
    middle_mm: int = 3
    """and the millimetres round it within which a piece's middle is if half of it is inside."""
    within_share: float = 0.4
    """Share of its outline in a region from which a piece may be a part of it."""
    halo_mm: float = 3.0
    """Millimetres round a standing piece's outline within which its colour is looked for,"""
    fit_min: float = 0.75
    """and the overlap of the two from which it has the file's shape and a colour of its own: half
    of a kind's pieces have 0.76 to 0.88 on DOG, at most 0.74 if they are a fifth thinner, and 0.71
    on drawn boards of planks, whose colours are those of wood and shadow. With less, nobody can
    tell from the shape of a colour that one lies;"""
    fit_number: int = 2
    """nor if fewer stand to be compared with."""


TUNING: Final = Tuning()

_TOUCHING: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A piece that lies, its kind and spot, and the places on which it was read as standing."""

    piece: Piece
    kind: str
    spot: Spot
    places: tuple[PlaceScores, ...]


def find_bodies(  # noqa: PLR0913, PLR0917 - as find_things
    appearance: Appearance,
    sites: Sites,
    view: BoardView,
    found: Sequence[PlaceScores],
    flat: Map,
    light: tuple[Map, Map],
) -> tuple[Body, ...]:
    """Return the lying pieces of one colour.

    ``flat`` is the board from above, finer than ``view``; ``light`` is gain and offset on it.
    """
    colours = tuple(_list_colours(sites))
    if not colours:
        return ()
    size = flat.shape[1::-1]
    foreign = ((view.z_score > TUNING.foreign_z) & ~view.ignored).astype(np.uint8)
    near = _enlarge(cv2.dilate(foreign, _TOUCHING), size) > 0
    points = (flat[near] - light[1]) / light[0]
    surely = _enlarge(foreign, size)[near] > 0
    bare = _enlarge(view.reference, size)[near]
    bodies: list[Body] = []
    masks: dict[Piece | None, Mask] = {}
    for kind, shape, colour in colours:
        top = np.array(appearance.tops[colour], dtype=np.float32)
        mask = np.zeros(near.shape, np.uint8)
        mask[near] = same_hue(points, top) & (surely | ~same_hue(bare, top))
        stand = [place for place in found if place.best == colour]
        for spot in _find_lying(shape, mask, foreign.shape):
            inside = tuple(place for place in stand if _is_within(sites, place, spot.mask))
            bodies.append(Body(colour, kind, spot, inside))
        masks[colour] = _shrink(mask, foreign.shape)
    lie = [place for body in bodies for place in body.places]
    fits = [
        (place.standing.kind, _measure_fit(sites, view, place, masks[place.best]))
        for place in found
        if bodies and place.best in masks and place not in lie
    ]
    return tuple(body for body in bodies if _is_of_this_shape(body.kind, fits))


def _enlarge(coarse: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    return cv2.resize(coarse, size, interpolation=cv2.INTER_NEAREST)


def _shrink(fine: NDArray[Any], shape: tuple[int, ...]) -> Mask:
    share = cv2.resize(fine.astype(np.float32), shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(share >= 0.5, dtype=np.bool_)


def _list_colours(sites: Sites) -> Iterator[tuple[str, Silhouette, Piece]]:
    """Yield every colour that a piece shows from top to foot, with the piece's kind and shape."""
    for name, shape in sites.silhouettes.items():
        if shape.kind.coloured_all_over and not shape.kind.flat:
            yield from ((name, shape, Piece(colour)) for colour in shape.kind.colours)


def _find_lying(
    shape: Silhouette, mask: NDArray[np.uint8], coarse: tuple[int, ...]
) -> Iterator[Spot]:
    """Yield the spots, on the map of the board, where a piece of a colour lies.

    ``mask`` marks the points of that colour in the finer picture, ``coarse`` is the map's shape.
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
        region = _Region(labels == number, px_per_mm, (left, top, width, height))
        if _is_long(kind, region) and not _stands(shape, region):
            yield make_spot(_shrink(region.mask, coarse))


@dataclass(frozen=True, slots=True)
class _Region:
    """A connected region of the finer picture, its points per millimetre, and its box there."""

    mask: Mask
    px_per_mm: float
    box: tuple[int, int, int, int]

    def look_around(self, around_mm: float) -> tuple[Floats, Mask]:
        """Return the points (n × 2, mm) of its surroundings, and which of them it contains."""
        left, top, width, height = self.box
        rim = round(around_mm * self.px_per_mm)
        rows, columns = np.mgrid[top - rim : top + height + rim, left - rim : left + width + rim]
        points = (np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) / self.px_per_mm
        inside = np.pad(self.mask, rim)
        window = inside[top : top + height + 2 * rim, left : left + width + 2 * rim]
        return points, window.ravel()

    def widen(self, around_mm: int) -> _Region:
        """Return it with everything that is so near."""
        side = 2 * round(around_mm * self.px_per_mm) + 1
        wide = cv2.dilate(self.mask.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
        return replace(self, mask=wide)

    def contains(self, points: Floats) -> Mask:
        """Return which points (n × 2, mm) it contains."""
        columns, rows = (points * self.px_per_mm).astype(int).T
        height, width = self.mask.shape
        inside = (columns >= 0) & (rows >= 0) & (columns < width) & (rows < height)
        inside[inside] = self.mask[rows[inside], columns[inside]]
        return np.asarray(inside, dtype=np.bool_)


def _is_long(kind: PieceKind, region: _Region) -> bool:
    """Whether a region is as long and as wide as a lying piece, and fills its rectangle."""
    rows, columns = np.nonzero(region.mask)
    _, sides, _ = cv2.minAreaRect(np.column_stack([columns, rows]).astype(np.float32))
    width, length = sorted((float(side) + 1) / region.px_per_mm for side in sides)
    return (
        TUNING.lengths[0] < length / kind.height_mm < TUNING.lengths[1]
        and TUNING.widths[0] < width / kind.diameter_mm < TUNING.widths[1]
        and len(rows) / region.px_per_mm**2 > TUNING.fill_min * length * width
    )


def _stands(shape: Silhouette, region: _Region) -> bool:
    """Whether one piece that stands, or two side by side, explain a region."""
    points, inside = region.look_around(TUNING.around_mm)
    low, high = points[inside].min(axis=0), points[inside].max(axis=0)
    axes = [
        np.arange(start - TUNING.around_mm, end + TUNING.around_mm, TUNING.step_mm)
        for start, end in zip(low, high, strict=True)
    ]
    feet = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    kind, seen, wide = shape.kind, inside.astype(np.float32), region.widen(TUNING.middle_mm)
    radii = kind.diameter_mm / 2, kind.cap_diameter_mm / 2
    for height_mm in (kind.height_mm * share for share in TUNING.heights):
        near = feet[wide.contains((feet + shape.lift(feet, height_mm)) / 2)]
        if _overlap(shape.hull(points, near, height_mm, radii), seen) >= TUNING.standing_max:
            return True
    return False


def _overlap(hidden: Mask, seen: NDArray[np.float32]) -> float:
    """Return the greatest overlap of what is seen with what one or two of the pieces hide."""
    size, part = hidden.sum(axis=1), hidden[:, seen > 0].sum(axis=1)
    one = hidden[2 * part > size].astype(np.float32)
    if not len(one):
        return 0.0
    size, part = one.sum(axis=1), one @ seen
    whole, reached = seen.sum(), one.any(axis=0)
    one, seen = one[:, reached], seen[reached]  # the other points add nothing
    union = size[:, None] + size - one @ one.T
    both = part[:, None] + part - (one * seen) @ one.T
    return float((both / (union + whole - both)).max())


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


def _is_within(sites: Sites, place: PlaceScores, mask: Mask) -> bool:
    """Whether what was read as a piece that stands is a part of a region."""
    window, outline = sites.outline(place.standing, 0.0)
    return float(mask[window][outline].mean()) > TUNING.within_share
