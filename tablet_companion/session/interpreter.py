"""From frames to events for the referee."""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import Frame
from tablet_companion.referee.explaining.stacks import by_look
from tablet_companion.referee.model.effects import Effect, PassOver, Show
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.frame.reader import BoardReader, FrameReader, FrameResult, Lost, Still
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.stills import Prepared

Idle = Callable[[BoardReader, Still], None]


class FrameInterpreter:
    """Interprets the frames of one board, or of one table of loose cards, from one camera."""

    def __init__(self, model: Prepared, idle: Idle | None = None) -> None:
        """Take a prepared calibration; loose cards need none.

        ``idle`` is called with the reader whenever a still table is unchanged, so that its work
        delays nobody.
        """
        self._idle = idle
        self._last: FrameResult | None = None
        self._more = False
        self.reader: FrameReader = (
            LooseCardReader(model)
            if isinstance(model, CardTable)
            else BoardReader(model, either_way=True)
        )

    def heed(self, effect: Effect) -> None:
        """Take an effect of the referee.

        What people call no hand is none in the next frame; of a position that is shown counts
        whether it has the pieces that an option of the game adds.
        """
        if isinstance(effect, PassOver):
            self.reader.told = True
        if isinstance(effect, Show):
            view = getattr(effect.panel, "view", None)
            if view is not None:  # pieces that look alike, and that the rules tell apart
                self._more = by_look(view.placement) != view.placement

    def point(self, frame: Frame) -> tuple[PlaceInPicture, ...]:
        """Return where the places lie in a frame, for display; raises RegistrationError."""
        return self.reader.locate_places(frame.picture)

    def __call__(self, frame: Frame) -> Event:
        """Return what a frame means to the referee."""
        if isinstance(self.reader, BoardReader) and self.reader.model.more is not self._more:
            model = self.reader.model.counted(more=self._more)
            self.reader.use_model(model, anew=True)
        look = self.reader.look(frame.picture)
        if self._idle is not None and look is self._last and isinstance(look, Still):
            assert isinstance(self.reader, BoardReader), "loose cards teach nothing"
            self._idle(self.reader, look)
        self._last = look
        if isinstance(look, Still):
            return Saw(frame.taken_s, look.reading)
        if isinstance(look, Lost):
            return Blind(frame.taken_s, look.why)
        return Busy(frame.taken_s, look.card, resting=look.hand, beneath=look.beneath)
