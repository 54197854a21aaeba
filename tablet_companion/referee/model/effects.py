"""What the referee asks the program to do, as values.

The program first writes the records durably, then carries out the other effects in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tablet_companion.games.core import Breach, Card, Place, Seat
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.table import Table

Json = str | int | float | bool | None | list["Json"] | Mapping[str, "Json"]


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """An entry for the journal. It may contain secrets."""

    kind: str
    body: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Show:
    """Show this panel."""

    panel: Panel


class Cue(StrEnum):
    """An event that deserves a lamp or a sound."""

    ACCEPTED = "accepted"
    OBJECTION = "objection"
    QUESTION = "question"
    TURN = "turn"
    END = "end"
    CALM = "calm"


@dataclass(frozen=True, slots=True)
class Signal:
    """Give a cue; from now on the turn lamps of ``seats`` are lit."""

    cue: Cue
    seats: tuple[Seat, ...] = ()


class Kind(StrEnum):
    """The kinds of verdict."""

    ACCEPTED = "accepted"
    WAITING = "waiting"
    ASKED = "asked"
    OBJECTED = "objected"
    TAKEN_BACK = "taken_back"
    CORRECTED = "corrected"
    OUT_OF_STEP = "out_of_step"


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict for logs and recorded tables; it contains no secret.

    ``action`` is the action's text for ``accepted`` and ``corrected``, or the question; ``places``
    are the places that matter. ``seat`` was on turn, which is no accusation; it is None if a piece
    is out of place. Omitted steps are logged as an objection by the rules that ask for them,
    although the page only reminds people of them. An objection whose reason is for the player on
    turn alone names neither breaches nor places.
    """

    kind: Kind
    seat: Seat | None
    places: tuple[Place, ...]
    action: str = ""
    card: Card | None = None
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedChance:
    """Draw lots: answer with ``Chanced`` and a number below ``below``."""

    below: int


@dataclass(frozen=True, slots=True)
class Language:
    """Speak this language from now on."""

    code: str


@dataclass(frozen=True, slots=True)
class TurnOff:
    """Switch the machine off, or only end the program if others use the machine."""


@dataclass(frozen=True, slots=True)
class PassOver:
    """Read the table although something rests over it: people said that it is no hand."""


Effect = Record | Show | Signal | Judged | NeedChance | Language | TurnOff | PassOver

Transition = tuple[Table, tuple[Effect, ...]]
"""What every handler returns: the new table and the effects to carry out."""
