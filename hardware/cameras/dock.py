"""One camera at a time: none is opened while the last one's driver has not let go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.ports import Camera, CameraError, CameraTrouble, Hanging


class Dock:
    """Opens the cameras of one table, and knows whether the last one hangs.

    A thread that waits in a driver cannot be ended. One such thread is borne; another beside it
    for every try would fill the machine, and a process of its own for the camera, which could be
    ended, would have to hand over 90 megabytes of pictures a second. So nothing is opened until
    the thread comes back, and whoever asks for ``hanging`` can have the program started again.
    """

    def __init__(self, opened: Callable[[str], Camera]) -> None:
        """Take how to open a camera by its name."""
        self._opened: Final = opened
        self._last: Camera | None = None
        self._name = ""

    def __call__(self, name: str) -> Camera:
        """Open a camera. Raises CameraError, also where the last one hangs."""
        if self.hanging():
            raise CameraError(
                f"The driver of the camera {self._name} hangs; pull the camera out and plug it in "
                "again, or start the machine again.",
                CameraTrouble.HANGS,
                text=self._name,
            )
        self._last, self._name = self._opened(name), name
        return self._last

    def hanging(self) -> bool:
        """Whether the last camera was closed and its driver has not let go of it."""
        return isinstance(self._last, Hanging) and self._last.hangs
