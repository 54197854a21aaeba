"""Places that something hides: covered, so that nobody is accused of what nobody can see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.objects.surroundings import grow
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM


@dataclass(frozen=True, slots=True)
class Tuning:
    """How far a hand's shade reaches.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_fingertips.py and tests/photos.
    """

    shade_mm: float = 10.0
    """Millimetres. A hand's shade reaches this far."""
    shaded_nats: float = 5.0
    """Nats. A place this close to a hand with a smaller lead may be misread because of the shade:
    it counts as covered, so that nobody is accused."""


TUNING: Final = Tuning()

_CROSS: Final = np.array([[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]])


def cover_in_shade(places: Sequence[PlaceScores], hands: Mask) -> Iterator[PlaceScores]:
    """Yield the places; doubtful ones in the shade of a hand become covered."""
    close = grow(hands, int(TUNING.shade_mm * MAP_PX_PER_MM))
    for here in places:
        near = cross_on(close, here).any()
        yield (
            replace(here, visible_share=0.0)
            if near and here.margin_nats < TUNING.shaded_nats
            else here
        )


def cover_beneath(places: tuple[PlaceScores, ...], lying: Mask | None) -> tuple[PlaceScores, ...]:
    """Return the places; those under a lying object become covered: it may be gloss or a cup."""
    if lying is None:
        return places
    return tuple(
        replace(here, visible_share=0.0) if cross_on(lying, here).mean() > 0.5 else here
        for here in places
    )


def cover_seemingly_empty(
    places: tuple[PlaceScores, ...], hidden: Mask | None, *, middle: bool = False
) -> tuple[PlaceScores, ...]:
    """Return the places; seemingly empty ones that are mostly hidden become covered.

    With ``middle`` it is enough that their middle is.
    """
    if hidden is None or not hidden.any():
        return places

    def is_hidden(here: PlaceScores) -> bool:
        points = cross_on(hidden, here)
        return bool(points.mean() > 0.5 or (middle and points[0]))

    return tuple(
        replace(here, visible_share=0.0) if here.best is None and is_hidden(here) else here
        for here in places
    )


def cross_on(mask: Mask, here: PlaceScores) -> Mask:
    """Return whether a place's middle and four points of its rim are in a mask."""
    place = here.site.place
    return mask_at(mask, [place.x_mm, place.y_mm] + place.radius_mm * _CROSS)


def mask_at(mask: Mask, points: NDArray[np.float64]) -> Mask:
    """Look a mask (at the foreign things' resolution) up at board points."""
    cells = (points * MAP_PX_PER_MM).astype(np.int32)
    inside = ((cells >= 0) & (cells < np.array(mask.shape[::-1]))).all(axis=1)
    answer = np.zeros(len(points), dtype=np.bool_)
    answer[inside] = mask[cells[inside, 1], cells[inside, 0]]
    return answer
