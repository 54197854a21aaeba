"""Lists the available cameras without opening one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.cameras.picamera2 import camera_names
from hardware.ports import AvailableCamera

VIDEO_DEVICES: Final = Path("/sys/class/video4linux")
"""Where Linux lists its video devices, a folder each."""


def find_cameras(devices: Path = VIDEO_DEVICES) -> tuple[AvailableCamera, ...]:
    """Return the Pi's own cameras, then those on USB, each kind by number.

    Streams, folders and videos cannot be found: they are named in the settings. The call takes a
    second if libcamera has to be started. Raises CameraError if libcamera fails.
    """
    own = (AvailableCamera(f"picamera2:{n}", model) for n, model in enumerate(camera_names()))
    return (*own, *sorted(_usb(devices), key=lambda camera: int(camera.text.partition(":")[2])))


def _usb(devices: Path) -> Iterator[AvailableCamera]:
    """Yield the cameras connected by USB; a Pi's other video devices are its codecs.

    One camera has several devices: the first delivers pictures, the others metadata.
    """
    for device in devices.glob("video*"):
        number = device.name.removeprefix("video")
        if "/usb" in str(device.resolve()) and number.isdecimal() and _line(device, "index") == "0":
            yield AvailableCamera(f"usb:{number}", _line(device, "name"))


def _line(device: Path, name: str) -> str:
    try:
        return (device / name).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""  # pulled out this moment
