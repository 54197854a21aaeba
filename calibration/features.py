"""Find the board in a picture by its own printed art (SIFT), or again near a pose known before."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import RegistrationError
from calibration.intrinsics import Lens, lens_for
from calibration.lens import Fit, Floats, Pose, fit_pose
from calibration.likeness import Likeness, Verdict
from calibration.matching import Features, describe, join, match
from calibration.plausible import NOT_SEEN, require_possible
from calibration.silhouettes import Mask
from calibration.spread import measure_spread
from hardware.ports import Picture

Grey = NDArray[Any]

Reference = tuple[Picture, Mask | None]
"""A rectified picture of the board, and what of the board it does not show (pieces, cards)."""

_TWINS: Final = (
    "The board cannot be found in the picture, for it looks the same turned round or shifted: "
    "give its corners."
)

_MOST_FEATURES: Final = 4000
"""Of all references together: matching takes as long as there are features."""
_PUSHED_PX: Final = 2.0
"""A board that moved farther than this is looked for once more from where it was found."""
_RECOGNISED: Final = 0.6
"""Correlation from which on a patch is recognised."""
_SHARP: Final = 12
"""So many patches make a pose sharper than the features do."""
_SHARP_HULL: Final = 0.3


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a board that seems to be found is believed.

    Chosen so that none of some thousand pictures of other boards, of tables without a board and of
    noise is taken for a board (``tests/calibration/test_art.py`` makes a few of each kind).
    """

    fewest: int = 14
    """Matches that agree on a homography, by chance hardly ever more than eight."""
    outlier_share: float = 0.006
    """Of the picture's width: the lens bends lines by some pixels, which a homography cannot."""
    fewest_cells: int = 7
    """Of 36 cells of the board."""
    least_hull: float = 0.18
    """Of the board."""
    held_out_share: float = 0.006
    """Of the picture's width: what a fit without a ninth of the board may be off there."""
    least_alike: float = 0.2
    """Correlation with the art, without light and over all the board; pieces may hide half."""
    least_sigmas: float = 5.0
    """Above what shifted and turned boards give; those of a chequer are like it themselves, so this
    is not asked if the correlation is above ``surely_alike``, which other boards never reach."""
    surely_alike: float = 0.45
    least_margin: float = 4.0
    """Standard errors by which the board must be better where it is than anywhere else, tile by
    tile; or matching features must say so, by more than chance in a count (standard errors):"""
    least_votes: float = 6.0


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True)
class _Detail:
    """How finely a board is looked for: the picture's longest side and the reference's, in px."""

    picture_px: int
    picture_features: int
    reference_px: int
    reference_features: int


