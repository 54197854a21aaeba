"""A folder of journals, one per game, numbered in the order in which they were last resumed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.files import sync_folder
from tablet_companion.journal.entries import ENDED, LEFT, Entry, JournalError, Json, Record
from tablet_companion.journal.file import beside
from tablet_companion.journal.reading import read, seems_over

_NAME: Final = re.compile(r"(?P<number>\d{6,})-(?P<label>.*)\.journal")
_HARMED: Final = ".harmed"
"""The suffix of a damaged journal once its intact part is in a new one."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of a journal in a folder without opening it for writing.

    ``trouble`` is empty, or says why it cannot be read; then all else is empty. ``last_s``
    is wall clock seconds. ``entries`` does not count the header.
    """

    path: Path
    header: Mapping[str, Json] | None = None
    last_s: float = 0.0
    entries: int = 0
    ended: bool = False
    trouble: str = ""


def new_path(folder: Path, label: str) -> Path:
    """Return the path for the folder's next journal, such as ``000007-agent_dog.journal``.

    The numbers increase and give the order, so a clock that was set back does no harm.
    """
    names = [path.name.removesuffix(_HARMED) for path in _files(folder)]
    taken = [int(found["number"]) for name in names if (found := _NAME.fullmatch(name))]
    return folder / f"{max(taken, default=0) + 1:06d}-{label}.journal"


def newest(folder: Path) -> Path | None:
    """Return the journal begun or resumed last, None if there is none."""
    return next(iter(_journals(folder)), None)


def summaries(folder: Path, label: str | None = None) -> Iterator[Summary]:
    """Return the folder's summaries, newest first; unreadable journals say so.

    Journals are read on demand, so taking only the first is fast even with thousands. With
    ``label``, only journals with that label are read.
    """
    return map(_summary, _labelled(folder, label))


def list_unfinished(folder: Path, label: str | None = None) -> Iterator[Summary]:
    """Yield the resumable games, newest first, except one that is open.

    Of those that are over only the end is read: there may be thousands, while people wait.
    """
    for path in _labelled(folder, label):
        if not seems_over(path):
            summary = _summary(path)
            if not summary.trouble and not summary.ended:
                yield summary


def _labelled(folder: Path, label: str | None) -> Iterator[Path]:
    """Yield the folder's journals with a label, or all, newest first."""
    for path in _journals(folder):
        if label is None or _match(path)["label"] == label:
            yield path


def make_newest(path: Path) -> Path:
    """Give a closed journal the folder's next number; return its new path. Raises OSError."""
    renamed = path.rename(new_path(path.parent, _match(path)["label"]))
    sync_folder(path.parent)
    return renamed


def set_aside(path: Path) -> Path:
    """Rename a damaged journal and its side files, unchanged. Raises OSError.

    It no longer counts as one of the folder's journals. Returns its new path.
    """
    aside = path.rename(beside(path, _HARMED))
    for suffix in ("-journal", "-wal"):
        if (side := beside(path, suffix)).exists():
            side.rename(beside(aside, suffix))
    sync_folder(path.parent)
    return aside


_BESIDE: Final = frozenset({"taught", "penalty", "levels", "paused"})
"""The kinds of records that change nothing in a game."""


def has_ended(records: tuple[Record, ...]) -> bool:
    """Whether a game with these records is over.

    What is taught or counted does not open it again; older versions wrote it after the end.
    """
    return _find_last(records).kind == ENDED


def was_left(records: tuple[Record, ...]) -> bool:
    """Whether a game with these records is over and people went on to another one.

    To older versions that is one more entry that ends the game, which they go by, too.
    """
    last = _find_last(records)
    return last.kind == ENDED and last.body.get(LEFT) is True


def _find_last(records: tuple[Record, ...]) -> Entry:
    """Return the last entry that changed something in the game; the header if none did."""
    entries = (one.entry for one in reversed(records))
    return next((one for one in entries if one.kind not in _BESIDE), records[0].entry)


def _summary(path: Path) -> Summary:
    try:
        header, *entries = records = read(path)
    except JournalError as error:
        return Summary(path, trouble=str(error))
    return Summary(
        path=path,
        header=header.entry.body,
        last_s=records[-1].at_s,
        entries=len(entries),
        ended=has_ended(records),
    )


def _journals(folder: Path) -> list[Path]:
    found = [path for path in _files(folder) if _NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(_match(path)["number"]), reverse=True)


def _files(folder: Path) -> list[Path]:
    """Return what is in the folder; nothing if it may not be read, which a start refuses."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _match(path: Path) -> re.Match[str]:
    found = _NAME.fullmatch(path.name)
    assert found
    return found
