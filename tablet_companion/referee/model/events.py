"""What comes into the referee: what the camera saw, what people touched, and that time passed."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Card, Message, OptionValue, Piece, Place, Rule, Seat
from tablet_companion.vision.reading import CardReading, Reading

# --- intents: what a touch or a button means ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose:
    """Set one entry of the set-up: a game option, ``dealer`` or ``language``."""

    name: str
    value: OptionValue


@dataclass(frozen=True, slots=True)
class Begin:
    """Go on from the set-up to the check, or begin although the check is not settled."""


@dataclass(frozen=True, slots=True)
class NameCard:
    """Say which card was laid; it outranks the camera for this turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Answer:
    """Choose the answer of that number (0 is the first) to the question shown."""

    number: int


@dataclass(frozen=True, slots=True)
class Say:
    """Say an action, label after label; ``path`` is what was touched so far.

    ``moves``: the path is one of moves with pieces, said because the camera cannot tell them.
    """

    path: tuple[Message, ...] = ()
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Whisper:
    """This seat wants to say something, or to learn why it was refused, where nobody looks."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Confide:
    """This seat says something on a screen of its own; ``path`` is what was touched so far."""

    seat: Seat
    path: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The player on turn says that no card can be played."""


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The player on turn entered the hand, privately, to have it checked."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The right player holds the tablet now and touches to look."""


@dataclass(frozen=True, slots=True)
class Hide:
    """Done looking; hide the private things again."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last accepted action back."""


@dataclass(frozen=True, slots=True)
class OpenCardKeys:
    """Open the card keys, to name the card of this turn."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """While the card keys are open: correct the card of the last move instead."""


@dataclass(frozen=True, slots=True)
class NoCard:
    """Answer, when it is asked which card was laid, that none was."""


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """Open the correction of the board."""


@dataclass(frozen=True, slots=True)
class Put:
    """While the board is corrected: this piece (or EMPTY) stands at this physical place."""

    place: Place
    piece: Piece


@dataclass(frozen=True, slots=True)
class TableIsRight:
    """The table is right as it stands; change the record."""


@dataclass(frozen=True, slots=True)
class RecordIsRight:
    """The record is right; the table will be put as it says."""


@dataclass(frozen=True, slots=True)
class SpeakUp:
    """This seat objects, where silence is taken for consent."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Consent:
    """Nobody objects, where silence is taken for consent."""


@dataclass(frozen=True, slots=True)
class LetBe:
    """Let an objection be whose reason is told alone: it is put right, or asked about later."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The rule that is being told was read; it makes room for the next."""


@dataclass(frozen=True, slots=True)
class Remember:
    """The player of a seat was told these rules in earlier games, or in lessons."""

    seat: Seat
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A physical place of the drawn board was touched: what may go from there, or to there?"""

    place: Place


@dataclass(frozen=True, slots=True)
class AskHelp:
    """Somebody has a question: show what can be asked."""


@dataclass(frozen=True, slots=True)
class Wonder:
    """Show what may be done now; ``asking``: whether a piece may go where somebody touches."""

    asking: bool = False


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Show every rule behind the last verdict."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Show the last moves again."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop judging until told otherwise."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """End a pause, a correction, or any panel that waits for a word."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Leave this game (it stays in the journal) and set up a new one."""


@dataclass(frozen=True, slots=True)
class OpenSeats:
    """Open the page on which seats are handed to the table, and taken back from it."""


@dataclass(frozen=True, slots=True)
class HandSeat:
    """Let the table play this seat from now on, or a person again if it does."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """The player on turn wants to know, alone, what would be good."""


@dataclass(frozen=True, slots=True)
class AskHand:
    """Tell the player on turn, alone, which cards of that player's hand can be played."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Have the machine switched off, once somebody has confirmed it."""


Intent = (
    Choose
    | Begin
    | NameCard
    | Say
    | Whisper
    | Confide
    | Answer
    | GiveUp
    | ShowHand
    | Reveal
    | Hide
    | TakeBack
    | OpenCardKeys
    | CorrectCard
    | NoCard
    | OpenBoard
    | Put
    | TableIsRight
    | RecordIsRight
    | LetBe
    | SpeakUp
    | Consent
    | Learnt
    | Remember
    | Point
    | AskHelp
    | Wonder
    | AskWhy
    | Recall
    | Pause
    | GoOn
    | NewGame
    | OpenSeats
    | HandSeat
    | AskAdvice
    | AskHand
    | SwitchOff
)

# --- events ------------------------------------------------------------------------------------
# ``at_s`` counts seconds on the loop's clock; the referee knows no other time.


@dataclass(frozen=True, slots=True)
class Saw:
    """The table lay still and free of hands, and was read."""

    at_s: float
    reading: Reading


@dataclass(frozen=True, slots=True)
class Busy:
    """A hand is over the board, moving or resting, or something moves; nothing may be judged.

    ``card`` is the top of the pile where it can be seen all the same. ``resting`` says that
    nothing moves, and yet something lies over the board.
    """

    at_s: float
    card: CardReading | None = None
    resting: bool = False


@dataclass(frozen=True, slots=True)
class Blind:
    """The camera cannot serve: no picture, or nothing to be seen in it.

    ``reason`` is ``camera`` (no picture), ``dark``, ``glare``, ``board`` (not found in it), or
    ``unused`` where none is asked.
    """

    at_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class Switched:
    """The switches in the holes: of every physical place, whether a pawn closes it, and since when.

    A place that is not named has no switch, or nothing is known of it at present.
    """

    at_s: float
    closed: tuple[tuple[Place, bool, float], ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody touched the screen or pressed a button."""

    at_s: float
    intent: Intent


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passed."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Chanced:
    """Lots were drawn: the number of the outcome among the legal actions of chance."""

    at_s: float
    number: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """The table has chosen for a seat that it plays, or as advice to its player.

    ``action`` is the action's text; ``past`` counts the actions that were on record when it was
    asked. ``reasons`` say, of advice, why.
    """

    at_s: float
    seat: Seat
    past: int
    action: str
    reasons: tuple[Message, ...] = ()


Event = Saw | Busy | Blind | Switched | Touched | Ticked | Chanced | Chosen
