"""A folder of journals, one a game, numbered in the order in which they were begun."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablet_companion.journal import file
from tablet_companion.journal.entries import ENDED, JournalError, Json, Record

_NAME: Final = re.compile(r"(\d{6,})-.*\.journal")


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
    taken = [_number(path) for path in _journals(folder)]
    return folder / f"{max(taken, default=0) + 1:06d}-{label}.journal"


def latest(folder: Path) -> Path | None:
    """Return the newest journal if its game has not ended, so that it can be resumed.

    None where there is no journal or the newest game ended. Older games are not looked at: they
    were left when a newer one was begun. Raises JournalError when the newest cannot be read, as
    whether to give it up is for a person to say.
    """
    paths = _journals(folder)
    if not paths or _ended(file.read(paths[-1])):
        return None
    return paths[-1]


def summaries(folder: Path) -> tuple[Summary, ...]:
    """Return what is in the folder, newest first; journals that cannot be read say so."""
    return tuple(_summary(path) for path in reversed(_journals(folder)))


def _summary(path: Path) -> Summary:
    try:
        header, *entries = records = file.read(path)
    except JournalError as error:
        return Summary(path, trouble=str(error))
    return Summary(
        path=path,
        header=header.entry.body,
        begun_s=header.at_s,
        last_s=records[-1].at_s,
        entries=len(entries),
        ended=_ended(records),
    )


def _ended(records: tuple[Record, ...]) -> bool:
    return records[-1].entry.kind == ENDED


def _journals(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), key=_number)


def _number(path: Path) -> int:
    found = _NAME.fullmatch(path.name)
    assert found
    return int(found[1])
