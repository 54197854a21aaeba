"""Every legal action, and what people try besides: ``judge`` tells the one from the other."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent import contest, judge, sheets
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
from tablet_companion.games.agent.state import Phase, State, most

ANSWERS: dict[Phase, tuple[Action, ...]] = {
    Phase.OBJECT: (Accept(), Object()),
    Phase.YIELD: (GiveWay(), Insist()),
    Phase.DECIDE: (LetStand(), TakeBack()),
    Phase.CLAIM: (Claim(), Waive()),
    Phase.OVER: (),
}
"""The moments with a few words to choose from, all of them allowed."""


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; empty when the game is over."""
    return tuple(sorted(a for a in _candidates(state) if not judge.judge(state, a)))


def _candidates(state: State) -> Iterator[Action]:
    """Yield all that can be legal, and little else."""
    match state.phase:
        case Phase.LOT:
            yield from map(Lot, state.setting.seats)
        case Phase.STAKE | Phase.BRIBE:
            for agent in state.setting.agents:
                yield from (Stake(agent, value) for value in sheets.VALUES)
            yield Seal()
        case Phase.TURN:
            yield from _turn(state)
        case Phase.BID:
            high = most(state, state.asked, contest.contested(state))
            sums = range(contest.least_bid(state), high + 1, sheets.STEP)
            yield from (Bid(amount=amount) for amount in sums)
            yield Concede()
        case Phase.ANNOUNCE | Phase.UNCOVER:
            yield from map(Announce, range(0, sheets.TOTAL + 1, sheets.STEP))
        case _:
            yield from ANSWERS[state.phase]


def _turn(state: State) -> Iterator[Action]:
    yield from judge.moves(state)
    yield from judge.attacks(state)
    yield Bribe()
    yield Pass()


# --- what people try ------------------------------------------------------------------------------


def conceivable(state: State) -> Iterator[Action]:
    """Yield every legal action and the near misses, each once.

    People move any agent anywhere, attack who is far away or at home, stake lots they have no
    more, name sums that are too low, too high or crooked, pass, and answer before they are asked.
    """
    near: dict[Action, None] = dict.fromkeys(_candidates(state))
    near |= dict.fromkeys(_near(state))
    if state.phase is not Phase.OVER:
        near |= dict.fromkeys((Accept(), Object(), Bribe(), Seal(), Concede()))
    yield from near


def _near(state: State) -> Iterator[Action]:
    match state.phase:
        case Phase.TURN | Phase.OBJECT:
            yield from _far(state)
        case Phase.STAKE | Phase.BRIBE:
            for agent in state.setting.agents:
                yield from (Stake(agent, value) for value in (0, 50, 600, 2000))
        case Phase.BID:
            sums = range(0, sheets.TOTAL + 2 * sheets.STEP, sheets.STEP)
            yield from (Bid(amount=amount) for amount in (*sums, 50, 950))
        case Phase.ANNOUNCE | Phase.UNCOVER:
            yield from map(Announce, (50, 950, sheets.TOTAL + sheets.STEP))


def _far(state: State) -> Iterator[Action]:
    """Yield moves of every agent, in exile too, to every city, and attacks wherever one stands."""
    for agent in state.setting.agents:
        for target in MAP.names:
            yield Move(agent, target, on=False)
            yield Move(agent, target, on=True)
        for victim, city in zip(state.setting.agents, state.agents, strict=True):
            for on in (False, True):
                yield Attack(agent, MAP.names[city], on, victim)
