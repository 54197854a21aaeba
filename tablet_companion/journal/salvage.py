"""Recovers the intact part of a damaged journal."""

from __future__ import annotations

from pathlib import Path

from tablet_companion.journal import earlier, file, locks
from tablet_companion.journal.entries import HarmedError, Record
from tablet_companion.journal.pages import records_on


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
