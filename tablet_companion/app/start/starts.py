"""Whether to start safely, depending on the last starts. A pure decision, and a small file.

Starts are counted without wall-clock times: a Pi without a network begins its day in 1970, and
again tomorrow. Only within one boot of the machine, whose monotonic clock never jumps, is a start
forgotten because it was long ago. The list holds every start that neither ran for a minute nor
ended in an orderly way; either of these empties the list.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from hardware import formats
from hardware.errors import CompanionError
from hardware.files import write_durably
from hardware.ports import Clock

MAX_FAILED: Final = 3
"""After this many failed starts the next one is safe."""
RECENT_S: Final = 600.0
"""A start of the same boot is forgotten after this long."""
WELL_S: Final = 60.0
"""A start that ran for this long has not failed."""

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


class Start(msgspec.Struct, frozen=True):
    """A start: the machine's boot, and the seconds since."""

    boot: str
    uptime_s: float


class _Notes(msgspec.Struct, frozen=True):
    starts: tuple[Start, ...] = ()
    trouble: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class StartMode:
    """How to start; ``trouble`` is the last failure's sentence, if it had one.

    ``kind`` is the name of its error class.
    """

    safe: bool = False
    trouble: str = ""
    kind: str = ""


def list_recent(starts: Sequence[Start], now: Start) -> tuple[Start, ...]:
    """Return the starts that still count.

    Starts of an earlier boot do, however long ago: the time since is unknown.
    """
    return tuple(
        start
        for start in starts
        if start.boot != now.boot or 0 <= now.uptime_s - start.uptime_s < RECENT_S
    )


def is_safe(starts: Sequence[Start], now: Start) -> bool:
    """Whether enough starts failed for this one to leave out what may be at fault."""
    return len(list_recent(starts, now)) >= MAX_FAILED


def this_start() -> Start:
    """Return the present start. Boots can be told apart on Linux only."""
    try:
        boot = _BOOT.read_text("ascii").strip()
    except OSError:
        boot = ""
    return Start(boot, time.monotonic())


class Starts:
    """The list in a file. An unreadable file counts as empty: it must not fail a start."""

    def __init__(self, path: Path, clock: Clock) -> None:
        """Keep the list at a path; a missing folder is made."""
        self._path = path
        self._clock = clock
        self._begun_s = clock.now_s()
        self._notes = _read(path)
        self._open = False
        self.counted = True
        """Whether the list could be written last; if not, no later start knows of this one."""

    def begin(self, now: Start) -> StartMode:
        """Put this start on the list and say how to start."""
        last = self._notes
        safe = is_safe(last.starts, now)
        self._notes = _Notes(
            (*list_recent(last.starts, now), now)[-MAX_FAILED:], last.trouble, last.kind
        )
        self._open = True
        self._write()
        return StartMode(safe, last.trouble, last.kind) if safe else StartMode()

    def note_failure(self, error: CompanionError) -> None:
        """Note the error with which this start fails."""
        if self._open:
            self._notes = _Notes(self._notes.starts, str(error), type(error).__name__)
            self._write()

    def note_turn(self) -> None:
        """Empty the list once this start has gone on for long enough."""
        if self._open and self._clock.now_s() - self._begun_s >= WELL_S:
            self.note_end()

    def note_end(self) -> None:
        """Empty the list: this start did not fail."""
        self._open = False
        with contextlib.suppress(OSError):  # the journal reports a full disk anyway
            self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_durably(self._path, msgspec.json.encode(self._notes), mode=0o600)
        except OSError:  # a start that cannot be counted is still a start
            self.counted = False


def _read(path: Path) -> _Notes:
    try:
        return formats.parse_json(formats.read_bytes(path), _Notes)
    except formats.Unusable:
        return _Notes()
