"""The pages that people opened and their state: one value for each kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from tablet_companion.games.core import TABLE, Breach, Message, Piece, Place, Seat, Step, Viewer
from tablet_companion.referee.model.answers import Question


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing is judged; ``under``: the page below it."""

    under: Dialogue | None = None


class CardOf(Enum):
    """Which card is named: this turn's, the last move's, or one that is discarded unused."""

    TURN = auto()
    LAST_MOVE = auto()
    PASS = auto()


@dataclass(frozen=True, slots=True)
class NamingCard:
    """The card keys are open."""

    card_of: CardOf = CardOf.TURN


@dataclass(frozen=True, slots=True)
class FixingBoard:
    """The board is being corrected; ``puts`` are the pieces placed by touch so far.

    ``note`` says why the record cannot be changed to what the table shows. ``doubted`` is the area
    about which people were asked.
    """

    puts: tuple[tuple[Place, Piece], ...] = ()
    note: Message | None = None
    doubted: Place | None = None


@dataclass(frozen=True, slots=True)
class Confirming:
    """A question is open that a touch raised."""

    question: Question


@dataclass(frozen=True, slots=True)
class Speaking:
    """Somebody announces an action in public, label by label; ``moves``: one that moves pieces."""

    path: tuple[Message, ...]
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """People choose which seats the table plays."""


@dataclass(frozen=True, slots=True)
class Levelling:
    """People choose how each seat is refereed from now on."""


class Purpose(Enum):
    """What a seat gets the tablet for: which private page follows."""

    ENTER_HAND = auto()
    WHISPER = auto()
    ADVICE = auto()
    PLAYABLE = auto()
    """To read which of its cards can be played."""
    CHECK_SHOWN = auto()
    """To check what was read of the cards that the table holds for it."""


@dataclass(frozen=True, slots=True)
class HandingOver:
    """The tablet goes to one seat, or to whoever acts for it; nothing private is shown yet."""

    seat: Seat
    purpose: Purpose = Purpose.ENTER_HAND


@dataclass(frozen=True, slots=True)
class Advised:
    """A seat reads advice alone; ``said`` is empty while the table thinks.

    ``steps`` are those of the move. ``playable``: it reads what it can play.
    """

    seat: Seat
    since_s: float
    said: tuple[Message, ...] = ()
    playable: bool = False
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Whispering:
    """A seat announces an action in private; ``since_s`` is its last touch.

    ``refusal`` is why its action, done or intended, is not allowed.
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
class CheckingShown:
    """Somebody checks alone what was read of a seat's real cards; ``since_s`` is the last touch.

    ``number`` is that of a card whose right face is being named, 0 for none.
    """

    seat: Seat
    since_s: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Helping:
    """The help page is open; ``why``: for the last verdict. ``under``: the page below it.

    It tells what its ``viewer`` may know.
    """

    why: bool = False
    under: Dialogue | None = None
    viewer: Viewer = TABLE


@dataclass(frozen=True, slots=True)
class Wondering:
    """Somebody asks what may be done, or (``asking``) whether a piece may go somewhere.

    The ``viewer`` is told what only that seat may do, too.
    """

    source: Place | None = None
    target: Place | None = None
    asking: bool = False
    under: Dialogue | None = None
    viewer: Viewer = TABLE


@dataclass(frozen=True, slots=True)
class Recalling:
    """The last moves are replayed one at a time; ``left`` are still to come."""

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
    | Levelling
    | Advised
    | HandingOver
    | Whispering
    | EnteringHand
    | CheckingShown
)

OVER = Paused | Helping | Wondering | Recalling
"""The pages that lead back to the page below them."""

PRIVATE = Advised | Whispering | EnteringHand | CheckingShown
"""The pages for one person alone; they are hidden again after a while."""


def find_under(dialogue: Dialogue | None) -> Dialogue | None:
    """Return the page below a question page; a private one is handed over again first."""
    match dialogue:
        case Helping(under=under) | Wondering(under=under) | Recalling(under=under):
            return under
        case Whispering(seat=seat):
            return HandingOver(seat, Purpose.WHISPER)
        case Advised(seat=seat, playable=playable):
            return HandingOver(seat, Purpose.PLAYABLE if playable else Purpose.ADVICE)
        case EnteringHand(seat=seat):
            return HandingOver(seat)
        case CheckingShown(seat=seat):
            return HandingOver(seat, Purpose.CHECK_SHOWN)
    return dialogue
