"""One game under way: events in, effects carried out; the journal first, then everything else.

The shell around the referee's pure step. It has no clock and no devices of its own: wall time and
lots are given to it, and whoever wants to hear of effects is handed them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tablet_companion.journal import Entry, Journal, JournalError, latest, new_path, summaries
from tablet_companion.referee.effects import Effect, NeedChance, Record
from tablet_companion.referee.events import Chanced, Event
from tablet_companion.referee.evidence import Areas
from tablet_companion.referee.record import carry_on, replay, set_up_again
from tablet_companion.referee.step import step
from tablet_companion.referee.table import AnyGame, SetUp, Stage, Table, new_table

BEGUN = "begun"

Listener = Callable[[Effect], None]


class Keeper:
    """Keeps records in a folder of journals, one file a game."""

    def __init__(self, folder: Path, wall_s: Callable[[], float]) -> None:
        """Keep journals in a folder; ``wall_s`` tells the wall clock in seconds."""
        self._folder = folder
        self._wall_s = wall_s
        self._journal: Journal | None = None

    def keep(self, records: Sequence[Record]) -> None:
        """Make records durable before anything is shown; raises JournalError.

        A record of a beginning starts a new file.
        """
        for number, record in enumerate(records):
            if record.kind == BEGUN:
                self.close()
                path = new_path(self._folder, str(record.body["game"]))
                self._journal = Journal.create(path, record.body, at_s=self._wall_s())
                records = records[number + 1 :]
                break
        if records:
            if self._journal is None:
                raise JournalError("There is no game to record; begin one first.")
            entries = [Entry(record.kind, record.body) for record in records]
            self._journal.append(entries, at_s=self._wall_s())

    def resume(self, table: Table) -> Table:
        """Return the table as the newest unfinished game left it; the same where there is none.

        A game of another kind than the table's is left as it is. Raises JournalError or ReplayError
        for a journal that cannot be used; it is left untouched.
        """
        path = latest(self._folder)
        if path is None:
            return table
        journal = Journal.open(path)
        if journal.header.get("game") != table.game.name:
            journal.close()
            return table
        try:
            entries = [(kept.entry.kind, kept.entry.body) for kept in journal.entries()]
            table = replay(table, [(BEGUN, journal.header), *entries])
        except Exception:
            journal.close()
            raise
        self._journal = journal
        return table

    def last_setup(self, table: Table) -> SetUp:
        """Return how this game was set up last, so that nobody need say it again."""
        for summary in summaries(self._folder):
            if summary.header is not None and summary.header.get("game") == table.game.name:
                return set_up_again(table, summary.header)
        return table.setup

    def close(self) -> None:
        """Let the present journal go."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None


def last_game(folder: Path) -> str:
    """Return the name of the game played last, empty where there is none that can be read."""
    for summary in summaries(folder):
        if summary.header is not None:
            return str(summary.header.get("game", ""))
    return ""


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


def open_table(game: AnyGame, areas: Areas, language: str, keeper: Keeper | None) -> Table:
    """Return a table to go on with: the newest unfinished game of the keeper, or a new one."""
    table = new_table(game, areas, language)
    if keeper is None:
        return table
    return keeper.resume(table.but(setup=keeper.last_setup(table)))
