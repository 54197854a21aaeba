"""What every game is: states, actions, breaches, and the protocol that joins them.

Everything here is a frozen, hashable value. A game is pure: no clock, no randomness, no files but
its own data. Chance (a deal, a lot) is an actor whose outcome is an action like any other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, NewType, Protocol, TypeVar

from hardware.errors import CompanionError

Seat = NewType("Seat", str)
"""A player's seat, named by its colour."""
Place = NewType("Place", str)
"""Where a piece can stand, as a game names it: ``T5``, ``red.F1``, ``red.nest``."""
Piece = NewType("Piece", str)
"""What is seen of a piece from above: a colour, or HIDDEN."""
Card = NewType("Card", str)
"""A card's face, or UNKNOWN_CARD."""
Viewer = Seat
"""Who looks: a seat, or TABLE for the screen that everybody sees."""
Rule = NewType("Rule", str)
"""The identifier of one rule of one game."""

CHANCE: Final = Seat("chance")
"""The actor of deals and lots."""
TABLE: Final = Seat("table")
EMPTY: Final = Piece("")
"""Nothing stands here."""
HIDDEN: Final = Piece("hidden")
"""A piece that is turned over."""
UNKNOWN_CARD: Final = Card("?")
"""A card whose face the machine has not seen; it is counted, not guessed."""

