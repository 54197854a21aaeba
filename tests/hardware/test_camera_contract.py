"""What every camera keeps, whatever it is: the port's promises, tried on each kind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.cameras import DRIVERS, SIMULATED
from hardware.clock import ManualClock
from hardware.ports import CameraEnd, CameraError, Picture
from tests.hardware.cameras import ELSEWHERE, KINDS, LENGTH, Maker, Open, params


@pytest.fixture(params=params())
def opened(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Return what opens each kind of camera."""
    make: Maker = request.param
    return make(tmp_path, ManualClock(50), monkeypatch)


def strongest(picture: Picture, across: float) -> int:
    """Return which channel is the strongest, half way down and so far across."""
    height, width = picture.shape[:2]
    spot = picture[height // 2 - 2 : height // 2 + 3, int(width * across) - 2 :][:, :5]
    return int(np.argmax(spot.reshape(-1, 3).mean(axis=0)))


def test_every_driver_is_tried() -> None:
    """A new driver that nobody added to the kinds would keep no promise."""
    assert {kind.split(",")[0] for kind in KINDS} | ELSEWHERE == {*DRIVERS, SIMULATED}


def test_pictures_are_blue_green_red_bytes(opened: Open) -> None:
    """What is red is strongest in the third channel, what is blue in the first."""
    camera = opened()
    picture = camera.capture().picture
    camera.close()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.flags.c_contiguous
    assert (strongest(picture, 0.4), strongest(picture, 0.6)) == (2, 0)


def test_frames_follow_each_other(opened: Open) -> None:
    """Names ascend and none comes twice; time never goes back; the size stays."""
    camera = opened()
    frames = [camera.capture() for _ in range(LENGTH)]
    camera.close()
    names, times = [frame.name for frame in frames], [frame.taken_s for frame in frames]
    assert names == sorted(set(names))
    assert times == sorted(times)
    assert len({frame.picture.shape for frame in frames}) == 1


def test_a_frame_is_not_written_over(opened: Open) -> None:
    """Whoever keeps a picture keeps what it showed, and may paint on it."""
    camera = opened()
    first = camera.capture().picture
    before = first.copy()
    second = camera.capture().picture
    assert np.array_equal(first, before)
    second[:] = 0
    assert np.array_equal(first, before)
    camera.close()


def test_a_closed_camera_says_so(opened: Open) -> None:
    """Closing twice does nothing; capturing then is an error, not the end of a recording."""
    camera = opened()
    camera.close()
    camera.close()
    with pytest.raises(CameraError, match="was closed") as caught:
        camera.capture()
    assert not isinstance(caught.value, CameraEnd)


def test_a_camera_can_be_opened_again(opened: Open) -> None:
    """After it was closed the same name opens it again: what it held was let go."""
    for _ in range(3):
        camera = opened()
        assert camera.capture().picture.any()
        camera.close()
