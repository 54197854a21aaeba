"""The parts of a power cut: a program that writes, the cuts, and a look at what is left."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from hardware.clock import SystemClock
from tablet_companion.app.start.starts import Starts, this_start
from tablet_companion.config import ScreenSettings, Settings
from tablet_companion.config.reading import read_settings
from tablet_companion.config.writing import save_settings
from tablet_companion.journal import Entry, Journal, JournalError, Json, new_path, newest, read
from tests.expected import expect, present

FICLONE: Final = 0x40049409
LANGUAGES: Final = ("en", "fr", "de")
STEPS_A_GAME: Final = 400
SETTLED: Final = 120.0


class Acknowledged(msgspec.Struct, frozen=True):
    """What the writer was told is kept: which game, how many steps of it, how often settings."""

    game: int = 0
    steps: int = 0
    settings: int = 0


def write(disk: Path, told: Path) -> None:
    """Write games, settings and counted starts for ever, noting elsewhere what was confirmed."""
    note = os.open(told, os.O_WRONLY | os.O_CREAT)
    chance = random.Random(1)

    def acknowledge(**now: int) -> None:
        os.pwrite(note, msgspec.json.encode(Acknowledged(**now)).ljust(100), 0)

    saved = 0
    for game in itertools.count(1):
        journal = Journal.create(new_path(disk / "journals", "game"), {"game": game}, at_s=0)
        for step in range(STEPS_A_GAME):
            acknowledge(game=game, steps=step, settings=saved)
            parts = chance.randint(1, 3)
            body: dict[str, Json] = {"step": step, "of": parts, "pad": "." * chance.randint(0, 300)}
            journal.append([Entry("x", body | {"part": part}) for part in range(parts)], at_s=0)
            acknowledge(game=game, steps=step + 1, settings=saved)
            if step % 20 == 7:
                saved += 1
                dpi = SETTLED + saved
                save_settings(
                    msgspec.structs.replace(Settings(), screen=_screen(dpi)), disk / "settings.toml"
                )
                Starts(disk / "starts.json", SystemClock()).begin(this_start())
                acknowledge(game=game, steps=step + 1, settings=saved)
        journal.close()
        for old in sorted((disk / "journals").iterdir())[:-8]:
            old.unlink()


def _screen(dpi: float) -> ScreenSettings:
    """Return screen settings in which a count can be kept: pixels per inch, 50 to 1000."""
    return ScreenSettings(dpi=dpi)


def cut(count: int, disk: Path, folder: Path, told: Path) -> None:
    """Clone the disk at random moments, with what had been confirmed by then."""
    chance, slowest = random.Random(2), 0.0
    for number in range(count):
        time.sleep(chance.uniform(0.001, 0.1))
        before, begun = told.read_bytes(), time.monotonic()
        with disk.open("rb") as source, (folder / f"{number}.img").open("wb") as target:
            fcntl.ioctl(target, FICLONE, source.fileno())
        slowest = max(slowest, time.monotonic() - begun)
        (folder / str(number)).write_bytes(before)
    report(f"{count} cuts, {time_of(slowest)} the longest; confirmed by then: {_text(told)}")


def check(disk: Path, told: Path) -> None:
    """Check that everything confirmed is there, whole, and that the game can be gone on with."""
    kept = msgspec.json.decode(told.read_bytes().strip(), type=Acknowledged)
    path = present(newest(disk / "journals"))
    header, *records = read(path)
    game, steps = header.entry.body["game"], _whole_steps([r.entry for r in records])
    assert isinstance(game, int)
    assert (game, steps) >= (kept.game, kept.steps), f"{game}, {steps} < {kept}"
    with Journal.open(path) as journal:
        journal.append([Entry("x", {})], at_s=0)
    saved = read_settings(disk / "settings.toml") if kept.settings else Settings()
    assert saved.screen.dpi - SETTLED >= kept.settings or not kept.settings, f"{saved} < {kept}"
    Starts(disk / "starts.json", SystemClock()).begin(this_start())
    report("survived")


def _whole_steps(entries: Sequence[Entry]) -> int:
    """Return how many steps there are; each must be there with all of its parts."""
    rest, steps = [(e.body["step"], e.body["part"], e.body["of"]) for e in entries], 0
    while rest:
        parts = expect(int, rest[0][2])
        assert rest[:parts] == [(steps, part, parts) for part in range(parts)]
        del rest[:parts]
        steps += 1
    return steps


def trouble(disk: Path) -> None:
    """Fill the disk and mend it, then have it fail, all with a game open."""
    path = new_path(disk / "journals", "game")
    journal = Journal.create(path, {}, at_s=0)
    hog = disk / "hog"
    with hog.open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
            file.flush()
    refused, steps = _refusal(journal, 0)
    hog.unlink()
    journal.append([Entry("x", {"step": steps})], at_s=0)
    assert len(journal.entries()) == steps + 1
    report(f"full disk: refused ({refused}), and after room was made it went on")
    _device(disk).joinpath("trigger_fs_error").write_text("1")
    refused, steps = _refusal(journal, steps + 1)
    report(f"card failed under an open game: refused ({refused}) after {steps} steps")


def _refusal(journal: Journal, steps: int) -> tuple[str, int]:
    """Append until a step is refused; return why, and how many steps there are."""
    try:
        for _ in range(4000):
            journal.append([Entry("x", {"step": steps, "pad": "." * 3000})], at_s=0)
            steps += 1
    except JournalError as error:
        return str(error).partition("(")[2].partition(")")[0], steps
    raise AssertionError("the disk took everything")


def _device(disk: Path) -> Path:
    """Return what the kernel offers of the file system that is mounted there."""
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        device, folder, *_ = line.split()
        if Path(folder) == disk.resolve():
            return Path("/sys/fs/ext4") / Path(device).name
    raise AssertionError(f"nothing is mounted at {disk}")


def readonly(disk: Path) -> None:
    """Go on with the newest game on a disk that can only be read: it waits in memory."""
    path = present(newest(disk / "journals"))
    steps = len(read(path)) - 1
    try:
        Journal.open(path)
    except JournalError as error:
        report(f"card that can only be read: {steps} steps there; {error}")
        return
    raise AssertionError("it was opened for writing")


def mended(disk: Path) -> None:
    """Go on with that game once the disk was mended."""
    path = present(newest(disk / "journals"))
    with Journal.open(path) as journal:
        steps = len(journal.entries())
        journal.append([Entry("x", {"step": steps})], at_s=0)
        assert [e.entry.body["step"] for e in journal.entries()] == list(range(steps + 1))
    report(f"card mended: {steps} steps there, and it goes on")


def time_of(seconds: float) -> str:
    """Return a time in words."""
    return f"{seconds * 1000:.0f} ms"


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8").strip()


def report(words: str) -> None:
    """Print one finding."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(words: Sequence[str]) -> None:
    """Do one part."""
    match words:
        case ["write", disk, told]:
            write(Path(disk), Path(told))
        case ["cut", count, disk, folder, told]:
            cut(int(count), Path(disk), Path(folder), Path(told))
        case ["check", disk, told]:
            check(Path(disk), Path(told))
        case ["trouble", disk]:
            trouble(Path(disk))
        case ["readonly", disk]:
            readonly(Path(disk))
        case ["mended", disk]:
            mended(Path(disk))


if __name__ == "__main__":
    main(sys.argv[1:])
