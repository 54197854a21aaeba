"""A table under test: time, looks and touches are given by hand, and everything is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion import games
from tablet_companion.games.core import Card, Placement
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.effects import Effect, Judged, Kind, Record, Show
from tablet_companion.referee.model.events import Begin, Busy, Choose, Event, Intent, Saw, Touched
from tablet_companion.referee.model.panels import Panel, PlayPanel
from tablet_companion.referee.model.table import Table, new_table
from tablet_companion.referee.step import step
from tablet_companion.vision.reading import CardReading, Reading
from tests.referee.looks import AREAS, look
from tests.referee.ways_out import can_deny

GAME = games.load("agent_dog")
LOOK_S = 0.125
"""Seconds from look to look, as a small machine reads them."""

Pose = tuple[float, float, float]
"""Where a card lies: x and y in mm, and its angle in degrees."""


class Bench:
    """A game of Agent DOG under way, with everything the referee said."""

    def __init__(self, dealer: str = "red", options: Mapping[str, Any] | None = None) -> None:
        """Begin a game of four whose cards nobody shows."""
        self.table: Table = new_table(GAME, AREAS, "en")
        self.now_s = 0.0
        self.judged: list[Judged] = []
        self.records: list[Record] = []
        self.effects: list[Effect] = []
        self.looked = Reading(())
        for name, value in (options or {}).items():
            self.touch(Choose(name, value))
        self.touch(Choose("dealer", dealer))
        self.touch(Begin())
        self.touch(Begin())

    @property
    def panel(self) -> Panel:
        """Return what the screen shows."""
        shows = [effect for effect in self.effects if isinstance(effect, Show)]
        return shows[-1].panel

    @property
    def kinds(self) -> list[Kind]:
        """Return the verdicts so far."""
        return [judged.kind for judged in self.judged]

    def event(self, event: Event) -> None:
        """Give the referee an event and keep what it says."""
        self.table, effects = step(self.table, event)
        assert can_deny(self.table)
        self.effects += effects
        self.judged += [effect for effect in effects if isinstance(effect, Judged)]
        self.records += [effect for effect in effects if isinstance(effect, Record)]

    def touch(self, intent: Intent) -> None:
        """Touch something on the screen."""
        self.now_s += 0.5
        self.event(Touched(self.now_s, intent))

    def hand(self) -> None:
        """Let a hand be over the board for half a second."""
        self.event(Busy(self.now_s + LOOK_S))
        self.now_s += 0.5
        self.event(Busy(self.now_s))

    def glimpse(self, card: str, pose: Pose = (0.0, 0.0, 0.0), sure: float = 0.99) -> None:
        """Let a card be seen on the pile while a hand is over the board; ``none``: none."""
        self.now_s += 0.5
        face = None if card == "none" else Card(card)
        self.event(Busy(self.now_s, CardReading(((face, sure), (None, 1 - sure)), pose)))

    def see(self, shown: Any, seconds: float = 1.0, **how: Any) -> None:
        """Let the table show something for so long, after a hand has gone."""
        self.hand()
        self.looked = look(shown, **how)
        self.look_on(seconds)

    def look_on(self, seconds: float) -> None:
        """Let the table show the same for so long, without a hand."""
        for _ in range(max(2, round(seconds / LOOK_S))):
            self.now_s += LOOK_S
            self.event(Saw(self.now_s, self.looked))

    def said(self) -> str:
        """Return what the page asks people to do."""
        assert isinstance(self.panel, PlayPanel)
        return " ".join(message.text for message in self.panel.todo)

    def accused(self) -> list[str]:
        """Return who was objected to."""
        return [str(judged.seat) for judged in self.judged if judged.kind is Kind.OBJECTED]

    def shown(self) -> dict[str, str]:
        """Return what the record says the table shows, nests as physical spots from the first."""
        spots = lay_out(GAME.placement(self.table.state), AREAS)
        return {str(place): str(piece) for place, piece in spots.items()}

    def with_moves(self, *ways: str) -> dict[str, str]:
        """Return what the table shows after pawns went ``from>to`` (``as colour`` to turn one).

        ``T6>T12=red`` turns a pawn up as red, ``T0>T6=hidden`` turns one over, ``T6>`` takes it
        away, ``>red.N4=red`` puts one down.
        """
        spots = self.shown()
        for way in ways:
            source, _, rest = way.partition(">")
            target, _, piece = rest.partition("=")
            carried = spots.pop(source, "")
            if target:
                spots[target] = piece or carried
        return spots


def placement(state: Any) -> Placement:
    """Return what the table should show in a state."""
    return GAME.placement(state)
