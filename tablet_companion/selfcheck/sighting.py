"""The camera on the self-test's page: its picture, and the places found in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from calibration.errors import RegistrationError
from hardware.ports import RETRY_S, CameraError, Clock, Frame
from tablet_companion.games.core import Message
from tablet_companion.screen.pages.cameras import make_shot
from tablet_companion.screen.pages.trial import CameraBody
from tablet_companion.screen.words.troubles import NO_BOARD, said
from tablet_companion.vision.frame.locating import PlaceInPicture

READ_S: Final = 1.0
"""How often the places are found again; in between, the picture is updated without them."""


LocatePlaces = Callable[[Frame], tuple[PlaceInPicture, ...]]
"""Finds the places in a frame; raises RegistrationError if the board is not found."""


class Sighting:
    """Shows the referee's own camera during the check.

    ``wanted`` is for the loop, ``look`` for the camera's thread, which writes ``body`` as one whole
    value that the loop only reads.
    """

    def __init__(self, clock: Clock) -> None:
        self.wanted = False
        self.body = CameraBody()
        self._clock = clock
        self._read_s = self._retry_s = 0.0

    def look(self, take: Callable[[], Frame], locate: LocatePlaces | None) -> None:
        """Take one picture and show it, with the places last found.

        ``take`` may raise CameraError; without ``locate`` no places are found.
        """
        now_s = self._clock.now_s()
        if self.body.trouble is not None and now_s < self._retry_s:
            return
        try:
            frame = take()
        except CameraError as error:
            self._retry_s = now_s + RETRY_S
            self.body = CameraBody(trouble=said(error))
            return
        found, trouble = self.body.found, self.body.trouble
        if now_s >= self._read_s and locate is not None:
            found, trouble = _find_places(locate, frame)
            self._read_s = self._clock.now_s() + READ_S
        self.body = CameraBody(make_shot(frame.picture), found, trouble)

    def rest(self) -> None:
        """Forget the picture; by the next time everything may have changed."""
        self.body = CameraBody()
        self._read_s = self._retry_s = 0.0


def _find_places(
    locate: LocatePlaces, frame: Frame
) -> tuple[tuple[PlaceInPicture, ...], Message | None]:
    try:
        return locate(frame), None
    except RegistrationError:
        return (), Message(NO_BOARD)
