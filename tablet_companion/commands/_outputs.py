"""Checks the output file before anything else is done."""

from __future__ import annotations

import argparse
import contextlib
import errno
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hardware.errors import FULL, CompanionError, explain_os_error
from hardware.files import require_file
from hardware.formats import OURS

_PASSING: Final = (*FULL, errno.EROFS, errno.EIO)
"""A disk may be writable, or have room, by the time a game begins."""


class OutputError(CompanionError):
    """A file that must not, or cannot, be written; nothing in it is lost."""


def name_png(text: str) -> Path:
    """Read the name of a drawing, which must end in .png."""
    if not text.lower().endswith(".png"):
        raise argparse.ArgumentTypeError(f"{text!r} must end in .png, since a PNG file is written")
    return Path(text)


def require_folder(path: Path) -> None:
    """Make the folder for games if it is missing; raises OutputError if that is impossible.

    So it does if the games in it may not be read. A full or read-only disk does not prevent
    playing: the screen reports it.
    """
    try:
        with contextlib.suppress(PermissionError):  # as on a read-only disk
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            next(path.iterdir(), None)
    except OSError as error:
        if error.errno in _PASSING:
            return
        raise OutputError(
            f"Games cannot be kept in {path}: {error.strerror}; name a folder with --journals or "
            "in the settings."
        ) from error


DRAWING: Final = rb"\x89PNG.{33}" + re.escape(OURS)
CALIBRATION: Final = rb'\{\s*"board"'
LENSES: Final = rb'\{\s*"lenses"'
BOARD: Final = rb"name = "
GAME: Final = rb"\[Game "
BUNDLE: Final = rb"PK\x03\x04.{26}README\.txt"
ANY: Final = b""
"""How files of a kind that we write begin: a photograph or labels are lost for good."""
_BEGINNING: Final = 100
"""Bytes of a file that are compared with that."""


def require_output(path: Path, kind: bytes, sources: Iterable[Path | None] = ()) -> None:
    """Refuse a file that cannot be written, is a source, or holds something else.

    ``kind`` is the pattern of how files of this kind begin. Raises OutputError.
    """
    with explain_os_error(f"{path} cannot be written", OutputError, "name another file"):
        require_file(path)
        if not path.parent.is_dir():
            raise OutputError(
                f"{path} cannot be written: there is no folder {path.parent}; make it first."
            )
        if not path.exists():
            return
        if any(
            source is not None and source.exists() and path.samefile(source) for source in sources
        ):
            raise OutputError(f"{path} is read here, so it cannot be written; name another file.")
        with path.open("rb") as file:
            there = file.read(_BEGINNING)
    if there and not re.match(kind, there, re.DOTALL):
        raise OutputError(
            f"{path} contains something else, which would be lost; move it, or name another."
        )
