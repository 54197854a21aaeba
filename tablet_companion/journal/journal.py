"""The journal of one game, open for writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hardware.files import write_durably
from tablet_companion.journal import file
from tablet_companion.journal.entries import Entry, JournalError, Json, Record

_LAST: Final = "SELECT number, checksum FROM entry ORDER BY number DESC LIMIT 1"


class Journal:
    """An append-only list of entries on the disk, held by one writer.

    Made by ``create`` or ``open``. While it is open no other program can read or write it. It
    belongs to the thread that made it. ``header`` is what ``create`` was given.
    """

    def __init__(self, path: Path, header: Mapping[str, Json], db: sqlite3.Connection) -> None:
        """Keep an open connection; use ``create`` or ``open`` instead."""
        self.path: Final = path
        self.header: Final = header
        self._db = db

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Json], *, at_s: float) -> Self:
        """Begin a journal at a path where there is nothing yet, and open it.

        ``header`` describes the game (which one, its options, what a replay needs). The folder is
        made where it is missing, for its owner only. Raises JournalError.
        """
        data = file.image(Entry(file.HEADER, header), at_s)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_durably(path, data, mode=0o600, may_replace=False)
        except FileExistsError as error:
            raise JournalError(f"There is already a file {path}; it was left as it is.") from error
        except OSError as error:
            raise JournalError(f"No journal can be begun at {path}: {error.strerror}.") from error
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an existing journal to go on with it.

        Entries that were confirmed to a program that was then killed are all there. Raises
        JournalError for a file that is not a whole journal of this version (it is left untouched,
        byte for byte) and for one that is in use.
        """
        header = file.read(path)[0].entry.body
        try:
            journal = cls(path, header, _connect(path))
        except (sqlite3.Error, OSError) as error:
            raise _trouble(path, error) from error
        file.note_open(path, journal)
        return journal

    def append(self, entries: Sequence[Entry], *, at_s: float) -> None:
        """Keep the entries of one step: all of them or none; when this returns they are kept.

        Kept means on the disk: they survive a kill and a pulled plug. ``at_s`` is the wall clock
        in seconds. Raises JournalError when the disk does not take them; the journal stays usable
        and everything confirmed before stays in it.
        """
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                last = self._db.execute(_LAST).fetchone()
                self._db.executemany(file.INSERT, file.rows(entries, at_s, after=last))
        except sqlite3.Error as error:
            raise _trouble(self.path, error) from error

    def entries(self) -> tuple[Record, ...]:
        """Return everything that was appended, in order; the header is not among it."""
        try:
            return tuple(file.records(self.path, self._db))[1:]
        except sqlite3.Error as error:
            raise _trouble(self.path, error) from error

    def close(self) -> None:
        """Close the file and let others have it. Closing twice does nothing."""
        self._db.close()
        file.note_closed(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _connect(path: Path) -> sqlite3.Connection:
    """Open a checked journal for writing and take the exclusive lock. Raises sqlite3.Error."""
    path.chmod(0o600)  # a copy brought back from elsewhere may have become readable for all
    uri = f"{path.absolute().as_uri()}?mode=rw"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = WAL")
        # NORMAL would lose confirmed entries when the plug is pulled: it syncs at checkpoints only.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")  # a file that cannot be written is found out now
        db.execute("ROLLBACK")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _trouble(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    """Return the sentence for what SQLite or the system said."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary == sqlite3.SQLITE_BUSY:
        return file.in_use(path)
    if primary == sqlite3.SQLITE_FULL:
        reason, mend = "the disk is full", "make room and go on"
    else:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        mend = "check that the disk is there and may be written"
    return JournalError(
        f"The journal {path} cannot be written ({reason}); {mend}: "
        "everything confirmed so far is kept."
    )
