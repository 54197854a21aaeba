"""A newer version on a USB stick, which systemd's own units found and can install."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from hardware.power import ask_systemd

FOLDER: Final = Path("/run/tablet-companion-update")
"""Where ``systemd/update/update`` leaves what it found and what became of it."""
_COMMAND: Final = ("systemctl", "--no-ask-password", "--no-block", "start")
_UNIT: Final = "tablet-companion-update.service"


class Outcome(StrEnum):
    """What became of the update that was tried last since the machine was switched on."""

    UPDATED = "updated"
    TAKEN_BACK = "taken back"
    FAILED = "failed"


class Updates:
    """What can be updated to; installing it is systemd's, which ends this program meanwhile."""

    def __init__(self, folder: Path = FOLDER, command: Sequence[str] = _COMMAND) -> None:
        """Look into a folder, and ask with a command to which the unit is added."""
        self._folder, self._command = folder, tuple(command)

    @property
    def version(self) -> str:
        """Return the version that is offered, empty if none is."""
        return self._line("version")

    @property
    def outcome(self) -> Outcome | None:
        """Return what became of the last update; None if there was none, or nothing is known."""
        line = self._line("result")
        return Outcome(line) if line in tuple(Outcome) else None

    def begin(self) -> None:
        """Ask for the update; it begins at once and ends this program. Raises PowerError."""
        ask_systemd((*self._command, _UNIT), "The update cannot be begun")

    def _line(self, name: str) -> str:
        try:
            return (self._folder / name).read_text(encoding="utf-8", errors="replace")[:60].strip()
        except OSError:
            return ""
