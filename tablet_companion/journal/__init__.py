"""What happened, in order, kept so that nothing confirmed is ever lost.

There is one SQLite file for each game. It holds events, never states: a game is resumed by
replaying them. The journal knows nothing of games; an entry is a kind and a JSON object. It
contains a game's secrets, which replaying requires: only its owner can read the file, and no export
reads it raw.

It relies on POSIX file locks and links, so its folder cannot be on a FAT file system.
"""

from tablet_companion.journal.entries import (
    ENDED,
    LEFT,
    Entry,
    HarmedError,
    JournalError,
    Json,
    Record,
)
from tablet_companion.journal.folder import (
    Summary,
    has_ended,
    list_unfinished,
    make_newest,
    new_path,
    newest,
    set_aside,
    summaries,
    was_left,
)
from tablet_companion.journal.journal import Journal
from tablet_companion.journal.reading import read, salvage

__all__ = [
    "ENDED",
    "LEFT",
    "Entry",
    "HarmedError",
    "Journal",
    "JournalError",
    "Json",
    "Record",
    "Summary",
    "has_ended",
    "list_unfinished",
    "make_newest",
    "new_path",
    "newest",
    "read",
    "salvage",
    "set_aside",
    "summaries",
    "was_left",
]
