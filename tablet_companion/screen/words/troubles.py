"""What people read on the screen when something fails, in their language; the log has the rest."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from hardware.board import BoardError
from hardware.errors import CompanionError
from hardware.ports import CameraError
from hardware.problems import Problem
from hardware.sticks import StickError, StickTrouble
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_

FAULT: Final = N_("The last start reported:")
FAULTS: Final[Mapping[str, str]] = {
    kind: text
    for text, kinds in (
        (N_("The settings cannot be used:"), "ConfigError"),
        (N_("The calibration cannot be used:"), "CalibrationError"),
        (N_("The board cannot be used:"), "BoardError ForeignBoardError NothingPrintedError"),
        (N_("The game on record cannot be used:"), "JournalError HarmedError ReplayError"),
        (N_("The screen cannot be used:"), "DisplayError"),
        (N_("The camera cannot be used:"), "CameraError NoSuchCamera"),
        (
            N_("The lamps and buttons cannot be used:"),
            "GpioError ControllerError LineNameError StripError",
        ),
    )
    for kind in kinds.split()
}
"""What a start failed with, by the name of the error's class; FAULT for any other."""
STICKS: Final[Mapping[StickTrouble, str]] = {
    StickTrouble.MISSING: N_(
        "There is no USB stick, or it is not formatted. Plug one in and try again."
    ),
    StickTrouble.FULL: N_("The USB stick is full or write-protected. Try another one."),
}
FULL: Final = N_(
    "This cannot be saved: the disk is full or read-only. Make room on it, then try again."
)
UNWRITTEN: Final = Message(
    N_(
        "This cannot be saved. Is the disk full or read-only? Until that is mended, "
        "it holds only while the machine is on."
    )
)
_UNWRITABLE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""What the system says of a disk that takes nothing more; reading never fails with these."""
UNKEPT: Final = N_("The choice cannot be saved; this camera is used until the program ends.")
NO_BOARD: Final = N_("The board cannot be found in the picture.")


def said(error: CompanionError) -> Message:
    """Return an error in people's language; a sentence without a translation stays as it is."""
    if isinstance(error, CameraError) and error.trouble is not None:
        return Message(error.trouble.value, tuple(error.details.items()))
    if isinstance(error, BoardError) and error.flaw is not None:
        return Message(error.flaw.value)
    if isinstance(error, BoardError) and error.problem is not None:
        return _said_problem(error.problem)
    if isinstance(error, StickError):
        return Message(STICKS[error.trouble])
    if isinstance(error.__cause__, OSError) and error.__cause__.errno in _UNWRITABLE:
        return Message(FULL)
    return Message("{text}", (("text", str(error)),))


def _said_problem(problem: Problem) -> Message:
    details = problem.details.items()
    return Message(
        problem.text,
        tuple((k, _said_problem(one) if isinstance(one, Problem) else one) for k, one in details),
    )
