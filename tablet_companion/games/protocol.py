"""What every game does: the protocol that the rest of the house plays, referees and teaches by.

A game is pure: no clock, no randomness, no files but its own data. Chance (a deal, a lot) is an
actor whose outcome is an action like any other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from tablet_companion.games.core import (
    Breach,
    Card,
    IllegalAction,
    Label,
    OpenCard,
    Option,
    OptionValue,
    Outcome,
    Placement,
    Rule,
    RuleText,
    Saying,
    Seat,
    Step,
    View,
    Viewer,
)

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", bound=View)


class Game(Protocol[S, A, V]):
    """One game's rules. Playing, refereeing, explaining and teaching all use these functions.

    A method with a body here is what most games answer; the others override it.

    ``pile``: every move lays a card on a discard pile, and the card is part of the move. Without
    one the pieces alone, or words, tell what was done. ``family`` is the package whose teaching
    data it shares with other games, where it does. ``key_places`` says where the keys of what
    is said before everybody stand, by their labels, so that none changes its place.
    """

    name: str
    title: str
    pile: bool
    options: tuple[Option, ...]
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    family: str | None = None
    key_places: Mapping[str, int] = MappingProxyType({})
    rules: Mapping[Rule, RuleText]

    def __hash__(self) -> int:
        """A game is one object, compared by identity."""
        return object.__hash__(self)

    def players(self, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """Return how many may play with these options, sorted; raises PositionError."""
        ...

    def seatings(
        self, options: Mapping[str, OptionValue], players: int
    ) -> tuple[tuple[Seat, ...], ...]:
        """Return which seats may play, each time in turn order, the usual ones first.

        There is one for every number of ``players``, which has to be one that may play, and
        several where it is for people to choose. Raises PositionError for a wrong option.
        """
        return (self.seats[:players],)

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
        if breaches := self.judge(state, action):
            raise IllegalAction(breaches)
        return self.successor(state, action)

    def successor(self, state: S, action: A) -> S:
        """Return the state after an action taken from ``legal``; it is not checked again."""
        ...

    def silence(self, state: S) -> A | None:
        """Return the consent that the actor's silence may be taken for, None where it says nothing.

        Whether it is, the option ``objections`` says; the referee keeps the time.
        """
        return None

    def objection(self, state: S) -> A | None:
        """Return what the actor does who speaks up where silence is consent, else None."""
        return None

    def annulled(self, state: S, action: A) -> tuple[Breach, ...]:
        """Return the rules that taking this action of a seat back would break, once it is done.

        Empty where it may be. What it turns up is told only to whoever has seen it done.
        """
        return ()

    def unseen(self, state: S) -> A | None:
        """Return the action that happens out of the camera's sight and needs nobody's word.

        Dealing real cards face down and exchanging them are of this kind; None for all else.
        """
        return None

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
        return 1

    def interrupter(self, action: A) -> Seat | None:
        """Return the seat that an interruption names, which need not be the actor; else None."""
        return None

    def card_of(self, action: A) -> Card | None:
        """Return the card that the action lays on the discard pile, played or unused, or None.

        In a game without a pile it is the card that the action calls aloud, or the name of the
        piece that it places or uses.
        """
        return None

    def open_cards(self, state: S) -> Mapping[Card, OpenCard]:
        """Return what each card would say that may be turned up now; empty where none is due.

        A card on a discard pile is part of its move and not meant. What the cards say may hang on
        what lies sealed: it is for whoever has seen a card turned up, and that card only.
        """
        return {}

    def stands_for(self, state: S, card: Card) -> Card | None:
        """Return the card whose powers a card has now: another one for a copy, else itself.

        None where it has none (a copy of nothing).
        """
        return card

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
        return ()

    def recorded(self, state: S, action: A) -> A | None:
        """Return an action found in the ``veiled`` state as this state's ``legal`` has it.

        What it turns up may be known to the record already. None where the record has something
        else there: then pieces were mixed up, or the record was wrong.
        """
        return action

    def corrected(self, state: S, action: A) -> S:
        """Return the state that an action proves by what it turns up; see ``recorded``.

        In it the action is legal. Raises PositionError where it cannot be true.
        """
        return state

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
        """Return the state with all forgotten that nobody at the table may use; else as it is.

        These are the cards of every hand and the colours of pieces turned over. Whatever is
        worked out before everybody is worked out of this: its ``legal`` offers what some truth
        would allow, and says what it would turn up. ``veiled(resample(state))`` is
        ``veiled(state)`` for the table.
        """
        return state

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
