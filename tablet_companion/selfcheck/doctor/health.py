"""Is the Pi cool enough, and does it get enough power?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.config import Settings
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State

WARM_C: Final = 70.0
HOT_C: Final = 80.0
"""From 80 °C on a Pi slows itself down."""

_UNDER_VOLTAGE, _SLOWED = 0x1, 0xE
_SINCE_START: Final = 16
"""The same bits so much higher say that it happened since the Pi was started."""
_POWER: Final = "use the Pi's own power supply and a short, thick cable"
_COOL: Final = "give it a heat sink, a fan or air"


def checks(machine: Machine, _settings: Settings) -> Iterator[Finding]:
    """Yield findings on temperature and power, where the machine tells of them."""
    yield _temperature(machine)
    bits = _throttled(machine)
    if bits is None:
        yield Finding("power", State.OK, "nothing is told of it, as it is no Pi")
    else:
        yield _power(bits)


def _temperature(machine: Machine) -> Finding:
    text = machine.line("sys/class/thermal/thermal_zone0/temp")
    if text is None or not text.lstrip("-").isdecimal():
        return Finding("temperature", State.OK, "there is no thermometer")
    celsius = int(text) / 1000
    seen = f"{celsius:.0f} °C"
    if celsius >= WARM_C:
        hot = celsius >= HOT_C
        slows = ", at which it slows itself down" if hot else ""
        return Finding("temperature", State.FAIL if hot else State.WARN, seen + slows, _COOL)
    return Finding("temperature", State.OK, seen)


def _throttled(machine: Machine) -> int | None:
    """Return the firmware's bits, from its own command or from where the kernel shows them."""
    said = machine.said(("vcgencmd", "get_throttled"))
    if said is None:
        shown = machine.line("sys/devices/platform/soc/soc:firmware/get_throttled")
        said = None if shown is None else f"throttled=0x{shown.removeprefix('0x')}"
    try:
        return None if said is None else int(said.partition("=")[2], 16)
    except ValueError:
        return None


def _power(bits: int) -> Finding:
    before = bits >> _SINCE_START
    seen = f"the firmware says 0x{bits:x}: "
    if bits & _UNDER_VOLTAGE:
        return Finding("power", State.FAIL, f"{seen}too little voltage now", _POWER)
    if bits & _SLOWED:
        return Finding("power", State.FAIL, f"{seen}it is slowed down now", _COOL)
    if before & _UNDER_VOLTAGE:
        return Finding("power", State.WARN, f"{seen}too little voltage since the start", _POWER)
    if before & _SLOWED:
        return Finding("power", State.WARN, f"{seen}it was slowed down since the start", _COOL)
    return Finding("power", State.OK, f"{seen}never short of it since the start")
