"""From frames to events: the eye's glances in the referee's words."""

from __future__ import annotations

from hardware.ports import Frame
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw
from tablet_companion.vision.cards.loose.deck import CardTable
from tablet_companion.vision.cards.loose.reader import LooseCardReader
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.frame.reader import BoardReader, FrameReader, Lost, Still
from tablet_companion.vision.scene import Model


class Watcher:
    """Watches one board, or one table of loose cards, through one camera."""

    def __init__(self, model: Model | CardTable) -> None:
        """Take the calibration made ready; loose cards need none."""
        self._eye: FrameReader = (
            LooseCardReader(model) if isinstance(model, CardTable) else BoardReader(model)
        )

    def point(self, frame: Frame) -> tuple[PlaceInPicture, ...]:
        """Return where in a frame the places lie, for people; raises RegistrationError."""
        return self._eye.locate_places(frame.picture)

    def __call__(self, frame: Frame) -> Event:
        """Return what a frame means to the referee."""
        glance = self._eye.look(frame.picture)
        if isinstance(glance, Still):
            return Saw(frame.taken_s, glance.reading)
        if isinstance(glance, Lost):
            return Blind(frame.taken_s, glance.why)
        return Busy(frame.taken_s, glance.card, resting=glance.hand)
