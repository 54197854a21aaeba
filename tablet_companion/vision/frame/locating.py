"""Where the places lie in a picture and what was seen there, for display."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.camera.lens import Pose
from tablet_companion.games.core import Place
from tablet_companion.vision.reading import PlaceReading, Reading

Circle_mm = tuple[float, float, float]
"""A place on the board: its middle and its radius, in millimetres."""


@dataclass(frozen=True, slots=True)
class PlaceInPicture:
    """A place located in a picture. Lengths are in picture widths, ``y`` points down."""

    sight: PlaceReading
    x: float
    y: float
    radius: float


def places_in_picture(
    pose: Pose, reading: Reading, places: Mapping[Place, Circle_mm]
) -> tuple[PlaceInPicture, ...]:
    """Return where every place read lies in the picture; places not in ``places`` are left out."""
    sights = [sight for sight in reading.places if sight.place in places]
    if not sights:
        return ()
    rings = np.array([places[sight.place] for sight in sights])
    middles = np.asarray(pose.project(rings[:, :2]))
    edges = np.asarray(pose.project(rings[:, :2] + [[1.0, 0.0]] * rings[:, 2:]))
    width = pose.size_px[0]
    return tuple(
        PlaceInPicture(sight, float(x) / width, float(y) / width, float(radius) / width)
        for sight, (x, y), radius in zip(
            sights, middles, np.hypot(*(edges - middles).T), strict=True
        )
    )
