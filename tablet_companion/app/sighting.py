"""What the self-test's page shows of the camera: its picture, and the places found in it."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from calibration.errors import RegistrationError
from hardware.ports import CameraError, Clock, Frame
from tablet_companion.app.cameras import RETRY_S, shrunk
from tablet_companion.referee.model.panels import Message
from tablet_companion.screen.pages.trial import CameraBody
from tablet_companion.screen.words.troubles import NO_BOARD, said
from tablet_companion.vision.frame.locating import PlaceInPicture

READ_S: Final = 1.0
"""The places are found anew so often; between, the picture goes on without waiting for that."""


@runtime_checkable
class Pointing(Protocol):
    """What can say where in a frame the places lie, besides what the frame means."""

    def point(self, frame: Frame) -> tuple[PlaceInPicture, ...]:
        """Return the places found; raises RegistrationError where the board is not found."""
        ...


class Viewed(Protocol):
    """A camera that is opened as needed, and what reads it."""

    def frame(self) -> Frame:
        """Return the next frame; raises CameraError."""
        ...

    @property
    def watch(self) -> object:
        """Return what reads the frames; it may be ``Pointing``."""
        ...


class Sighting:
    """Shows the referee's own camera while it is tried.

    ``wanted`` belongs to the loop, ``look`` to the camera's thread; ``body`` is written as one
    whole value there and only read by the loop.
    """

    def __init__(self, clock: Clock) -> None:
        """Begin with nothing seen."""
        self.wanted = False
        self.body = CameraBody()
        self._clock = clock
        self._read_s = self._retry_s = 0.0

    def look(self, viewed: Viewed) -> None:
        """Take one picture and show it, with the places found now or a moment ago."""
        now_s = self._clock.now_s()
        if self.body.trouble is not None and now_s < self._retry_s:
            return
        try:
            watch, frame = viewed.watch, viewed.frame()
        except CameraError as error:
            self._retry_s = now_s + RETRY_S
            self.body = CameraBody(trouble=said(error))
            return
        before, trouble = self.body.found, self.body.trouble
        if now_s >= self._read_s and isinstance(watch, Pointing):
            before, trouble = _pointed(watch, frame)
            self._read_s = self._clock.now_s() + READ_S
        self.body = CameraBody(shrunk(frame.picture), before, trouble)

    def rest(self) -> None:
        """Forget what was seen; by the next time all may have changed."""
        self.body = CameraBody()
        self._read_s = self._retry_s = 0.0


def _pointed(watch: Pointing, frame: Frame) -> tuple[tuple[PlaceInPicture, ...], Message | None]:
    try:
        return watch.point(frame), None
    except RegistrationError:
        return (), Message(NO_BOARD)
