"""A journal keeps what it confirmed, in order, and lets nobody else in meanwhile."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablet_companion.journal import Entry, Journal, JournalError, Json, read, summaries
from tests.amounts import count

HEADER: dict[str, Json] = {"game": "agent_dog", "seats": ["red", "blue"]}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
steps = st.lists(
    st.tuples(
        st.lists(st.tuples(st.text(), st.dictionaries(st.text(), json_values)), max_size=3),
        st.floats(0, 4e9),
    ),
    max_size=4,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a path in a folder that is not there yet."""
    return tmp_path / "journals" / "000001-agent_dog.journal"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=count(15, 40))
@given(steps)
def test_gives_back_what_was_appended(
    tmp_path: Path, steps: list[tuple[list[tuple[str, dict[str, Json]]], float]]
) -> None:
    """Any JSON comes back equal, in order, numbered without a gap, before and after reopening."""
    path = tmp_path / "any.journal"
    path.unlink(missing_ok=True)
    expected = []
    with Journal.create(path, HEADER, at_s=5.5) as journal:
        for entries, at_s in steps:
            journal.append([Entry(kind, body) for kind, body in entries], at_s=at_s)
            expected += [(at_s, kind, body) for kind, body in entries]
        before = journal.entries()
    with Journal.open(path) as journal:
        assert journal.header == HEADER
        assert journal.entries() == before
    assert [(record.at_s, record.entry.kind, record.entry.body) for record in before] == expected
    assert [record.number for record in before] == list(range(1, len(expected) + 1))


def test_a_step_is_kept_whole_or_not_at_all(path: Path) -> None:
    """An entry that is not JSON keeps its whole step out and leaves the journal usable."""
    with Journal.create(path, HEADER, at_s=0) as journal:
        with pytest.raises(ValueError, match="not JSON compliant"):
            journal.append([Entry("good", {}), Entry("bad", {"x": float("nan")})], at_s=1)
        assert journal.entries() == ()
        journal.append([Entry("next", {})], at_s=2)
        assert [record.entry.kind for record in journal.entries()] == ["next"]


def test_what_it_asks_of_sqlite(path: Path) -> None:
    """No log is kept beside it, every step is synced; format and owner can be told from outside."""
    with Journal.create(path, HEADER, at_s=0) as journal:
        assert journal._db
        settings = [
            journal._db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "application_id", "user_version")
        ]
    assert settings == ["delete", 3, int.from_bytes(b"TCjl", "big"), 2]


