"""Wired lamps, buzzer and buttons, through gpiozero.

gpiozero chooses the pin library: ``GPIOZERO_PIN_FACTORY=mock`` with
``GPIOZERO_MOCK_PIN_CLASS=mockpwmpin`` in the environment, or a factory passed in, runs all of this
without a Pi. gpiozero's own blinking and bounce time are not used: the first needs a real-time
thread for each lamp, the second exists only in some pin libraries. Nor is its button, whose thread
wakes ten times a second to see whether it is held.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, Final, TypeAlias

from gpiozero import PWMLED, Device, DigitalInputDevice, TonalBuzzer
from gpiozero.exc import GPIOPinInUse, PinInvalidPin
from gpiozero.tones import Tone as Note

from hardware.errors import CompanionError
from hardware.ports import Clock, Lamp

Pins: TypeAlias = Any
"""A pin factory of gpiozero's, which has no annotations."""

# A4 and three octaves up and down, 55 to 3520 Hz: the audible range of small piezo buzzers.
_MID_NOTE: Final = Note.from_note("A4")
_OCTAVES: Final = 3

QUIET_S: Final = 0.03
"""How long a contact must have been open for its closing to count as a press.

Common push buttons settle within 10 ms; nobody lets go and presses again within 30 ms.
"""


class GpioError(CompanionError):
    """Unusable pins; every pin taken before the error was released."""


def open_pins() -> Pins:
    """Return gpiozero's pin factory for this machine, or the one the environment names.

    Raises GpioError if no pin library works, with the error of each.
    """
    with warnings.catch_warnings(record=True) as tried:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except Exception as error:  # each pin library raises errors of its own
            said = "; ".join(_reason(attempt.message) for attempt in tried)
            raise GpioError(
                f"The GPIO pins cannot be used ({said or _reason(error)}); on a Pi install "
                "python3-lgpio, elsewhere leave the pins out of the settings."
            ) from error
    return Device.pin_factory


def _reason(error: Exception | str) -> str:
    text = str(error) or type(error).__name__
    return text.removeprefix("Falling back from ").rstrip(".")


class GpioLamps:
    """One dimmable LED for each lamp. A lamp without a pin is ignored."""

    def __init__(self, pins: Mapping[Lamp, int], factory: Pins) -> None:
        """Take the pins (BCM numbers), all dark. On GpioError no pin stays taken."""
        with ExitStack() as stack:
            self._leds = {
                lamp: _take(stack, PWMLED, pin, f"the lamp {lamp}", pin_factory=factory)
                for lamp, pin in pins.items()
            }
            self._stack = stack.pop_all()

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Set every named lamp that has a pin."""
        for lamp in levels.keys() & self._leds.keys():
            self._leds[lamp].value = levels[lamp]

    def close(self) -> None:
        """Switch all lamps off and release the pins."""
        self._stack.close()


class GpioSounder:
    """A passive buzzer. A pitch out of its range is moved into it by whole octaves."""

    def __init__(self, pin: int, factory: Pins) -> None:
        """Take the pin (a BCM number), silent. On GpioError no pin stays taken."""
        with ExitStack() as stack:
            self._buzzer = _take(
                stack,
                TonalBuzzer,
                pin,
                "the buzzer",
                mid_tone=_MID_NOTE,
                octaves=_OCTAVES,
                pin_factory=factory,
            )
            self._stack = stack.pop_all()
        self._pitch_hz = 0.0
        self._share = 1.0

    def set_volume(self, percent: int) -> None:
        """Set the volume of later tones: a shorter pulse moves the piezo less."""
        self._share = percent / 100

    def sound(self, pitch_hz: float) -> None:
        """Sound this pitch until the next call; 0 is silence."""
        if pitch_hz == self._pitch_hz:
            return  # setting the frequency again clicks
        self._pitch_hz = pitch_hz
        if pitch_hz:
            low_hz, high_hz = self._buzzer.min_tone.frequency, self._buzzer.max_tone.frequency
            self._buzzer.play(Note.from_frequency(_within(pitch_hz, low_hz, high_hz)))
            self._buzzer.pwm_device.value = 0.5 * self._share
        else:
            self._buzzer.stop()

    def close(self) -> None:
        """Fall silent and release the pin."""
        self._stack.close()


def _within(pitch_hz: float, low_hz: float, high_hz: float) -> float:
    """Return the pitch moved into a range of at least one octave by the fewest octaves."""
    up = max(0, math.ceil(math.log2(low_hz / pitch_hz)))
    down = max(0, math.ceil(math.log2(pitch_hz / high_hz)))
    return float(pitch_hz * 2.0 ** (up - down))


class GpioButtons:
    """Push buttons between a pin and ground, debounced."""

    def __init__(
        self, pins: Mapping[str, int], pressed: Callable[[str], None], clock: Clock, factory: Pins
    ) -> None:
        """Take the pins (BCM numbers) by the buttons' names.

        ``pressed`` is called with a name at each press, on a thread of the pin library: it should
        put an event into a queue and do nothing else. On GpioError no pin stays taken.
        """
        self._pressed = pressed
        self._clock = clock
        self._opened_s = dict.fromkeys(pins, -math.inf)
        with ExitStack() as stack:
            for name, pin in pins.items():
                what = f"the button {name}"
                contact = _take(
                    stack, DigitalInputDevice, pin, what, pull_up=True, pin_factory=factory
                )
                self._listen(name, contact)
            self._stack = stack.pop_all()

    def _listen(self, name: str, contact: Any) -> None:
        contact.when_activated = lambda: self._closed(name)
        contact.when_deactivated = lambda: self._opened(name)

    def _closed(self, name: str) -> None:
        """Report a press, at once; a spike picked up by a long wire looks the same.

        The pull-up prevents such spikes, not this code.
        """
        if self._clock.now_s() - self._opened_s[name] >= QUIET_S:
            self._pressed(name)

    def _opened(self, name: str) -> None:
        self._opened_s[name] = self._clock.now_s()

    def close(self) -> None:
        """Release the pins; ``pressed`` is not called any more."""
        self._stack.close()


def _take(
    stack: ExitStack, device: Callable[..., Any], pin: int, what: str, **options: object
) -> Any:
    """Make a device on a pin, released by the stack. Raises GpioError with the reason."""
    try:
        return stack.enter_context(device(pin, **options))
    except PinInvalidPin as error:
        raise GpioError(
            f"There is no GPIO {pin} on this board (for {what}); give another pin in the settings."
        ) from error
    except GPIOPinInUse as error:
        raise GpioError(
            f"GPIO {pin} is in use already (wanted for {what}); give each thing its own pin in "
            "the settings."
        ) from error
    except Exception as error:  # each pin library raises errors of its own
        raise GpioError(f"GPIO {pin} cannot be used for {what}: {_reason(error)}.") from error
