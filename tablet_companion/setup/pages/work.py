"""Slow work of a page, on a thread of its own: touches do not wait for it, and can stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from hardware.background import run_in_background
from hardware.errors import CompanionError
from hardware.ports import Frame, Picture
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.kit.recognising import find_other_game, is_mirrored
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.pages.desk import Desk, Step
from tablet_companion.setup.parts.pageparts import Does, Key
from tablet_companion.setup.teaching.teaching import Teaching

Found = TypeVar("Found")

STOP: Final[Key] = (N_("Stop"), Does("stop"), Weight.PLAIN)
TRY: Final[Key] = (N_("Again"), Does("try"), Weight.MAIN)
TAKE: Final[Key] = (N_("Take it now"), Does("take"), Weight.PLAIN)
LOOKING: Final = Message(N_("I am looking at your board."))
_LANE: Final = threading.Lock()
"""One job at a time: a stopped one may still be writing files that the next one writes."""


class Work:
    """A job on a thread, begun at once; ``then`` is what the loop does with what was found.

    The result of a dropped job is discarded.
    """

    def __init__(self, do: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.then = then
        self._wanted = True
        self.found = run_in_background(lambda: self._run(do), "set-up")

    def _run(self, do: Callable[[], Any]) -> Any:
        with _LANE:
            return do() if self._wanted else None

    def drop(self) -> None:
        """Drop the job: if it has begun it runs to its end unseen, otherwise it never begins."""
        self._wanted = False


class SlowStep(Step):
    """A step with work that takes seconds; ``trouble`` says why it failed."""

    work: Work | None = None
    trouble: Message | None = None
    other = ""
    """Another game, whose printed board the camera shows, as far as that was looked for."""

    mirrored = False
    """Whether the camera shows a printed board as in a mirror, as far as that was looked for."""

    def start(self, do: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Run ``do`` in the background, and ``then`` with its result."""
        self.stop()
        self.trouble = None
        self.work = Work(do, then)

    def look_whose(self, picture: Picture) -> None:
        """Look whether a picture shows the printed board of another game, or one mirrored."""
        game = self.desk.game.name
        self.start(lambda: (find_other_game(picture, game), is_mirrored(picture)), self._name)

    def _name(self, found: tuple[str | None, bool]) -> None:
        other, self.mirrored = found
        self.other = other or ""

    def stop(self) -> None:
        """Drop the running job."""
        if self.work is not None:
            self.work.drop()
        self.work = None

    def enter(self) -> None:
        """Begin again."""
        super().enter()
        self.stop()
        self.trouble = None

    def leave(self) -> None:
        """Leave with nothing under way, and no camera watched."""
        super().leave()
        self.stop()
        self.desk.feed.rest()

    def see(self, frame: Frame | None) -> None:
        """Take the result, if it is ready."""
        super().see(frame)
        work = self.work
        if work is None or not work.found.done():
            return
        self.work = None
        try:
            found = work.found.result()
        except CompanionError as error:
            self.trouble = said(error)
        else:
            work.then(found)

    def obey(self, does: Does) -> None:
        """Stop when that is touched."""
        super().obey(does)
        if does.what == "stop":
            self.stop()


class TeachStep(SlowStep):
    """A page on which a board is taught."""

    def __init__(self, desk: Desk, teaching: Teaching) -> None:
        super().__init__(desk)
        self.teaching = teaching

    def keep(self) -> None:
        """Keep the board as far as it is known, and that this page was reached."""
        if self.teaching.still is not None:
            self.desk.kept.write(self.desk.game.name, type(self).__name__, self.teaching)
