"""What a self-test on the screen has tried, what it shows and sounds now. Pure: told the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hardware.ports import Lamp, Light, SwitchStates
from hardware.signals import (
    ACCEPTED,
    ACCEPTED_SOUND,
    OBJECTION,
    OBJECTION_SOUND,
    QUESTION_SOUND,
    YOUR_TURN_SOUND,
    pulses,
)
from tablet_companion.app.contacts import HELD, TRIED, Contacts
from tablet_companion.games.core import Place
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Message
from tablet_companion.screen.pages.trial import BoardBody, RowsBody, TouchBody, Tried, Trying
from tablet_companion.screen.toolkit.orders import Corner, Section

LAMP_S: Final = 2.0
"""Each lamp has so long to itself; after the last the first comes again."""
TONE_S: Final = 1.6
LIGHT_S: Final = 0.4
"""Each light under the board shines alone so long; then all do, so many times as long."""
ALL: Final = 6
TONES: Final = (
    (N_("Accepted, one short tone"), ACCEPTED_SOUND),
    (N_("Not allowed, two long tones, falling"), OBJECTION_SOUND),
    (N_("A question, three tones, rising"), QUESTION_SOUND),
    (N_("Your turn, two knocks"), YOUR_TURN_SOUND),
)
BUTTONS: Final = {
    "confirm": N_("Confirm"),
    "take_back": N_("Take back"),
    "referee": N_("Pause"),
}
_LAMPS: Final = {ACCEPTED: N_("Accepted"), OBJECTION: N_("Not allowed")}
_UNHEARD: Final = Contacts()
_FLASHES: Final = pulses(3)


@dataclass(frozen=True, slots=True)
class Outfit:
    """What a table has that can be tried; each may be empty."""

    lamps: tuple[Lamp, ...] = ()
    sounds: bool = False
    buttons: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkup:
    """A self-test at one moment: a value, every change returns another one.

    ``since_s`` is when the present section began; times are seconds on the loop's clock.
    """

    outfit: Outfit
    since_s: float
    section: Section = Section.LAMPS
    pressed: frozenset[str] = frozenset()
    contacts: Contacts = _UNHEARD
    touched: frozenset[Corner] = frozenset()

    def turned_to(self, section: Section, now_s: float) -> Checkup:
        """Return the self-test at the beginning of a section: what was tried there is forgotten."""
        begun = replace(self, section=section, since_s=now_s)
        match section:
            case Section.BUTTONS:
                return replace(begun, pressed=frozenset())
            case Section.BOARD:
                return replace(begun, contacts=self.contacts.anew())
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

    # --- what is done ----------------------------------------------------------------------------

    def levels(self, now_s: float) -> dict[Lamp, float]:
        """Return how brightly every lamp shines: at most one does."""
        lamps = self.outfit.lamps
        dark = dict.fromkeys(lamps, 0.0)
        if self.section is not Section.LAMPS or not lamps:
            return dark
        number, elapsed_s = divmod(now_s - self.since_s, LAMP_S)
        return dark | {lamps[int(number) % len(lamps)]: _FLASHES.level(elapsed_s)}

    def pitch_hz(self, now_s: float) -> float:
        """Return what sounds; 0 is silence."""
        number, elapsed_s = divmod(now_s - self.since_s, TONE_S)
        if self.section is not Section.TONES or not self.outfit.sounds or number >= len(TONES):
            return 0.0
        return TONES[int(number)][1].pitch_hz(elapsed_s)

    def lights(self, now_s: float) -> Mapping[str, Light]:
        """Return what shines under the board: the places' lights in turn, and closed holes."""
        if self.section is not Section.BOARD:
            return {}
        held = dict.fromkeys(self.contacts.closed, HELD)
        return held | dict.fromkeys(self._lit(now_s), TRIED)

    def _lit(self, now_s: float) -> tuple[str, ...]:
        lights = self.outfit.lights
        at = int((now_s - self.since_s) / LIGHT_S) % (len(lights) + ALL)
        return lights[at : at + 1] or lights

    # --- what is shown ---------------------------------------------------------------------------

    def body(self, now_s: float) -> RowsBody | BoardBody | TouchBody | None:
        """Return what the page shows, None where there is nothing to try; of no camera is known."""
        outfit = self.outfit
        match self.section:
            case Section.LAMPS if outfit.lamps:
                return self._in_turn([_lamp(lamp) for lamp in outfit.lamps], LAMP_S, now_s)
            case Section.TONES if outfit.sounds:
                return self._in_turn([Message(name) for name, _ in TONES], TONE_S, now_s)
            case Section.BUTTONS if outfit.buttons:
                return RowsBody(tuple(map(self._button, outfit.buttons)))
            case Section.BOARD if outfit.lights or outfit.switches:
                return self._board(now_s)
            case Section.TOUCH:
                return TouchBody(self.touched)
        return None

    def _in_turn(self, names: Sequence[Message], each_s: float, now_s: float) -> RowsBody:
        """Return things with their names; those that had their turn are done."""
        number = int((now_s - self.since_s) / each_s)
        now = number % len(names) if self.section is Section.LAMPS else number

        def state(at: int) -> Trying:
            if at == now:
                return Trying.NOW
            return Trying.DONE if at < number else Trying.WAITING

        return RowsBody(tuple(Tried(name, state(at)) for at, name in enumerate(names)))

    def _button(self, button: str) -> Tried:
        state = Trying.DONE if button in self.pressed else Trying.WAITING
        return Tried(Message(BUTTONS[button]), state)

    def _board(self, now_s: float) -> BoardBody:
        opened = self.contacts.opened - self.contacts.closed
        return BoardBody(
            tuple(map(Place, self._lit(now_s))),
            tuple(map(Place, self.outfit.switches)),
            frozenset(map(Place, self.contacts.closed)),
            frozenset(map(Place, opened)),
        )


def _lamp(lamp: Lamp) -> Message:
    kind, _, seat = lamp.partition(".")
    if kind == "turn":
        return Message(N_("{seat}’s turn"), (("seat", seat),))
    return Message(_LAMPS.get(lamp, lamp))
