"""From frames to events for the referee."""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import Frame
from tablet_companion.referee.explaining.stacks import by_look
from tablet_companion.referee.model.effects import Effect, PassOver, Show
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.frame.reader import BoardReader, FrameReader
from tablet_companion.vision.frame.results import FrameResult, Lost, Still
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.stills import Prepared

IdleTask = Callable[[BoardReader, Still], None]
"""What a reader does while the table lies still and unchanged, so that it delays nobody."""


class FrameInterpreter:
    """Interprets the frames of one board, or of one table of loose cards, from one camera."""

    def __init__(self, model: Prepared, idle_task: IdleTask | None = None) -> None:
        """Take a prepared calibration, or the table of loose cards, which need none."""
        self._idle_task = idle_task
        self._last: FrameResult | None = None
        self._has_extra_pieces = False
        self.reader: FrameReader = (
            LooseCardReader(model)
            if isinstance(model, CardTable)
            else BoardReader(model, either_way=True)
        )

    def heed(self, effect: Effect) -> None:
        """Follow an effect of the referee.

        If people say that what rests over the board is no hand, the next frame is read all the
        same. The panel tells whether an option of the game has added pieces, which changes how
        many of each are expected.
        """
        if isinstance(effect, PassOver):
            self.reader.pass_over()
        if isinstance(effect, Show):
            view = getattr(effect.panel, "view", None)
            if view is not None:  # added pieces look like others; only the rules tell them apart
                self._has_extra_pieces = by_look(view.placement) != view.placement

    def locate_places(self, frame: Frame) -> tuple[PlaceInPicture, ...]:
        """Return where the places lie in a frame, for display; raises RegistrationError."""
        return self.reader.locate_places(frame.picture)

    def __call__(self, frame: Frame) -> Event:
        """Return what a frame means to the referee."""
        extra = self._has_extra_pieces
        if isinstance(self.reader, BoardReader) and self.reader.model.more is not extra:
            model = self.reader.model.counted(more=extra)
            self.reader.use_model(model, reread=True)
        look = self.reader.look(frame.picture)
        if self._idle_task is not None and look is self._last and isinstance(look, Still):
            assert isinstance(self.reader, BoardReader), "loose cards teach nothing"
            self._idle_task(self.reader, look)
        self._last = look
        if isinstance(look, Still):
            return Saw(frame.taken_s, look.reading)
        if isinstance(look, Lost):
            return Blind(frame.taken_s, look.why)
        return Busy(frame.taken_s, look.card, resting=look.hand, beneath=look.beneath)
