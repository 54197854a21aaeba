"""Finding out what is wired to which pin: buttons by pressing them, lamps by looking at them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import Final

import msgspec

from hardware.gpio import GpioButtons, GpioError, GpioLamps
from hardware.ports import Frame, Lamp
from hardware.signals import pulses, turn_lamp
from tablet_companion.config import GpioSettings
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Page, Part
from tablet_companion.screen.words.names import SEATS
from tablet_companion.selfcheck.checks import BUTTONS
from tablet_companion.setup.pages.desk import Step
from tablet_companion.setup.parts.pageparts import BACK, ON, SKIP, Does, Key, list_choices

PINS: Final = tuple(pin for pin in range(4, 28) if pin not in {14, 15})
"""Pins for lamps and buttons: 0 to 3 identify add-on boards, 14 and 15 are the serial port."""
FLASH_S: Final = 3.0
"""Each pin flashes this long, so that a finger can reach the key before the next one flashes."""

NONE: Final[Key] = (N_("None of these"), Does("name"), Weight.QUIET)
LAMPS: Final = {"accepted": N_("Accepted"), "objection": N_("Objection")}


def name_button(gpio: GpioSettings, button: str, pin: int | None) -> GpioSettings:
    """Return the pins with a button on one; whatever was on that pin before is not."""
    gpio = free_pin(gpio, pin)
    buttons = msgspec.structs.replace(gpio.buttons, **{button: pin})
    return msgspec.structs.replace(gpio, buttons=buttons)


def name_lamp(gpio: GpioSettings, lamp: str, pin: int) -> GpioSettings:
    """Return the pins with a lamp on one: ``accepted``, ``objection``, or a seat's."""
    gpio = free_pin(gpio, pin)
    if lamp in LAMPS:
        return msgspec.structs.replace(gpio, **{lamp: pin})
    return msgspec.structs.replace(gpio, turn={**gpio.turn, lamp: pin})


def free_pin(gpio: GpioSettings, pin: int | None) -> GpioSettings:
    """Return the pins with nothing on this one."""
    buttons = {name: None if at == pin else at for name, at in gpio.buttons.wired().items()}
    return msgspec.structs.replace(
        gpio,
        turn={seat: at for seat, at in gpio.turn.items() if at != pin},
        accepted=None if gpio.accepted == pin else gpio.accepted,
        objection=None if gpio.objection == pin else gpio.objection,
        buttons=msgspec.structs.replace(gpio.buttons, **buttons),
    )


