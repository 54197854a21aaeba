"""A machine on which all is well, for tests to take something away from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hardware.ports import Camera, CameraError, Frame
from tablet_companion.screen.words.wording import words
from tablet_companion.selfcheck.doctor import examine
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding

SETTINGS = """\
camera = "usb:0"
[screen]
size_px = [800, 480]
[gpio]
accepted = 17
[strip]
port = "/dev/ttyUSB0"
"""


class Grey:
    """A camera that shows one grey."""

    def __init__(self, level: int) -> None:
        """Choose the grey."""
        self._level = level

    def capture(self) -> Frame:
        """Return it."""
        return Frame(np.full((720, 1280, 3), self._level, np.uint8), 0.0, "1")

    def close(self) -> None:
        """Do nothing."""


def set_up_machine(folder: Path) -> Machine:
    """Return a Pi on which all is well, with its settings beside it."""
    for node in ("video0", "gpiochip0", "ttyUSB0", "input/event0", "dri/card0"):
        path = folder / "dev" / node
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name, text in {
        "proc/device-tree/model": "Raspberry Pi 5\0",
        "sys/class/thermal/thermal_zone0/temp": "51234\n",
        "etc/os-release": 'PRETTY_NAME="Debian"\n',
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "settings.toml").write_text(f'journals = "{folder}/games"\n{SETTINGS}')
    return Machine(
        root=folder,
        environ={},
        importable=lambda _: True,
        versions=lambda: {"pygame-ce": "2.5.2", "opencv-python-headless": "4.10"},
        may_use=lambda _: True,
        group=lambda _: "video",
        serial_ports=lambda: ("/dev/ttyUSB0 (LEDs)",),
        free_bytes=lambda _: 20_000_000_000,
        said=lambda _: "throttled=0x0",
        screen=lambda: (800, 480),
        camera=lambda _: Grey(120),
    )


def findings(machine: Machine) -> list[Finding]:
    """Return everything the doctor finds."""
    return list(examine(machine, machine.root / "settings.toml"))


def seen_of(finding: Finding) -> str:
    """Return what was seen, in English."""
    return words("en").fill(finding.seen)


def with_settings(machine: Machine, more: str) -> Machine:
    """Write something before the settings' groups."""
    path = machine.root / "settings.toml"
    path.write_text(more + path.read_text())
    return machine


def fail(sentence: str) -> Callable[..., Any]:
    """Return what raises this."""

    def raise_it(*_: object) -> Camera:
        raise CameraError(sentence)

    return raise_it


def no_screen() -> tuple[int, int]:
    """Find no screen."""
    raise RuntimeError("no available video device")
