"""Finds the board in a picture by its own printed art (SIFT), or again near a known pose."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.fitting import fit_pose
from calibration.camera.intrinsics import Lens, choose_lens
from calibration.camera.lens import Fit, Floats, Pose
from calibration.camera.plausible import NOT_SEEN, measure_coverage, require_possible
from calibration.camera.silhouettes import Mask
from calibration.errors import RegistrationError
from calibration.finding.likeness import Likeness, Verdict
from calibration.finding.matching import Features, describe, join, match
from calibration.finding.patches import Patches
from calibration.surfaces.exposures import Exposed
from hardware.ports import Picture

_TWINS: Final = (
    "The board cannot be found in the picture, for it looks the same turned round or shifted: "
    "give its corners."
)


@dataclass(frozen=True, slots=True)
class Tuning:
    """How finely a board is searched, and when a candidate is accepted.

    Chosen so that none of some thousand pictures of other boards, of tables without a board and of
    noise is taken for a board (``tests/calibration/test_art.py`` makes a few of each kind).
    """

    fewest: int = 14
    """Matches that agree on a homography; by chance hardly ever more than eight."""
    outlier_share: float = 0.006
    """Share of the picture's width by which such matches may be off: the lens bends lines by some
    pixels, which a homography cannot."""
    fewest_cells: int = 7
    """Cells of the board, of 36, in which such matches must lie."""
    least_hull: float = 0.18
    """Share of the board that such matches must enclose."""
    held_out_share: float = 0.006
    """Share of the picture's width by which a fit may be off in a ninth of the board that it did
    not use."""
    least_alike: float = 0.2
    """Correlation with the art over the whole board, without light; pieces may hide half."""
    least_sigmas: float = 5.0
    """Standard errors by which that correlation must be above what shifted and turned boards give.
    A chequered board is like its own shifts, so this is not required above ``surely_alike``."""
    surely_alike: float = 0.45
    """Correlation that other boards never reach."""
    least_margin: float = 4.0
    """Standard errors by which the board's own place must beat any other, tile by tile; otherwise
    matching features must prove it."""
    least_votes: float = 6.0
    """Standard errors of a count by which more features must match than do by chance."""
    most_features: int = 4000
    """Features of all references together: the time of matching grows with their number."""
    sharp_cells: int = 10
    """Patches across the board that refine a pose; more patches mean less noise."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True)
class _Detail:
    """The resolution of a search: the picture's longest side and the reference's, in px."""

    picture_px: int
    picture_features: int
    reference_px: int
    reference_features: int


_DETAILS: Final = (_Detail(512, 800, 480, 1200), _Detail(1280, 2000, 1050, 3000))
"""Coarse first: it takes a sixth of the time, and small features are blurred in poor light."""


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    """A pose, the matches it was found from (mm, px), and the reference with most of them."""

    fit: Fit
    points: Floats
    pixels: Floats
    nearest: int


