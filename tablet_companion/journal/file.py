"""A journal's file: its format, its header, and whether it is complete.

Every row's checksum covers all rows before it, and the seal, a row in a table of its own that is
written in the same transaction, gives the last row's number and checksum. So if rows at the end are
missing, that is noticed.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tablet_companion.journal.entries import Entry, HarmedError, JournalError, Record

Row = tuple[int, float, str, str, int]
"""One row: number, wall clock, kind, body as JSON text, checksum."""
Seal = tuple[int, int]
"""The number of the last row, and its checksum."""

APPLICATION_ID: Final = int.from_bytes(b"TCjl", "big")
VERSION: Final = 2
EARLIER: Final = 1
"""The format without a seal, kept in WAL mode; see ``earlier``."""
HEADER: Final = "header"
"""The kind of entry 0, which describes the game."""
PAGE: Final = 4096
"""Bytes of a page; always the same, so that a damaged first page can be replaced."""

ENTRY_TABLE: Final = (
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, "
    "body TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT"
)
_SEAL_TABLE: Final = (
    "CREATE TABLE seal (place INTEGER PRIMARY KEY CHECK (place = 1), "
    "number INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT"
)
_TABLES: Final[Mapping[int, Mapping[str, str]]] = MappingProxyType(
    {EARLIER: {"entry": ENTRY_TABLE}, VERSION: {"entry": ENTRY_TABLE, "seal": _SEAL_TABLE}}
)
_INSERT: Final = "INSERT INTO entry (number, at, kind, body, checksum) VALUES (?, ?, ?, ?, ?)"
_RESEAL: Final = "UPDATE seal SET number = ?, checksum = ?"
_OF_THE_DISK: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM)
_LATEST_S: Final = 1e11
"""The year 5138: no clock is that wrong, and calendars end at the year 9999."""
_MAGIC: Final = b"SQLite format 3\0"


def image(rows: Sequence[Row]) -> bytes:
    """Return the bytes of a journal with exactly these rows."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(ENTRY_TABLE)
        db.executemany(_INSERT, rows)
        add_seal(db, seal_of(rows))
        return db.serialize()


def add_seal(db: sqlite3.Connection, seal: Seal) -> None:
    """Create the seal's table, which makes the file one of the present version."""
    db.execute(_SEAL_TABLE)
    db.execute("INSERT INTO seal VALUES (1, ?, ?)", seal)
    db.execute(f"PRAGMA user_version = {VERSION}")


def insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Add rows and seal them, within the caller's transaction."""
    db.executemany(_INSERT, rows)
    db.execute(_RESEAL, seal_of(rows))


def cut_back(db: sqlite3.Connection, seal: Seal) -> None:
    """Remove the rows after the sealed ones, within the caller's transaction."""
    db.execute("DELETE FROM entry WHERE number > ?", seal[:1])
    db.execute(_RESEAL, seal)


def rows(entries: Iterable[Entry], at_s: float, *, after: Seal | None) -> list[Row]:
    """Return entries as rows that follow the row of this number and checksum.

    Raises TypeError or ValueError for a body that is not JSON: a programming error.
    """
    number, checksum = after or (-1, 0)
    made: list[Row] = []
    for entry in entries:
        number += 1
        body = json.dumps(entry.body, allow_nan=False, separators=(",", ":"))
        checksum = _checksum(number, float(at_s), entry.kind, body, checksum)
        made.append((number, float(at_s), entry.kind, body, checksum))
    return made


def rows_of(records: Iterable[Record]) -> list[Row]:
    """Return the rows that records were read from, header first."""
    made: list[Row] = []
    for record in records:
        made += rows([record.entry], record.at_s, after=seal_of(made) if made else None)
    return made


def seal_of(rows: Sequence[Row]) -> Seal:
    """Return the seal of rows."""
    return rows[-1][0], rows[-1][4]


def _checksum(number: int, at_s: float, kind: str, body: str, previous: int) -> int:
    """Return a CRC-32 of a row and all rows before it; SQLite has no checksums for pages."""
    return zlib.crc32(f"{number} {at_s!r} {kind} {body}".encode(), previous)


def follows(row: Row, count: int, previous: int) -> bool:
    """Whether a row has this number, follows a row with this checksum, and is unchanged."""
    number, at_s, kind, body, kept = row
    if number != count or (count == 0) != (kind == HEADER):
        return False
    return kept == _checksum(number, at_s, kind, body, previous)


