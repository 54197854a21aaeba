"""A game with a pile before a camera that sees everything well."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Card, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Judged, Kind
from tablet_companion.referee.model.events import Busy, Event, Intent, Saw, Touched
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.step import step
from tablet_companion.vision.reading import CardReading
from tests.referee.looks import look
from tests.referee.seer import areas_of


class Watched:
    """A game with a pile before a camera, with what the referee put on record and asked."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        """Go on from a state."""
        self.table = new_table(game, areas_of(game), "en").but(stage=Stage.PLAY, state=state)
        self.judged: list[Judged] = []

    def _event(self, event: Event) -> None:
        self.table, effects = step(self.table, event)
        self.judged += [one for one in effects if isinstance(one, Judged)]

    def see(self, shown: Placement, seconds: float, card: str, degrees: float) -> None:
        """Let a hand come and go, and the table show something with a card on the pile."""
        self._event(Busy(self.table.now_s + 0.5))
        self._reading = look(shown, areas=self.table.areas, card=card, pose=(degrees, 0.0, degrees))
        self.stay(seconds)

    def stay(self, seconds: float) -> None:
        """Let the table lie as it was seen last."""
        for _ in range(round(seconds * 10)):
            self._event(Saw(self.table.now_s + 0.1, self._reading))

    def touch(self, intent: Intent) -> None:
        """Touch something on the screen."""
        self._event(Touched(self.table.now_s + 0.1, intent))

    def glimpse(self, card: str) -> None:
        """Let a card be seen on the pile while a hand rests over the board."""
        seen = CardReading(((Card(card), 0.99), (None, 0.01)), (0.0, 0.0, 0.0))
        self._event(Busy(self.table.now_s + 0.5, seen))

    @property
    def accepted(self) -> list[str]:
        """Return the actions that were accepted, as the record writes them."""
        return [one.action for one in self.judged if one.kind is Kind.ACCEPTED]
