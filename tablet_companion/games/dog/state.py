"""The state of a game of DOG, and the few facts that every rule needs."""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from tablet_companion.games.core import Card, Place, Rule, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import NOBODY, Phase, colour_played
from tablet_companion.games.shared.cards import Counts, Hand

SEATS: Final = (Seat("red"), Seat("blue"), Seat("green"), Seat("yellow"))
CARDS: Final = tuple(
    map(Card, ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"))
)
JOKER: Final = Card("X")

PLAYING: Final = (0, 1, 2, 3)
HAND_SIZES: Final = (6, 5, 4, 3, 2)
"""How many cards are dealt, round after round; then the sequence starts again."""
SEVEN: Final = 7
"""The steps of the card that may be split."""

FINISH_FRESH: Final = Rule("finish_fresh")

Fresh = tuple[bool, ...]
"""For every colour, whether its start space holds a pawn that has not moved since it came out."""
NONE_FRESH: Final = (False,) * 4


class Powers(NamedTuple):
    """What a card allows; its player chooses one of these.

    ``forwards`` and ``backwards`` are the possible distances of one pawn; ``starts``: a pawn comes
    out of its nest; ``splits``: seven steps, freely split; ``swaps``: two pawns change places.
    """

    forwards: tuple[int, ...] = ()
    backwards: tuple[int, ...] = ()
    starts: bool = False
    splits: bool = False
    swaps: bool = False


POWERS: Final = {
    Card("A"): Powers(forwards=(1, 11), starts=True),
    **{Card(str(number)): Powers(forwards=(number,)) for number in (2, 3, 5, 6, 8, 9, 10)},
    Card("4"): Powers(forwards=(4,), backwards=(4,)),
    Card("7"): Powers(splits=True),
    Card("J"): Powers(swaps=True),
    Card("Q"): Powers(forwards=(12,)),
    Card("K"): Powers(forwards=(13,), starts=True),
    JOKER: Powers((1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13), (4,), True, True, True),  # noqa: FBT003 - all
}

_GUARDS: Final[dict[Fresh, track.Guards]] = {
    fresh: tuple(owner if owner > 0 and fresh[owner - 1] else -1 for owner in track.OWNER)
    for fresh in itertools.product((False, True), repeat=4)
}


@dataclass(frozen=True, slots=True)
class Setting:
    """What people chose when they set the game up, and what follows from it.

    ``seats`` names the four quarters in the direction of travel (anticlockwise); ``deck`` counts
    the cards in the order of CARDS. ``seen_deal`` says that the program deals and so knows the
    hands. ``always_protected`` and ``canadian_seven`` are the options of these names. In every game
    all four seats play, no pawn is ever face down, and the faces of the cards are these.
    """

    title: ClassVar = "DOG"
    playing: ClassVar = PLAYING
    is_hole: ClassVar = (False,) * (track.SQUARES + 4)
    faces: ClassVar = CARDS

    seats: tuple[Seat, ...]
    deck: Counts
    seen_deal: bool = False
    always_protected: bool = False
    canadian_seven: bool = False
    names: tuple[Place, ...] = dataclasses.field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out the squares' names."""
        object.__setattr__(self, "names", tuple(map(Place, track.square_names(self.seats))))

    def partner(self, colour: int) -> int:
        """Return the colour that sits opposite."""
        return (colour + 2) % 4


class State(NamedTuple):
    """A game's whole truth.

    ``board`` holds for each square 0 or a colour's index plus one; ``nests`` counts each colour's
    pawns at home; ``fresh`` marks the start spaces with a pawn that has just come out. ``turn`` is
    the seat that acts (while cards are dealt, the one that will open the round). ``top`` is the
    card on top of the pile; ``gifts`` are those chosen so far, beginning with the opener's.
    ``buried`` are cards that the program dealt and that were given up unseen: they lie among the
    discards.
    """

    setting: Setting
    board: bytes
    nests: bytes
    fresh: Fresh = NONE_FRESH
    phase: Phase = Phase.LOT
    turn: int = 0
    dealer: int = 0
    hands: tuple[Hand, ...] = ((),) * 4
    out: tuple[bool, ...] = (False,) * 4
    top: Card | None = None
    gifts: tuple[Card, ...] = ()
    unseen: Counts = ()
    discards: Counts = ()
    stock: int = 0
    round: int = 1
    winner: int = NOBODY
    buried: Hand = ()

    @property
    def opener(self) -> int:
        """The seat that opens the round: first the one to the dealer's right, then the next."""
        return (self.dealer + self.round) % len(PLAYING)

    @property
    def hand_size(self) -> int:
        """How many cards everybody is dealt in this round."""
        return HAND_SIZES[(self.round - 1) % len(HAND_SIZES)]


def find_guards(fresh: Fresh, *, always_protected: bool) -> track.Guards:
    """Return the pawns that start spaces protect (3): fresh ones, or by option all of theirs."""
    return track.OWNER if always_protected else _GUARDS[fresh]


class Field(NamedTuple):
    """What the moves of a card depend on: the pawns, whose move it is, and the options.

    ``colour`` is the one that is played: your own, or the partner's once your own are home.
    """

    board: bytes
    nests: bytes
    fresh: Fresh
    colour: int
    always_protected: bool
    canadian_seven: bool

    @property
    def guards(self) -> track.Guards:
        """The pawns that start spaces protect."""
        return find_guards(self.fresh, always_protected=self.always_protected)

    @property
    def partner(self) -> int:
        """The colour opposite the one that is played."""
        return (self.colour + 2) % 4

    def entry(self, colour: int) -> Rule | None:
        """Return the rule that keeps a colour's pawn on its start from entering: fresh (7)."""
        return FINISH_FRESH if self.fresh[colour] else None


def field_of(state: State) -> Field:
    """Return what the moves of the seat on turn depend on."""
    return Field(
        state.board,
        state.nests,
        state.fresh,
        colour_played(state, state.turn),
        state.setting.always_protected,
        state.setting.canadian_seven,
    )