def version_of(path: Path, beginning: bytes) -> int:
    """Check the database header (sqlite.org/fileformat2.html, 1.3); return the format's version."""
    if not beginning.startswith(_MAGIC) or len(beginning) < 100:
        raise HarmedError(
            f"{path} is not a journal, or its beginning is lost; it was left as it is: name "
            "another file."
        )
    version = int.from_bytes(beginning[60:64], "big")
    if int.from_bytes(beginning[68:72], "big") != APPLICATION_ID:
        raise HarmedError(
            f"{path} belongs to another program; it was left as it is: name another file."
        )
    if version not in _TABLES:
        raise JournalError(
            f"The journal {path} has format {version} and this program reads format {VERSION}; "
            "it was left as it is: resume that game with the version that wrote it."
        )
    return version


def check(path: Path, db: sqlite3.Connection) -> tuple[Record, ...]:
    """Return the records, header first, after checking that none is missing or changed.

    Raises HarmedError, or JournalError if the check is impossible.
    """
    try:
        version = _check_structure(path, db)
        kept = tuple(_records(path, db))
        if version != EARLIER:
            _check_seal(path, db, len(kept) - 1)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise unreadable(path, error) from error
    return kept


def _check_structure(path: Path, db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(path, verdict)
    if not _has_tables(version, db):
        raise damaged(path, "its tables are not a journal's")
    return int(version)


def _has_tables(version: int, db: sqlite3.Connection) -> bool:
    tables = db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return tables == [("table", name, sql) for name, sql in _TABLES.get(version, {}).items()]


def last_kind(db: sqlite3.Connection) -> str | None:
    """Return the kind of a journal's last row, unchecked; None if it is no journal. Fast."""
    last = "SELECT kind FROM entry ORDER BY number DESC LIMIT 1"
    row = db.execute(last).fetchone() if _has_tables(VERSION, db) else None
    return None if row is None else str(row[0])


def _records(path: Path, db: sqlite3.Connection) -> Iterator[Record]:
    checksum, count = 0, 0
    for row in db.execute("SELECT * FROM entry ORDER BY number"):
        if not follows(row, count, checksum):
            raise damaged(path, f"entry {count} is not what was written")
        record = record_of(row)
        if record is None:
            raise damaged(path, f"entry {count} is not what anybody wrote")
        checksum = row[-1]
        yield record
        count += 1
    if not count:
        raise damaged(path, "its header is missing")


def record_of(row: Row) -> Record | None:
    """Return a row's record; None if no program could have written the row.

    A checksum detects damage, not forgery: dates beyond any calendar, bodies that are no JSON
    object.
    """
    number, at_s, kind, text, _ = row
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or abs(at_s) > _LATEST_S:
        return None
    return Record(number, at_s, Entry(kind, body))


def _check_seal(path: Path, db: sqlite3.Connection, last: int) -> None:
    sealed = db.execute("SELECT number, checksum FROM seal").fetchone()
    kept = db.execute("SELECT number, checksum FROM entry WHERE number = ?", (last,)).fetchone()
    if sealed is None or sealed[0] < last or (sealed[0] == last and sealed != kept):
        raise damaged(path, "its seal is not what was written")
    if sealed[0] > last:
        raise damaged(path, f"{sealed[0] - last} of its {sealed[0]} entries are missing at the end")


def unreadable(path: Path, error: Exception) -> JournalError:
    """Return the error for a journal that SQLite cannot read: damaged, or a disk error."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK:
        return JournalError(f"The journal {path} cannot be read ({error}); make room on the disk.")
    return damaged(path, str(error))


def damaged(path: Path, reason: str) -> HarmedError:
    """Return the error for a damaged journal."""
    return HarmedError(
        f"The journal {path} is damaged ({' '.join(reason.split())}); it was left as it is: if "
        "it is the last game, the table resumes what is whole of it."
    )


def beside(path: Path, suffix: str) -> Path:
    """Return the path of SQLite's side file of this kind."""
    return Path(f"{path}{suffix}")


def holds_something(path: Path) -> bool:
    """Whether a file exists and is not empty."""
    return path.exists() and path.stat().st_size > 0
