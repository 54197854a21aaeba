"""Writes a file completely or not at all.

It is in the lowest layer because every room above saves something that must survive a
pulled plug: settings, a calibration, the beginning of a journal.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import glob
import os
import secrets
import shutil
import stat
from pathlib import Path
from typing import BinaryIO, Final

_HERE: Final = -100
_EXCHANGE: Final = 2
"""AT_FDCWD and RENAME_EXCHANGE of Linux."""
_ABANDONED_S: Final = 600.0
"""A partial file that has not grown for this long was left by a program that was killed."""


def write_durably(
    path: Path, data: bytes, *, mode: int | None = None, may_replace: bool = True
) -> None:
    """Write a whole file; at any moment there is the old one, the new one, or none, never a part.

    When this returns, the file and its name are on the disk. Without ``may_replace`` an existing
    file is left alone and FileExistsError is raised. A link is followed: its target is written.
    The folder must exist. Without ``mode`` the user's umask decides who may read it. Raises
    OSError, also if the path is not a regular file.
    """
    require_file(path)
    path = path.resolve()
    part = f".{path.name}.part-"
    temporary = path.with_name(f"{part}{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or 0o644)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if mode is not None:
                os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        _remove_abandoned(temporary, part)
        _name(temporary, path, may_replace=may_replace)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def require_file(path: Path) -> None:
    """Refuse to overwrite a folder, a device or a pipe; raises OSError.

    A rename would replace it with a file, and nobody could use the device any more.
    """
    with contextlib.suppress(FileNotFoundError):
        _require_regular(path, path.stat())


def require_database(path: Path) -> None:
    """Refuse an SQLite database that is no file, or has a side file that is none; raises OSError.

    SQLite would wait for ever for somebody to write into a pipe.
    """
    require_file(path)
    for suffix in ("-journal", "-wal", "-shm"):
        side = path.with_name(path.name + suffix)
        try:
            require_file(side)
        except OSError as error:
            reason = f"{side.name} beside it: {error.strerror}"
            raise OSError(error.errno, reason, str(side)) from error


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises OSError, also for a device, or a pipe nobody may write to."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        _require_regular(path, os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _require_regular(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(path))


def _name(temporary: Path, path: Path, *, may_replace: bool) -> None:
    if may_replace:
        temporary.replace(path)
    else:
        path.hardlink_to(temporary)  # unlike a rename, a link never replaces a file


def _remove_abandoned(temporary: Path, part: str) -> None:
    """Remove what was left of the same file by programs that were killed while writing it.

    Ages are compared with the new part's own, as the clock may have been set since.
    """
    newest_s = temporary.stat().st_mtime
    for other in temporary.parent.glob(f"{glob.escape(part)}*"):
        with contextlib.suppress(OSError):  # another program was faster, or it may not be removed
            if newest_s - other.stat().st_mtime > _ABANDONED_S:
                other.unlink()


def replace_folder(made: Path, folder: Path) -> None:
    """Put a folder with all its files in the place of another, or of none; raises OSError.

    A kill leaves the one or the other, whole: they are exchanged where the file system knows how to
    (ext4, btrfs, xfs and tmpfs do). What only the old one has is moved to the new one afterwards.
    """
    sync_folder(made)
    if not folder.exists():
        made.rename(folder)
    elif _exchange(made, folder):
        for other in made.iterdir():
            if not (folder / other.name).exists():
                other.rename(folder / other.name)
        shutil.rmtree(made, ignore_errors=True)
    else:
        shutil.rmtree(folder)
        made.rename(folder)
    sync_folder(folder.parent)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names; False if this system cannot (renameat2(2), which Python lacks)."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    done: int = rename(_HERE, names[0], _HERE, names[1], _EXCHANGE)
    return done == 0


def claim_folder(folder: Path) -> int | None:
    """Claim a folder for this program until what is returned is closed, or the program ends.

    Nothing is left on the disk. Returns None if there is nothing to claim: no folder, or one of a
    network that knows no locks. Raises BlockingIOError if another program has claimed it.
    """
    descriptor = None
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if descriptor is not None:
            os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise
        return None
    return descriptor


def sync_folder(folder: Path) -> None:
    """Write a folder's directory entries to the disk; fsync of a file does not do that.

    Raises OSError.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
