"""Every action of Agent DOG, each once: the action space of learning players."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from tablet_companion.games.agent_dog.partner import POINTS
from tablet_companion.games.agent_dog.state import (
    CARDS,
    COPY,
    EXCHANGE,
    NUMBERS,
    PARTNER,
    START_CARDS,
    Setting,
)
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family.actions import Action, Legs
from tablet_companion.games.dog_family.listing import advances, list_actions, starts, swaps
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.protocol import Listing


def _legs(setting: Setting, card: Card) -> Iterator[Legs]:
    if card == COPY:
        others = (_legs(setting, other) for other in CARDS if other != COPY)
        yield from itertools.chain.from_iterable(others)
    if card in START_CARDS:
        yield from starts()
    if card == EXCHANGE:
        yield from swaps(setting.hole_squares)
    yield from advances((POINTS,) if card == PARTNER else NUMBERS.get(card, ()))


def listing(state: State) -> Listing[Action]:
    """Return every action except a `partner` that is split among pawns."""
    return _listed(state.setting)


@functools.lru_cache(maxsize=8)
def _listed(setting: Setting) -> Listing[Action]:
    return list_actions(setting, lambda card: _legs(setting, card))
