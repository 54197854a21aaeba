"""Places of one kind, colour and size look alike, so each shows what the others look like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import MAD_TO_SIGMA, Map
from hardware.board import BoardPlace

UNKNOWN: Final = -1.0


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which places are assumed empty if no picture shows the board empty.

    Chosen by hand on the boxed board and on printed ones, read from their file alone; held by
    tests/vision/test_guess.py.
    """

    many: int = 6
    """Equal places of which some are surely empty; a nest of seven has to be enough."""
    beside_mm: float = 1.0
    """Millimetres beside a place that belong to its look."""
    same_look_rad: float = 0.15
    """Radians between two looks that differ in light only."""
    exactly_rad: float = 1e-3
    """Radians; smaller angles count as zero."""
    one_in: int = 4
    """At least one in this many equal places is empty; nothing else repeats as well."""
    rank_min: int = 2
    """Number of places that must look like one that is assumed empty."""
    emptiest_percentile: int = 25
    """Per cent of the equal places that count as the emptiest."""
    emptiest_share: float = 0.5
    """An empty place is at least this share as unlike a piece as the emptiest ones."""
    few_sigma: float = 20.0
    """Grey levels by which an empty place may differ if it has only one other to compare with."""
    texture_mm: float = 0.8
    """Millimetres. Print finer than this is unknown."""
    texture_factor: float = 2.0
    """Expected error because of it, as a multiple of the print's local variation."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """Places that look alike, and which of them are assumed empty."""

    places: Sequence[BoardPlace]
    bare: Mask

    @property
    def empty(self) -> Alike:
        """Return only those that are assumed empty."""
        empty = tuple(place for place, bare in zip(self.places, self.bare, strict=True) if bare)
        return Alike(empty, self.bare[self.bare])


class _Appearance(NamedTuple):
    """The look of an empty place (rows × columns × 3), and how far one may differ."""

    median: Map
    sigma: Map


def pick_most_alike(flat: Map, dark: Map, places: Sequence[BoardPlace]) -> Alike:
    """Return which places are probably empty: those most like others, in any light.

    Pieces differ in colour and position. ``dark`` is the darkest colour of the picture.
    """
    inside = np.hypot(*_offsets(places[0].radius_mm)) <= places[0].radius_mm
    seen = np.stack([(_patch(flat, place) - dark)[inside].ravel() for place in places])
    seen /= np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1)
    apart = np.arccos(np.clip(seen @ seen.T, -1, 1))
    rank = max(TUNING.rank_min, len(places) // TUNING.one_in)
    reach = 2 * float(np.sort(apart, axis=1)[:, rank].min())
    middle = int((apart <= reach + TUNING.exactly_rad).sum(axis=1).argmax())
    return Alike(places, apart[middle] <= max(TUNING.same_look_rad, reach))


def pick_least_piece_like(scores: Mapping[str, float], places: Sequence[BoardPlace]) -> Alike:
    """Return which places are probably empty: those whose ``scores`` as pieces are lowest."""
    seen = np.array([scores[place.name] for place in places])
    limit = TUNING.emptiest_share * float(np.percentile(seen, TUNING.emptiest_percentile))
    return Alike(places, (seen < 0) & (seen <= limit))


def brightness(flat: Map, place: BoardPlace) -> float:
    """Return the brightness of most of a place (grey levels; 0 outside the picture)."""
    inside = np.hypot(*_offsets(place.radius_mm)) <= place.radius_mm
    return max(0.0, float(np.median(_patch(flat, place)[inside])))


def paint_reference(
    plain: Map, groups: Sequence[Alike], *, roughly: bool = False
) -> tuple[Map, NDArray[np.float32]]:
    """Return every place as its group's empty places look, and how far they differ.

    ``plain`` (1 px/mm) has the light removed, and is NaN where nothing can be learnt. Points that
    no other place shows are UNKNOWN: no place is compared with itself, unless the group is large
    and ``roughly`` allows it, which takes a fraction of the time.
    """
    reference = np.full(plain.shape, UNKNOWN, dtype=np.float32)
    texture = np.zeros(plain.shape[:2], dtype=np.float32)
    for group in groups:
        stack = np.stack([_patch(plain, place) for place in group.places])
        stack[~group.bare] = np.nan
        common = _look(stack) if roughly and len(stack) >= TUNING.many else None
        for number, place in enumerate(group.places):
            look = common or _look(np.delete(stack, number, axis=0))
            if look is not None:
                _stamp(reference, texture, look, place)
    return reference, texture


def _reach(radius_mm: float) -> int:
    return int(np.ceil(radius_mm + TUNING.beside_mm)) + 1


def _offsets(radius_mm: float) -> tuple[Map, Map]:
    """Return the offsets of a patch's points from its middle, across and down (mm)."""
    steps = np.arange(-_reach(radius_mm), _reach(radius_mm) + 1)
    across, down = np.meshgrid(steps, steps)
    return across, down


