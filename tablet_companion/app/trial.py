"""The self-test at a running table: it has lamps, sounds and lights to itself; the game waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from hardware.ports import Lamps, Light, Sounder, SwitchStates
from tablet_companion.app.checkup import Checkup, Outfit
from tablet_companion.app.sighting import Sighting
from tablet_companion.config import Settings
from tablet_companion.referee.model.events import Blind, Busy, Event, Saw, Switched
from tablet_companion.screen.pages.trial import TrialPanel
from tablet_companion.screen.toolkit.orders import (
    LeaveTrial,
    OpenTrial,
    Section,
    TouchCorner,
    TrialOrder,
    TrySection,
)


class Controller(Protocol):
    """The board controller as the self-test needs it."""

    @property
    def connected(self) -> bool:
        """Return whether it answers."""
        ...

    def shine(self, lights: Mapping[str, Light]) -> None:
        """Let exactly these places shine."""
        ...


class Trial:
    """Tries the things of a table while its page is open, and leaves them dark and silent.

    No event reaches the referee meanwhile. Those that are told only once are kept for it: how the
    switches stand, and that the camera is blind.
    """

    def __init__(
        self,
        outfit: Outfit,
        lamps: Lamps,
        sounder: Sounder,
        under: Controller,
        sighting: Sighting | None,
    ) -> None:
        """Take what there is to be tried; without a camera's ``sighting`` there is none."""
        self._lamps, self._sounder, self._under, self._sighting = lamps, sounder, under, sighting
        self._checkup = Checkup(outfit, 0.0)
        self._open = False
        self._levels: Mapping[Any, float] = {}
        self._pitch_hz = 0.0
        self._kept: dict[str, Event] = {}

    @property
    def open(self) -> bool:
        """Return whether something is tried just now."""
        return self._open

    def obey(self, order: TrialOrder, now_s: float) -> None:
        """Do what a touch asks for."""
        match order:
            case OpenTrial():
                self._open, self._levels = True, {}
                self._turn_to(Section.LAMPS, now_s)
                self._sounder.sound(0.0)
            case TrySection(section=section):
                self._turn_to(section, now_s)
            case TouchCorner(corner=corner):
                self._checkup = self._checkup.with_touch(corner)
            case LeaveTrial():
                self._leave()

    def push(self, button: str) -> None:
        """Note that a wired button was pressed; elsewhere than on the buttons' page it is vain."""
        if self._checkup.section is Section.BUTTONS:
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
        """Note how the switches stand, whether they are tried now or not."""
        closed = {str(place): (state, since_s) for place, state, since_s in event.closed}
        self._checkup = self._checkup.with_switches(SwitchStates(event.at_s, closed))

    def kept(self) -> tuple[Event, ...]:
        """Return, once, what the referee has to be told now that nothing is tried any more."""
        events, self._kept = tuple(self._kept.values()), {}
        return events

    def step(self, now_s: float) -> None:
        """Bring lamps, sounder and lights to where they should be."""
        levels, pitch_hz = self._checkup.levels(now_s), self._checkup.pitch_hz(now_s)
        if levels != self._levels:
            self._lamps.show(levels)
            self._levels = levels
        if pitch_hz != self._pitch_hz:
            self._sounder.sound(pitch_hz)
            self._pitch_hz = pitch_hz
        self._under.shine(self._checkup.lights(now_s))

    def panel(self, now_s: float) -> TrialPanel | None:
        """Return what to show, None while nothing is tried."""
        if not self._open:
            return None
        section = self._checkup.section
        if section is Section.CAMERA:
            return TrialPanel(section, self._sighting.body if self._sighting else None)
        if section is Section.BOARD and not self._under.connected:
            return TrialPanel(section, None)
        return TrialPanel(section, self._checkup.body(now_s))

    def _turn_to(self, section: Section, now_s: float) -> None:
        self._checkup = self._checkup.turned_to(section, now_s)
        if self._sighting is not None:
            self._sighting.wanted = section is Section.CAMERA

    def _leave(self) -> None:
        self._open = False
        if self._sighting is not None:
            self._sighting.wanted = False
        self._lamps.show(dict.fromkeys(self._checkup.outfit.lamps, 0.0))
        self._sounder.sound(0.0)
        self._pitch_hz = 0.0


def outfit_of(settings: Settings, places: tuple[tuple[str, ...], tuple[str, ...]]) -> Outfit:
    """Return what the settings name; ``places`` are those with lights and those with switches."""
    pins: dict[str, Any] = msgspec.structs.asdict(settings.gpio.buttons)
    return Outfit(
        tuple(sorted({*settings.gpio.lamps(), *settings.strip.lamps()})),
        settings.sound or settings.gpio.buzzer is not None,
        tuple(button for button, pin in pins.items() if pin is not None),
        *places,
    )
