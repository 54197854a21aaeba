"""What may be said for an answer about a move in question: a word, a bid, a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablet_companion.games.agent import actions
from tablet_companion.games.agent.contest import find_contested, least_bid
from tablet_companion.games.agent.reasons.stakes import (
    WAYS,
    find_stakes,
    has_staked,
    is_known_to_trail,
)
from tablet_companion.games.agent.state import Phase, State, home, least, number
from tablet_companion.games.move import Move, Reason
from tablet_companion.games.text import N_

_SPEAKS_FOR: Final[Mapping[actions.Action, bool]] = {
    actions.ACCEPT: True,
    actions.INSIST: True,
    actions.LET_STAND: True,
    actions.OBJECT: False,
    actions.TAKE_BACK: False,
}


def _speaks_for(move: Move) -> bool | None:
    """Return whether an action wants the move in question to stand; None if it does not show."""
    state = move.state
    if state.pending is None:
        return None
    if not isinstance(move.action, actions.Bid):
        return _SPEAKS_FOR.get(move.action)
    mover, objector = state.asked == state.turn, state.asked == state.contest.objector
    return mover if mover or objector else None


def _stake_in_question(move: Move, *, stands: bool) -> int | None:
    """Return the player's stake on the agent whose move is in question.

    None unless the action speaks for it (``stands``), or against it.
    """
    if _speaks_for(move) is not stands:
        return None
    return find_stakes(move)[find_contested(move.state)]


def _count_gain(state: State) -> int:
    """Return how much nearer to its agent's home a move in question has carried the case."""
    agent, pending = find_contested(state), state.pending
    if pending is None or not pending.holder == state.holder == agent:
        return 0
    ways = WAYS[home(agent)]
    return ways[pending.case] - ways[state.case]


def _count_approach(state: State) -> int:
    """Return how much nearer to the case an agent in question has come that does not have it."""
    agent, pending = find_contested(state), state.pending
    if pending is None or agent in (pending.holder, state.holder):
        return 0
    ways = WAYS[state.case]
    return ways[pending.origin] - ways[state.agents[agent]]


def _shields(move: Move) -> bool:
    """Whether an attack on an agent that the player has staked on is opposed."""
    if _speaks_for(move) is not False or not isinstance(move.state.pending.action, actions.Attack):
        return False
    return has_staked(move, number(move.state, move.state.pending.action.victim))


def _opposes_way_home(move: Move) -> bool:
    found = _stake_in_question(move, stands=False)
    return found is not None and found < max(find_stakes(move)) and _count_gain(move.state) > 0


def _opposes_another(move: Move) -> bool:
    found = _stake_in_question(move, stands=False)
    return found is not None and found < max(find_stakes(move)) and not _opposes_way_home(move)


def _opposes_detour(move: Move) -> bool:
    return bool(_stake_in_question(move, stands=False)) and _count_gain(move.state) < 0


def _opposes_retreat(move: Move) -> bool:
    return bool(_stake_in_question(move, stands=False)) and _count_approach(move.state) < 0


def _opposes_approach(move: Move) -> bool:
    if _stake_in_question(move, stands=False) is None:
        return False
    nearer = _count_approach(move.state) > 0 or _count_gain(move.state) > 0
    return nearer and is_known_to_trail(move, find_contested(move.state))


def _lets_approach(move: Move) -> bool:
    return bool(_stake_in_question(move, stands=True)) and _count_approach(move.state) > 0


def _favours(move: Move) -> bool:
    found = _stake_in_question(move, stands=True)
    return found is not None and 0 < found == max(find_stakes(move))


def _lets_carry(move: Move) -> bool:
    return bool(_stake_in_question(move, stands=True)) and _count_gain(move.state) > 0


def _cannot_bid(move: Move) -> bool:
    return move.action == actions.ACCEPT and _stake_in_question(move, stands=True) == 0


def _is_harmless(move: Move) -> bool:
    """Whether somebody lets a move stand by which the case comes nearer to no home."""
    allowed = move.action in (actions.ACCEPT, actions.LET_STAND)
    return (
        allowed
        and isinstance(move.state.pending.action, actions.Move)
        and _count_gain(move.state) <= 0
        and move.state.holder == move.state.pending.holder
    )


def _keeps_turn(move: Move) -> bool:
    gives_way = move.action == actions.GIVE_WAY
    return gives_way and (move.after.phase, move.after.turn) == (Phase.TURN, move.state.turn)


def _shows_nothing(move: Move) -> bool:
    """Whether a player concedes to whom every bid would show more than is known."""
    if move.action != actions.CONCEDE:
        return False
    state = move.state
    return least_bid(state) > least(state, state.asked, find_contested(state))


def _bids_what_is_known(move: Move) -> bool:
    state = move.state
    if not isinstance(move.action, actions.Bid):
        return False
    return bool(move.action.amount <= least(state, state.asked, find_contested(state)))


def _bids_least(move: Move) -> bool:
    bids = isinstance(move.action, actions.Bid) and not _bids_what_is_known(move)
    return bids and move.action.amount == least_bid(move.state)


REASONS: Final[tuple[Reason, ...]] = (
    (N_("It protects an agent on which you have staked."), _shields),
    (
        N_("The case would come nearer to the home of an agent on which you have staked less."),
        _opposes_way_home,
    ),
    (
        N_("The case would go away from the home of an agent on which you have staked."),
        _opposes_detour,
    ),
    (N_("You have staked more on another agent."), _opposes_another),
    (N_("You have staked on this agent, and it would go away from the case."), _opposes_retreat),
    (
        N_("It would help another player who is known to have staked more on this agent."),
        _opposes_approach,
    ),
    (
        N_("The case comes nearer to the home of an agent on which you have staked."),
        _lets_carry,
    ),
    (N_("You have staked on this agent, and it comes nearer to the case."), _lets_approach),
    (N_("You have staked most on this agent."), _favours),
    (N_("You have staked nothing on this agent that you could bid."), _cannot_bid),
    (N_("It brings the case nearer to no home."), _is_harmless),
    (N_("You can still do something else in this turn."), _keeps_turn),
    (N_("Everybody knows already that you have staked this much."), _bids_what_is_known),
    (N_("It is the lowest bid, and shows the least of your stake."), _bids_least),
    (N_("A bid would show more of your stake than the others know."), _shows_nothing),
)
