"""A program killed at any moment loses nothing that it was told was kept."""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from tablet_companion.journal import Entry, Journal, Record, summaries

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])


def append_forever(path: Path, seed: int, told: Connection) -> None:
    """Append steps of random sizes, and tell after each how many entries there are."""
    chance = random.Random(seed)
    journal = Journal.open(path)
    number = len(journal.entries())
    while True:
        size = chance.randint(1, 3)
        step = [
            Entry("x", {"part": part, "of": size, "pad": "." * chance.randint(0, 6000)})
            for part in range(size)
        ]
        journal.append(step, at_s=number)
        number += size
        told.send(number)


def test_kill_at_any_moment(tmp_path: Path) -> None:
    """After each of 30 kills everything acknowledged is there, in order, in whole steps."""
    path = tmp_path / "000001-game.journal"
    Journal.create(path, {}, at_s=0).close()
    chance = random.Random(7)
    for seed in range(30):
        acknowledged = kill_after(path, seed, acknowledgements=chance.randint(1, 40))
        if seed % 3 == 2:  # else the next program finds the hot side file of the killed one
            with Journal.open(path) as journal:
                journal.append([Entry("x", {"part": 0, "of": 1})], at_s=0)
        (summary,) = summaries(tmp_path)
        assert summary.trouble == ""
        assert summary.entries >= acknowledged
    with Journal.open(path) as journal:
        check_whole_steps(journal.entries())


def kill_after(path: Path, seed: int, *, acknowledgements: int) -> int:
    """Let a program append until that many steps are acknowledged; return its last word."""
    told, tells = _FORKS.Pipe(duplex=False)
    program = _FORKS.Process(target=append_forever, args=(path, seed, tells))
    program.start()
    tells.close()
    for _ in range(acknowledgements):
        last = told.recv()
    program.kill()
    with contextlib.suppress(EOFError), told:
        while True:
            last = told.recv()
    program.join()
    assert program.exitcode == -signal.SIGKILL
    assert isinstance(last, int)
    return last


def check_whole_steps(records: tuple[Record, ...]) -> None:
    """Check that every step that begins is followed by all of its parts."""
    parts = [(record.entry.body["part"], record.entry.body["of"]) for record in records]
    while parts:
        _, size = parts[0]
        assert isinstance(size, int)
        assert parts[:size] == [(part, size) for part in range(size)]
        del parts[:size]