def _patch(picture: Map, place: BoardPlace) -> Map:
    """Return the square round a place, one point per millimetre from its exact middle."""
    side = 2 * _reach(place.radius_mm) + 1
    return cv2.getRectSubPix(picture, (side, side), (place.x_mm - 0.5, place.y_mm - 0.5))


def _look(others: Map) -> _Appearance | None:
    """Return the common look of patches (n × rows × columns × 3, NaN where unknown)."""
    count = np.count_nonzero(~np.isnan(others[..., 0]), axis=0)
    if not count.any():
        return None
    median = _median(others, count)
    differ = MAD_TO_SIGMA * _median(np.abs(others - median), count).max(axis=2)
    few = np.maximum(count, 1)
    sigma = np.hypot(
        differ * (1 + 2 / few) + TUNING.few_sigma / few, TUNING.texture_factor * _busyness(median)
    )
    return _Appearance(median, sigma.astype(np.float32))


def _busyness(look: Map) -> Map:
    """Return the local variation round each point."""
    filled = np.where(np.isnan(look), np.nanmean(look), look)
    mean = cv2.GaussianBlur(filled, (0, 0), TUNING.texture_mm)
    square = cv2.GaussianBlur(filled * filled, (0, 0), TUNING.texture_mm)
    return np.asarray(np.sqrt(np.maximum(0, square - mean * mean)).max(axis=2))


def _median(stack: Map, count: NDArray[np.intp]) -> Map:
    """Return the median of the known values: ``count`` at each point (numpy's own is slow)."""
    ranked = np.sort(stack, axis=0)  # NaN sorts last
    ranks = np.maximum(count - 1, 0) // 2, np.minimum(count // 2, len(stack) - 1)
    low, high = (np.take_along_axis(ranked, rank[None, ..., None], axis=0)[0] for rank in ranks)
    return np.asarray((low + high) / 2, dtype=np.float32)


def _stamp(reference: Map, texture: Map, look: _Appearance, place: BoardPlace) -> None:
    """Paint a place with a look where that is known."""
    reach = _reach(place.radius_mm)
    left, top = max(0, int(place.x_mm) - reach), max(0, int(place.y_mm) - reach)
    window = slice(top, int(place.y_mm) + reach + 1), slice(left, int(place.x_mm) + reach + 1)
    rows, columns = np.indices(texture[window].shape, dtype=np.float32)
    across, down = columns + (left + 0.5 - place.x_mm), rows + (top + 0.5 - place.y_mm)
    x, y = (np.asarray(part + reach, dtype=np.float32) for part in (across, down))
    median, sigma = (cv2.remap(part, x, y, cv2.INTER_LINEAR) for part in look)
    known = (np.hypot(across, down) <= place.radius_mm + TUNING.beside_mm) & ~np.isnan(
        median[..., 0]
    )
    reference[window][known] = np.maximum(median[known], 0)
    texture[window][known] = sigma[known]
