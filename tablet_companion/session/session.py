"""One game in progress: takes events, carries effects out; the journal first, then the rest.

The shell around the referee's pure step. It has no clock and no devices of its own: times come with
the events, a function draws lots, and every listener gets every effect.
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
    """A table and its listeners."""

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
        """The number of steps that are in memory only."""
        return 0 if self._keeper is None else self._keeper.unsaved

    def keep_in_memory(self) -> None:
        """Keep in memory what cannot be saved, until everything can be saved again."""
        if self._keeper is not None:
            self._keeper.keep_in_memory()

    def save(self) -> JournalError | None:
        """Try to save what is in memory only; return why it cannot be, None if all is saved."""
        try:
            if self._keeper is not None:
                self._keeper.save()
        except JournalError as error:
            return error
        return None

    def list_unfinished(self) -> Iterator[Summary]:
        """Yield the other resumable games on record, newest first."""
        return iter(()) if self._keeper is None else self._keeper.list_unfinished(self.table)

    def reopen(self, found: Summary) -> None:
        """Resume an earlier game; call ``carry_on`` to finish what it left undone.

        Raises JournalError or ReplayError; the table is then as before.
        """
        if self._keeper is not None:
            self.table = self._keeper.reopen(renew(self.table), found.path)

    def handle(self, event: Event) -> tuple[Effect, ...]:
        """Step the referee: make the records durable, then pass every effect on, in order.

        Due lots are drawn at once. Raises JournalError; the table is then as far as it is recorded,
        and ``carry_on`` draws what is still due.
        """
        return self._follow(*step(self.table, event), event.at_s)

    def carry_on(self, at_s: float) -> tuple[Effect, ...]:
        """Finish what an interrupted game left undone: due lots, the turn's lamps.

        People have all the time again to object to the last move. Does nothing if no game is in
        progress. Raises JournalError as ``handle`` does.
        """
        if self.table.stage is not Stage.PLAY:
            return ()
        return self._follow(*carry_on(self.table.but(now_s=at_s, asked_s=at_s)), at_s)

    def _follow(self, table: Table, effects: tuple[Effect, ...], at_s: float) -> tuple[Effect, ...]:
        """Keep a step's records, take the chance steps that follow, and tell the listeners."""
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
    game: AnyGame, areas: Areas, language: str, keeper: Keeper | None, level: Level = Level.REFEREE
) -> Table:
    """Return the table of the keeper's last game unless people have left it, or a new one."""
    table = new_table(game, areas, language, level)
    if keeper is None:
        return table
    return keeper.resume(table.but(setup=keeper.last_setup(table)))
