"""The journal of one game, open for writing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from hardware.errors import explain_os_error
from hardware.files import require_database, sync_folder, write_durably
from tablet_companion.journal import earlier, file, locks
from tablet_companion.journal.entries import Entry, HarmedError, JournalError, Json, Record
from tablet_companion.journal.reading import read, read_alone


class Journal:
    """An append-only list of entries on the disk, held by one writer.

    Made by ``create`` or ``open``. While it is open no other program can read or write it. It may
    be used only in the thread that made it. ``header`` is what ``create`` was given.
    """

    def __init__(self, path: Path, records: Sequence[Record]) -> None:
        """Take a journal with the records from ``read``; ``connect`` or ``append`` opens it."""
        self.path: Final = path
        self.header: Final[Mapping[str, Json]] = records[0].entry.body
        self._sealed = file.seal_of(file.rows_of(records))
        self._doubtful: list[file.Row] = []
        self._db: sqlite3.Connection | None = None
        self._opened: locks.Identity | None = None

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Json], *, at_s: float) -> Self:
        """Begin a journal at an unused path, and open it.

        ``header`` describes the game (which one, its options, what a replay needs). A missing
        folder is created, for its owner only. Raises JournalError.
        """
        return cls.copy(path, [Record(0, at_s, Entry(file.HEADER, header))])

    @classmethod
    def copy(cls, path: Path, records: Sequence[Record]) -> Self:
        """Begin a journal like ``create``, with another's records: all of them, or no file."""
        data = file.image(file.rows_of(records))
        with explain_os_error(f"No journal can be started at {path}", JournalError):
            try:
                _write_new(path, data)
            except FileExistsError as error:
                raise JournalError(
                    f"There is already a file {path}; it was left as it is: move it away."
                ) from error
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an existing journal for writing.

        It contains every entry that was confirmed, even if the program was then killed. Raises
        JournalError for a file that is not an intact journal of this version (it is left untouched,
        byte for byte), is in use, or cannot be written.
        """
        journal = cls(path, read(path))
        journal.connect()
        return journal

    def connect(self) -> None:
        """Open the file for writing and lock it; does nothing if that is done already.

        Raises JournalError for a file that cannot be written or has been changed since.
        """
        if self._db is not None:
            return
        try:
            db = _connect(self.path)
        except (sqlite3.Error, OSError) as error:
            raise _trouble(self.path, error) from error
        try:
            self._take(db)
        except (sqlite3.Error, OSError) as error:
            db.close()
            raise _trouble(self.path, error) from error
        except JournalError:
            db.close()
            raise
        self._db = db

    def _take(self, db: sqlite3.Connection) -> None:
        """Check that the opened file matches this journal, or make it match."""
        rows = file.rows_of(file.check(self.path, db))
        known, behind = rows[: self._sealed[0] + 1], rows[self._sealed[0] + 1 :]
        if file.seal_of(known) != self._sealed or behind not in ([], self._doubtful):
            raise JournalError(
                f"Another program has changed the journal {self.path}; it was left as it is: "
                "start this program again."
            )
        if db.execute("PRAGMA user_version").fetchone() == (file.EARLIER,):
            earlier.upgrade(db, self._sealed)
        if behind:
            with db:
                db.execute("BEGIN IMMEDIATE")
                file.cut_back(db, self._sealed)
        self._doubtful = []
        self._opened = locks.identity(self.path)
        locks.note_open(self._opened, self)

    def append(self, entries: Sequence[Entry], *, at_s: float) -> None:
        """Store the entries of one step, all of them or none, durably.

        When this returns, they survive a kill and a power cut. ``at_s`` is the wall clock in
        seconds. Raises JournalError if the disk does not accept them; the journal stays usable and
        keeps everything confirmed before. A disk may store a step and yet report an error: rows of
        a failed step are removed before anything is added.
        """
        rows = file.rows(entries, at_s, after=self._sealed)
        if not rows:
            return
        self.connect()
        self.put_back()
        assert self._db is not None
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                file.insert(self._db, rows)
        except sqlite3.Error as error:
            self._doubtful = rows
            self.close()  # after a disk error the file may have to be opened again
            raise _trouble(self.path, error) from error
        self._sealed = file.seal_of(rows)

    def put_back(self) -> None:
        """Write the journal to its path again if it is gone from there.

        SQLite goes on writing into a file that somebody has deleted or moved, and no start would
        ever find what was confirmed there. Raises JournalError if something else lies there, or if
        it cannot be written; the open file is kept then, as it may be the only copy. Does nothing
        if none is open.
        """
        if self._db is None:
            return
        try:
            if locks.identity(self.path) == self._opened:
                return
        except FileNotFoundError:
            self._write_again(file.image(file.rows_of(file.check(self.path, self._db))))
            return
        except OSError as error:
            raise _trouble(self.path, error) from error
        raise JournalError(
            f"The journal {self.path} was replaced by another file; move that one away, and the "
            "game is saved again: everything confirmed so far is kept until this program ends."
        )

    def _write_again(self, data: bytes) -> None:
        try:
            _write_new(self.path, data)
        except OSError as error:
            raise _trouble(self.path, error) from error
        self.close()
        self.connect()

    def entries(self) -> tuple[Record, ...]:
        """Return everything that was appended, in order, without the header."""
        self.connect()
        assert self._db is not None
        return file.check(self.path, self._db)[1:]

    def close(self) -> None:
        """Close and unlock the file. Closing twice does nothing."""
        if self._db is not None:
            self._db.close()
        self._db = None
        locks.note_closed(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write_new(path: Path, data: bytes) -> None:
    """Write a journal that must not exist yet, in a folder that may be missing.

    Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_durably(path, data, mode=0o600, may_replace=False)


