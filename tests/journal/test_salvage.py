"""What is whole of a harmed journal can be gone on with, and the harmed file is kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablet_companion.journal import (
    Entry,
    HarmedError,
    Journal,
    JournalError,
    Record,
    new_path,
    newest,
    read,
    salvage,
    set_aside,
    summaries,
)
from tests.vandal.plays import contents

PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a journal of sixty steps on many pages."""
    path = tmp_path / "000001-game.journal"
    with Journal.create(path, {"game": "game"}, at_s=0) as journal:
        for number in range(60):
            journal.append([Entry("act", {"n": number, "pad": "." * 200})], at_s=number)
    return path


def harm(path: Path, page: int) -> tuple[Record, ...]:
    """Make a page of a journal unreadable; return what it held before."""
    records = read(path)
    data = bytearray(path.read_bytes())
    data[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    path.write_bytes(data)
    with pytest.raises(HarmedError):
        read(path)
    return records


@pytest.mark.parametrize("page", [1, 2, 3])
def test_nothing_is_lost_with_the_pages_that_only_lead_to_others(path: Path, page: int) -> None:
    """Without its header, the root of its tree or its seal a journal is refused, yet all there."""
    records = harm(path, page)
    assert salvage(path) == records


def test_a_lost_page_of_rows_ends_what_is_whole(path: Path) -> None:
    """What came before is offered, in order; what came after cannot be replayed."""
    records = harm(path, 5)
    found = salvage(path)
    assert 0 < len(found) < len(records)
    assert found == records[: len(found)]


def test_rows_missing_at_the_end_are_missed(path: Path) -> None:
    """The last row deleted is noticed, and all others are offered."""
    records = read(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM entry WHERE number = 60")
    with pytest.raises(HarmedError, match="1 of its 60 entries are missing at the end"):
        Journal.open(path)
    assert salvage(path) == records[:-1]


def test_a_row_of_another_game_is_not_taken_for_the_same_one(path: Path, tmp_path: Path) -> None:
    """Each row's checksum covers all before it: whole as it is, another game's does not fit in."""
    other = tmp_path / "other.journal"
    with Journal.create(other, {"game": "game", "seed": 2}, at_s=0) as journal:
        for number in range(60):
            journal.append([Entry("act", {"n": number, "pad": "-" * 200})], at_s=number)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ATTACH ? AS other", (str(other),))
        db.execute("REPLACE INTO entry SELECT * FROM other.entry WHERE number = 60")
        last = db.execute("SELECT number, checksum FROM entry WHERE number = 60").fetchone()
        db.execute("UPDATE seal SET number = ?, checksum = ?", last)
    with pytest.raises(HarmedError, match="entry 60 is not what was written"):
        read(path)


def test_nothing_whole(tmp_path: Path) -> None:
    """A file that is no journal offers nothing, says so, and stays."""
    path = tmp_path / "000001-game.journal"
    path.write_bytes(bytes(9000))
    with pytest.raises(HarmedError, match="Nothing of the journal"):
        salvage(path)
    assert path.read_bytes() == bytes(9000)


def test_the_harmed_file_is_kept_under_a_name_of_its_own(path: Path, tmp_path: Path) -> None:
    """Byte for byte, side file too; its number is not given to another journal."""
    harm(path, 5)
    Path(f"{path}-journal").write_bytes(b"beside")
    before = contents(tmp_path)
    fresh = new_path(tmp_path, "game")
    Journal.copy(fresh, salvage(path)).close()
    aside = set_aside(path)
    assert aside.name == "000001-game.journal.harmed"
    assert aside.read_bytes() == before[path.name]
    assert Path(f"{aside}-journal").read_bytes() == b"beside"
    assert newest(tmp_path) == fresh
    assert [summary.trouble for summary in summaries(tmp_path)] == [""]
    fresh.unlink()
    assert new_path(tmp_path, "game").name.startswith("000002")


def test_a_copy_holds_everything_from_the_first(path: Path, tmp_path: Path) -> None:
    """Times included; it is never in another file's place."""
    records = read(path)
    copy = tmp_path / "000002-game.journal"
    Journal.copy(copy, records).close()
    assert read(copy) == records
    with pytest.raises(JournalError, match="already a file"):
        Journal.copy(copy, records)
