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
    """Something is left to do: steps, or laying the card.

    ``shown`` is what the table showed then, None if unknown. ``reminded``: people are told again,
    since it has been left for long or done wrongly. ``choice``: there are other ways to finish.
    """

    todo: tuple[Step, ...] = ()
    card: bool = False
    shown: Placement | None = field(default=None, compare=False)
    reminded: bool = False
    choice: bool = False


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Pieces are out of place; nobody is blamed."""

    pieces: tuple[Displaced, ...]


@dataclass(frozen=True, slots=True)
class Objecting:
    """Rules were broken; ``secret``: only the player on turn may be told which.

    ``seat`` broke them; None if nobody can tell who did. ``stands``: these steps undo a move that
    may not be taken back, so they have to be reversed; ``mover`` made it, if one player did.
    ``announced``: it was only said, so a table that looks as before puts nothing right.
    """

    breaches: tuple[Breach, ...]
    shown: Placement
    card: Laid
    secret: bool = False
    seat: Seat | None = None
    stands: tuple[Step, ...] = ()
    mover: Seat | None = None
    announced: bool = False

    @property
    def told(self) -> tuple[Breach, ...]:
        """The breaches that everybody may be told: none if they are secret."""
        return () if self.secret else self.breaches


@dataclass(frozen=True, slots=True)
class Asking:
    """Several answers are possible."""

    question: Question


@dataclass(frozen=True, slots=True)
class AskingCard:
    """Only the card is unknown."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Doubting:
    """These places cannot be seen clearly."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Disagreeing:
    """The table shows a position that no move leads to."""

    shown: Placement


Verdict = Quiet | Waiting | Misplaced | Objecting | Asking | AskingCard | Doubting | Disagreeing
