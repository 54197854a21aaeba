"""Every action of DOG, each once: the action space of learning players."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablet_companion.games.dog.state import POWERS, SEVEN, Powers, Setting
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Action, Legs
from tablet_companion.games.dog_family.listing import (
    advances,
    list_actions,
    retreats,
    starts,
    swaps,
)
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.protocol import Listing


def _legs(powers: Powers) -> Iterator[Legs]:
    if powers.starts:
        yield from starts()
    yield from advances((*powers.forwards, *[SEVEN] * powers.splits))
    yield from retreats(powers.backwards)
    if powers.swaps:
        yield from swaps(range(track.LAP))


def listing(state: State) -> Listing[Action]:
    """Return every action except a `7` that is split among pawns."""
    return _listed(state.setting)


@functools.lru_cache(maxsize=8)
def _listed(setting: Setting) -> Listing[Action]:
    return list_actions(setting, lambda card: _legs(POWERS[card]))
