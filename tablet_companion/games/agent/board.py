"""What moving an agent changes on the map, legal or not; nothing here knows whose turn it is."""

from __future__ import annotations

from tablet_companion.games.agent.actions import Attack, Move
from tablet_companion.games.agent.map import CITY, MAP
from tablet_companion.games.agent.setting import THE_CASE
from tablet_companion.games.agent.state import EXILED, NOBODY, State
from tablet_companion.games.core import Place, Placement
from tablet_companion.games.shared.replacing import replace_at


def on_case(city: int) -> Place:
    """Return the place on top of the case in a city: where the agent that has it stands."""
    return Place(f"{MAP.names[city]}.case")


def place_of(state: State, agent: int) -> Place:
    """Return the place where an agent is seen."""
    city = state.agents[agent]
    if city == EXILED:
        return MAP.exile
    return on_case(city) if state.holder == agent else MAP.names[city]


def placement(state: State) -> Placement:
    """Return what the table should show."""
    pieces = [(place_of(state, agent), name) for agent, name in enumerate(state.setting.agents)]
    return Placement(tuple(sorted([*pieces, (MAP.names[state.case], THE_CASE)])))


def carry(state: State, action: Move | Attack) -> State:
    """Return the state with the agent moved; a victim is still in its city.

    An agent that has the case takes it along or leaves it behind; any other agent can only take a
    case that lies free.
    """
    agent, target = state.number(action.agent), CITY[action.target]
    had = state.holder == agent
    state = state._replace(agents=replace_at(state.agents, agent, target))
    if action.on:
        if had:
            return state._replace(case=target)
        free = state.holder == NOBODY and state.case == target
        return state._replace(holder=agent) if free else state
    return state._replace(holder=NOBODY) if had else state


def restore(state: State) -> State:
    """Return the state with the pending action taken back, the case included."""
    assert state.pending is not None
    action, origin, case, holder = state.pending
    agents = replace_at(state.agents, state.number(action.agent), origin)
    return _let_hold(state._replace(agents=agents, case=case), holder)


def _let_hold(state: State, agent: int) -> State:
    """Return the state with the case held by an agent, free if that one was put elsewhere."""
    there = agent != NOBODY and state.agents[agent] == state.case
    return state._replace(holder=agent if there else NOBODY)


def exile(state: State, attack: Attack) -> State:
    """Return the state with the victim in the Bahamas, and its case with the attacker or free."""
    agent, victim = state.number(attack.agent), state.number(attack.victim)
    state = state._replace(agents=replace_at(state.agents, victim, EXILED))
    if state.holder == victim:
        return _let_hold(state, agent if attack.on else NOBODY)
    return state