_DETAILS: Final = (_Detail(512, 800, 480, 1200), _Detail(1280, 2000, 1050, 3000))
"""Coarsely first: it takes a sixth of the time, and small features are blurred in poor light."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """A pose, the matches it was found among (mm, px), and the reference that most are of."""

    fit: Fit
    points: Floats
    pixels: Floats
    nearest: int


class Art:
    """The features of one board's art; made once from rectified pictures of it."""

    def __init__(
        self,
        reference: Picture | Sequence[Reference],
        px_per_mm: float,
        tuning: Tuning = TUNING,
    ) -> None:
        """Take the rectified empty board at ``px_per_mm``, or several pictures of it.

        Pictures in several lights find it in more; all are of the same size.
        """
        alone = isinstance(reference, np.ndarray)
        self._references: list[Reference] = [(reference, None)] if alone else list(reference)
        self._px_per_mm = px_per_mm
        self._tuning = tuning
        rows, columns = self._references[0][0].shape[:2]
        self._size_mm = columns / px_per_mm, rows / px_per_mm
        self._described: dict[_Detail, tuple[Features, NDArray[np.intp]]] = {}
        self._patches: dict[int, Patches] = {}

    @functools.cached_property
    def _likeness(self) -> Likeness:
        return Likeness(self._references, self._size_mm)

    def find(self, picture: Picture, lenses: Sequence[Lens] = ()) -> Fit:
        """Return the camera's pose over this board; raises RegistrationError if it is not seen."""
        for detail in _DETAILS:
            small = _shrink(picture, detail.picture_px)
            try:
                sight = self._match(small, detail, lenses)
                fit = self._verify(small, sight, lenses)
                return self._sharpen(picture, fit, sight.nearest, lenses)
            except RegistrationError as error:
                if detail is _DETAILS[-1] or small.shape == picture.shape:
                    raise error
        raise RegistrationError(NOT_SEEN)

    def _match(self, picture: Picture, detail: _Detail, lenses: Sequence[Lens]) -> _Sight:
        """Return the pose that matching features agree on, if they lie all over the board."""
        known, owners = self._describe(detail)
        size = picture.shape[1], picture.shape[0]
        seen = describe(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), detail.picture_features)
        one, other = match(known, seen)
        points, pixels = known.points[one], seen.points[other]
        lens = lens_for(lenses, size)
        straight = lens.straightened(pixels) if lens else pixels
        kept = self._agreeing(points, straight, size)
        fit = fit_pose(points[kept], pixels[kept], size, lenses=lenses)
        self._require_held(fit, points[kept])
        nearest = int(np.bincount(owners[one[kept]]).argmax())
        return _Sight(fit, points, pixels, nearest)

    def _agreeing(self, points: Floats, pixels: Floats, size: tuple[int, int]) -> Mask:
        """Return which matches agree on a homography; raises RegistrationError if few do."""
        if len(points) < self._tuning.fewest:
            raise RegistrationError(NOT_SEEN)
        reach = self._tuning.outlier_share * size[0]
        _, kept = cv2.findHomography(points, pixels, cv2.USAC_MAGSAC, reach)
        inliers = np.zeros(len(points), np.bool_) if kept is None else kept.ravel() > 0
        if inliers.sum() < self._tuning.fewest:
            raise RegistrationError(NOT_SEEN)
        return inliers

    def _require_held(self, fit: Fit, points: Floats) -> None:
        """Refuse a fit that no camera can have, or that its anchors do not hold all round."""
        spread = measure_spread(points, self._size_mm)
        if spread.cells < self._tuning.fewest_cells or spread.hull < self._tuning.least_hull:
            raise RegistrationError(NOT_SEEN)
        require_possible(fit.pose, self._size_mm)
        if not fit.held_out_px <= max(1.5, self._tuning.held_out_share * fit.pose.size_px[0]):
            raise RegistrationError(NOT_SEEN)

    def _verify(self, picture: Picture, sight: _Sight, lenses: Sequence[Lens]) -> Fit:
        """Return the fit if what it shows is the board, or where the board is seen instead."""
        least, fit = self._tuning.least_margin, sight.fit
        for _ in range(2):
            verdict = self._likeness.judge(picture, fit.pose)
            if verdict.margin > -least and not self._alike(verdict):
                raise RegistrationError(NOT_SEEN)
            if verdict.margin >= least or self._voted(sight, fit.pose, verdict):
                return fit
            if verdict.margin > -least:
                raise RegistrationError(_TWINS)
            fit = self._carried(fit, verdict.rival, lenses)
        raise RegistrationError(NOT_SEEN)

    def _alike(self, verdict: Verdict) -> bool:
        """Whether what is seen is like the board, far beyond chance."""
        tuning = self._tuning
        if verdict.alike >= tuning.surely_alike:
            return True
        return verdict.alike >= tuning.least_alike and verdict.sigmas >= tuning.least_sigmas

    def _voted(self, sight: _Sight, pose: Pose, verdict: Verdict) -> bool:
        """Whether features tell a board from its twin that looks the same as a whole.

        Grain and wear do: a feature that both have alike is matched with neither.
        """
        if verdict.margin < -1:
            return False
        reach = self._tuning.outlier_share * pose.size_px[0]
        turned = sight.points @ verdict.rival[:, :2].T + verdict.rival[:, 2]
        here, there = (
            np.linalg.norm(pose.project(points) - sight.pixels, axis=1) < reach
            for points in (sight.points, turned)
        )
        only = sight.points[here & ~there]
        against = int((there & ~here).sum())
        votes = (len(only) - against) / np.sqrt(max(len(only) + against, 1))
        spread = measure_spread(only, self._size_mm)
        return bool(votes >= self._tuning.least_votes and spread.hull >= 2 * self._tuning.least_hull)

    def _carried(self, fit: Fit, rival: Floats, lenses: Sequence[Lens]) -> Fit:
        """Return the pose of the board where it is seen instead."""
        grid = np.stack(np.meshgrid(*(np.linspace(0, side, 5) for side in self._size_mm)), axis=-1)
        points = grid.reshape(-1, 2)
        pixels = fit.pose.project(points @ rival[:, :2].T + rival[:, 2])
        carried = fit_pose(points, pixels, fit.pose.size_px, lenses=lenses)
        require_possible(carried.pose, self._size_mm)
        return carried

    def _sharpen(
        self, picture: Picture, fit: Fit, nearest: int, lenses: Sequence[Lens]
    ) -> Fit:
        """Return the pose of the whole picture, by patches where enough of them are recognised."""
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
            picture, hidden = self._references[number]
            self._patches[number] = Patches(picture, self._px_per_mm, hidden=hidden)
        return self._patches[number]

    def _describe(self, detail: _Detail) -> tuple[Features, NDArray[np.intp]]:
        """Return the features of all references (mm), and which reference each is of."""
        if detail not in self._described:
            parts = [self._bare_features(each, detail) for each in self._references]
            owners = np.repeat(np.arange(len(parts)), [len(part.points) for part in parts])
            self._described[detail] = join(parts), owners
        return self._described[detail]

    def _bare_features(self, reference: Reference, detail: _Detail) -> Features:
        """Return the features of a reference in mm, without those of what hides it."""
        picture, hidden = reference
        grey = cv2.cvtColor(_shrink(picture, detail.reference_px), cv2.COLOR_BGR2GRAY)
        count = min(detail.reference_features, _MOST_FEATURES // len(self._references))
        found = describe(grey, count)
        points = (found.points + 0.5) * (self._size_mm[0] / grey.shape[1])
        bare = np.ones(len(points), np.bool_)
        if hidden is not None:
            column, row = (points * self._px_per_mm).astype(int).T
            near = cv2.dilate(hidden.astype(np.uint8), np.ones((9, 9), np.uint8))
            bare = near[row.clip(0, hidden.shape[0] - 1), column.clip(0, hidden.shape[1] - 1)] == 0
        return Features(points[bare], found.described[bare])


def _shrink(picture: Picture, longest_px: int) -> Picture:
    """Return a picture made smaller until its longer side is not longer than this."""
    factor = longest_px / max(picture.shape[:2])
    if factor >= 1:
        return picture
    size = round(picture.shape[1] * factor), round(picture.shape[0] * factor)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


class Patches:
    """Small pieces of the art by which a pose known before is checked and followed.

    Much quicker than Art; it only finds a board that moved by a few millimetres at most.
    """

    def __init__(
        self,
        reference: Picture,
        px_per_mm: float,
        *,
        side_mm: float = 9.0,
        hidden: Mask | None = None,
    ) -> None:
        """Choose well-textured patches, spread over the whole rectified board."""
        self._px_per_mm = px_per_mm
        grey = cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY)
        self._half_mm = side_mm / 2
        self._size_mm = grey.shape[1] / px_per_mm, grey.shape[0] / px_per_mm
        self._centres_mm = _textured(grey, px_per_mm, side_mm, hidden)
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
        require_possible(fit.pose, self._size_mm)
        return fit

    def refine(
        self, picture: Picture, pose: Pose, lenses: Sequence[Lens] = (), reach_mm: float = 4.0
    ) -> Fit:
        """Return a pose that is nearly right made sharp, its lens with it."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        points, pixels = self._recognised(grey, pose, reach_mm)
        spread = measure_spread(points, self._size_mm)
        if len(points) < _SHARP or spread.hull < _SHARP_HULL:
            raise RegistrationError(NOT_SEEN)
        return fit_pose(points, pixels, pose.size_px, lenses=lenses)

    def _followed(self, grey: Grey, pose: Pose, reach_mm: float) -> Fit:
        points, pixels = self._recognised(grey, pose, reach_mm)
        return fit_pose(points, pixels, pose.size_px, moved=pose)

    def _recognised(self, grey: Grey, pose: Pose, reach_mm: float) -> tuple[Floats, Floats]:
        """Return the patches that are recognised and agree; raises RegistrationError if few do."""
        points, pixels = self._located(grey, pose, reach_mm)
        if len(points) < max(8, len(self._centres_mm) // 4):
            raise RegistrationError(NOT_SEEN)
        _, kept = cv2.findHomography(points, pixels, cv2.RANSAC, 3.0)
        inliers = kept.ravel() > 0 if kept is not None else np.zeros(len(points), dtype=bool)
        if inliers.sum() < max(8, len(points) // 2):
            raise RegistrationError(NOT_SEEN)
        return points[inliers], pixels[inliers]

    def _moved_px(self, before: Pose, after: Pose) -> float:
        """Return how far the patches are apart in two poses."""
        apart = before.project(self._centres_mm) - after.project(self._centres_mm)
        return float(np.linalg.norm(apart, axis=1).max())

    def _located(self, grey: Grey, pose: Pose, reach_mm: float) -> tuple[Floats, Floats]:
        """Return the patches that are recognised (mm) and where they are seen (px)."""
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
        points, moved = [], []
        for number in np.flatnonzero(whole):
            left, top = lefts[number]
            template = self._reference[top : top + side, left : left + side]
            peak = _recognise(_window(grey, seen[number], wide), template)
            if peak is not None:
                points.append(self._centres_mm[number])
                moved.append((peak - (lefts[number] - firsts[number])) / scale)
        if not points:
            return np.empty((0, 2)), np.empty((0, 2))
        at = np.array(points)
        return at, pose.project(at + np.array(moved))


def _recognise(window: Grey, template: Grey) -> Floats | None:
    """Return where in a window a patch is, in fractions of pixels; None if it is not."""
    answer = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED)
    _, peak, _, (x, y) = cv2.minMaxLoc(answer)
    if not peak >= _RECOGNISED:
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


def _textured(grey: Grey, px_per_mm: float, side_mm: float, hidden: Mask | None) -> Floats:
    """Return the centres (mm) of the best-textured patch of each cell of a grid of cells."""
    side = side_mm * px_per_mm
    strength = cv2.cornerMinEigenVal(grey, 5)
    strength = cv2.boxFilter(strength, -1, (round(side), round(side)))
    margin = round(side / 2) + 1
    strength[:margin], strength[-margin:], strength[:, :margin], strength[:, -margin:] = 0, 0, 0, 0
    if hidden is not None:
        whole = np.ones((round(side), round(side)), np.uint8)
        strength[cv2.dilate(hidden.astype(np.uint8), whole) > 0] = 0
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
