"""Keeping a game's records in a folder of journals, and resuming from there.

It has no clock of its own: the caller provides the wall time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hardware.errors import explain_os_error
from hardware.log import log
from tablet_companion import journal
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.journal import Entry, HarmedError, Journal, JournalError, Summary
from tablet_companion.referee.model.effects import Record
from tablet_companion.referee.model.history import list_finished_plays
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

    By default it is impatient: if records cannot be written, the step fails. Once people know about
    it, they can make it ``patient``: records that cannot be written wait in memory and are written,
    in order, as soon as the disk allows.

    ``notice`` is a message about a damaged record, set when a table was resumed.
    """

    def __init__(
        self, folder: Path, wall_s: Callable[[], float], *, must_resume: bool = True
    ) -> None:
        """Keep journals in a folder; ``wall_s`` returns the wall clock in seconds.

        Without ``must_resume``, a game that cannot be resumed is left, and a new one is offered.
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
        """The number of steps that wait in memory."""
        return len(self._waiting)

    def keep_in_memory(self) -> None:
        """Be patient: keep in memory what cannot be written, until everything is."""
        self._patient = True

    def keep(self, records: Sequence[Record]) -> None:
        """Make records durable before anything is shown; raises JournalError unless patient.

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
        """Write what waits, or else the journal if its file is gone.

        Raises JournalError; what was not written continues to wait.
        """
        if not self._waiting:
            if self._journal is not None:
                self._journal.put_back()
            return
        while self._waiting:
            self._write(self._waiting[0])
            del self._waiting[0]
        self._patient = False

    def _write(self, records: tuple[Record, ...]) -> None:
        if records[0].kind == BEGUN:
            if self._journal is not None:
                self._journal.put_back()
            self._let_go()
            path = journal.new_path(self._folder, str(records[0].body["game"]))
            self._journal = Journal.create(path, records[0].body, at_s=self._wall_s())
            return
        if self._journal is None:
            raise JournalError("There is no game to record; begin one first.")
        entries = [Entry(record.kind, record.body) for record in records]
        self._journal.append(entries, at_s=self._wall_s())

    def resume(self, table: Table) -> Table:
        """Return the table as the game played last left it, even on its last page.

        It is unchanged if people left that page for another game, or if that game is of another
        kind than the table's. A journal that is readable but not writable is resumed; what follows
        cannot be saved yet. Raises JournalError or ReplayError for an unusable one, which stays
        untouched.
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
        if journal.was_left(records) or not _are_of_game(records, table):
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
        """Return the table from the intact part of a damaged journal, copied to a new one.

        The damaged file is renamed only once the new one is on the disk, and is left if it cannot
        be: the new one is the newest in any case.
        """
        try:
            records = journal.salvage(path)
        except HarmedError:
            self.notice = Message(UNREADABLE, (("text", path.name),))
            return table
        if journal.was_left(records) or not _are_of_game(records, table):
            return table
        table = _replay_records(table, records)
        fresh = journal.new_path(self._folder, table.game.name)
        self._journal = Journal.copy(fresh, records)
        kept = path
        try:
            kept = journal.set_aside(path)
        except OSError as error:
            log(f"The journal {path} cannot be renamed: {error.strerror}.")
        details = (("count", len(list_finished_plays(table))), ("text", kept.name))
        self.notice = Message(MENDED, details)
        return table

    def list_unfinished(self, table: Table) -> Iterator[Summary]:
        """Yield the other resumable games of this kind, newest first.

        If a new game is only being set up, the previous one is included, and its journal closed.
        """
        if table.stage is Stage.SETUP and not self._waiting:
            try:
                self.save()
                self._let_go()
            except JournalError as error:
                log(error)
        present = None if self._journal is None else self._journal.path
        for summary in journal.list_unfinished(self._folder, table.game.name):
            if summary.path != present:
                yield summary

    def reopen(self, table: Table, path: Path) -> Table:
        """Return the table as an earlier game left it; that game becomes the newest.

        The game in progress remains unfinished in the folder. Raises JournalError or ReplayError
        without changing anything.
        """
        records = journal.read(path)
        if not _are_of_game(records, table):
            raise JournalError(f"The journal {path} is of another game; choose that game first.")
        reopened = _replay_records(table, records).but(dialogue=None)  # a pause ends so, too
        self.save()
        Journal.open(path).close()  # now it is whole without a side file and can be renamed
        with explain_os_error(f"The journal {path} cannot be renamed", JournalError):
            path = journal.make_newest(path)
        self._let_go()
        self._journal = Journal.open(path)
        return reopened

    def last_setup(self, table: Table) -> SetUp:
        """Return this game's last set-up, so that nobody has to repeat it."""
        for summary in journal.summaries(self._folder, table.game.name):
            if summary.header is not None:
                return set_up_again(table, summary.header)
        return table.setup

    def close(self) -> None:
        """Write what waits if the disk allows it now, and close the journal."""
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
    """Return the name of the game played last, empty if no readable journal tells."""
    for summary in journal.summaries(folder):
        if summary.header is not None:
            return str(summary.header.get("game", ""))
    return ""
