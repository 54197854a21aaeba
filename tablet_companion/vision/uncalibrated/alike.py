"""Places of one kind, colour and size look like one another: so each tells how the others look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import Map
from calibration.silhouettes import Mask
from hardware.board import Board, BoardPlace

UNKNOWN: Final = -1.0
MANY: Final = 6
"""Of so many places alike, some are empty; a nest of seven has to be enough."""
_BESIDE_MM: Final = 1.0
_SAME_LOOK: Final = 0.15
"""Colours of a place that differ by this angle only (radians) are the same in another light."""
_EXACTLY: Final = 1e-3
"""Angles this small are none."""
_SOME: Final = 4
"""One in so many places alike is empty at least; nothing else repeats itself as well."""
_FEWEST: Final = 2
_QUARTER: Final = 25
_HALF: Final = 0.5
"""An empty place is at least half as unlike a piece as the emptiest quarter of its like are."""
_FEW: Final = 20.0
"""How far an empty place may be from what one other looks like (grey levels)."""
_BUSY_MM: Final = 0.8
_BUSY: Final = 2.0
"""Corners alone leave a millimetre open: that tells as much as the print differs round a point."""


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """Places that look alike, and which of them are taken for empty."""

    places: tuple[BoardPlace, ...]
    bare: Mask

    @property
    def empty(self) -> Alike:
        """Return those alone that are taken for empty."""
        empty = tuple(place for place, bare in zip(self.places, self.bare, strict=True) if bare)
        return Alike(empty, self.bare[self.bare])


class _Appearance(NamedTuple):
    """What an empty place looks like (rows × columns × 3), and how far one may differ."""

    median: Map
    sigma: Map


def group_alike(board: Board) -> list[tuple[BoardPlace, ...]]:
    """Return the places in groups of one kind, colour and size."""
    groups: dict[tuple[object, ...], list[BoardPlace]] = defaultdict(list)
    for place in board.places:
        groups[place.kind, place.colour, place.radius_mm, place.holds].append(place)
    return [tuple(group) for group in groups.values()]


def pick_most_alike(flat: Map, dark: Map, places: tuple[BoardPlace, ...]) -> Alike:
    """Take those for empty that look most like others, in whatever light each of them lies.

    Pieces differ in colour, and in how they stand. ``dark`` is the darkest colour of the picture.
    """
    inside = np.hypot(*_offsets(places[0].radius_mm)) <= places[0].radius_mm
    seen = np.stack([(_patch(flat, place) - dark)[inside].ravel() for place in places])
    seen /= np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1)
    apart = np.arccos(np.clip(seen @ seen.T, -1, 1))
    rank = max(_FEWEST, len(places) // _SOME)
    reach = 2 * float(np.sort(apart, axis=1)[:, rank].min())
    middle = int((apart <= reach + _EXACTLY).sum(axis=1).argmax())
    return Alike(places, apart[middle] <= max(_SAME_LOOK, reach))


def pick_least_piece_like(scores: Mapping[str, float], places: tuple[BoardPlace, ...]) -> Alike:
    """Take those for empty that look least like pieces; ``scores`` says how much each does."""
    seen = np.array([scores[place.name] for place in places])
    limit = _HALF * float(np.percentile(seen, _QUARTER))
    return Alike(places, (seen < 0) & (seen <= limit))


def brightness(flat: Map, place: BoardPlace) -> float:
    """Return how bright most of a place is (grey levels; 0 beside the picture)."""
    inside = np.hypot(*_offsets(place.radius_mm)) <= place.radius_mm
    return max(0.0, float(np.median(_patch(flat, place)[inside])))


def paint_reference(
    plain: Map, groups: Sequence[Alike], *, roughly: bool = False
) -> tuple[Map, NDArray[np.float32]]:
    """Return every place as the others of its group look that are empty, and how far they differ.

    ``plain`` (1 px a mm) has the light taken out, and is NaN where nothing can be learnt. What no
    other place tells is UNKNOWN: none is ever compared with itself, unless it is one of many and
    all is wanted ``roughly``, in a fraction of the time.
    """
    reference = np.full(plain.shape, UNKNOWN, dtype=np.float32)
    texture = np.zeros(plain.shape[:2], dtype=np.float32)
    for group in groups:
        stack = np.stack([_patch(plain, place) for place in group.places])
        stack[~group.bare] = np.nan
        common = _look(stack) if roughly and len(stack) >= MANY else None
        for number, place in enumerate(group.places):
            look = common or _look(np.delete(stack, number, axis=0))
            if look is not None:
                _stamp(reference, texture, look, place)
    return reference, texture


def _reach(radius_mm: float) -> int:
    return int(np.ceil(radius_mm + _BESIDE_MM)) + 1


def _offsets(radius_mm: float) -> tuple[Map, Map]:
    """Return how far the points of a patch are from its middle, across and down (mm)."""
    steps = np.arange(-_reach(radius_mm), _reach(radius_mm) + 1)
    across, down = np.meshgrid(steps, steps)
    return across, down


def _patch(picture: Map, place: BoardPlace) -> Map:
    """Return the square round a place, a point a millimetre from its very middle."""
    side = 2 * _reach(place.radius_mm) + 1
    return cv2.getRectSubPix(picture, (side, side), (place.x_mm - 0.5, place.y_mm - 0.5))


def _look(others: Map) -> _Appearance | None:
    """Return what patches (n × rows × columns × 3, NaN where unknown) have in common."""
    count = np.count_nonzero(~np.isnan(others[..., 0]), axis=0)
    if not count.any():
        return None
    median = _median(others, count)
    differ = 1.48 * _median(np.abs(others - median), count).max(axis=2)
    few = np.maximum(count, 1)
    sigma = np.hypot(differ * (1 + 2 / few) + _FEW / few, _BUSY * _busyness(median))
    return _Appearance(median, sigma.astype(np.float32))


def _busyness(look: Map) -> Map:
    """Return how far the points round each point differ."""
    filled = np.where(np.isnan(look), np.nanmean(look), look)
    mean = cv2.GaussianBlur(filled, (0, 0), _BUSY_MM)
    square = cv2.GaussianBlur(filled * filled, (0, 0), _BUSY_MM)
    return np.asarray(np.sqrt(np.maximum(0, square - mean * mean)).max(axis=2))


def _median(stack: Map, count: NDArray[np.intp]) -> Map:
    """Return the median of what is known: ``count`` at each point (numpy's own is slow)."""
    ranked = np.sort(stack, axis=0)  # NaN sorts last
    ranks = np.maximum(count - 1, 0) // 2, np.minimum(count // 2, len(stack) - 1)
    low, high = (np.take_along_axis(ranked, rank[None, ..., None], axis=0)[0] for rank in ranks)
    return np.asarray((low + high) / 2, dtype=np.float32)


def _stamp(reference: Map, texture: Map, look: _Appearance, place: BoardPlace) -> None:
    """Paint a place with a look, as far as that is known."""
    reach = _reach(place.radius_mm)
    left, top = max(0, int(place.x_mm) - reach), max(0, int(place.y_mm) - reach)
    window = slice(top, int(place.y_mm) + reach + 1), slice(left, int(place.x_mm) + reach + 1)
    rows, columns = np.indices(texture[window].shape, dtype=np.float32)
    across, down = columns + (left + 0.5 - place.x_mm), rows + (top + 0.5 - place.y_mm)
    x, y = (np.asarray(part + reach, dtype=np.float32) for part in (across, down))
    median, sigma = (cv2.remap(part, x, y, cv2.INTER_LINEAR) for part in look)
    known = (np.hypot(across, down) <= place.radius_mm + _BESIDE_MM) & ~np.isnan(median[..., 0])
    reference[window][known] = np.maximum(median[known], 0)
    texture[window][known] = sigma[known]
