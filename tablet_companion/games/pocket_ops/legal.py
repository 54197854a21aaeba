"""Every legal action of every phase: what the predicates pass of what the table offers.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import itertools
from typing import Final

from tablet_companion.games.pocket_ops import predicates
from tablet_companion.games.pocket_ops.actions import (
    Action,
    Enrol,
    Gather,
    Guessed,
    Look,
    Lot,
    Place,
    Reveal,
    Use,
)
from tablet_companion.games.pocket_ops.base import COLOURS, ROOMS
from tablet_companion.games.pocket_ops.powers import choices, rooms
from tablet_companion.games.pocket_ops.proof import agents
from tablet_companion.games.pocket_ops.state import (
    Phase,
    State,
    in_reserve,
    placer,
    to_keep,
    to_look_at,
)

_GUESSES: Final = tuple(
    tuple(map(Guessed, itertools.combinations(range(len(ROOMS)), count))) for count in range(3)
)
"""Every guess of no card, one and two."""


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; with unknown tokens and cards, all that may be."""
    match state.phase:
        case Phase.LOT:
            return tuple(map(Lot, COLOURS))
        case Phase.LOOK:
            return tuple(map(Look, to_look_at(state)))
        case Phase.ENROL:
            return tuple(map(Enrol, to_keep(state)))
        case Phase.GUESS:
            return _guesses(state)
        case Phase.PLACE:
            return placements(state)
        case Phase.REVEAL:
            said = (Reveal(foiled=False), Reveal(foiled=True))
            return tuple(one for one in said if not predicates.as_guessed(state, one))
        case Phase.POWER:
            return powers(state)
        case Phase.GATHER:
            return (Gather(),)
        case Phase.OVER:
            return ()


def _guesses(state: State) -> tuple[Guessed, ...]:
    """Return every guess: any rooms, free or not (3)."""
    allowed = [
        guesses
        for guesses in _GUESSES
        if not predicates.how_many_cards(state, guesses[0].rooms)  # of as many cards all are alike
    ]
    return allowed[0] if len(allowed) == 1 else tuple(sorted(itertools.chain(*allowed)))


def placements(state: State) -> tuple[Place, ...]:
    """Return every legal placement of the player who places, sorted."""
    colour = placer(state)
    fresh = (in_reserve(state, 0), in_reserve(state, 1))
    return tuple(
        sorted(
            Place(agent, room)
            for agent in agents(fresh, colour)
            for room in rooms(state.base, colour, agent)
        )
    )


def powers(state: State) -> tuple[Use, ...]:
    """Return every way to use the power of the specialist that just got through, sorted."""
    assert state.placed is not None
    return tuple(choices(state.base, placer(state), *state.placed))
