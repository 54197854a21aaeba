"""What a position is worth to each seat at a glance, and which bids and stakes are worth a look.

All numbers were chosen by hand, none is fitted: docs/players.md says how strong the players are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.agent.actions import Action, Bid, Stake
from tablet_companion.games.agent.contest import find_contested
from tablet_companion.games.agent.map import WAYS
from tablet_companion.games.agent.state import EXILED, Phase, State, home
from tablet_companion.games.core import Seat

_NEAR: Final = 1.6
"""Moves by which an agent's chance of coming home falls by a factor of e."""
_IDLE: Final = 0.15
"""The probability that none of the agents wins from where it stands."""
_TIE: Final = 200.0
"""Dollars by which a stake should lead."""
_STAKED: Final = 0.75
"""The share of the agents on which one of two seats stakes at first."""


def estimate(state: State) -> Mapping[Seat, float]:
    """Return whose stakes are highest on the agents most likely to bring the case home."""
    seats = range(len(state.setting.seats))
    scores, weight = [0.0] * len(seats), _IDLE
    for agent, city in enumerate(state.agents):
        if city == EXILED:
            continue
        ways = WAYS[home(agent)]
        left = ways[city] if state.holder == agent else 1 + WAYS[state.case][city]
        left += 0 if state.holder == agent else ways[state.case]
        chance = math.exp(-left / _NEAR)
        weight += chance
        stakes = [state.stake(seat, agent) for seat in seats]
        ranked = sorted(stakes)
        for seat, amount in enumerate(stakes):
            most = ranked[-2] if amount == ranked[-1] else ranked[-1]
            scores[seat] += chance * math.tanh((amount - most) / _TIE)
    return {
        name: scores[seat] / weight for seat, name in zip(seats, state.setting.seats, strict=True)
    }


def keep_useful(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the bids and opening stakes worth a look; of any other actions, all."""
    match state.phase:
        case Phase.BID:
            return _keep_bids(state, actions)
        case Phase.STAKE if len(state.setting.seats) == 2:
            return _keep_stakes(state, actions)
    return actions


def _keep_bids(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the bids from what everybody knows to be staked, which shows nothing more.

    To bid less takes longer, and to concede before it gives the decision away for nothing.
    """
    known = state.least(state.asked, find_contested(state))
    bids = [one for one in actions if isinstance(one, Bid)]
    free = max((one.amount for one in bids if one.amount <= known), default=None)
    return actions if free is None else [one for one in bids if one.amount >= free]


def _keep_stakes(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the lots on agents that have some already, once those are enough, and sealing.

    Who leaves an agent to the other leads on the rest against even stakes. At a glance all lots
    look alike, as the other may have staked little yet. It does not say which agent to leave out.
    """
    staked = {agent for agent, _ in state.sheets[state.turn].batches[-1]}
    if len(staked) < _STAKED * len(state.agents):
        return actions
    return [
        one for one in actions if not isinstance(one, Stake) or state.number(one.agent) in staked
    ]
