"""A screen's backlight on Linux, set by writing a brightness to a file."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

BACKLIGHTS: Final = Path("/sys/class/backlight")


class Backlight:
    """One backlight, by its folder with ``brightness`` and ``max_brightness``."""

    def __init__(self, folder: Path, most: int) -> None:
        """Control the backlight of a folder; ``most`` is the largest value its file accepts."""
        self._file, self._most = folder / "brightness", most

    def set(self, percent: int) -> bool:
        """Set the brightness, but never dark; return whether the system allowed it."""
        try:
            self._file.write_text(f"{max(1, self._most * percent // 100)}\n", encoding="ascii")
        except OSError:
            return False
        return True


def find_backlight(folder: Path = BACKLIGHTS) -> Backlight | None:
    """Return the first backlight that can be set; None if no screen has one."""
    for found in sorted(folder.glob("*/max_brightness")):
        with contextlib.suppress(OSError, ValueError):  # not a backlight we may set
            if (most := int(found.read_text(encoding="ascii"))) > 0:
                return Backlight(found.parent, most)
    return None
