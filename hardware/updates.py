"""Updates from a USB stick, which systemd's own units find and install."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from hardware.power import ask_systemd

FOLDER: Final = Path("/run/tablet-companion-update")
"""Where ``systemd/update/update`` leaves the version found and the result of an update."""
_COMMAND: Final = ("systemctl", "--no-ask-password", "--no-block", "start")
_UNIT: Final = "tablet-companion-update.service"


class Outcome(StrEnum):
    """What became of the last update, or of a package that was on a stick."""

    UPDATED = "updated"
    TAKEN_BACK = "taken back"
    FAILED = "failed"
    DAMAGED = "damaged"
    NO_ROOM = "no room"
    NOT_NEWER = "not newer"


class Updates:
    """The available update; systemd installs it and ends this program meanwhile."""

    def __init__(self, folder: Path = FOLDER, command: Sequence[str] = _COMMAND) -> None:
        """Read ``folder``; ``command`` starts the unit whose name is appended."""
        self._folder, self._command = folder, tuple(command)

    @property
    def version(self) -> str:
        """Return the version on offer, empty if none is."""
        return self._line("version")

    @property
    def fingerprint(self) -> str:
        """Return the beginning of the SHA-256 of the package on offer, empty if none is."""
        return self._line("fingerprint")

    @property
    def outcome(self) -> Outcome | None:
        """Return the result of the last update; None if there was none, or it is unknown."""
        line = self._line("result")
        return Outcome(line) if line in tuple(Outcome) else None

    def begin(self) -> None:
        """Request the update; it begins at once and ends this program. Raises PowerError."""
        ask_systemd((*self._command, _UNIT), "The update cannot be begun")

    def _line(self, name: str) -> str:
        try:
            return (self._folder / name).read_text(encoding="utf-8", errors="replace")[:60].strip()
        except OSError:
            return ""
