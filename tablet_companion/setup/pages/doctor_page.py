"""The page of the doctor's findings with their remedies, and a report for somebody who helps."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.selfcheck.doctor import examine
from tablet_companion.selfcheck.doctor.bundle import MISREAD, make_bundle
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, quote
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.work import STOP, SlowStep
from tablet_companion.setup.parts.pageparts import BACK, ON, Does, Key

_SHOWN: Final = 3
"""The number of findings that fit on a small screen; the report has all of them."""
_WORST: Final = (State.FAIL, State.WARN)


class DoctorStep(SlowStep):
    """The doctor's findings at this table, worst first, each with its remedy."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        # The page is the proof that there is a screen; asking SDL once more would close it.
        self._machine = Machine(screen=lambda: desk.settings.screen.size_px)
        self.findings: tuple[Finding, ...] = ()
        self._told: Message | None = None
        self._asks = False

    def enter(self) -> None:
        """Examine everything in the background: the camera alone takes seconds."""
        super().enter()
        self._told, self._asks, self.findings = None, False, ()
        self.start(lambda: tuple(examine(self._machine, self.desk.path)), self._keep)

    def _keep(self, findings: tuple[Finding, ...]) -> None:
        by_state = sorted(findings, key=lambda one: [*_WORST, one.state].index(one.state))
        self.findings = tuple(by_state)

    @property
    def _misread(self) -> Path:
        return self.desk.settings.journals / MISREAD

    def page(self) -> Page:
        """Return the findings, or the question whether the report may contain pictures."""
        if self.work is not None:
            return self.lay(Message(N_("I am checking everything.")), (STOP, ON))
        if self._asks:
            ask = Message(
                N_("May the picture of the last misreading go along? It shows your table.")
            )
            answers: tuple[Key, ...] = (
                (N_("No picture"), Does("bundle"), Weight.PLAIN),
                (N_("With the picture"), Does("bundle", "picture"), Weight.PLAIN),
            )
            return self.lay(ask, answers)
        report: Key = (N_("Report onto a stick"), Does("report"), Weight.PLAIN)
        lines = self.write(self._lines())
        return self.lay(self._say(), (BACK, report, ON), lines)

    def _say(self) -> Message:
        if self.trouble is not None:
            return self.trouble
        bad = [one for one in self.findings if one.state is State.FAIL]
        if not self.findings:
            return Message(N_("Nothing was looked at."))
        if not bad:
            return Message(N_("Everything that is needed works."))
        return Message(N_("To mend: {count}"), (("count", len(bad)),))

    def _lines(self) -> tuple[Message, ...]:
        told = () if self._told is None else (self._told,)
        shown = [one for one in self.findings if one.state in _WORST][:_SHOWN]
        return *told, *(quote(one.sentence(self.look.words)) for one in shown)

    def obey(self, does: Does) -> None:
        """Write the report, with pictures only if somebody agreed."""
        super().obey(does)
        if does.what == "report" and self._misread.is_dir():
            self._asks = True
        elif does.what in ("report", "bundle"):
            self._asks = False
            pictures = self._misread if does.value == "picture" else None
            self.start(lambda: self._write(pictures), self._tell)

    def _write(self, pictures: Path | None) -> Path:
        data = make_bundle(self._machine, self.findings, self.desk.path, pictures)
        return self.desk.platform.sticks.put("tablet-companion-report", [("report.zip", data)])

    def _tell(self, folder: Path) -> None:
        self._told = Message(N_("The report is in {text}."), (("text", str(folder)),))