class Art:
    """The features of one board's art; computed once from rectified pictures of it."""

    def __init__(self, references: Sequence[Exposed], px_per_mm: float) -> None:
        """Take pictures of the rectified empty board at ``px_per_mm``, all of the same size.

        Those in several lights find it in more.
        """
        self._references = references
        self._px_per_mm = px_per_mm
        rows, columns = self._references[0].bare.shape[:2]
        self._size_mm = columns / px_per_mm, rows / px_per_mm
        self._described: dict[_Detail, tuple[Features, NDArray[np.intp]]] = {}
        self._patches: dict[int, Patches] = {}

    @functools.cached_property
    def _likeness(self) -> Likeness:
        return Likeness(self._references, self._size_mm)

    def find(
        self, picture: Picture, lenses: Sequence[Lens] = (), *, either_way: bool = False
    ) -> Fit:
        """Return the camera's pose over this board; raises RegistrationError if it is not seen.

        ``either_way``: of a board that looks the same turned round, any of its poses will do.
        """
        for detail in _DETAILS:
            small = _shrink(picture, detail.picture_px)
            try:
                matched = self._match(small, detail, lenses)
                fit = self._verify(small, matched, lenses, either_way=either_way)
                return self._sharpen(picture, fit, matched.nearest, lenses)
            except RegistrationError:
                if detail is _DETAILS[-1] or small.shape == picture.shape:
                    raise
        raise RegistrationError(NOT_SEEN)

    def is_shown(self, picture: Picture, pose: Pose, *, way_known: bool = False) -> bool:
        """Whether a picture shows the board under this pose at least as well as shifted or turned.

        A board that looks the same turned round cannot be found, but checked where it was said to
        lie. ``way_known``: turned in its place it is no rival.
        """
        small = _shrink(picture, _DETAILS[0].picture_px)
        here = pose.scaled((small.shape[1], small.shape[0]))
        verdict = self._likeness.judge(small, here, shifted=way_known)
        return verdict.margin > -TUNING.least_margin and self._alike(verdict)

    def find_way(self, picture: Picture, pose: Pose) -> int | None:
        """Return the quarter turns by which the board lies otherwise than the pose says.

        0 if no other way fits clearly better; None if several others do.
        """
        small = _shrink(picture, _DETAILS[0].picture_px)
        return self._likeness.find_way(small, pose.scaled((small.shape[1], small.shape[0])))

    def is_turned(self, picture: Picture, pose: Pose) -> bool:
        """Whether the board is clearly seen turned in the place where this pose has it."""
        if not self._likeness.alike_turned:
            return False
        small, size = picture, (picture.shape[1], picture.shape[0])
        while max(size) >= 1.5 * _DETAILS[0].picture_px:  # halving is ten times as fast
            size = size[0] // 2, size[1] // 2
            small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
        return self._likeness.is_turned(small, pose.scaled(size), TUNING.least_margin)

    def _match(self, picture: Picture, detail: _Detail, lenses: Sequence[Lens]) -> _Match:
        known, owners = self._describe(detail)
        size = picture.shape[1], picture.shape[0]
        seen = describe(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), detail.picture_features)
        one, other = match(known, seen)
        points, pixels = known.points[one], seen.points[other]
        lens = choose_lens(lenses, size)
        straight = lens.straighten(pixels) if lens else pixels
        inliers = self._find_inliers(points, straight, size)
        fit = fit_pose(points[inliers], pixels[inliers], size, lenses=lenses)
        self._require_held(fit, points[inliers])
        nearest = int(np.bincount(owners[one[inliers]]).argmax())
        return _Match(fit, points, pixels, nearest)

    def _find_inliers(self, points: Floats, pixels: Floats, size: tuple[int, int]) -> Mask:
        if len(points) < TUNING.fewest:
            raise RegistrationError(NOT_SEEN)
        reach = TUNING.outlier_share * size[0]
        _, mask = cv2.findHomography(points, pixels, cv2.USAC_MAGSAC, reach)
        inliers = np.zeros(len(points), np.bool_) if mask is None else mask.ravel() > 0
        if inliers.sum() < TUNING.fewest:
            raise RegistrationError(NOT_SEEN)
        return inliers

    def _require_held(self, fit: Fit, points: Floats) -> None:
        """Refuse an impossible camera, or a fit that its anchors do not support all round."""
        coverage = measure_coverage(points, self._size_mm)
        if coverage.cells < TUNING.fewest_cells or coverage.hull < TUNING.least_hull:
            raise RegistrationError(NOT_SEEN)
        require_possible(fit.pose, self._size_mm)
        if not fit.held_out_px <= max(1.5, TUNING.held_out_share * fit.pose.size_px[0]):
            raise RegistrationError(NOT_SEEN)

    def _verify(
        self, picture: Picture, matched: _Match, lenses: Sequence[Lens], *, either_way: bool
    ) -> Fit:
        """Return the fit if it shows the board, or the fit where the board is seen instead."""
        least, fit = TUNING.least_margin, matched.fit
        for _ in range(2):
            verdict = self._likeness.judge(picture, fit.pose)
            if verdict.margin > -least and not self._alike(verdict):
                raise RegistrationError(NOT_SEEN)
            if verdict.margin >= least or self._details_agree(matched, fit.pose, verdict):
                return fit
            if verdict.margin > -least:
                if either_way and self._is_only_turned(picture, matched, fit.pose):
                    return fit
                raise RegistrationError(_TWINS)
            fit = self._carry_fit(fit, verdict.rival, lenses)
        raise RegistrationError(NOT_SEEN)

    def _is_only_turned(self, picture: Picture, matched: _Match, pose: Pose) -> bool:
        """Whether the board is seen here, if only it may lie turned; nowhere beside."""
        verdict = self._likeness.judge(picture, pose, shifted=True)
        return verdict.margin >= TUNING.least_margin or self._details_agree(matched, pose, verdict)

    def _alike(self, verdict: Verdict) -> bool:
        """Whether the view resembles the board, far beyond chance."""
        if verdict.alike >= TUNING.surely_alike:
            return True
        return verdict.alike >= TUNING.least_alike and verdict.sigmas >= TUNING.least_sigmas

    def _details_agree(self, matched: _Match, pose: Pose, verdict: Verdict) -> bool:
        """Whether features distinguish the board from a place that looks the same as a whole.

        Grain and wear do: a feature that both share is matched with neither.
        """
        if verdict.margin < -1:
            return False
        reach = TUNING.outlier_share * pose.size_px[0]
        turned = matched.points @ verdict.rival[:, :2].T + verdict.rival[:, 2]
        here, there = (
            np.linalg.norm(pose.project(points) - matched.pixels, axis=1) < reach
            for points in (matched.points, turned)
        )
        only = matched.points[here & ~there]
        against = int((there & ~here).sum())
        votes = (len(only) - against) / np.sqrt(max(len(only) + against, 1))
        coverage = measure_coverage(only, self._size_mm)
        return bool(votes >= TUNING.least_votes and coverage.hull >= 2 * TUNING.least_hull)

    def _carry_fit(self, fit: Fit, rival: Floats, lenses: Sequence[Lens]) -> Fit:
        grid = np.stack(np.meshgrid(*(np.linspace(0, side, 5) for side in self._size_mm)), axis=-1)
        points = grid.reshape(-1, 2)
        pixels = fit.pose.project(points @ rival[:, :2].T + rival[:, 2])
        carried = fit_pose(points, pixels, fit.pose.size_px, lenses=lenses)
        require_possible(carried.pose, self._size_mm)
        return carried

    def _sharpen(self, picture: Picture, fit: Fit, nearest: int, lenses: Sequence[Lens]) -> Fit:
        size = picture.shape[1], picture.shape[0]
        coarse = fit.pose.scaled(size)
        shrunk = size[0] / fit.pose.size_px[0]
        whole = Fit(coarse, fit.residual_px * shrunk, fit.anchors, fit.held_out_px * shrunk)
        try:
            sharp = self._patches_of(nearest).refine(picture, coarse, lenses)
            require_possible(sharp.pose, self._size_mm)
        except RegistrationError:
            return whole
        return sharp

    def _patches_of(self, number: int) -> Patches:
        if number not in self._patches:
            known = self._references[number]
            self._patches[number] = Patches(
                known.flat, self._px_per_mm, hidden=known.bare == 0, cells=TUNING.sharp_cells
            )
        return self._patches[number]

    def _describe(self, detail: _Detail) -> tuple[Features, NDArray[np.intp]]:
        """Return the features of all references (mm), and which reference each is of."""
        if detail not in self._described:
            parts = [self._bare_features(each, detail) for each in self._references]
            owners = np.repeat(np.arange(len(parts)), [len(part.points) for part in parts])
            self._described[detail] = join(parts), owners
        return self._described[detail]

    def _bare_features(self, reference: Exposed, detail: _Detail) -> Features:
        """Return the features of a reference in mm, without those of the things that hide it."""
        grey = cv2.cvtColor(_shrink(reference.flat, detail.reference_px), cv2.COLOR_BGR2GRAY)
        count = min(detail.reference_features, TUNING.most_features // len(self._references))
        found = describe(grey, count)
        points = (found.points + 0.5) * (self._size_mm[0] / grey.shape[1])
        column, row = (points * self._px_per_mm).astype(int).T
        far = cv2.erode(reference.bare, np.ones((9, 9), np.uint8))
        bare = far[row.clip(0, far.shape[0] - 1), column.clip(0, far.shape[1] - 1)] > 0
        return Features(points[bare], found.described[bare])


def _shrink(picture: Picture, longest_px: int) -> Picture:
    factor = longest_px / max(picture.shape[:2])
    if factor >= 1:
        return picture
    size = round(picture.shape[1] * factor), round(picture.shape[0] * factor)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
