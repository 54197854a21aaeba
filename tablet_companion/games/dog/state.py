"""The state of a game of DOG, and the few facts that every rule needs."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from tablet_companion.games.core import Card, Rule, Seat
from tablet_companion.games.dog_family import state as family
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import Fresh, State, colour_played
from tablet_companion.games.shared.cards import Counts

CARDS: Final = tuple(
    map(Card, ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"))
)
JOKER: Final = Card("X")

SEVEN: Final = 7
"""The steps of the card that may be split."""

FINISH_FRESH: Final = Rule("finish_fresh")


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


@dataclass(frozen=True)
class Setting(family.Setting):
    """What people chose; ``always_protected`` and ``canadian_seven`` are options of these names.

    All four seats play in every game, and no pawn is ever face down.
    """

    title: ClassVar = "DOG"
    faces: ClassVar = CARDS
    hand_sizes: ClassVar = (6, 5, 4, 3, 2)
    does_dealer_change: ClassVar = False
    may_play_alone: ClassVar = False
    unused: ClassVar = {"last": None, "drawn": False}

    seats: tuple[Seat, ...]
    deck: Counts
    seen_deal: bool = False
    always_protected: bool = False
    canadian_seven: bool = False
    playing: tuple[int, ...] = field(default=(0, 1, 2, 3), init=False, repr=False)
    holes: tuple[int, ...] = field(default=(), init=False, repr=False)
    meetings: tuple[int, ...] = field(default=(), init=False, repr=False)


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
        """The pawns that start spaces protect (3): fresh ones, or by option all of theirs."""
        return track.OWNER if self.always_protected else _GUARDS[self.fresh]

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
