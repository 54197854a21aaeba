"""The pages that people opened, and how far they have come on them: one value for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Breach, Message, Piece, Place, Seat
from tablet_companion.referee.model.answers import Question


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing is judged."""


@dataclass(frozen=True, slots=True)
class NamingCard:
    """The card keys are open; ``again`` corrects the card of the last action.

    ``unused``: it is asked which card is thrown away.
    """

    again: bool
    unused: bool = False


@dataclass(frozen=True, slots=True)
class FixingBoard:
    """The board is being corrected; ``puts`` are physical places set by hand.

    ``note`` says why the table as it stands cannot be taken for the record.
    """

    puts: tuple[tuple[Place, Piece], ...] = ()
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Confirming:
    """A question that somebody's touch raised."""

    question: Question


@dataclass(frozen=True, slots=True)
class Speaking:
    """Somebody says an action, label after label, before everybody; ``moves``: one with pieces."""

    path: tuple[Message, ...]
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """It is chosen which seats the table plays."""


@dataclass(frozen=True, slots=True)
class HandingOver:
    """The tablet goes to a seat, for its eyes only: to enter its hand, or to whisper.

    ``advice``: it asks what would be good; ``told``: what can be played of the hand that is known.
    """

    seat: Seat
    whisper: bool = False
    advice: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class Advised:
    """A seat reads alone what would be good; ``said`` is empty while the table thinks.

    ``told``: it reads what can be played.
    """

    seat: Seat
    since_s: float
    said: tuple[Message, ...] = ()
    told: bool = False


@dataclass(frozen=True, slots=True)
class Whispering:
    """A seat says something alone; ``since_s`` is when it last touched the screen.

    ``refusal`` is why what it did or wants to do is not allowed.
    """

    seat: Seat
    since_s: float
    path: tuple[Message, ...] = ()
    refusal: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteringHand:
    """A seat enters its hand; ``since_s`` is when it began to look."""

    seat: Seat
    since_s: float
    verdict: Message | None = None


@dataclass(frozen=True, slots=True)
class Helping:
    """Somebody has a question; ``why``: about the last verdict. ``under``: what was open before."""

    why: bool = False
    under: Dialogue | None = None


@dataclass(frozen=True, slots=True)
class Wondering:
    """Somebody asks what may be done, or with ``asking`` whether a piece may go somewhere."""

    source: Place | None = None
    target: Place | None = None
    asking: bool = False
    under: Dialogue | None = None


@dataclass(frozen=True, slots=True)
class Recalling:
    """The last moves are shown again, one at a time; ``left`` are still to come."""

    left: int
    since_s: float
    under: Dialogue | None = None


Dialogue = (
    Paused
    | Helping
    | Wondering
    | Recalling
    | NamingCard
    | FixingBoard
    | Confirming
    | Speaking
    | Seating
    | Advised
    | HandingOver
    | Whispering
    | EnteringHand
)


def find_under(dialogue: Dialogue | None) -> Dialogue | None:
    """Return what a question was asked on; a private page is handed over again first."""
    match dialogue:
        case Helping(under=under) | Wondering(under=under) | Recalling(under=under):
            return under
        case Whispering(seat=seat):
            return HandingOver(seat, whisper=True)
        case Advised(seat=seat, told=told):
            return HandingOver(seat, advice=not told, told=told)
        case EnteringHand(seat=seat):
            return HandingOver(seat)
    return dialogue
