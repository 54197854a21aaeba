"""What a look at the table can mean: one value for each kind of explanation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tablet_companion.games.core import Breach, Card, Piece, Place, Placement, Seat, Step
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.laid import Laid
from tablet_companion.referee.explaining.position import Action


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table shows the position before the turn."""


@dataclass(frozen=True, slots=True)
class Did:
    """A legal action was carried out; ``card`` says how its card is known.

    ``despite`` are areas the action has nothing to do with, and that look changed but are doubtful.
    """

    action: Action
    card: Laid
    despite: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class DidOneOf:
    """Several legal actions agree with the table and differ in something that matters.

    ``invisible`` says that nothing of them can be seen (an exchange of hidden pieces).
    """

    actions: tuple[Action, ...]
    invisible: bool = False


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The next player has played already: this turn was one of ``options``, each with its card."""

    options: tuple[tuple[Action, Laid], ...]


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card was turned up beside the pieces, which do not show yet what it says."""

    action: Action
    card: Card


@dataclass(frozen=True, slots=True)
class WentBack:
    """The table shows the position of so many actions ago."""

    count: int


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A legal action is begun; ``todo`` are the steps left to do.

    ``begun`` says that a piece has arrived where it belongs (otherwise something is only lifted).
    ``wrong`` says that something stands plainly wrong, not merely undone: a piece that should be
    turned over, or a captured one put beside its place.
    """

    action: Action
    todo: tuple[Step, ...]
    begun: bool
    wrong: bool


class Displacement(StrEnum):
    """How a piece is out of place that no move has anything to do with.

    ``beside``: on the board, on no place. ``elsewhere``: on another place. ``missing``: nowhere to
    be seen. ``turned``: where it was, turned up.
    """

    BESIDE = "beside"
    ELSEWHERE = "elsewhere"
    MISSING = "missing"
    TURNED = "turned"


@dataclass(frozen=True, slots=True, order=True)
class Displaced:
    """A piece out of place; ``at`` is where it stands or the place nearest to it, if seen."""

    home: Place
    piece: Piece
    how: Displacement
    at: Place | None = None


@dataclass(frozen=True, slots=True)
class OutOfPlace:
    """Pieces were knocked, taken or moved by whom nobody can tell; all else is in order.

    ``lifted``: they may well be in the hand of the player on turn, who is about to move them.
    """

    pieces: tuple[Displaced, ...]
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """These places would decide, and cannot be seen well enough.

    ``options`` are what the first of them may hold, going by what may have been done.
    """

    places: tuple[Place, ...]
    options: tuple[Content, ...] = ()


@dataclass(frozen=True, slots=True)
class Broke:
    """Rules were broken; ``card`` is the card they were judged by, if there are cards.

    ``seat`` broke them, None where it cannot be told who it was. ``nothing_moved``: only the card
    is at fault, whoever laid it.
    """

    breaches: tuple[Breach, ...]
    shown: Placement
    card: Card | None
    seat: Seat | None = None
    nothing_moved: bool = False


@dataclass(frozen=True, slots=True)
class NeedsCard:
    """No card explains what was moved, or several do; somebody has to say which was laid."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Strange:
    """The table shows nothing that a move could have led to."""

    shown: Placement


Explanation = (
    Unchanged
    | Did
    | DidOneOf
    | Overtaken
    | TurnedUp
    | WentBack
    | UnderWay
    | OutOfPlace
    | Unclear
    | Broke
    | NeedsCard
    | Strange
)
