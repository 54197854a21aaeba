"""Real cards that people dealt to a seat which the table plays: shown, or given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Card, Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.vision.reading import CardReading

TOO_EARLY: Final = Message(
    N_("These cards do not count yet. Take them off the pile, then touch “Ready”.")
)
"""What is asked of people who lay cards before anybody said that all look away."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A real hand is being shown to the camera, for a seat that the table plays.

    ``before`` is the pile without it, ``read`` are the cards lying on one another there, in order.
    ``trouble`` is why they have to be shown again, or cannot be read. ``begun``: people have turned
    away. ``corrected`` are the right faces of misread cards, by their numbers in ``read``, from 1.
    ``off`` of them were taken off the pile again once all were read.
    """

    seat: Seat
    before: CardReading | None = None
    read: tuple[CardReading, ...] = ()
    trouble: Message | None = None
    begun: bool = False
    corrected: tuple[tuple[int, Card], ...] = ()
    off: int = 0

    @property
    def faces(self) -> tuple[Card, ...]:
        """The cards that were read so far, as corrected."""
        right = dict(self.corrected)
        return tuple(
            right.get(number, one.best or Card("")) for number, one in enumerate(self.read, start=1)
        )


@dataclass(frozen=True, slots=True)
class Gave:
    """A seat of the table's gave a real card away: which one of its stack, from the top; 0 if none.

    This round it exchanges no other.
    """

    seat: Seat
    number: int = 0
