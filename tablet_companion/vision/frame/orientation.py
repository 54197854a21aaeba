"""Which way a board lies that looks the same from several sides, and what a pose shows of it."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Fit, Pose
from calibration.errors import RegistrationError
from calibration.finding.discs import list_corners
from hardware.ports import Picture
from tablet_companion.vision.scene import Model

NOT_THERE: Final = (
    "The board does not look as it was learnt where its corners are given. Give top-left, "
    "top-right, bottom-right and bottom-left as the board is read, for it may lie turned round; "
    "if it looks otherwise now, or was learnt from mirrored pictures, calibrate again."
)
_OUTLINE_POINTS: Final = 9
"""Points along each edge of the board that are projected for the gate: the lens bends edges."""


def find(model: Model, picture: Picture, known: Fit | None, *, either_way: bool) -> Fit:
    """Find the board; if it may lie turned as well, take the way nearest to where it lay.

    Raises RegistrationError; if not ``either_way``, also of a board that looks alike so.
    """
    fit = model.find(picture, either_way=either_way)
    if not either_way or known is None or model.board.markers:
        return fit
    board = model.board
    ways = [fit.pose.turned(quarters, board.size_mm) for quarters in board.quarter_turns]
    alike = [way for way in ways if model.is_shown(picture, way)]
    nearest = min((fit.pose, *alike), key=lambda way: measure_apart_px(way, known.pose, model))
    return msgspec.structs.replace(fit, pose=nearest)


def check_given(model: Model, picture: Picture, given: Fit) -> Fit:
    """Return a pose by given corners, turned if the board clearly lies so.

    Raises RegistrationError if the picture does not show the board there, or shows it turned but
    not which way.
    """
    quarters = model.find_way(picture, given.pose)
    if quarters is None:
        raise RegistrationError(NOT_THERE)
    pose = given.pose.turned(quarters, model.board.size_mm) if quarters else given.pose
    if not model.is_shown(picture, pose, way_known=True):
        raise RegistrationError(NOT_THERE)
    return msgspec.structs.replace(given, pose=pose)


def count_turns(corners: NDArray[np.float64], seen: NDArray[np.float64]) -> int:
    """Return by how many quarters the corners given (4 × 2, px) lie round from those seen."""
    apart = [np.linalg.norm(np.roll(seen, -quarters, axis=0) - corners) for quarters in range(4)]
    return int(np.argmin(apart))


def trace_outline(pose: Pose, model: Model, tallest_mm: float) -> NDArray[np.float64]:
    """Return pixels along the board's edge, and along the tops of the tallest pieces there."""
    corners = list_corners(model.board.size_mm)
    along = np.linspace(0, 1, _OUTLINE_POINTS)[:, None, None]
    edge = (corners + along * (np.roll(corners, -1, axis=0) - corners)).reshape(-1, 2)
    return np.vstack([pose.project(edge), pose.project(edge, tallest_mm)])


def measure_apart_px(one: Pose, other: Pose, model: Model) -> float:
    """Return the distance (px) between the board's corners in two poses."""
    corners = list_corners(model.board.size_mm)
    return float(np.abs(one.project(corners) - other.project(corners)).max())
