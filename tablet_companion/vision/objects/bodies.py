"""Find pieces of one colour all over that lie, by the shape of their colour in the finer picture.

Over print of its own colour a piece is hardly foreign, so what is foreign of it is in parts. Its
colour is in one part: as long and as wide as a lying piece, and not what one piece or two that
stand side by side would show. It may have been read as standing on one place, on two, or on none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from tablet_companion.vision.objects.fallen import Spot, make_spot, same_hue
from tablet_companion.vision.objects.foreground import BoardView
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a region of a piece's colour is a piece that lies.

    Chosen by hand on simulated tables of DOG (tests/vision/felled.py); held by
    tests/vision/test_bodies.py. Two pieces that stand side by side, however carelessly, explain
    0.86 of their region or more; what lies, at most 0.81.
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
    standing_max: float = 0.83
    """Overlap (intersection over union) with one or two standing pieces from which they stand."""
    heights: tuple[float, ...] = (0.8, 1.0, 1.2)
    """How much higher than the file says they may be."""
    step_mm: float = 2.0
    """Millimetres between the feet that are tried,"""
    around_mm: float = 12.0
    """and millimetres round a region within which they are."""
    within_share: float = 0.4
    """Share of its outline in a region from which a piece may be a part of it."""


TUNING: Final = Tuning()

_TOUCHING: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A piece that lies, its kind and spot, and the places on which it was read as standing."""

    piece: Piece
    kind: str
    spot: Spot
    places: tuple[PlaceScores, ...]


def find_bodies(
    appearance: Appearance,
    sites: Sites,
    view: BoardView,
    found: Sequence[PlaceScores],
    seen: Map,
) -> tuple[Body, ...]:
    """Return the lying pieces of one colour; ``seen`` is the board from above without its light."""
    size = seen.shape[1::-1]
    foreign = ((view.z_score > TUNING.foreign_z) & ~view.ignored).astype(np.uint8)
    near = _enlarge(cv2.dilate(foreign, _TOUCHING), size) > 0
    points, surely = seen[near], _enlarge(foreign, size)[near] > 0
    bare = _enlarge(view.reference, size)[near]
    bodies: list[Body] = []
    for kind, shape, colour in _list_colours(sites):
        top = np.array(appearance.tops[colour], dtype=np.float32)
        mask = np.zeros(near.shape, np.uint8)
        mask[near] = same_hue(points, top) & (surely | ~same_hue(bare, top))
        stand = [place for place in found if place.best == colour]
        for spot in _find_lying(shape, mask, foreign.shape):
            inside = tuple(place for place in stand if _is_within(sites, place, spot.mask))
            bodies.append(Body(colour, kind, spot, inside))
    return tuple(bodies)


def _enlarge(coarse: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    return cv2.resize(coarse, size, interpolation=cv2.INTER_NEAREST)


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
            part = cv2.resize(
                region.mask.astype(np.float32), coarse[::-1], interpolation=cv2.INTER_AREA
            )
            yield make_spot(np.asarray(part >= 0.5, dtype=np.bool_))


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
    kind, seen = shape.kind, inside.astype(np.float32)
    radii = kind.diameter_mm / 2, kind.cap_diameter_mm / 2
    return any(
        _overlap(shape.hull(points, feet, kind.height_mm * share, radii), seen)
        >= TUNING.standing_max
        for share in TUNING.heights
    )


def _overlap(hidden: Mask, seen: NDArray[np.float32]) -> float:
    """Return the greatest overlap of what is seen with what one or two of the pieces hide."""
    size, part = hidden.sum(axis=1), hidden[:, seen > 0].sum(axis=1)
    one = hidden[2 * part > size].astype(np.float32)
    if not len(one):
        return 0.0
    size, part = one.sum(axis=1), one @ seen
    union = size[:, None] + size - one @ one.T
    both = part[:, None] + part - (one * seen) @ one.T
    return float((both / (union + seen.sum() - both)).max())


def _is_within(sites: Sites, place: PlaceScores, mask: Mask) -> bool:
    """Whether what was read as a piece that stands is a part of a region."""
    window, outline = sites.outline(place.standing, 0.0)
    return float(mask[window][outline].mean()) > TUNING.within_share
