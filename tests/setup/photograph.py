"""A photograph of a board, where its corners are, and how the camera sees it."""

from __future__ import annotations

import numpy as np

from calibration.camera.fitting import fit_pose
from calibration.camera.lens import Pose
from calibration.finding.discs import list_corners
from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.setup.geometry.sketch import Point


def photograph(board: Board, renderer: Renderer) -> tuple[Picture, list[Point]]:
    """Return a picture of an empty board, and where its corners are in it."""
    table = SimulatedTable(board, np.random.default_rng(1))
    width, height = board.size_mm
    corners = table.pose.project([(0, 0), (width, 0), (width, height), (0, height)])
    picture = SimulatedCamera(table, renderer, ManualClock(), seed=1).capture().picture
    return picture, [(float(x), float(y)) for x, y in corners]


def fit(table: SimulatedTable, picture: Picture) -> Pose:
    """Return how the camera sees the board, by its corners."""
    corners = list_corners(table.board.size_mm)
    size = picture.shape[1], picture.shape[0]
    return fit_pose(corners, table.pose.project(corners), size).pose
