"""Can the files be read that the settings name, and is there room for journals?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from calibration.model import read_calibration
from hardware.boardfile import read_board
from hardware.errors import CompanionError
from tablet_companion.config import Settings
from tablet_companion.journal.folder import summaries
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State

LITTLE_BYTES: Final = 1_000_000_000
NONE_BYTES: Final = 100_000_000
"""Below the first room is short; below the second the next update or picture may fill the disk."""


def checks(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield findings on calibration, board, journals and the room on the disk."""
    if settings.calibration is None:
        seen = "none: the board is taken to be our own print"
        yield Finding("calibration", State.OK, seen)
    else:
        yield _readable("calibration", settings.calibration, read_calibration)
    if settings.board is not None:
        yield _readable("board", settings.board, read_board)
    yield from _journals(settings.journals)
    yield _room(machine, settings.journals)


def _readable(what: str, path: Path, read: Callable[[Path], object]) -> Finding:
    try:
        read(path)
    except CompanionError as error:
        return Finding(what, State.FAIL, str(error), "mend or replace that file, or its setting")
    return Finding(what, State.OK, str(path))


def _journals(folder: Path) -> Iterator[Finding]:
    there = _nearest(folder)
    if not os.access(there, os.W_OK | os.X_OK):
        seen = f"nothing can be written in {there}"
        mend = "give it to the user that runs the program (chown), or change the setting journals"
        yield Finding("journals", State.FAIL, seen, mend)
        return
    found = tuple(summaries(folder))
    yield Finding("journals", State.OK, f"{len(found)} in {folder}")
    for summary in found:
        if summary.trouble:
            mend = "if the program runs, this one is its own; else move the file away"
            yield Finding("a journal", State.WARN, summary.trouble, mend)


def _nearest(folder: Path) -> Path:
    """Return the folder itself, or the one in which it would be made."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _room(machine: Machine, folder: Path) -> Finding:
    free = machine.free_bytes(_nearest(folder))
    seen = f"{free / 1e9:.1f} GB free for journals"
    mend = "make room: old pictures, old journals, sudo apt clean"
    if free < NONE_BYTES:
        return Finding("room", State.FAIL, seen, mend)
    if free < LITTLE_BYTES:
        return Finding("room", State.WARN, seen, mend)
    return Finding("room", State.OK, seen)
