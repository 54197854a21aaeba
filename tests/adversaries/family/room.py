"""Referee and table in one room: time passes, looks are taken, touches are made, all is heard."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from tablet_companion.games.core import CHANCE, Place
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model import events
from tablet_companion.referee.model.effects import Effect, NeedChance, Record, Show
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.table import Table, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tests.adversaries.family.eyesight import Eyesight, Reader
from tests.adversaries.family.figures import flat
from tests.adversaries.family.page import Page
from tests.adversaries.family.tabletop import Tabletop

LOOK_S: Final = 1 / 15
"""Time between two looks while something happens."""
_CADENCE: Final = (
    (0.4, LOOK_S),
    (1.2, 0.2),
    (4.0, 0.5),
    (12.0, 1.0),
    (30.0, 3.0),
    (float("inf"), 15.0),
)
"""Until so long after the last change, so long from look to look: nothing new is to be seen."""
_TOUCH_S: Final = 0.5


class Listener(Protocol):
    """Whoever hears every event with what came of it."""

    def hear(
        self, before: Table, event: events.Event, after: Table, effects: tuple[Effect, ...]
    ) -> None:
        """Hear one step of the referee."""
        ...


class Room:
    """A referee that sees a table; ``quiet_s`` is when hands and fingers were last at it."""

    cadence: tuple[tuple[float, float], ...] = _CADENCE

    def __init__(
        self, game: AnyGame, tabletop: Tabletop, eyesight: Eyesight, rng: random.Random
    ) -> None:
        """Open a table for a game; ``rng`` draws its lots and the reader's doubts."""
        self.game: Final = game
        self.tabletop: Final = tabletop
        self.reader: Final = Reader(tabletop, eyesight, rng)
        self.table: Table = self.open_table()
        self.panel: Panel | None = None
        self.now_s = 0.0
        self.quiet_s = 0.0
        self.looks = 0
        self.records: list[Record] = []
        self.listeners: list[Listener] = []
        self._rng = rng

    @property
    def page(self) -> Page:
        """Return what people read at present."""
        assert self.panel is not None, "every step shows a page"
        return Page(self.panel, self.tabletop.areas)

    def begin(self, options: dict[str, object], set_out: Callable[[], None] | None = None) -> None:
        """Set a game up, put the pieces out, rightly or with ``set_out``, and begin."""
        for name, value in options.items():
            self.touch(events.Choose(name, value))  # type: ignore[arg-type]  # options are checked there
        self.touch(
            events.Choose("dealer", self._rng.choice(self.table.setup.seats)), events.Begin()
        )
        (set_out or self.set_out)()
        self.touch(events.Begin())

    def set_out(self, state: object = None) -> None:
        """Let the table show what is on record, or another state, everything else gone."""
        top = self.tabletop
        top.standing.clear()
        top.loose.clear()
        top.cups.clear()
        top.aside.clear()
        top.turned_round = False
        wanted, boxed = flat(self.game.placement(state or self.table.state)), top.boxed
        top.boxed = True
        top.make(wanted, sorted(wanted))
        top.boxed = boxed
        top.aside.clear()
        top.author.clear()

    # --- time ------------------------------------------------------------------------------------

    def look(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let the table lie for so long, with nobody's hand over it; True once ``until`` holds."""
        end_s, began_s = self.now_s + seconds, self.now_s
        while self.now_s < end_s:
            gap = next(gap for limit, gap in self.cadence if self.now_s - began_s < limit)
            self.now_s += min(gap, max(LOOK_S, end_s - self.now_s))
            self.event(self.see())
            self.looks += 1
            if gap > LOOK_S:
                self.event(events.Ticked(self.now_s))
            if until():
                return True
        return False

    def busy(self, seconds: float, *, resting: bool = False, pile: bool = True) -> None:
        """Let a hand be over the board for so long; ``pile``: it leaves the pile free."""
        self.reach(pile=pile)
        for passed in _spread(seconds):
            self.now_s += passed
            self.quiet_s = self.now_s
            self.event(self.see_hand(resting=resting, pile=pile))
        self.withdraw()
        self.reader.blink()

    def shade(self, seconds: float) -> None:
        """Let a shadow pass: something moves for so long, but nobody has touched anything."""
        for passed in _spread(seconds):
            self.now_s += passed
            self.event(self.see_hand(resting=False, pile=True))

    def dark(self, seconds: float, why: str = "dark") -> None:
        """Let nothing be seen for so long, such as when the lamp is off, whatever people do."""
        for passed in _spread(seconds):
            self.now_s += passed
            self.event(events.Blind(self.now_s, why))
        self.quiet_s = self.now_s
        self.reader.blink()

    def restart(self) -> None:
        """Cut the power, and take the game up again from what is on record."""
        fresh = self.open_table().but(now_s=self.now_s)
        self.table = replay(fresh, [(one.kind, one.body) for one in self.records])
        self.quiet_s = self.now_s
        self.event(events.Ticked(self.now_s))
        self.panel = build_panel(self.table)

    def open_table(self) -> Table:
        """Return a table at which nothing has been played."""
        top = self.tabletop
        return new_table(self.game, top.areas, "en").but(holds=top.holds)

    def see(self) -> events.Event:
        """Return what a look at the table means, no hand being over it."""
        return events.Saw(self.now_s, self.reader.read())

    def see_hand(self, *, resting: bool, pile: bool) -> events.Event:
        """Return what a look at the table means while a hand is over it."""
        card = self.reader.card() if self.game.pile and pile else None
        return events.Busy(self.now_s, card, resting=resting)

    def reach(self, *, pile: bool) -> None:
        """Let a hand come over the board; ``pile``: it leaves the pile free."""

    def withdraw(self) -> None:
        """Take the hand away."""

    def touch(self, *intents: events.Intent) -> None:
        """Touch the screen, half a second apart."""
        for intent in intents:
            self.now_s += _TOUCH_S
            self.quiet_s = self.now_s
            self.event(events.Touched(self.now_s, intent))

    def event(self, event: events.Event) -> None:
        """Give the referee an event, draw the lots that are due, and tell the listeners."""
        before = self.table
        self.table, effects = step(before, event)
        shown = [effect.panel for effect in effects if isinstance(effect, Show)]
        self.panel = shown[-1] if shown else self.panel
        self.records += [effect for effect in effects if isinstance(effect, Record)]
        for listener in self.listeners:
            listener.hear(before, event, self.table, effects)
        for effect in effects:
            if isinstance(effect, NeedChance) and self.table.turn == CHANCE:
                self.event(events.Chanced(self.now_s, self._rng.randrange(effect.below)))

    # --- what differs ----------------------------------------------------------------------------

    def differing(self) -> frozenset[Place]:
        """Return the areas where table and record truly differ."""
        wanted = flat(self.game.placement(self.table.state))
        shown = self.tabletop.contents()
        areas = (wanted.keys() | shown.keys()) & self.tabletop.areas.keys()
        return frozenset(area for area in areas if wanted.get(area) != shown.get(area))

    @property
    def tidy(self) -> bool:
        """Whether the table is as on record and nothing lies about."""
        top = self.tabletop
        return not (top.loose or top.cups or self.differing())


def _spread(seconds: float) -> Iterator[float]:
    """Yield steps of time that add up: close together at first, as somebody moves."""
    first = min(seconds, 0.2)
    yield first
    left = seconds - first
    while left > 0:
        passed = min(left, 1.0)
        yield passed
        left -= passed
