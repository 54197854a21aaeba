"""Measures a lens from views of the printed sheet, and says which views are still missing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.intrinsics import Lens
from calibration.camera.lens import Floats
from calibration.errors import CalibrationError
from hardware.ports import Picture
from hardware.printing.charuco import SIZE_MM, charuco_board

CELLS: Final = (3, 3)
"""A picture is divided into this many parts, across and down; the sheet must be seen in each."""
MIN_VIEWS: Final = 10


@dataclass(frozen=True, slots=True)
class Tuning:
    """Criteria for useful views of the sheet, and for accepting a lens.

    Chosen by hand on simulated lenses; tested by tests/calibration/test_charuco.py.
    """

    corners_min: int = 12
    """Corners of the sheet a view must show."""
    corners_in_cell: int = 3
    """Corners that must lie in a cell of the picture for the sheet to be seen there."""
    tilted_deg: float = 15.0
    """Degrees from which a sheet counts as tilted."""
    steep_deg: float = 65.0
    """Degrees from which a sheet is too oblique to be measured exactly."""
    near_share: float = 0.45
    """Share of the picture's shorter side that a near sheet takes up."""
    blurred_px: float = 2.2
    """Pixels over which an edge may rise before the view is blurred."""
    alike_share: float = 0.03
    """Share of the picture's longer side by which two views must differ."""
    rms_max_px: float = 1.2
    """Pixels of reprojection error (root mean square) from which the lens is refused."""
    focal_guess: float = 0.9
    """Focal length, in longer sides of the picture, from which the fit begins."""


TUNING: Final = Tuning()


SIDES: Final = ("left", "right", "upper", "lower")
_ACROSS: Final = ("left", "middle", "right")
_DOWN: Final = ("top", "centre", "bottom")


class ViewError(CalibrationError):
    """A useless view of the sheet; the sentence says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The sheet as one picture shows it.

    ``points_mm`` (n × 3) of the sheet are seen at ``pixels`` (n × 2). ``nearer`` is the side of the
    sheet that is tilted towards the camera, None for a sheet that is roughly parallel to it.
    """

    ids: NDArray[np.int64]
    points_mm: Floats
    pixels: Floats
    size_px: tuple[int, int]
    nearer: str | None
    share: float

    @property
    def cells(self) -> frozenset[tuple[int, int]]:
        """Return the cells of the picture (column, row) that show enough of the sheet."""
        parts = (self.pixels / self.size_px * CELLS).astype(int)
        counted = np.unique(np.clip(parts, 0, np.array(CELLS) - 1), axis=0, return_counts=True)
        return frozenset(
            (int(column), int(row))
            for (column, row), count in zip(*counted, strict=True)
            if count >= TUNING.corners_in_cell
        )


