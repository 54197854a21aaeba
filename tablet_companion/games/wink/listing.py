"""Every action of Wink, each once: what those who learn to play number."""

from __future__ import annotations

import itertools

from tablet_companion.games.protocol import Listing
from tablet_companion.games.wink.actions import (
    NO,
    NOBODY,
    YES,
    Accuse,
    Action,
    Call,
    Deal,
    Lay,
    Lot,
    Name,
    Say,
    Stuck,
)
from tablet_companion.games.wink.state import State


def listing(state: State) -> Listing[Action]:
    """Return every action with these cards and seats."""
    cards, seats = state.setting.cards, state.setting.seats
    return Listing(
        chance=(*map(Lot, seats), *map(Deal, cards), *map(Lay, (*seats, NOBODY))),
        seats=(
            *map(Call, cards),
            *map(Name, seats),
            *map(Say, (YES, NO)),
            Stuck(),
            *(Accuse(*pair, card) for pair in itertools.permutations(seats, 2) for card in cards),
        ),
    )
