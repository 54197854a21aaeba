"""Watches a camera on its own thread, so that no touch waits for a picture."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from hardware.ports import RETRY_S, AvailableCamera, Camera, CameraEnd, CameraError, Frame
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.screen.words.troubles import said

NO_CAMERA: Final = Message(N_("No camera was found. Plug one in."))


class CameraFeed:
    """Holds the newest frame of the camera that is asked for, or else of the first that is found.

    If it is pulled out and another is plugged in, that one is shown; ``name`` says which it is.

    ``watch`` and ``rest`` belong to the loop; the thread writes whole values, which the loop only
    reads, and none once its camera is no longer watched. ``error`` is what the thread failed with.
    """

    def __init__(
        self, open_camera: Callable[[str], Camera], find: Callable[[], tuple[AvailableCamera, ...]]
    ) -> None:
        self.frame: Frame | None = None
        self.trouble: Message | None = None
        self.error: Exception | None = None
        self.name = ""
        self.found: tuple[AvailableCamera, ...] = ()
        self._known: frozenset[str] | None = None
        self._open_camera, self._find = open_camera, find
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, name: str) -> None:
        """Close the previous camera and watch this one; without a name, the first that is found."""
        self.rest()
        self.name, self._known = name, None
        self._stopped = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(name, self._stopped), name="set-up camera", daemon=True
        )
        self._thread.start()

    def rest(self) -> None:
        """Let the camera go."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(timeout=RETRY_S)
        self.frame = self.trouble = self._thread = None
        self.name = ""

    def _run(self, name: str, stopped: threading.Event) -> None:
        try:
            while not stopped.is_set():
                self._look(name, stopped)
                stopped.wait(RETRY_S if self.trouble or self.frame is None else 0.0)
        except Exception as error:  # noqa: BLE001 - not swallowed: the loop raises it
            self.error = error

    def _look(self, name: str, stopped: threading.Event) -> None:
        """Show a camera's pictures until it fails, ends, or is no longer watched."""
        try:
            if self.trouble or not self.found:  # in another socket it has another name
                self.found = self._find()
            chosen = self._choose(name)
            if stopped.is_set():
                return  # looking for cameras takes a second: another one is watched by now
            self.name = chosen
            if chosen:
                self._follow(chosen, stopped)
            else:
                self.trouble = NO_CAMERA
        except CameraEnd:
            pass  # a recording is shown from its start again
        except CameraError as error:
            if not stopped.is_set():  # else another camera is watched by now
                self.frame, self.trouble = None, said(error)

    def _choose(self, name: str) -> str:
        """Return the camera to look through: the one asked for, or what was plugged in for it.

        That is one that was not there while it was: a laptop's own camera shows no table.
        """
        found = {one.text: one for one in self.found}
        if not name:
            return next(iter(found), "")
        if self._known is None or name in found:
            self._known = self._known or frozenset(found)
            return name
        return next((one for one in found if one not in self._known), name)

    def _follow(self, name: str, stopped: threading.Event) -> None:
        camera = self._open_camera(name)
        try:
            while not stopped.is_set():
                frame = camera.capture()
                if not stopped.is_set():
                    self.frame, self.trouble = frame, None
        finally:
            camera.close()
