"""Every legal action of every phase: the possible actions that the predicates pass.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import itertools
from typing import Final

from tablet_companion.games.pocket_ops import actions, predicates
from tablet_companion.games.pocket_ops.base import COLOURS, ROOMS
from tablet_companion.games.pocket_ops.powers import list_choices, list_rooms
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
    tuple(map(actions.Guessed, itertools.combinations(range(len(ROOMS)), count)))
    for count in range(3)
)
"""Every guess with no card, one and two."""


def legal(state: State) -> tuple[actions.Action, ...]:
    """Return every legal action, sorted; with unknown tokens and cards, every possible one."""
    match state.phase:
        case Phase.LOT:
            return tuple(map(actions.Lot, COLOURS))
        case Phase.LOOK:
            return tuple(map(actions.Look, to_look_at(state)))
        case Phase.ENROL:
            return tuple(map(actions.Enrol, to_keep(state)))
        case Phase.GUESS:
            return _guesses(state)
        case Phase.PLACE:
            return placements(state)
        case Phase.REVEAL:
            said = (actions.Reveal(foiled=False), actions.Reveal(foiled=True))
            return tuple(one for one in said if not predicates.as_guessed(state, one))
        case Phase.POWER:
            return powers(state)
        case Phase.GATHER:
            return (actions.Gather(),)
        case Phase.OVER:
            return ()


def _guesses(state: State) -> tuple[actions.Guessed, ...]:
    """Return every guess: any rooms, free or not (3)."""
    allowed = [
        guesses
        for guesses in _GUESSES
        if not predicates.how_many_cards(
            state, guesses[0].rooms
        )  # guesses with equally many cards are alike
    ]
    return allowed[0] if len(allowed) == 1 else tuple(sorted(itertools.chain(*allowed)))


def placements(state: State) -> tuple[actions.Place, ...]:
    """Return every legal placement of the player who places, sorted."""
    colour = placer(state)
    fresh = (in_reserve(state, 0), in_reserve(state, 1))
    return tuple(
        sorted(
            actions.Place(agent, room)
            for agent in agents(fresh, colour)
            for room in list_rooms(state.base, colour, agent)
        )
    )


def powers(state: State) -> tuple[actions.Use, ...]:
    """Return every use of the power of the specialist that just got through, sorted."""
    assert state.placed is not None
    return tuple(list_choices(state.base, placer(state), *state.placed))
