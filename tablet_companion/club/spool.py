"""What is still to be published, kept on the disk until the broker has it; the oldest goes first.

Numbers count up for ever, so that nothing is counted twice where the broker had a message and its
answer was lost.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError

MOST: Final = 5000
"""Messages: some hundred games without a broker."""


class SpoolError(CompanionError):
    """The spool cannot be opened; nothing of it is lost."""


class Spool:
    """Messages in order, each with its number; any thread may use it."""

    def __init__(self, path: Path, most: int = MOST) -> None:
        """Open the file, or make it. Raises SpoolError."""
        self._most, self._lock = most, threading.Lock()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS waiting"
                " (number INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB NOT NULL)"
            )
        except (OSError, sqlite3.Error) as error:
            raise SpoolError(
                f"{path}: what is to be published cannot be kept ({error})."
            ) from error

    def add(self, body: bytes) -> None:
        """Keep a message; where the disk cannot be written it is lost, and the game goes on."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._db.execute("INSERT INTO waiting (body) VALUES (?)", (body,))
            self._db.execute(
                "DELETE FROM waiting WHERE number <= (SELECT MAX(number) FROM waiting) - ?",
                (self._most,),
            )

    def first(self, after: int = 0) -> tuple[int, bytes] | None:
        """Return the oldest message after a number."""
        sql = "SELECT number, body FROM waiting WHERE number > ? ORDER BY number LIMIT 1"
        with self._lock:
            found: tuple[int, bytes] | None = self._db.execute(sql, (after,)).fetchone()
        return found

    def drop(self, number: int) -> None:
        """Forget a message that the broker has."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._db.execute("DELETE FROM waiting WHERE number = ?", (number,))

    def __len__(self) -> int:
        with self._lock:
            count: int = self._db.execute("SELECT COUNT(*) FROM waiting").fetchone()[0]
        return count

    def close(self) -> None:
        """Close the file."""
        self._db.close()
