"""The format before the seal: a database in WAL mode, with most of a game in its side file.

Such a journal can be read, and is converted to the present format when it is opened for writing.
Its rows alone do not show whether some are missing at the end, but the side file does: after the
first frame that SQLite rejects, a power cut leaves parts of at most one transaction.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablet_companion.journal import file

_HEADER: Final = 32
_FRAME: Final = 24
"""Sizes in bytes of the headers of a side file and of each frame (fileformat2.html, 4.1)."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """One page of a side file; ``commits``: a transaction ends with it."""

    page: int
    commits: bool
    salt: bytes
    data: bytes


def check_side_file(path: Path, side: Path, db: sqlite3.Connection) -> None:
    """Check that SQLite accepts a side file except for an unconfirmed last transaction.

    Raises HarmedError.
    """
    frames = list(_frames(side.read_bytes())) if side.exists() else []
    if not frames:
        return
    _, taken, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    taken = max(taken, 0)
    salt = frames[taken - 1].salt if taken else _usual_salt(frames)
    behind = [frame for frame in frames[taken:] if frame.salt == salt]
    if any(frame.commits for frame in behind[:-1]):
        reason = f"frame {taken + 1} of its side file is not what was written"
        raise file.damaged(path, reason)


def with_side_file(data: bytes, side: bytes) -> bytes:
    """Return a damaged journal's bytes with every page of its side file applied, trusted or not."""
    frames = list(_frames(side))
    if not frames:
        return data
    salt, most = _usual_salt(frames), len(frames) + len(data) // file.PAGE
    pages = {one.page: one.data for one in frames if one.salt == salt and 0 < one.page <= most}
    whole = bytearray(data.ljust(max(pages, default=0) * file.PAGE, b"\0"))
    for page, found in pages.items():
        whole[(page - 1) * file.PAGE : page * file.PAGE] = found
    return bytes(whole)


def _usual_salt(frames: Sequence[_Frame]) -> bytes:
    """Return the salt of the majority of frames, as the first one may be damaged."""
    ((salt, _),) = Counter(frame.salt for frame in frames).most_common(1)
    return salt


def _frames(side: bytes) -> Iterator[_Frame]:
    step = _FRAME + file.PAGE
    for at in range(_HEADER, len(side) - step + 1, step):
        header = side[at : at + _FRAME]
        page, size = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big")
        yield _Frame(page, bool(size), header[8:16], side[at + _FRAME : at + step])


def upgrade(db: sqlite3.Connection, seal: file.Seal) -> None:
    """Convert a journal from the earlier format in one transaction.

    Raises sqlite3.Error; the journal is then unchanged.
    """
    db.execute("PRAGMA journal_mode = DELETE")  # merges the side file first
    with db:
        db.execute("BEGIN IMMEDIATE")
        file.add_seal(db, seal)
