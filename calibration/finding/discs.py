"""Fits a camera to a picture with four labelled corners, also by the print at the places.

Corners given by hand are accurate to a pixel or two and do not show how a lens bends lines. If the
places of a board are printed as discs, rings, squares or crossing lines, those, found near where
the corners put them, make a hundred more anchors. On many boards they are not: then apparent
circles agree neither with each other nor with the corners, and the corners are used alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.fitting import fit_pose
from calibration.camera.intrinsics import Lens
from calibration.camera.lens import Anchors, Fit, Floats, Pose
from calibration.camera.plausible import is_convex, is_possible, measure_coverage, require_possible
from calibration.camera.sampling import list_middles, project_grid
from calibration.errors import RegistrationError
from calibration.finding.crossings import find_crossings, find_meeting_points
from calibration.finding.symmetry import measure_symmetry
from calibration.taught.model import choose_scale
from hardware.board import Board, BoardPlace
from hardware.ports import Picture

_SEARCH_MM = np.arange(-5, 5.01, 0.5)
_REFINE_MM = np.arange(-0.5, 0.51, 0.125)
_RADII = (0.8, 0.9, 1.0, 1.1)  # printed rings may be a little smaller or larger than the place
_ANGLES = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Tuning:
    """When circles that were found count as the printed places.

    By chance one circle in forty lies within ``apart_mm`` of where the others put it.
    """

    corner_weight: float = 1.0
    """A corner weighs as much as this many marks while it is unknown whether the marks agree."""
    agreed_corner_weight: float = 0.25
    """A corner weighs as much as this many marks that agree: marks are found to a fifth of a pixel,
    corners to two."""
    apart_mm: float = 0.8
    """How far a printed circle may lie from where the fitted camera puts it."""
    fewest: int = 8
    """Circles; fewer than this are ignored."""
    least_share: float = 0.6
    """Share of the examined places that must be circles where the others put them."""
    least_hull: float = 0.15
    """Share of the board that they have to enclose."""
    least_side_px: int = 40
    """Pixels. Corners nearer together than this cannot be a board's."""
    most_beside: float = 1.0
    """Longer sides of the picture by which a corner may lie outside it."""
    corner_px: float = 3.0
    """Pixels by which a person may have missed a corner without being told."""
    corner_share: float = 0.005
    """As ``corner_px``, but as a share of the board's side in the picture; the larger limit counts.
    Chance circles do not agree, so marks that do are believed before corners: of 2 % beside the
    truth they leave 0.2 %."""
    astray_factors: tuple[float, ...] = (0.95, 1.05, 0.9, 1.1)
    """Corners set all too far in or out are tried as if they lay nearer or farther from the middle
    by these factors: a print is found within 5 mm, 2.5 % of the half of a board of 400 mm."""
    astray_share: float = 0.025
    """Corners are also tried as if all were set to one side by this share of the board."""
    centred: float = 0.4
    """From this symmetry of the places the print lies where the corners put it."""
    more_centred: float = 0.1
    """The print lies elsewhere if the symmetry is greater there by this much. Chosen on nine drawn
    boards."""
    misfit_share: float = 0.03
    """The share of the side by which corners may differ from those of any possible camera."""


TUNING: Final = Tuning()


def list_corners(size_mm: tuple[float, float]) -> Floats:
    """Return a board's top-left, top-right, bottom-right, bottom-left corner in mm."""
    width, height = size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)


def project_corners(pose: Pose, size_mm: tuple[float, float]) -> list[tuple[float, float]]:
    """Return where a camera sees a board's corners (px), in the order of ``list_corners``."""
    return [(x, y) for x, y in pose.project(list_corners(size_mm)).tolist()]


def fit_corners(
    picture: Picture,
    corners: Sequence[Sequence[float]],
    board: Board,
    lenses: Sequence[Lens] = (),
) -> Fit:
    """Fit the camera of a picture with labelled corners (px); raises RegistrationError."""
    return anchor_corners(picture, corners, board, lenses)[0]


