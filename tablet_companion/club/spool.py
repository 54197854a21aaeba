"""Published and unpublished events of a table, stored on the disk; the oldest is sent first.

Acknowledged events are kept for a while, too: a broker that is killed may lose them, and a club
then asks for them again. Numbers only increase, so that nothing is counted twice.
"""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError
from hardware.files import require_database
from hardware.log import log

MAX_MESSAGES: Final = 5000
"""The number of messages kept: some hundred games without a broker."""


class SpoolError(CompanionError):
    """The spool cannot be opened; nothing of it is lost."""


class Spool:
    """Messages in order, each with its number; thread-safe.

    ``newest`` is the number of the newest message, 0 before the first.
    """

    newest: int

    def __init__(self, path: Path, most: int = MAX_MESSAGES) -> None:
        """Open the file, or make it; a harmed one is set aside. Raises SpoolError.

        On a disk without room for a new file it is made later: no game waits for that.
        """
        self._path, self._most, self._lock = path, most, threading.Lock()
        self._unstored: deque[bytes] = deque(maxlen=most)
        self._db: sqlite3.Connection | None = None
        self.newest = 0
        try:
            self._open()
        except (OSError, sqlite3.Error) as error:
            stays = f"{path}: events for the club's broker cannot be stored there ({error})"
            if not _is_full(error):
                raise SpoolError(f"{stays}; move it away, and a new file is begun.") from error
            log(f"{stays}; they wait in memory until the disk has room.")

    def _open(self) -> sqlite3.Connection:
        """Return the open file; raises OSError or sqlite3.Error."""
        if self._db is None:
            path = self._path
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            require_database(path)
            try:
                db = _connect(path)
            except sqlite3.OperationalError:  # full, in use, not ours to read: nothing is harmed
                raise
            except sqlite3.DatabaseError as error:
                _set_aside(path, error)
                db = _connect(path)
            newest = "SELECT COALESCE(MAX(number), 0) FROM waiting"
            (self.newest,) = db.execute(newest).fetchone()
            self._db = db
        return self._db

    def add(self, body: bytes) -> None:
        """Take a message, which waits in memory until it is stored; returns at once.

        A slow card took 0.9 s for one, and 1.7 s while others were sent: no game waits for that.
        """
        self._unstored.append(body)

    def store(self) -> None:
        """Store what waits, in order, as far as the disk takes it."""
        with self._lock:
            self._store()

    def _store(self) -> None:
        waiting = tuple(self._unstored)
        if not waiting:
            return
        with contextlib.suppress(OSError, sqlite3.Error):
            self.newest = self._write(waiting)
            for body in waiting:
                if self._unstored[0] is body:  # else there were too many, and it was dropped
                    self._unstored.popleft()

    def _write(self, bodies: Sequence[bytes]) -> int:
        """Write messages, all or none, and return the number of the last; a slow card waits once.

        Raises OSError or sqlite3.Error.
        """
        db = self._open()
        db.execute("BEGIN IMMEDIATE")
        try:
            sql = "INSERT INTO waiting (body) VALUES (?)"
            newest = [db.execute(sql, (body,)).lastrowid or 0 for body in bodies][-1]
            db.execute("DELETE FROM waiting WHERE number <= ?", (newest - self._most,))
            db.execute("COMMIT")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have done it by itself
                db.execute("ROLLBACK")
            raise
        return newest

    def first(self) -> tuple[int, bytes] | None:
        """Return the oldest message that the broker does not have; None if the disk fails."""
        sql = (  # cast, as a harmed file may hold a number instead
            "SELECT number, CAST(body AS BLOB) FROM waiting WHERE NOT sent ORDER BY number LIMIT 1"
        )
        found: tuple[int, bytes] | None = None
        with self._lock, contextlib.suppress(OSError, sqlite3.Error):
            self._store()
            found = self._open().execute(sql).fetchone()
        return found

    def note_sent(self, number: int) -> bool:
        """Note that the broker has acknowledged a message; whether the disk took the note."""
        with self._lock, contextlib.suppress(OSError, sqlite3.Error):
            self._open().execute("UPDATE waiting SET sent = 1 WHERE number = ?", (number,))
            return True
        return False

    def send_again(self, after: int) -> None:
        """Publish every stored message after a number again."""
        with self._lock, contextlib.suppress(OSError, sqlite3.Error):
            self._open().execute("UPDATE waiting SET sent = 0 WHERE number > ?", (after,))

    def close(self) -> None:
        """Store what waits, and close the file."""
        self.store()
        if self._db is not None:
            self._db.close()


def _is_full(error: OSError | sqlite3.Error) -> bool:
    """Whether a disk takes nothing more, as it is full or read-only."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
    codes = sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in codes


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file, or make it. Raises sqlite3.Error."""
    db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute(
            "CREATE TABLE IF NOT EXISTS waiting"
            " (number INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB NOT NULL,"
            " sent INTEGER NOT NULL DEFAULT 0)"
        )
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _set_aside(path: Path, error: sqlite3.DatabaseError) -> None:
    """Rename a harmed file: no game waits for what was to be told about earlier ones.

    The club hears a table that counts from one again. Raises OSError.
    """
    aside = path.rename(path.with_name(f"{path.name}.harmed"))
    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
    log(f"{path} is harmed ({error}); events for the club begin again. It is kept: {aside}.")
