"""Follows a known board by small patches of its art, and refines a pose by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.fitting import fit_pose
from calibration.camera.intrinsics import Lens
from calibration.camera.lens import Fit, Floats, Pose
from calibration.camera.plausible import NOT_SEEN, measure_coverage, require_possible
from calibration.camera.silhouettes import Mask
from calibration.errors import RegistrationError
from calibration.finding.matching import Grey
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a board counts as lying where it lay.

    Chosen by hand on the boxed board's photographs and the simulated table; tested by
    tests/calibration/test_follow.py.
    """

    patch_mm: float = 9.0
    """Millimetres. The side of a patch."""
    follow_mm: float = 3.0
    """Millimetres within which a patch is searched when its board is followed."""
    refine_mm: float = 4.0
    """Millimetres within which a patch is searched when a pose by features is refined."""
    pushed_px: float = 2.0
    """Pixels. A board that moved farther is searched again from its new position."""
    searches_max: int = 6
    """Searches for a board that was pushed: nearly all come to rest in three."""
    settled_mm: float = 1.0
    """Millimetres by which the patches of a board that was pushed may lie beside where it has them
    (their median): 0.2 at most on a chessboard and half a millimetre on a folding board where the
    pose was right, 1.4 or more where patches had been taken for others."""
    correlation_min: float = 0.6
    """Correlation above which a patch is recognised."""
    sharp_patches_min: int = 12
    """Least number of patches for a pose to be more exact than one by features."""
    sharp_hull_min: float = 0.3
    """Least share of the board that those patches must span."""
    patches_min: int = 8
    """Patches that must be recognised and agree, at least."""
    recognised_in: int = 4
    """One in this many patches must be recognised."""
    agreeing_in: int = 2
    """One in this many of the recognised patches must agree."""
    turned_min: int = 6
    """Number of patches recognised only as they would be on the board turned by half, from which it
    is turned: 14 to 25 of 35 on four prints, 10 to 17 of 49 on a drawn boxed board, 2 to 14 on two
    more alike from both sides; 3 at most if it is not, in three lights, with pieces and hands."""
    inlier_px: float = 3.0
    """Pixels by which a patch may differ from where the others put it."""


TUNING: Final = Tuning()


