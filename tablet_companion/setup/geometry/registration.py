"""A board that is pushed or turned while it is taught, found again by its own print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import flatten
from calibration.errors import RegistrationError
from calibration.finding.discs import project_corners
from calibration.finding.features import Art
from calibration.finding.patches import Patches
from calibration.surfaces.exposures import expose_whole
from calibration.taught.model import choose_scale
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.setup.geometry.sketch import Point


class ReferencePrint:
    """The print of a board as one picture shows it; made and asked on one thread at a time."""

    def __init__(self, picture: Picture, pose: Pose, board: Board) -> None:
        self._picture, self._pose, self._board = picture, pose, board
        self._scale = choose_scale(board.size_mm)

    def find(self, picture: Picture) -> list[Point] | None:
        """Return the board's corners in another picture, clockwise from its top left, or None."""
        try:
            try:  # first, since the patches of a round track fit as well when it turned by a space
                fit = self._art.find(picture)
            except RegistrationError:  # a print with hardly anything on it
                fit = self._patches.follow(picture, self._pose)
        except RegistrationError:
            return None
        return project_corners(fit.pose, self._board.size_mm)

    @cached_property
    def _flat(self) -> Picture:
        return flatten(self._picture, self._pose, self._board.size_mm, self._scale)

    @cached_property
    def _patches(self) -> Patches:
        return Patches(self._flat, self._scale)

    @cached_property
    def _art(self) -> Art:
        return Art([expose_whole(self._flat)], self._scale)


def align(picture: Picture, corners: Sequence[Point], to: Sequence[Point]) -> Picture:
    """Return a picture in which the board's corners are where they were in another one."""
    if measure_shift(corners, to) == 0:
        return picture
    warp = _warp(corners, to)
    size = picture.shape[1], picture.shape[0]
    moved = cv2.warpPerspective(picture, warp, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def carry(points: Sequence[Point], corners: Sequence[Point], to: Sequence[Point]) -> list[Point]:
    """Return where points of a picture are in another, whose corners of the board are ``to``."""
    found = cv2.perspectiveTransform(np.array([points], np.float64), _warp(corners, to))[0]
    return [(round(float(x), 2), round(float(y), 2)) for x, y in found]


def _warp(corners: Sequence[Point], to: Sequence[Point]) -> Floats:
    warp = cv2.getPerspectiveTransform(np.array(corners, np.float32), np.array(to, np.float32))
    return np.asarray(warp, np.float64)


def measure_shift(corners: Sequence[Point], others: Sequence[Point]) -> float:
    """Return how far the corner that was moved farthest was moved, in pixels."""
    return float(np.abs(np.array(corners) - np.array(others)).max())
