"""Cameras that show one grey each, and a viewfinder over them, turned by hand."""

from __future__ import annotations

import numpy as np

from hardware.clock import ManualClock
from hardware.ports import AvailableCamera, Camera, Frame, NoSuchCamera
from tablet_companion.app.sight.cameras import Cameras, Viewfinder
from tablet_companion.games.core import Message
from tablet_companion.screen.toolkit.orders import OpenCameras


def words_of(sentence: str) -> Message:
    """Return a sentence that nobody translated, as a page says it."""
    return Message("{text}", (("text", sentence),))


LEVELS = {"picamera2:0": 60, "usb:0": 180}
OURS = (AvailableCamera("picamera2:0", "imx708"), AvailableCamera("usb:0", "Webcam"))


class Plain:
    """A camera that shows one grey, and notes what becomes of it."""

    def __init__(self, name: str, log: list[str]) -> None:
        """Open it."""
        if name not in LEVELS:
            raise NoSuchCamera(f"There is no camera {name!r}.")
        self._name, self._log = name, log
        log.append(f"open {name}")

    def capture(self) -> Frame:
        """Return a wide picture."""
        return Frame(np.full((72, 1280, 3), LEVELS[self._name], np.uint8), 0.0, "1")

    def close(self) -> None:
        """Note it."""
        self._log.append(f"close {self._name}")

    def meter(self) -> None:
        """Note it."""
        self._log.append(f"meter {self._name}")


class Shelf:
    """A viewfinder over some cameras, turned by hand."""

    def __init__(self) -> None:
        """Put two cameras there and use the Pi's own."""
        self.log: list[str] = []
        self.kept: list[str] = []
        self.found: tuple[AvailableCamera, ...] = OURS
        self.clock = ManualClock()
        self.finder = Viewfinder(
            Cameras("picamera2:0", self.opened, lambda: self.found, self.kept.append), self.clock
        )

    def opened(self, name: str) -> Camera:
        """Open one of them."""
        return Plain(name, self.log)

    def look(self, count: int = 3) -> None:
        """Let the camera's thread come by some times."""
        for _ in range(count):
            self.finder.look()


def ask_for_cameras() -> Shelf:
    """Return a shelf of which somebody has just asked for the cameras."""
    shelf = Shelf()
    shelf.finder.obey(OpenCameras())
    return shelf
