"""The self-test at a running table: it has lamps, sounds and lights to itself; the game waits."""

from __future__ import annotations

from collections.abc import Callable

from hardware.ports import SwitchStates
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw, Switched
from tablet_companion.screen.pages.trial import Body, TrialPanel
from tablet_companion.screen.toolkit import orders
from tablet_companion.selfcheck.actuators import Actuators
from tablet_companion.selfcheck.checks import ASKS, Equipment, Outputs
from tablet_companion.selfcheck.checkup import Checkup
from tablet_companion.selfcheck.sighting import Sighting


class SelfTest:
    """Checks a table's devices while its page is open, and leaves them dark and silent.

    No event reaches the referee meanwhile. Events that occur only once are kept for it: switch
    states, and a blind camera.
    """

    def __init__(
        self,
        equipment: Equipment,
        actuators: Actuators,
        is_connected: Callable[[], bool],
        sighting: Sighting | None,
    ) -> None:
        """Take the devices; without a camera's ``sighting`` there is no camera.

        ``is_connected`` is whether the board controller answers.
        """
        self._actuators, self._sighting = actuators, sighting
        self._is_connected = is_connected
        self._checkup = Checkup(equipment, 0.0)
        self.open = False
        self._kept: dict[str, Event] = {}

    def obey(self, order: orders.TrialOrder, now_s: float) -> None:
        """Do what a touch asks for."""
        match order:
            case orders.OpenTrial():
                self.open = True
                self._actuators.forget()
                self._turn_to(orders.Section.LAMPS, now_s)
            case orders.TrySection(section=section):
                self._turn_to(section, now_s)
            case orders.TouchCorner(corner=corner):
                self._checkup = self._checkup.with_touch(corner)
            case orders.LeaveTrial():
                self._leave()

    def push(self, button: str) -> None:
        """Note that a wired button was pressed; ignored except on the buttons' page."""
        if self._checkup.section is orders.Section.BUTTONS:
            self._checkup = self._checkup.with_press(button)

    def hear(self, event: Event) -> None:
        """Take an event that the referee does not get now."""
        match event:
            case Switched():
                self.note(event)
                self._kept["switches"] = event
            case Blind():
                self._kept["blind"] = event
            case Saw() | Busy():
                self._kept.pop("blind", None)

    def note(self, event: Switched) -> None:
        """Note switch states, whether or not switches are checked now."""
        closed = {str(place): (state, since_s) for place, state, since_s in event.closed}
        self._checkup = self._checkup.with_switches(SwitchStates(event.at_s, closed))

    def take_kept(self) -> tuple[Event, ...]:
        """Return, once, the events that the referee missed during the self-test."""
        events, self._kept = tuple(self._kept.values()), {}
        return events

    def step(self, now_s: float) -> None:
        """Update lamps, sounder and lights."""
        self._actuators.drive(self._checkup.outputs(now_s))

    def panel(self, now_s: float) -> TrialPanel | None:
        """Return the page's panel, None while the self-test is closed."""
        section = self._checkup.section
        return TrialPanel(section, ASKS[section], self._body(now_s)) if self.open else None

    def _body(self, now_s: float) -> Body | None:
        section = self._checkup.section
        if section is orders.Section.CAMERA:
            return self._sighting.body if self._sighting else None
        if section is orders.Section.BOARD and not self._is_connected():
            return None
        return self._checkup.body(now_s)

    def _turn_to(self, section: orders.Section, now_s: float) -> None:
        self._checkup = self._checkup.turn_to(section, now_s)
        if self._sighting is not None:
            self._sighting.wanted = section is orders.Section.CAMERA

    def _leave(self) -> None:
        self.open = False
        if self._sighting is not None:
            self._sighting.wanted = False
        self._actuators.forget()
        self._actuators.drive(Outputs())
