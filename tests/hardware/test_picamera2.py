"""The driver of the Pi's own camera against a strict fake: settling, holding, stalls, refusals."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any

import pytest

from hardware.cameras import open_camera
from hardware.cameras.picamera2 import SETTLE_S, STALL_S, Picamera2Camera, camera_names
from hardware.clock import ManualClock
from hardware.ports import CameraError, NoSuchCamera
from tests.hardware.cameras import RED, scene
from tests.hardware.fake_picamera2 import RANGES, Sensor, module


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> Sensor:
    """Put the fake in picamera2's place and return what its cameras look at."""
    sensor = Sensor(ManualClock(), scene())
    monkeypatch.setitem(sys.modules, "picamera2", module(sensor))
    return sensor


def opened(sensor: Sensor) -> Picamera2Camera:
    """Open the camera by its name."""
    camera = open_camera("picamera2:0", sensor.clock)
    assert isinstance(camera, Picamera2Camera)
    return camera


def test_it_is_configured_once_for_life(sensor: Sensor) -> None:
    """Settling, holding, metering again and restarting change no configuration."""
    sensor.silent_starts = 1
    camera = opened(sensor)
    for _ in range(3):
        camera.capture()
        camera.meter()
    assert (sensor.opened, sensor.configured, sensor.started) == (1, 1, 2)


def test_colours_arrive_in_opencv_order(sensor: Sensor) -> None:
    """The format that is called RGB888 has blue first in memory, which is what pictures have."""
    picture = opened(sensor).capture().picture
    assert picture.shape == (1080, 1920, 3)
    assert tuple(picture[500, 100]) == RED
    sensor.format = "BGR888"
    with pytest.raises(
        CameraError, match=r"sends BGR888, which cannot be read; if it is a USB camera"
    ):
        opened(sensor)


def test_pictures_wait_until_the_automatics_have_settled_and_are_held(sensor: Sensor) -> None:
    """The first frame comes when values stand still; then they are fixed where they stood."""
    camera = opened(sensor)
    frame = camera.capture()
    assert 15 < int(frame.name) < 60
    follow, hold = sensor.set
    assert follow == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
    assert (hold["AeEnable"], hold["AwbEnable"], hold["AfMode"]) == (False, False, 0)
    assert hold["ExposureTime"] == pytest.approx(12_000, rel=0.02)
    assert hold["AnalogueGain"] == pytest.approx(2.5, rel=0.02)
    assert hold["ColourGains"] == pytest.approx((1.9, 1.4), rel=0.02)
    assert hold["LensPosition"] == pytest.approx(1.8, rel=0.02)
    sensor.light = {**sensor.light, "ExposureTime": (40_000.0,)}
    following = int(camera.capture().name)
    assert following == int(frame.name) + 1, "what is held is not waited for"
    assert len(sensor.set) == 2


def test_on_command_it_settles_anew(sensor: Sensor) -> None:
    """Another light is followed only when somebody asks for it."""
    camera = opened(sensor)
    camera.capture()
    sensor.light = {**sensor.light, "ExposureTime": (40_000.0,)}
    camera.meter()
    camera.capture()
    assert sensor.set[2] == sensor.set[0]
    assert sensor.set[3]["ExposureTime"] == pytest.approx(40_000, rel=0.02)


def test_a_light_that_never_settles_is_held_as_it_is(sensor: Sensor) -> None:
    """A flickering lamp costs ten seconds, once, and no more."""
    sensor.flicker = True
    camera = opened(sensor)
    camera.capture()
    assert SETTLE_S <= sensor.clock.now_s() < SETTLE_S + 1
    assert "ExposureTime" in sensor.set[-1]


def test_what_a_camera_lacks_is_not_set(sensor: Sensor) -> None:
    """A module without focus, and one without any automatics, get only what they have."""
    sensor.controls = {name: RANGES[name] for name in ("AeEnable", "ExposureTime")}
    opened(sensor).capture()
    assert set(sensor.set[-1]) == {"AeEnable", "ExposureTime"}
    sensor.controls = {}
    assert opened(sensor).capture().name == "000001"