class Patches:
    """Small patches of the art by which a known pose is checked and followed.

    Much faster than Art, but it finds only a board that moved by a few millimetres at most.
    """

    def __init__(
        self,
        reference: Picture,
        px_per_mm: float,
        *,
        hidden: Mask | None = None,
        cells: int = 7,
    ) -> None:
        """Choose well-textured patches, one in each of ``cells`` by ``cells`` parts of the board.

        ``hidden`` marks what the rectified picture does not show of the board.
        """
        self._px_per_mm = px_per_mm
        grey = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY)
        self._half_mm = TUNING.patch_mm / 2
        self._size_mm = grey.shape[1] / px_per_mm, grey.shape[0] / px_per_mm
        self._centres_mm = _pick_textured(grey, px_per_mm, hidden, cells)
        self._reference = grey
        self._turned = np.ascontiguousarray(grey[::-1, ::-1])

    def follow(self, picture: Picture, pose: Pose) -> Fit:
        """Return the pose, moved to where the patches are now; raises RegistrationError.

        If the board was pushed, few patches are within reach, and those give its position to a few
        pixels only, or wrongly where its print repeats; from there all patches are searched again,
        until it moves no more. If it keeps moving, or its patches lie beside where it has them,
        that was no position of the board.
        """
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        for number in range(TUNING.searches_max):
            fit, apart_mm = self._follow(grey, pose)
            moved = pose.project(self._centres_mm) - fit.pose.project(self._centres_mm)
            if np.linalg.norm(moved, axis=1).max() <= TUNING.pushed_px:
                if number and apart_mm > TUNING.settled_mm:
                    break
                require_possible(fit.pose, self._size_mm)
                return fit
            pose = fit.pose
        raise RegistrationError(NOT_SEEN)

    def refine(self, picture: Picture, pose: Pose, lenses: Sequence[Lens]) -> Fit:
        """Return an approximate pose refined, together with its lens."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        points, pixels = self._find_inliers(grey, pose, TUNING.refine_mm)
        coverage = measure_coverage(points, self._size_mm)
        if len(points) < TUNING.sharp_patches_min or coverage.hull < TUNING.sharp_hull_min:
            raise RegistrationError(NOT_SEEN)
        return fit_pose(points, pixels, pose.size_px, lenses=lenses)

    def _follow(self, grey: Grey, pose: Pose) -> tuple[Fit, float]:
        """Return the pose after one search, and how far from it its patches lie (median, mm)."""
        points, pixels = self._find_inliers(grey, pose, TUNING.follow_mm)
        fit = fit_pose(points, pixels, pose.size_px, moved=pose)
        at = fit.pose.project(points)
        mm_px = np.linalg.norm(fit.pose.project(points + np.array([1.0, 0.0])) - at, axis=1)
        return fit, float(np.median(np.linalg.norm(at - pixels, axis=1) / mm_px))

    def _find_inliers(self, grey: Grey, pose: Pose, reach_mm: float) -> tuple[Floats, Floats]:
        """Return the patches that are recognised and agree; raises RegistrationError if few do."""
        points, pixels, turned = self._locate(grey, pose, reach_mm)
        if turned >= TUNING.turned_min:  # of a symmetrical print enough patches would agree
            raise RegistrationError(NOT_SEEN)
        if len(points) < max(TUNING.patches_min, len(self._centres_mm) // TUNING.recognised_in):
            raise RegistrationError(NOT_SEEN)
        _, agreeing = cv2.findHomography(points, pixels, cv2.RANSAC, TUNING.inlier_px)
        inliers = (
            agreeing.ravel() > 0 if agreeing is not None else np.zeros(len(points), dtype=bool)
        )
        if inliers.sum() < max(TUNING.patches_min, len(points) // TUNING.agreeing_in):
            raise RegistrationError(NOT_SEEN)
        return points[inliers], pixels[inliers]

    def _locate(self, grey: Grey, pose: Pose, reach_mm: float) -> tuple[Floats, Floats, int]:
        scale, rest = self._px_per_mm, self._half_mm + reach_mm
        side = round(2 * self._half_mm * scale)
        wide = round(2 * rest * scale)
        lefts = np.array([_corner_px(centre, self._half_mm, scale) for centre in self._centres_mm])
        firsts = np.array([_corner_px(centre, rest, scale) for centre in self._centres_mm])
        reached = (wide - 1) / scale * np.array([[0, 0], [1, 0], [0, 1]])
        triangles = ((firsts + 0.5) / scale)[:, None] + reached
        seen = pose.project(triangles.reshape(-1, 2)).reshape(-1, 3, 2).astype(np.float32)
        low, high = seen.min(axis=1), seen.max(axis=1)
        whole = ((low >= 0) & (high < np.array(grey.shape[::-1]))).all(axis=1)
        points, moved, turned = [], [], 0
        for number in np.flatnonzero(whole):
            left, top = lefts[number]
            part = slice(top, top + side), slice(left, left + side)
            window = _window(grey, seen[number], wide)
            peak = _recognise(window, self._reference[part])
            if peak is not None:
                points.append(self._centres_mm[number])
                moved.append((peak - (lefts[number] - firsts[number])) / scale)
            else:
                turned += _recognise(window, self._turned[part]) is not None
        if not points:
            return np.empty((0, 2)), np.empty((0, 2)), turned
        at = np.array(points)
        return at, pose.project(at + np.array(moved)), turned


def _recognise(window: Grey, template: Grey) -> Floats | None:
    """Return the position of a patch in a window, to fractions of pixels; None if not found."""
    answer = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
    _, peak, _, (x, y) = cv2.minMaxLoc(answer)
    if not peak >= TUNING.correlation_min:
        return None
    return np.array([x, y]) + _subpixel(answer, x, y)


def _corner_px(centre_mm: Floats, half_mm: float, scale: float) -> tuple[int, int]:
    x, y = (round(float(value - half_mm) * scale) for value in centre_mm)
    return x, y


def _window(grey: Grey, triangle: Floats, side: int) -> Grey:
    """Return a square of the rectified board: its top-left, top-right, bottom-left corner (px)."""
    corners = np.array([[0, 0], [side - 1, 0], [0, side - 1]], dtype=np.float32)
    affine = cv2.getAffineTransform(corners, triangle)
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


def _pick_textured(grey: Grey, px_per_mm: float, hidden: Mask | None, cells: int) -> Floats:
    side = TUNING.patch_mm * px_per_mm
    strength = cv2.cornerMinEigenVal(grey, 5)
    strength = cv2.boxFilter(strength, -1, (round(side), round(side)))
    margin = round(side / 2) + 1
    strength[:margin], strength[-margin:], strength[:, :margin], strength[:, -margin:] = 0, 0, 0, 0
    if hidden is not None:
        whole = np.ones((round(side), round(side)), np.uint8)
        strength[cv2.dilate(hidden.astype(np.uint8), whole) > 0] = 0
    cell = max(grey.shape) / cells
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
