"""What may be said for an action of Agent: merits that its player can check.

Nothing here depends on another player's stakes, except on what everybody knows of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablet_companion.games.advice import Move, Reason
from tablet_companion.games.agent import actions, sheets
from tablet_companion.games.agent.contest import find_contested, least_bid
from tablet_companion.games.agent.legal import legal
from tablet_companion.games.agent.map import WAYS
from tablet_companion.games.agent.state import EXILED, NOBODY, Phase, home
from tablet_companion.games.text import N_

# --- what a player has staked ---------------------------------------------------------------------


def _stakes(move: Move) -> list[int]:
    """Return what the player has staked on each agent."""
    seat = move.state.setting.seats.index(move.seat)
    return [move.state.stake(seat, agent) for agent in range(len(move.state.agents))]


def _has_staked(move: Move, agent: int | None) -> bool:
    """Whether the player has staked something on an agent."""
    return agent is not None and _stakes(move)[agent] > 0


def _has_staked_less(move: Move, agent: int | None) -> bool:
    """Whether the player has staked more on another agent."""
    return agent is not None and _stakes(move)[agent] < max(_stakes(move))


def _find_known(move: Move, agent: int) -> int:
    """Return the most that anybody else is known to have staked on an agent."""
    others = move.state.setting.others(move.state.setting.seats.index(move.seat))
    return max(int(move.state.least(seat, agent)) for seat in others)


def _is_known_to_trail(move: Move, agent: int | None) -> bool:
    """Whether everybody knows that somebody has staked more on an agent than the player."""
    return agent is not None and _find_known(move, agent) > _stakes(move)[agent]


# --- moving an agent, or attacking with one -------------------------------------------------------


def _acting(move: Move) -> int | None:
    """Return the agent that a move or attack advances; None for any other action."""
    moves = isinstance(move.action, actions.Move | actions.Attack)
    return move.state.number(move.action.agent) if moves else None


def _victim(move: Move) -> int | None:
    attacks = isinstance(move.action, actions.Attack)
    return move.state.number(move.action.victim) if attacks else None


def _nearer(move: Move) -> int:
    """Return how much nearer to its home an agent carries the case; 0 for everything else."""
    agent = _acting(move)
    if agent is None or move.state.holder != agent or move.after.holder != agent:
        return 0
    return WAYS[home(agent)][move.state.case] - WAYS[home(agent)][move.after.case]


def _approach(move: Move) -> int:
    """Return how much nearer to the case an agent comes that does not have it; 0 otherwise."""
    agent = _acting(move)
    if agent is None or agent in (move.state.holder, move.after.holder):
        return 0
    ways = WAYS[move.state.case]
    return ways[move.state.agents[agent]] - ways[move.after.agents[agent]]


def _brings_home(move: Move) -> bool:
    agent = _acting(move)
    nearer = agent is not None and _nearer(move) > 0 and move.after.case == home(agent)
    return nearer and _has_staked(move, agent)


def _takes_case(move: Move) -> bool:
    return _acting(move) is not None and move.state.holder != _acting(move) == move.after.holder


def _leaves_case(move: Move) -> bool:
    return _acting(move) is not None and move.state.holder == _acting(move) != move.after.holder


_MOVING: Final[tuple[Reason, ...]] = (
    (N_("An agent on which you have staked brings the case home."), _brings_home),
    (
        N_("An agent on which you have staked brings the case nearer to its home."),
        lambda m: _nearer(m) > 0 and _has_staked(m, _acting(m)) and not _brings_home(m),
    ),
    (
        N_("An agent on which you have staked takes the case."),
        lambda m: _takes_case(m) and _has_staked(m, _acting(m)),
    ),
    (
        N_("The case goes away from the home of an agent on which you have staked less."),
        lambda m: _nearer(m) < 0 and _has_staked_less(m, _acting(m)),
    ),
    (
        N_("An agent on which you have staked less leaves the case behind."),
        lambda m: _leaves_case(m) and _has_staked_less(m, _acting(m)),
    ),
    (
        N_("It sends away the agent that has the case."),
        lambda m: _victim(m) is not None and _victim(m) == m.state.holder,
    ),
    (
        N_("It sends away an agent on which you have staked less than on another."),
        lambda m: _has_staked_less(m, _victim(m)),
    ),
    (
        N_("An agent on which you have staked comes nearer to the case."),
        lambda m: _approach(m) > 0 and _has_staked(m, _acting(m)),
    ),
    (
        N_("An agent on which you have staked less goes away from the case."),
        lambda m: _approach(m) < 0 and _has_staked_less(m, _acting(m)),
    ),
    (
        N_("It goes away from the case: another player is known to have staked more on it."),
        lambda m: _approach(m) < 0 and _is_known_to_trail(m, _acting(m)),
    ),
)

# --- answers about a move in question: a word, a bid, a decision ----------------------------------

_SPEAKS_FOR: Final[Mapping[actions.Action, bool]] = {
    actions.ACCEPT: True,
    actions.INSIST: True,
    actions.LET_STAND: True,
    actions.OBJECT: False,
    actions.TAKE_BACK: False,
}


def _speaks_for(move: Move) -> bool | None:
    """Whether an action wants the move in question to stand; None if it does not show."""
    state = move.state
    if state.pending is None:
        return None
    if not isinstance(move.action, actions.Bid):
        return _SPEAKS_FOR.get(move.action)
    mover, objector = state.asked == state.turn, state.asked == state.contest.objector
    return mover if mover or objector else None


def _stake_for(move: Move, *, stands: bool = True) -> int:
    """Return the player's stake on the agent whose move is in question.

    -1 unless the action speaks for it (``stands``), or against it.
    """
    speaks = _speaks_for(move) is stands
    return _stakes(move)[find_contested(move.state)] if speaks else -1


def _stake_against(move: Move) -> int:
    return _stake_for(move, stands=False)


def _case_gained(move: Move) -> int:
    """Return how much nearer to its agent's home a move in question has carried the case."""
    agent, pending = find_contested(move.state), move.state.pending
    if not pending.holder == move.state.holder == agent:
        return 0
    return WAYS[home(agent)][pending.case] - WAYS[home(agent)][move.state.case]


