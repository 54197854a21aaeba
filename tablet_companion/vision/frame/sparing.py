"""When a still table whose light changes all the time is read: not in every picture.

A candle, a pumping exposure or bands of mains light make every picture another one, and reading it
takes longer than the next picture to come on a small computer. The verdict would come late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.vision.reading import SURE, Reading


@dataclass(frozen=True, slots=True)
class Tuning:
    """How often a still table is read.

    Chosen by hand at the simulated table; held by tests/vision/test_sparing.py.
    """

    agreeing: int = 3
    """Readings in a row that have to say the same: as many as of a table whose light is steady."""
    every_frames: int = 5
    """After that every n-th picture is read, at most a third of a second late."""


TUNING: Final = Tuning()


class Sparing:
    """Counts the readings of a still table that say the same."""

    def __init__(self) -> None:
        """Begin with none."""
        self._said: object = None
        self._agreed = self._passed = 0

    def note(self, said: object) -> None:
        """Take what was read: something that equals the same said again."""
        self._agreed = self._agreed + 1 if said == self._said else 1
        self._said, self._passed = said, 0

    def forget(self) -> None:
        """Begin again: something moved."""
        self._said, self._agreed, self._passed = None, 0, 0

    def may_pass(self) -> bool:
        """Whether the next picture need not be read."""
        self._passed += 1
        return self._agreed >= TUNING.agreeing and self._passed < TUNING.every_frames


def summarise(reading: Reading) -> object:
    """Return what a reading says, whatever its exact odds and lengths."""
    places = tuple((one.best, one.covered, one.probability >= SURE) for one in reading.places)
    strays = frozenset((one.piece, one.near) for one in reading.strays)
    things = frozenset((one.piece, one.near) for one in reading.things)
    card = reading.card
    top = card and (card.best, card.probability >= SURE, card.pose is None)
    return places, top, strays, things, reading.disputed
