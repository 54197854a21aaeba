"""Whether pieces stand where the board file has no place: it may be another game's. Pure.

A file whose places all lie on print, such as that of draughts on a chess board, contradicts neither
the bare board nor the labels, which can only name its own places. Pieces beside them do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import msgspec
import numpy as np

from calibration.camera.lens import Floats
from calibration.camera.sampling import flatten
from calibration.learning.placing import PosedLesson
from calibration.surfaces.exposures import see_bare
from calibration.taught.model import choose_scale
from hardware.board import Board, BoardPlace
from tablet_companion.setup.checks.picture_faults import score_pieces


@dataclass(frozen=True, slots=True)
class Tuning:
    """Where pieces are looked for, and how many make a question.

    Chosen on drawn boards and two real ones. On sixteen others 110 of 120 wrong files were asked
    about, and none of 66 right ones. Held by tests/setup/test_misteach.py.
    """

    clear: float = 0.95
    """Radii between a spot's middle and the nearest place, at least."""
    apart: float = 1.9
    """Radii between the middles of two spots, at least."""
    hidden_share: float = 0.1
    """Share of a spot that labelled pieces may hide in either picture: they lean over it."""
    spots_max: int = 40
    """At most this many spots are judged, those that changed most: each takes milliseconds."""
    stands_nats: float = 2.5
    """Log odds from which a piece seems to stand on a spot."""
    told_min: int = 3
    """The least number of such spots; a coin or a die is no reason to ask."""
    told_share: float = 0.15
    """As ``told_min``, as a share of the labelled pieces."""


TUNING: Final = Tuning()


def ask_of_places(board: Board, placed: Sequence[PosedLesson]) -> Iterator[str]:
    """Yield a question if pieces stand beside the places in the picture with most of them.

    They are told from the barest picture. Pictures with a card are not looked at, nor cards on a
    bare table, which may lie anywhere.
    """
    plain = [each for each in placed if each.lesson.label.card is None]
    if len(plain) < 2 or board.cards:
        return
    bare, *_, full = sorted(plain, key=lambda each: len(each.lesson.label.pieces))
    label = full.lesson.label
    spots = find_filled(board, bare, full)
    if len(spots) >= max(TUNING.told_min, TUNING.told_share * len(label.pieces)):
        yield (
            f"{label.file}: {len(spots)} pieces seem to stand where the board file has no place, "
            f"one {spots[0].x_mm:.0f} mm from the left edge and {spots[0].y_mm:.0f} mm from the "
            "top. Is it this board's file, or do captured pieces lie there?"
        )


def find_filled(board: Board, bare: PosedLesson, full: PosedLesson) -> list[BoardPlace]:
    """Return spots beside the places where a piece stands in the second picture, not the first."""
    spots = _choose_spots(board, bare, full)
    larger = msgspec.structs.replace(board, places=(*board.places, *spots))
    scores = score_pieces(larger, full.shot, bare.shot, {spot.name for spot in spots})
    return [spot for spot in spots if scores.get(spot.name, 0.0) > TUNING.stands_nats]


def _choose_spots(board: Board, bare: PosedLesson, full: PosedLesson) -> list[BoardPlace]:
    """Return spots as large as a place, beside all places, that changed most."""
    radius = float(np.median([place.radius_mm for place in board.places]))
    left = _lay_raster(board, radius)
    scale = choose_scale(board.size_mm)
    seen = [see_bare(board, each.shot, px_per_mm=scale)[1] for each in (bare, full)]
    hidden = _average((~(seen[0] & seen[1])).astype(np.float32), radius * scale)
    left = left[_look_up(hidden, left * scale) <= TUNING.hidden_share]
    order = np.argsort(-_measure_changes(board, (bare, full), left, radius), kind="stable")
    left = left[order]
    spots = list[BoardPlace]()
    while len(left) and len(spots) < TUNING.spots_max:
        x, y = left[0].tolist()
        spots.append(BoardPlace(f"beside {len(spots)}", "space", x, y, radius))
        left = left[np.linalg.norm(left - left[0], axis=1) >= TUNING.apart * radius]
    return spots


def _lay_raster(board: Board, radius: float) -> Floats:
    """Return points (n × 2, mm) that are clear of the board's places and of its edge."""
    across, down = (np.arange(radius, side - radius, radius / 4) for side in board.size_mm)
    points = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    for place in board.places:
        apart = np.linalg.norm(points - (place.x_mm, place.y_mm), axis=1)
        points = points[apart >= place.radius_mm + TUNING.clear * radius]
    return points


def _measure_changes(
    board: Board, both: tuple[PosedLesson, PosedLesson], points: Floats, radius: float
) -> Floats:
    """Return by how much the colour round each point changed, apart from the light: logarithms."""
    then, now = (
        np.log1p(flatten(each.lesson.picture, each.pose, board.size_mm, 1.0).astype(np.float32))
        for each in both
    )
    changed = _average(now - then, radius / 2)
    return _look_up(np.linalg.norm(changed - np.median(changed, axis=(0, 1)), axis=2), points)


def _average(seen: Floats, reach: float) -> Floats:
    return np.asarray(cv2.blur(seen, (2 * round(reach) + 1,) * 2))


def _look_up(values: Floats, pixels: Floats) -> Floats:
    x, y = pixels.round().astype(int).T
    return np.asarray(values[y.clip(0, len(values) - 1), x.clip(0, values.shape[1] - 1)])
