"""The vocabulary of every game: seats, places, cards, placements, steps, breaches, views.

Everything here is a frozen, hashable value; ``protocol.py`` defines what a game does with them.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NewType

from hardware.errors import CompanionError

Seat = NewType("Seat", str)
"""A player's seat, named by its colour."""
Place = NewType("Place", str)
"""Where a piece can stand, as a game names it: ``T5``, ``red.F1``, ``red.nest``."""
Piece = NewType("Piece", str)
"""What is seen of a piece from above: a colour, or HIDDEN; see ``seen_as``."""
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
"""A face-down piece."""
UNKNOWN_CARD: Final = Card("?")
"""A card whose face the machine has not seen; it is counted, not guessed."""


@functools.cache
def seen_as(piece: Piece) -> Piece:
    """Return how a piece looks: ``green2`` like ``green``, from which only the rules tell it.

    Cards, whose names are numbers, look as they are called.
    """
    return Piece(piece.rstrip(string.digits) or piece)


OptionValue = str | bool | int | tuple[int, ...]
BETWEEN_SECTIONS: Final = ", "
"""Between the titles of a booklet's sections, none of which has a comma."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice people make when they set the game up; the journal records it.

    ``choices`` is empty if any value of the default's type is allowed. Some values are composed:
    with ``members`` the value is some of these numbers, sorted; with ``counted`` it is how many
    there are of each of these. ``told`` has a sentence on what each choice means; it is empty if a
    word is enough.
    """

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    text: str = ""
    members: tuple[int, ...] = ()
    counted: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """What the table should show: a sorted multiset of (place, what is seen there).

    Interchangeable places share a name: three pawns in a nest are three times ``red.nest``. The top
    of a piece is a place of its own: ``Lisbon.case`` is on the case that lies in ``Lisbon``. The
    camera sees both in ``Lisbon``.
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
    """One physical step of an action; steps may be carried out in any order.

    A step is public: ``piece`` is how the piece looks *before* the step, and ``target`` is None if
    naming the place would reveal a hidden colour (a captured piece goes to its own nest, whichever
    that is). A piece is turned at its destination: ``source`` and ``target`` are then equal.
    ``rule`` is the rule that asks for the step, and ``by`` where a piece has gone that had to pass
    or enter this one's place first: people see that before this step.
    """

    kind: StepKind
    piece: Piece
    source: Place
    target: Place | None
    rule: Rule
    by: Place | None = field(default=None, compare=False)

    @classmethod
    def move(cls, piece: Piece, source: Place, target: Place, rule: Rule) -> Step:
        """Return the step of a piece that moves from place to place."""
        return cls(StepKind.MOVED, piece, source, target, rule)


@dataclass(frozen=True, slots=True)
class Breach:
    """One broken rule.

    ``details`` fill the placeholders of the rule's text; the key says what kind of value it is
    (``place``, ``piece``, ``seat``, ``card``, ``count``). A breach contains no secret, unless its
    rule is private: then only the actor may know that it is broken.
    """

    rule: Rule
    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    details: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in plain words (the English text is the key of its translations), and its source.

    ``text`` says why something is not allowed and may hold ``{placeholders}`` for a breach's
    details; ``mend`` says how to put it right; ``section`` names the booklet's section. ``says`` is
    the rule itself, as it is taught. ``private``: only the actor can know whether it is broken, so
    only the actor is told.

    ``when`` are the first one or two words of actions in text form, or the first and the kind of
    place that a piece leaves (``K nest``): once such an action is possible, the rule is worth
    teaching; ``*`` stands for any, and ``broken`` for one that people try and that would break the
    rule. ``surprising``: beginners take what
    the rule allows for a mistake. ``cards`` are the faces that the rule explains.
    """

    text: str
    mend: str
    section: str
    private: bool = False
    says: str = ""
    when: tuple[str, ...] = ()
    surprising: bool = False
    cards: tuple[str, ...] = ()

    def cite(self, chosen: Collection[OptionValue]) -> str:
        """Return the sections to cite in a game with these values of its options.

        A title that ends in an edition's name, ``Aim (Wink)``, is only cited where that edition is
        played; if none of the titles is its own, all are.
        """
        return BETWEEN_SECTIONS.join(self._list_titles(chosen) or self._titles)

    def is_played(self, options: Iterable[Option], chosen: Collection[OptionValue]) -> bool:
        """Whether the rule is not only another edition's than the one chosen in the options."""
        offered = [choice for option in options for choice in option.choices]
        return len(self._list_titles(offered)) < len(self._titles) or bool(
            self._list_titles(chosen)
        )

    @property
    def _titles(self) -> list[str]:
        return self.section.split(BETWEEN_SECTIONS)

    def _list_titles(self, values: Collection[OptionValue]) -> list[str]:
        """Return the titles that end in the name of an edition among these values."""
        endings = tuple(f"({value})" for value in values if isinstance(value, str))
        return [title for title in self._titles if title.casefold().endswith(endings)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that won, in turn order; empty for a draw."""

    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class OpenCard:
    """What a card beside the pieces says when it is turned up.

    ``action`` is what follows from it, None if the card does not decide that alone; ``otherwise``
    are the rules broken by doing anything else. ``breaches`` are the rules broken by turning up
    this card at all; they are the same for every card that may not be turned up.
    """

    action: Any | None = None
    otherwise: tuple[Breach, ...] = ()
    breaches: tuple[Breach, ...] = ()


class IllegalAction(CompanionError):
    """An illegal action was applied; ``breaches`` are the rules it breaks."""

    def __init__(self, breaches: tuple[Breach, ...]) -> None:
        """List the broken rules in the message."""
        rules = ", ".join(breach.rule for breach in breaches)
        super().__init__(f"This action is not allowed here (rules broken: {rules}).")
        self.breaches = breaches


class PositionError(CompanionError):
    """An invalid position, action or option in text form; the message says why."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer may know of one seat.

    ``hand`` is None unless the viewer may see it; ``cards`` counts it either way. ``plays`` is the
    piece that the seat moves at present (its own colour, or later its partner's); EMPTY if nobody
    owns pieces.
    """

    seat: Seat
    cards: int
    hand: tuple[Card, ...] | None
    out: bool
    plays: Piece


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence: its English text (the key of its translations) and the details to insert.

    The key of a detail gives the kind of its value, which decides how it is worded: ``place…``,
    ``piece…``, ``seat…``, ``card…``, ``count…``, ``text…``. A value may be a message itself, or
    several, which are listed.
    """

    text: str
    details: tuple[tuple[str, str | int | Message | tuple[Message, ...]], ...] = ()


class _Plain(string.Formatter):
    """Fills in texts with plain identifiers, which works in English only."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a name after its preposition, or the word that agrees with a number."""
        one, _, several = format_spec.partition("|")
        if several:
            return one if value == 1 else several
        return f"{format_spec} {value}" if format_spec in ("at", "from", "to") else str(value)


def say_plainly(text: str, details: Iterable[tuple[str, Any]]) -> str:
    """Return a text in English, naming seats, places and cards by their identifiers."""
    return _Plain().vformat(text, (), dict(details))


def list_names(kind: str, names: Iterable[str]) -> tuple[Message, ...]:
    """Return the names of several seats or cards, to be listed in one detail of a message."""
    return tuple(Message(f"{{{kind}}}", ((kind, name),)) for name in names)


@dataclass(frozen=True, slots=True)
class Saying:
    """How an action is announced at the screen: the labels that ``seat`` touches in turn.

    Actions that begin alike share their first labels, of which the ``leading`` ones are not told.
    ``shown``: the pieces show the action, so that nobody need touch anything. ``private``: it
    contains a secret and is announced where only that seat looks.
    """

    seat: Seat
    labels: tuple[Message, ...]
    shown: bool = False
    private: bool = False
    leading: int = 1


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know; the only thing that screens, lamps, logs and exports get.

    Each game adds what is seen in it alone. ``turn`` is the seat that acts next, CHANCE while cards
    are dealt, None when the game is over; ``seats`` are in turn order; ``top_card`` is the card
    laid on the pile last in this round, or called last.
    """

    viewer: Viewer
    placement: Placement
    turn: Seat | None
    seats: tuple[SeatView, ...]
    top_card: Card | None
    outcome: Outcome | None
