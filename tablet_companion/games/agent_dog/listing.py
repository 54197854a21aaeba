"""What the cards of Agent DOG do with one pawn, for the action space of learning players."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tablet_companion.games.agent_dog import state
from tablet_companion.games.agent_dog.partner import POINTS
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import listing
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import Setting


def legs_of(setting: Setting, card: Card) -> Iterator[Legs]:
    """Yield every way of a card, except a `partner` that is split among pawns."""
    if card == state.COPY:
        others = (legs_of(setting, other) for other in state.CARDS if other != state.COPY)
        yield from itertools.chain.from_iterable(others)
    if card in state.START_CARDS:
        yield from listing.starts()
    if card == state.EXCHANGE:
        yield from listing.swaps(setting.hole_squares)
    yield from listing.advances((POINTS,) if card == state.PARTNER else state.NUMBERS.get(card, ()))
