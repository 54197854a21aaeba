"""The watchdog is fed for work done, and for nothing else."""

from __future__ import annotations

from hardware.clock import ManualClock
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.running.watchdog import LEARNING_S, WatchdogFeeder, describe_status
from tablet_companion.app.sight.camera import CameraSource, CameraThread
from tablet_companion.referee.model.table import Stage
from tests import patience
from tests.app.ear import PATIENCE_S, Ear, new_page
from tests.app.table import Scene
from tests.referee.bench import Bench


class Watched:
    """A vigil, its ear, and a loop that turns ten times a second."""

    def __init__(self) -> None:
        """Begin at once."""
        self.ear, self.clock = Ear(), ManualClock(100)
        self.vigil = WatchdogFeeder(self.ear, self.clock)
        self.looks: int | None = 0

    def pass_time(self, seconds: float, *, looks_a_second: int = 0) -> int:
        """Let time pass and return how often the watchdog was fed."""
        before = self.ear.heard.count("alive")
        for tenth in range(round(seconds * 10)):
            self.clock.advance(0.1)
            if looks_a_second and tenth % (10 // looks_a_second) == 0:
                self.looks = (self.looks or 0) + 1
            self.vigil.note_turn(new_page(), self.looks)
        return self.ear.heard.count("alive") - before


def test_it_is_fed_while_looks_end_and_the_loop_turns() -> None:
    """It says at once that people can begin, and then feeds a few times within the patience."""
    watched = Watched()
    assert watched.ear.heard == ["ready"]
    fed = watched.pass_time(PATIENCE_S, looks_a_second=10)
    assert 3 <= fed <= 8


def test_a_camera_thread_that_hangs_feeds_nothing() -> None:
    """The loop turns on and on, and yet the watchdog hears no more than the look that had ended."""
    watched = Watched()
    watched.pass_time(30, looks_a_second=5)
    assert watched.pass_time(3 * PATIENCE_S) <= 1
    assert watched.pass_time(10, looks_a_second=1), "it comes back"


def test_looks_without_pictures_feed() -> None:
    """A camera that was pulled out ends a look every few seconds, and the game goes on by touch."""
    watched = Watched()
    watched.looks = 1
    gaps = 0
    for _ in range(12):
        watched.looks += 1
        gaps += watched.pass_time(7) == 0
    assert gaps == 0


def test_a_first_look_may_take_its_time_but_not_for_ever() -> None:
    """While the board is learnt the loop feeds; a driver that never answers is not waited for."""
    watched = Watched()
    assert watched.pass_time(LEARNING_S - 1) > LEARNING_S / PATIENCE_S
    watched.pass_time(2)
    assert watched.pass_time(3 * PATIENCE_S) == 0


def test_without_a_camera_the_loop_feeds() -> None:
    """Where none is looked for, and after a recording, the loop's turning is all there is."""
    watched = Watched()
    watched.looks = None
    assert watched.pass_time(LEARNING_S + 100) > 100 / PATIENCE_S


def test_nothing_is_fed_where_no_watchdog_waits() -> None:
    """A unit without WatchdogSec, or a program started by hand, hears of nothing."""
    watched = Watched()
    watched.ear.patience_s = None
    assert watched.pass_time(100, looks_a_second=10) == 0


def test_the_status_keeps_secrets() -> None:
    """It tells the stage, how many moves were made and whether there is a picture; no more."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    told = describe_status(bench.table, 3, looking=True)
    assert told == "Agent DOG: a game is under way, 3 moves; the camera is used."
    blind = bench.table.but(blind="camera", stage=Stage.ENDED)
    assert describe_status(blind, 3, looking=True).endswith("; the camera gives no picture.")
    assert describe_status(blind, 3, looking=False).endswith("; no camera is used.")


def test_the_camera_thread_counts_its_looks(scene: Scene) -> None:
    """Looks are counted once they ended, and no more are expected after a recording's end."""
    inbox = Inbox()
    thread = CameraThread(scene.station.source, inbox)
    assert thread.looks == 0
    thread.start()
    inbox.get(timeout=patience.PATIENCE_S)
    inbox.get(timeout=patience.PATIENCE_S)
    thread.stop()
    assert (thread.looks or 0) >= 1
    assert isinstance(scene.station.source, CameraSource)