def see(picture: Picture) -> View:
    """Return the view in a picture; raises ViewError if it is useless."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    board = charuco_board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    count = 0 if ids is None else len(ids)
    if count == 0:
        raise ViewError("The sheet is not seen; hold it before the camera, in good light.")
    if count < TUNING.corners_min:
        raise ViewError(
            f"Too little of the sheet is seen (corners: {count}); hold it nearer, fully in the "
            "picture, and without glare."
        )
    # OpenCV's stubs want a list here; the function takes what the detector gives.
    solid, pixels = board.matchImagePoints(corners, ids)  # type: ignore[call-overload]
    points = np.asarray(solid, np.float64).reshape(-1, 3)
    seen = np.asarray(pixels, np.float64).reshape(-1, 2)
    if _measure_edge_px(grey, seen) > TUNING.blurred_px:
        raise ViewError("The picture is blurred; hold the sheet still, or focus the camera.")
    size = picture.shape[1], picture.shape[0]
    numbers = np.asarray(ids, np.int64).ravel()
    nearer = _find_nearer(points, seen, size)
    return View(numbers, points, seen, size, nearer, _measure_share(points, seen, size))


def _measure_edge_px(grey: NDArray[np.generic], corners: Floats) -> float:
    """Return the width of edges at the corners: the standard deviation of the blur, in pixels."""
    smooth = np.asarray(grey, np.float32)
    gradient = np.hypot(cv2.Scharr(smooth, -1, 1, 0), cv2.Scharr(smooth, -1, 0, 1)) / 32
    widths = []
    for x, y in np.round(corners).astype(int):
        window = np.s_[max(0, y - 7) : y + 8, max(0, x - 7) : x + 8]
        contrast = float(np.ptp(np.percentile(smooth[window], (4, 96))))
        steepest = float(np.percentile(gradient[window], 98))
        widths.append(contrast / max(steepest, 1e-3) / math.sqrt(2 * math.pi))
    return float(np.median(widths))


def _measure_share(points: Floats, pixels: Floats, size_px: tuple[int, int]) -> float:
    across = np.sqrt(cv2.contourArea(cv2.convexHull(pixels.astype(np.float32))))
    covered = np.sqrt(cv2.contourArea(cv2.convexHull(points[:, :2].astype(np.float32))))
    return float(across / max(covered, 1e-6) * min(SIZE_MM) / min(size_px))


def _find_nearer(points: Floats, pixels: Floats, size_px: tuple[int, int]) -> str | None:
    focal = TUNING.focal_guess * max(size_px)
    matrix = np.array([[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1]])
    _, rotation, _ = cv2.solvePnP(points, pixels, matrix, None)
    # The third row says how much farther away the sheet gets to its right, and downwards.
    right, below = (float(value) for value in cv2.Rodrigues(rotation)[0][2, :2])
    tilt = math.degrees(math.asin(min(1.0, math.hypot(right, below))))
    if tilt > TUNING.steep_deg:
        raise ViewError("The sheet is tilted too far; tilt it less.")
    if tilt < TUNING.tilted_deg:
        return None
    if abs(right) > abs(below):
        return "left" if right > 0 else "right"
    return "upper" if below > 0 else "lower"


class Views:
    """The views collected so far, all of one camera in one mode."""

    def __init__(self) -> None:
        self.taken: list[View] = []

    def add(self, view: View) -> None:
        """Add a view; raises ViewError for one without new information, or of another size."""
        for number, other in enumerate(self.taken, start=1):
            if other.size_px != view.size_px:
                raise ViewError(
                    f"The picture is {view.size_px[0]}×{view.size_px[1]}, those before were "
                    f"{other.size_px[0]}×{other.size_px[1]}; measure each mode by itself."
                )
            if view.nearer == other.nearer and measure_apart(view, other) < TUNING.alike_share:
                raise ViewError(f"This looks like view {number}; hold the sheet elsewhere.")
        self.taken.append(view)

    def list_missing(self) -> Iterator[str]:
        """Yield the views still to be shown, the most useful first."""
        cells = frozenset[tuple[int, int]]().union(*(view.cells for view in self.taken))
        for row, down in enumerate(_DOWN):
            for column, across in enumerate(_ACROSS):
                if (column, row) not in cells:
                    yield f"Hold the sheet to the {_say_where(down, across)} of the picture."
        tilts = {view.nearer for view in self.taken}
        for side in SIDES:
            if side not in tilts:
                yield f"Tilt the sheet, its {side} edge towards the camera, by a third."
        if all(view.share < TUNING.near_share for view in self.taken):
            yield "Hold the sheet nearer, so that it fills half of the picture."
        if len(self.taken) < MIN_VIEWS:
            yield f"Show it another way; views still needed: {MIN_VIEWS - len(self.taken)}."

    def lens(self, camera: str) -> Lens:
        """Return the lens fitted to the views; raises CalibrationError if they do not suffice."""
        wanted = next(self.list_missing(), None)
        if wanted is not None:
            raise CalibrationError(
                f"The lens cannot be measured yet (views: {len(self.taken)}). {wanted}"
            )
        kept = self.taken
        rms, matrix, distortion, errors = _solve(kept)
        usual = float(np.median(errors))
        good = [view for view, error in zip(kept, errors, strict=True) if error < 3 * usual + 0.1]
        if len(good) < len(kept) and len(good) >= MIN_VIEWS:
            kept = good
            rms, matrix, distortion, errors = _solve(kept)
        size = kept[0].size_px
        if rms > TUNING.rms_max_px or not 0.3 < float(matrix[0, 0]) / max(size) < 6:
            raise CalibrationError(
                f"The views do not agree on one lens (they are {rms:.1f} px apart); use a flat "
                "sheet, a lens of fixed focus and zoom, and begin again."
            )
        k1, k2, p1, p2, k3 = (float(value) for value in distortion.ravel()[:5])
        return Lens(
            camera,
            size,
            (float(matrix[0, 0]), float(matrix[1, 1])),
            (float(matrix[0, 2]), float(matrix[1, 2])),
            (k1, k2, p1, p2, k3),
            round(rms, 3),
            len(kept),
        )


def _say_where(down: str, across: str) -> str:
    if down == "centre":
        return "middle" if across == "middle" else across
    return down if across == "middle" else f"{down} {across}"


def measure_apart(one: View, other: View) -> float:
    """Return how far apart two views show the sheet, in longer sides of the picture.

    Infinite if they are of different sizes, or hardly show the same part of the sheet.
    """
    shared, at_one, at_other = np.intersect1d(one.ids, other.ids, return_indices=True)
    if one.size_px != other.size_px or len(shared) < min(len(one.ids), len(other.ids)) / 2:
        return math.inf
    apart_px = np.linalg.norm(one.pixels[at_one] - other.pixels[at_other], axis=1)
    return float(np.median(apart_px)) / max(one.size_px)


def _solve(views: Sequence[View]) -> tuple[float, Floats, Floats, Floats]:
    size = views[0].size_px
    focal = TUNING.focal_guess * max(size)
    first = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    rms, matrix, distortion, _, _, _, _, errors = cv2.calibrateCameraExtended(
        [view.points_mm.astype(np.float32) for view in views],
        [view.pixels.astype(np.float32) for view in views],
        size,
        first,
        np.zeros(5),
        flags=cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3,
        criteria=(cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 60, 1e-7),
    )
    return (
        float(rms),
        np.asarray(matrix, np.float64),
        np.asarray(distortion, np.float64),
        np.asarray(errors, np.float64).ravel(),
    )
