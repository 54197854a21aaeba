"""Writes a file completely or not at all.

It is in the lowest storey because every room above saves something that must survive a
pulled plug: settings, a calibration, the beginning of a journal.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_durably(path: Path, data: bytes, *, mode: int = 0o644, may_replace: bool = True) -> None:
    """Write a whole file; at any moment there is the old one, the new one, or none, never a part.

    When this returns, the file and its name are on the disk. Without ``may_replace`` an existing
    file is left alone and FileExistsError is raised. A link is followed: its target is written.
    The folder must exist. Raises OSError, also if the path is not a regular file.
    """
    path = path.resolve()
    require_file(path)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        _name(temporary, path, may_replace=may_replace)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def require_file(path: Path) -> None:
    """Refuse to overwrite a folder, a device or a pipe; raises OSError.

    A rename would replace it with a file, and nobody could use the device any more.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is a device or a pipe, and no file", str(path))


def _name(temporary: Path, path: Path, *, may_replace: bool) -> None:
    if may_replace:
        temporary.replace(path)
    else:
        path.hardlink_to(temporary)  # unlike a rename, a link never replaces a file


def sync_folder(folder: Path) -> None:
    """Write a folder's directory entries to the disk; fsync of a file does not do that.

    Raises OSError.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
