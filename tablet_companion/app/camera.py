"""The camera's thread: pictures are taken and read there, so that the loop never waits for one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final

from hardware.ports import Camera, CameraEnd, CameraError, Clock
from tablet_companion.referee.events import Blind, Event
from tablet_companion.watching import Watcher

RETRY_S: Final = 2.0


class CameraThread:
    """Opens a camera, reads its frames and queues what they mean; opens it again when it fails."""

    def __init__(
        self,
        opened: Callable[[], Camera],
        watcher: Watcher,
        clock: Clock,
        queue: SimpleQueue[Event],
    ) -> None:
        """Take how to open the camera; nothing is touched before ``start``."""
        self._opened = opened
        self._watcher = watcher
        self._clock = clock
        self._queue = queue
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Stop looking and let the camera go; waits a moment for the last frame."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=RETRY_S)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                camera = self._opened()
            except CameraError:
                self._fail()
                continue
            try:
                while not self._stopped.is_set():
                    self._queue.put(self._watcher(camera.capture()))
            except CameraEnd:
                return
            except CameraError:
                self._fail()
            finally:
                camera.close()

    def _fail(self) -> None:
        self._queue.put(Blind(self._clock.now_s(), "camera"))
        self._stopped.wait(RETRY_S)
