"""Leaves out the places that a labelled picture does not show: it was cropped, or made smaller.

By its corners a part of the board lies beside the picture, and would be compared as bare. Pure.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress

import cv2
import msgspec
import numpy as np

from calibration.camera.sampling import list_middles
from calibration.finding.discs import list_corners
from calibration.learning.placing import Lesson
from hardware.board import Board


def find_outside(board: Board, lesson: Lesson) -> tuple[str, ...]:
    """Return the places whose middles lie beside a picture, by its labelled corners; in order.

    Without corners, or with corners that span no board, none is said to be.
    """
    if lesson.label.corners is None:
        return ()
    with np.errstate(over="ignore"):
        corners = np.array(lesson.label.corners, np.float32)
    if not np.isfinite(corners).all():  # refused with its own sentence where the picture is placed
        return ()
    warp = cv2.getPerspectiveTransform(list_corners(board.size_mm).astype(np.float32), corners)
    middles = list_middles(board.places).astype(np.float32)
    pixels = cv2.perspectiveTransform(middles[None], warp)[0]
    inside = ((pixels >= 0) & (pixels < lesson.size_px)).all(axis=1)
    return tuple(place.name for place in compress(board.places, ~inside))


def leave_outside(board: Board, lesson: Lesson, warn: Callable[[str], object]) -> Lesson:
    """Return a lesson that tells nothing of places beside its picture; ``warn`` is told of them."""
    told = lesson.label.occluded
    outside = [place for place in find_outside(board, lesson) if place not in told]
    if not outside:
        return lesson
    warn(
        f"{lesson.label.file}: by its corners, {outside[0]} lies beside the picture (places that "
        f"do: {len(outside)}), and is not learnt from it. Was it cropped, or made smaller?"
    )
    label = msgspec.structs.replace(lesson.label, occluded=(*told, *outside))
    return Lesson(label, lesson.picture)
