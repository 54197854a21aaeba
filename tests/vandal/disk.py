"""A disk beneath SQLite that keeps an account of every write, and fails on demand.

SQLite reaches its files through a table of functions (https://sqlite.org/vfs.html). Here that table
is copied and the entries that change a file are replaced; the journal's code runs as it is.
"""

from __future__ import annotations

import ctypes
import importlib.machinery
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

FULL: Final = 13
"""SQLITE_FULL."""
IO_ERROR: Final = 10
"""SQLITE_IOERR."""

_Pointer = ctypes.c_void_p
_OPEN: Final = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, _Pointer, _Pointer, ctypes.c_int, _Pointer)
_DELETE: Final = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_char_p, ctypes.c_int)
_WRITE: Final = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, _Pointer, ctypes.c_int, ctypes.c_int64)
_TRUNCATE: Final = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_int64)
_SYNC: Final = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_int)


class _Methods(ctypes.Structure):
    """``sqlite3_io_methods``: what can be done to one file."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("close", _Pointer),
        ("read", _Pointer),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("others", _Pointer * 12),
    )


class _Vfs(ctypes.Structure):
    """``sqlite3_vfs``: how files are opened and deleted."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _Pointer),
        ("name", ctypes.c_char_p),
        ("data", _Pointer),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("others", _Pointer * 14),
    )


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done to a file: bytes written at an offset, cut at it, synced, deleted."""

    what: Literal["write", "truncate", "sync", "delete"]
    name: str
    offset: int = 0
    data: bytes = b""


@dataclass
class Disk:
    """The changes so far; ``refuse`` may answer the next one with an error of SQLite's."""

    changes: list[Change] = field(default_factory=list)
    refuse: Callable[[Change], int] = lambda _change: 0

    def takes(self, change: Change) -> int:
        """Note a change; return 0, or the error with which it is refused."""
        refused = self.refuse(change)
        if not refused:
            self.changes.append(change)
        return refused


def _library() -> ctypes.CDLL | None:
    """Return the SQLite that Python uses, None where its functions cannot be reached."""
    found = importlib.util.find_spec("_sqlite3")
    if found is None or found.origin is None:
        return None
    if not found.origin.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
        return None
    library = ctypes.CDLL(found.origin)
    try:
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_Vfs), ctypes.c_int]
        library.sqlite3_vfs_unregister.argtypes = [ctypes.POINTER(_Vfs)]
    except AttributeError:
        return None
    return library


_LIBRARY: Final = _library()
CAN_BE_TOLD: Final = _LIBRARY is not None
"""Whether Python's SQLite is a shared library whose table of functions can be replaced."""


_kept: list[_Shim] = []
"""All there ever were: a file that is left open goes on calling its functions."""


class _Shim:
    """The table of functions that stands before the system's own."""

    def __init__(self, disk: Disk, system: _Vfs) -> None:
        self._disk = disk
        self._system = system
        self._names: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        self._real: dict[int, _Methods] = {}
        self.vfs = _Vfs.from_buffer_copy(system)
        self.vfs.name = b"vandal"
        self.vfs.open = _OPEN(self._open)
        self.vfs.delete = _DELETE(self._delete)

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        # The name is handed on where it lies: SQLite keeps the address, and more behind the name.
        code: int = self._system.open(ctypes.addressof(self._system), name, file, flags, out)
        methods = ctypes.cast(file, ctypes.POINTER(_Pointer))
        if code == 0 and name is not None and methods[0]:
            self._names[file] = Path(ctypes.string_at(name).decode()).name
            methods[0] = ctypes.addressof(self._replaced(methods[0]))
        return code

    def _replaced(self, address: int) -> _Methods:
        """Return a copy of a file's methods in which those that change it are ours."""
        if address not in self._methods:
            real = _Methods.from_address(address)
            copy = _Methods.from_buffer_copy(real)
            copy.write = _WRITE(lambda *words: self._write(real, *words))
            copy.truncate = _TRUNCATE(lambda *words: self._truncate(real, *words))
            copy.sync = _SYNC(lambda *words: self._sync(real, *words))
            self._methods[address], self._real[address] = copy, real
        return self._methods[address]

    def _write(self, real: _Methods, file: int, data: int, size: int, offset: int) -> int:
        change = Change("write", self._names[file], offset, ctypes.string_at(data, size))
        refused = self._disk.takes(change)
        if refused:  # a full disk has taken the first part
            size //= 2
            self._disk.changes.append(replace(change, data=change.data[:size]))
        code: int = real.write(file, data, size, offset) if size else 0
        return refused or code

    def _truncate(self, real: _Methods, file: int, size: int) -> int:
        change = Change("truncate", self._names[file], size)
        return self._disk.takes(change) or real.truncate(file, size)

    def _sync(self, real: _Methods, file: int, flags: int) -> int:
        return self._disk.takes(Change("sync", self._names[file])) or real.sync(file, flags)

    def _delete(self, _vfs: int, name: bytes, flags: int) -> int:
        change = Change("delete", Path(name.decode()).name)
        system = self._system
        return self._disk.takes(change) or system.delete(ctypes.addressof(system), name, flags)


@contextmanager
def told() -> Iterator[Disk]:
    """Have SQLite use a disk that can be told to fail, for every file opened meanwhile."""
    assert _LIBRARY is not None, "SQLite cannot be reached here"
    disk = Disk()
    shim = _Shim(disk, _LIBRARY.sqlite3_vfs_find(None).contents)
    _kept.append(shim)
    _LIBRARY.sqlite3_vfs_register(ctypes.byref(shim.vfs), 1)
    try:
        yield disk
    finally:
        _LIBRARY.sqlite3_vfs_unregister(ctypes.byref(shim.vfs))
