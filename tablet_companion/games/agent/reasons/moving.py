"""What may be said for moving an agent, or attacking with one."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.agent import actions
from tablet_companion.games.agent.reasons.stakes import (
    WAYS,
    find_acting,
    has_staked,
    has_staked_less,
    is_known_to_trail,
)
from tablet_companion.games.agent.state import home, number
from tablet_companion.games.move import Move, Reason
from tablet_companion.games.text import N_


def _count_nearer(move: Move, agent: int | None) -> int:
    """Return how much nearer to its home an agent carries the case; 0 for everything else."""
    if agent is None or move.state.holder != agent or move.after.holder != agent:
        return 0
    ways = WAYS[home(agent)]
    return ways[move.state.case] - ways[move.after.case]


def _brings_home(move: Move) -> bool:
    agent = find_acting(move)
    nearer = _count_nearer(move, agent) > 0 and has_staked(move, agent)
    return agent is not None and nearer and move.after.case == home(agent)


def _brings_nearer(move: Move) -> bool:
    agent = find_acting(move)
    return _count_nearer(move, agent) > 0 and has_staked(move, agent) and not _brings_home(move)


def _takes_case(move: Move) -> bool:
    agent = find_acting(move)
    took = agent is not None and move.state.holder != agent == move.after.holder
    return took and has_staked(move, agent)


def _leads_away(move: Move) -> bool:
    """Whether the case is led away from the home of its agent, to the player's advantage."""
    agent = find_acting(move)
    return _count_nearer(move, agent) < 0 and has_staked_less(move, agent)


def _leaves_case(move: Move) -> bool:
    agent = find_acting(move)
    left = agent is not None and move.state.holder == agent != move.after.holder
    return left and has_staked_less(move, agent)


def _sends_away(move: Move) -> bool:
    attacks = isinstance(move.action, actions.Attack)
    return attacks and has_staked_less(move, number(move.state, move.action.victim))


def _sends_case_away(move: Move) -> bool:
    attacks = isinstance(move.action, actions.Attack)
    return attacks and number(move.state, move.action.victim) == move.state.holder


def _approach(move: Move) -> int:
    """Return how much nearer to the case an agent comes that does not have it; 0 otherwise."""
    agent = find_acting(move)
    if agent is None or agent in (move.state.holder, move.after.holder):
        return 0
    ways = WAYS[move.state.case]
    return ways[move.state.agents[agent]] - ways[move.after.agents[agent]]


def _approaches(move: Move) -> bool:
    return _approach(move) > 0 and has_staked(move, find_acting(move))


def _goes_away(move: Move) -> bool:
    return _approach(move) < 0 and has_staked_less(move, find_acting(move))


def _goes_away_from_trailing(move: Move) -> bool:
    agent = find_acting(move)
    return agent is not None and _approach(move) < 0 and is_known_to_trail(move, agent)


HELPING: Final = (_brings_home, _brings_nearer, _takes_case, _approaches)


REASONS: Final[tuple[Reason, ...]] = (
    (N_("An agent on which you have staked brings the case home."), _brings_home),
    (N_("An agent on which you have staked brings the case nearer to its home."), _brings_nearer),
    (N_("An agent on which you have staked takes the case."), _takes_case),
    (
        N_("The case goes away from the home of an agent on which you have staked less."),
        _leads_away,
    ),
    (N_("An agent on which you have staked less leaves the case behind."), _leaves_case),
    (N_("It sends away the agent that has the case."), _sends_case_away),
    (N_("It sends away an agent on which you have staked less than on another."), _sends_away),
    (N_("An agent on which you have staked comes nearer to the case."), _approaches),
    (N_("An agent on which you have staked less goes away from the case."), _goes_away),
    (
        N_("It goes away from the case: another player is known to have staked more on it."),
        _goes_away_from_trailing,
    ),
)