def anchor_corners(
    picture: Picture,
    corners: Sequence[Sequence[float]],
    board: Board,
    lenses: Sequence[Lens],
    occupied: Container[str] = (),
) -> tuple[Fit, Anchors]:
    """Fit the camera as ``fit_corners`` does, and return the anchors it used.

    ``occupied`` are places whose print is hidden by a piece, if known.
    """
    pixels = np.array(corners, dtype=np.float64)
    size = picture.shape[1], picture.shape[0]
    _require_outline(pixels, size)
    plain = _by_corners(pixels, board, size, lenses)
    for printed in _find_printed(picture, plain.pose, board, occupied):
        refined = _agree(printed, pixels, board, plain.pose, lenses)
        if refined is not None:
            return refined
    weights = np.full(4, TUNING.corner_weight)
    return plain, Anchors(list_corners(board.size_mm), pixels, weights, size)


def _require_outline(corners: Floats, size_px: tuple[int, int]) -> None:
    """Refuse corners that cannot outline a board; raises RegistrationError."""
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise RegistrationError("A board has four corners, each given as two numbers of pixels.")
    _require_near(corners, size_px)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    if sides.min() < TUNING.least_side_px:
        raise RegistrationError(
            f"Two of the corners are less than {TUNING.least_side_px} pixels apart; tap the four "
            "corners of the board, one each."
        )
    if is_convex(corners):
        return
    if is_convex(corners[::-1]):
        raise RegistrationError(
            "The corners go round the wrong way; give top-left, top-right, bottom-right and "
            "bottom-left as the board is read, in a picture that is not mirrored."
        )
    raise RegistrationError(
        "The four corners do not outline a board; give top-left, top-right, bottom-right and "
        "bottom-left, in this order."
    )


def _require_near(corners: Floats, size_px: tuple[int, int]) -> None:
    """Refuse corners far outside this picture; raises RegistrationError."""
    reach = TUNING.most_beside * max(size_px)
    for x, y in corners.tolist():
        if not (-reach <= x <= size_px[0] + reach and -reach <= y <= size_px[1] + reach):
            raise RegistrationError(
                f"The corner ({x:g}, {y:g}) lies far outside the picture of {size_px[0]} by "
                f"{size_px[1]} pixels; are they another picture's corners?"
            )


def _by_corners(pixels: Floats, board: Board, size: tuple[int, int], lenses: Sequence[Lens]) -> Fit:
    """Fit the camera to the corners alone; raises RegistrationError if no camera has them there."""
    weights = np.full(4, TUNING.corner_weight)
    fit = fit_pose(list_corners(board.size_mm), pixels, size, weights=weights, lenses=lenses)
    if not _is_met(fit.pose, board, pixels):
        width, height = board.size_mm
        raise RegistrationError(
            f"The corners do not outline a board of {width:g} by {height:g} mm as any camera "
            "sees it; check their order, and size_mm in the board file."
        )
    if is_possible(fit.pose, board.size_mm):
        return fit
    raise RegistrationError(
        "No camera sees the board with its corners there; tap them again, and mount the "
        "camera more directly above the board."
    )


def _side_px(corners: Floats) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _off_px(pose: Pose, board: Board, corners: Floats) -> float:
    """Return the largest distance between a corner and its position under a pose, in px."""
    off = pose.project(list_corners(board.size_mm)) - corners
    return float(np.linalg.norm(off, axis=1).max())


def _is_met(pose: Pose, board: Board, corners: Floats) -> bool:
    return _off_px(pose, board, corners) <= 2 + TUNING.misfit_share * _side_px(corners)


def measure_missed_mm(fit: Fit, corners: Sequence[Sequence[float]], board: Board) -> float:
    """Return how far beside its marks a board's corners were set; 0 if nobody need be told."""
    pixels = np.array(corners, dtype=np.float64)
    told_px = max(TUNING.corner_px, TUNING.corner_share * _side_px(pixels))
    if fit.anchors < TUNING.fewest or _off_px(fit.pose, board, pixels) <= told_px:
        return 0.0
    return _off_mm(fit.pose, board, pixels)


def _off_mm(pose: Pose, board: Board, corners: Floats) -> float:
    """Return the largest distance, on the board, of corners from its own."""
    off_mm = pose.ground(corners) - list_corners(board.size_mm)
    return float(np.linalg.norm(off_mm, axis=1).max())


