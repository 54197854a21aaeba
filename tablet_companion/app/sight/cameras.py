"""Choosing the table's camera on the screen: the available cameras, and the picture of one.

Meanwhile the referee's camera is closed, as a camera serves one program at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hardware.errors import CompanionError
from hardware.log import log
from hardware.ports import RETRY_S, AvailableCamera, Camera, CameraEnd, CameraError, Clock, Metering
from tablet_companion.games.core import Message
from tablet_companion.screen.pages.cameras import CamerasPanel, make_shot
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.words.troubles import UNKEPT, said


@dataclass(frozen=True)
class Cameras:
    """The cameras of a table: the configured one, and how to open, find and save one.

    ``keep`` saves a name in the settings, or raises a CompanionError.
    """

    name: str
    open_camera: Callable[[str], Camera]
    find_cameras: Callable[[], tuple[AvailableCamera, ...]]
    keep: Callable[[str], None]


class Viewfinder:
    """Shows cameras while somebody chooses one, and knows which one the table uses.

    ``obey`` and ``panel`` are for the loop; ``open_current``, ``look`` and ``close`` for the
    camera's thread. Each value is written by one side only, as a whole.
    """

    def __init__(self, cameras: Cameras, clock: Clock) -> None:
        """Begin with the camera of the settings, nobody choosing."""
        self.used = cameras.name
        self._cameras = cameras
        self._clock = clock
        self._tried: str | None = None
        self._unkept: Message | None = None
        self._seen = CamerasPanel(None, cameras.name)
        self._camera: Camera | None = None
        self._retry_s = 0.0

    # --- the loop's side -------------------------------------------------------------------------

    @property
    def choosing(self) -> bool:
        """Whether somebody chooses a camera just now."""
        return self._tried is not None

    def obey(self, order: orders.CameraOrder) -> None:
        """Do what a touch on the page asks for."""
        self._unkept = None
        match order:
            case orders.OpenCameras():
                self._tried = self.used
            case orders.TryCamera(name=name):
                self._tried = name
            case orders.MeterCamera():
                camera = self._camera  # the thread may close it meanwhile
                if isinstance(camera, Metering):
                    camera.meter()
            case orders.KeepCamera():
                self._keep()
            case orders.LeaveCameras():
                self._tried = None

    def _keep(self) -> None:
        """Use the camera that is shown; if it cannot be saved, it serves until the program ends."""
        if self._tried is None:
            return
        self.used = self._tried
        try:
            self._cameras.keep(self.used)
        except CompanionError as error:
            log(error)
            self._unkept = Message(UNKEPT)
        else:
            self._tried = None

    def panel(self) -> CamerasPanel | None:
        """Return what to show, None while nobody chooses."""
        tried, seen = self._tried, self._seen
        if tried is None:
            return None
        if tried != seen.tried:  # the thread has not come to it yet
            seen = CamerasPanel(seen.found, tried)
        return replace(seen, trouble=self._unkept or seen.trouble)

    # --- the camera's thread ---------------------------------------------------------------------

    def open_current(self) -> Camera:
        """Open the camera that the table uses, for the referee."""
        return self._cameras.open_camera(self.used)

    def look(self) -> None:
        """Take one picture for the page, or list the cameras; close the camera when done."""
        tried, seen = self._tried, self._seen
        if tried is None:
            self.close()
        elif tried != seen.tried:
            self._let_go()
            self._seen = CamerasPanel(seen.found, tried)
        elif seen.found is None:
            self._find()
        elif not seen.trouble or self._clock.now_s() >= self._retry_s:
            self._look(tried)

    def close(self) -> None:
        """Close the camera and forget the list, as another may be plugged in by the next time."""
        self._let_go()
        self._seen = CamerasPanel(None, self.used)

    def _let_go(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _find(self) -> None:
        try:
            found, trouble = self._cameras.find_cameras(), None
        except CameraError as error:
            found, trouble = (), said(error)
        if all(camera.text != self.used for camera in found):
            found = (
                *found,
                AvailableCamera(self.used, ""),
            )  # a stream, a folder, or one not plugged in
        self._seen = replace(self._seen, found=found, trouble=trouble)
        self._retry_s = self._clock.now_s() + RETRY_S

    def _look(self, tried: str) -> None:
        try:
            self._camera = self._camera or self._cameras.open_camera(tried)
            shot = make_shot(self._camera.capture().picture)
        except CameraEnd:
            self._let_go()  # a recording is shown from its start again
        except CameraError as error:
            self._seen = CamerasPanel(self._seen.found, tried, trouble=said(error))
            self._retry_s = self._clock.now_s() + RETRY_S
            self._let_go()
        else:
            metered = isinstance(self._camera, Metering)
            self._seen = CamerasPanel(self._seen.found, tried, shot, metered=metered)
