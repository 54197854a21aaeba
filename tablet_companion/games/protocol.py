"""What every game does: the record of functions that the house plays, referees and teaches by.

A game is pure: no clock, no randomness, no files but its own data. Chance (a deal, a lot) is an
actor whose outcome is an action like any other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from hardware.errors import CompanionError
from tablet_companion.games import usual
from tablet_companion.games.core import (
    Breach,
    Card,
    IllegalAction,
    Message,
    OpenCard,
    Option,
    OptionValue,
    Outcome,
    Piece,
    Place,
    Placement,
    Rule,
    RuleText,
    Saying,
    Seat,
    Step,
    View,
    Viewer,
    say_plainly,
)

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", bound=View)

Options = Mapping[str, OptionValue]
Seatings = tuple[tuple[Seat, ...], ...]
Line = dict[str, Any]
"""One object of the exchange format, as JSON wants it."""
Say = Callable[[str, tuple[tuple[str, str | int], ...]], str]
"""How a rule's text is said, given what fills its placeholders in."""


class NoExchange(CompanionError):
    """The game reads no positions in the exchange format."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """How a game reads positions from JSON, for any other rules engine.

    ``moves`` returns every outcome of every action of a position. ``attempt`` returns the rules
    that the attempt of a position breaks; empty when it is legal. Both raise PositionError with
    the key that is wrong and what was expected.
    """

    moves: Callable[[Mapping[str, Any]], list[Line]]
    attempt: Callable[[Mapping[str, Any]], tuple[Breach, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing(Generic[A]):
    """Every action of a game as it was set up, each with a place of its own.

    ``chance`` is all that chance may do, ``seats`` all that players may, but for ``more``: so many
    numbers are kept for actions that are too many to be listed. ``bare`` returns an action as it
    is listed, without what the table decides.
    """

    chance: tuple[A, ...] = ()
    seats: tuple[A, ...] = ()
    more: int = 0
    bare: Callable[[A], A] = lambda action: action


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Generic[S, A, V]):
    """One game's rules. Playing, refereeing, explaining and teaching all use these functions.

    A game is one object, compared by identity. What has a default here is what most games answer.
    """

    name: str
    title: str
    pile: bool = False
    """Whether every move lays a card on a discard pile, and the card is part of the move.

    Without one the pieces alone, or words, tell what was done."""
    options: tuple[Option, ...] = ()
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...] = ()
    colours: tuple[Piece, ...] = ()
    """Pieces that are nobody's and are called by their colours, in the order of their keys."""
    family: str | None = None
    """The package whose teaching data the game shares with others, if it does."""
    key_places: Mapping[str, int] = field(default_factory=dict)
    """Where the keys of what is said before everybody stand, by their labels.

    None of them changes its place."""
    rules: Mapping[Rule, RuleText]

    # --- setting up ---

    players: Callable[[Options], tuple[int, ...]]
    """Return how many may play with these options, sorted; raises PositionError."""
    choose_seats: Callable[[Options, int], Seatings] | None = None
    """Return what ``seatings`` does; None when the first seats play."""
    setup: Callable[[Options, Sequence[Seat]], S]
    """Return the state before the first chance action; raises PositionError."""
    teams: Callable[[S], tuple[tuple[Seat, ...], ...]]
    """Return the seats by side; one seat each if everybody plays alone."""
    lot: Callable[[S, Seat], A]
    """Return the chance action, legal right after ``setup``, that lets this seat begin."""

    # --- playing ---

    actor: Callable[[S], Seat | None]
    """Return who acts: a seat, CHANCE, or None when the game is over.

    If others may interrupt, this is whose turn it is; their actions name them."""
    legal: Callable[[S], tuple[A, ...]]
    """Return every legal action, sorted; with unknown hands, all that some hand allows.

    Interruptions by others than the actor are among them. No player's actions depend on what is
    hidden from that player."""
    judge: Callable[[S, A], tuple[Breach, ...]]
    """Return the rules that the action breaks; empty when it is legal."""
    conceivable: Callable[[S], Iterator[A]]
    """Yield what people try: every legal action and the near misses, each once.

    ``legal(s)`` is exactly the sorted conceivable actions that ``judge`` passes."""
    successor: Callable[[S, A], S]
    """Return the state after an action taken from ``legal``; it is not checked again."""
    outcome: Callable[[S], Outcome | None]
    """Return how the game ended, or None while it goes on."""
    weight: Callable[[S, A], int] = usual.weigh_once
    """Return how many equally likely outcomes a legal chance action stands for.

    Of a card that is dealt these are its copies that may come; a lot counts once."""
    listing: Callable[[S], Listing[A]] = lambda _state: Listing(more=1 << 14)
    """Return every action that there may be from here on, with hands that the program deals.

    By default none is listed, and numbers are kept for any."""
    silence: Callable[[S], A | None] = usual.never
    """Return the consent that the actor's silence may be taken for, None if it says nothing.

    Whether it is, the option ``objections`` says; the referee keeps the time."""
    objection: Callable[[S], A | None] = usual.never
    """Return what the actor does by speaking up when silence is consent, else None."""
    annulled: Callable[[S, A], tuple[Breach, ...]] = usual.nothing
    """Return the rules that taking this action of a seat back would break, once it is done.

    Empty if it may be taken back. What it turns up is told only to those who have seen it done."""
    unseen: Callable[[S], A | None] = usual.never
    """Return the action that happens out of the camera's sight and needs nobody's word.

    Dealing real cards face down and exchanging them are of this kind; None for all else."""
    interrupter: Callable[[A], Seat | None] = usual.never
    """Return the seat that an interruption names, which need not be the actor; else None."""

    # --- at the table ---

    placement: Callable[[S], Placement]
    """Return what the table should show now."""
    attempted: Callable[[S, A], Placement]
    """Return what the table would show after an action, legal or not, were carried out."""
    steps: Callable[[S, A], tuple[Step, ...]]
    """Return the physical doings of an action, in an order that works."""
    diagnose: Callable[[S, Card, Placement], tuple[Breach, ...]]
    """Return the smallest set of broken rules that explains what the table shows.

    The card was laid (called, placed), or is empty in a game without a pile, when nobody named
    any. The table, which agrees with no legal action, shows the placement; pieces may be missing
    from it. The answer depends on nothing that the players cannot see; it is empty if too much
    differs to be anybody's move."""
    amend: Callable[[S, Placement], S]
    """Return the state with the pieces put as the table shows them.

    What the placement does not tell (who is hidden where) is kept if it still fits and unknown
    otherwise. Raises PositionError for a placement that no table of this game shows."""
    card_of: Callable[[A], Card | None] = usual.never
    """Return the card that the action lays on the discard pile, played or unused, or None.

    In a game without a pile it is the card that the action calls aloud, or the name of the piece
    that it places or uses."""
    open_cards: Callable[[S], Mapping[Card, OpenCard]] = usual.no_open_cards
    """Return what each card would say that may be turned up now; empty when none is due.

    A card on a discard pile is part of its move and not meant. What the cards say may depend on
    what lies sealed: it is for those who have seen a card turned up, and that card only."""
    stands_for: Callable[[S, Card], Card | None] = usual.same_value
    """Return the card whose powers a card has now: another one for a copy, else itself.

    None if it has none (a copy of nothing)."""

    # --- teaching ---

    tries: Callable[[S], Iterator[A]] = usual.no_tries
    """Yield a few of the near misses: what a card says, done with no eye for what forbids it.

    There are so few that the referee can judge them all between two looks."""
    allowed_by: Callable[[S, A], tuple[Rule, ...]] = usual.nothing
    """Return the rules by which a legal action may do what might look wrong, such as jumping.

    Those that its steps and its words tell by themselves are not among them. Public."""
    spaces: Callable[[S, Place, Place], int | None] = usual.never
    """Return how many spaces lead from a place to another; None where nobody counts them."""

    # --- words ---

    told: Callable[[S, A], str]
    """Return the English text (a translation's key) of an action that moves no piece.

    It may hold ``{seat}``. It says nothing that is not public."""
    saying: Callable[[S, A], Saying | None]
    """Return how an action of a seat is said at the screen.

    None if a card on the pile is part of it, for a pass, and for what chance does. Whether an
    action is offered to be said must not depend on a secret, unless it is private."""
    prompt: Callable[[V], Message]
    """Return what is expected now, for the head of the screen; the game is not over."""
    facts: Callable[[V], tuple[Message, ...]] = usual.nothing
    """Return what else a viewer wants to know: scores, what is left, the viewer's own secrets.

    What the pieces and the counts of cards show already is not among them."""

    # --- secrets ---

    view: Callable[[S, Viewer], V]
    """Return what this viewer may know."""
    resample: Callable[[S, Viewer, random.Random], S] = usual.same_state
    """Return another truth that this viewer cannot tell from the state."""
    veiled: Callable[[S], S] = usual.same_state
    """Return the state with all forgotten that nobody at the table may use; else as it is.

    These are the cards of every hand and the colours of pieces turned over. What is worked out
    before everybody is worked out of this: its ``legal`` offers what some truth would allow, and
    says what it would turn up. ``veiled(resample(state))`` is ``veiled(state)`` for the table."""
    recorded: Callable[[S, A], A | None] = usual.same_value
    """Return an action found in the ``veiled`` state as this state's ``legal`` has it.

    What it turns up may be known to the record already. None if the record has something else
    there: then pieces were mixed up, or the record was wrong."""
    corrected: Callable[[S, A], S] = usual.same_state
    """Return the state that an action proves by what it turns up; see ``recorded``.

    In it the action is legal. Raises PositionError if it cannot be true."""
    learn: Callable[[S, Seat, tuple[Card, ...]], S] = usual.no_hands
    """Return the state with a seat's hand known; raises PositionError for one it cannot be."""

    # --- as text ---

    write: Callable[[S], str]
    """Return the state as text that ``read`` gives back."""
    read: Callable[[str], S]
    """Read a state; raises PositionError."""
    write_action: Callable[[S, A], str]
    """Return the action as text that ``read_action`` gives back; it holds nothing secret.

    The state gives the names of seats and places; nothing else of it is used."""
    read_action: Callable[[S, str], A]
    """Read an action; raises PositionError."""
    exchange: Exchange | None = None
    """How positions are read from JSON; None for a game that offers it to nobody."""

    # --- what follows from these ---

    def __repr__(self) -> str:
        """Return the game's name, not its forty functions."""
        return f"<Game {self.name}>"

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from anybody: another truth can be told from this one."""
        return self.resample is not usual.same_state

    def seatings(self, options: Options, players: int) -> Seatings:
        """Return which seats may play, each time in turn order, the usual ones first.

        There is one for every number of ``players``, which has to be one that may play, and
        several if people choose. Raises PositionError for a wrong option.
        """
        if self.choose_seats is None:
            return (self.seats[:players],)
        return self.choose_seats(options, players)

    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action; raises IllegalAction for any other."""
        if breaches := self.judge(state, action):
            raise IllegalAction(breaches)
        return self.successor(state, action)

    def moves(self, position: Mapping[str, Any]) -> list[Line]:
        """Return every outcome of every action of a position in the exchange format.

        Raises PositionError with the key that is wrong and what was expected, NoExchange if the
        game reads none.
        """
        return self._exchange().moves(position)

    def attempt(self, position: Mapping[str, Any]) -> tuple[Breach, ...]:
        """Return the rules that the attempt of a position in the exchange format breaks.

        Raises as ``moves`` does.
        """
        return self._exchange().attempt(position)

    def explain(self, position: Mapping[str, Any], say: Say = say_plainly) -> Line:
        """Return why the attempt of a position is not allowed: rule, mend and booklet section.

        ``say`` puts the rules' texts into a language. Raises as ``moves`` does.
        """
        breaches = self.attempt(position)
        return {"legal": not breaches, "breaches": [self._told(b, say) for b in breaches]}

    def _told(self, breach: Breach, say: Say) -> Line:
        rule = self.rules[breach.rule]
        return {
            "rule": breach.rule,
            "where": list(breach.places),
            "text": say(rule.text, breach.details),
            "mend": say(rule.mend, breach.details),
            "section": say("{text}", (("text", rule.section),)),
        }

    def _exchange(self) -> Exchange:
        if self.exchange is None:
            raise NoExchange(f"{self.title} does not read positions in JSON.")
        return self.exchange


AnyGame = Game[Any, Any, Any]
"""A game of which nothing but its functions is known."""