def test_only_its_owner_can_read_it(path: Path) -> None:
    """The folder is 0700 and the files 0600 while it is open, side files too, and when reopened."""
    with Journal.create(path, HEADER, at_s=0) as journal:
        journal.append([Entry("secret", {})], at_s=1)
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {path.name: 0o600, f"{path.name}-journal": 0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.chmod(0o644)
    Journal.open(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_closing_leaves_one_file(path: Path) -> None:
    """A closed journal is a single file that can be copied or sent; closing twice is harmless."""
    journal = Journal.create(path, HEADER, at_s=0)
    journal.append([Entry("x", {})], at_s=1)
    journal.close()
    journal.close()
    assert list(path.parent.iterdir()) == [path]


def test_never_takes_another_file_s_place(path: Path) -> None:
    """Creating where something is refuses and leaves it."""
    path.parent.mkdir()
    path.write_text("my diary")
    with pytest.raises(JournalError, match="already a file"):
        Journal.create(path, HEADER, at_s=0)
    assert path.read_text() == "my diary"
    assert list(path.parent.iterdir()) == [path]


OPEN_IN_ANOTHER_PROGRAM = """
import sqlite3, sys
from pathlib import Path
from tablet_companion.journal import Journal, JournalError, summaries
try:
    Journal.open(Path(sys.argv[1])).close()
except JournalError as error:
    print(error)
print(next(summaries(Path(sys.argv[1]).parent)).trouble)
try:
    sqlite3.connect(sys.argv[1], timeout=0).execute("SELECT * FROM entry")
except sqlite3.OperationalError as error:
    print(error)
"""


def in_another_program(path: Path) -> list[str]:
    """Return what another program says on opening, listing and reading the journal raw."""
    command = [sys.executable, "-c", OPEN_IN_ANOTHER_PROGRAM, str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_a_second_program_is_refused(path: Path) -> None:
    """Opening and listing say so in one sentence; SQLite's own tools are shut out as well."""
    with Journal.create(path, HEADER, at_s=0):
        opening, listing, sqlite_says = in_another_program(path)
    assert opening == listing == f"The journal {path} is in use; close the other program first."
    assert sqlite_says == "database is locked"
    assert in_another_program(path) == [""]


def test_looking_at_an_open_journal_does_not_unlock_it(path: Path) -> None:
    """Opening it twice or listing its folder in the same process leaves SQLite's locks alone.

    Closing any descriptor of the file would give them up.
    """
    with Journal.create(path, HEADER, at_s=0) as journal:
        with pytest.raises(JournalError, match="in use"):
            Journal.open(path)
        (summary,) = summaries(path.parent)
        assert "in use" in summary.trouble
        assert len(in_another_program(path)) == 3
        journal.append([Entry("x", {})], at_s=1)
    with Journal.open(path) as journal:
        assert len(journal.entries()) == 1


FILL_THE_DISK = """
import resource, signal, sys
from pathlib import Path
from tablet_companion.journal import Entry, Journal, JournalError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = Journal.open(Path(sys.argv[1]))
def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
limit(100_000)
kept = 0
try:
    while True:
        journal.append([Entry("x", {"n": kept}), Entry("y", {"pad": "." * 3000})], at_s=kept)
        kept += 1
except JournalError as error:
    print(error)
limit(resource.RLIM_INFINITY)
journal.append([Entry("after", {})], at_s=kept)
print(kept)
"""


def test_a_full_disk_loses_nothing_confirmed(path: Path) -> None:
    """When writing fails there is a sentence; once there is room again the journal goes on."""
    Journal.create(path, HEADER, at_s=0).close()
    command = [sys.executable, "-c", FILL_THE_DISK, str(path)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    sentence, kept = run.stdout.splitlines()
    assert sentence.startswith(f"The journal {path} cannot be written (")
    assert sentence.endswith("everything confirmed so far is kept.")
    with Journal.open(path) as journal:
        kinds = [record.entry.kind for record in journal.entries()]
    assert int(kept) > 5
    assert kinds == ["x", "y"] * int(kept) + ["after"]


def test_the_sentence_for_a_full_disk(path: Path) -> None:
    """SQLite's own "full" becomes advice to make room."""
    with Journal.create(path, HEADER, at_s=0) as journal:
        assert journal._db
        journal._db.execute("PRAGMA max_page_count = 4")
        with pytest.raises(JournalError, match=r"the disk is full\); make room"):
            journal.append([Entry("x", {"pad": "." * 30_000})], at_s=0)
        assert journal.entries() == ()


def test_a_place_that_cannot_be_written() -> None:
    """Where no file can be made there is a sentence, for root as well."""
    path = Path("/proc/self/000001-x.journal")
    if not path.parent.is_dir():
        pytest.skip("this system has no /proc")
    with pytest.raises(JournalError, match="No journal can be started at /proc"):
        Journal.create(path, HEADER, at_s=0)


def test_confirmed_steps_are_in_the_file_itself(path: Path) -> None:
    """After every step the file alone, as somebody copies it, is the whole game."""
    with Journal.create(path, HEADER, at_s=0) as journal:
        for step in range(6):
            journal.append([Entry("a", {"step": step}), Entry("b", {"pad": "." * 5000})], at_s=step)
            copy = path.with_name("copy.journal")
            copy.write_bytes(read_elsewhere(path))
            assert read(copy)[1:] == journal.entries()


def read_elsewhere(path: Path) -> bytes:
    """Read a file in another process: reading it here and closing it would unlock it."""
    return subprocess.run(["/bin/cat", str(path)], check=True, capture_output=True).stdout


def test_closed_it_is_a_plain_database(path: Path) -> None:
    """The file is an ordinary SQLite database for other tools once it is closed."""
    with Journal.create(path, HEADER, at_s=0) as journal:
        journal.append([Entry("move", {"to": "T5"})], at_s=2.5)
    rows = sqlite3.connect(path).execute("SELECT number, at, kind, body FROM entry").fetchall()
    assert rows[1] == (1, 2.5, "move", '{"to":"T5"}')
