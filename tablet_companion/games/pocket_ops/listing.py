"""Every action of Pocket Ops, each once: what those who learn to play number."""

from __future__ import annotations

import functools
import itertools

from tablet_companion.games.pocket_ops.actions import (
    Action,
    Enrol,
    Gather,
    Guessed,
    Look,
    Lot,
    Place,
    Reveal,
)
from tablet_companion.games.pocket_ops.base import COLOURS, ROOMS
from tablet_companion.games.pocket_ops.powers import every_use
from tablet_companion.games.pocket_ops.state import AGENTS, SPECIALISTS, State
from tablet_companion.games.protocol import Listing

_ROOMS = range(len(ROOMS))


@functools.cache
def _listed() -> Listing[Action]:
    return Listing(
        chance=(*map(Lot, COLOURS), *map(Look, SPECIALISTS)),
        seats=(
            *map(Enrol, SPECIALISTS),
            *(Guessed(rooms) for n in (1, 2) for rooms in itertools.combinations(_ROOMS, n)),
            *(Place(agent, room) for agent in AGENTS for room in _ROOMS),
            Reveal(foiled=False),
            Reveal(foiled=True),
            *every_use(),
            Gather(),
        ),
    )


def listing(_state: State) -> Listing[Action]:
    """Return every action; the options forbid some, and add none."""
    return _listed()
