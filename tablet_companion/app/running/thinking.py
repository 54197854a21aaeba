"""Choices for the table's seats: made in another process, delivered at a fixed time.

The loop never waits: it requests a choice, which comes back as an event in the queue. It comes
when the level's time is over, not before, so that the delay does not reveal how hard it was. If a
seat may choose several times in private, as when it stakes lots, all of that takes one fixed time:
how often it chose is a secret.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, ClassVar, Final

from hardware.log import log
from hardware.ports import Clock
from tablet_companion.app.inbox import Inbox
from tablet_companion.games.core import Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.jobs import Done, Job, do
from tablet_companion.players.levels import LEVELS
from tablet_companion.players.workers import follow_parent, hold_interrupts
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.explaining.public import is_announced_in_private
from tablet_companion.referee.model.dialogues import Advised
from tablet_companion.referee.model.events import Chosen
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import find_due, find_thought

_SHARE: Final = 0.8
"""The share of a level's time for the search; the rest is for communication."""
PRIVATE_S: Final = 8.0
"""The time for all that a seat chooses in private, one thing after another."""
_PRIVATE_CHOICES: Final = 26
"""How many there may be, each with an equal time: a sheet in Agent has 24 lots and is sealed."""
ADVISOR: Final = "good"
"""The level at which advice is given."""


class Wanted:
    """In the worker process: the number of the wanted job, which the parent process sets."""

    number: ClassVar[Any]


def _begin_worker(number: Any) -> None:
    Wanted.number = number
    follow_parent()


def _work(number: int, job: Job, seconds: float) -> Done:
    end_s = time.monotonic() + seconds
    wanted = Wanted.number
    return do(job, lambda: wanted.value != number or time.monotonic() >= end_s)


class ProcessThinker:
    """Thinks in a worker process, started when first needed; one job at a time."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._future: Future[Done] | None = None
        self._job: Job | None = None
        self._workers: set[BaseProcess] = set()
        self._context = multiprocessing.get_context("spawn")
        # Another number here ends a search after its present iteration.
        self.wanted = self._context.RawValue("L", 0)

    def begin(self, job: Job, seconds: float) -> None:
        """Begin with a job."""
        if self._future is not None:
            self._future.cancel()
        self._job = job
        self.wanted.value += 1
        others = {*multiprocessing.active_children()} - self._workers
        try:
            with hold_interrupts():
                self._future = self._ready().submit(_work, self.wanted.value, job, seconds)
            self._workers = {*multiprocessing.active_children()} - others
        except BrokenProcessPool:
            self._pool, self._future = None, None

    def done(self) -> Done | None:
        """Return the last job's result; if the process died, the choice that looks best at once."""
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
        """End the process at once, even one that is still starting or looks at its first truth.

        The interpreter waits for the process at its exit: starting takes seconds on a Pi.
        """
        self.wanted.value = 0
        for worker in self._workers:
            worker.kill()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._job = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, self._context, initializer=_begin_worker, initargs=(self.wanted,)
            )
        return self._pool


class Seats:
    """Follows a table, requests choices for its seats, and queues them at the right time."""

    def __init__(
        self, thinker: ProcessThinker, inbox: Inbox, clock: Clock, lots: Callable[[int], int]
    ) -> None:
        self._thinker, self._inbox, self._clock, self._lots = thinker, inbox, clock, lots
        self._asked: tuple[object, ...] = ()
        self._due_s = 0.0
        self._told = True
        self._alone: Seat | None = None
        self._chosen = 0  # by the same seat in private, one thing after another
        self._held = False

    def follow(self, table: Table) -> None:
        """Request a choice if one is due, and deliver a finished one when its time has come."""
        seat = find_due(table)
        if seat is None:
            self._asked, self._told, self._alone = (), True, None
            return
        advice = isinstance(table.dialogue, Advised)
        asked = (seat, len(table.past), advice, table.state)
        if asked != self._asked:
            name = ADVISOR if advice else table.setup.skill
            level = LEVELS[name]
            thought = find_thought(table)
            job = Job(
                table.game.name, table.game.write(thought), seat, name, self._lots(1 << 30), advice
            )
            alone = not advice and self._is_alone(table.game, thought, seat)
            self._thinker.begin(job, self._plan(seat, level.seconds, alone=alone))
            self._asked, self._told, self._held = asked, False, False
        elif not self._told and (done := self._find_ready(table, seat)) is not None:
            self._told = True
            if done.action:
                self._inbox.put(Chosen(self._clock.now_s(), seat, len(table.past), *done))

    def _is_alone(self, game: AnyGame, state: Any, seat: Seat) -> bool:
        """Whether a seat chooses in private, and has done so just before or may do so again."""
        if not _is_private(game, state, seat):
            return False
        return self._alone == seat or any(
            _is_private(game, game.apply(state, action), seat) for action in game.legal(state)
        )

    def _plan(self, seat: Seat, seconds: float, *, alone: bool) -> float:
        """Set when the choice is due; return the time for its search."""
        now_s = self._clock.now_s()
        if not alone or self._alone != seat:
            self._due_s, self._chosen = now_s + (PRIVATE_S if alone else seconds), 0
        self._alone, self._chosen = seat if alone else None, self._chosen + 1
        to_come = max(0, _PRIVATE_CHOICES - self._chosen) if alone else 0
        end_s = self._due_s - to_come * PRIVATE_S / _PRIVATE_CHOICES
        return max(0.0, end_s - now_s) * _SHARE

    def _find_ready(self, table: Table, seat: Seat) -> Done | None:
        """Return a finished choice that is due, or after which the seat goes on in private."""
        due = self._clock.now_s() >= self._due_s
        if not due and (self._alone is None or self._held):
            return None
        done = self._thinker.done()
        if due or done is None or _goes_on(table, seat, done):
            return done
        self._held = True  # until it is due: the loop need not look again
        return None

    def close(self) -> None:
        """Stop thinking."""
        self._thinker.close()


def _is_private(game: AnyGame, state: Any, seat: Seat) -> bool:
    if game.actor(state) != seat:
        return False
    position = Position(game, state)
    return any(is_announced_in_private(position, action) for action in game.legal(state))


def _goes_on(table: Table, seat: Seat, done: Done) -> bool:
    """Whether the same seat chooses in private again after a choice."""
    game, thought = table.game, find_thought(table)
    after = (
        game.apply(thought, action)
        for action in game.legal(thought)
        if game.write_action(thought, action) == done.action
    )
    return any(_is_private(game, state, seat) for state in after)
