"""The state of a game of Wink, and the few facts that every rule needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from tablet_companion.games.core import UNKNOWN_CARD, Card, Seat
from tablet_companion.games.shared.cards import Hand
from tablet_companion.games.wink.editions import EDITIONS, NUMBERS, Edition

SEATS: Final = tuple(
    map(Seat, ("red", "blue", "green", "yellow", "orange", "white", "black", "pink"))
)
CARDS: Final = tuple(Card(str(number)) for number in NUMBERS)


class Phase(StrEnum):
    """What comes next: the lot for who begins, a deal, a turn, or the answer to a claim.

    ``answer``: the player named or accused says whether the card is there. ``lay``: after a wrong
    name the true holder lays the twin face down.
    """

    LOT = "lot"
    DEAL = "deal"
    TURN = "turn"
    ANSWER = "answer"
    LAY = "lay"
    OVER = "over"


class CardSide(StrEnum):
    """How a card of the table is seen: face up, turned down, or gone (won, or removed unfound)."""

    UP = "up"
    DOWN = "down"
    WON = "won"
    REMOVED = "removed"


class Claim(NamedTuple):
    """A naming or accusation without its answer: ``by`` claims that ``of`` holds ``card``."""

    by: int
    of: int
    card: Card
    accusing: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """What people chose when they set the game up, and what follows from it.

    ``seats`` play, clockwise; ``cards`` are in play, the same on the table and in hands.
    ``seen_deal`` says that the program deals and so knows the hands.
    """

    edition: str
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    seen_deal: bool
    index: dict[Card, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out where each card stands in ``cards``."""
        object.__setattr__(self, "index", {card: i for i, card in enumerate(self.cards)})

    @property
    def rules(self) -> Edition:
        """The edition that is played."""
        return EDITIONS[self.edition]

    @property
    def hand_size(self) -> int:
        """The number of cards that each player is dealt."""
        return self.rules.dealt[len(self.seats)]

    @property
    def accusations(self) -> int:
        """The number of accusation cards that each player gets."""
        return self.rules.accusations[len(self.seats)]

    @property
    def one_false_accusation(self) -> bool:
        """Whether a card can be accused about falsely only once."""
        return len(self.seats) in self.rules.one_false

    def after(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return (seat + 1) % len(self.seats)


class State(NamedTuple):
    """A game's whole truth, as far as it is known.

    Tuples over seats are in the order of ``setting.seats``. ``lies`` is what became of each card of
    ``setting.cards`` on the table; ``pawns`` is the card each pawn stands on (or on whose place),
    None before its first call. ``won`` are the face-up cards before each player, ``down`` counts
    the twins laid face down, ``unused`` and ``laid`` the accusation cards in hand and laid in
    front. ``banned`` may not be accused about again. ``barred`` holds the public inferences: (seat,
    card) if the seat cannot hold the card, BOX for the box. ``last`` is the card called last.
    """

    setting: Setting
    phase: Phase
    turn: int
    lies: tuple[CardSide, ...]
    pawns: tuple[Card | None, ...]
    hands: tuple[Hand, ...]
    won: tuple[Hand, ...]
    down: tuple[int, ...]
    unused: tuple[int, ...]
    laid: tuple[int, ...]
    banned: frozenset[Card]
    barred: frozenset[tuple[int, Card]]
    claim: Claim | None
    last: Card | None

    def points(self, seat: int) -> int:
        """Return a seat's points now: cards won and accusation cards still in hand."""
        return len(self.won[seat]) + self.unused[seat]


BOX: Final = -1
"""Where undealt cards lie; used like a seat in ``barred``."""


def find_fault(state: State) -> str:
    """Return what is invalid in a state that was read from text; empty if nothing is."""
    setting, known = state.setting, {*CARDS, UNKNOWN_CARD}
    cards = [*setting.cards, *(card for hand in (*state.hands, *state.won) for card in hand)]
    lengths = {len(row) for row in (state.pawns, state.hands, state.won, state.down, state.laid)}
    if (
        setting.edition not in EDITIONS
        or lengths != {len(setting.seats)}
        or len(state.lies) != len(setting.cards)
        or not known.issuperset(cards)
    ):
        return "its edition, seats or cards do not fit"
    return ""
