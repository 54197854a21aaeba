"""The reader of loose cards: takes frames and returns a hand, a lost table or a Reading.

It works like ``frame/reader.py`` but needs no calibration: the ArUco markers give the cards'
places, and their white paper the light. It remembers where every card was last seen, since only
that distinguishes a card that is gone from one under a hand.
"""

from __future__ import annotations

from calibration.camera.lens import Fit
from calibration.errors import RegistrationError
from hardware.ports import Picture
from tablet_companion.vision.frame import lying, reader, results
from tablet_companion.vision.frame.locating import PlaceInPicture, places_in_picture
from tablet_companion.vision.loose_cards.answer import make_reading
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.loose_cards.memory import Memory
from tablet_companion.vision.loose_cards.scan import CardScan, scan_cards
from tablet_companion.vision.loose_cards.vacant import Fate
from tablet_companion.vision.reading import Reading


class LooseCardReader(reader.FrameReader):
    """Reads the frames of one camera over one table of loose cards."""

    def __init__(self, table: CardTable, *, still_frames: int = reader.STILL_FRAMES) -> None:
        """Take the deck; ``still_frames`` is 1 for single pictures."""
        super().__init__(still_frames=still_frames)
        self._table = table
        self._memory = Memory()

    @property
    def aimed(self) -> bool:
        """Whether the camera's pose is known."""
        return self._memory.fit is not None

    def forget(self) -> None:
        """Forget every picture: the next one is treated as the first."""
        super().forget()
        self._memory = Memory()

    def read(self, picture: Picture) -> results.FrameResult:
        """Read one picture, and remember what it shows."""
        try:
            fit, scanned, seen = self.examine(picture)
        except RegistrationError as error:
            return results.Lost("board", str(error))
        if scanned.hand is not False and not self._lies_still(doubtful=scanned.hand is None):
            return results.Moving(hand=True)
        return results.Still(seen, fit)

    def _lies_still(self, *, doubtful: bool) -> bool:
        """Whether what covers cards has lain still for too long to be a hand; it stays covered."""
        patience = lying.TUNING.doubtful_frames if doubtful else lying.TUNING.lying_frames
        return self.passing_over or self._still >= patience

    def examine(self, picture: Picture) -> tuple[Fit, CardScan, Reading]:
        """Read one picture, even beside a hand that is over it; raises RegistrationError."""
        scanned = scan_cards(self._table, picture, self._memory)
        self._memory = scanned.memory
        return scanned.fit, scanned, make_reading(self._table, scanned.cards, scanned.astray)

    def locate_places(self, picture: Picture) -> tuple[PlaceInPicture, ...]:
        """Return where in a picture the cards lie and what is there; raises RegistrationError."""
        fit, scanned, read = self.examine(picture)
        radius = min(self._table.cards.size_mm) / 2
        rings = {
            self._table.spot_of[name, "card"]: (*card.lying.centre, radius)
            for name, card in scanned.cards.items()
            if card.fate is not Fate.GONE
        }
        return places_in_picture(fit.pose, read, rings)
