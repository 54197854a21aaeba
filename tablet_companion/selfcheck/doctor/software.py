"""Checks that the software and the games of this table are installed and complete."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.games.text import N_
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note, quote

NEEDED: Final = ("cv2", "gpiozero", "msgspec", "numpy", "polib", "pygame", "serial", "tomlkit")
"""The modules that a table imports."""

_RIVALS: Final = (
    ("OpenCV", ("opencv-python", "opencv-python-headless", "opencv-contrib-python")),
    ("pygame", ("pygame", "pygame-ce")),
)
"""Distributions that put their files in one folder, so that each spoils the other."""


def checks(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield findings on Python, its packages, those of the system, and the games."""
    model = machine.line("proc/device-tree/model") or N_("not a Raspberry Pi")
    yield Finding("Python", State.OK, quote(f"{sys.version.split()[0]}, {model}"))
    yield _packages(machine)
    for what, names in _RIVALS:
        yield from _rivals(machine, what, names)
    if settings.camera.startswith("picamera2"):
        yield _system(machine, "picamera2", "python3-picamera2", N_("the camera in the settings"))
    if settings.gpio.lamps() or settings.gpio.buzzer is not None:
        yield _system(machine, "lgpio", "python3-lgpio", N_("the pins in the settings"))
    yield from _games()


def _packages(machine: Machine) -> Finding:
    missing = [name for name in NEEDED if not machine.importable(name)]
    if missing:
        mend = note(N_("install the program again: python3 -m pip install ."))
        seen = note(N_("missing: {text}"), text=", ".join(missing))
        return Finding(N_("packages"), State.FAIL, seen, mend)
    return Finding("packages", State.OK, note(N_("all {count} are there"), count=len(NEEDED)))


def _rivals(machine: Machine, what: str, names: tuple[str, ...]) -> Iterator[Finding]:
    there = [name for name in names if name in machine.versions()]
    if len(there) > 1:
        yield Finding(
            what,
            State.WARN,
            note(N_("{text} are installed over each other"), text=" + ".join(there)),
            note(N_("uninstall all of them, then install only {text}"), text=there[-1]),
        )


def _system(machine: Machine, module: str, package: str, wanted: str) -> Finding:
    if machine.importable(module):
        return Finding(module, State.OK, note(N_("is there")))
    return Finding(
        module,
        State.FAIL,
        note(N_("is missing; {text} cannot be used without it"), text=note(wanted)),
        note(
            N_("sudo apt install {text}, and make the environment with --system-site-packages"),
            text=package,
        ),
    )


def _games() -> Iterator[Finding]:
    """Yield how many games can be played, and each folder whose game cannot be loaded."""
    playable = 0
    for name in games.names():
        try:
            games.load(name)
        except games.BrokenGame as error:
            mend = N_(
                "mend its code, or take the folder {text} away; the other games can be played"
            )
            yield Finding(N_("games"), State.WARN, quote(str(error)), note(mend, text=name))
        else:
            playable += 1
    yield Finding("games", State.OK, note(N_("{count} can be played"), count=playable))
