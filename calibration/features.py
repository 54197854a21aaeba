"""Find the board in a picture by its own printed art (SIFT), or again near a pose known before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import RegistrationError
from calibration.intrinsics import Lens, lens_for
from calibration.lens import Fit, Floats, Pose, fit_pose
from hardware.ports import Picture

Grey = NDArray[Any]

_CONTRAST: Final = 0.02
_RATIO: Final = 0.8
"""Lowe's ratio: a match counts where the second best is clearly worse."""
_OUTLIER_PX: Final = 8.0
"""The lens bends lines by some pixels, which a homography cannot follow."""
_ENOUGH: Final = 40
_PUSHED_PX: Final = 2.0
"""A board that moved farther than this is looked for once more from where it was found."""
_WIDEST_PX: Final = 2000
"""A larger picture is searched at half size; the features of a board are not that fine."""


class Art:
    """The features of one board's art; made once from its rectified picture."""

    def __init__(self, reference: Picture, px_per_mm: float) -> None:
        """Take the rectified empty board at ``px_per_mm``."""
        found, described = _detect(cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY), 3000)
        self._points_mm = (np.array([point.pt for point in found]) + 0.5) / px_per_mm
        self._described = described
        self._matcher = cv2.BFMatcher()

    def find(self, picture: Picture, lenses: Sequence[Lens] = ()) -> Fit:
        """Return the camera's pose over this board; raises RegistrationError if it is not seen."""
        size = picture.shape[1], picture.shape[0]
        points, pixels = self._matches(picture)
        if len(points) < _ENOUGH:
            raise RegistrationError(_NOT_SEEN)
        lens = lens_for(lenses, size)
        straight = lens.straightened(pixels) if lens else pixels
        _, kept = cv2.findHomography(points, straight, cv2.USAC_MAGSAC, _OUTLIER_PX)
        inliers = kept.ravel() > 0 if kept is not None else np.zeros(len(points), dtype=bool)
        if inliers.sum() < _ENOUGH:
            raise RegistrationError(_NOT_SEEN)
        return fit_pose(points[inliers], pixels[inliers], size, lenses=lenses)

    def _matches(self, picture: Picture) -> tuple[Floats, Floats]:
        shrink = 2 if picture.shape[1] > _WIDEST_PX else 1
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        if shrink > 1:
            grey = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        found, described = _detect(grey, 2000)
        if described is None or self._described is None or len(found) < _ENOUGH:
            raise RegistrationError(_NOT_SEEN)
        pairs = [
            pair[0]
            for pair in self._matcher.knnMatch(self._described, described, k=2)
            if len(pair) == 2 and pair[0].distance < _RATIO * pair[1].distance
        ]
        points = self._points_mm[[pair.queryIdx for pair in pairs]].reshape(-1, 2)
        pixels = np.array([found[pair.trainIdx].pt for pair in pairs]).reshape(-1, 2)
        return points, pixels * shrink + (shrink - 1) / 2


_NOT_SEEN: Final = (
    "The board cannot be found in the picture: let the camera see all of it, clear the hands away "
    "and give it light, or calibrate again."
)


def _detect(grey: Grey, count: int) -> tuple[Any, Any]:
    # OpenCV's stubs do not know the factory of its main module.
    sift: Any = cv2.SIFT_create(count, contrastThreshold=_CONTRAST)  # type: ignore[attr-defined]
    found, described = sift.detectAndCompute(grey, None)
    return found, described


