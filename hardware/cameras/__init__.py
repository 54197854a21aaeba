"""Cameras: one driver a file, and one registry that knows them by name.

A new camera is a new file and a line in ``DRIVERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from hardware.cameras.folder import FolderCamera
from hardware.cameras.mjpeg import open_stream
from hardware.cameras.opencv import VideoCamera, open_usb
from hardware.cameras.picamera2 import open_picamera2
from hardware.ports import Camera, CameraTrouble, Clock, NoSuchCamera

Driver: TypeAlias = Callable[[str, Clock], Camera]
"""Opens a camera, given the text after the colon and the clock that stamps live pictures."""


DRIVERS: Final[Mapping[str, Driver]] = MappingProxyType(
    {
        "folder": lambda where, clock: FolderCamera(Path(where), clock),
        "mjpeg": open_stream,
        "picamera2": open_picamera2,
        "usb": open_usb,
        "video": lambda where, _clock: VideoCamera(Path(where)),
    }
)
SIMULATED: Final = "simulated"
"""The simulated table; no driver here opens it, because the program builds it itself."""
_NONE: Final[Mapping[str, Driver]] = MappingProxyType({})


def open_camera(text: str, clock: Clock, more: Mapping[str, Driver] = _NONE) -> Camera:
    """Open the camera that a text such as ``usb:0`` or ``folder:DIR`` names.

    ``more`` adds drivers for this call, such as the simulated table, which the program builds
    itself. Raises CameraError; NoSuchCamera if trying again cannot help.
    """
    drivers = {**DRIVERS, **more}
    kind, _, where = text.partition(":")
    if kind == SIMULATED and kind not in drivers:
        raise NoSuchCamera(
            "The camera 'simulated' is a whole table, which only tablet-companion run opens; name "
            f"one of these here: {', '.join(sorted(drivers))}.",
            CameraTrouble.NAME,
            text=text,
        )
    if kind not in drivers:
        known = ", ".join(sorted({*drivers, SIMULATED}))
        raise NoSuchCamera(
            f"There is no camera {text!r}; it must begin with one of: {known}.",
            CameraTrouble.NAME,
            text=text,
        )
    return drivers[kind](where, clock)
