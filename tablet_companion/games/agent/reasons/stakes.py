"""What a player has staked, beside what everybody knows of the others."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.agent import actions
from tablet_companion.games.agent.map import MAP, distances
from tablet_companion.games.agent.state import least, number, stake
from tablet_companion.games.move import Move

WAYS: Final = {city: distances(MAP, city) for city in range(len(MAP.names))}
"""The number of lines between any two cities."""


def find_stakes(move: Move) -> list[int]:
    """Return what the player has staked on each agent."""
    seat = move.state.setting.seats.index(move.seat)
    return [stake(move.state, seat, agent) for agent in range(len(move.state.agents))]


def find_acting(move: Move) -> int | None:
    """Return the agent that a move or attack advances; None for any other action."""
    moves = isinstance(move.action, actions.Move | actions.Attack)
    return number(move.state, move.action.agent) if moves else None


def has_staked(move: Move, agent: int | None) -> bool:
    """Whether the player has staked something on an agent."""
    return agent is not None and find_stakes(move)[agent] > 0


def has_staked_less(move: Move, agent: int | None) -> bool:
    """Whether the player has staked more on another agent."""
    return agent is not None and find_stakes(move)[agent] < max(find_stakes(move))


def is_known_to_trail(move: Move, agent: int) -> bool:
    """Whether everybody knows that somebody has staked more on an agent than the player."""
    others = move.state.setting.others(move.state.setting.seats.index(move.seat))
    return max(least(move.state, seat, agent) for seat in others) > find_stakes(move)[agent]
