"""Every action of Pocket Ops, each once: the action space of learning players."""

from __future__ import annotations

import functools
import itertools

from tablet_companion.games.pocket_ops import actions
from tablet_companion.games.pocket_ops.board import COLOURS, ROOMS
from tablet_companion.games.pocket_ops.powers import every_use
from tablet_companion.games.pocket_ops.state import AGENTS, SPECIALISTS, State
from tablet_companion.games.protocol import Listing

_ROOMS = range(len(ROOMS))


@functools.cache
def _listed() -> Listing[actions.Action]:
    return Listing(
        chance=(*map(actions.Lot, COLOURS), *map(actions.Look, SPECIALISTS)),
        seats=(
            *map(actions.Enrol, SPECIALISTS),
            *(
                actions.Guessed(rooms)
                for n in (1, 2)
                for rooms in itertools.combinations(_ROOMS, n)
            ),
            *(actions.Place(agent, room) for agent in AGENTS for room in _ROOMS),
            actions.Reveal(foiled=False),
            actions.Reveal(foiled=True),
            *every_use(),
            actions.Gather(),
        ),
    )


def listing(_state: State) -> Listing[actions.Action]:
    """Return every action; options may forbid some but add none."""
    return _listed()
