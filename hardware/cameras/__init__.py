"""Cameras: one driver a file, and one registry that knows them by name.

A new camera is a new file and a line in ``DRIVERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from hardware.cameras.folder import FolderCamera
from hardware.cameras.opencv import VideoCamera, open_usb
from hardware.cameras.picamera2 import open_picamera2
from hardware.ports import Camera, CameraTrouble, Clock, NoSuchCamera

Driver: TypeAlias = Callable[[str, Clock], Camera]
"""Opens a camera, given the text after the colon and the clock that stamps live pictures."""


def _open_stream(where: str, clock: Clock) -> Camera:
    from hardware.cameras import mjpeg  # noqa: PLC0415 - 6 MB of HTTP that other cameras spare

    return mjpeg.open_stream(where, clock)


DRIVERS: Final[Mapping[str, Driver]] = MappingProxyType(
    {
        "folder": lambda where, clock: FolderCamera(Path(where), clock),
        "mjpeg": _open_stream,
        "picamera2": open_picamera2,
        "usb": open_usb,
        "video": lambda where, _clock: VideoCamera(Path(where)),
    }
)
SIMULATED: Final = "simulated"
"""The simulated table; no driver here opens it, because the program builds it itself."""


def open_camera(text: str, clock: Clock) -> Camera:
    """Open the camera that a text such as ``usb:0`` or ``folder:DIR`` names.

    Raises CameraError; NoSuchCamera if trying again cannot help.
    """
    kind, _, where = text.partition(":")
    if kind in DRIVERS:
        return DRIVERS[kind](where, clock)
    if kind == SIMULATED:
        sentence = (
            "The camera 'simulated' is a whole table, which only tablet-companion run opens; name "
            f"one of these here: {', '.join(sorted(DRIVERS))}."
        )
    else:
        known = ", ".join(sorted({*DRIVERS, SIMULATED}))
        sentence = f"There is no camera {text!r}; it must begin with one of: {known}."
    raise NoSuchCamera(sentence, CameraTrouble.NAME, text=text)
