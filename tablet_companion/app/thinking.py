"""Choices for the seats that the table plays: thought about in another process, told in time.

The loop is never held up: a choice is asked for, and comes back as an event in the queue. It comes
when the level's time is over, not before, so that nobody hears from the pause how hard it was.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ClassVar, Final, Protocol

from hardware.log import log
from hardware.ports import Clock
from tablet_companion.app.inbox import Inbox
from tablet_companion.players.jobs import Done, Job, do
from tablet_companion.players.levels import LEVELS
from tablet_companion.referee.model.dialogues import Advised
from tablet_companion.referee.model.events import Chosen
from tablet_companion.referee.model.played import find_due
from tablet_companion.referee.model.table import Table

_SHARE: Final = 0.8
"""Of a level's time the search takes this much; the rest is for the way there and back."""
ADVISOR: Final = "good"
"""The level at which advice is given."""


class Thinker(Protocol):
    """Thinks about one job at a time, out of the loop's way."""

    def begin(self, job: Job, seconds: float) -> None:
        """Begin with a job; what was thought about before is forgotten."""

    def done(self) -> Done | None:
        """Return what the last job came to, None while it is thought about."""

    def close(self) -> None:
        """Stop thinking."""


class Wanted:
    """In the process that thinks: the number of the job that is still wanted, which others set."""

    number: ClassVar[Any]

    @classmethod
    def share(cls, number: Any) -> None:
        """Keep what the processes share."""
        cls.number = number


def _work(number: int, job: Job, seconds: float) -> Done:
    end_s = time.monotonic() + seconds
    wanted = Wanted.number
    return do(job, lambda: wanted.value != number or time.monotonic() >= end_s)


class ProcessThinker:
    """Thinks in a process of its own, begun when it is first needed; one job at a time."""

    def __init__(self) -> None:
        """Begin nothing yet."""
        self._pool: ProcessPoolExecutor | None = None
        self._future: Future[Done] | None = None
        self._job: Job | None = None
        self._context = multiprocessing.get_context("spawn")
        # Another number here ends a search after the turn that it is at.
        self.wanted = self._context.RawValue("L", 0)

    def begin(self, job: Job, seconds: float) -> None:
        """Begin with a job."""
        if self._future is not None:
            self._future.cancel()
        self._job = job
        self.wanted.value += 1
        try:
            self._future = self._ready().submit(_work, self.wanted.value, job, seconds)
        except BrokenProcessPool:
            self._pool, self._future = None, None

    def done(self) -> Done | None:
        """Return what the last job came to; where the process died, what is seen at a glance."""
        if self._job is None or (self._future is not None and not self._future.done()):
            return None
        try:
            if self._future is not None:
                return self._future.result()
        except BrokenProcessPool:
            log("what thinks for the table ended; it goes on.")
        self._pool = self._future = None
        return do(self._job._replace(level="child"), lambda: True)

    def close(self) -> None:
        """End the process, without waiting for what it thinks about; it leaves off at once.

        The interpreter waits for it when it ends: a search that went on would hold it up.
        """
        self.wanted.value = 0
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, self._context, initializer=Wanted.share, initargs=(self.wanted,)
            )
        return self._pool


class Seats:
    """Follows a table, has choices made for its seats, and puts them in the queue in time."""

    def __init__(
        self, thinker: Thinker, inbox: Inbox, clock: Clock, lots: Callable[[int], int]
    ) -> None:
        """Take what thinks, where its choices go, the time, and what draws the luck."""
        self._thinker, self._inbox, self._clock, self._lots = thinker, inbox, clock, lots
        self._asked: tuple[object, ...] = ()
        self._due_s = 0.0
        self._told = True

    def follow(self, table: Table) -> None:
        """Ask for a choice where one is due, and hand on one that is ready when its time is."""
        seat = find_due(table)
        if seat is None:
            self._asked, self._told = (), True
            return
        advice = isinstance(table.dialogue, Advised)
        asked = (seat, len(table.past), advice, table.state)
        if asked != self._asked:
            name = ADVISOR if advice else table.setup.skill
            level = LEVELS[name]
            text = table.game.write(table.state)
            job = Job(table.game.name, text, seat, name, self._lots(1 << 30), advice)
            self._thinker.begin(job, level.seconds * _SHARE)
            self._asked, self._told = asked, False
            self._due_s = self._clock.now_s() + level.seconds
        elif not self._told and self._clock.now_s() >= self._due_s:
            done = self._thinker.done()
            if done is not None:
                self._told = True
                if done.action:
                    self._inbox.put(Chosen(self._clock.now_s(), seat, len(table.past), *done))

    def close(self) -> None:
        """Stop thinking."""
        self._thinker.close()
