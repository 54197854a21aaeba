"""Events of a lesson, and the tutor's answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from tablet_companion.games.core import Card, Message, Place, Placement
from tablet_companion.referee.model.panels import Arrow

NO_CARD: Final = Card("")

# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shows:
    """The table shows these pieces, and this card was laid (empty for none)."""

    placement: Placement
    card: Card = NO_CARD


@dataclass(frozen=True)
class Did:
    """An action was announced or touched on the screen."""

    action: Any


@dataclass(frozen=True)
class TookBack:
    """The action was done and then taken back."""

    action: Any


@dataclass(frozen=True)
class Touched:
    """A place was touched, on the board or on the screen."""

    place: Place


@dataclass(frozen=True)
class Chose:
    """One of the choices was touched, by its number from 0."""

    number: int


@dataclass(frozen=True)
class AskHint:
    """Somebody wants help, and can touch pieces if ``by_hand``, otherwise words."""

    by_hand: bool = True


@dataclass(frozen=True)
class GoOn:
    """Go to the next step, skipping the rest of this one."""


@dataclass(frozen=True)
class GoBack:
    """Back to the step before."""


Event = Shows | Did | TookBack | Touched | Chose | AskHint | GoOn | GoBack


# --- answers --------------------------------------------------------------------------------------


class Tone(StrEnum):
    """The kind of an answer; pages show them differently."""

    PRAISE = "praise"
    REFUSAL = "refusal"
    NOTE = "note"
    HINT = "hint"


@dataclass(frozen=True)
class Answer:
    """The tutor's answer to an event; ``places`` are lit or ringed meanwhile, ``arrows`` drawn."""

    tone: Tone
    says: tuple[Message, ...]
    places: tuple[Place, ...] = ()
    arrows: tuple[Arrow, ...] = ()
