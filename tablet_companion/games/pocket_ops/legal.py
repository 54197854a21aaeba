"""Every legal action of every phase, and the near misses that people try.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops import actions, predicates
from tablet_companion.games.pocket_ops.board import BESIDE, COLOURS, EMPTY, ROOMS, Room
from tablet_companion.games.pocket_ops.powers import list_choices, list_rooms
from tablet_companion.games.pocket_ops.proof import agents
from tablet_companion.games.pocket_ops.state import AGENTS, SPECIALISTS, Phase, State

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
            return tuple(map(actions.Look, state.to_look_at))
        case Phase.ENROL:
            return tuple(map(actions.Enrol, state.to_keep))
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
        if not predicates.how_many_cards(state, guesses[0].rooms)  # equally many cards are alike
    ]
    return allowed[0] if len(allowed) == 1 else tuple(sorted(itertools.chain(*allowed)))


def placements(state: State) -> tuple[actions.Place, ...]:
    """Return every legal placement of the player who places, sorted."""
    colour = state.placer
    fresh = (state.in_reserve(0), state.in_reserve(1))
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
    return list_choices(state.base, state.placer, *state.placed)


# --- what people try ------------------------------------------------------------------------------


def conceivable(state: State) -> Iterator[actions.Action]:
    """Yield every legal action and the near misses, each once.

    People keep a specialist they did not look at, lay two cards without a hacker, put any agent on
    any room, misread the cards, and use a power too far away, on the wrong piece, or not at all.
    """
    match state.phase:
        case Phase.ENROL:
            yield from map(actions.Enrol, SPECIALISTS)
        case Phase.GUESS:
            known = state.setting.knows(state.guesser)
            yield from itertools.chain(*_GUESSES[1:]) if known else legal(state)
        case Phase.PLACE:
            yield from itertools.starmap(
                actions.Place, itertools.product(AGENTS, range(len(ROOMS)))
            )
        case Phase.REVEAL:
            yield from map(actions.Reveal, (False, True))
        case Phase.POWER:
            assert state.placed is not None
            yield from uses(state.base, *state.placed)
        case _:
            yield from legal(state)


def uses(base: bytes, agent: Card, room: Room) -> Iterator[actions.Use]:
    """Yield what people try with any power once its specialist stands in a room, each once.

    Nothing; one piece removed; two pieces swapped; one piece moved; the specialist slid in any
    direction, pushing the agent there.
    """
    taken = [other for other, stands in enumerate(base) if stands != EMPTY]
    yield actions.Use(agent)
    yield from (actions.Use(agent, removed=(other,)) for other in taken)
    yield from (actions.Use(agent, ((a, b), (b, a))) for a, b in itertools.combinations(taken, 2))
    for origin, target in itertools.product(taken, range(len(ROOMS))):
        if base[target] == EMPTY:
            yield actions.Use(agent, ((origin, target),))
    yield from (
        predicates.slide(base, agent, room, other) for other in BESIDE[room] if base[other] != EMPTY
    )
