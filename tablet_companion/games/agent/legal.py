"""Every legal action, and the near misses that people try."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent import actions, contest, sheets
from tablet_companion.games.agent.candidates import candidates
from tablet_companion.games.agent.judge import find_highest_bid, judge, judge_bid
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import Phase, State


def legal(state: State) -> tuple[actions.Action, ...]:
    """Return every legal action, sorted; empty when the game is over."""
    if state.phase is Phase.BID:
        return tuple(sorted([*_bids(state), actions.CONCEDE]))
    return tuple(sorted([action for action in candidates(state) if not judge(state, action)]))


def _bids(state: State) -> list[actions.Bid]:
    """Return every possible bid; the player's stake is computed only once."""
    highest = find_highest_bid(state)
    sums = range(contest.least_bid(state), highest + 1, sheets.STEP)
    return [actions.Bid(amount=one) for one in sums if not any(judge_bid(state, one, highest))]


# --- what people try ------------------------------------------------------------------------------


def conceivable(state: State) -> Iterator[actions.Action]:
    """Yield every legal action and the near misses, each once.

    People move any agent anywhere, attack agents far away or at home, stake lots they no longer
    have, bid too little, too much or no round sum, pass, and answer before they are asked. Public
    attempts come first: the order must not reveal a stake.
    """
    near: dict[actions.Action, None] = dict.fromkeys(_near(state))
    if state.phase is not Phase.OVER:
        near |= dict.fromkeys(
            (actions.ACCEPT, actions.OBJECT, actions.BRIBE, actions.SEAL, actions.CONCEDE)
        )
    yield from near | dict.fromkeys(candidates(state))


def _near(state: State) -> Iterator[actions.Action]:
    match state.phase:
        case Phase.TURN | Phase.OBJECT:
            yield from _far(state)
        case Phase.STAKE | Phase.BRIBE:
            for agent in state.setting.agents:
                yield from (actions.Stake(agent, value) for value in (0, 50, 600, 2000))
        case Phase.BID:
            sums = range(0, sheets.TOTAL + 2 * sheets.STEP, sheets.STEP)
            yield from (actions.Bid(amount=amount) for amount in (*sums, 50, 950))
        case Phase.ANNOUNCE | Phase.UNCOVER:
            yield from map(actions.Announce, (50, 950, sheets.TOTAL + sheets.STEP))


def _far(state: State) -> Iterator[actions.Action]:
    """Yield moves of every agent, in exile too, to every city, and attacks wherever one stands."""
    for agent in state.setting.agents:
        for target in MAP.names:
            yield actions.Move(agent, target, on=False)
            yield actions.Move(agent, target, on=True)
        for victim, city in zip(state.setting.agents, state.agents, strict=True):
            for on in (False, True):
                yield actions.Attack(agent, MAP.names[city], on, victim)
