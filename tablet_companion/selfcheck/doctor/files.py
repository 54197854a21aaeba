"""Checks that the files in the settings can be read, and that the disk has room for journals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from calibration.taught.model import read_calibration
from hardware.boardfile import read_board
from hardware.errors import CompanionError
from tablet_companion import games
from tablet_companion.config import TAUGHT, Settings, taught_folder
from tablet_companion.games.text import N_
from tablet_companion.journal.folder import summaries
from tablet_companion.screen.words.troubles import said
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note, quote

LITTLE_BYTES: Final = 1_000_000_000
NONE_BYTES: Final = 100_000_000
"""Below the first room is short; below the second the next update or picture may fill the disk."""


def checks(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield findings on calibration, board, journals and the room on the disk."""
    if settings.calibration is None:
        yield from _taught()
    else:
        yield _readable("calibration", settings.calibration, read_calibration)
    if settings.board is not None:
        yield _readable(N_("board"), settings.board, read_board)
    yield from _journals(settings.journals)
    yield _room(machine, settings.journals)


def _taught() -> Iterator[Finding]:
    """Yield every board taught on the screen that cannot be read: its game does not start."""
    paths = [taught_folder(game) / TAUGHT for game in games.names()]
    there = [path for path in paths if os.access(path, os.F_OK)]
    found = [_readable("calibration", path, read_calibration) for path in there]
    seen = note(N_("none: the board that was taught, or our own print"))
    well = Finding(N_("calibration"), State.OK, seen)
    yield from [one for one in found if one.state is not State.OK] or [well]


def _readable(what: str, path: Path, read: Callable[[Path], object]) -> Finding:
    try:
        read(path)
    except CompanionError as error:
        mend = note(N_("mend or replace that file, or its setting"))
        return Finding(what, State.FAIL, said(error), mend)
    return Finding(what, State.OK, quote(str(path)))


def _journals(folder: Path) -> Iterator[Finding]:
    there = _nearest(folder)
    if not os.access(there, os.W_OK | os.X_OK):
        seen = note(N_("nothing can be written in {text}"), text=str(there))
        mend = note(
            N_("give it to the user that runs the program (chown), or change the setting journals")
        )
        yield Finding(N_("journals"), State.FAIL, seen, mend)
        return
    found = tuple(summaries(folder))
    counted = note(N_("{count} in {text}"), count=len(found), text=str(folder))
    yield Finding("journals", State.OK, counted)
    for summary in found:
        if summary.trouble:
            mend = note(N_("if the program is running, it is in use; else move the file away"))
            yield Finding(N_("a journal"), State.WARN, quote(summary.trouble), mend)


def _nearest(folder: Path) -> Path:
    """Return the folder itself, or the one in which it would be made."""
    # Not exists(): it raises an error within a folder of another user's.
    return next(path for path in (folder, *folder.parents) if os.access(path, os.F_OK))


def _room(machine: Machine, folder: Path) -> Finding:
    free = machine.free_bytes(_nearest(folder))
    seen = note(N_("{count} GB free for journals"), count=f"{free / 1e9:.1f}")
    mend = note(N_("make room: old pictures, old journals, sudo apt clean"))
    if free < NONE_BYTES:
        return Finding(N_("room"), State.FAIL, seen, mend)
    if free < LITTLE_BYTES:
        return Finding("room", State.WARN, seen, mend)
    return Finding("room", State.OK, seen)
