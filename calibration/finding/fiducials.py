"""Finds a board by its printed fiducial markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.fitting import fit_pose
from calibration.camera.intrinsics import Lens, choose_lens
from calibration.camera.lens import Fit, Floats
from calibration.errors import RegistrationError
from hardware.board import Board, Marker
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When markers are trusted. Chosen by hand on pictures of the printed boards."""

    markers_min: int = 4
    """One marker alone gives a poor pose; four spread over the edge give a good one."""
    apart_px: float = 8.0
    """Pixels. A corner farther from where the others put it belongs to something else."""
    agree_share: float = 0.5
    """Share of the corners that the others put there, at least: with its own board all are, with
    another game's up to 0.3."""


TUNING: Final = Tuning()
_CORNERS: Final = 4


class FewMarkersError(RegistrationError):
    """Too few markers are seen: they are hidden, or the border that had them was cut off."""


MIRRORED: Final = (
    "The picture is mirrored: switch that off where it comes from, or use another camera."
)


class MirroredError(RegistrationError):
    """Only the picture's mirror image shows the markers: a camera or its driver mirrors it."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__(MIRRORED)


Seen = Mapping[tuple[str, int], Floats]
"""The corners of markers in a picture (px), by dictionary and number."""


def find_fiducials(picture: Picture, board: Board, lenses: Sequence[Lens] = ()) -> Fit:
    """Return the camera's pose by the visible markers; raises RegistrationError."""
    seen = detect_markers(picture, {marker.dictionary for marker in board.markers})
    points_mm, pixels = _match(seen, board)
    count = len(points_mm) // _CORNERS
    if count < TUNING.markers_min and is_mirrored(picture, (board,)):
        raise MirroredError
    if count < TUNING.markers_min:
        raise FewMarkersError(
            f"Only {count} of the board's {len(board.markers)} printed markers can be seen; "
            f"{TUNING.markers_min} are needed: clear what covers them, or move the camera."
        )
    size = picture.shape[1], picture.shape[0]
    lens = choose_lens(lenses, size)
    inliers, _ = _compare(points_mm, lens.straighten(pixels) if lens else pixels)
    # Boards of several games have markers of the same numbers, elsewhere: a few always agree.
    if inliers.mean() < TUNING.agree_share:
        raise RegistrationError(
            f"The printed markers are not where the board {board.name!r} has them; put that board "
            "under the camera, or choose the game whose board it is."
        )
    return fit_pose(points_mm[inliers], pixels[inliers], size, lenses=lenses)


def detect_markers(picture: Picture, dictionaries: Iterable[str]) -> Seen:
    """Return the markers in a picture."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found: dict[tuple[str, int], Floats] = {}
    for dictionary in dictionaries:
        table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        corners, ids, _ = cv2.aruco.ArucoDetector(table, parameters).detectMarkers(grey)
        for seen, number in zip(corners, [] if ids is None else ids.ravel(), strict=False):
            found[dictionary, int(number)] = seen.reshape(_CORNERS, 2).astype(np.float64)
    return found


def is_mirrored(picture: Picture, boards: Iterable[Board]) -> bool:
    """Whether a picture shows one of these boards' markers as in a mirror.

    They are not found in it as it is: a marker's mirror image is none, or by chance another one.
    """
    boards = tuple(boards)
    seen = detect_markers(
        np.ascontiguousarray(picture[:, ::-1]),
        {marker.dictionary for board in boards for marker in board.markers},
    )
    return any(np.isfinite(measure_misfit(seen, board)) for board in boards)


def measure_misfit(seen: Seen, board: Board) -> float:
    """Return how far markers are from where a board has them, in px; infinite if most are."""
    points_mm, pixels = _match(seen, board)
    if len(points_mm) < _CORNERS * TUNING.markers_min:
        return np.inf
    inliers, apart_px = _compare(points_mm, pixels)
    return float(np.median(apart_px)) if inliers.mean() >= TUNING.agree_share else np.inf


def _match(seen: Seen, board: Board) -> tuple[Floats, Floats]:
    """Return the corners of the board's markers that are seen: in mm, and in px."""
    known = [one for one in board.markers if (one.dictionary, one.id) in seen]
    points = [_corners_mm(marker) for marker in known]
    pixels = [seen[marker.dictionary, marker.id] for marker in known]
    none = np.zeros((0, 2))
    return np.vstack([none, *points]), np.vstack([none, *pixels])


def _compare(points_mm: Floats, pixels: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Return which corners are where the others put them, and how far off all are, in px."""
    plane, kept = cv2.findHomography(points_mm, pixels, cv2.USAC_MAGSAC, TUNING.apart_px)
    if plane is None:
        return np.ones(len(points_mm), np.bool_), np.full(len(points_mm), np.inf)
    put = cv2.perspectiveTransform(points_mm[None], plane)[0]
    return kept.ravel() > 0, np.asarray(np.linalg.norm(put - pixels, axis=1))


def _corners_mm(marker: Marker) -> Floats:
    half = marker.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners: Floats = square + np.array([marker.x_mm, marker.y_mm])
    return corners