def _connect(path: Path) -> sqlite3.Connection:
    """Open a checked journal for writing and take the exclusive lock.

    Raises sqlite3.Error, OSError or JournalError.
    """
    require_database(path)
    path.chmod(0o600)  # a copy brought back from elsewhere may have become readable for all
    _settle(path)
    uri = f"{path.absolute().as_uri()}?mode=rw"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        # No WAL: a confirmed step is in the file itself, and the side file is empty by then.
        db.execute("PRAGMA synchronous = EXTRA")
        db.execute("PRAGMA secure_delete = ON")  # deleted rows must not be found on a page later
        db.execute("BEGIN EXCLUSIVE")  # fails now if the file cannot be written
        db.execute("ROLLBACK")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _settle(path: Path) -> None:
    """Remove the side files of a journal that is intact without them, before SQLite uses them.

    They contain the state before a step that is complete, or belong to another time. The journal
    may be only in the system's memory, and its disk may have failed once, after which a sync alone
    guarantees nothing: so it is written again.
    """
    sides = [file.beside(path, suffix) for suffix in ("-journal", "-wal", "-shm")]
    if not any(file.holds_something(side) for side in sides):
        return
    with locks.exclusive(path) as opened:
        data = opened.read()
        if file.version_of(path, data[:100]) == file.EARLIER:
            return
        try:
            read_alone(path, data)
        except HarmedError:
            sides = sides[1:]  # a step was interrupted: SQLite takes it back
        else:
            opened.seek(0)
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        for side in sides:
            side.unlink(missing_ok=True)
        sync_folder(path.parent)


def _trouble(path: Path, error: sqlite3.Error | OSError) -> JournalError:
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary == sqlite3.SQLITE_BUSY:
        return locks.in_use(path)
    if primary == sqlite3.SQLITE_FULL:
        reason, mend = "the disk is full", "make room and go on"
    else:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        mend = "check that the disk is there and may be written"
    return JournalError(
        f"The journal {path} cannot be written ({reason}); {mend}: "
        "everything confirmed so far is kept."
    )
