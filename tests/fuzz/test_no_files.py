"""What lies where a file of our own belongs, and is none: nobody waits, no memory is filled."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from hardware.clock import ManualClock
from hardware.errors import CompanionError
from tablet_companion.app.sight.practice import Practice
from tablet_companion.app.start.starts import Start, Starts
from tablet_companion.club.access import read_password
from tablet_companion.club.book import Book
from tablet_companion.club.publisher import make_client
from tablet_companion.club.spool import Spool
from tablet_companion.config import MqttSettings
from tablet_companion.config.reading import read_settings
from tablet_companion.journal import Entry, Journal
from tablet_companion.kit import printed
from tablet_companion.lessons.progress import Notebook
from tablet_companion.session.keeper import Keeper, last_game
from tablet_companion.setup.teaching.kept import KeptTeaching
from tablet_companion.web.certificate import open_tls
from tablet_companion.web.guests import Guests
from tests.amounts import sampled
from tests.patience import PATIENCE_S

HUGE: Final = 20 * 2**30
"""Bytes of a file with a hole, which takes no room on the disk, but more memory than there is."""


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(HUGE)


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # a socket's path has room for 107 letters
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)
    os.chdir(here)


_EVIL: Final[dict[str, Callable[[Path], object]]] = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "loop of links": lambda path: path.symlink_to(path.name),
    "socket": _socket,
    "huge": _huge,
    "zeros without end": lambda path: path.symlink_to("/dev/zero"),
    "full device": lambda path: path.symlink_to("/dev/full"),
    "link to nothing": lambda path: path.symlink_to("no/such/file"),
    "nested": lambda path: path.write_bytes(b"[" * 200_000),
}


def _start(folder: Path) -> None:
    Starts(folder / "starts.json", ManualClock()).begin(Start("a", 1.0))


def _let_in(folder: Path) -> None:
    Guests(folder, lambda: 1e9, ManualClock()).invite("red", 60.0)  # type: ignore[arg-type]


def _go_on(folder: Path) -> None:
    last_game(folder)
    Keeper(folder, lambda: 1e9).close()
    with Journal.open(folder / "000001-dog.journal") as journal:
        journal.append([Entry("act", {})], at_s=2)


_READ: Final[dict[str, Callable[[Path], Any]]] = {
    "starts.json": _start,
    "key": _let_in,
    "guests.json": _let_in,
    "certificate.pem": lambda folder: open_tls(folder, ["127.0.0.1"]),
    "ca.pem": lambda folder: make_client(
        MqttSettings("127.0.0.1", tls=True, ca=folder / "ca.pem"), "one", print
    ),
    "secret": lambda folder: make_client(
        MqttSettings("127.0.0.1", user="one", password_file=folder / "secret"), "one", print
    ),
    "password": lambda folder: read_password(folder / "password"),
    "settings.toml": lambda folder: read_settings(folder / "settings.toml"),
    "spool.db": lambda folder: Spool(folder / "spool.db").close(),
    "spool.db-journal": lambda folder: Spool(folder / "spool.db").close(),
    "spool.db-wal": lambda folder: Spool(folder / "spool.db").close(),
    "book.db": lambda folder: Book(folder / "book.db").close(),
    "book.db-wal": lambda folder: Book(folder / "book.db").close(),
    "lessons.json": lambda folder: Notebook(folder / "lessons.json"),
    "teaching.json": lambda folder: KeptTeaching(folder).read(),
    "corners.png": lambda folder: KeptTeaching(folder).read(),
    "table.played.json": lambda folder: Practice(
        folder / "table.played.json", ManualClock(), lambda _: None
    ).begin(printed.calibration("dog", printed.board("dog"))),
    "000001-dog.journal": _go_on,
    "000001-dog.journal-journal": _go_on,
    "000001-dog.journal-wal": _go_on,
    "000001-dog.journal-shm": _go_on,
}
"""What a start reads, by the names of its files, and how it is read."""


_ROOT: Final = Path(__file__).parents[2]
_OF_PACKAGE_OR_SYSTEM: Final = {
    "hardware/backlight.py",
    "hardware/cameras/discovery.py",
    "hardware/printing/artwork/__init__.py",
    "hardware/sticks.py",
    "hardware/updates.py",
    "tablet_companion/games/agent/map.py",
    "tablet_companion/games/pocket_ops/solved.py",
    "tablet_companion/games/shared/cards.py",
    "tablet_companion/games/shared/teaching.py",
    "tablet_companion/games/wink/editions.py",
    "tablet_companion/measure/speed.py",
    "tablet_companion/screen/words/wording.py",
    "tablet_companion/selfcheck/doctor/machine.py",
    "tablet_companion/vision/places/network.py",
    "tablet_companion/app/start/starts.py",
    "tablet_companion/club/organiser.py",
    "tablet_companion/club/wording.py",
    "tablet_companion/journal/earlier.py",
    "tablet_companion/kit/printed.py",
    "tablet_companion/web/server.py",
}


@pytest.fixture(autouse=True)
def _impatient() -> Iterator[None]:
    """End what waits for a pipe."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise AssertionError("it waits for ever")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(int(PATIENCE_S))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def _little_memory() -> Iterator[None]:
    """Leave room for a gigabyte more than there is in use."""
    import resource  # noqa: PLC0415

    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@sampled(4)
@pytest.mark.usefixtures("_little_memory")
@pytest.mark.parametrize("evil", _EVIL)
@pytest.mark.parametrize("name", _READ)
def test_it_is_passed_over_or_refused_in_a_sentence(name: str, evil: str, tmp_path: Path) -> None:
    """Where it is refused, the sentence names it."""
    if name.startswith("000001-"):
        Journal.create(tmp_path / "000001-dog.journal", {"game": "dog"}, at_s=1).close()
        (tmp_path / "000001-dog.journal").with_name(name).unlink(missing_ok=True)
    if name == "corners.png":
        (tmp_path / "teaching.json").write_bytes(b"{}")
    _EVIL[evil](tmp_path / name)
    try:
        _READ[name](tmp_path)
    except CompanionError as error:
        sentence = str(error)
        assert sentence.endswith((".", "?")), sentence
        assert name.partition("-journal")[0].partition("-wal")[0] in sentence


def test_no_other_file_is_read_without_limits() -> None:
    """What is named here belongs to the package or to the system; all else goes by ``formats``."""
    assert _find(r"(?<!formats)\.read_(bytes|text)\(") == _OF_PACKAGE_OR_SYSTEM


def test_no_file_of_people_is_written_in_part() -> None:
    """What is named are the system's files and streams, and copies in a folder that is removed."""
    writing = (
        r"\.write_(bytes|text)\(|imwrite\(|image\.save\(|(?<!fd)open\([^)]*[\"'][wax]b?\+?[\"']"
    )
    assert _find(writing) == {
        "hardware/backlight.py",
        "hardware/stray_lines.py",
        "tablet_companion/journal/reading.py",
        "tablet_companion/measure/speed.py",
    }


def _find(pattern: str) -> set[str]:
    return {
        str(path.relative_to(_ROOT))
        for room in ("calibration", "hardware", "tablet_companion")
        for path in (_ROOT / room).rglob("*.py")
        if re.search(pattern, path.read_text("utf-8"))
    }
