"""Whether a journal kept its word: everything confirmed is there, or its loss is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tablet_companion.journal import (
    Entry,
    HarmedError,
    Journal,
    JournalError,
    Record,
    read,
    salvage,
)
from tests.vandal.harms import put
from tests.vandal.plays import NAME, Moment, Truth, contents

AFTER = Entry("after", {"what": "the game goes on"})


@dataclass(frozen=True)
class Verdict:
    """What came of one case: a fault or none, whether it was refused, and how much was offered.

    ``offered`` is the share of the confirmed entries that can be gone on with, None where nothing
    was refused.
    """

    fault: str = ""
    refused: bool = False
    offered: float | None = None


def judge(folder: Path, moment: Moment, *, may_refuse: bool) -> Verdict:
    """Open the journal of a folder that is made for it, and go on with it where it is taken."""
    put(folder, moment.files)
    path = folder / NAME
    try:
        return _judged(path, moment, may_refuse=may_refuse)
    except Exception as error:  # noqa: BLE001  # whatever else comes out is the fault looked for
        return Verdict(f"{type(error).__name__} instead of a sentence: {error}")


def _judged(path: Path, moment: Moment, *, may_refuse: bool) -> Verdict:
    try:
        records = read(path)
    except JournalError as error:
        return _refused(path, moment, error, may_refuse=may_refuse)
    if contents(path.parent) != moment.files:
        return Verdict("reading changed the files")
    if fault := unlike(entries(records), moment):
        return Verdict(fault)
    return Verdict(_gone_on(path, records))


def _refused(path: Path, moment: Moment, error: JournalError, *, may_refuse: bool) -> Verdict:
    if not may_refuse:
        return Verdict("a whole journal refused", refused=True)
    try:
        Journal.open(path).close()
        return Verdict("opened though it cannot be read", refused=True)
    except JournalError:
        pass
    offered, fault = _offered(path, moment)
    if contents(path.parent) != moment.files:
        fault = "a refused file was touched"
    elif "\n" in str(error) or not str(error).endswith("."):
        fault = "no sentence"
    return Verdict(fault, refused=True, offered=offered)


def _offered(path: Path, moment: Moment) -> tuple[float, str]:
    """Return what share of the confirmed can be gone on with; nothing else may be offered."""
    try:
        found = entries(salvage(path))
    except HarmedError:
        return 0.0, ""
    whole = moment.confirmed + moment.under_way
    if found != whole[: len(found)]:
        return 0.0, "other entries offered than were written"
    return min(1.0, len(found) / max(1, len(moment.confirmed))), ""


def _gone_on(path: Path, records: Sequence[Record]) -> str:
    """Go on with the game for a step; return the fault of it."""
    with Journal.open(path) as journal:
        journal.append([AFTER], at_s=1)
        if journal.entries()[:-1] != tuple(records[1:]):
            return "opened otherwise than read"
    if entries(read(path)) != (*entries(records), AFTER):
        return "not there after going on"
    return ""


def entries(records: Sequence[Record]) -> Truth:
    """Return the entries of records without their header."""
    return tuple(record.entry for record in records[1:])


def unlike(found: Truth, moment: Moment) -> str:
    """Return what is wrong with the entries found, in a few words, or nothing."""
    if found in (moment.confirmed, moment.confirmed + moment.under_way):
        return ""
    if found == moment.confirmed[: len(found)]:
        return "lost in silence"
    return "other than what was written"
