"""Finds rows on a journal's pages without the tree of pages that leads to them.

SQLite finds rows through that tree and gives up if it is broken. Here every page that can hold rows
is made the root of a table of its own, in memory, so that SQLite reads it; the chained checksums
identify the game's rows and their order.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from typing import Final

from tablet_companion.journal import file
from tablet_companion.journal.entries import Record

_LEAF: Final = 13
"""The first byte of a page of rows (sqlite.org/fileformat2.html, 1.6)."""


def records_on(data: bytes) -> Iterator[Record]:
    """Yield the records on a damaged journal's pages, from the header to the first missing one."""
    rows = _scattered(data)
    checksum, count = 0, 0
    while found := [row for row in rows[count] if file.follows(row, count, checksum)]:
        record = file.record_of(found[0])
        if record is None:
            return
        checksum = found[0][-1]
        yield record
        count += 1


def _scattered(data: bytes) -> dict[int, set[file.Row]]:
    """Return every row of every page by its number; outdated pages may hold different ones."""
    rows: dict[int, set[file.Row]] = defaultdict(set)
    pages = len(data) // file.PAGE
    for page in range(2, pages + 1):
        if data[(page - 1) * file.PAGE] == _LEAF:
            for row in _rows(data[: pages * file.PAGE], page):
                rows[row[0]].add(row)
    return rows


def _rows(data: bytes, page: int) -> Iterator[file.Row]:
    """Yield the rows of a page up to the first unreadable one."""
    first = bytearray(_first_page(page))
    first[28:32] = (len(data) // file.PAGE).to_bytes(4, "big")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(bytes(first) + data[file.PAGE :])
        with suppress(sqlite3.Error, UnicodeDecodeError):  # the rest is damaged
            yield from db.execute("SELECT * FROM entry")


@cache
def _first_page(root: int) -> bytes:
    """Return the first page of a database whose table of entries consists of that page."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {file.PAGE}")
        db.execute(file.ENTRY_TABLE)
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_schema SET rootpage = ?", (root,))
        return db.serialize()[: file.PAGE]
