"""Every legal action, and the near misses that people try."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablet_companion.games.agent import actions, contest, sheets
from tablet_companion.games.agent import predicates as p
from tablet_companion.games.agent.candidates import ANSWERS, attacks, candidates, moves
from tablet_companion.games.agent.judge import find_highest_bid, judge, judge_within_reach
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.state import Phase, State
from tablet_companion.games.core import Piece


def legal(state: State) -> tuple[actions.Action, ...]:
    """Return every legal action, sorted; empty when the game is over."""
    if state.phase in ANSWERS:
        return ANSWERS[state.phase]
    found: list[actions.Action]
    match state.phase:
        case Phase.TURN:
            found = _turns(state)
        case Phase.STAKE | Phase.BRIBE:
            sealed = [] if p.empty_sheet(state) else [actions.SEAL]
            found = [*_stakes(state), *sealed]
        case Phase.BID:
            found = [*_bids(state), actions.CONCEDE]
        case _:
            found = [one for one in candidates(state) if not judge(state, one)]
    return tuple(sorted(found))


# What the actions of a phase have in common is asked once, not about each; and why an agent that is
# in exile, or too far away, may not go need not be worked out here.


def _turns(state: State) -> list[actions.Action]:
    """Return everything that the seat on turn may do."""
    found: list[actions.Action] = [
        one for one in moves(state) if not any(judge_within_reach(state, one))
    ]
    # Nearly always somebody can move, so that nobody need ask whether passing is allowed (7).
    others = (actions.BRIBE,) if found else (actions.BRIBE, actions.PASS)
    return found + [one for one in (*attacks(state), *others) if not judge(state, one)]


def _stakes(state: State) -> tuple[actions.Stake, ...]:
    """Return every lot that may be staked on some agent, sorted."""
    if p.on_paper(state):
        return ()
    left = sheets.lots_left(state.sheets[state.turn])
    agents = [agent for agent in state.setting.agents if not p.stake_exiled(state, agent)]
    return _lots_on(tuple(agents), tuple([v for v in sheets.VALUES if not p.lot_used(left, v)]))


@functools.lru_cache(maxsize=256)  # most lots leave as many values as there were before
def _lots_on(agents: tuple[Piece, ...], values: tuple[int, ...]) -> tuple[actions.Stake, ...]:
    return tuple(sorted([actions.Stake(agent, value) for agent in agents for value in values]))


def _bids(state: State) -> list[actions.Bid]:
    """Return every bid from the lowest possible to the player's own stake."""
    sums = range(contest.least_bid(state), find_highest_bid(state) + 1, sheets.STEP)
    return [actions.Bid(amount=one) for one in sums]


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
