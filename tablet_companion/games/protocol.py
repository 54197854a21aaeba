"""What every game provides: the record of functions by which games are played and taught.

A game is pure: no clock, no randomness, no files but its own data. Chance (a deal, a lot) is an
actor whose outcome is an action like any other.
"""

from __future__ import annotations

import bisect
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from hardware.errors import CompanionError
from tablet_companion.games import core, usual
from tablet_companion.games.advice import Depth, Reason

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", bound=core.View)

Options = Mapping[str, core.OptionValue]
Seatings = tuple[tuple[core.Seat, ...], ...]
Line = dict[str, Any]
"""A JSON object of the exchange format."""
Say = Callable[[str, tuple[tuple[str, str | int], ...]], str]
"""Renders a rule's text, given the values of its placeholders."""


class NoExchange(CompanionError):
    """The game does not read positions in the exchange format."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """How a game reads positions from JSON, for any other rules engine.

    ``moves`` returns every outcome of every action of a position. ``attempt`` returns the rules
    that the attempt of a position breaks; empty when it is legal. Both raise PositionError with
    the key that is wrong and what was expected.
    """

    moves: Callable[[Mapping[str, Any]], list[Line]]
    attempt: Callable[[Mapping[str, Any]], tuple[core.Breach, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing(Generic[A]):
    """Every action of a game with its present set-up, each with its own number.

    ``chance`` is everything chance may do, ``seats`` everything players may do except what is too
    numerous to list: for that, ``more`` numbers are reserved. ``bare`` returns an action in its
    listed form, without the details that the table decides.
    """

    chance: tuple[A, ...] = ()
    seats: tuple[A, ...] = ()
    more: int = 0
    bare: Callable[[A], A] = lambda action: action


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Generic[S, A, V]):
    """One game's rules: the functions for playing, refereeing, explaining and teaching it.

    A game is one object, compared by identity. Defaults are what most games need.
    """

    name: str
    title: str
    pile: bool = False
    """Whether every move lays a card on a discard pile, and the card is part of the move.

    Otherwise the pieces alone, or words, show what was done."""
    options: tuple[core.Option, ...] = ()
    seats: tuple[core.Seat, ...]
    cards: tuple[core.Card, ...] = ()
    colours: tuple[core.Piece, ...] = ()
    """Pieces that belong to nobody and are called by their colours, in the order of their keys."""
    family: str | None = None
    """The package whose teaching data this game shares with others, if any."""
    key_places: Mapping[str, int] = field(default_factory=dict)
    """Fixed positions of the keys for announcements and private pages, by label.

    They never move."""
    rules: Mapping[core.Rule, core.RuleText]

    # --- setting up ---

    players: Callable[[Options], tuple[int, ...]]
    """Return how many may play with these options, sorted; raises PositionError."""
    choose_seats: Callable[[Options, int], Seatings] | None = None
    """Return what ``seatings`` does; None if the first seats play."""
    setup: Callable[[Options, Sequence[core.Seat]], S]
    """Return the state before the first chance action; raises PositionError."""
    teams: Callable[[S], tuple[tuple[core.Seat, ...], ...]]
    """Return the seats by side; one seat each if everybody plays alone."""
    lot: Callable[[S, core.Seat], A]
    """Return the chance action, legal right after ``setup``, that lets this seat begin."""

    # --- playing ---

    actor: Callable[[S], core.Seat | None]
    """Return who acts: a seat, CHANCE, or None when the game is over.

    If others may interrupt, this is whose turn it is; their actions name their own seat."""
    legal: Callable[[S], tuple[A, ...]]
    """Return every legal action, sorted; with unknown hands, all that some hand allows.

    Interruptions by other seats are included. No player's actions depend on what is hidden from
    that player."""
    judge: Callable[[S, A], tuple[core.Breach, ...]]
    """Return the rules that the action breaks; empty when it is legal.

    A value that is no action of the game breaks one, too. An action's seats, cards and places must
    be those of the game, as ``read_action`` returns them."""
    conceivable: Callable[[S], Iterator[A]]
    """Yield what people try: every legal action and the near misses, each once.

    ``legal(s)`` is exactly the sorted conceivable actions that ``judge`` passes."""
    successor: Callable[[S, A], S]
    """Return the state after an action taken from ``legal``; it is not checked again."""
    outcome: Callable[[S], core.Outcome | None]
    """Return how the game ended, or None while it goes on."""
    weight: Callable[[S, A], int] = usual.weigh_once
    """Return how many equally likely outcomes a legal chance action stands for.

    For a dealt card these are its available copies; a lot counts once. The table draws by it, as
    its players foresee."""
    worth: Callable[[S], Mapping[core.Seat, float]] | None = None
    """Return what a position is worth to each seat, from -1 (lost) to 1 (won), before it is over.

    The table's players search with it; without it they play on at random, slowly and weakly."""
    depth: Depth | None = None
    """How far ahead the table's players search; None if the usual depth will do."""
    reasons: tuple[Reason, ...] = ()
    """What the table's advice may say for an action, most important first.

    What is true of it may depend on nothing hidden from the seat that acts."""
    useful: Callable[[S, Sequence[A]], Sequence[A]] = usual.same_value
    """Return some player's actions without those that are never better than another.

    Public facts decide, and at least one action stays."""
    solved: Callable[[S, Sequence[A]], Mapping[A, int]] = usual.no_shares
    """Return how often optimal play takes each of some player's actions; empty if it is unknown.

    Public facts decide. The stronger levels draw from it instead of searching."""
    listing: Callable[[S], Listing[A]] = lambda _state: Listing(more=1 << 14)
    """Return every action possible from here on if the program deals.

    By default nothing is listed, and numbers are reserved for all actions."""
    silence: Callable[[S], A | None] = usual.never
    """Return the action of consent that the actor's silence means, or None.

    The option ``objections`` decides whether it means anything; the referee keeps the time."""
    objection: Callable[[S], A | None] = usual.never
    """Return the action of objecting when silence is consent, else None."""
    annulled: Callable[[S, A], tuple[core.Breach, ...]] = usual.nothing
    """Return the rules that taking back this action of a seat would break, once it is done.

    Empty if it may be taken back. What the action turns up may only reach those who saw it."""
    unseen: Callable[[S], A | None] = usual.never
    """Return the action that happens out of sight and needs no confirmation, or None.

    Examples are dealing real cards face down, and exchanging them."""
    interrupter: Callable[[A], core.Seat | None] = usual.never
    """Return the seat that an interruption names, which need not be the actor, or None."""

    # --- at the table ---

    placement: Callable[[S], core.Placement]
    """Return what the table should show now."""
    attempted: Callable[[S, A], core.Placement]
    """Return what the table would show after an action, legal or not."""
    steps: Callable[[S, A], tuple[core.Step, ...]]
    """Return the physical steps of an action, in an order that works."""
    diagnose: Callable[[S, core.Card, core.Placement], tuple[core.Breach, ...]]
    """Return the smallest set of broken rules that explains what the table shows.

    The card was laid (called, placed); it is empty in a game without a pile if nobody named one.
    The placement agrees with no legal action; pieces may be missing from it. The answer depends
    only on what the players can see; it is empty if too much differs for any move."""
    go_on: Callable[[S, core.Card, core.Placement], tuple[tuple[A, tuple[core.Step, ...]], ...]] = (
        usual.nothing
    )
    """Return the plays of a card that some of its steps have begun, each with those left to do.

    These are plays of which a piece has stopped on its way; the rest is found without this. The
    answer depends only on what the players can see."""
    amend: Callable[[S, core.Placement], S]
    """Return the state with the pieces put as the table shows them.

    Anything the placement does not tell (which pawn is hidden where) is kept if it still fits, and
    is unknown otherwise. Raises PositionError for a placement that is impossible in this game."""
    card_of: Callable[[A], core.Card | None] = usual.never
    """Return the card that the action lays on the discard pile, played or unused, or None.

    In a game without a pile it is the card that is called aloud, or the piece that is placed or
    used."""
    open_cards: Callable[[S], Mapping[core.Card, core.OpenCard]] = usual.no_open_cards
    """Return what each card means that may be turned up now; empty when none is due.

    Cards on a discard pile are part of their moves and excluded. The meaning may depend on sealed
    secrets: reveal it only for a card that was seen turned up."""

    # --- teaching ---

    tries: Callable[[S], Iterator[A]] = usual.no_tries
    """Yield a few near misses: what a card says, done regardless of what forbids it.

    They are few enough for the referee to judge them all between two looks."""
    allowed_by: Callable[[S, A], tuple[core.Rule, ...]] = usual.nothing
    """Return the rules that allow a legal action which may look wrong, such as jumping.

    Rules that its steps and its words show anyway are excluded. Public."""
    bidden: Callable[[S], tuple[core.Rule, ...]] = usual.nothing
    """Return the rules of what people are asked to do now without the table noticing. Public."""
    spaces: Callable[[S, core.Place, core.Place], int | None] = usual.never
    """Return how many spaces lead from one place to another; None if nobody counts them."""

    # --- words ---

    told: Callable[[S, A], str]
    """Return the English text (a translation's key) of an action that moves no piece.

    It may hold ``{seat}``. It contains nothing secret."""
    saying: Callable[[S, A], core.Saying | None]
    """Return how a seat announces an action at the screen.

    None if a card on the pile shows it, for a pass, and for chance. Whether an action is offered
    must not depend on a secret, unless the announcement is private."""
    prompt: Callable[[V], core.Message]
    """Return what players have to do now, as a headline; the game is not over."""
    facts: Callable[[V], tuple[core.Message, ...]] = usual.nothing
    """Return further facts for a viewer: scores, what is left, the viewer's own secrets.

    What the pieces and the counts of cards show anyway is excluded."""
    decisive: Callable[[S], tuple[core.Place, ...]] = usual.nothing
    """Return the places whose pieces have just decided a round or the game. Public."""

    # --- secrets ---

    view: Callable[[S, core.Viewer], V]
    """Return what this viewer may know."""
    resample: Callable[[S, core.Viewer, random.Random], S] = usual.same_state
    """Return another truth that this viewer cannot tell from the state."""
    veiled: Callable[[S], S] = usual.same_state
    """Return the state without what nobody at the table may use.

    That is: with unknown cards in every hand and unknown colours of face-down pieces. Everything
    shown in public is derived from it: its ``legal`` lists what some truth would allow, and what it
    would turn up. ``veiled(resample(state))`` equals ``veiled(state)`` for the table."""
    recorded: Callable[[S, A], A | None] = usual.same_value
    """Return an action found in the ``veiled`` state as this state's ``legal`` has it.

    The record may know already what the action turns up. None if the record contradicts it: then
    pieces were mixed up, or the record was wrong."""
    corrected: Callable[[S, A], S] = usual.same_state
    """Return the state that an action proves by what it turns up; see ``recorded``.

    The action is legal in it. Raises PositionError if there is no such state."""
    holdable: Callable[[S], tuple[core.Card, ...]] = usual.nothing
    """Return the cards that the player on turn may hold; none in a game without a pile."""
    learn: Callable[[S, core.Seat, tuple[core.Card, ...]], S] = usual.no_hands
    """Return the state with a seat's hand known; raises PositionError if it is impossible."""
    forget: Callable[[S, core.Seat, tuple[core.Card, ...]], S] | None = None
    """Return the state with these known cards of a seat's hand unknown again.

    None if the table cannot play a seat with real cards, which are shown to it."""
    exchanging: Callable[[S, core.Seat], S | None] = usual.never
    """Return the state in which a seat with a known hand chooses what real card to give away.

    None if no real cards are exchanged now."""
    receiver: Callable[[S, core.Seat], core.Seat | None] = usual.never
    """Return who gets the card that a seat gives away; None if no cards are given."""
    entrust: Callable[[S, tuple[core.Seat, ...]], S] | None = None
    """Return the state in which the program draws and hides what is secret for just these seats.

    Everybody else uses what is real. None if the table cannot play a seat without its cards."""
    imagine: Callable[[S, core.Viewer, random.Random], S] | None = None
    """Return what ``resample`` does, with others' unknown cards drawn, as if the program had dealt.

    None if that is the same."""

    # --- as text ---

    write: Callable[[S], str]
    """Return the state as text for ``read``."""
    read: Callable[[str], S]
    """Read a state; raises PositionError."""
    write_action: Callable[[S, A], str]
    """Return the action as text for ``read_action``; it contains nothing secret.

    Of the state, only the names of seats and places are used."""
    read_action: Callable[[S, str], A]
    """Read an action; raises PositionError."""
    exchange: Exchange | None = None
    """Reads positions from JSON; None if the game does not offer that."""

    # --- derived from these ---

    def __repr__(self) -> str:
        """Return only the game's name, as a record of forty functions is unreadable."""
        return f"<Game {self.name}>"

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from any player."""
        return self.resample is not usual.same_state

    def seatings(self, options: Options, players: int) -> Seatings:
        """Return the possible seats in turn order, the usual choice first.

        ``players`` must be a possible number; there are several choices if people may choose seats.
        Raises PositionError for a wrong option.
        """
        if self.choose_seats is None:
            return (self.seats[:players],)
        return self.choose_seats(options, players)

    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action; raises IllegalAction for any other."""
        if breaches := self.judge(state, action):
            raise core.IllegalAction(breaches)
        return self.successor(state, action)

    def count_outcomes(self, state: S) -> int:
        """Return how many equally likely outcomes chance has, which is due."""
        return sum(self.weight(state, action) for action in self.legal(state))

    def draw_outcome(self, state: S, number: int) -> A:
        """Return what chance, which is due, does in one of its equally likely outcomes.

        They are numbered from 0; numbers beyond the last begin again.
        """
        actions = self.legal(state)
        ends = tuple(itertools.accumulate(self.weight(state, action) for action in actions))
        return actions[bisect.bisect_right(ends, number % ends[-1])]

    def moves(self, position: Mapping[str, Any]) -> list[Line]:
        """Return every outcome of every action of a position in the exchange format.

        Raises PositionError naming the wrong key and what was expected, NoExchange if the game
        reads no positions.
        """
        return self._exchange().moves(position)

    def attempt(self, position: Mapping[str, Any]) -> tuple[core.Breach, ...]:
        """Return the rules that the attempt of a position in the exchange format breaks.

        Raises as ``moves`` does.
        """
        return self._exchange().attempt(position)

    def explain(self, position: Mapping[str, Any], say: Say = core.say_plainly) -> Line:
        """Return why the attempt of a position is not allowed: rule, mend and booklet section.

        ``say`` renders the rules' texts in a language. Raises as ``moves`` does.
        """
        breaches = self.attempt(position)
        return {"legal": not breaches, "breaches": [self._describe(b, say) for b in breaches]}

    def _describe(self, breach: core.Breach, say: Say) -> Line:
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
"""A game whose state, action and view types are unknown to the caller."""
