"""When to feed the watchdog, and the status of a running table. Pure, except for the overseer.

The watchdog is fed only when everything that must move has moved since it was fed last: the loop
has completed an iteration, *and* the camera's thread has finished a look. A look that ends with a
fresh frame counts, and so does one that ends with a plain "no picture": a camera that was pulled
out is no reason to restart, as the game goes on by touch while the thread keeps trying. A thread
that hangs in a driver finishes no look, and a restart can mend that. The same is true of a loop
that hangs in the screen's driver.

Until the first look has ended the loop alone feeds the watchdog, as the camera's thread may be
learning the board; but not forever. It also does so if no camera is used, and after a recording.
"""

from __future__ import annotations

from typing import Final

from hardware.oversight import Overseer
from hardware.ports import Clock
from tablet_companion.app.running.loop import TICK_S
from tablet_companion.referee.model.history import list_finished_plays
from tablet_companion.referee.model.table import Moment, Stage, Table

LEARNING_S: Final = 120.0
"""Time limit for the first look: a Pi learns a printed board in some seconds."""
_SHARE: Final = 4
"""The watchdog is fed this often within its timeout, so that one late call does not matter."""

_STAGES: Final = {
    Stage.SETUP: "a game is being set up",
    Stage.CHECK: "the pieces are put out",
    Stage.PLAY: "a game is under way",
    Stage.ENDED: "a game has ended",
}


class WatchdogFeeder:
    """Reports to the overseer after each iteration of the loop."""

    def __init__(self, overseer: Overseer, clock: Clock) -> None:
        """Report to an overseer; the first page is shown, so people can begin."""
        self._overseer = overseer
        self._clock = clock
        self._begun_s = self._fed_s = clock.now_s()
        self._looks = self._moves = 0
        self._past: tuple[Moment, ...] = ()
        overseer.report_ready()

    def note_turn(self, table: Table, looks: int | None) -> None:
        """Note an iteration; ``looks`` is the number finished so far, None if none is expected."""
        if table.past is not self._past:
            self._past, self._moves = table.past, len(list_finished_plays(table))
        self._overseer.status(describe_status(table, self._moves, looking=looks is not None))
        now_s = self._clock.now_s()
        if self._overseer.patience_s is None or now_s - self._fed_s < self._pause_s:
            return
        if looks is None or looks > self._looks or (looks == 0 and self._learning(now_s)):
            self._fed_s, self._looks = now_s, looks or 0
            self._overseer.report_alive()

    @property
    def _pause_s(self) -> float:
        return max(TICK_S, (self._overseer.patience_s or 0.0) / _SHARE)

    def _learning(self, now_s: float) -> bool:
        return now_s - self._begun_s < LEARNING_S


def describe_status(table: Table, moves: int, *, looking: bool) -> str:
    """Return the status in words: nothing that a player may not know, no board and no card."""
    played = f", {moves} moves" if table.stage in (Stage.PLAY, Stage.ENDED) else ""
    if not looking:
        camera = "no camera is used"
    else:
        camera = "the camera gives no picture" if table.blind == "camera" else "the camera is used"
    return f"{table.game.title}: {_STAGES[table.stage]}{played}; {camera}."
