"""The referee's memory: a frozen value that ``step`` replaces. It keeps the only State.

Two kinds of things live side by side: what is on record (``state``, ``past``), which the journal
holds and replay restores; and what is merely going on (a reading, an objection, an open panel),
which a restart forgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from tablet_companion.games.core import (
    Breach,
    Card,
    Label,
    OptionValue,
    Piece,
    Place,
    Placement,
    PositionError,
    Seat,
    Step,
)
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.evidence import Areas, Content, Holds
from tablet_companion.referee.explaining.explanations import Displaced, Explanation
from tablet_companion.referee.explaining.laid import Laid
from tablet_companion.referee.model.answers import Question
from tablet_companion.referee.model.panels import Message
from tablet_companion.vision.reading import CardReading, Reading


class Stage(StrEnum):
    """How far a game has come."""

    SETUP = "setup"
    CHECK = "check"
    PLAY = "play"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SetUp:
    """What was chosen so far; ``dealer`` is None while it is left to the lot."""

    seats: tuple[Seat, ...]
    dealer: Seat | None = None
    options: tuple[tuple[str, OptionValue], ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Moment:
    """An action on record: the state it was done in, and how its card was known.

    ``pile`` is the top of the discard pile before it, where that was seen.
    """

    state: Any
    action: Any
    laid: Laid
    pile: CardReading | None = None


@dataclass(frozen=True, slots=True)
class Owed:
    """An action on record that the table does not show yet, and the state it was done in."""

    state: Any
    action: Any


@dataclass(frozen=True, slots=True)
class PuttingBack:
    """Moves were taken back, and people have yet to put the pieces where they were.

    ``stood`` and ``card`` are what the table and the pile showed then; ``steps`` are left to do,
    ``off``: the card is to be taken off the pile, too; ``shown`` is what the table shows now.
    ``looks`` counts those, one after another,
    that showed the table otherwise; ``touched`` says that there were enough of them.
    """

    stood: Placement
    card: CardReading | None
    steps: tuple[Step, ...] = ()
    off: bool = False
    shown: Placement | None = None
    looks: int = 0
    touched: bool = False


# --- what the referee makes of the table ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing to say."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something is left to do: steps, or the card to be laid.

    ``shown`` is what the table showed then, None where that is not known.
    ``reminded``: it has been left for so long, or is so plainly wrong, that people are told again.
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


# --- panels that people opened --------------------------------------------------------------------


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

    path: tuple[Label, ...]
    moves: bool = False


@dataclass(frozen=True, slots=True)
class HandingOver:
    """The tablet goes to a seat, for its eyes only: to enter its hand, or to whisper."""

    seat: Seat
    whisper: bool = False


@dataclass(frozen=True, slots=True)
class Whispering:
    """A seat says something alone; ``since_s`` is when it last touched the screen.

    ``refusal`` is why what it did or wants to do is not allowed.
    """

    seat: Seat
    since_s: float
    path: tuple[Label, ...] = ()
    refusal: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class EnteringHand:
    """A seat enters its hand; ``since_s`` is when it began to look."""

    seat: Seat
    since_s: float
    verdict: Message | None = None


Dialogue = (
    Paused
    | NamingCard
    | FixingBoard
    | Confirming
    | Speaking
    | HandingOver
    | Whispering
    | EnteringHand
)


@dataclass(frozen=True)
class Table:
    """Everything the referee knows and has under way.

    ``owed`` is an action that was said and that the pieces do not show yet, ``back`` what is to be
    put back by hand after moves were taken back.
    ``pile`` is the top of the discard pile when the last action was put on record, ``glimpsed`` a
    card laid since, seen while a hand was still over the board, ``tops`` what was seen on the pile
    lately, the last one on top. ``no_card``: somebody said that none was laid. ``asked_s`` is since
    when people may object to the last action. ``objected`` says that somebody was objected to since
    then, ``faults`` what the table showed each time. ``vouched`` is what people said an area holds,
    with what was seen of it then. ``declined`` is the explanation that people have said is not so.
    ``since_s`` is when the present explanation was first given; ``looks`` counts the readings that
    gave it. ``resting_s`` is since when something has lain over the board without moving, None
    while nothing does; ``lying_s`` is the same for what lies on it and is no hand. ``switches`` are
    what the holes said last: place, closed or not, since when. ``holds`` says which pieces fit on
    which places.
    """

    game: AnyGame
    areas: Areas
    setup: SetUp
    stage: Stage = Stage.SETUP
    state: Any = None
    past: tuple[Moment, ...] = ()
    happened: tuple[Message, ...] = ()
    owed: Owed | None = None
    back: PuttingBack | None = None
    pile: CardReading | None = None
    glimpsed: CardReading | None = None
    tops: tuple[CardReading, ...] = ()
    named: Card | None = None
    no_card: bool = False
    asked_s: float = 0.0
    reading: Reading | None = None
    explanation: Explanation | None = None
    since_s: float = 0.0
    looks: int = 0
    verdict: Verdict = field(default_factory=Quiet)
    objected: bool = False
    faults: tuple[Placement, ...] = ()
    vouched: tuple[tuple[Place, Content, Content], ...] = ()
    declined: Explanation | None = None
    blind: str = ""
    resting_s: float | None = None
    lying_s: float | None = None
    dialogue: Dialogue | None = None
    switches: tuple[tuple[Place, bool, float], ...] = ()
    now_s: float = 0.0
    holds: Holds = field(default_factory=dict)

    def but(self, **changes: Any) -> Table:
        """Return the table with some fields changed."""
        return replace(self, **changes)

    @property
    def turn(self) -> Seat | None:
        """Return who is on turn, or None outside of play."""
        return self.game.actor(self.state) if self.stage is Stage.PLAY else None

    def forgetful(self) -> Table:
        """Return the table with nothing made of what it shows, as after a hand came over it."""
        return self.but(reading=None, explanation=None, looks=0)


def first_state(game: AnyGame) -> Any:
    """Return the first state of a game with its defaults and as many players as can be."""
    return game.setup({}, usual_seats(game))


def usual_seats(game: AnyGame) -> tuple[Seat, ...]:
    """Return who plays a game with its defaults, as many as can be."""
    return game.seatings({}, game.players({})[-1])[0]


def state_to_show(table: Table) -> Any:
    """Return the state on record; before a game that of the one to be set up, if it can be."""
    if table.state is not None:
        return table.state
    try:
        return table.game.setup(dict(table.setup.options), table.setup.seats)
    except PositionError:
        return first_state(table.game)


def new_table(game: AnyGame, areas: Mapping[Place, tuple[Place, ...]], language: str) -> Table:
    """Return a table at which a game is about to be set up."""
    return Table(game, areas, SetUp(seats=usual_seats(game), language=language))
