"""The state of a game of Pocket Ops, and the few facts that every rule needs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from tablet_companion.games.core import UNKNOWN_CARD, Card, Seat
from tablet_companion.games.pocket_ops.board import COLOURS, ROOMS, VACANT, Room
from tablet_companion.games.shared.cards import Hand

T = TypeVar("T")

SEATS: Final = (Seat("red"), Seat("blue"))
SPY: Final[Card] = Card("spy")
ASSASSIN: Final[Card] = Card("assassin")
BURGLAR: Final[Card] = Card("burglar")
COMMANDO: Final[Card] = Card("commando")
COURIER: Final[Card] = Card("courier")
HACKER: Final[Card] = Card("hacker")
MOLE: Final[Card] = Card("mole")
NINJA: Final[Card] = Card("ninja")
SNIPER: Final[Card] = Card("sniper")
SPECIALISTS: Final = (ASSASSIN, BURGLAR, COMMANDO, COURIER, HACKER, MOLE, NINJA, SNIPER)
"""The specialists of each colour, sorted."""
AGENTS: Final = (SPY, *SPECIALISTS)
ON_SPIES: Final = frozenset({ASSASSIN, COURIER})
"""The specialists that are placed on a spy instead of in a free room (3, 4)."""

LOOKED_AT: Final = 2
"""A player looks at this many specialists and keeps one."""
ROUNDS_TO_WIN: Final = 2


class Phase(StrEnum):
    """What comes next.

    First the lot for who guesses first; in each round, looking at specialists and keeping one; in
    each turn the guess, the placement, the reveal and, after a success, the power; between rounds,
    gathering the agents.
    """

    LOT = "lot"
    LOOK = "look"
    ENROL = "enrol"
    GUESS = "guess"
    PLACE = "place"
    REVEAL = "reveal"
    POWER = "power"
    GATHER = "gather"
    OVER = "over"


class Ending(StrEnum):
    """Why a round ended: a line, or one of the kinds of mission impossible (12 to 15)."""

    LINE = "line"
    BOTH_LINES = "both lines"
    NO_LINE_LEFT = "no line left"
    ONE_ROOM = "one room"
    NO_ROOM = "no room"
    TURN_CAP = "turn cap"


@dataclass(frozen=True, slots=True)
class Setting:
    """What people chose when they set the game up.

    ``seen_deal``: the program shuffles the specialists and takes the guesses, and so knows them;
    otherwise people do that with tokens and cards that the machine does not see. ``entrusted`` are
    the seats for which it does so all the same, as nobody sits there.
    """

    code_moves: bool
    turn_cap: int
    seen_deal: bool
    entrusted: tuple[Seat, ...] = ()

    def knows(self, colour: int) -> bool:
        """Whether the program draws a colour's specialists and takes its guesses."""
        return self.seen_deal or SEATS[colour] in self.entrusted


class Placed(NamedTuple):
    """An agent that was put on a room; its reveal or power is still to come."""

    agent: Card
    room: Room


Guess = tuple[Room, ...]
"""The rooms of the cards laid, sorted; empty for cards that the machine has not seen."""


