"""Reads a journal without changing it, or what is intact of a damaged one.

Nothing in the file is trusted before it was checked, and the check is done on a copy, so that
another program's database gets no side file and a broken one is not repaired. A journal that is
intact by itself needs no side file; any that lies beside it is ignored, as it may be outdated. Only
a program that was killed while writing a step leaves a journal that needs its side file, with which
SQLite undoes the step, in the copy and later in the original.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from tablet_companion.journal import earlier, file, locks
from tablet_companion.journal.entries import ENDED, HarmedError, JournalError, Record
from tablet_companion.journal.pages import records_on


def read(path: Path) -> tuple[Record, ...]:
    """Check a journal and return its records, header first; the disk is not changed.

    Raises HarmedError if it is damaged, and JournalError if it has another version or is open.
    """
    with locks.open_shared(path) as opened:
        data = opened.read()
        version = file.version_of(path, data[:100])
        if version == file.EARLIER:
            return _read_beside(path, data, "-journal", "-wal")
        try:
            return read_alone(path, data)
        except HarmedError:
            if not file.holds_something(file.beside(path, "-journal")):
                raise
            return _read_interrupted(path, data)


def seems_over(path: Path) -> bool:
    """Whether a journal's last entry ends its game; False where only ``read`` can tell.

    It checks nothing else, and so takes a small part of the time of ``read``.
    """
    with (
        suppress(JournalError, sqlite3.Error, UnicodeDecodeError),
        locks.open_shared(path) as opened,
    ):
        data = opened.read()
        if file.version_of(path, data[:100]) == file.EARLIER:
            return False
        if file.holds_something(file.beside(path, "-journal")):
            return False
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            db.deserialize(data)
            return file.last_kind(db) == ENDED
    return False


def read_alone(path: Path, data: bytes) -> tuple[Record, ...]:
    """Return the records of a journal's bytes, ignoring side files. Raises HarmedError."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(data)
        return file.check(path, db)


def salvage(path: Path) -> tuple[Record, ...]:
    """Return the records of a damaged journal up to the first missing one, header first.

    The files are not changed. Raises HarmedError if not even the header is intact, JournalError if
    the file cannot be read.
    """
    with locks.open_shared(path) as opened:
        data = opened.read()
        side = file.beside(path, "-wal")
        if side.exists():
            data = earlier.with_side_file(data, locks.read_side(side))
    found = tuple(records_on(data))
    if not found:
        raise HarmedError(f"Nothing of the journal {path} is whole; it was left as it is.")
    return found


def _read_interrupted(path: Path, data: bytes) -> tuple[Record, ...]:
    """Return the records of a journal left within a step, undone by its side file.

    An outdated side file may undo more, to a state that looks intact. All entries of one step have
    the same time: if the pages hold later entries with different times, steps would be lost.
    """
    records = _read_beside(path, data, "-journal")
    behind = list(records_on(data))[len(records) :]
    if len({record.at_s for record in behind}) > 1:
        raise file.damaged(path, "its side file is of another time")
    return records


def _read_beside(path: Path, data: bytes, *suffixes: str) -> tuple[Record, ...]:
    """Return the records of a journal with its side files, merged by SQLite in a copy."""
    with tempfile.TemporaryDirectory(prefix="journal-") as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes(data)
        for suffix in suffixes:
            if (side := file.beside(path, suffix)).exists():
                file.beside(copy, suffix).write_bytes(locks.read_side(side))
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as db:
                earlier.check_side_file(path, file.beside(copy, "-wal"), db)
                return file.check(path, db)
        except sqlite3.Error as error:
            raise file.unreadable(path, error) from error
