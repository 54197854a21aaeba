"""The table's choices: thought about elsewhere, told in time and not before."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import pytest

from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.running import thinking
from tablet_companion.app.running.thinking import PRIVATE_S, ProcessThinker, Seats, Wanted
from tablet_companion.games.core import Seat
from tablet_companion.players.jobs import Done, Job, do
from tablet_companion.players.levels import LEVELS
from tablet_companion.referee.model.events import Chosen
from tablet_companion.research.tables import first_state
from tests.patience import PATIENCE_S
from tests.referee.player import Player


class Instant:
    """Thinks at once, or not before it is let."""

    def __init__(self) -> None:
        """Have nothing to think about."""
        self.jobs: list[Job] = []
        self.slow = False

    def begin(self, job: Job, seconds: float) -> None:
        """Keep a job."""
        assert seconds < LEVELS[job.level].seconds
        self.jobs.append(job)

    def done(self) -> Done | None:
        """Return what the last job came to, unless it is a slow one."""
        return None if self.slow else do(self.jobs[-1], lambda: True)

    def close(self) -> None:
        """Do nothing more."""


class Desk:
    """A table that plays a seat, and what follows it."""

    def __init__(self) -> None:
        """Begin a game of DOG in which the table plays the seat on turn."""
        self.player = Player(games.load("dog"), 3, played="red", dealer="yellow", dealing="tablet")
        while self.player.table.turn != "red":
            self.player.play_on()
        self.thinker, self.clock = Instant(), ManualClock()
        thinker: Any = self.thinker
        self.inbox: Inbox = SimpleQueue()
        luck = random.Random(1)
        self.seats = Seats(thinker, self.inbox, self.clock, luck.randrange)

    def follow(self, seconds: float) -> list[Chosen]:
        """Let the loop come round for this long; return what was told."""
        for _ in range(round(seconds / 0.1)):
            self.clock.advance(0.1)
            self.seats.follow(self.player.table)
        told = []
        while not self.inbox.empty():
            event = self.inbox.get_nowait()
            assert isinstance(event, Chosen)
            told.append(event)
        return told


def test_a_choice_is_told_when_its_time_is_over_and_once() -> None:
    """However soon it was found, it is told after the level's seconds, and not again."""
    desk = Desk()
    seconds = LEVELS[desk.player.table.setup.skill].seconds
    assert not desk.follow(seconds - 0.2)
    (told,) = desk.follow(0.5)
    assert told.seat == "red"
    assert not desk.follow(seconds * 3)
    assert len(desk.thinker.jobs) == 1
    desk.player.event(told)
    assert desk.player.table.past[-1].actor == "red"


def test_nothing_waits_for_a_slow_thinker() -> None:
    """While it thinks longer than it should the loop comes round; it is told when it is found."""
    desk = Desk()
    desk.thinker.slow = True
    assert not desk.follow(30)
    desk.thinker.slow = False
    assert len(desk.follow(0.2)) == 1


def test_a_new_position_is_thought_about_again() -> None:
    """When the game goes on, or the seat is taken back, the old choice is not told."""
    desk = Desk()
    desk.follow(0.2)
    table = desk.player.table
    desk.player.event(
        Chosen(1.0, Seat("red"), len(table.past), do(desk.thinker.jobs[0], _now).action)
    )
    assert desk.player.table.past != table.past
    assert not desk.follow(20)


def _now() -> bool:
    return True


class Staker(Instant):
    """Stakes on an agent so often, and then seals its sheet."""

    def __init__(self, stakes: int) -> None:
        """Have staked nothing yet."""
        super().__init__()
        self.stakes = stakes

    def done(self) -> Done | None:
        """Return the next stake, or the seal: every job is one choice."""
        game, job = games.load("agent"), self.jobs[-1]
        state = game.read(job.state)
        texts = [game.write_action(state, action) for action in game.legal(state)]
        stakes = [text for text in texts if text.startswith("stake")]
        return Done(stakes[0] if len(self.jobs) <= self.stakes else "seal")


def fill_in_sheet(
    player: Player, thinker: Instant, clock: ManualClock, *, every_s: float, noting_s: float = 0.0
) -> tuple[int, float]:
    """Have orange fill in its sheet; return how often it chose, and how long (s) that took.

    The table looks every so many seconds, and journal and page take some time for each choice.
    """
    inbox: Inbox = SimpleQueue()
    seats = Seats(thinker, inbox, clock, random.Random(1).randrange)  # type: ignore[arg-type]  # it thinks in no process
    begun, told = clock.now_s(), 0
    while player.table.turn == "orange":
        clock.advance(every_s)
        seats.follow(player.table)
        while not inbox.empty():
            event = inbox.get_nowait()
            assert isinstance(event, Chosen)
            player.event(event)
            clock.advance(noting_s)
            told += 1
        assert clock.now_s() - begun < 2 * PRIVATE_S
    return told, clock.now_s() - begun


