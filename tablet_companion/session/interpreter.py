"""From frames to events: what the reader sees, in the referee's words."""

from __future__ import annotations

from hardware.ports import Frame
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.frame.reader import BoardReader, FrameReader, Lost, Still
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.scene import Model


class FrameInterpreter:
    """Interprets the frames of one board, or of one table of loose cards, from one camera."""

    def __init__(self, model: Model | CardTable) -> None:
        """Take the calibration made ready; loose cards need none."""
        self._reader: FrameReader = (
            LooseCardReader(model) if isinstance(model, CardTable) else BoardReader(model)
        )

    def point(self, frame: Frame) -> tuple[PlaceInPicture, ...]:
        """Return where in a frame the places lie, for people; raises RegistrationError."""
        return self._reader.locate_places(frame.picture)

    def __call__(self, frame: Frame) -> Event:
        """Return what a frame means to the referee."""
        look = self._reader.look(frame.picture)
        if isinstance(look, Still):
            return Saw(frame.taken_s, look.reading)
        if isinstance(look, Lost):
            return Blind(frame.taken_s, look.why)
        return Busy(frame.taken_s, look.card, resting=look.hand)
