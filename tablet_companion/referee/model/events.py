"""What enters the referee: what the camera saw, what people touched, and passing time."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Card, Message, OptionValue, Piece, Place, Rule, Seat
from tablet_companion.vision.reading import CardReading, Reading

# --- intents --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Intent:
    """What a touch or a button means; without fields it equals every other of its class."""


@dataclass(frozen=True, slots=True)
class Choose(Intent):
    """Set one entry of the set-up: a game option, ``dealer`` or ``language``."""

    name: str
    value: OptionValue


class Begin(Intent):
    """Go on from set-up to check, or begin the game although the check still differs."""


@dataclass(frozen=True, slots=True)
class NameCard(Intent):
    """Name the card that was laid; it overrides the camera for this turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Answer(Intent):
    """Choose an answer to the question shown, by its number from 0."""

    number: int


@dataclass(frozen=True, slots=True)
class Say(Intent):
    """Announce an action label by label; ``path`` is what was touched so far.

    ``moves``: the path leads through moves of pieces, announced because the camera cannot tell.
    """

    path: tuple[Message, ...] = ()
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Whisper(Intent):
    """This seat wants to act in private, or to learn why it was refused."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Confide(Intent):
    """This seat acts on its own screen; ``path`` is what was touched so far."""

    seat: Seat
    path: tuple[Message, ...] = ()


class GiveUp(Intent):
    """The player on turn claims that no card can be played."""


@dataclass(frozen=True, slots=True)
class ShowHand(Intent):
    """The player on turn entered the hand in private, to have it checked."""

    cards: tuple[Card, ...]


class Reveal(Intent):
    """The named player holds the tablet now and asks to see the private page."""


class Hide(Intent):
    """The player has finished reading; hide the private page."""


@dataclass(frozen=True, slots=True)
class TakeBack(Intent):
    """Take the last accepted action back; ``asking``: after a question, whatever the level."""

    asking: bool = False


class OpenCardKeys(Intent):
    """Open the card keys, to name the card of this turn."""


class CorrectCard(Intent):
    """While the card keys are open: correct the card of the last move instead."""


class NoCard(Intent):
    """Answer that no card was laid, when asked which one."""


class OpenBoard(Intent):
    """Open the correction of the board."""


@dataclass(frozen=True, slots=True)
class Put(Intent):
    """While the board is corrected: this piece (or EMPTY) stands on this physical place."""

    place: Place
    piece: Piece


class TableIsRight(Intent):
    """The table is right as it stands; correct the record."""


class RecordIsRight(Intent):
    """The record is right; people will correct the table."""


@dataclass(frozen=True, slots=True)
class SpeakUp(Intent):
    """This seat objects, in a game that takes silence for consent."""

    seat: Seat


class Consent(Intent):
    """Nobody objects, in a game that takes silence for consent."""


class LetBe(Intent):
    """Dismiss an objection whose reason is private: it is put right, or asked about later."""


class Learnt(Intent):
    """The rule on display was read; show the next one."""


@dataclass(frozen=True, slots=True)
class Remember(Intent):
    """The player of a seat already learnt these rules in earlier games or lessons."""

    seat: Seat
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Point(Intent):
    """A place of the drawn board was touched, to ask which moves begin or end there."""

    place: Place


class AskHelp(Intent):
    """Open the help page."""


@dataclass(frozen=True, slots=True)
class Wonder(Intent):
    """Show what may be done now; ``asking``: ask for a piece and a place to judge."""

    asking: bool = False


class AskWhy(Intent):
    """Show every rule behind the last verdict."""


class Recall(Intent):
    """Show the last moves again."""


class Pause(Intent):
    """Stop judging until told otherwise."""


class NoHand(Intent):
    """No hand rests over the board, or nothing lies where the page says so: go on judging."""


class GoOn(Intent):
    """End a pause, a correction, or any panel that waits for a touch."""


class NewGame(Intent):
    """Leave this game (it stays in the journal) and set up a new one."""


class OpenSeats(Intent):
    """Open the page on which seats are given to the table and taken back."""


class OpenLevels(Intent):
    """Open the page on which people choose how much is taught, and how strict the referee is."""


@dataclass(frozen=True, slots=True)
class HandSeat(Intent):
    """Let the table play this seat, or a person again; ``asking``: after a question."""

    seat: Seat
    asking: bool = False


class ShowCards(Intent):
    """People turned away, to lay the table's real cards under the camera; or they begin again."""


@dataclass(frozen=True, slots=True)
class EnterCards(Intent):
    """Somebody enters real cards by touch, alone: the table's, or once more those of a ``seat``."""

    seat: Seat | None = None


class CheckShown(Intent):
    """Somebody checks alone what was read of the real cards that lie under the camera."""


@dataclass(frozen=True, slots=True)
class Misread(Intent):
    """One of these cards was misread, by its number: the right face is named next."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowAgain(Intent):
    """The table is wrong about the real cards that this seat holds: show them again."""

    seat: Seat


class AskAdvice(Intent):
    """The player on turn asks, alone, for advice."""


class AskHand(Intent):
    """The player on turn asks, alone, which cards of the hand can be played."""


class SwitchOff(Intent):
    """Switch the machine off, after a confirmation."""


# --- events ------------------------------------------------------------------------------------
# ``at_s`` counts seconds of the loop's clock, the only clock that the referee knows.


@dataclass(frozen=True, slots=True)
class Saw:
    """The table lay still and free of hands, and was read."""

    at_s: float
    reading: Reading


@dataclass(frozen=True, slots=True)
class Busy:
    """A hand or some movement is over the board; nothing may be judged.

    ``card`` is the top of the pile if it is visible all the same. ``resting``: something lies over
    the board without moving; ``beneath`` are the places under it, or else the nearest one alone.
    """

    at_s: float
    card: CardReading | None = None
    resting: bool = False
    beneath: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Blind:
    """The camera cannot serve: no picture, or nothing recognisable in it.

    ``reason`` is ``camera`` (no picture), ``dark``, ``glare``, ``blurred``, ``flicker``,
    ``restless`` (never still), ``board`` (not found in it), ``mirrored`` (a printed one, found in
    its mirror image alone), ``learning`` (the reader is still being made), or ``unused`` if the
    table has no camera.
    """

    at_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class Switched:
    """The switches in the holes: physical place, whether a pawn closes it, and since when.

    Places not listed have no switch, or its state is unknown.
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
    """Lots were drawn: ``number`` counts the equally likely outcomes of chance from 0."""

    at_s: float
    number: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """The table has chosen an action for a seat that it plays, or as advice.

    ``action`` is the action's text; ``past`` is the number of actions on record when it was asked.
    ``reasons`` explain advice.
    """

    at_s: float
    seat: Seat
    past: int
    action: str
    reasons: tuple[Message, ...] = ()


Event = Saw | Busy | Blind | Switched | Touched | Ticked | Chanced | Chosen
