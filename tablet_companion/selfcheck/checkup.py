"""The state of a self-test on the screen. Pure: takes the time as an argument."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.ports import SwitchStates
from tablet_companion.games.core import Place
from tablet_companion.screen.pages.trial import BoardBody, RowsBody, TouchBody, Tried, Trying
from tablet_companion.screen.toolkit.orders import Corner, Section
from tablet_companion.selfcheck.checks import HELD, Check, Equipment, Outputs, list_checks
from tablet_companion.selfcheck.contacts import Contacts

_UNHEARD = Contacts()


@dataclass(frozen=True, slots=True)
class Checkup:
    """A self-test at one moment: a value; every change returns a new one.

    ``since_s`` is when the present section began; times are seconds on the loop's clock.
    """

    equipment: Equipment
    since_s: float
    section: Section = Section.LAMPS
    pressed: frozenset[str] = frozenset()
    contacts: Contacts = _UNHEARD
    touched: frozenset[Corner] = frozenset()

    def turn_to(self, section: Section, now_s: float) -> Checkup:
        """Return it at the beginning of a section, without earlier results of that section."""
        begun = replace(self, section=section, since_s=now_s)
        match section:
            case Section.BUTTONS:
                return replace(begun, pressed=frozenset())
            case Section.BOARD:
                return replace(begun, contacts=self.contacts.begin_again())
            case Section.TOUCH:
                return replace(begun, touched=frozenset())
            case _:
                return begun

    def with_press(self, button: str) -> Checkup:
        """Return it after a wired button was pressed."""
        return replace(self, pressed=self.pressed | {button})

    def with_switches(self, states: SwitchStates) -> Checkup:
        """Return it after the controller reported its switches."""
        return replace(self, contacts=self.contacts.heard(states))

    def with_touch(self, corner: Corner) -> Checkup:
        """Return it after a finger was felt in a corner."""
        return replace(self, touched=self.touched | {corner})

    def outputs(self, now_s: float) -> Outputs:
        """Return the present lights and sounds: one device in its turn, and the closed holes.

        Lights repeat from the first; sounds do not, as they would soon be a nuisance.
        """
        outputs = self._show(now_s)
        if self.section is Section.BOARD:
            held = dict.fromkeys(self.contacts.closed, HELD)
            outputs = replace(outputs, lights={**held, **outputs.lights})
        return outputs

    def body(self, now_s: float) -> RowsBody | BoardBody | TouchBody | None:
        """Return the content of the page, None if there is nothing to check or a camera."""
        match self.section:
            case Section.LAMPS | Section.TONES | Section.BUTTONS if self._checks:
                return RowsBody(tuple(self._rows(now_s)))
            case Section.BOARD if self._checks:
                contacts, closed = self.contacts, self.contacts.closed
                return BoardBody(
                    tuple(map(Place, self._show(now_s).lights)),
                    tuple(map(Place, self.equipment.switches)),
                    frozenset(map(Place, closed)),
                    frozenset(map(Place, contacts.opened - closed)),
                )
            case Section.TOUCH:
                return TouchBody(self.touched)
        return None

    @property
    def _checks(self) -> list[Check]:
        return [one for one in list_checks(self.equipment) if one.section is self.section]

    def _count_turns(self, now_s: float) -> tuple[int, float]:
        each_s = max((check.length_s for check in self._checks), default=0.0)
        number, elapsed_s = divmod(now_s - self.since_s, each_s or 1.0)
        return int(number), elapsed_s

    def _show(self, now_s: float) -> Outputs:
        shown = [check.outputs for check in self._checks if check.outputs is not None]
        number, elapsed_s = self._count_turns(now_s)
        if not shown or (self.section is Section.TONES and number >= len(shown)):
            return Outputs()
        return shown[number % len(shown)](elapsed_s)

    def _rows(self, now_s: float) -> Iterator[Tried]:
        """Yield the section's things by name: pressed or not; due, done, or still to come."""
        number, _ = self._count_turns(now_s)
        now = number if self.section is Section.TONES else number % len(self._checks)
        for at, check in enumerate(self._checks):
            if self.section is Section.BUTTONS:
                state = Trying.DONE if check.subject in self.pressed else Trying.WAITING
            elif at == now:
                state = Trying.NOW
            else:
                state = Trying.DONE if at < number else Trying.WAITING
            yield Tried(check.title, state)
