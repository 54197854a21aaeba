"""Games on record, at every moment of the disk: between two steps, within one, and closed.

A play is recorded once, change by change. From the account every moment can be put together again:
what a program that was killed there leaves, and what a pulled plug may leave.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tablet_companion.journal import Entry, Journal, Json
from tests.vandal.disk import Change, told

NAME: Final = "000001-game.journal"
MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - far quicker
SECTOR: Final = 512
STEPS: Final = 24
PADS: Final = (0, 40, 200, 800, 5000)

Files = Mapping[str, bytes]
Truth = tuple[Entry, ...]


@dataclass(frozen=True)
class Moment:
    """A folder as it was once: its files, what had been confirmed, and what was being written."""

    files: Files
    confirmed: Truth
    under_way: Truth = ()

    @property
    def beside(self) -> tuple[str, ...]:
        """Return the names of side files that hold anything."""
        return tuple(name for name, data in self.files.items() if name != NAME and data)


@dataclass(frozen=True)
class Play:
    """A game as it was recorded: the folder at first, all changes, and when a step was confirmed.

    ``marks`` holds, for every confirmed step, the count of changes and of entries by then.
    """

    first: Files
    changes: tuple[Change, ...]
    entries: Truth
    marks: tuple[tuple[int, int], ...]

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Return the folder after every change, as one who kills the program finds it."""
        files = dict(self.first)
        moments = [self._moment(0, files)]
        for count, change in enumerate(self.changes, start=1):
            _apply(files, change)
            moments.append(self._moment(count, files))
        return tuple(moments)

    def _moment(self, count: int, files: Files) -> Moment:
        kept = max((entries for changes, entries in self.marks if changes <= count), default=0)
        coming = min((entries for changes, entries in self.marks if changes > count), default=kept)
        return Moment(dict(files), self.entries[:kept], self.entries[kept:coming])

    def cut(self, count: int, chance: random.Random) -> Moment:
        """Return what a plug pulled after that many changes may leave: any unsynced sectors."""
        synced, pending = dict(self.first), list[Change]()
        for change in self.changes[:count]:
            pending.append(change)
            if change.what in ("sync", "delete"):
                for old in (one for one in pending if one.name == change.name):
                    _apply(synced, old)
                pending = [one for one in pending if one.name != change.name]
        for change in pending:
            for part in _sectors(change):
                if chance.random() < 0.5:
                    _apply(synced, part)
        moment = self.moments[count]
        return Moment(synced, moment.confirmed, moment.under_way)


def _apply(files: dict[str, bytes], change: Change) -> None:
    """Do a change to the files."""
    data = files.get(change.name, b"")
    match change.what:
        case "write":
            data = data.ljust(change.offset, b"\0")
            end = change.offset + len(change.data)
            files[change.name] = data[: change.offset] + change.data + data[end:]
        case "truncate":
            files[change.name] = data[: change.offset].ljust(change.offset, b"\0")
        case "delete":
            files.pop(change.name, None)


def _sectors(change: Change) -> Iterator[Change]:
    """Yield a change as the disk does it: a write is done sector by sector."""
    if change.what != "write":
        yield change
        return
    at = change.offset
    while at < change.offset + len(change.data):
        end = min((at // SECTOR + 1) * SECTOR, change.offset + len(change.data))
        start = at - change.offset
        yield Change("write", change.name, at, change.data[start : end - change.offset])
        at = end


def record(folder: Path, chance: random.Random, pads: tuple[int, ...] = PADS) -> Play:
    """Play a game of some steps in an empty folder, close it, and return the account of it.

    ``pads`` are how many bytes entries may be longer than they need be.
    """
    path = folder / NAME
    Journal.create(path, {"game": "game", "seed": chance.random()}, at_s=0).close()
    first = contents(folder)
    entries: list[Entry] = []
    marks = []
    with told() as disk:
        journal = Journal.open(path)
        for step in range(STEPS):
            body: dict[str, Json] = {"step": step, "chance": chance.random()}
            body["pad"] = "." * chance.choice(pads)
            done = [Entry("act", body | {"part": part}) for part in range(chance.randint(1, 3))]
            journal.append(done, at_s=step)
            entries += done
            marks.append((len(disk.changes), len(entries)))
        journal.close()
    return Play(first, tuple(disk.changes), tuple(entries), tuple(marks))


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
