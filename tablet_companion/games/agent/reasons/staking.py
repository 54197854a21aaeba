"""What may be said for a lot on a sheet, and for a turn without a move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.agent import actions, sheets
from tablet_companion.games.agent.legal import legal
from tablet_companion.games.agent.reasons.moving import HELPING
from tablet_companion.games.agent.reasons.stakes import (
    WAYS,
    find_stakes,
    has_staked,
    is_known_to_trail,
)
from tablet_companion.games.agent.state import (
    EXILED,
    NOBODY,
    State,
    find_actor,
    home,
    least,
    number,
)
from tablet_companion.games.move import Move, Reason
from tablet_companion.games.text import N_


def _staked_on(move: Move) -> int | None:
    """Return the agent that a lot is put on; None for any other action."""
    staking = isinstance(move.action, actions.Stake)
    return number(move.state, move.action.agent) if staking else None


def _count_moves_home(state: State, agent: int) -> int | None:
    """Return how many moves an agent needs to bring the case home if nobody hinders it.

    None if it is in exile, or another agent has the case.
    """
    city = state.agents[agent]
    if city == EXILED or state.holder not in (agent, NOBODY):
        return None
    left = WAYS[home(agent)][state.case]
    if state.holder == agent:
        return left or 2  # out of its own city and back
    return max(1, WAYS[state.case][city]) + (left or 2)


def _has_case(move: Move) -> bool:
    return _staked_on(move) not in (None, NOBODY) and _staked_on(move) == move.state.holder


def _is_nearest(move: Move) -> bool:
    """Whether no agent needs fewer moves than one that is staked on, and some need more."""
    agent = _staked_on(move)
    if agent is None or move.state.holder != NOBODY:
        return False
    ways = [_count_moves_home(move.state, one) for one in range(len(move.state.agents))]
    counts = [count for count in ways if count is not None]
    return ways[agent] == min(counts) < max(counts) if ways[agent] is not None else False


def _sums(move: Move) -> tuple[int, int]:
    """Return the stake on an agent before and after a lot is put on it; 0 for other actions."""
    agent = _staked_on(move)
    before = 0 if agent is None else find_stakes(move)[agent]
    return before, before + (0 if agent is None else move.action.value)


def _can_attack(move: Move) -> bool:
    before, after = _sums(move)
    return before < sheets.EXILE_COST <= after


def _leads_known(move: Move) -> bool:
    """Whether the stake gets greater than any that is known of the others."""
    agent, (before, after) = _staked_on(move), _sums(move)
    if agent is None:
        return False
    own = find_actor(move.state)
    known = max(least(move.state, seat, agent) for seat in move.state.setting.others(own))
    return before <= known < after and known > 0


def _concentrates(move: Move) -> bool:
    agent, (_, after) = _staked_on(move), _sums(move)
    others = (amount for one, amount in enumerate(find_stakes(move)) if one != agent)
    return agent is not None and after > max(others) > 0


def _spreads(move: Move) -> bool:
    agent = _staked_on(move)
    return agent is not None and not has_staked(move, agent) and max(find_stakes(move)) > 0


def _evens(move: Move) -> bool:
    """Whether a lot is put on an agent that has least of the player's, but something."""
    agent, (before, _) = _staked_on(move), _sums(move)
    pairs = zip(find_stakes(move), move.state.agents, strict=True)
    left = [amount for amount, city in pairs if city != EXILED]
    return agent is not None and 0 < before == min(left) < max(left)


def _keeps_lots(move: Move) -> bool:
    left = sheets.lots_left(move.state.sheets[find_actor(move.state)])
    return move.action == actions.SEAL and any(left)


def _is_outbid(move: Move) -> bool:
    """Whether a bribe is announced while another is known to lead on the agent with the case."""
    state = move.state
    if move.action != actions.BRIBE or state.holder == NOBODY:
        return False
    return is_known_to_trail(move, state.holder)


def _list_moves(move: Move) -> Iterator[Move]:
    """Yield all moves and attacks that the player has instead."""
    for action in legal(move.state):
        if isinstance(action, actions.Move | actions.Attack):
            yield move.instead(action)


def _nothing_helps(move: Move) -> bool:
    """Whether no agent staked on comes on, where nobody's is moved."""
    if move.action not in (actions.BRIBE, actions.PASS):
        return False
    return not any(helps(other) for other in _list_moves(move) for helps in HELPING)


REASONS: Final[tuple[Reason, ...]] = (
    (N_("This agent has the case."), _has_case),
    (N_("No agent needs fewer moves to bring the case home."), _is_nearest),
    (N_("You then have on this agent what an attack costs."), _can_attack),
    (N_("You then have more on this agent than any other player is known to have."), _leads_known),
    (N_("You then have staked most on this agent."), _concentrates),
    (N_("You have staked nothing on this agent yet."), _spreads),
    (N_("You have staked least on this agent so far."), _evens),
    (N_("You keep the other lots for a bribe."), _keeps_lots),
    (N_("Another player has staked more than you on the agent that has the case."), _is_outbid),
    (N_("No move would help an agent on which you have staked."), _nothing_helps),
)
