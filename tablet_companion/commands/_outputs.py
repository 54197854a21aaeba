"""Checks the output file before anything else is done."""

from __future__ import annotations

import argparse
import contextlib
import errno
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hardware.errors import FULL, CompanionError, explain_os_error
from hardware.files import require_file

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


def require_output(path: Path, begins: bytes, sources: Iterable[Path | None] = ()) -> None:
    """Refuse a file that cannot be written, is a source, or holds something else.

    ``begins`` is the first bytes of files of this kind. Raises OutputError.
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
            there = file.read(len(begins))
    if there not in {b"", begins}:
        raise OutputError(
            f"{path} contains something else, which would be lost; move it, or name another."
        )
