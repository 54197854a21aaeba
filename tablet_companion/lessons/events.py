"""What happens in a lesson, and what the tutor answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from tablet_companion.games.core import Card, Message, Place, Placement

NO_CARD: Final = Card("")

# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shows:
    """The table shows these pieces, and this card was laid, empty for none."""

    placement: Placement
    card: Card = NO_CARD


@dataclass(frozen=True)
class Did:
    """An action was said or touched on the screen."""

    action: Any


@dataclass(frozen=True)
class TookBack:
    """The action was done, and was then to be taken back."""

    action: Any


@dataclass(frozen=True)
class Touched:
    """A place was touched, on the board or on the screen."""

    place: Place


@dataclass(frozen=True)
class Chose:
    """One of the choices was touched, by its number from 0 on."""

    number: int


@dataclass(frozen=True)
class AskHint:
    """Somebody wants help."""


@dataclass(frozen=True)
class GoOn:
    """On to the next step; what is still to be done is left out."""


@dataclass(frozen=True)
class GoBack:
    """Back to the step before."""


Event = Shows | Did | TookBack | Touched | Chose | AskHint | GoOn | GoBack


# --- answers --------------------------------------------------------------------------------------


class Tone(StrEnum):
    """What an answer is; a page tells them apart."""

    PRAISE = "praise"
    REFUSAL = "refusal"
    NOTE = "note"
    HINT = "hint"


@dataclass(frozen=True)
class Answer:
    """What the tutor says to an event; ``places`` are to be lit or ringed meanwhile."""

    tone: Tone
    says: tuple[Message, ...]
    places: tuple[Place, ...] = ()
