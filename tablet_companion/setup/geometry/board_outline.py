"""Finds a board-like shape in a picture, and whether corners lie beside its edges. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.camera.plausible import is_convex
from hardware.ports import Picture
from tablet_companion.setup.geometry import board_edges
from tablet_companion.setup.geometry.round_outline import find_around

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as a board's outline, and as corners beside it.

    Chosen by hand on the simulated table and on labelled photographs; held by
    tests/setup/test_aim.py.
    """

    as_clear: float = 0.65
    """How clear a shape's edges must be, of the clearest shape's: the largest such is the board."""
    clear: float = 0.5
    """How clear all four edges must be for corners to be said to lie beside them."""
    beside: float = 0.03
    """Share of the upper side by which corners must miss the edges to be said to lie beside them:
    many a border is printed 2 % within the edge."""
    dragged: float = 0.012
    """As ``beside``, for one or two corners, while the others are on the outline that is found."""
    edge: float = 0.36
    """How clear all four edges must be where corners were set by hand, to be believed before the
    clearer ones of a print within a frame. On drawn frames they were 0.38 at least, and those of
    the table outside 0.28 at most."""
    near: float = 0.012
    """How far beside the sides of such corners these edges may be, as a share of the upper side."""
    near_corners: float = 0.009
    """As ``near``, for the corners themselves."""
    far: float = 0.1
    """Share of the upper side by which a frame's edges lie outside those of its print at most."""
    alike: float = 0.5
    """The least distance from such a side, as a share of the largest: frames are as wide all
    round."""
    wider: float = 0.02
    """How far the edges of a frame are looked for beside where one or two corners put them."""
    least_board: float = 0.12
    """Share of the picture below which a quadrangle is not the board."""


TUNING: Final = Tuning()


def find_outline(picture: Picture) -> Corners | None:
    """Return the corners of a board-like shape, clockwise from its top left; None if there is none.

    It is the largest convex quadrangle with visible edges, or of a different brightness; without
    any, the rectangle round a disc or an octagon.
    """
    lab, scale = board_edges.prepare(picture)
    if (outline := _find_outline(lab, scale)) is not None:
        return outline
    small = _shrink(lab)
    hulls = (
        (hull[:, 0].astype(np.float64), cv2.contourArea(contour))
        for contour in _find_contours(small)
        for hull in [cv2.convexHull(contour)]
        if _is_whole(hull, small.shape[:2])
    )
    around = find_around(small, hulls)
    return None if around is None else _ordered(_enlarge(around, 2 / scale))


def _shrink(lab: board_edges.Lab) -> Picture:
    coarse = np.asarray(lab.round(), np.uint8)
    half = cv2.resize(coarse, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _find_contours(small: Picture) -> Iterator[NDArray[Any]]:
    for mask in _masks(small):
        yield from cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]


def _is_whole(hull: NDArray[Any], shape: tuple[int, ...], beyond: int = 0) -> bool:
    """Whether a shape is as large as a board and no part of the table.

    At most so many of its points may lie ``beyond`` the picture's edge, or on it.
    """
    if cv2.contourArea(hull) < TUNING.least_board * shape[0] * shape[1]:
        return False
    x, y = hull[:, 0, 0], hull[:, 0, 1]
    at_edge = (x < 3) | (y < 3) | (x > shape[1] - 4) | (y > shape[0] - 4)
    return bool(at_edge.sum() <= beyond)


def _find_outline(lab: board_edges.Lab, scale: float) -> Corners | None:
    """Return the corners of a quadrangle in a prepared picture of this scale."""
    small = _shrink(lab)
    found = {
        _ordered(8.0 * (quad[:, 0] / 4.0).round())  # on a grid of 8 pixels alike ones are equal
        for contour in _find_contours(small)
        if (quad := _quadrangle(contour, small.shape[:2])) is not None
    }
    refined = [board_edges.refine_corners(lab, np.array(corners)) for corners in found]
    refined = [one for one in refined if is_convex(one[0])]
    least = TUNING.as_clear * max((clear for _, clear in refined), default=0.0)
    boards = [at for at, clear in refined if clear >= least]
    best = max(boards, key=lambda at: cv2.contourArea(at.astype(np.float32)), default=None)
    return None if best is None else _ordered(_enlarge(best, 1 / scale))


def find_beside(picture: Picture, corners: Sequence[Point]) -> Corners | None:
    """Return where a board's corners seem to belong, if any lies clearly beside its edges.

    One or two of them that were dragged away from the outline that is found are told sooner, and
    may show that it lies within a frame. Edges where all four were set are believed.
    """
    lab, scale = board_edges.prepare(picture)
    given = np.array(corners)
    side = float(np.linalg.norm(given[1] - given[0]))
    met, clear = board_edges.find_near(lab, _enlarge(given, scale), TUNING.near)
    missed = float(np.linalg.norm(_enlarge(met, 1 / scale) - given, axis=1).max()) / side
    if clear >= TUNING.edge and missed <= TUNING.near_corners:
        return None
    met, clear = board_edges.refine_corners(lab, _enlarge(given, scale))
    found = _enlarge(met, 1 / scale)
    missed = float(np.linalg.norm(found - given, axis=1).max()) / side
    if clear >= TUNING.clear and missed <= TUNING.dragged:
        return None
    if (outline := _find_outline(lab, scale)) is not None:
        belong = np.array(outline)
        away = np.linalg.norm(belong - given, axis=1) > TUNING.dragged * side
        if 1 <= away.sum() <= 2:
            frame = _find_frame(
                lab, scale, belong, board_edges.measure_outwards(belong, given)[away]
            )
            return frame or _ordered(np.where(away[:, None], belong, given))
    return _ordered(found) if clear >= TUNING.clear and missed > TUNING.beside else None


def _find_frame(
    lab: board_edges.Lab, scale: float, found: Floats, outwards: Floats
) -> Corners | None:
    """Return a frame's corners round those found, if it is as wide as some were dragged outwards.

    ``outwards`` is how far each of those lies outside both its sides (n × 2): about as far.
    """
    most = outwards.max()
    side = float(np.linalg.norm(found[1] - found[0]))
    if outwards.min() < TUNING.alike * most or most > TUNING.far * side:
        return None
    met, clear = board_edges.find_near(
        lab, _enlarge(board_edges.widen(found, outwards.mean()), scale), TUNING.wider
    )
    return _ordered(_enlarge(met, 1 / scale)) if clear >= TUNING.edge else None


def _enlarge(points: Floats, factor: float) -> Floats:
    """Return where pixels lie in a picture that is enlarged by a factor, or shrunk below 1."""
    return np.asarray((points + 0.5) * factor - 0.5)


def _quadrangle(contour: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any] | None:
    hull = cv2.convexHull(contour)
    found = np.asarray(cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, closed=True), closed=True))
    return found if len(found) == 4 and _is_whole(found, shape, beyond=1) else None


def _masks(small: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Yield masks of the possible board: enclosed by edges, brighter, or darker."""
    for channel in cv2.split(small):
        soft = cv2.GaussianBlur(channel, (0, 0), 1.5)
        _, bright = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        edges = cv2.dilate(cv2.Canny(soft, 30, 90), np.ones((3, 3), np.uint8))
        for mask in (bright, 255 - bright, edges):
            yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5))), np.uint8)


def _ordered(points: NDArray[np.float64]) -> Corners:
    around = points - points.mean(axis=0)
    turn = np.argsort(np.arctan2(around[:, 1], around[:, 0]))
    a, b, c, d = ((float(x), float(y)) for x, y in points[turn])
    return a, b, c, d
