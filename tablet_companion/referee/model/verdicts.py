"""What the referee makes of the table: one value for each kind of verdict."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablet_companion.games.core import Breach, Card, Place, Placement, Seat, Step
from tablet_companion.referee.explaining.explanations import Displaced
from tablet_companion.referee.explaining.laid import Laid
from tablet_companion.referee.model.answers import Question


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing to say."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something is left to do: steps, or the card to be laid.

    ``shown`` is what the table showed then, None where that is not known.
    ``reminded``: it was left for some time, or is plainly wrong, and people are told again.
    """

    todo: tuple[Step, ...] = ()
    card: bool = False
    shown: Placement | None = field(default=None, compare=False)
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Pieces are out of place, and nobody is said to have done it."""

    pieces: tuple[Displaced, ...]


@dataclass(frozen=True, slots=True)
class Objecting:
    """Rules were broken; ``secret``: nobody but the player on turn may be told which.

    ``seat`` broke them, None where it cannot be told who it was. ``stands``: these steps were done
    by a move that may not be taken back, and are undone again.
    """

    breaches: tuple[Breach, ...]
    shown: Placement
    card: Laid
    secret: bool = False
    seat: Seat | None = None
    stands: tuple[Step, ...] = ()

    @property
    def told(self) -> tuple[Breach, ...]:
        """Return the breaches that everybody may be told: none where they are secret."""
        return () if self.secret else self.breaches


@dataclass(frozen=True, slots=True)
class Asking:
    """The table allows several answers."""

    question: Question


@dataclass(frozen=True, slots=True)
class AskingCard:
    """Only the card is not known."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Doubting:
    """These places cannot be seen well."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Disagreeing:
    """The table shows what no move led to."""

    shown: Placement


Verdict = Quiet | Waiting | Misplaced | Objecting | Asking | AskingCard | Doubting | Disagreeing