def _case_approached(move: Move) -> int:
    """Return how much nearer to the case an agent in question has come that does not have it."""
    agent, pending = find_contested(move.state), move.state.pending
    if agent in (pending.holder, move.state.holder):
        return 0
    ways = WAYS[move.state.case]
    return ways[pending.origin] - ways[move.state.agents[agent]]


def _shields(move: Move) -> bool:
    """Whether an attack on an agent that the player has staked on is opposed."""
    if _speaks_for(move) is not False or not isinstance(move.state.pending.action, actions.Attack):
        return False
    return _has_staked(move, move.state.number(move.state.pending.action.victim))


def _opposes_way_home(move: Move) -> bool:
    return 0 <= _stake_against(move) < max(_stakes(move)) and _case_gained(move) > 0


def _opposes_another(move: Move) -> bool:
    return 0 <= _stake_against(move) < max(_stakes(move)) and not _opposes_way_home(move)


def _opposes_approach(move: Move) -> bool:
    nearer = _stake_against(move) >= 0 and (_case_approached(move) > 0 or _case_gained(move) > 0)
    return nearer and _is_known_to_trail(move, find_contested(move.state))


def _is_harmless(move: Move) -> bool:
    """Whether somebody lets a move stand by which the case comes nearer to no home."""
    allowed = move.action in (actions.ACCEPT, actions.LET_STAND)
    return (
        allowed
        and isinstance(move.state.pending.action, actions.Move)
        and _case_gained(move) <= 0
        and move.state.holder == move.state.pending.holder
    )


def _keeps_turn(move: Move) -> bool:
    gives_way = move.action == actions.GIVE_WAY
    return gives_way and (move.after.phase, move.after.turn) == (Phase.TURN, move.state.turn)


def _public_stake(move: Move) -> int:
    """Return what everybody knows the player to have staked on the agent in question."""
    return int(move.state.least(move.state.asked, find_contested(move.state)))


def _bids_what_is_known(move: Move) -> bool:
    return isinstance(move.action, actions.Bid) and move.action.amount <= _public_stake(move)


def _bids_least(move: Move) -> bool:
    bids = isinstance(move.action, actions.Bid) and not _bids_what_is_known(move)
    return bids and move.action.amount == least_bid(move.state)


_ASKED: Final[tuple[Reason, ...]] = (
    (N_("It protects an agent on which you have staked."), _shields),
    (
        N_("The case would come nearer to the home of an agent on which you have staked less."),
        _opposes_way_home,
    ),
    (
        N_("The case would go away from the home of an agent on which you have staked."),
        lambda m: _stake_against(m) > 0 and _case_gained(m) < 0,
    ),
    (N_("You have staked more on another agent."), _opposes_another),
    (
        N_("You have staked on this agent, and it would go away from the case."),
        lambda m: _stake_against(m) > 0 and _case_approached(m) < 0,
    ),
    (
        N_("It would help another player who is known to have staked more on this agent."),
        _opposes_approach,
    ),
    (
        N_("The case comes nearer to the home of an agent on which you have staked."),
        lambda m: _stake_for(m) > 0 and _case_gained(m) > 0,
    ),
    (
        N_("You have staked on this agent, and it comes nearer to the case."),
        lambda m: _stake_for(m) > 0 and _case_approached(m) > 0,
    ),
    (N_("You have staked most on this agent."), lambda m: 0 < _stake_for(m) == max(_stakes(m))),
    (
        N_("You have staked nothing on this agent that you could bid."),
        lambda m: m.action == actions.ACCEPT and _stake_for(m) == 0,
    ),
    (N_("It brings the case nearer to no home."), _is_harmless),
    (N_("You can still do something else in this turn."), _keeps_turn),
    (N_("Everybody knows already that you have staked this much."), _bids_what_is_known),
    (N_("It is the lowest bid, and shows the least of your stake."), _bids_least),
    (
        N_("A bid would show more of your stake than the others know."),
        lambda m: m.action == actions.CONCEDE and least_bid(m.state) > _public_stake(m),
    ),
)

