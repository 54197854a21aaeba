"""What a self-test on the screen has tried, what it shows and sounds now. Pure: told the time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.ports import SwitchStates
from tablet_companion.games.core import Place
from tablet_companion.screen.pages.trial import BoardBody, RowsBody, TouchBody, Tried, Trying
from tablet_companion.screen.toolkit.orders import Corner, Section
from tablet_companion.selfcheck.checks import (
    HELD,
    ButtonCheck,
    Demonstration,
    Equipment,
    Outputs,
    list_checks,
)
from tablet_companion.selfcheck.contacts import Contacts

_UNHEARD = Contacts()


@dataclass(frozen=True, slots=True)
class Checkup:
    """A self-test at one moment: a value, every change returns another one.

    ``since_s`` is when the present section began; times are seconds on the loop's clock.
    """

    equipment: Equipment
    since_s: float
    section: Section = Section.LAMPS
    pressed: frozenset[str] = frozenset()
    contacts: Contacts = _UNHEARD
    touched: frozenset[Corner] = frozenset()

    def turn_to(self, section: Section, now_s: float) -> Checkup:
        """Return the self-test at the beginning of a section: what was tried there is forgotten."""
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
        """Return it after the controller told how the switches stand."""
        return replace(self, contacts=self.contacts.heard(states))

    def with_touch(self, corner: Corner) -> Checkup:
        """Return it after a finger was felt in a corner."""
        return replace(self, touched=self.touched | {corner})

    def outputs(self, now_s: float) -> Outputs:
        """Return what shines and sounds: one thing in its turn, and the holes that are closed.

        After the last one the first comes again, but for sounds, which would soon be a nuisance.
        """
        shown = self._demonstrations
        number, elapsed_s = self._count_turns(now_s)
        ended = self.section is Section.TONES and number >= len(shown)
        outputs = Outputs()
        if shown and not ended:
            outputs = shown[number % len(shown)].outputs(elapsed_s)
        if self.section is Section.BOARD:
            held = dict.fromkeys(self.contacts.closed, HELD)
            outputs = replace(outputs, lights={**held, **outputs.lights})
        return outputs

    def body(self, now_s: float) -> RowsBody | BoardBody | TouchBody | None:
        """Return what the page shows, None where there is nothing to try; of no camera is known."""
        match self.section:
            case Section.LAMPS | Section.TONES if self._demonstrations:
                return RowsBody(tuple(self._show_turns(now_s)))
            case Section.BUTTONS if self.equipment.buttons:
                return RowsBody(tuple(self._show_presses()))
            case Section.BOARD if self.equipment.lights or self.equipment.switches:
                return self._show_board(now_s)
            case Section.TOUCH:
                return TouchBody(self.touched)
        return None

    @property
    def _demonstrations(self) -> list[Demonstration]:
        checks = list_checks(self.equipment)
        return [
            check
            for section, check in checks
            if section is self.section and isinstance(check, Demonstration)
        ]

    def _count_turns(self, now_s: float) -> tuple[int, float]:
        """Return how many turns of the section are over, and the seconds since the present one."""
        shown = self._demonstrations
        each_s = shown[0].length_s if shown else 1.0  # all of a section take equally long
        number, elapsed_s = divmod(now_s - self.since_s, each_s)
        return int(number), elapsed_s

    def _show_turns(self, now_s: float) -> list[Tried]:
        """Return the section's things with their names; those that had their turn are done."""
        shown = self._demonstrations
        number, _ = self._count_turns(now_s)
        now = number if self.section is Section.TONES else number % len(shown)

        def state(at: int) -> Trying:
            if at == now:
                return Trying.NOW
            return Trying.DONE if at < number else Trying.WAITING

        return [Tried(check.title, state(at)) for at, check in enumerate(shown)]

    def _show_presses(self) -> list[Tried]:
        buttons = [one for _, one in list_checks(self.equipment) if isinstance(one, ButtonCheck)]
        return [
            Tried(one.title, Trying.DONE if one.button in self.pressed else Trying.WAITING)
            for one in buttons
        ]

    def _show_board(self, now_s: float) -> BoardBody:
        contacts, closed = self.contacts, self.contacts.closed
        lit = replace(self, contacts=_UNHEARD).outputs(now_s).lights
        return BoardBody(
            tuple(map(Place, lit)),
            tuple(map(Place, self.equipment.switches)),
            frozenset(map(Place, closed)),
            frozenset(map(Place, contacts.opened - closed)),
        )
