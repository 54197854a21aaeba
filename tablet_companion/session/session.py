"""One game under way: events in, effects carried out; the journal first, then everything else.

The shell around the referee's pure step. It has no clock and no devices of its own: times come with
the events, lots are drawn by a function, and every listener is told of every effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tablet_companion.games.protocol import AnyGame
from tablet_companion.journal import JournalError, Summary
from tablet_companion.referee.explaining.evidence import Areas
from tablet_companion.referee.model.effects import Effect, NeedChance, Record
from tablet_companion.referee.model.events import Chanced, Event
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.record import carry_on
from tablet_companion.referee.turns.setting_up import renew
from tablet_companion.session.keeper import Keeper

Listener = Callable[[Effect], None]


class Session:
    """A table with those who hear of it."""

    def __init__(
        self,
        table: Table,
        *,
        keeper: Keeper | None,
        lots: Callable[[int], int],
        listeners: Sequence[Listener] = (),
    ) -> None:
        """Begin with a table; ``lots(n)`` draws a number below n."""
        self.table = table
        self._keeper = keeper
        self._lots = lots
        self._listeners = tuple(listeners)

    @property
    def unsaved(self) -> int:
        """Return how many steps are in memory only."""
        return 0 if self._keeper is None else self._keeper.unsaved

    def let_wait(self) -> None:
        """Go on in memory from now on, until everything can be saved again."""
        if self._keeper is not None:
            self._keeper.let_wait()

    def save(self) -> bool:
        """Try to save what is in memory only; return whether all is saved."""
        try:
            if self._keeper is not None:
                self._keeper.save()
        except JournalError:
            return False
        return True

    def unfinished(self) -> Iterator[Summary]:
        """Yield the games on record that can be gone on with, newest first, but for this one."""
        return iter(()) if self._keeper is None else self._keeper.unfinished(self.table)

    def reopen(self, found: Summary) -> None:
        """Go on with an earlier game; ``carry_on`` then does what it left undone.

        Raises JournalError or ReplayError; the table is then as before.
        """
        if self._keeper is not None:
            self.table = self._keeper.reopen(renew(self.table), found.path)

    def handle(self, event: Event) -> tuple[Effect, ...]:
        """Step the referee: keep the records durably, then hand every effect on, in order.

        Lots that become due are drawn at once. Raises JournalError; the table is then as before.
        """
        return self._follow(*step(self.table, event), event.at_s)

    def carry_on(self, at_s: float) -> tuple[Effect, ...]:
        """Do what a game that was broken off left undone: lots that were due, the turn's lamps.

        Nothing where no game is under way. Raises JournalError as ``handle`` does.
        """
        if self.table.stage is not Stage.PLAY:
            return ()
        return self._follow(*carry_on(self.table), at_s)

    def _follow(self, table: Table, effects: tuple[Effect, ...], at_s: float) -> tuple[Effect, ...]:
        """Keep what a step came to, take the steps of chance that follow, tell the listeners."""
        told: tuple[Effect, ...] = ()
        while True:
            records = [effect for effect in effects if isinstance(effect, Record)]
            if self._keeper is not None and records:
                self._keeper.keep(records)
            self.table = table
            told += effects
            chanced = self._draw(effects, at_s)
            if chanced is None:
                break
            table, effects = step(self.table, chanced)
        for effect in told:
            for listener in self._listeners:
                listener(effect)
        return told

    def _draw(self, effects: Sequence[Effect], at_s: float) -> Chanced | None:
        for effect in effects:
            if isinstance(effect, NeedChance):
                return Chanced(at_s, self._lots(effect.below))
        return None


def open_table(
    game: AnyGame,
    areas: Areas,
    language: str,
    keeper: Keeper | None,
    level: Level = Level.REFEREE,
) -> Table:
    """Return a table to go on with: the newest unfinished game of the keeper, or a new one."""
    table = new_table(game, areas, language, level)
    if keeper is None:
        return table
    return keeper.resume(table.but(setup=keeper.last_setup(table)))
