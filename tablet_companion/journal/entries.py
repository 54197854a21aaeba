"""The values of a journal: entries to write, records as stored, and the errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.errors import CompanionError

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""Values that JSON can represent. Tuples come back as lists."""

ENDED: Final = "ended"
"""The kind of entry that ends a game; its last page is resumed, and the end can be taken back."""
LEFT: Final = "left"
"""True in the body of the entry that is written once people leave the last page."""


class JournalError(CompanionError):
    """A journal that cannot be read or written.

    Everything confirmed before is still in it, and a rejected file was not changed.
    """


class HarmedError(JournalError):
    """A journal that is damaged; ``salvage`` may find its intact part."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened: its kind, and a JSON object with the details."""

    kind: str
    body: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Record:
    """An entry as stored.

    ``number`` counts from 0, the header; ``at_s`` is the wall clock in seconds since 1970. It is
    only information for people: ``number`` gives the order, as a wall clock may be set back.
    """

    number: int
    at_s: float
    entry: Entry
