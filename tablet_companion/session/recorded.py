"""Refereeing a recorded table: takes pictures, returns the verdicts that each led to.

A recorded picture stands for a table left alone for a while: its last verdict is the one that
remains after people had time to finish what they were doing. Time is counted, never waited for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from hardware.ports import Camera, CameraEnd, Frame, PictureError
from tablet_companion.games.core import CHANCE, Breach, Card, Place, Seat
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import Confirming
from tablet_companion.referee.model.effects import Judged, Kind
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Asking
from tablet_companion.session.script import ScriptStep
from tablet_companion.session.session import Session

LOOKS_PER_PICTURE: Final = 8
"""Looks at each picture: several equal frames in a row count as still, as a camera's would."""
LOOK_S: Final = 1 / 15
"""Seconds between two looks at the same picture."""
ALONE_S: Final = 12.0
"""The table counts as left alone for this long (seconds)."""
_NOTHING: Final = ScriptStep(None, None, ())
_FINAL: Final = (Kind.ACCEPTED, Kind.CORRECTED, Kind.ASKED)

Interpret = Callable[[Frame], events.Event]
"""Turns a frame into an event for the referee."""


@dataclass(frozen=True, slots=True)
class PictureResult:
    """The result of one picture; ``kind`` is empty if nothing was judged."""

    frame: str
    kind: str = ""
    player: Seat | None = None
    card: Card | None = None
    action: str = ""
    places: tuple[Place, ...] = ()
    breaches: tuple[Breach, ...] = ()
    error: str = ""

    def to_json(self) -> str:
        """Return the line as a JSON object with the documented keys."""
        body: dict[str, Any] = {"frame": self.frame}
        if self.error:
            return json.dumps(body | {"error": self.error}, ensure_ascii=False)
        body |= {"kind": self.kind, "player": self.player, "card": self.card}
        if self.action:
            body["action"] = self.action
        if self.breaches:
            body["breaches"] = [
                {"rule": breach.rule, "places": list(breach.places)} for breach in self.breaches
            ]
        return json.dumps(body | {"places": list(self.places)}, ensure_ascii=False)

    def to_text(self) -> str:
        """Return the line for people, in columns."""
        if self.error:
            return f"{self.frame}  unreadable: {self.error}"
        what = self.action or "; ".join(breach.rule for breach in self.breaches)
        columns = f"{self.kind:<11}", f"{self.player or '':<7}", f"{self.card or '':<8}"
        return "  ".join([self.frame, *columns, what, " ".join(self.places)]).rstrip()


class RecordedTable:
    """A session that gets recorded pictures and scripted taps."""

    def __init__(self, session: Session, eye: Interpret, script: Mapping[str, ScriptStep]) -> None:
        """Referee with a session; ``eye`` reads pictures, ``script`` taps by picture."""
        self._session = session
        self._eye = eye
        self._script = script
        self._now_s = 0.0
        self._judged: list[Judged] = []
        self.reasons: set[str] = set()
        """Why nothing was recognised in pictures (``Blind.reason``); "" for all others."""

    def run(self, camera: Camera) -> Iterator[PictureResult]:
        """Yield a line for every verdict and for every unreadable picture, in order."""
        while True:
            try:
                frame = camera.capture()
            except PictureError as error:
                yield PictureResult(error.name, error=str(error))
                continue
            except CameraEnd:
                return
            yield from self._picture(frame)

    def _picture(self, frame: Frame) -> Iterator[PictureResult]:
        self._tap(self._script.get(frame.name, _NOTHING))
        self._judged.clear()  # a line reports what the picture led to, not the taps
        for _ in range(LOOKS_PER_PICTURE):
            self._now_s += LOOK_S
            event = self._eye(Frame(frame.picture, self._now_s, frame.name))
            self._handle(replace(event, at_s=self._now_s))
        self.reasons.add(event.reason if isinstance(event, events.Blind) else "")
        self._leave_alone(event)
        self._answer(self._script.get(frame.name, _NOTHING).way)
        settled = [judged for judged in self._judged[:-1] if judged.kind in _FINAL]
        for judged in (*settled, *self._judged[-1:]):
            yield _line(frame.name, judged)

    def _leave_alone(self, event: events.Event) -> None:
        """Let time pass, the picture staying the same."""
        end_s = self._now_s + ALONE_S
        while self._now_s < end_s:
            self._now_s += 1.0
            self._handle(replace(event, at_s=self._now_s))

    def _answer(self, way: frozenset[Place]) -> None:
        """Answer a question with the scripted moves, if one of the answers matches."""
        verdict = self._table.verdict
        if not way or not isinstance(verdict, Asking):
            return
        for number, choice in enumerate(verdict.question.choices):
            if {mark.place for mark in choice.marks} == way:
                self._touch(events.Answer(number))
                return

    def _handle(self, event: events.Event) -> None:
        effects = self._session.handle(event)
        self._judged += [effect for effect in effects if isinstance(effect, Judged)]

    @property
    def _table(self) -> Table:
        return self._session.table

    def _tap(self, row: ScriptStep) -> None:
        if self._table.stage in (Stage.SETUP, Stage.CHECK):
            if row.player is not None:
                self._touch(events.Choose("dealer", row.player))
            self._touch(events.Begin())  # leaves the set-up for the check of the start
            self._touch(events.Begin())  # and the check for the game
        for intent in row.taps:
            self._touch(intent)
        if row.player not in (None, self._table.turn) and self._table.named is not None:
            return  # the next player was quicker than the camera: the last card is not judged yet
        if row.player is not None:
            self._pass_to(row.player)
        if row.card is not None:
            self._touch(events.NameCard(row.card))

    def _touch(self, intent: events.Intent) -> None:
        self._now_s += 1.0
        self._handle(events.Touched(self._now_s, intent))

    def _pass_to(self, player: Seat) -> None:
        """Give up the hands of the players between the one on turn and this one."""
        for _ in self._table.game.seats:
            if self._table.turn in (player, CHANCE, None):
                return
            self._touch(events.GiveUp())
            if isinstance(self._table.dialogue, Confirming):
                self._touch(events.Answer(0))


def _line(name: str, judged: Judged) -> PictureResult:
    return PictureResult(
        frame=name,
        kind=str(judged.kind),
        player=judged.seat,
        card=judged.card,
        action=judged.action,
        places=judged.places,
        breaches=judged.breaches,
    )