class Patches:
    """Small pieces of the art by which a pose known before is checked and followed.

    Much quicker than Art; it only finds a board that moved by a few millimetres at most.
    """

    def __init__(self, reference: Picture, px_per_mm: float, *, side_mm: float = 9.0) -> None:
        """Choose well-textured patches, spread over the whole rectified board."""
        self._px_per_mm = px_per_mm
        grey = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY)
        self._half_mm = side_mm / 2
        self._centres_mm = _textured(grey, px_per_mm, side_mm)
        self._reference = grey

    def follow(self, picture: Picture, pose: Pose, reach_mm: float = 3.0) -> Fit:
        """Return the pose again, moved to where the patches are now; raises RegistrationError.

        Of a board that was pushed, few patches are within reach, and those tell where it lies by
        some pixels only; from there all are looked for once more.
        """
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        fit = self._followed(grey, pose, reach_mm)
        if self._moved_px(pose, fit.pose) > _PUSHED_PX:
            fit = self._followed(grey, fit.pose, reach_mm)
        return fit

    def _followed(self, grey: Grey, pose: Pose, reach_mm: float) -> Fit:
        points, pixels = self._located(grey, pose, reach_mm)
        if len(points) < max(8, len(self._centres_mm) // 4):
            raise RegistrationError(_NOT_SEEN)
        _, kept = cv2.findHomography(points, pixels, cv2.RANSAC, 3.0)
        inliers = kept.ravel() > 0 if kept is not None else np.zeros(len(points), dtype=bool)
        if inliers.sum() < max(8, len(points) // 2):
            raise RegistrationError(_NOT_SEEN)
        return fit_pose(points[inliers], pixels[inliers], pose.size_px, moved=pose)

    def _moved_px(self, before: Pose, after: Pose) -> float:
        """Return how far the patches are apart in two poses."""
        apart = before.project(self._centres_mm) - after.project(self._centres_mm)
        return float(np.linalg.norm(apart, axis=1).max())

    def _located(self, grey: Grey, pose: Pose, reach_mm: float) -> tuple[Floats, Floats]:
        points, pixels = [], []
        for centre in self._centres_mm:
            moved = self._locate(grey, pose, centre, reach_mm)
            if moved is not None:
                points.append(centre)
                pixels.append(pose.project((centre + moved)[None])[0])
        return np.array(points).reshape(-1, 2), np.array(pixels).reshape(-1, 2)

    def _locate(self, grey: Grey, pose: Pose, centre_mm: Floats, reach_mm: float) -> Floats | None:
        """Return by how many mm a patch is displaced, or None where it is not recognised."""
        scale = self._px_per_mm
        left, top = _corner_px(centre_mm, self._half_mm, scale)
        side = round(2 * self._half_mm * scale)
        template = self._reference[top : top + side, left : left + side]
        first = _corner_px(centre_mm, self._half_mm + reach_mm, scale)
        window = _window(grey, pose, first, round(2 * (self._half_mm + reach_mm) * scale), scale)
        if window is None:
            return None
        answer = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
        _, peak, _, (x, y) = cv2.minMaxLoc(answer)
        if peak < 0.6:
            return None
        at_rest = np.array([left - first[0], top - first[1]])
        moved: Floats = (np.array([x, y]) + _subpixel(answer, x, y) - at_rest) / scale
        return moved


def _corner_px(centre_mm: Floats, half_mm: float, scale: float) -> tuple[int, int]:
    x, y = (round(float(value - half_mm) * scale) for value in centre_mm)
    return x, y


def _window(grey: Grey, pose: Pose, first: tuple[int, int], side: int, scale: float) -> Grey | None:
    """Return a square of the rectified board, by the local affine part of the pose."""
    corner = (np.array(first) + 0.5) / scale
    triangle = corner + np.array([[0, 0], [(side - 1) / scale, 0], [0, (side - 1) / scale]])
    pixels = pose.project(triangle)
    if pixels.min() < 0 or (pixels.max(axis=0) >= np.array(grey.shape[::-1])).any():
        return None
    corners = np.array([[0, 0], [side - 1, 0], [0, side - 1]], dtype=np.float32)
    affine = cv2.getAffineTransform(corners, pixels.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(grey, affine, (side, side), flags=flags), dtype=np.uint8)


def _subpixel(answer: Grey, x: int, y: int) -> Floats:
    """Return the peak's offset from (x, y) by parabolas through its neighbours."""
    offset = np.zeros(2)
    for axis, (at, line) in enumerate([(x, answer[y]), (y, answer[:, x])]):
        if 0 < at < len(line) - 1:
            left, middle, right = (float(value) for value in line[at - 1 : at + 2])
            bend = left - 2 * middle + right
            offset[axis] = 0.5 * (left - right) / bend if bend < 0 else 0.0
    return offset


def _textured(grey: Grey, px_per_mm: float, side_mm: float) -> Floats:
    """Return the centres (mm) of the best-textured patch of each cell of a grid of cells."""
    side = side_mm * px_per_mm
    strength = cv2.cornerMinEigenVal(grey, 5)
    strength = cv2.boxFilter(strength, -1, (round(side), round(side)))
    margin = round(side / 2) + 1
    strength[:margin], strength[-margin:], strength[:, :margin], strength[:, -margin:] = 0, 0, 0, 0
    cell = max(grey.shape) / 7
    centres = []
    for top in np.arange(0, grey.shape[0] - cell / 2, cell):
        for left in np.arange(0, grey.shape[1] - cell / 2, cell):
            part = strength[int(top) : int(top + cell), int(left) : int(left + cell)]
            _, peak, _, (x, y) = cv2.minMaxLoc(part)
            if peak > 0:
                centres.append(
                    [(int(left) + x + 0.5) / px_per_mm, (int(top) + y + 0.5) / px_per_mm]
                )
    return np.array(centres).reshape(-1, 2)