def find_astray_mm(
    picture: Picture,
    corners: Sequence[Sequence[float]],
    board: Board,
    occupied: Container[str] = (),
) -> float:
    """Return how far corners are set beside the board's, if the print says so; otherwise 0.

    Farther beside than a print is searched for, it is not found at all: so it is searched for as if
    all corners had been set too far in or out, or to one side. What then agrees within the reach of
    the plain search, which did not find it, is chance; so is what has places less in the middle of
    their print than the corners have. Where too few marks agree, as where pieces hide many, print
    that clearly lies in the middle of the places is enough: 0.5 and more of corners 3 to 5 % out,
    0.23 at most in 95 pictures of fifteen boards whose corners were right.
    """
    given = np.array(corners, dtype=np.float64)
    places = [place for place in board.places if place.name not in occupied] or board.places
    as_given = measure_symmetry(
        picture, _by_corners(given, board, (picture.shape[1], picture.shape[0]), ()).pose, places
    )
    if as_given >= TUNING.centred:
        return 0.0
    for moved in _move_astray(given):
        try:
            fit, _ = anchor_corners(picture, moved.tolist(), board, (), occupied)
        except RegistrationError:
            continue
        off_mm, agreed = _off_mm(fit.pose, board, given), fit.anchors >= TUNING.fewest
        if agreed and off_mm <= _SEARCH_MM[-1]:
            return 0.0
        least = (as_given if agreed else TUNING.centred) + TUNING.more_centred
        if off_mm > _SEARCH_MM[-1] and measure_symmetry(picture, fit.pose, places) >= least:
            return off_mm
    return 0.0


def _move_astray(given: Floats) -> Iterator[Floats]:
    """Yield corners as they may have been meant: all farther out or in, or to one side."""
    middle = given.mean(axis=0)
    yield from (middle + factor * (given - middle) for factor in TUNING.astray_factors)
    for side in (given[1] - given[0], given[3] - given[0]):
        yield from (given + sign * TUNING.astray_share * side for sign in (-1, 1))


class _PrintedAnchors(NamedTuple):
    points_mm: Floats
    pixels: Floats
    weights: Floats


def _find_printed(
    picture: Picture, plain: Pose, board: Board, occupied: Container[str]
) -> Iterator[_PrintedAnchors]:
    """Yield the prints that the places may have, one kind after the other."""
    round_ones = [
        place
        for place in board.places
        if place.name not in occupied and _print_at(board, place) in {"disc", "ring", None}
    ]
    if round_ones:
        found = find_discs(Rings(picture, plain, board.size_mm), round_ones)
        pixels = plain.project(np.array([[disc.x_mm, disc.y_mm] for disc in found]))
        weights = np.clip((np.array([disc.contrast for disc in found]) - 3) / 6, 0, 1)
        yield _PrintedAnchors(list_middles(round_ones), pixels, weights)
    squares = [place for place in board.places if _print_at(board, place) in {"square", None}]
    bare = [place for place in board.places if place.name not in occupied]
    crosses = [place for place in bare if _print_at(board, place) in {"cross", None}]
    for places, points in (
        (squares, find_meeting_points(squares) if len(squares) > 1 else list_middles([])),
        (crosses, list_middles(crosses)),
    ):
        if len(points) >= TUNING.fewest:
            radius = float(np.median([place.radius_mm for place in places]))
            yield _PrintedAnchors(points, *find_crossings(picture, plain, points, radius))


def _agree(
    printed: _PrintedAnchors, corners: Floats, board: Board, plain: Pose, lenses: Sequence[Lens]
) -> tuple[Fit, Anchors] | None:
    """Fit the camera to printed marks, too; None if they do not agree, or there are none."""
    if len(printed.points_mm) < TUNING.fewest:
        return None
    agree, weight, reach = printed.weights > 0, TUNING.corner_weight, 2 * TUNING.apart_mm
    clear = np.asarray(printed.weights, np.float64)
    for _ in range(3):
        anchors = Anchors(
            np.vstack([printed.points_mm[agree], list_corners(board.size_mm)]),
            np.vstack([printed.pixels[agree], corners]),
            np.concatenate([clear[agree], np.full(4, weight)]),
            plain.size_px,
        )
        fit, weight = fit_anchors(anchors, lenses), TUNING.agreed_corner_weight
        apart = np.linalg.norm(fit.pose.ground(printed.pixels) - printed.points_mm, axis=1)
        agree = (apart < reach) & (printed.weights > 0)
        if not _enough_agree(printed.points_mm[agree], len(printed.points_mm), board):
            return None
        # Clarity decides whether a mark is used, not its position; marks that agree are.
        usual = float(np.median(printed.weights[agree]))
        clear, reach = np.clip(printed.weights / usual, 0, 1), TUNING.apart_mm
    if not _is_met(fit.pose, board, corners):
        return None
    require_possible(fit.pose, board.size_mm)
    return fit, anchors


