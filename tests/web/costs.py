"""What attacks cost the table: ``python -m tests.web.costs`` prints a line for each of them.

A table of Agent DOG runs as it does at home, on the wall clock, with four telephones and TLS; the
attackers run in another process, over the loopback only, for some seconds each. Meanwhile the
same move is seen again and again: how long after the hand has gone is it on record?
"""

from __future__ import annotations

import argparse
import multiprocessing
import queue
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from hardware.clock import SystemClock
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.events import Busy, Saw
from tests.referee.looks import look
from tests.web import attacks, trying
from tests.web.table import ServedTable

FRAME_S: Final = 1 / 15
_PROBE_S: Final = 3.0
_SPAWN: Final = multiprocessing.get_context("spawn")


@dataclass
class Cost:
    """What was measured during one attack; times in seconds, of the table's process."""

    name: str
    answers: dict[str, int]
    verdicts_s: list[float]
    turns_s: list[float]
    cpu: float
    files: int
    megabytes: float

    def line(self) -> str:
        """Return it as a row of a table."""
        ms = sorted(1000 * one for one in self.verdicts_s)
        turn = sorted(1000 * one for one in self.turns_s)
        told = ", ".join(f"{answer}: {count}" for answer, count in sorted(self.answers.items()))
        return (
            f"| {self.name} | {told or '–'} | {statistics.median(ms):.0f} | {ms[-1]:.0f} | "
            f"{turn[len(turn) * 99 // 100]:.0f} | {100 * self.cpu:.0f} % | {self.files} | "
            f"{self.megabytes:.0f} |"
        )


class Measured:
    """A table on the wall clock, and the move that is seen at it again and again."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Begin a game, so that leaving the nest is a move."""
        self.served = ServedTable("agent_dog", folder, patch, tls=True, screen=False)
        self.served.begin()
        self.loop = self.served.station.loop
        self.loop._clock = self.served.station.loop._display._clock = SystemClock()
        self.clock = SystemClock()
        self.start = self.served.table.but(now_s=0.0)
        self.turns_s: list[float] = []
        areas = areas_of(printed.board("agent_dog"), "agent_dog")
        game, state = self.start.game, self.start.state
        out = next(one for one in game.legal(state) if game.steps(state, one))
        card = str(game.card_of(out))
        self.moved = look(lay_out(game.attempted(state, out), areas), areas=areas, card=card)

    def turn(self) -> None:
        """Let the loop come round once, and wait a moment as the program does."""
        before = time.perf_counter()
        self.loop.turn()
        self.turns_s.append(time.perf_counter() - before)
        time.sleep(1 / 60)

    def probe(self) -> float:
        """Return how long after the hand has gone the move is on record."""
        session = self.loop.session
        session.table = self.start.but(now_s=self.clock.now_s())
        past = len(self.start.past)
        self.served.station.inbox.put(Busy(self.clock.now_s()))
        self.turn()
        begun = seen = time.perf_counter()
        self.served.station.inbox.put(Saw(self.clock.now_s(), self.moved))
        while len(session.table.past) == past:
            now = time.perf_counter()
            if now - begun > _PROBE_S:
                raise AssertionError(f"no verdict: {session.table.verdict}")
            if now - seen >= FRAME_S:
                seen = now
                self.served.station.inbox.put(Saw(self.clock.now_s(), self.moved))
            self.turn()
        return time.perf_counter() - begun


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each attack")
    parser.add_argument("--tries", type=int, default=3000, help="of each attack, at most")
    parser.add_argument("--only", nargs="*", choices=attacks.ATTACKS, metavar="ATTACK")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        measured = Measured(Path(folder), patch)
        sys.stdout.write(_HEAD)
        for name in ("none", *(given.only or attacks.ATTACKS)):
            sys.stdout.write(_measure(measured, name, given).line() + "\n")
            sys.stdout.flush()
        measured.served.close()


_HEAD: Final = (
    "| attack | answers | verdict, median (ms) | longest (ms) | loop, 99 of 100 (ms) | CPU | "
    "open files | MB |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
)


def _measure(measured: Measured, name: str, given: argparse.Namespace) -> Cost:
    """Let three telephones look on while one attack goes on, with what belongs to a fourth."""
    served = measured.served
    guests, used, secrets = served.guests, "", []
    for seat in served.table.setup.seats:
        used = guests.invite(seat, 60.0)
        secrets.append(guests.admit(used) or "")
    ended = guests.invite(served.table.setup.seats[0], -1.0)
    targets = [
        trying.Target(
            served.port,
            tls=True,
            used=used,
            ended=ended,
            secret=secret,
            tries=given.tries,
            seconds=given.seconds,
        )
        for secret in secrets
    ]
    with ExitStack() as stack:
        for target in targets[:-1]:
            stack.enter_context(_running("look on", target))
        answers = stack.enter_context(_running(name, targets[-1]))
        return _watch(measured, name, given.seconds, answers)


def _watch(
    measured: Measured, name: str, seconds: float, answers: Callable[[], dict[str, int]]
) -> Cost:
    measured.turns_s.clear()
    begun, cpu_s, files, verdicts = time.perf_counter(), _cpu_s(), 0, []
    while time.perf_counter() - begun < seconds:
        verdicts.append(measured.probe())
        files = max(files, len(list(Path("/proc/self/fd").iterdir())))
    wall_s = time.perf_counter() - begun
    used_s = _cpu_s() - cpu_s
    return Cost(
        name, answers(), verdicts, list(measured.turns_s), used_s / wall_s, files, _megabytes()
    )


@contextmanager
def _running(name: str, target: trying.Target) -> Iterator[Callable[[], dict[str, int]]]:
    """Run an attack in a process of its own; what it was answered can be asked for."""
    if name == "none":
        yield dict
        return
    told: Any = _SPAWN.Queue()
    process = _SPAWN.Process(target=_run, args=(name, target, told), daemon=True)
    process.start()
    assert told.get(timeout=60) == "ready"

    def wait() -> dict[str, int]:
        try:
            found: dict[str, int] = told.get(timeout=20)
        except queue.Empty:
            return {"no end": 1}
        return found

    try:
        yield wait
    finally:
        process.terminate()
        process.join(5)


def _run(name: str, target: trying.Target, told: Any) -> None:
    told.put("ready")
    told.put(dict(attacks.run(name, target)))


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _megabytes() -> float:
    text = Path("/proc/self/statm").read_text("ascii")
    return int(text.split()[1]) * resource.getpagesize() / 1e6


if __name__ == "__main__":
    main()
