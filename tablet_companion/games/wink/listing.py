"""Every action of Wink, each once: the action space of learning players."""

from __future__ import annotations

import itertools

from tablet_companion.games.protocol import Listing
from tablet_companion.games.wink import actions
from tablet_companion.games.wink.state import State


def listing(state: State) -> Listing[actions.Action]:
    """Return every action with these cards and seats."""
    cards, seats = state.setting.cards, state.setting.seats
    return Listing(
        chance=(
            *map(actions.Lot, seats),
            *map(actions.Deal, cards),
            *map(actions.Lay, (*seats, actions.NOBODY)),
        ),
        seats=(
            *map(actions.Call, cards),
            *map(actions.Name, seats),
            *map(actions.Say, (actions.YES, actions.NO)),
            actions.Stuck(),
            *(
                actions.Accuse(*pair, card)
                for pair in itertools.permutations(seats, 2)
                for card in cards
            ),
        ),
    )