# --- a lot on a sheet, and a turn without a move --------------------------------------------------


def _staked_on(move: Move) -> int | None:
    """Return the agent that a lot is put on; None for any other action."""
    staking = isinstance(move.action, actions.Stake)
    return move.state.number(move.action.agent) if staking else None


def _count_moves_home(move: Move, agent: int) -> int | None:
    """Return how many moves an agent needs to bring the case home if nobody hinders it.

    None if it is in exile, or another agent has the case.
    """
    state, city = move.state, move.state.agents[agent]
    if city == EXILED or state.holder not in (agent, NOBODY):
        return None
    left = WAYS[home(agent)][state.case] or 2  # out of its own city and back
    return left if state.holder == agent else left + max(1, WAYS[state.case][city])


def _is_nearest(move: Move) -> bool:
    """Whether no agent needs fewer moves than one that is staked on, and some need more."""
    agent = _staked_on(move)
    if agent is None or move.state.holder != NOBODY:
        return False
    ways = [_count_moves_home(move, one) for one in range(len(move.state.agents))]
    counts = [count for count in ways if count is not None]
    return ways[agent] is not None and ways[agent] == min(counts) < max(counts)


def _sums(move: Move) -> tuple[int, int]:
    """Return the stake on an agent before and after a lot is put on it; 0 for other actions."""
    agent = _staked_on(move)
    before = 0 if agent is None else _stakes(move)[agent]
    return before, before + (0 if agent is None else move.action.value)


def _can_attack(move: Move) -> bool:
    before, after = _sums(move)
    return before < sheets.EXILE_COST <= after


def _leads_known(move: Move) -> bool:
    """Whether the stake gets greater than any that is known of the others."""
    agent, (before, after) = _staked_on(move), _sums(move)
    known = 0 if agent is None else _find_known(move, agent)
    return before <= known < after and known > 0


def _concentrates(move: Move) -> bool:
    agent, (_, after) = _staked_on(move), _sums(move)
    others = (amount for one, amount in enumerate(_stakes(move)) if one != agent)
    return agent is not None and after > max(others) > 0


def _evens(move: Move) -> bool:
    """Whether a lot is put on an agent that has least of the player's, but something."""
    agent, (before, _) = _staked_on(move), _sums(move)
    pairs = zip(_stakes(move), move.state.agents, strict=True)
    left = [amount for amount, city in pairs if city != EXILED]
    return agent is not None and 0 < before == min(left) < max(left)


def _keeps_lots(move: Move) -> bool:
    left = sheets.lots_left(move.state.sheets[move.state.due])
    return move.action == actions.SEAL and any(left)


def _is_outbid(move: Move) -> bool:
    """Whether a bribe is announced while another is known to lead on the agent with the case."""
    bribes = move.action == actions.BRIBE and move.state.holder != NOBODY
    return bribes and _is_known_to_trail(move, move.state.holder)


def _helps(move: Move) -> bool:
    """Whether an agent that is staked on comes on."""
    comes_on = _nearer(move) > 0 or _takes_case(move) or _approach(move) > 0
    return comes_on and _has_staked(move, _acting(move))


def _nothing_helps(move: Move) -> bool:
    """Whether no agent staked on could come on, for an action that moves none."""
    if move.action not in (actions.BRIBE, actions.PASS):
        return False
    return not any(_helps(move.instead(other)) for other in legal(move.state))


_STAKING: Final[tuple[Reason, ...]] = (
    (
        N_("This agent has the case."),
        lambda m: _staked_on(m) is not None and _staked_on(m) == m.state.holder,
    ),
    (N_("No agent needs fewer moves to bring the case home."), _is_nearest),
    (N_("You then have on this agent what an attack costs."), _can_attack),
    (N_("You then have more on this agent than any other player is known to have."), _leads_known),
    (N_("You then have staked most on this agent."), _concentrates),
    (
        N_("You have staked nothing on this agent yet."),
        lambda m: _staked_on(m) is not None and _sums(m)[0] == 0 < max(_stakes(m)),
    ),
    (N_("You have staked least on this agent so far."), _evens),
    (N_("You keep the other lots for a bribe."), _keeps_lots),
    (N_("Another player has staked more than you on the agent that has the case."), _is_outbid),
    (N_("No move would help an agent on which you have staked."), _nothing_helps),
)

REASONS: Final[tuple[Reason, ...]] = (*_MOVING, *_ASKED, *_STAKING)
