"""Checks that this user may use the table's device nodes, and lists the serial ports."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.voice import split_command
from tablet_companion.config import Settings
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note, quote


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
    wired = settings.gpio.is_used
    bare = not {"DISPLAY", "WAYLAND_DISPLAY"} & machine.environ.keys()
    seeing = settings.camera.startswith(("usb", "picamera2"))
    return (
        Kind(N_("video devices"), ("video*", "media*"), "video", seeing, N_("plug the camera in")),
        Kind(N_("pins"), ("gpiochip*",), "gpio", wired, N_("only a Pi has pins; leave [gpio] out")),
        Kind(N_("touch and keys"), ("input/event*",), "input", bare, N_("plug the touchscreen in")),
        Kind(
            N_("screen devices"),
            ("dri/card*",),
            "video",
            bare,
            N_("connect the screen and start again"),
        ),
        Kind(
            N_("serial lines"),
            ("ttyUSB*", "ttyACM*"),
            "dialout",
            settings.strip.port is not None,
            N_("plug in what has the LEDs"),
        ),
    )


def _nodes(machine: Machine, kind: Kind) -> Finding:
    found = [node for pattern in kind.patterns for node in (machine.root / "dev").glob(pattern)]
    shut = [node for node in sorted(found) if not machine.may_use(node)]
    bad = State.FAIL if kind.needed else State.OK
    if not found and not kind.needed:
        return Finding(kind.what, bad, note(N_("none, and not needed")))
    if not found:
        return Finding(kind.what, bad, note(N_("none")), note(kind.missing))
    if len(shut) == len(found) and not kind.needed:
        unneeded = note(
            N_("{text} may not be used by this user, and need not be"), text=_names(shut)
        )
        return Finding(kind.what, bad, unneeded)
    if len(shut) == len(found):
        seen = note(N_("{text} may not be used by this user"), text=_names(shut))
        return Finding(kind.what, bad, seen, _join(machine.group(shut[0]), kind))
    return Finding(kind.what, State.OK, quote(_names([node for node in found if node not in shut])))


def _join(group: str, kind: Kind) -> Message:
    """Return how to become a member of a group; root's own nodes belong to the usual one."""
    name = kind.group if group in ("root", "0") else group
    command = f"sudo usermod --append --groups {name} {getpass.getuser()}"
    return note(N_("{text}, then log in again"), text=command)


def _names(nodes: list[Path]) -> str:
    return " ".join(node.name for node in sorted(nodes)[:4]) + (" …" if len(nodes) > 4 else "")


def _serial(machine: Machine, settings: Settings) -> Finding:
    ports, wanted = machine.serial_ports(), settings.strip.port
    seen = quote("; ".join(ports)) if ports else note(N_("none"))
    if wanted is None or "://" in wanted:
        return Finding(N_("serial ports"), State.OK, seen)
    both = {"text": quote(wanted), "text_ports": seen}
    if not (machine.root / wanted.lstrip("/")).exists():
        return Finding(
            "serial ports",
            State.FAIL,
            note(N_("{text} of the settings is not there; there are: {text_ports}"), **both),
            note(
                N_("plug it in, or write one of those as strip.port (/dev/serial/by-id/… is best)")
            ),
        )
    return Finding("serial ports", State.OK, note(N_("{text} is there; all: {text_ports}"), **both))


def _screen(machine: Machine, settings: Settings) -> Finding:
    try:
        size = machine.screen()
    except (RuntimeError, ImportError) as error:
        mend = note(
            N_("run this at the screen itself; without a desktop set SDL_VIDEODRIVER=kmsdrm")
        )
        seen = note(N_("no window can be opened ({text})"), text=str(error))
        return Finding(N_("screen"), State.FAIL, seen, mend)
    wanted = settings.screen.size_px
    seen = note(
        N_("{text} pixels, the page has {text_page}"),
        text=f"{size[0]}×{size[1]}",
        text_page=f"{wanted[0]}×{wanted[1]}",
    )
    fitting = {"count": size[0], "count_down": size[1]}
    if settings.screen.fullscreen and size != wanted:
        scaled = N_("write size_px = [{count}, {count_down}] under [screen], else it is scaled")
        return Finding("screen", State.WARN, seen, note(scaled, **fitting))
    if wanted[0] > size[0] or wanted[1] > size[1]:
        large = N_("the page is larger than the screen: write size_px = [{count}, {count_down}]")
        return Finding("screen", State.WARN, seen, note(large, **fitting))
    return Finding("screen", State.OK, seen)


def _voice(machine: Machine, settings: Settings) -> Finding:
    if not settings.voice.on:
        return Finding(N_("voice"), State.OK, note(N_("off: nothing is said aloud")))
    program, *_ = split_command(settings.voice.command)
    found = machine.find_program(program)
    if found is None:
        mend = note(N_("sudo apt install espeak-ng, or write another command under [voice]"))
        seen = note(N_("the program {text} is not there"), text=program)
        return Finding("voice", State.FAIL, seen, mend)
    return Finding("voice", State.OK, note(N_("speaks through {text}"), text=found))
