"""The machine as the doctor sees it; every query can be replaced."""

from __future__ import annotations

import functools
import grp
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.ports import Camera

_UNSEEN: Final = ("dummy", "offscreen")
"""SDL drivers that draw nothing visible."""


@functools.cache
def _list_versions() -> Mapping[str, str]:
    """Return the packages with their versions, as they were when the program first asked."""
    found = importlib.metadata.distributions()
    return {one.metadata["Name"].lower().replace("_", "-"): one.version for one in found}


def _name_group(path: Path) -> str:
    number = path.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _list_serial_ports() -> tuple[str, ...]:
    from serial.tools import list_ports  # noqa: PLC0415 - may be what is missing

    return tuple(f"{port.device} ({port.description})" for port in list_ports.comports())


def _run(command: Sequence[str]) -> str | None:
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - only commands that stand in the checks
            [program, *command[1:]], capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _measure_screen() -> tuple[int, int]:
    import pygame  # noqa: PLC0415 - may be what is missing

    from tablet_companion.screen.toolkit.window import open_display  # noqa: PLC0415 - needs it

    had_one = pygame.display.get_init()  # a window is open, which closing the display would take
    try:
        open_display()
        driver, sizes = pygame.display.get_driver(), pygame.display.get_desktop_sizes()
    except pygame.error as error:
        raise RuntimeError(str(error)) from error
    finally:
        if not had_one:
            pygame.display.quit()
    if driver in _UNSEEN or not sizes:
        raise RuntimeError(f"only SDL's driver {driver} works, which shows nothing")
    return sizes[0]


@dataclass(frozen=True)
class Machine:
    """Queries about a machine, by default the one that the program runs on.

    ``root`` is where its ``/dev``, ``/proc`` and ``/sys`` are. ``said`` runs a command and returns
    its output, None if it is missing or fails. ``screen`` returns the size of the screen in
    pixels, or raises RuntimeError with the reason. ``find_program`` returns where a program is,
    None if there is none.
    """

    root: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    importable: Callable[[str], bool] = lambda name: importlib.util.find_spec(name) is not None
    versions: Callable[[], Mapping[str, str]] = _list_versions
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    group: Callable[[Path], str] = _name_group
    serial_ports: Callable[[], tuple[str, ...]] = _list_serial_ports
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    said: Callable[[Sequence[str]], str | None] = _run
    screen: Callable[[], tuple[int, int]] = _measure_screen
    camera: Callable[[str], Camera] = lambda name: open_camera(name, SystemClock())
    find_program: Callable[[str], str | None] = shutil.which

    def line(self, path: str) -> str | None:
        """Return the first line of a file below the root, None if it cannot be read."""
        try:
            text = (self.root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        return text.strip("\0\n").partition("\n")[0]
