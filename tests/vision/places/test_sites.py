"""What a piece hides is known, however far it leans under an oblique camera."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera.fitting import fit_pose
from calibration.camera.plausible import is_possible
from hardware.simulated.optics import overhead
from tablet_companion.kit import printed
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Standing, make_sites

SIZE = (1280, 960)


@pytest.mark.parametrize("tilt_deg", [5, 45])
def test_a_piece_hides_all_that_lies_behind_it(tilt_deg: float) -> None:
    """Points of other places, and of the board's map: none is cut off far from its foot."""
    board = printed.board("pocket_ops")
    camera = overhead(board, size=SIZE, tilt_deg=tilt_deg)
    middles = np.array([[place.x_mm, place.y_mm] for place in board.places])
    pose = fit_pose(middles, camera.project(middles), SIZE).pose
    assert is_possible(pose, board.size_mm)
    sites = make_sites(board, pose)
    for site in sites.sites:
        stand = site.upright[0]
        piece = Standing(stand.kind, stand.stance, stand.feet[len(stand.feet) // 2])
        shape = sites.silhouettes[piece.kind]
        hidden = np.flatnonzero(shape.cover(sites.points, piece.foot, piece.stance))
        others = hidden[(hidden < site.first) | (hidden >= site.last)]
        assert sites.hidden_by(piece, site).tolist() == others.tolist()
        window, outline = sites.outline(piece, 0.0)
        top = shape.top_centre(piece.foot, piece.stance) * MAP_PX_PER_MM
        column, row = np.minimum(top, np.array(board.size_mm) * MAP_PX_PER_MM - 1).astype(int)
        assert window[0].start <= row < window[0].start + len(outline)
        assert window[1].start <= column < window[1].start + outline.shape[1]
