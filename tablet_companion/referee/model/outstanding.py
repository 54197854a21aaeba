"""What the table does not show yet: an action to be carried out, moves to be put back."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Card, Placement, Seat, Step
from tablet_companion.referee.explaining.explanations import Displaced
from tablet_companion.referee.explaining.position import Action, Position
from tablet_companion.referee.model.traces import Trace
from tablet_companion.vision.reading import CardReading


@dataclass(frozen=True, slots=True)
class Owed:
    """An action on record that the table does not show yet, and the position before it.

    What is said meanwhile and moves nothing, such as an accusation, leaves it owed; what moves
    something else is owed, too.
    """

    position: Position
    action: Action
    earlier: tuple[tuple[Position, Action], ...] = ()
    """Actions before it that the table did not show yet when it was said, earliest first."""
    card: Card | None = None
    """The real card that somebody has to lay for the table, until it lies there."""
    number: int = 0
    """The place of that card in its seat's stack, from the top; 0 if unknown."""
    stood_s: float | None = None
    """Since when the pieces have been right without it."""

    @property
    def acts(self) -> tuple[tuple[Position, Action], ...]:
        """Return all actions that the table does not show yet, earliest first."""
        return (*self.earlier, (self.position, self.action))

    @property
    def before(self) -> Position:
        """Return the position that the table showed before anything was owed."""
        return self.acts[0][0]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return all that has to be done, earliest first."""
        return tuple(step for position, action in self.acts for step in position.steps(action))


@dataclass(frozen=True, slots=True)
class PuttingBack:
    """Moves were taken back, and people have not yet put the pieces back."""

    stood: Placement
    """What the table showed when they were taken back."""
    card: CardReading | None
    """The top of the pile when they were taken back."""
    steps: tuple[Step, ...] = ()
    """The steps that are left to put the pieces back."""
    off: bool = False
    """Whether the card has to leave the pile, too."""
    shown: Placement | None = None
    """What the table shows now."""
    stacked: Seat | None = None
    """The seat on top of whose stack the card goes."""
    looks: int = 0
    """How many looks in a row have differed from ``stood``."""
    stirred: int = 0
    """How many looks in a row have shown a change where the moves had changed something."""
    touched: bool = False
    """Whether people have begun to put the pieces back: enough looks were ``stirred``."""
    traces: tuple[Trace, ...] = ()
    """How the pieces had come to where they stood."""
    lost: tuple[Displaced, ...] = ()
    """Pieces that are gone from where they belong, and that no step brings there."""