class _Wiring(Step):
    """The base of both steps: pins are taken while the step is open."""

    _trouble: Message | None = None

    def enter(self) -> None:
        """Begin with no pin taken."""
        super().enter()
        self._stack, self._trouble = ExitStack(), None

    def leave(self) -> None:
        """Release the pins."""
        self._stack.close()

    def _page(self, say: Message, keys: list[Key], named: Mapping[str, int]) -> Page:
        look = self.look
        known = [
            Message(N_("{text}: pin {count}"), (("text", look.words.text(name)), ("count", pin)))
            for name, pin in named.items()
        ]
        above, below = layout.rows(self.body, (self.body.h * 3 // 5, 0), look.theme.gap)
        drawn = self.grid(keys, above) if keys else Part()
        foot = (BACK, ON if known or self._trouble else SKIP)
        lines = known or (() if self._trouble else (_MAY_HAVE_NONE,))
        return self.lay(say, foot, self.write(lines, below), drawn)


_MAY_HAVE_NONE: Final = Message(N_("If your table has none, touch “Not now”."))
NO_PINS: Final = Message(N_("This machine has no pins for lamps and buttons."))


class ButtonsStep(_Wiring):
    """Press a button, and say which it is."""

    pin: int | None = None

    def enter(self) -> None:
        """Listen to every pin on which there is neither a lamp nor the buzzer."""
        super().enter()
        self.pin = None
        self._presses: SimpleQueue[str] = SimpleQueue()  # what was pressed last time is over
        gpio = self.desk.settings.gpio
        taken = {*gpio.lamps().values(), gpio.buzzer}
        free = {str(pin): pin for pin in PINS if pin not in taken}
        try:
            pins = self.desk.platform.pins()
            buttons = GpioButtons(free, self._presses.put, self.desk.platform.clock, pins)
        except GpioError:
            self._trouble = NO_PINS
        else:
            self._stack.callback(buttons.close)

    def see(self, frame: Frame | None) -> None:  # noqa: ARG002 - buttons need no picture
        """Take what was pressed."""
        try:
            self.pin = int(self._presses.get_nowait())
        except Empty:
            return

    def page(self) -> Page:
        """Ask for a press, then for its name."""
        ask = N_("Which button was that?")
        if self.pin is None:
            ask = N_("Press a button on the table.")
        keys: list[Key] = []
        if self.pin is not None:
            keys = [*list_choices("name", BUTTONS, ()), NONE]
        wired = self.desk.settings.gpio.buttons.wired()
        named = {BUTTONS[button]: pin for button, pin in wired.items()}
        return self._page(self._trouble or Message(ask), keys, named)

    def obey(self, does: Does) -> None:
        """Note which button it was."""
        super().obey(does)
        if does.what == "name" and self.pin is not None:
            gpio, pin = self.desk.settings.gpio, self.pin
            named = name_button(gpio, str(does.value), pin) if does.value else free_pin(gpio, pin)
            self.desk.put(gpio=named)
            self.pin = None


class LampsStep(_Wiring):
    """Look which lamp flashes, and say which it is.

    Pins with buttons stay inputs: driven high, a pressed one would be a short circuit.
    """

    _lamps: GpioLamps | None = None
    _pins: tuple[int, ...] = ()
    _begun_s = 0.0

    def enter(self) -> None:
        """Take every pin that no button is on."""
        super().enter()
        gpio = self.desk.settings.gpio
        buttons = set(gpio.buttons.wired().values())
        self._pins = tuple(pin for pin in PINS if pin not in buttons | {gpio.buzzer})
        self._begun_s = self.desk.platform.clock.now_s()
        try:
            lamps = GpioLamps(
                {Lamp(str(pin)): pin for pin in self._pins}, self.desk.platform.pins()
            )
        except GpioError:
            self._trouble = NO_PINS
        else:
            self._lamps = lamps
            self._stack.callback(lamps.close)

    @property
    def pin(self) -> int:
        """Return the pin that flashes now."""
        since_s = self.desk.platform.clock.now_s() - self._begun_s
        return self._pins[int(since_s / FLASH_S) % len(self._pins)]

    def see(self, frame: Frame | None) -> None:  # noqa: ARG002 - people look, not the camera
        """Let the lamps flash one after the other."""
        if self._lamps is None or self._trouble is not None:
            return
        since_s = (self.desk.platform.clock.now_s() - self._begun_s) % FLASH_S
        level = pulses(3).value(since_s)
        self._lamps.show({Lamp(str(pin)): level if pin == self.pin else 0.0 for pin in self._pins})

    def page(self) -> Page:
        """Ask which lamp flashes."""
        if self._trouble is not None:
            return self._page(self._trouble, [], {})
        seats = {str(seat): SEATS.get(str(seat), str(seat)) for seat in self.desk.game.seats}
        keys = [*list_choices("name", seats | LAMPS, ()), NONE]
        ask = Message(N_("Touch the name of the lamp that flashes now."))
        lit = {turn_lamp(seat): SEATS.get(seat, "") for seat in map(str, self.desk.game.seats)}
        named = {
            lit.get(lamp) or LAMPS.get(lamp.partition(".")[0]) or lamp: pin
            for lamp, pin in self.desk.settings.gpio.lamps().items()
        }
        return self._page(ask, keys, named)

    def obey(self, does: Does) -> None:
        """Note which lamp is on the pin, if any is, and go on to the next pin."""
        super().obey(does)
        if does.what == "name":
            gpio, lamp = self.desk.settings.gpio, str(does.value)
            named = name_lamp(gpio, lamp, self.pin) if lamp else free_pin(gpio, self.pin)
            self.desk.put(gpio=named)
            left_s = FLASH_S - (self.desk.platform.clock.now_s() - self._begun_s) % FLASH_S
            self._begun_s -= left_s
