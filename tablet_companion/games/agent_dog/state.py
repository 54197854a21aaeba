"""The state of a game of Agent DOG, and the few facts that every rule needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from tablet_companion.games.core import Card, Place, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import NOBODY, Phase
from tablet_companion.games.dog_family.track import Square
from tablet_companion.games.shared.cards import Counts, Hand

SEATS: Final = (Seat("red"), Seat("blue"), Seat("green"), Seat("yellow"))
COPY: Final = Card("copy")
EXCHANGE: Final = Card("exchange")
PARTNER: Final = Card("partner")
NUMBERS: Final = {
    **{Card(str(n)): (n,) for n in (2, 3, 5, 6, 7, 8, 9, 10, 12)},
    Card("1/11"): (1, 11),
    Card("13"): (13,),
}
"""The numbers of steps that a card allows."""
CARDS: Final = (*NUMBERS, COPY, EXCHANGE, PARTNER)
START_CARDS: Final = frozenset({Card("1/11"), Card("13")})

HAND_SIZE: Final = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """What people chose when they set the game up, and what follows from it.

    ``seats`` names the four quarters in the direction of travel; ``playing`` are the indices of
    those that play; ``holes`` and ``meetings`` are offsets in every quarter; ``deck`` counts the
    cards in the order of CARDS. ``seen_deal`` says that the program deals and so knows the hands.
    """

    title: ClassVar = "Agent DOG"
    faces: ClassVar = CARDS

    seats: tuple[Seat, ...]
    playing: tuple[int, ...]
    holes: tuple[int, ...]
    meetings: tuple[int, ...]
    deck: Counts
    seen_deal: bool
    names: tuple[Place, ...] = field(init=False, compare=False, repr=False)
    hole_squares: tuple[Square, ...] = field(init=False, compare=False, repr=False)
    is_hole: tuple[bool, ...] = field(init=False, compare=False, repr=False)
    meeting_squares: frozenset[int] = field(init=False, compare=False, repr=False)
    partners: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out the tables that searching reads."""
        quarters = range(0, track.LAP, track.QUARTER)
        holes = tuple(sorted(Square(start + offset) for start in quarters for offset in self.holes))
        for name, value in (
            ("names", tuple(map(Place, track.square_names(self.seats)))),
            ("hole_squares", holes),
            ("is_hole", tuple(square in holes for square in range(track.SQUARES + 4))),
            ("meeting_squares", frozenset(s + o for s in quarters for o in self.meetings)),
            ("partners", (2, 3, 0, 1) if self.teams else (0, 1, 2, 3)),
        ):
            object.__setattr__(self, name, value)

    @property
    def teams(self) -> bool:
        """Whether partners sit opposite each other (four players)."""
        return len(self.playing) == 4

    def partner(self, colour: int) -> int:
        """Return the partner's colour, or the player's own if everybody plays alone."""
        return self.partners[colour]


class State(NamedTuple):
    """A game's whole truth.

    ``board`` holds for each square 0, a colour's index plus one, or UNKNOWN_PAWN; a pawn is face
    down (infiltrated) exactly if it stands on a hole. ``nests`` counts each colour's pawns at home.
    ``turn`` is the seat that acts (the dealer, while cards are dealt). ``last`` is the card played
    last in this round, copies resolved; ``top`` is the card on top of the pile. ``buried`` are
    cards that the program dealt and that were given up unseen: they lie beneath the discards.
    """

    setting: Setting
    board: bytes
    nests: bytes
    phase: Phase = Phase.LOT
    turn: int = 0
    dealer: int = 0
    hands: tuple[Hand, ...] = ((),) * 4
    out: tuple[bool, ...] = (False,) * 4
    last: Card | None = None
    top: Card | None = None
    gifts: tuple[Card, ...] = ()
    unseen: Counts = ()
    discards: Counts = ()
    stock: int = 0
    drawn: bool = False
    round: int = 1
    winner: int = NOBODY
    buried: Hand = ()

    @property
    def opener(self) -> int:
        """The seat that opens the round: the dealer."""
        return self.dealer

    @property
    def hand_size(self) -> int:
        """How many cards everybody is dealt in every round."""
        return HAND_SIZE


def count_missing(state: State) -> tuple[int, ...]:
    """Return, for each colour, how many of its pawns lie face down and unknown."""
    return tuple(
        track.PAWNS_EACH - state.nests[colour] - state.board.count(colour + 1)
        if colour in state.setting.playing
        else 0
        for colour in range(4)
    )
