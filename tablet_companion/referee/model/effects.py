"""What goes out of the referee: things for the program to carry out, as values.

The program writes the records first, durably, and then carries out the rest in order.
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
    """An entry for the journal. It may hold secrets."""

    kind: str
    body: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Show:
    """Show this panel."""

    panel: Panel


class Cue(StrEnum):
    """Something worth a lamp or a sound."""

    ACCEPTED = "accepted"
    OBJECTION = "objection"
    QUESTION = "question"
    TURN = "turn"
    END = "end"
    CALM = "calm"


@dataclass(frozen=True, slots=True)
class Signal:
    """Give a cue; ``seats`` are those whose turn lamps are to be lit from now on."""

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
    """A verdict, for logs and recorded tables; nothing in it is secret.

    ``action`` is the action's text for ``accepted`` and ``corrected``, or what is asked;
    ``places`` are the places that matter. ``seat`` was on turn, which is no accusation; it is None
    where a piece is out of place. Steps that were left out are objected to in the log by the rules
    that ask for them, though the page only asks for them. An objection whose reason is only for
    the player on turn names neither breaches nor places.
    """

    kind: Kind
    seat: Seat | None
    places: tuple[Place, ...]
    action: str = ""
    card: Card | None = None
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedChance:
    """Draw lots: answer with a Chanced event of a number below ``below``."""

    below: int


@dataclass(frozen=True, slots=True)
class Language:
    """Speak this language from now on."""

    code: str


@dataclass(frozen=True, slots=True)
class TurnOff:
    """Switch the machine off, or end the program where the machine is not the referee's alone."""


Effect = Record | Show | Signal | Judged | NeedChance | Language | TurnOff

Turned = tuple[Table, tuple[Effect, ...]]
"""What every handler returns: the table after, and what is to be carried out."""
