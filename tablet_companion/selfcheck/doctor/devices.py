"""May this user use the device nodes that the table needs, and which serial ports are there?"""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.voice import split_command
from tablet_companion.config import Settings
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State


@dataclass(frozen=True, slots=True)
class Kind:
    """Nodes of one kind: their names below ``/dev``, the group that may use them usually."""

    what: str
    patterns: tuple[str, ...]
    group: str
    needed: bool
    missing: str


def checks(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each kind of device, and for the serial ports."""
    for kind in _kinds(machine, settings):
        yield _nodes(machine, kind)
    yield _serial(machine, settings)
    yield _screen(machine, settings)
    yield _voice(machine, settings)


def _kinds(machine: Machine, settings: Settings) -> tuple[Kind, ...]:
    gpio = settings.gpio
    buttons = (gpio.buttons.confirm, gpio.buttons.take_back, gpio.buttons.referee)
    wired = bool(gpio.lamps()) or any(pin is not None for pin in (gpio.buzzer, *buttons))
    bare = not {"DISPLAY", "WAYLAND_DISPLAY"} & machine.environ.keys()
    seeing = settings.camera.startswith(("usb", "picamera2"))
    return (
        Kind("video devices", ("video*", "media*"), "video", seeing, "plug the camera in"),
        Kind("pins", ("gpiochip*",), "gpio", wired, "only a Pi has pins; leave [gpio] out"),
        Kind("touch and keys", ("input/event*",), "input", bare, "plug the touchscreen in"),
        Kind("screen devices", ("dri/card*",), "video", bare, "connect the screen and start again"),
        Kind(
            "serial lines",
            ("ttyUSB*", "ttyACM*"),
            "dialout",
            settings.strip.port is not None,
            "plug in what has the LEDs",
        ),
    )


def _nodes(machine: Machine, kind: Kind) -> Finding:
    found = [node for pattern in kind.patterns for node in (machine.root / "dev").glob(pattern)]
    shut = [node for node in sorted(found) if not machine.may_use(node)]
    bad = State.FAIL if kind.needed else State.OK
    unneeded = "" if kind.needed else ", and not needed"
    if not found:
        return Finding(kind.what, bad, f"none{unneeded}", kind.missing if kind.needed else "")
    if len(shut) == len(found):
        group = machine.group(shut[0])
        seen = f"{_names(shut)} may not be used by this user{unneeded}"
        return Finding(kind.what, bad, seen, _join(group, kind) if kind.needed else "")
    return Finding(kind.what, State.OK, _names([node for node in found if node not in shut]))


def _join(group: str, kind: Kind) -> str:
    """Return how to become a member of a group; root's own nodes belong to the usual one."""
    name = kind.group if group in ("root", "0") else group
    return f"sudo usermod --append --groups {name} {getpass.getuser()}, then log in again"


def _names(nodes: list[Path]) -> str:
    names = [node.name for node in sorted(nodes)]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _serial(machine: Machine, settings: Settings) -> Finding:
    ports, wanted = machine.serial_ports(), settings.strip.port
    seen = "; ".join(ports) or "none"
    if wanted is None or "://" in wanted:
        return Finding("serial ports", State.OK, seen)
    if not (machine.root / wanted.lstrip("/")).exists():
        return Finding(
            "serial ports",
            State.FAIL,
            f"{wanted} of the settings is not there; there are: {seen}",
            "plug it in, or write one of those as strip.port; /dev/serial/by-id/… never changes",
        )
    return Finding("serial ports", State.OK, f"{wanted} is there; all: {seen}")


def _screen(machine: Machine, settings: Settings) -> Finding:
    try:
        size = machine.screen()
    except (RuntimeError, ImportError) as error:
        mend = "run this where the screen is; without a desktop set SDL_VIDEODRIVER=kmsdrm"
        return Finding("screen", State.FAIL, f"no window can be opened ({error})", mend)
    wanted = settings.screen.size_px
    seen = f"{size[0]}×{size[1]} pixels, the page has {wanted[0]}×{wanted[1]}"
    if settings.screen.fullscreen and size != wanted:
        mend = f"write size_px = [{size[0]}, {size[1]}] under [screen], else it is scaled"
        return Finding("screen", State.WARN, seen, mend)
    if wanted[0] > size[0] or wanted[1] > size[1]:
        mend = f"the page is larger than the screen: write size_px = [{size[0]}, {size[1]}]"
        return Finding("screen", State.WARN, seen, mend)
    return Finding("screen", State.OK, seen)


def _voice(machine: Machine, settings: Settings) -> Finding:
    if not settings.voice.on:
        return Finding("voice", State.OK, "off, and nothing is said aloud")
    program, *_ = split_command(settings.voice.command)
    found = machine.find_program(program)
    if found is None:
        mend = "sudo apt install espeak-ng, or write another command under [voice]"
        return Finding("voice", State.FAIL, f"the program {program} is not there", mend)
    return Finding("voice", State.OK, f"speaks through {found}")
