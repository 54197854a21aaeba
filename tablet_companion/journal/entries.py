"""The values of a journal: entries as given, records as kept, and the error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.errors import CompanionError

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What JSON can hold. Tuples come back as lists."""

ENDED: Final = "ended"
"""The kind of an entry after which a game needs no resuming; taking it back is a later entry."""


class JournalError(CompanionError):
    """A journal that cannot be read or written.

    What was confirmed before is still in it, and a file that was refused was not touched.
    """


class HarmedError(JournalError):
    """A journal that is not whole any more; ``salvage`` may find what is whole of it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened: its kind, and a JSON object that says the rest."""

    kind: str
    body: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Record:
    """An entry as it was kept.

    ``number`` counts from 0, the header; ``at_s`` is the wall clock in seconds since 1970. It is
    information for people: order is told by ``number``, as a wall clock may be set back.
    """

    number: int
    at_s: float
    entry: Entry