OptionValue = str | bool | int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice a table makes when it sets the game up; the journal records it.

    ``choices`` is empty where any value of the default's type is allowed. Some values are put
    together piece by piece: with ``members`` the value is some of these numbers, sorted; with
    ``counted`` it says how many there are of each of these.
    """

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    text: str = ""
    members: tuple[int, ...] = ()
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """What the table should show: a sorted multiset of (place, what is seen there).

    Interchangeable places share one name: three pawns in a nest are three times ``red.nest``. On
    top of a piece is a place of its own: ``Lisbon.case`` on the case that lies in ``Lisbon``. To
    the camera both are in ``Lisbon``.
    """

    pieces: tuple[tuple[Place, Piece], ...]


class StepKind(StrEnum):
    """Why a piece is touched."""

    MOVED = "moved"
    CAPTURED = "captured"
    CALLED = "called"
    SWAPPED = "swapped"
    TURNED_UP = "turned_up"
    TURNED_DOWN = "turned_down"


@dataclass(frozen=True, slots=True)
class Step:
    """One physical doing of an action; the steps of an action may be done in any order.

    A step holds only what everybody may know: ``piece`` is what is seen of the piece *before* the
    step, and ``target`` is None where naming the place would give a hidden colour away (the
    captured piece goes to its own nest, whichever that is). A piece is turned where it ends:
    ``source`` and ``target`` are then the same. ``rule`` is the one that asks for the step.
    """

    kind: StepKind
    piece: Piece
    source: Place
    target: Place | None
    rule: Rule


@dataclass(frozen=True, slots=True)
class Breach:
    """One broken rule.

    ``details`` fill the placeholders of the rule's text; the key says what a value is (``place``,
    ``piece``, ``seat``, ``card``, ``count``). Nothing in a breach is secret, unless its rule is
    private: then that it is broken is the actor's secret.
    """

    rule: Rule
    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    details: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in plain words (the English text is the key of its translations), and its source.

    ``text`` says what the rule is and may hold ``{placeholders}`` for a breach's details;
    ``mend`` says how to put it right; ``section`` names the booklet's section. ``private``: whether
    the rule is broken hangs on what only the actor knows, so only the actor is told.
    """

    text: str
    mend: str
    section: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that won, in turn order; empty for a draw."""

    winners: tuple[Seat, ...]


class IllegalAction(CompanionError):
    """An action that breaks rules was applied; ``breaches`` says which."""

    def __init__(self, breaches: tuple[Breach, ...]) -> None:
        """Name the broken rules in the sentence."""
        rules = ", ".join(breach.rule for breach in breaches)
        super().__init__(f"This action is not allowed here (rules broken: {rules}).")
        self.breaches = breaches


class PositionError(CompanionError):
    """A position, action or option in text form that means nothing; the sentence says why."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer may know of one seat.

    ``hand`` is None unless the viewer may see it; ``cards`` counts it either way. ``plays`` is the
    piece that the seat moves at present (its own colour, or its partner's later on); EMPTY where
    nobody has a piece of his own.
    """

    seat: Seat
    cards: int
    hand: tuple[Card, ...] | None
    out: bool
    plays: Piece


class Label(NamedTuple):
    """A text (English, the key of its translations) and what fills its placeholders in.

    The key of a detail says what its value is, as in a Breach.
    """

    text: str
    details: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Saying:
    """How an action is said at the screen: what ``seat`` touches, one label after another.

    Actions that begin alike share their first labels. ``shown``: the pieces say it by themselves,
    so that nobody need touch anything. ``private``: it holds what nobody else may know and is said
    where only that seat looks.
    """

    seat: Seat
    labels: tuple[Label, ...]
    shown: bool = False
    private: bool = False


class View(Protocol):
    """What one viewer may know; the only thing a screen, lamp, log or export is given."""

    @property
    def viewer(self) -> Viewer:
        """Who looks."""
        ...

    @property
    def placement(self) -> Placement:
        """What the table should show."""
        ...

    @property
    def turn(self) -> Seat | None:
        """Who is to act; CHANCE while cards are dealt, None when the game is over."""
        ...

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """Every seat in turn order."""
        ...

    @property
    def top_card(self) -> Card | None:
        """The card played last in this round, as it lies on the pile, or called last."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        ...


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", bound=View)


class Game(Protocol[S, A, V]):
    """One game's rules. Playing, refereeing, explaining and teaching all use these functions.

    ``pile``: every move lays a card on a discard pile, and the card is part of the move. Without
    one the pieces alone, or words, tell what was done.
    """

    name: str
    title: str
    pile: bool
    options: tuple[Option, ...]
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    rules: Mapping[Rule, RuleText]

    def __hash__(self) -> int:
        """A game is one object, compared by identity."""
        ...

    def players(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return how many may play with these options, sorted; raises PositionError."""
        ...

    def setup(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> S:
        """Return the state before the first chance action; raises PositionError."""
        ...

    def teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """Return the seats by side; one seat each where everybody plays for himself."""
        ...

    def lot(self, state: S, seat: Seat) -> A:
        """Return the chance action, legal right after ``setup``, that lets this seat begin."""
        ...

    def actor(self, state: S) -> Seat | None:
        """Return who acts: a seat, CHANCE, or None when the game is over.

        Where others may interrupt, this is whose turn it is; their actions name them.
        """
        ...

    def legal(self, state: S) -> tuple[A, ...]:
        """Return every legal action, sorted; with unknown hands, all that some hand allows.

        Interruptions by others than the actor are among them. No player's actions hang on what is
        hidden from him.
        """
        ...

    def judge(self, state: S, action: A) -> tuple[Breach, ...]:
        """Return the rules that the action breaks; empty when it is legal."""
        ...

    def conceivable(self, state: S) -> Iterator[A]:
        """Yield what people try: every legal action and the near misses, each once.

        ``legal(s)`` is exactly the sorted conceivable actions that ``judge`` passes.
        """
        ...

    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action; raises IllegalAction for any other."""
        ...

    def successor(self, state: S, action: A) -> S:
        """Return the state after an action taken from ``legal``; it is not checked again."""
        ...

    def unseen(self, state: S) -> A | None:
        """Return the action that happens out of the camera's sight and needs nobody's word.

        Dealing real cards face down and exchanging them are of this kind; None for all else.
        """
        ...

    def placement(self, state: S) -> Placement:
        """Return what the table should show now."""
        ...

    def attempted(self, state: S, action: A) -> Placement:
        """Return what the table would show after an action, legal or not, were carried out."""
        ...

    def weight(self, state: S, action: A) -> int:
        """Return how many equally likely outcomes a legal chance action stands for.

        Of a card that is dealt these are its copies that may come; a lot counts once.
        """
        ...

    def interrupter(self, action: A) -> Seat | None:
        """Return the seat that an interruption names, which need not be the actor; else None."""
        ...

    def card_of(self, action: A) -> Card | None:
        """Return the card that the action lays on the discard pile, or None.

        In a game without a pile it is the card that the action calls aloud, or the name of the
        piece that it places or uses.
        """
        ...

    def stands_for(self, state: S, card: Card) -> Card | None:
        """Return the card whose powers a card has now: another one for a copy, else itself.

        None where it has none (a copy of nothing).
        """
        ...

    def steps(self, state: S, action: A) -> tuple[Step, ...]:
        """Return the physical doings of an action, in an order that works."""
        ...

    def diagnose(self, state: S, card: Card, shown: Placement) -> tuple[Breach, ...]:
        """Return the smallest set of broken rules that explains what the table shows.

        ``card`` was laid (called, placed), or is empty in a game without a pile, where nobody named
        any. The table, which agrees with no legal action, shows ``shown``; pieces may be missing
        from it. The answer depends on nothing that the players
        cannot see; it is empty where too much differs to be anybody's move.
        """
        ...

    def told(self, state: S, action: A) -> str:
        """Return the English text (a translation's key) of an action that moves no piece.

        It may hold ``{seat}``. It says nothing that is not public.
        """
        ...

    def saying(self, state: S, action: A) -> Saying | None:
        """Return how an action of a seat is said at the screen.

        None where a card on the pile is part of it, for a pass, and for what chance does. Whether
        an action is offered to be said must not hang on a secret, unless it is private.
        """
        ...

    def prompt(self, view: V) -> Label:
        """Return what is expected now, for the head of the screen; the game is not over."""
        ...

    def facts(self, view: V) -> tuple[Label, ...]:
        """Return what else a viewer wants to know: scores, what is left, his own secrets.

        What the pieces and the counts of cards show already is not among them.
        """
        ...

    def otherwise(self, state: S, action: A) -> Iterator[S]:
        """Yield the states the record may have missed, if this legal action turns up surprises.

        Each differs from ``state`` only in what is turned over; in each the action is legal and
        turns up something else. Nothing is yielded for an action that turns nothing up.
        """
        ...

    def learn(self, state: S, seat: Seat, hand: tuple[Card, ...]) -> S:
        """Return the state with a seat's hand known; raises PositionError for one it cannot be."""
        ...

    def amend(self, state: S, placement: Placement) -> S:
        """Return the state with the pieces put as the table shows them.

        What the placement does not tell (who is hidden where) is kept where it still fits and
        unknown otherwise. Raises PositionError for a placement that no table of this game shows.
        """
        ...

    def view(self, state: S, viewer: Viewer) -> V:
        """Return what this viewer may know."""
        ...

    def resample(self, state: S, viewer: Viewer, rng: random.Random) -> S:
        """Return another truth that this viewer cannot tell from ``state``."""
        ...

    def veiled(self, state: S) -> S:
        """Return the state with the cards of every hand forgotten; without a pile as it is.

        With a pile the hands decide what can be played, so that whatever is worked out before
        everybody is worked out of this: its ``legal`` offers what some hand would allow.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def write(self, state: S) -> str:
        """Return the state as text that ``read`` gives back."""
        ...

    def read(self, text: str) -> S:
        """Read a state; raises PositionError."""
        ...

    def write_action(self, state: S, action: A) -> str:
        """Return the action as text that ``read_action`` gives back; it holds nothing secret.

        The state gives the names of seats and places; nothing else of it is used.
        """
        ...

    def read_action(self, state: S, text: str) -> A:
        """Read an action; raises PositionError."""
        ...

    def moves(self, position: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return every outcome of every card of a position in the exchange format.

        Raises PositionError with the key that is wrong and what was expected.
        """
        ...

    def explain(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return why the attempt of a position in the exchange format is not allowed."""
        ...
