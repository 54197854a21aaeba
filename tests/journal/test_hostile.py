"""Journals that somebody forged: the rows are nonsense, but their checksums are right."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from hardware.errors import CompanionError
from tablet_companion import journal
from tablet_companion.club.book import Book
from tablet_companion.club.spool import Spool
from tablet_companion.journal import file, locks

_GOOD: Final = '{"game": "dog"}'
_MADE_UP: Final = {
    "no JSON": "{nope",
    "nested deep": "[" * 100_000,
    "a long number": f'{{"action": {"9" * 6000}}}',
    "a number": "5",
    "a list": "[]",
    "nothing": "null",
}


def _write(path: Path, body: str, at_s: float = 0.0) -> None:
    """Write a journal of a good header and a second row, whose checksums and seal are right."""
    rows: list[file.Row] = []
    checksum = 0
    for number, (kind, text) in enumerate(((file.HEADER, _GOOD), ("accepted", body))):
        checksum = file._checksum(number, at_s, kind, text, checksum)
        rows.append((number, at_s, kind, text, checksum))
    path.write_bytes(file.image(rows))


@pytest.mark.parametrize("body", _MADE_UP.values(), ids=_MADE_UP)
def test_a_body_that_was_made_up_is_refused(body: str, tmp_path: Path) -> None:
    """A body that is no JSON object is told as what it is, by every way that reads it."""
    path = tmp_path / "000001-dog.journal"
    _write(path, body)
    for reads in (journal.read, journal.Journal.open):
        with pytest.raises(journal.HarmedError, match="entry 1 is not what anybody wrote"):
            reads(path)
    assert [record.entry.body for record in journal.salvage(path)] == [json.loads(_GOOD)]
    (summary,) = journal.summaries(tmp_path)
    assert "entry 1" in summary.trouble


@pytest.mark.parametrize("at_s", [1e308, float("inf"), -1e18])
def test_a_date_that_no_calendar_has_is_refused(at_s: float, tmp_path: Path) -> None:
    """The page of unfinished games writes the date of each; it must be one."""
    path = tmp_path / "000001-dog.journal"
    _write(path, json.dumps({}), at_s)
    with pytest.raises(journal.HarmedError, match="entry 0"):
        journal.read(path)


def test_a_pipe_among_the_journals_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Nobody may ever write to it: to open it would take for ever."""
    os.mkfifo(tmp_path / "000001-dog.journal")
    (summary,) = journal.summaries(tmp_path)
    assert "a pipe" in summary.trouble


@pytest.mark.parametrize("suffix", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("opens", [journal.Journal.open, Book, Spool])
def test_a_pipe_beside_a_database_keeps_nobody_waiting(
    opens: Callable[[Path], object], suffix: str, tmp_path: Path
) -> None:
    """SQLite would open it and wait for ever: it is named instead, and the database is kept."""
    path = tmp_path / "000001-dog.journal"
    _write(path, _GOOD)
    before = path.read_bytes()
    os.mkfifo(tmp_path / f"{path.name}{suffix}")
    with pytest.raises(CompanionError, match=f"{path.name}{suffix}.*a pipe"):
        opens(path)
    assert path.read_bytes() == before


def test_what_no_memory_holds_is_not_read(tmp_path: Path) -> None:
    """A file larger than any game is refused by its size, by every way that reads it."""
    path = tmp_path / "000001-dog.journal"
    with path.open("wb") as large:
        large.truncate(locks.MAX_BYTES + 1)
    for reads in (journal.read, journal.salvage):
        with pytest.raises(journal.JournalError, match="larger than 64 MB"):
            reads(path)
