"""A folder of journals, one a game, numbered in the order in which they were gone on with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.files import sync_folder
from tablet_companion.journal.entries import ENDED, JournalError, Json, Record
from tablet_companion.journal.file import beside
from tablet_companion.journal.reading import read

_NAME: Final = re.compile(r"(?P<number>\d{6,})-(?P<label>.*)\.journal")
_HARMED: Final = ".harmed"
"""What the name of a harmed journal gets at its end once what was whole of it is in a new one."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of one journal of a folder without opening it for play.

    ``trouble`` is empty, or the sentence why it cannot be read; all else is then empty. Times are
    wall clock seconds. ``entries`` does not count the header.
    """

    path: Path
    header: Mapping[str, Json] | None = None
    begun_s: float = 0.0
    last_s: float = 0.0
    entries: int = 0
    ended: bool = False
    trouble: str = ""


def new_path(folder: Path, label: str) -> Path:
    """Return where the next journal of the folder belongs, such as ``000007-agent_dog.journal``.

    Numbers go up by one and tell the order; a clock that was set back cannot confuse it.
    """
    names = [path.name.removesuffix(_HARMED) for path in _files(folder)]
    taken = [int(found["number"]) for name in names if (found := _NAME.fullmatch(name))]
    return folder / f"{max(taken, default=0) + 1:06d}-{label}.journal"


def newest(folder: Path) -> Path | None:
    """Return the journal that was begun or gone on with last, None where there is none."""
    return next(iter(_journals(folder)), None)


def latest(folder: Path) -> Path | None:
    """Return the newest journal if its game has not ended, so that it can be resumed.

    None where there is no journal or the newest game ended; older games are not looked at. Raises
    JournalError when the newest cannot be read.
    """
    path = newest(folder)
    return None if path is None or has_ended(read(path)) else path


def summaries(folder: Path, label: str | None = None) -> Iterator[Summary]:
    """Yield what is in the folder, newest first; journals that cannot be read say so.

    A journal is opened when it is asked for, so that taking the first takes no longer with a
    thousand behind it. With ``label`` only journals of that label are looked at.
    """
    for path in _journals(folder):
        if label is None or _match(path)["label"] == label:
            yield _summary(path)


def unfinished(folder: Path, label: str | None = None) -> Iterator[Summary]:
    """Yield the games that can be gone on with, newest first; one that is open is not of them."""
    for summary in summaries(folder, label):
        if not summary.trouble and not summary.ended:
            yield summary


def make_newest(path: Path) -> Path:
    """Give a closed journal the folder's next number; return where it is then. Raises OSError."""
    renamed = path.rename(new_path(path.parent, _match(path)["label"]))
    sync_folder(path.parent)
    return renamed


def set_aside(path: Path) -> Path:
    """Give a harmed journal and what lies beside it a name of its own. Raises OSError.

    It is no journal of the folder any more; nothing of it is changed. Returns where it is then.
    """
    aside = path.rename(beside(path, _HARMED))
    for suffix in ("-journal", "-wal"):
        if (side := beside(path, suffix)).exists():
            side.rename(beside(aside, suffix))
    sync_folder(path.parent)
    return aside


def has_ended(records: tuple[Record, ...]) -> bool:
    """Whether a game with these records needs no resuming."""
    return records[-1].entry.kind == ENDED


def _summary(path: Path) -> Summary:
    try:
        header, *entries = records = read(path)
    except JournalError as error:
        return Summary(path, trouble=str(error))
    return Summary(
        path=path,
        header=header.entry.body,
        begun_s=header.at_s,
        last_s=records[-1].at_s,
        entries=len(entries),
        ended=has_ended(records),
    )


def _journals(folder: Path) -> list[Path]:
    """Return the folder's journals, newest first."""
    found = [path for path in _files(folder) if _NAME.fullmatch(path.name)]
    return sorted(found, key=lambda path: int(_match(path)["number"]), reverse=True)


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _match(path: Path) -> re.Match[str]:
    found = _NAME.fullmatch(path.name)
    assert found
    return found
