"""What people try: the near misses around the legal actions, to name what somebody did wrong."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops.actions import Action, Enrol, Guessed, Place, Reveal, Use
from tablet_companion.games.pocket_ops.base import BESIDE, EMPTY, ROOMS, Room
from tablet_companion.games.pocket_ops.legal import legal
from tablet_companion.games.pocket_ops.predicates import slide
from tablet_companion.games.pocket_ops.state import AGENTS, SPECIALISTS, Phase, State, guesser


def conceivable(state: State) -> Iterator[Action]:
    """Yield every legal action and the near misses, each once.

    People keep a specialist they did not look at, lay two cards without a hacker, put any agent on
    any room, misread the cards, and use a power too far away, on the wrong piece, or not at all.
    """
    match state.phase:
        case Phase.ENROL:
            yield from map(Enrol, SPECIALISTS)
        case Phase.GUESS:
            yield from _guesses() if state.setting.knows(guesser(state)) else legal(state)
        case Phase.PLACE:
            yield from itertools.starmap(Place, itertools.product(AGENTS, range(len(ROOMS))))
        case Phase.REVEAL:
            yield from map(Reveal, (False, True))
        case Phase.POWER:
            assert state.placed is not None
            yield from uses(state.base, *state.placed)
        case _:
            yield from legal(state)


def _guesses() -> Iterator[Guessed]:
    for count in (1, 2):
        yield from map(Guessed, itertools.combinations(range(len(ROOMS)), count))


def uses(base: bytes, agent: Card, room: Room) -> Iterator[Use]:
    """Yield what people try with any power once its specialist stands in a room, each once.

    Nothing; one piece removed; two pieces swapped; one piece moved; the specialist slid in any
    direction, pushing the agent there.
    """
    taken = [other for other, stands in enumerate(base) if stands != EMPTY]
    yield Use(agent)
    yield from (Use(agent, removed=(other,)) for other in taken)
    yield from (Use(agent, ((a, b), (b, a))) for a, b in itertools.combinations(taken, 2))
    for origin, target in itertools.product(taken, range(len(ROOMS))):
        if base[target] == EMPTY:
            yield Use(agent, ((origin, target),))
    yield from (slide(base, agent, room, other) for other in BESIDE[room] if base[other] != EMPTY)
