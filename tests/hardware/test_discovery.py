"""The cameras that are plugged in are found by their names, and nothing else is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hardware.cameras.discovery import find_cameras
from hardware.clock import ManualClock
from hardware.ports import AvailableCamera
from tests.hardware.cameras import scene
from tests.hardware.fake_picamera2 import Sensor, module


def plug(room: Path, number: int, name: str, *, index: int = 0, bus: str = "usb1/1-1") -> None:
    """Add a device as Linux lists it: a link into the tree of the bus it is attached to."""
    device = room / "devices" / bus / f"video{number}"
    device.mkdir(parents=True)
    (device / "index").write_text(f"{index}\n")
    (device / "name").write_text(f"{name}\n")
    (room / "class").mkdir(exist_ok=True)
    (room / "class" / f"video{number}").symlink_to(device)


def test_usb_cameras_are_found_in_order(tmp_path: Path) -> None:
    """Codecs of the Pi and the second devices of a camera are no cameras."""
    plug(tmp_path, 10, "bcm2835-codec-decode", bus="platform/bcm2835-codec")
    plug(tmp_path, 12, "HD Webcam", bus="usb2/2-1")
    plug(tmp_path, 2, "Overhead Cam")
    plug(tmp_path, 3, "Overhead Cam", index=1)
    assert find_cameras(tmp_path / "class") == (
        AvailableCamera("usb:2", "Overhead Cam"),
        AvailableCamera("usb:12", "HD Webcam"),
    )


def test_where_there_is_nothing_nothing_is_found(tmp_path: Path) -> None:
    """No video device and no picamera2: an empty list, no error."""
    assert find_cameras(tmp_path / "none") == ()


def test_the_pis_own_cameras_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are named by their model; a device that vanishes meanwhile is left out."""
    sensor = Sensor(ManualClock(), scene(), models=("imx708",))
    monkeypatch.setitem(sys.modules, "picamera2", module(sensor))
    plug(tmp_path, 0, "Webcam")
    (tmp_path / "class" / "video7").symlink_to(tmp_path / "devices" / "usb1" / "gone")
    assert find_cameras(tmp_path / "class") == (
        AvailableCamera("picamera2:0", "imx708"),
        AvailableCamera("usb:0", "Webcam"),
    )
