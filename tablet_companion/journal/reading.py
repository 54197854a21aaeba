"""Reading a journal without touching it.

Nothing of the file is believed before it was checked, and checking changes nothing: a copy is
checked, so that a stranger's database gets no side file beside it and a broken one is not repaired
away. A journal that is whole by itself needs no side file; what lies beside it is not asked then,
as it may be of another time. Only a program that was killed while it wrote a step leaves a journal
that needs its side file, and SQLite takes the step back with it, in the copy as later in the
original.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tablet_companion.journal import earlier, file, locks
from tablet_companion.journal.entries import HarmedError, Record
from tablet_companion.journal.pages import records_on


def read(path: Path) -> tuple[Record, ...]:
    """Check a journal and return its records, header first; nothing on the disk is changed.

    Raises HarmedError for what is not whole, and JournalError for one of another version and for
    one that somebody has open.
    """
    with locks.shared(path) as opened:
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


def read_alone(path: Path, data: bytes) -> tuple[Record, ...]:
    """Return the records of a journal's bytes, whatever lies beside it. Raises HarmedError."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(data)
        return file.check(path, db)


def _read_interrupted(path: Path, data: bytes) -> tuple[Record, ...]:
    """Return the records of a journal within a step, which its side file takes back.

    A side file of another time may take back more, to a state that looks whole. Entries of one step
    are of one time: where the pages hold entries of more than that, steps would be lost.
    """
    records = _read_beside(path, data, "-journal")
    behind = list(records_on(data))[len(records) :]
    if len({record.at_s for record in behind}) > 1:
        raise file.damaged(path, "its side file is of another time")
    return records


def _read_beside(path: Path, data: bytes, *suffixes: str) -> tuple[Record, ...]:
    """Return the records of a journal and its side files, brought in by SQLite in a copy."""
    with tempfile.TemporaryDirectory(prefix="journal-") as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes(data)
        for suffix in suffixes:
            if (side := file.beside(path, suffix)).exists():
                file.beside(copy, suffix).write_bytes(side.read_bytes())
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as db:
                earlier.check_side_file(path, file.beside(copy, "-wal"), db)
                return file.check(path, db)
        except sqlite3.Error as error:
            raise file.unreadable(path, error) from error
