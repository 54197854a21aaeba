"""What the strict fake claims of picamera2 is so: waiting, giving up, restarting, being in use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.cameras import open_camera
from hardware.cameras.picamera2 import Picamera2Camera, camera_names
from hardware.clock import SystemClock
from hardware.ports import CameraError
from tests.hardware import real_picamera2


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[Picamera2Camera]:
    """Return the real camera, opened; skipped where there is none."""
    real_picamera2.prepare(monkeypatch)
    camera = open_camera("picamera2:0", SystemClock())
    assert isinstance(camera, Picamera2Camera)
    yield camera
    camera.close()


def test_a_stalled_camera_is_given_up_and_restarted(camera: Picamera2Camera) -> None:
    """Stopped beneath picamera2 it delivers nothing; the next capture restarts it, and it does."""
    first = camera.capture()
    camera._device.camera.stop()
    camera._stall_s = 0.5
    again = camera.capture()
    assert int(again.name) > int(first.name)
    assert again.picture.shape == first.picture.shape
    assert camera.capture().picture.any()


def test_a_camera_in_use_is_told_as_such(camera: Picamera2Camera) -> None:
    """Opening it a second time says so, and the first goes on undisturbed."""
    camera.capture()
    with pytest.raises(CameraError, match="Another program is using"):
        open_camera("picamera2:0", SystemClock())
    assert camera.capture().picture.any()


def test_the_cameras_that_are_there_are_named(camera: Picamera2Camera) -> None:
    """The model is the one that the virtual camera was given; a further number is missing."""
    camera.capture()
    assert camera_names() == ("Virtual Table",)
    with pytest.raises(CameraError, match="There is no camera picamera2:3"):
        open_camera("picamera2:3", SystemClock())


def test_an_unknown_control_is_refused(camera: Picamera2Camera) -> None:
    """As the fake refuses it, so that asking which there are is not in vain."""
    with pytest.raises(RuntimeError, match="not advertised"):
        camera._device.set_controls({"AeEnable": True})
