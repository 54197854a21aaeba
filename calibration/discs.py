"""Fit a camera to a picture whose four corners are labelled, by the discs printed at the places.

Corners given by hand are good to a pixel or two and say little about the lens. The places of a
board file are printed as discs or rings, so their centres, found near where the corners put them,
make a hundred more anchors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.intrinsics import Lens
from calibration.lens import Fit, Floats, fit_pose
from calibration.sampling import look_up
from hardware.board import Board
from hardware.ports import Picture

_PX_PER_MM = 2.5
_SEARCH_MM = np.arange(-5, 5.01, 0.5)
_REFINE_MM = np.arange(-0.5, 0.51, 0.125)
_RADII = (0.8, 0.9, 1.0, 1.1)  # printed rings may be a little smaller or larger than the place
_ANGLES = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CORNER_WEIGHT = 20.0


def board_corners(board: Board) -> Floats:
    """Return the board's top-left, top-right, bottom-right, bottom-left corner in mm."""
    width, height = board.size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)


def fit_corners(
    picture: Picture,
    corners: Sequence[Sequence[float]],
    board: Board,
    lenses: Sequence[Lens] = (),
) -> Fit:
    """Fit the camera of a picture with labelled corners (px); raises RegistrationError."""
    pixels = np.array(corners, dtype=np.float64)
    points = board_corners(board)
    homography = cv2.getPerspectiveTransform(points.astype(np.float32), pixels.astype(np.float32))
    places = np.array([[place.x_mm, place.y_mm] for place in board.places])
    found = _centres(picture, homography, board)
    seen = np.array([[disc.x_mm, disc.y_mm] for disc in found])
    weights = np.clip((np.array([disc.contrast for disc in found]) - 3) / 6, 0, 1)
    discs = cv2.perspectiveTransform(seen[None], homography)[0]
    size = picture.shape[1], picture.shape[0]
    return fit_pose(
        np.vstack([places, points]),
        np.vstack([discs, pixels]),
        size,
        weights=np.concatenate([weights, np.full(4, _CORNER_WEIGHT)]),
        lenses=lenses,
    )


@dataclass(frozen=True, slots=True)
class _Disc:
    """Where a printed disc is in the plane of the corners, and how it stands out."""

    x_mm: float
    y_mm: float
    contrast: float


class _Rings:
    """Answers how well the edge of a disc fits at a point of the rectified picture."""

    def __init__(self, picture: Picture, homography: Floats, size_mm: tuple[float, float]) -> None:
        scale = np.array(
            [
                [1 / _PX_PER_MM, 0, 0.5 / _PX_PER_MM],
                [0, 1 / _PX_PER_MM, 0.5 / _PX_PER_MM],
                [0, 0, 1],
            ]
        )
        side = tuple(int(length * _PX_PER_MM) + 1 for length in size_mm)
        flat = cv2.warpPerspective(
            picture, homography @ scale, side, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
        soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
        across = cv2.Sobel(soft, cv2.CV_32F, 1, 0) / 8
        down = cv2.Sobel(soft, cv2.CV_32F, 0, 1) / 8
        # The root of the magnitude: a weak edge all round counts more than a strong one in part.
        root = np.sqrt(np.sqrt(across**2 + down**2) + 1e-3)
        self._gradient = np.dstack([across / root, down / root])

    def response(self, x_mm: Floats, y_mm: Floats, radius_mm: float) -> NDArray[np.float64]:
        """Return the mean radial gradient along circles round points of any shape."""
        x = (x_mm[..., None] + radius_mm * np.cos(_ANGLES)) * _PX_PER_MM - 0.5
        y = (y_mm[..., None] + radius_mm * np.sin(_ANGLES)) * _PX_PER_MM - 0.5
        pixels = np.stack([x, y], axis=-1).astype(np.float32)
        seen = look_up(self._gradient, pixels.reshape(-1, 2)).reshape(*pixels.shape)
        radial = seen[..., 0] * np.cos(_ANGLES) + seen[..., 1] * np.sin(_ANGLES)
        return np.asarray(np.abs(radial.mean(axis=-1)), dtype=np.float64)


def _centres(picture: Picture, homography: Floats, board: Board) -> list[_Disc]:
    rings = _Rings(picture, homography, board.size_mm)
    return [_centre(rings, place.x_mm, place.y_mm, place.radius_mm) for place in board.places]


def _centre(rings: _Rings, x_mm: float, y_mm: float, radius_mm: float) -> _Disc:
    across, down = np.meshgrid(x_mm + _SEARCH_MM, y_mm + _SEARCH_MM)
    best = _Disc(x_mm, y_mm, 0.0)
    peak, radius = 0.0, radius_mm
    for factor in _RADII:
        response = rings.response(across, down, factor * radius_mm)
        at = np.unravel_index(response.argmax(), response.shape)
        if response[at] > peak:
            peak, radius = float(response[at]), factor * radius_mm
            contrast = peak / (float(np.median(response)) + 0.1)
            best = _Disc(float(across[at]), float(down[at]), contrast)
    across, down = np.meshgrid(best.x_mm + _REFINE_MM, best.y_mm + _REFINE_MM)
    response = rings.response(across, down, radius)
    at = np.unravel_index(response.argmax(), response.shape)
    return _Disc(float(across[at]), float(down[at]), best.contrast)
