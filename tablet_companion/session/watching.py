"""From frames to events: the eye's glances in the referee's words."""

from __future__ import annotations

from hardware.ports import Frame
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw
from tablet_companion.vision.cards.loose.deck import CardTable
from tablet_companion.vision.cards.loose.eye import CardEye
from tablet_companion.vision.frame.eye import Eye, Look, Lost, Onlooker
from tablet_companion.vision.frame.pointing import Pointed
from tablet_companion.vision.scene import Model


class Watcher:
    """Watches one board, or one table of marked cards, through one camera."""

    def __init__(self, model: Model | CardTable) -> None:
        """Take the calibration made ready; marked cards need none."""
        self._eye: Onlooker = CardEye(model) if isinstance(model, CardTable) else Eye(model)

    def point(self, frame: Frame) -> tuple[Pointed, ...]:
        """Return where in a frame the places lie, for people; raises RegistrationError."""
        return self._eye.point(frame.picture)

    def __call__(self, frame: Frame) -> Event:
        """Return what a frame means to the referee."""
        glance = self._eye.look(frame.picture)
        if isinstance(glance, Look):
            return Saw(frame.taken_s, glance.reading)
        if isinstance(glance, Lost):
            return Blind(frame.taken_s, glance.why)
        return Busy(frame.taken_s, glance.card, resting=glance.hand)
