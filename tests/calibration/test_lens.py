"""A camera's pose is found again from what it sees of a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera.fitting import fit_pose
from calibration.camera.intrinsics import Lens
from calibration.camera.lens import ROTATION, SHIFT, Pose, find_intrinsics
from calibration.errors import RegistrationError
from tests.amounts import count

SIZE = (1280, 720)
GRID = np.stack(np.meshgrid(np.arange(10, 400, 30.0), np.arange(10, 280, 30.0)), -1).reshape(-1, 2)


def _pose(tilt: float, roll: float, height_mm: float, radial: float) -> Pose:
    return Pose((tilt, 0.5 * tilt, roll, -200.0, -140.0, height_mm, 1000.0, radial), SIZE)


MEASURED = Lens("a", SIZE, (1000.0, 1010.0), (640.0, 350.0), (-0.2, 0.05, 0.003, -0.004, 0.01))

LENSES = (st.floats(-0.3, 0.3), st.floats(520, 700), st.floats(-0.1, 0.02))


def _found(pose: Pose) -> Pose:
    """Fit what a pose shows, with noise of 0.1 px and one point in ten plainly wrong."""
    rng = np.random.default_rng(1)
    pixels = pose.project(GRID) + rng.normal(0, 0.1, GRID.shape)
    pixels[::10] += 40
    return fit_pose(GRID, pixels, SIZE).pose


@settings(max_examples=count(10, 25), deadline=None)
@given(st.floats(-0.12, 0.12), *LENSES)
def test_the_board_is_found_among_outliers(
    tilt: float, roll: float, height_mm: float, radial: float
) -> None:
    """Points of the board are placed to half a pixel."""
    pose = _pose(tilt, roll, height_mm, radial)
    assert np.abs(_found(pose).project(GRID) - pose.project(GRID)).max() < 0.6


@settings(max_examples=count(10, 25), deadline=None)
@given(st.floats(0.08, 0.15), *LENSES)
def test_tops_are_placed_by_a_tilted_camera(
    tilt: float, roll: float, height_mm: float, radial: float
) -> None:
    """Tops of pawns are placed to 4 px when the camera is tilted by some degrees.

    From straight above, focal length and height cannot be told apart.
    """
    pose = _pose(tilt, roll, height_mm, radial)
    assert np.abs(_found(pose).project(GRID, 28.0) - pose.project(GRID, 28.0)).max() < 4


@given(st.floats(-0.12, 0.12), st.floats(-0.3, 0.3))
def test_ground_undoes_project(tilt: float, roll: float) -> None:
    """A pixel of a board point leads back to that point."""
    pose = _pose(tilt, roll, 600, -0.05)
    assert np.abs(pose.ground(pose.project(GRID)) - GRID).max() < 0.01


@pytest.mark.parametrize("lens", [None, MEASURED])
def test_points_are_projected_as_by_opencv(lens: Lens | None) -> None:
    """A lens bends straight lines as OpenCV has it bend them, to a billionth of a pixel."""
    pose = Pose((0.2, 0.1, 0.3, -200.0, -140.0, 600.0, 1000.0, -0.1, 0.01, 0.02, 0.003), SIZE, lens)
    values = np.array(pose.values)
    solid = np.column_stack([GRID, np.full(len(GRID), -20.0)])
    matrix, distortion = find_intrinsics(values, (SIZE, lens))
    expected, _ = cv2.projectPoints(solid, values[ROTATION], values[SHIFT], matrix, distortion)
    assert np.allclose(pose.project(GRID, 20.0), expected[:, 0], rtol=0, atol=1e-9)


def test_a_moved_camera_keeps_its_lens() -> None:
    """Following a pushed board does not change what is known of the lens."""
    pose = _pose(0.05, 0.0, 600, -0.05)
    pushed = Pose((*pose.values[:3], -195.0, -143.0, *pose.values[5:]), SIZE)
    found = fit_pose(GRID, pushed.project(GRID), SIZE, moved=pose).pose
    assert found.values[6:] == pytest.approx((*pose.values[6:], 0, 0, 0), rel=1e-3, abs=1e-3)
    assert np.abs(found.project(GRID) - pushed.project(GRID)).max() < 0.05


def test_too_few_points_are_refused() -> None:
    """Three points do not tell where a camera is."""
    with pytest.raises(RegistrationError):
        fit_pose(GRID[:3], GRID[:3], SIZE)
