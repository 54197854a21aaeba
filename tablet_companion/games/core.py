"""What every game is made of: seats, places, cards, placements, steps, breaches, views.

Everything here is a frozen, hashable value; ``protocol.py`` says what a game does with them.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NewType, Protocol

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

    ``text`` says why something was not allowed and may hold ``{placeholders}`` for a breach's
    details; ``mend`` says how to put it right; ``section`` names the booklet's section. ``says`` is
    the rule itself, as it is taught. ``private``: whether it is broken depends on what only the
    actor knows, so only the actor is told.

    ``when`` are first words of actions in text form, one or two: once such an action may be done,
    the rule is worth telling; ``*`` stands for any. ``surprising``: players who do not know the
    rule take what it allows for a mistake. ``cards`` are the faces that the rule explains.
    """

    text: str
    mend: str
    section: str
    private: bool = False
    says: str = ""
    when: tuple[str, ...] = ()
    surprising: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that won, in turn order; empty for a draw."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class OpenCard:
    """What a card says that is turned up beside the pieces.

    ``action`` is what happens by it, None where it does not decide that alone; ``otherwise`` are
    the rules broken by whoever does something else instead. ``breaches`` are those broken by
    turning up this card at all; they are the same for every card that may not be turned up.
    """

    action: Any | None = None
    otherwise: tuple[Breach, ...] = ()
    breaches: tuple[Breach, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence: its English text (the key of its translations) and what fills it in.

    The key of a detail says what its value is and so how it is put into words: ``place…``,
    ``piece…``, ``seat…``, ``card…``, ``count…``, ``text…``. A value may be a message itself, or
    several, which are listed.
    """

    text: str
    details: tuple[tuple[str, str | int | Message | tuple[Message, ...]], ...] = ()


class _Plain(string.Formatter):
    """Fills texts in with identifiers, for which only English has words enough."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a name behind the preposition of its form, or the word that goes with a number."""
        one, _, several = format_spec.partition("|")
        if several:
            return one if value == 1 else several
        return f"{format_spec} {value}" if format_spec in ("at", "from", "to") else str(value)


def say_plainly(text: str, details: Iterable[tuple[str, Any]]) -> str:
    """Return a text in English, with seats, places and cards by their identifiers."""
    return _Plain().vformat(text, (), dict(details))


def list_names(kind: str, names: Iterable[str]) -> tuple[Message, ...]:
    """Return the names of several seats or cards, to be listed in one detail of a message."""
    return tuple(Message(f"{{{kind}}}", ((kind, name),)) for name in names)


@dataclass(frozen=True, slots=True)
class Saying:
    """How an action is said at the screen: what ``seat`` touches, one label after another.

    Actions that begin alike share their first labels. ``shown``: the pieces say it by themselves,
    so that nobody need touch anything. ``private``: it holds what nobody else may know and is said
    where only that seat looks.
    """

    seat: Seat
    labels: tuple[Message, ...]
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
        """The card that was laid on the pile last in this round, or called last."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        ...
