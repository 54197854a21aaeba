"""The state of a game of Agent DOG, and the few facts that every rule needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from tablet_companion.games.core import Card, Seat
from tablet_companion.games.dog_family import state as family
from tablet_companion.games.shared.cards import Counts

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


@dataclass(frozen=True)
class Setting(family.Setting):
    """What people chose when they set the game up."""

    title: ClassVar = "Agent DOG"
    faces: ClassVar = CARDS
    hand_sizes: ClassVar = (5,)
    does_dealer_change: ClassVar = True
    may_play_alone: ClassVar = True
    unused: ClassVar = {"fresh": [False] * 4}

    seats: tuple[Seat, ...]
    playing: tuple[int, ...]
    holes: tuple[int, ...]
    meetings: tuple[int, ...]
    deck: Counts
    seen_deal: bool
