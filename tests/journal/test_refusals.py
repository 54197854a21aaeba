"""What is not a whole journal of this version is refused in one sentence and left untouched."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablet_companion.journal import Entry, Journal, JournalError, Record
from tests.amounts import count


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, tuple[Record, ...]]:
    """Return the bytes of a journal of forty steps, and its records."""
    path = tmp_path_factory.mktemp("whole") / "game.journal"
    with Journal.create(path, {"game": "agent_dog"}, at_s=1) as journal:
        for number in range(40):
            journal.append([Entry("move", {"n": number, "pad": "." * (number * 37)})], at_s=number)
        records = journal.entries()
    return path.read_bytes(), records


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def refusal(path: Path) -> str:
    """Return the sentence of the refusal, having checked that nothing changed on the disk."""
    before = contents(path.parent)
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert contents(path.parent) == before
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def make_text(path: Path) -> None:
    """Somebody's text."""
    path.write_text("Dear diary, today we played.")


def make_empty(path: Path) -> None:
    """A file of no length, as a full disk leaves it."""
    path.touch()


def make_other_programs(path: Path) -> None:
    """Somebody's database in WAL mode: merely connecting to it would put files beside it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE song (title TEXT)")


def make_newer(path: Path) -> None:
    """A journal of a later version of this program."""
    Journal.create(path, {}, at_s=0).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA user_version = 9")


def make_killed_and_damaged(path: Path) -> None:
    """The side file of a killed program lies beside a main file that lost its second page."""
    with Journal.create(path, {}, at_s=0) as journal:
        journal.append([Entry("a", {})], at_s=0)
        side_file = Path(f"{path}-journal").read_bytes()
    path.write_bytes(path.read_bytes()[:4096])
    Path(f"{path}-journal").write_bytes(side_file[:4000])


def make_miscounted(path: Path) -> None:
    """The file's header counts free pages where there are none; every row is still readable."""
    Journal.create(path, {}, at_s=0).close()
    data = bytearray(path.read_bytes())
    data[39] = 1
    path.write_bytes(data)


def edit(sql: str) -> Callable[[Path], None]:
    """Return what makes a journal of three entries and then changes it behind its back."""

    def make(path: Path) -> None:
        with Journal.create(path, {}, at_s=0) as journal:
            journal.append([Entry("a", {}), Entry("b", {}), Entry("c", {})], at_s=0)
        with closing(sqlite3.connect(path)) as db:
            db.executescript(sql)

    return make


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (make_text, "is not a journal"),
        (make_empty, "is not a journal"),
        (make_other_programs, "belongs to another program"),
        (make_newer, "has format 9 and this program reads format 2"),
        (make_killed_and_damaged, "is damaged"),
        (make_miscounted, "damaged (*** in database main"),
        (Path.mkdir, "cannot be read: Is a directory"),
        (edit("DELETE FROM entry WHERE number = 2"), "damaged (entry 2 is not what was written)"),
        (edit("UPDATE entry SET body = '[]' WHERE number = 1"), "entry 1 is not what was written"),
        (edit("UPDATE entry SET kind = 'z' WHERE number = 0"), "entry 0 is not what was written"),
        (edit("DELETE FROM entry"), "its header is missing"),
        (edit("DELETE FROM entry WHERE number = 3"), "1 of its 3 entries are missing at the end"),
        (edit("DELETE FROM entry WHERE number > 1"), "2 of its 3 entries are missing at the end"),
        (edit("UPDATE seal SET checksum = 1"), "its seal is not what was written"),
        (edit("UPDATE seal SET number = 2"), "its seal is not what was written"),
        (edit("DELETE FROM seal"), "its seal is not what was written"),
        (edit("CREATE TABLE more (x)"), "its tables are not a journal's"),
    ],
)
def test_refused_with_its_reason(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    """Each kind of wrong file has its own reason."""
    path = tmp_path / "game.journal"
    make(path)
    assert reason in refusal(path)


def test_missing(tmp_path: Path) -> None:
    """A path without a file is refused and nothing is made there."""
    assert "No such file" in refusal(tmp_path / "none.journal")


def test_cut_short(tmp_path: Path, whole: tuple[bytes, tuple[Record, ...]]) -> None:
    """A file that lost its end is refused at every length."""
    path = tmp_path / "cut.journal"
    data, _ = whole
    for length in range(0, len(data), 509):
        path.write_bytes(data[:length])
        refusal(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=count(40, 150))
@given(st.data())
def test_any_changed_byte(
    tmp_path: Path, whole: tuple[bytes, tuple[Record, ...]], data: st.DataObject
) -> None:
    """A changed byte is refused, or it lies where nothing is kept and every entry comes back."""
    original, records = whole
    place = data.draw(st.integers(0, len(original) - 1))
    change = data.draw(st.integers(1, 255))
    broken = bytearray(original)
    broken[place] ^= change
    path = tmp_path / "flip.journal"
    path.write_bytes(broken)
    try:
        with Journal.open(path) as journal:
            assert journal.entries() == records
    except JournalError:
        assert path.read_bytes() == broken
    assert list(tmp_path.iterdir()) == [path]
