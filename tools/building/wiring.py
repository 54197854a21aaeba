"""The pins of the building guide's devices, and their currents.

The pins of lamps, buzzer and buttons are those of the settings in docs/at-a-table.md; a test holds
them together. The controller's are read from its own program.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import gpiozero

from hardware import firmware

LAMPS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "accepted": 17,
        "objection": 27,
        "turn.red": 5,
        "turn.blue": 6,
        "turn.green": 13,
        "turn.yellow": 19,
    }
)
"""The BCM number of every lamp's pin."""
BUZZER: Final = 18
BUTTONS: Final[Mapping[str, int]] = MappingProxyType(
    {"confirm": 22, "take_back": 23, "referee": 24}
)

PIN_VOLT: Final = 3.3
MAX_PIN_MA: Final = 8.0
"""What one pin may give forever; a Pi allows 16, and 50 for all pins together."""
BUZZER_OHM: Final = 330


@dataclass(frozen=True, slots=True)
class Led:
    """An LED as it is bought: its colour, and the volts that it keeps for itself."""

    colour: str
    least_volt: float
    usual_volt: float
    ohm: int

    def ma(self, volt: float) -> float:
        """Return the current on a pin, in mA, of one that keeps this many volts."""
        return (PIN_VOLT - volt) / self.ohm * 1000


LEDS: Final = (
    Led("red", 1.7, 2.0, 330),
    Led("yellow, orange, old green", 1.8, 2.1, 330),
    Led("blue, white, bright green", 2.7, 3.0, 100),
)

WS2812_MA: Final = 60
"""One LED of three colours, white and full on."""
WS2812_IDLE_MA: Final = 1
"""The current of a dark LED: its chip draws this much."""

_PI: Final = "c03111"  # a Pi 4; every Pi since 2014 has the same 40 pins


def header() -> Mapping[int, str]:
    """Return what each of the 40 pins of the Pi's header is, such as ``GPIO17``, ``GND``."""
    pins = gpiozero.pi_info(_PI).headers["J8"].pins
    return {number: str(pin.name) for number, pin in pins.items()}


def pin_of(bcm: int) -> int:
    """Return where on the header a pin is, counted from 1, by its BCM number."""
    return next(number for number, name in header().items() if name == f"GPIO{bcm}")


def _pico() -> Mapping[str, int]:
    """Return where on a Pico GP0 to GP22 are: four, and then ground, all round it."""
    free = [number for number in range(1, 31) if number not in {*GROUNDS, RUN}]
    return {f"GP{gp}": number for gp, number in enumerate(free)} | {"VBUS": 40}


RUN: Final = 30
GROUNDS: Final = (3, 8, 13, 18, 23, 28, 38)
PICO: Final = _pico()
"""The Pico's pins that are used, by name, counted from 1 at the USB socket's left."""


@dataclass(frozen=True, slots=True)
class Controller:
    """The pins and limits at the top of the controller's program, in its own words."""

    led: str
    leds: int
    switches: tuple[str, ...]
    most_ma: int
    channel_ma: int


def controller() -> Controller:
    """Read the constants of ``hardware/firmware/main.py``, which only an RP2040 can import."""
    source = Path(firmware.__file__).with_name("main.py").read_text(encoding="utf-8")
    found: dict[str, Any] = {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    return Controller(
        led=f"GP{found['LED_PIN']}",
        leds=found["LEDS"],
        switches=tuple(f"GP{pin}" for pin in found["SWITCH_PINS"]),
        most_ma=found["MOST_MA"],
        channel_ma=found["CHANNEL_MA"],
    )


def strip_amps(leds: int) -> float:
    """Return the maximum current of a strip of this many LEDs: all white at full brightness."""
    return leds * WS2812_MA / 1000
