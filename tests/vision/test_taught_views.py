"""Taught pictures, laid out for a camera."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from calibration.camera.fitting import fit_pose
from hardware.ports import Picture
from hardware.printing.raster import render_board
from hardware.simulated.optics import overhead
from tablet_companion.kit import printed
from tablet_companion.vision.taught_views import TaughtPicture, lay_taught_views


@dataclass
class _Counted:
    """An exposure that counts how often it is decoded."""

    picture: Picture
    decoded: list[None] = field(default_factory=list)

    @property
    def flat(self) -> Picture:
        self.decoded.append(None)
        return self.picture

    @property
    def bare(self) -> Picture:
        return np.full(self.picture.shape[:2], 255, dtype=np.uint8)


def test_a_board_is_laid_out_anew_without_decoding_its_pictures_again() -> None:
    """Under a camera that was moved, as if they had been decoded for it."""
    board = printed.board("agent_dog")
    exposure = _Counted(render_board(board, 2.5))
    taught = (TaughtPicture(exposure),)
    points = np.array([[place.x_mm, place.y_mm] for place in board.places])
    for tilt_deg in (4.0, 9.0):
        camera = overhead(board, tilt_deg=tilt_deg)
        pose = fit_pose(points, camera.project(points), camera.size).pose
        again = lay_taught_views(board, taught, pose, shown=taught)
        assert len(exposure.decoded) == 1
    fresh = lay_taught_views(board, (TaughtPicture(exposure),), pose)
    assert (again.taught[0].seen == fresh.taught[0].seen).all()
    assert (again.bare[0].seen == fresh.bare[0].seen).all()
