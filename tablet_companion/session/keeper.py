"""Keeping one game's records in a folder of journals, and going on with what is kept there.

It has no clock of its own: wall time is given to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hardware.log import log
from tablet_companion import journal
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.journal import Entry, HarmedError, Journal, JournalError, Summary
from tablet_companion.referee.model.effects import Record
from tablet_companion.referee.model.table import SetUp, Stage, Table
from tablet_companion.referee.turns.replay import ReplayError, replay, set_up_again

BEGUN = "begun"

MENDED = N_(
    "The record of this game was damaged. What could be saved is here "
    "(actions: {count}); compare it with the table. The damaged file is "
    "kept: {text}."
)
UNREADABLE = N_(
    "The record of the last game is damaged and cannot be read. It is "
    "kept: {text}. You can start a new game."
)

Records = tuple[journal.Record, ...]


class Keeper:
    """Keeps records in a folder of journals, one file a game.

    It is impatient: what cannot be written is refused, and did not happen. Once people have been
    told, they may let it be ``patient``: what cannot be written waits in memory, in order, and is
    written before anything newer as soon as the disk takes it.

    ``notice`` is what people have to be told of a harmed record, once a table was resumed.
    """

    def __init__(
        self, folder: Path, wall_s: Callable[[], float], *, must_resume: bool = True
    ) -> None:
        """Keep journals in a folder; ``wall_s`` tells the wall clock in seconds.

        Without ``must_resume`` a game that cannot be gone on with is left, and a new one offered.
        """
        self._folder = folder
        self._wall_s = wall_s
        self._must_resume = must_resume
        self.notice: Message | None = None
        self._journal: Journal | None = None
        self._waiting: list[tuple[Record, ...]] = []
        self._patient = False

    @property
    def unsaved(self) -> int:
        """Return how many steps wait in memory."""
        return len(self._waiting)

    def let_wait(self) -> None:
        """Be patient until everything is written again."""
        self._patient = True

    def keep(self, records: Sequence[Record]) -> None:
        """Make records durable before anything is shown; raises JournalError unless it may wait.

        A record of a beginning starts a new file.
        """
        begun = [number for number, record in enumerate(records) if record.kind == BEGUN]
        parts = [records[begun[0] : begun[0] + 1], records[begun[0] + 1 :]] if begun else [records]
        self._waiting += [tuple(part) for part in parts if part]
        try:
            self.save()
        except JournalError:
            if not self._patient:
                self._waiting.clear()
                raise

    def save(self) -> None:
        """Write what waits. Raises JournalError; what was not written goes on waiting."""
        while self._waiting:
            self._write(self._waiting[0])
            del self._waiting[0]
        self._patient = False

    def _write(self, records: tuple[Record, ...]) -> None:
        if records[0].kind == BEGUN:
            self._let_go()
            path = journal.new_path(self._folder, str(records[0].body["game"]))
            self._journal = Journal.create(path, records[0].body, at_s=self._wall_s())
            return
        if self._journal is None:
            raise JournalError("There is no game to record; begin one first.")
        entries = [Entry(record.kind, record.body) for record in records]
        self._journal.append(entries, at_s=self._wall_s())

    def resume(self, table: Table) -> Table:
        """Return the table as the newest unfinished game left it; the same where there is none.

        A game of another kind than the table's is left as it is. A journal that can be read and not
        written is gone on with; what follows cannot be saved yet. Raises JournalError or
        ReplayError for one that cannot be used; it is left untouched.
        """
        try:
            return self._resume_newest(table)
        except (JournalError, ReplayError) as error:
            self._let_go()
            if self._must_resume:
                raise
            log(error)
            return table

    def _resume_newest(self, table: Table) -> Table:
        path = journal.newest(self._folder)
        if path is None:
            return table
        try:
            records = journal.read(path)
        except HarmedError as error:
            log(error)
            return self._go_on_in_new_journal(table, path)
        if journal.has_ended(records) or not _are_of_game(records, table):
            return table
        return self._go_on(table, path, records)

    def _go_on(self, table: Table, path: Path, records: Records) -> Table:
        table = _replay_records(table, records)
        self._journal = Journal(path, records)
        try:
            self._journal.connect()
        except JournalError as error:
            log(error)
        return table

    def _go_on_in_new_journal(self, table: Table, path: Path) -> Table:
        """Return the table as far as a harmed journal is whole; that much is put in a new one.

        The harmed file gets another name only when the new one is on the disk.
        """
        try:
            records = journal.salvage(path)
        except HarmedError:
            self.notice = Message(UNREADABLE, (("text", path.name),))
            return table
        if journal.has_ended(records) or not _are_of_game(records, table):
            return table
        table = _replay_records(table, records)
        fresh = journal.new_path(self._folder, table.game.name)
        self._journal = Journal.copy(fresh, records)
        kept = journal.set_aside(path)
        details = (("count", len(table.past)), ("text", kept.name))
        self.notice = Message(MENDED, details)
        return table

    def unfinished(self, table: Table) -> Iterator[Summary]:
        """Yield the games of this kind that can be gone on with, newest first, but for this one.

        One that was left for another that is only being set up is among them, and let go of.
        """
        if table.stage is Stage.SETUP and not self._waiting:
            self._let_go()
        present = None if self._journal is None else self._journal.path
        for summary in journal.unfinished(self._folder, table.game.name):
            if summary.path != present:
                yield summary

    def reopen(self, table: Table, path: Path) -> Table:
        """Return the table as an earlier game left it, which is the newest from now on.

        The game under way stays unfinished in the folder. Raises JournalError or ReplayError, with
        everything as it was.
        """
        records = journal.read(path)
        if not _are_of_game(records, table):
            raise JournalError(f"The journal {path} is of another game; choose that game first.")
        reopened = _replay_records(table, records)
        self.save()
        Journal.open(path).close()  # it is whole without a side file then, and can be renamed
        try:
            path = journal.make_newest(path)
        except OSError as error:
            raise JournalError(
                f"The journal {path} cannot be renamed: {error.strerror}."
            ) from error
        self._let_go()
        self._journal = Journal.open(path)
        return reopened

    def last_setup(self, table: Table) -> SetUp:
        """Return how this game was set up last, so that nobody need say it again."""
        for summary in journal.summaries(self._folder, table.game.name):
            if summary.header is not None:
                return set_up_again(table, summary.header)
        return table.setup

    def close(self) -> None:
        """Write what waits, if the disk takes it now, and let the present journal go."""
        try:
            self.save()
        except JournalError as error:
            log(error)
        self._let_go()

    def _let_go(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._journal = None


def _are_of_game(records: Records, table: Table) -> bool:
    """Whether records are of the table's game."""
    return records[0].entry.body.get("game") == table.game.name


def _replay_records(table: Table, records: Records) -> Table:
    header, *entries = records
    kept = [(record.entry.kind, record.entry.body) for record in entries]
    return replay(table, [(BEGUN, header.entry.body), *kept])


def last_game(folder: Path) -> str:
    """Return the name of the game played last, empty where there is none that can be read."""
    for summary in journal.summaries(folder):
        if summary.header is not None:
            return str(summary.header.get("game", ""))
    return ""
