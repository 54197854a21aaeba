"""What people read on the screen when a camera fails, in their language; the log keeps the rest."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from hardware.board import BoardError
from hardware.errors import CompanionError
from hardware.link.board import Misfit
from hardware.ports import CameraError, CameraTrouble
from hardware.problems import Flaw, Problem
from hardware.sticks import StickError, StickTrouble
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_

TEXTS: Final[Mapping[CameraTrouble, str]] = {
    CameraTrouble.NAME: N_("There is no camera {text}; choose another one."),
    CameraTrouble.USB: N_(
        "There is no USB camera {text}, or another program is using it; plug "
        "it in or close that program."
    ),
    CameraTrouble.STREAM: N_(
        "No pictures are coming from {text}; check the address and the network."
    ),
    CameraTrouble.STALLED: N_(
        "The camera {text} has sent no new picture for {count} s; check its cable."
    ),
    CameraTrouble.STOPPED: N_("The camera {text} stopped sending pictures; check its cable."),
    CameraTrouble.HANGS: N_(
        "The driver of the camera {text} is stuck; unplug the camera and plug it in again."
    ),
    CameraTrouble.LARGE: N_(
        "The camera {text} sends pictures that are too large; set it to at most {count} megapixels."
    ),
    CameraTrouble.FAILED: N_("The camera {text} failed ({text_reason}); check its cable."),
    CameraTrouble.REFUSED: N_(
        "The camera {text} cannot be opened ({text_reason}); check its cable and restart the Pi."
    ),
    CameraTrouble.BUSY: N_("Another program is using the camera {text}; close that program."),
    CameraTrouble.MISSING: N_(
        "There is no camera {text}; switch the Pi off and reseat the ribbon cable at both ends."
    ),
    CameraTrouble.LIBRARY: N_(
        "The camera {text} cannot be used: picamera2 is missing; install python3-picamera2."
    ),
    CameraTrouble.FORMAT: N_(
        "The camera {text} sends {text_format}, which cannot be read; if it is "
        "a USB camera, choose it as one."
    ),
    CameraTrouble.FOLDER: N_("The folder {text} cannot be read ({text_reason})."),
    CameraTrouble.EMPTY: N_("There is no picture in {text}."),
    CameraTrouble.PICTURE: N_("The picture {text} cannot be read; leave it out."),
    CameraTrouble.VIDEO: N_("There is no video file {text}."),
    CameraTrouble.UNPLAYABLE: N_(
        "{text} is not a video that can be played here; convert it to MP4."
    ),
    CameraTrouble.ENDED: N_("The recording is over."),
    CameraTrouble.CLOSED: N_("The camera was closed; choose it again."),
    CameraTrouble.UNPLUGGED: N_("The camera is unplugged; plug it in again."),
}
_SETTINGS: Final = N_("The settings cannot be used:")
_CALIBRATION: Final = N_("The calibration cannot be used:")
_BOARD: Final = N_("The board cannot be used:")
_RECORD: Final = N_("The game on record cannot be used:")
_SCREEN: Final = N_("The screen cannot be used:")
_CAMERA: Final = N_("The camera cannot be used:")
_LIGHTS: Final = N_("The lamps and buttons cannot be used:")
FAULT: Final = N_("The last start reported:")
FAULTS: Final[Mapping[str, str]] = {
    "ConfigError": _SETTINGS,
    "CalibrationError": _CALIBRATION,
    "BoardError": _BOARD,
    "ForeignBoardError": _BOARD,
    "NothingPrintedError": _BOARD,
    "JournalError": _RECORD,
    "HarmedError": _RECORD,
    "ReplayError": _RECORD,
    "DisplayError": _SCREEN,
    "CameraError": _CAMERA,
    "NoSuchCamera": _CAMERA,
    "GpioError": _LIGHTS,
    "ControllerError": _LIGHTS,
    "LineNameError": _LIGHTS,
    "StripError": _LIGHTS,
}
"""What a start failed with, by the name of the error's class; FAULT for any other."""
MISFITS: Final[Mapping[Misfit, str]] = {
    Misfit.FOREIGN: N_(
        "The board controller runs another program. Its lights and switches are not used."
    ),
    Misfit.SMALL: N_("The board controller has too few lights or switches. They are not used."),
    Misfit.BUSY: N_("Another program is using the board controller. Close that program."),
    Misfit.DENIED: N_(
        "The board controller may not be opened. Its lights and switches are not used."
    ),
    Misfit.GARBLED: N_(
        "The board controller does not answer as it should. Check its cable, and close other "
        "programs that use it."
    ),
}
"""Why lights and switches under the board are left out; the log says how to mend it."""
STICKS: Final[Mapping[StickTrouble, str]] = {
    StickTrouble.MISSING: N_("There is no USB stick. Plug one in and try again."),
    StickTrouble.FULL: N_("The USB stick is full or write-protected. Try another one."),
}
FLAWS: Final[Mapping[Flaw, str]] = {
    Flaw.SIZE: N_("A board’s sides measure 4 cm to 4 m. Measure the board again."),
    Flaw.OUTSIDE: N_("A place lies outside the board. Drag it back onto the board."),
    Flaw.CROWDED: N_("Two places lie on one another. Drag them apart."),
}
FULL: Final = N_(
    "This cannot be saved: the disk is full or read-only. Make room on it, then try again."
)
_UNWRITABLE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""What the system says of a disk that takes nothing more; reading never fails with these."""
UNKEPT: Final = N_("The choice cannot be saved; this camera is used until the program ends.")
NO_BOARD: Final = N_("The board cannot be found in the picture.")


def said(error: CompanionError) -> Message:
    """Return an error in people's language; a sentence without a translation stays as it is."""
    if isinstance(error, CameraError) and error.trouble is not None:
        return Message(TEXTS[error.trouble], tuple(error.details.items()))
    if isinstance(error, BoardError) and error.flaw is not None:
        return Message(FLAWS[error.flaw])
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
