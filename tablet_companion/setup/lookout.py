"""Watches a camera on its own thread, so that no touch waits for a picture."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from hardware.ports import Camera, CameraEnd, CameraError, Found, Frame
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.screen.words.troubles import said

RETRY_S: Final = 2.0
NO_CAMERA: Final = Message(N_("No camera was found. Plug one in."))


class Lookout:
    """Holds the newest frame of the camera that is asked for, or else of the first that is found.

    ``watch`` and ``rest`` belong to the loop; what was seen, of which camera, and which there are,
    is written as whole values by the thread and only read by the loop.
    """

    def __init__(
        self, opened: Callable[[str], Camera], find: Callable[[], tuple[Found, ...]]
    ) -> None:
        """Begin with no camera."""
        self.frame: Frame | None = None
        self.trouble: Message | None = None
        self.name = ""
        self.found: tuple[Found, ...] = ()
        self._opened, self._find = opened, find
        self._stopped: threading.Event | None = None
        self._thread: threading.Thread | None = None

    def watch(self, name: str) -> None:
        """Close the previous camera and watch this one; without a name, the first that is found."""
        self.rest()
        stopped = self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(name, stopped), name="set-up camera", daemon=True
        )
        self._thread.start()

    def rest(self) -> None:
        """Let the camera go."""
        if self._stopped is not None and self._thread is not None:
            self._stopped.set()
            self._thread.join(timeout=RETRY_S)
        self.frame = self.trouble = self._stopped = None

    def _run(self, name: str, stopped: threading.Event) -> None:
        while not stopped.is_set():
            try:
                if self.trouble or not self.found:  # in another socket it has another name
                    self.found = self._find()
                self.name = name or next((one.text for one in self.found), "")
                if self.name:
                    self._follow(self.name, stopped)
                else:
                    self.trouble = NO_CAMERA
            except CameraEnd:
                pass  # a recording is shown from its start again
            except CameraError as error:
                self.frame, self.trouble = None, said(error)
            stopped.wait(RETRY_S if self.trouble or self.frame is None else 0.0)

    def _follow(self, name: str, stopped: threading.Event) -> None:
        camera = self._opened(name)
        try:
            while not stopped.is_set():
                frame = camera.capture()
                if not stopped.is_set():
                    self.frame, self.trouble = frame, None
        finally:
            camera.close()
