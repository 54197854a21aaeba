"""The actions to consider in each phase; the predicates decide which are legal."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final

from tablet_companion.games.agent import actions, contest, sheets
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import EXILED, Phase, State
from tablet_companion.games.core import Piece

ANSWERS: Final[Mapping[Phase, tuple[actions.Action, ...]]] = {
    Phase.OBJECT: (actions.ACCEPT, actions.OBJECT),
    Phase.YIELD: (actions.GIVE_WAY, actions.INSIST),
    Phase.DECIDE: (actions.LET_STAND, actions.TAKE_BACK),
    Phase.CLAIM: (actions.CLAIM, actions.WAIVE),
    Phase.OVER: (),
}
"""The phases with only a few words to choose from, sorted, all of them legal."""
_WITHIN_REACH: Final = tuple((city, *sorted(near)) for city, near in enumerate(MAP.neighbours))
"""For each city, itself and its neighbours."""
_move_of: Final = functools.cache(actions.Move)


def candidates(state: State) -> Iterator[actions.Action]:
    """Yield every action that may be legal, and few others."""
    match state.phase:
        case Phase.LOT:
            yield from map(actions.Lot, state.setting.seats)
        case Phase.STAKE | Phase.BRIBE:
            for agent in state.setting.agents:
                yield from (actions.Stake(agent, value) for value in sheets.VALUES)
            yield actions.SEAL
        case Phase.TURN:
            yield from moves(state)
            yield from attacks(state)
            yield actions.BRIBE
            yield actions.PASS
        case Phase.BID:
            high = state.most(state.asked, contest.find_contested(state))
            sums = range(contest.least_bid(state), high + 1, sheets.STEP)
            yield from (actions.Bid(amount=amount) for amount in sums)
            yield actions.CONCEDE
        case Phase.ANNOUNCE | Phase.UNCOVER:
            yield from map(actions.Announce, range(0, sheets.TOTAL + 1, sheets.STEP))
        case _:
            yield from ANSWERS[state.phase]


def moves(state: State) -> Iterator[actions.Move]:
    """Yield every agent's moves to its neighbours or within its city, with and without case."""
    case, names = state.case, MAP.names
    for name, city in _in_play(state):
        for target in _WITHIN_REACH[city]:
            yield _move_of(name, names[target])
            if case in (city, target):
                yield _move_of(name, names[target], True)  # noqa: FBT003 - the case is taken along


def attacks(state: State) -> Iterator[actions.Attack]:
    """Yield every agent's attacks on agents in a neighbouring city, with and without the case."""
    there = _in_play(state)
    for name, city in there:
        near = MAP.neighbours[city]
        for victim, target in there:
            if target in near:
                yield actions.Attack(name, MAP.names[target], on=False, victim=victim)
                if state.case in (city, target):
                    yield actions.Attack(name, MAP.names[target], on=True, victim=victim)


def _in_play(state: State) -> list[tuple[Piece, int]]:
    pairs = zip(state.setting.agents, state.agents, strict=True)
    return [(name, city) for name, city in pairs if city != EXILED]