@pytest.mark.parametrize("stakes", [1, 2, 3, 7])
def test_the_time_for_a_sheet_does_not_tell_how_much_is_staked(stakes: int) -> None:
    """The seat goes on only when its whole time is over, however often it chose in private."""
    player = Player(games.load("agent"), 3, played="orange")
    assert player.table.turn == "orange"
    clock = ManualClock()
    told, spent_s = fill_in_sheet(player, Staker(stakes), clock, every_s=0.1)
    assert told == stakes + 1
    assert spent_s == pytest.approx(PRIVATE_S, abs=0.3)


class Slow(Instant):
    """Thinks as a machine four times slower does, in told time: its work is counted."""

    BEGIN_S = 4 * 0.006
    ITERATION_S = 4 * 0.0006
    """Seconds to receive a job and compare its choices, and for an iteration; 4 × a desk's."""

    def __init__(self, clock: ManualClock) -> None:
        """Have done nothing yet."""
        super().__init__()
        self.clock, self.ready_s, self.found = clock, 0.0, Done("")

    def begin(self, job: Job, seconds: float) -> None:
        """Think until the time is over; it is known afterwards how long that took."""
        super().begin(job, seconds)
        spent_s = self.BEGIN_S

        def is_over() -> bool:
            nonlocal spent_s
            spent_s += self.ITERATION_S
            return spent_s >= seconds

        self.found = do(job, is_over)
        self.ready_s = self.clock.now_s() + spent_s

    def done(self) -> Done | None:
        """Return the choice once it is found."""
        return self.found if self.clock.now_s() >= self.ready_s else None


def test_a_slow_machine_fills_in_a_whole_sheet_in_the_same_time() -> None:
    """Four times slower, and a seventh of a second for each choice in journal and page."""
    player = Player(games.load("agent"), 3, played="orange", skill="best")
    clock = ManualClock()
    told, spent_s = fill_in_sheet(player, Slow(clock), clock, every_s=0.05, noting_s=0.1)
    assert told > 20
    assert spent_s == pytest.approx(PRIVATE_S, abs=0.3)


def test_another_process_thinks() -> None:
    """The real thinker answers with a legal action of the position it was given."""
    game = games.load("pocket_ops")
    state, rng = first_state(game, {}), random.Random(1)
    while str(state.phase) != "place":
        state = game.successor(state, rng.choice(game.legal(state)))
    thinker = ProcessThinker()
    try:
        job = Job("pocket_ops", game.write(state), game.actor(state) or Seat(""), "casual", 1)
        thinker.begin(job, 0.01)
        assert thinker._future is not None
        found = thinker._future.result(timeout=60)
        assert thinker.done() == found
        assert game.read_action(state, found.action) in game.legal(state)
    finally:
        thinker.close()


def test_what_is_no_longer_wanted_is_left_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new job, and closing, end a search, however much of its time is left."""
    asked: list[Callable[[], bool]] = []

    def take(_job: Job, is_over: Callable[[], bool]) -> Done:
        asked.append(is_over)
        return Done("")

    monkeypatch.setattr(thinking, "do", take)
    thinker = ProcessThinker()
    Wanted.number = thinker.wanted
    pool: Any = ThreadPoolExecutor(1)
    thinker._pool = pool
    job = Job("dog", "", Seat("red"), "best", 1)
    for number in (0, 1):
        thinker.begin(job, 1e6)
        assert thinker._future is not None
        thinker._future.result(timeout=60)
        assert not asked[number]()
        assert all(is_over() for is_over in asked[:number])
    thinker.close()
    assert asked[1]()


def test_closing_ends_a_process_that_is_still_starting() -> None:
    """It need not first start, which takes seconds, before it finds that nothing is wanted."""
    before = set(threading.enumerate())
    game = games.load("dog")
    state = game.write(first_state(game, {}))
    thinker = ProcessThinker()
    thinker.begin(Job("dog", state, Seat("red"), "best", 1), 1e6)
    (worker,) = thinker._workers
    thinker.close()
    worker.join()
    for thread in set(threading.enumerate()) - before:
        if thread.is_alive():  # one that only begins is listed, too, and cannot be waited for
            thread.join(PATIENCE_S)  # the pool's waits for the process and may be first to know
    assert worker.exitcode == -signal.SIGKILL
    assert thinker.done() is None