def fit_anchors(anchors: Anchors, lenses: Sequence[Lens]) -> Fit:
    """Fit a camera to anchors; raises RegistrationError."""
    points, pixels, weights = anchors.points_mm, anchors.pixels, anchors.weights
    return fit_pose(points, pixels, anchors.size_px, weights=weights, lenses=lenses)


def _print_at(board: Board, place: BoardPlace) -> str | None:
    return place.printed or board.printed


def _enough_agree(agreeing: Floats, looked_at: int, board: Board) -> bool:
    """Whether enough circles, spread over the board, lie where the others put them."""
    if len(agreeing) < max(TUNING.fewest, TUNING.least_share * looked_at):
        return False
    return measure_coverage(agreeing, board.size_mm).hull >= TUNING.least_hull


@dataclass(frozen=True, slots=True)
class Disc:
    """The position of a printed disc on the board by the corners, and its contrast."""

    x_mm: float
    y_mm: float
    contrast: float


class Rings:
    """Measures how well the edge of a disc fits at a point of the rectified picture."""

    def __init__(self, picture: Picture, pose: Pose, size_mm: tuple[float, float]) -> None:
        self._scale = choose_scale(size_mm)
        columns, rows = (int(length * self._scale) + 1 for length in size_mm)
        x, y = ((np.arange(length) + 0.5) / self._scale for length in (columns, rows))
        pixels = project_grid(pose, x, y)
        flat = cv2.remap(picture, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
        grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
        across = cv2.Sobel(soft, cv2.CV_32F, 1, 0) / 8
        down = cv2.Sobel(soft, cv2.CV_32F, 0, 1) / 8
        # The root of the magnitude: a weak edge all round counts more than a strong partial one.
        root = np.sqrt(np.sqrt(across**2 + down**2) + 1e-3)
        self._gradients = across / root, down / root  # one by one OpenCV samples them faster

    def response(self, x_mm: Floats, y_mm: Floats, radius_mm: float) -> NDArray[np.float64]:
        """Return the mean radial gradient along circles round points of any shape."""
        circle = _CIRCLE * np.float32(radius_mm * self._scale)
        x, y = (
            (middles.astype(np.float32) * self._scale - 0.5).reshape(-1, 1) + around
            for middles, around in zip((x_mm, y_mm), circle.T, strict=True)
        )
        seen = [
            cv2.remap(one, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for one in self._gradients
        ]
        rows, columns = self._gradients[0].shape
        if x.min() < 0 or y.min() < 0 or x.max() > columns - 1 or y.max() > rows - 1:
            outside = (x < 0) | (y < 0) | (x > columns - 1) | (y > rows - 1)
            for one in seen:
                one[outside] = -1
        total = sum(one @ part for one, part in zip(seen, _CIRCLE.T, strict=True))
        return np.asarray(np.abs(total).reshape(x_mm.shape) / len(_CIRCLE), dtype=np.float64)


def find_discs(rings: Rings, places: Sequence[BoardPlace]) -> list[Disc]:
    """Return what looks most like a printed disc or ring near each place."""
    return [_centre(rings, place.x_mm, place.y_mm, place.radius_mm) for place in places]


def _centre(rings: Rings, x_mm: float, y_mm: float, radius_mm: float) -> Disc:
    across, down = np.meshgrid(x_mm + _SEARCH_MM, y_mm + _SEARCH_MM)
    best = Disc(x_mm, y_mm, 0.0)
    peak, radius = 0.0, radius_mm
    for factor in _RADII:
        response = rings.response(across, down, factor * radius_mm)
        at = np.unravel_index(response.argmax(), response.shape)
        if response[at] > peak:
            peak, radius = float(response[at]), factor * radius_mm
            contrast = peak / (float(np.median(response)) + 0.1)
            best = Disc(float(across[at]), float(down[at]), contrast)
    across, down = np.meshgrid(best.x_mm + _REFINE_MM, best.y_mm + _REFINE_MM)
    response = rings.response(across, down, radius)
    at = np.unravel_index(response.argmax(), response.shape)
    return Disc(float(across[at]), float(down[at]), best.contrast)
