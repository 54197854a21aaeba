"""What can be legal at all in each phase; the predicates say what of it is."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent import contest, sheets
from tablet_companion.games.agent.actions import (
    Accept,
    Action,
    Announce,
    Attack,
    Bid,
    Bribe,
    Claim,
    Concede,
    GiveWay,
    Insist,
    LetStand,
    Lot,
    Move,
    Object,
    Pass,
    Seal,
    Stake,
    TakeBack,
    Waive,
)
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import EXILED, Phase, State, most
from tablet_companion.games.core import Piece

ANSWERS: dict[Phase, tuple[Action, ...]] = {
    Phase.OBJECT: (Accept(), Object()),
    Phase.YIELD: (GiveWay(), Insist()),
    Phase.DECIDE: (LetStand(), TakeBack()),
    Phase.CLAIM: (Claim(), Waive()),
    Phase.OVER: (),
}
"""The moments with a few words to choose from."""


def candidates(state: State) -> Iterator[Action]:
    """Yield all that can be legal, and little else."""
    match state.phase:
        case Phase.LOT:
            yield from map(Lot, state.setting.seats)
        case Phase.STAKE | Phase.BRIBE:
            for agent in state.setting.agents:
                yield from (Stake(agent, value) for value in sheets.VALUES)
            yield Seal()
        case Phase.TURN:
            yield from moves(state)
            yield from attacks(state)
            yield Bribe()
            yield Pass()
        case Phase.BID:
            high = most(state, state.asked, contest.contested(state))
            sums = range(contest.least_bid(state), high + 1, sheets.STEP)
            yield from (Bid(amount=amount) for amount in sums)
            yield Concede()
        case Phase.ANNOUNCE | Phase.UNCOVER:
            yield from map(Announce, range(0, sheets.TOTAL + 1, sheets.STEP))
        case _:
            yield from ANSWERS[state.phase]


def moves(state: State) -> Iterator[Move]:
    """Yield the moves of every agent to its neighbours and within its city, either way."""
    for name, city in _in_play(state):
        for target in (city, *sorted(MAP.neighbours[city])):
            yield Move(name, MAP.names[target], on=False)
            if state.case in (city, target):
                yield Move(name, MAP.names[target], on=True)


def attacks(state: State) -> Iterator[Attack]:
    """Yield the attacks of every agent on those in a neighbouring city, either way."""
    for name, city in _in_play(state):
        for victim, target in _in_play(state):
            if target in MAP.neighbours[city]:
                yield Attack(name, MAP.names[target], on=False, victim=victim)
                if state.case in (city, target):
                    yield Attack(name, MAP.names[target], on=True, victim=victim)


def _in_play(state: State) -> Iterator[tuple[Piece, int]]:
    for name, city in zip(state.setting.agents, state.agents, strict=True):
        if city != EXILED:
            yield name, city
