"""A journal's file: its format, its beginning, and reading it without touching it.

Nothing of the file is believed before it was checked, and checking changes nothing: the file is
copied under a shared lock and the *copy* is opened, so that a stranger's database gets no ``-wal``
beside it and a broken one is not repaired away. The copy includes the ``-wal`` that a killed
program leaves behind; SQLite brings it in, in the copy as later in the original.
"""

from __future__ import annotations

import fcntl
import json
import shutil
import sqlite3
import tempfile
import weakref
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from tablet_companion.journal.entries import Entry, JournalError, Record

Row = tuple[int, float, str, str, int]
"""One row: number, wall clock, kind, body as JSON text, checksum."""

APPLICATION_ID: Final = int.from_bytes(b"TCjl", "big")
VERSION: Final = 1
HEADER: Final = "header"
"""The kind of entry 0, which describes the game."""
INSERT: Final = "INSERT INTO entry (number, at, kind, body, checksum) VALUES (?, ?, ?, ?, ?)"

_TABLE: Final = (
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, "
    "body TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT"
)
_MAGIC: Final = b"SQLite format 3\0"

# SQLite's own lock bytes (os.h: SHARED_FIRST and SHARED_SIZE). A read lock on them is what every
# reader holds, and the exclusive lock of a journal's writer shuts it out.
_LOCK_START: Final = 0x4000_0002
_LOCK_LENGTH: Final = 510

_open_here: weakref.WeakValueDictionary[tuple[int, int], object] = weakref.WeakValueDictionary()
"""The files that this process has open for writing, by device and inode.

POSIX locks belong to a process: closing *any* descriptor of a file gives up SQLite's locks on it
(https://sqlite.org/howtocorrupt.html, 2.2). A file in this register is therefore not even opened.
"""


def image(header: Entry, at_s: float) -> bytes:
    """Return the bytes of a journal that holds its header and nothing else."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute(_TABLE)
        db.executemany(INSERT, rows([header], at_s, after=None))
        data = bytearray(db.serialize())
    # Read and write version 2: the file is in WAL mode from birth (sqlite.org/fileformat2.html,
    # 1.3), so no other kind of side file can ever hold part of it.
    data[18:20] = b"\x02\x02"
    return bytes(data)


def rows(entries: Iterable[Entry], at_s: float, *, after: tuple[int, int] | None) -> list[Row]:
    """Return entries as rows that follow the row of that number and checksum.

    Raises TypeError or ValueError for a body that is not JSON: a fault of the caller's.
    """
    number, checksum = after or (-1, 0)
    made: list[Row] = []
    for entry in entries:
        number += 1
        body = json.dumps(entry.body, allow_nan=False, separators=(",", ":"))
        checksum = _checksum(number, float(at_s), entry.kind, body, checksum)
        made.append((number, float(at_s), entry.kind, body, checksum))
    return made


def _checksum(number: int, at_s: float, kind: str, body: str, previous: int) -> int:
    """Return a CRC-32 over a row and all rows before it; SQLite keeps none for a page at rest."""
    return zlib.crc32(f"{number} {at_s!r} {kind} {body}".encode(), previous)


def read(path: Path) -> tuple[Record, ...]:
    """Check a journal and return its records, header first; nothing on the disk is changed.

    Raises JournalError for whatever is not a whole, undamaged journal of this version, and for
    one that somebody has open.
    """
    with _shared(path) as file, tempfile.TemporaryDirectory(prefix="journal-") as folder:
        _check_beginning(path, file.read(100))
        file.seek(0)
        copy = Path(folder) / "copy"
        with copy.open("wb") as target:
            shutil.copyfileobj(file, target)
        for suffix in ("-wal", "-journal"):
            if (beside := Path(f"{path}{suffix}")).exists():
                shutil.copyfile(beside, f"{copy}{suffix}")
        return _read_copy(path, copy)


@contextmanager
def _shared(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, with SQLite's shared lock held while it is open."""
    try:
        if identity(path) in _open_here:
            raise in_use(path)
        with path.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, _LOCK_LENGTH, _LOCK_START)
            yield file
    except BlockingIOError as error:
        raise in_use(path) from error
    except OSError as error:
        raise JournalError(f"The journal {path} cannot be read: {error.strerror}.") from error


def identity(path: Path) -> tuple[int, int]:
    """Return what tells one file from another whatever its name. Raises OSError."""
    status = path.stat()
    return status.st_dev, status.st_ino


def note_open(path: Path, holder: object) -> None:
    """Remember that this process has the file open for as long as ``holder`` lives."""
    _open_here[identity(path)] = holder


def note_closed(holder: object) -> None:
    """Forget what ``holder`` had open."""
    for key, other in list(_open_here.items()):
        if other is holder:
            del _open_here[key]


def _check_beginning(path: Path, beginning: bytes) -> None:
    """Check the database header (sqlite.org/fileformat2.html, 1.3), the first 100 bytes."""
    if not beginning.startswith(_MAGIC) or len(beginning) < 100:
        raise JournalError(
            f"{path} is not a journal, or its beginning is lost; it was left as it is."
        )
    version = int.from_bytes(beginning[60:64], "big")
    if int.from_bytes(beginning[68:72], "big") != APPLICATION_ID:
        raise JournalError(f"{path} belongs to another program; it was left as it is.")
    if version != VERSION:
        raise JournalError(
            f"The journal {path} has format {version} and this program reads format {VERSION}; "
            "it was left as it is: resume that game with the version that wrote it."
        )


def _read_copy(path: Path, copy: Path) -> tuple[Record, ...]:
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            _check_structure(path, db)
            return tuple(records(path, db))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _damaged(path, str(error)) from error


def _check_structure(path: Path, db: sqlite3.Connection) -> None:
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise _damaged(path, verdict)
    if db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall() != [
        ("table", "entry", _TABLE)
    ]:
        raise _damaged(path, "its table is not a journal's")


def records(path: Path, db: sqlite3.Connection) -> Iterator[Record]:
    """Yield the records, header first, while checking that none is missing or changed."""
    checksum, count = 0, 0
    for number, at_s, kind, body, kept in db.execute("SELECT * FROM entry ORDER BY number"):
        checksum = _checksum(count, at_s, kind, body, checksum)
        if (number, kept) != (count, checksum) or (count == 0) != (kind == HEADER):
            raise _damaged(path, f"entry {count} is not what was written")
        yield Record(number, at_s, Entry(kind, json.loads(body)))
        count += 1
    if not count:
        raise _damaged(path, "its header is missing")


def in_use(path: Path) -> JournalError:
    """Return the error for a journal that somebody has open."""
    return JournalError(f"The journal {path} is in use; close the other program first.")


def _damaged(path: Path, reason: str) -> JournalError:
    return JournalError(
        f"The journal {path} is damaged ({' '.join(reason.split())}); it was left as it is: "
        "keep it for a report and start a new game."
    )
