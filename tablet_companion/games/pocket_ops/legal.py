"""Every legal action of every phase. Where agents may go and what powers do is ``powers``' to say.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import itertools

from tablet_companion.games.core import UNKNOWN_CARD, Card
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
from tablet_companion.games.pocket_ops.flow import due
from tablet_companion.games.pocket_ops.powers import choices, rooms
from tablet_companion.games.pocket_ops.proof import agents
from tablet_companion.games.pocket_ops.state import (
    Phase,
    State,
    guesser,
    in_reserve,
    placer,
    stack,
)


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; with unknown tokens and cards, all that may be."""
    match state.phase:
        case Phase.LOT:
            return tuple(map(Lot, COLOURS))
        case Phase.LOOK:
            return tuple(map(Look, _to_look_at(state)))
        case Phase.ENROL:
            return tuple(map(Enrol, to_keep(state)))
        case Phase.GUESS:
            return tuple(sorted(_guesses(state)))
        case Phase.PLACE:
            return placements(state)
        case Phase.REVEAL:
            return tuple(
                reveal
                for reveal in (Reveal(foiled=False), Reveal(foiled=True))
                if may_be(state, reveal)
            )
        case Phase.POWER:
            return powers(state)
        case Phase.GATHER:
            return (Gather(),)
        case Phase.OVER:
            return ()


def _to_look_at(state: State) -> tuple[Card, ...]:
    if not state.setting.seen_deal:
        return (UNKNOWN_CARD,)
    colour = due(state)
    return tuple(card for card in stack(state, colour) if card not in state.offers[colour])


def to_keep(state: State) -> tuple[Card, ...]:
    """Return the specialists of which whoever is due may keep one: those looked at (2)."""
    colour = due(state)
    offer = state.offers[colour]
    return stack(state, colour) if UNKNOWN_CARD in offer else offer


def most_guesses(state: State) -> int:
    """Return how many rooms may be guessed in this turn: two after a hacker's success (8)."""
    return 2 if state.double[guesser(state)] else 1


def _guesses(state: State) -> list[Guessed]:
    """Return every guess: any rooms, free or not (3)."""
    if not state.setting.seen_deal:
        return [Guessed(())]
    counts = range(1, most_guesses(state) + 1)
    rooms_ = range(len(ROOMS))
    return [Guessed(some) for count in counts for some in itertools.combinations(rooms_, count)]


def placements(state: State) -> tuple[Place, ...]:
    """Return every legal placement of whoever places, sorted."""
    colour = placer(state)
    fresh = (in_reserve(state, 0), in_reserve(state, 1))
    return tuple(
        sorted(
            Place(agent, room)
            for agent in agents(fresh, colour)
            for room in rooms(state.base, colour, agent)
        )
    )


def may_be(state: State, reveal: Reveal) -> bool:
    """Say whether the cards laid can say so: those not seen can say anything."""
    if state.placed is None or not state.guess:
        return True
    return reveal.foiled == (state.placed.room in state.guess)


def powers(state: State) -> tuple[Use, ...]:
    """Return every way to use the power of the specialist that just got through, sorted."""
    assert state.placed is not None
    return tuple(choices(state.base, placer(state), *state.placed))
