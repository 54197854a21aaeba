"""One camera at a time: none is opened while the previous one's driver hangs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.ports import Camera, CameraError, CameraTrouble, Hanging


class CameraSlot:
    """The one camera of a table that may be open, and whether the previous one hangs.

    A thread that waits in a driver cannot be ended. One such thread is tolerable; another one
    for every attempt would fill the machine, and a separate camera process, which could be
    killed, would have to transfer 90 megabytes of pictures a second. So nothing is opened until
    the thread returns; meanwhile the caller may use ``hanging`` to have the program restarted.
    """

    def __init__(self, open_by_name: Callable[[str], Camera]) -> None:
        """Take what opens a camera by its name."""
        self._open: Final = open_by_name
        self._last: Camera | None = None
        self._name = ""

    def __call__(self, name: str) -> Camera:
        """Open a camera. Raises CameraError, also if the previous one hangs."""
        if self.hanging():
            raise CameraError(CameraTrouble.HANGS, text=self._name)
        self._last, self._name = self._open(name), name
        return self._last

    def hanging(self) -> bool:
        """Whether the previous camera was closed but its driver has not returned."""
        return isinstance(self._last, Hanging) and self._last.hangs
