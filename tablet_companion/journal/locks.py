"""Who has a journal open: SQLite's own locks, taken before SQLite opens anything."""

from __future__ import annotations

import fcntl
import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from hardware.errors import UNREAD_MEND
from hardware.files import open_file
from tablet_companion.journal.entries import JournalError

# SQLite's own lock bytes (os.h: SHARED_FIRST and SHARED_SIZE). Every reader holds a read lock on
# them, and the exclusive lock of a journal's writer excludes it.
_LOCK_START: Final = 0x4000_0002
_LOCK_LENGTH: Final = 510

MAX_BYTES: Final = 64_000_000
"""No game comes near this size; a larger file is foreign and would not fit in memory twice."""

Identity = tuple[int, int]
"""A file's device and inode, whatever its name is."""

_open_here: weakref.WeakValueDictionary[Identity, object] = weakref.WeakValueDictionary()
"""The files that this process has open for writing.

POSIX locks belong to a process: closing *any* descriptor of a file gives up SQLite's locks on it
(https://sqlite.org/howtocorrupt.html, 2.2). A file in this register is therefore not even opened.
"""


@contextmanager
def open_shared(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, holding SQLite's shared lock while it is open."""
    try:
        if identity(path) in _open_here:
            raise in_use(path)
        with open_file(path) as file:
            _require_size(path, file)
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, _LOCK_LENGTH, _LOCK_START)
            yield file
    except BlockingIOError as error:
        raise in_use(path) from error
    except OSError as error:
        raise _unread(f"The journal {path}", error) from error


def read_side(path: Path) -> bytes:
    """Return the bytes of a journal's side file. Raises JournalError."""
    try:
        with open_file(path) as file:
            _require_size(path, file)
            return file.read()
    except OSError as error:
        raise _unread(f"The file {path}", error) from error


def _unread(what: str, error: OSError) -> JournalError:
    return JournalError(f"{what} cannot be read: {error.strerror}; {UNREAD_MEND}.")


def _require_size(path: Path, file: BinaryIO) -> None:
    if os.fstat(file.fileno()).st_size > MAX_BYTES:
        raise JournalError(
            f"The journal {path} is larger than {MAX_BYTES // 1_000_000} MB, as no game "
            "is; it was left as it is: move it to another folder."
        )


@contextmanager
def exclusive(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing, locking out everybody else. Raises JournalError or OSError."""
    if identity(path) in _open_here:
        raise in_use(path)
    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_LENGTH, _LOCK_START)
        except BlockingIOError as error:
            raise in_use(path) from error
        yield file


def identity(path: Path) -> Identity:
    """Return an identity of a file independent of its name. Raises OSError."""
    status = path.stat()
    return status.st_dev, status.st_ino


def note_open(file: Identity, holder: object) -> None:
    """Remember that this process has the file open for as long as ``holder`` lives."""
    _open_here[file] = holder


def note_closed(holder: object) -> None:
    """Forget what ``holder`` had open."""
    for key, other in list(_open_here.items()):
        if other is holder:
            del _open_here[key]


def in_use(path: Path) -> JournalError:
    """Return the error for a journal that somebody has open."""
    return JournalError(f"The journal {path} is in use; close the other program first.")
