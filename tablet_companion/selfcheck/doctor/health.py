"""Checks the Pi's temperature and power supply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.config import Settings
from tablet_companion.games.text import N_
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note, quote

WARM_C: Final = 70.0
"""From 70 °C on it is worth a look."""
HOT_C: Final = 80.0
"""From 80 °C on a Pi slows itself down."""

_UNDER_VOLTAGE, _SLOWED = 0x1, 0xE
_SINCE_START: Final = 16
"""Each of these bits, this many higher, says that it has happened since the Pi was started."""
_POWER: Final = note(N_("use the Pi’s own power supply and a short, thick cable"))
_COOL: Final = note(N_("give it a heat sink, a fan or air"))


def checks(machine: Machine, _settings: Settings) -> Iterator[Finding]:
    """Yield findings on temperature and power, where the machine tells of them."""
    yield _temperature(machine)
    bits = _throttled(machine)
    if bits is None:
        yield Finding(N_("power"), State.OK, note(N_("unknown: this is not a Raspberry Pi")))
    else:
        yield _power(bits)


def _temperature(machine: Machine) -> Finding:
    text = machine.line("sys/class/thermal/thermal_zone0/temp")
    if text is None or not text.lstrip("-").isdecimal():
        return Finding(N_("temperature"), State.OK, note(N_("there is no thermometer")))
    celsius = int(text) / 1000
    seen = f"{celsius:.0f} °C"
    if celsius >= HOT_C:
        slow = note(N_("{text}, at which it slows itself down"), text=seen)
        return Finding("temperature", State.FAIL, slow, _COOL)
    if celsius >= WARM_C:
        return Finding("temperature", State.WARN, quote(seen), _COOL)
    return Finding("temperature", State.OK, quote(seen))


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
    if bits & _UNDER_VOLTAGE:
        return Finding("power", State.FAIL, note(N_("too little voltage now")), _POWER)
    if bits & _SLOWED:
        return Finding("power", State.FAIL, note(N_("it is slowed down now")), _COOL)
    if before & _UNDER_VOLTAGE:
        return Finding("power", State.WARN, note(N_("too little voltage since the start")), _POWER)
    if before & _SLOWED:
        return Finding("power", State.WARN, note(N_("it was slowed down since the start")), _COOL)
    return Finding("power", State.OK, note(N_("enough since the start")))