def test_a_stalled_camera_is_restarted_with_what_was_held(sensor: Sensor) -> None:
    """After five seconds without a picture it is stopped and started, the light still held."""
    camera = opened(sensor)
    camera.capture()
    held, before_s = sensor.set[-1], sensor.clock.now_s()
    sensor.silent_starts = 1
    camera.capture()
    assert sensor.started == 2
    assert sensor.set[-1] == held
    assert sensor.clock.now_s() == pytest.approx(before_s + STALL_S, abs=0.1)


@pytest.mark.parametrize(
    "befall", [{"silent_starts": 99}, {"stuck": True}, {"plugged": False}], ids=str
)
def test_what_no_restart_mends_is_an_error(sensor: Sensor, befall: dict[str, Any]) -> None:
    """Silence, one picture over and over, and a camera that was pulled out: one sentence."""
    camera = opened(sensor)
    camera.capture()
    for name, value in befall.items():
        setattr(sensor, name, value)
    with pytest.raises(CameraError, match=r"picamera2:0 has sent no new picture for 5 s"):
        camera.capture()
    camera.close()
    assert sensor.closed == 1


def test_a_camera_that_is_plugged_in_again_is_opened_again(sensor: Sensor) -> None:
    """Pulled out it is missing, which may change; back again it works as before."""
    opened(sensor).close()
    sensor.plugged = False
    with pytest.raises(CameraError, match=r"There is no camera picamera2:0 .*ribbon") as caught:
        opened(sensor)
    assert not isinstance(caught.value, NoSuchCamera), "trying again can help"
    sensor.plugged = True
    assert opened(sensor).capture().picture.any()


def test_a_camera_in_use_is_told_as_such(sensor: Sensor) -> None:
    """The reason that picamera2 hides beneath its own error is found."""
    sensor.busy = True
    with pytest.raises(
        CameraError, match="Another program is using the camera picamera2:0; close that program"
    ):
        opened(sensor)


def test_a_failing_driver_is_one_sentence(sensor: Sensor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever picamera2 raises, opening and capturing raise CameraError, the device let go."""

    def fail(*_: object, **__: object) -> None:
        raise OSError("Input/output error")

    camera = opened(sensor)
    monkeypatch.setattr(camera._device, "capture_arrays", fail)
    with pytest.raises(CameraError, match=r"failed \(Input/output error\); check its cable"):
        camera.capture()
    library: Any = sys.modules["picamera2"]
    monkeypatch.setattr(library.Picamera2, "start", fail)
    with pytest.raises(CameraError, match="Input/output error"):
        opened(sensor)
    assert sensor.closed == 1
    monkeypatch.setattr(library.Picamera2, "global_camera_info", fail)
    with pytest.raises(CameraError, match="Input/output error"):
        opened(sensor)


def test_without_picamera2_the_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying again cannot help; nothing but opening such a camera imports it."""
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(NoSuchCamera, match=r"python3-picamera2 .*--system-site-packages"):
        open_camera("picamera2:0", ManualClock())
    assert camera_names() == ()
    for wrong in ("left", "9" * 5000):
        with pytest.raises(NoSuchCamera, match="write picamera2:0"):
            open_camera(f"picamera2:{wrong}", ManualClock())


def test_the_import_is_lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the driver's file again imports no picamera2."""
    imported: list[str] = []
    usual: Callable[..., Any] = builtins.__import__

    def note(name: str, *rest: Any, **named: Any) -> Any:
        imported.append(name)
        return usual(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", note)
    monkeypatch.delitem(sys.modules, "hardware.cameras.picamera2")
    __import__("hardware.cameras.picamera2")
    assert "picamera2" not in imported


def test_the_models_found_are_named(sensor: Sensor) -> None:
    """The set-up screen lists them by their number."""
    sensor.models = ("imx708", "imx477")
    assert camera_names() == ("imx708", "imx477")


def test_no_frame_is_older_than_the_call_for_it(sensor: Sensor) -> None:
    """The camera is asked to keep no finished picture back."""
    assert opened(sensor)._device.camera_configuration()["queue"] is False