class State(NamedTuple):
    """A game's whole truth, at first an empty base. Pairs hold red's and blue's, in this order."""

    setting: Setting
    phase: Phase = Phase.LOT
    round: int = 1
    first: int = 0
    """Who guessed first in this round."""
    turns: int = 0
    """How many turns of it are over."""
    base: bytes = VACANT
    placed: Placed | None = None
    active: tuple[Card | None, Card | None] = (None, None)
    """The round's specialists, once both have been shown."""
    fresh: tuple[bool, bool] = (False, False)
    """Which of them are still in reserve."""
    offers: tuple[Hand, Hand] = ((), ())
    """The specialists being looked at."""
    sealed: tuple[Card | None, Card | None] = (None, None)
    """The specialists kept but not shown yet."""
    enrolled: tuple[Hand, Hand] = ((), ())
    """All specialists that were ever shown."""
    boxed: tuple[Hand, Hand] = ((), ())
    """The specialists that left the game unseen."""
    guess: Guess | None = None
    """None while nothing is laid."""
    revealed: Guess = ()
    """What was turned up last."""
    double: tuple[bool, bool] = (False, False)
    """Who may guess two rooms."""
    wins: tuple[int, int] = (0, 0)
    ending: Ending | None = None
    """How the previous round ended."""
    winner: int | None = None
    """Who won it."""

    @property
    def guesser(self) -> int:
        """Who guesses in this turn: the players alternate (1)."""
        return (self.first + self.turns) % 2

    @property
    def placer(self) -> int:
        """Who places in this turn."""
        return 1 - self.guesser

    @property
    def code_holder(self) -> int:
        """Who holds the access code: by option, always the one who places (1)."""
        return self.placer if self.setting.code_moves else 1 - self.first

    def in_reserve(self, colour: int) -> Card | None:
        """Return a colour's active specialist if it has not been placed, else None."""
        return self.active[colour] if self.fresh[colour] else None

    def stack(self, colour: int) -> tuple[Card, ...]:
        """Return the specialists that may be in a colour's face-down stack, or being looked at."""
        gone = {*self.enrolled[colour], *self.boxed[colour]}
        return tuple(card for card in SPECIALISTS if card not in gone)

    @property
    def due(self) -> int:
        """Who looks at a specialist, or keeps one, next: the first player, then the other."""
        for colour in (self.first, 1 - self.first):
            lacks = len(self.offers[colour]) < LOOKED_AT
            if lacks if self.phase is Phase.LOOK else self.sealed[colour] is None:
                return colour
        return self.first

    @property
    def to_look_at(self) -> tuple[Card, ...]:
        """The specialists that may be looked at next; unknown while people look unseen."""
        if self.unseen:
            return (UNKNOWN_CARD,)
        colour = self.due
        return tuple(card for card in self.stack(colour) if card not in self.offers[colour])

    @property
    def unseen(self) -> tuple[int, ...]:
        """The colours whose specialists people look at unseen, and have not yet."""
        knows, offers = self.setting.knows, self.offers
        return tuple(colour for colour in COLOURS if not offers[colour] and not knows(colour))

    @property
    def to_keep(self) -> tuple[Card, ...]:
        """The specialists from which the next player may keep one: those looked at (2)."""
        colour = self.due
        offer = self.offers[colour]
        return self.stack(colour) if UNKNOWN_CARD in offer else offer

    @property
    def most_guesses(self) -> int:
        """How many rooms may be guessed in this turn: two after a hacker's success (8)."""
        return 2 if self.double[self.guesser] else 1


def with_own(pair: tuple[T, T], colour: int, value: T) -> tuple[T, T]:
    """Return a pair with one colour's entry changed."""
    return (value, pair[1]) if colour == 0 else (pair[0], value)


def find_fault(state: State) -> str:
    """Return what is invalid in a state that was read from text; empty if nothing is."""
    hands = (*state.offers, *state.enrolled, *state.boxed)
    cards = {card for hand in hands for card in hand}
    single = {*state.active, *state.sealed} - {None}
    rooms = {*(state.guess or ()), *state.revealed, *([state.placed.room] if state.placed else [])}
    if len(state.base) != len(ROOMS) or max(state.base) > 4:
        return "its base is broken"
    if {len(hands), len(state.active) + len(state.sealed)} != {6, 4} or len(state.fresh) != 2:
        return "it needs two players"
    if not cards <= {*SPECIALISTS, UNKNOWN_CARD} or not single <= {*SPECIALISTS}:
        return "its specialists are broken"
    if state.setting.turn_cap < 1:
        return "its cap of turns is below one"
    if not rooms <= set(range(len(ROOMS))) or (state.placed and state.placed.agent not in AGENTS):
        return "its rooms are broken"
    if not {state.first, state.winner} <= {0, 1, None} or len(state.wins) != 2:
        return "its players are broken"
    return ""
