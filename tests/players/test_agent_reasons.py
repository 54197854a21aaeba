"""What is said for actions of Agent is so by its rules, and is said wherever it is."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any, Final

from tablet_companion import games
from tablet_companion.games.agent import actions
from tablet_companion.games.agent.actions import Move as Step
from tablet_companion.games.agent.map import MAP, distances
from tablet_companion.games.agent.predicates import attack_stake
from tablet_companion.games.agent.sheets import lots_left
from tablet_companion.games.agent.state import Phase, home
from tests.amounts import count
from tests.players.merits import Case, cases, check, consider

AGENT: Final = games.load("agent")


def stakes(case: Case, state: Any = None) -> list[int]:
    """Return what the player has staked on each agent."""
    state = state or case.state
    return [
        state.stake(state.setting.seats.index(case.seat), one) for one in range(len(state.agents))
    ]


def far(one: int, other: int) -> int:
    """Return the number of lines between two cities."""
    return distances(MAP, one)[other]


def moved(case: Case) -> Any:
    """Return the agent that is moved now."""
    moves = isinstance(case.action, Step | actions.Attack)
    return case.state.number(case.action.agent) if moves else None


def carried(case: Case) -> int:
    """Return how much nearer home the case is carried."""
    agent = moved(case)
    if agent is None or not case.state.holder == agent == case.after.holder:
        return 0
    return far(home(agent), case.state.case) - far(home(agent), case.after.case)


def asked(case: Case) -> Any:
    """Return the agent in question, the position before, the way carried and the way approached."""
    state, pending = case.state, case.state.pending
    if pending is None:
        return None
    agent = state.number(pending.action.agent)
    ways = home(agent)
    held = pending.holder == agent == state.holder
    free = agent not in (pending.holder, state.holder)
    gain = far(ways, pending.case) - far(ways, state.case) if held else 0
    near = far(state.case, pending.origin) - far(state.case, state.agents[agent]) if free else 0
    return agent, pending.action, gain, near


def wants(case: Case) -> bool | None:
    """Return whether an answer is for the move in question, or against it."""
    words = {"accept": True, "insist": True, "let stand": True, "object": False}
    if isinstance(case.action, actions.Bid) and case.state.pending:
        sides = {case.state.turn: True, case.state.contest.objector: False}
        return sides.get(case.state.asked)
    return (words | {"take back": False}).get(getattr(case.action, "verb", ""))


def approached(case: Case) -> int:
    """Return how much nearer to the case an agent comes."""
    city = case.state.case
    return far(city, case.state.agents[moved(case)]) - far(city, case.after.agents[moved(case)])


def own_stake(case: Case) -> int:
    """Return the player's stake on the agent in question."""
    found = asked(case)
    return stakes(case)[found[0]] if found else 0


@functools.cache
def count_moves_home(agent: int, city: int, case: int, *, held: bool) -> int:
    """Return how many legal moves of a lone agent bring the case home."""
    start = AGENT.successor(
        AGENT.setup({}, AGENT.seats[:2]), AGENT.legal(AGENT.setup({}, AGENT.seats[:2]))[0]
    )
    nodes, seen = [(city, case, held)], {(city, case, held)}
    for moves in range(1, 40):
        following = []
        for node in nodes:
            agents = tuple(node[0] if one == agent else home(one) for one in range(4))
            state = start._replace(
                phase=Phase.TURN, agents=agents, case=node[1], holder=agent if node[2] else -1
            )
            for action in AGENT.legal(state):
                if moved(
                    Case(AGENT, state, AGENT.seats[0], action, frozenset())
                ) != agent or not isinstance(action, Step):
                    continue
                after = AGENT.successor(state, action)
                there = (after.agents[agent], after.case, after.holder == agent)
                if node[2] and there[2] and there[0] == home(agent) != node[0]:
                    return moves
                if there not in seen:
                    seen.add(there)
                    following.append(there)
        nodes = following
    raise AssertionError("no way home")


def _is_nearest(case: Case) -> bool:
    if not isinstance(case.action, actions.Stake) or case.state.holder >= 0:
        return False
    ways = {
        one: count_moves_home(one, city, case.state.case, held=False)
        for one, city in enumerate(case.state.agents)
        if city >= 0
    }
    agent = case.state.number(case.action.agent)
    return agent in ways and ways[agent] == min(ways.values()) < max(ways.values())


def _nothing_helps(case: Case) -> bool:
    if case.action not in (actions.BRIBE, ("pass",)):
        return False
    for action in AGENT.legal(case.state):
        other = Case(AGENT, case.state, case.seat, action, frozenset())
        agent = moved(other)
        if agent is None or not stakes(case)[agent]:
            continue
        after, state = other.after, case.state
        takes = state.holder != agent == after.holder
        nears = agent not in (state.holder, after.holder) and far(
            state.case, state.agents[agent]
        ) > far(state.case, after.agents[agent])
        if carried(other) > 0 or takes or nears:
            return False
    return True


def _lets_stand(case: Case) -> bool:
    found = asked(case)
    if found is None or case.action not in (actions.ACCEPT, actions.LET_STAND):
        return False
    still = case.state.holder == case.state.pending.holder
    return isinstance(found[1], Step) and still and found[2] <= 0


def _evens(case: Case) -> bool:
    if not isinstance(case.action, actions.Stake):
        return False
    before = stakes(case)[case.state.number(case.action.agent)]
    left = [one for one, city in zip(stakes(case), case.state.agents, strict=True) if city >= 0]
    return bool(0 < before == min(left) < max(left))


def _concentrates(case: Case) -> bool:
    if not isinstance(case.action, actions.Stake):
        return False
    *less, second, most = sorted(stakes(case, case.after))
    agent = case.state.number(case.action.agent)
    return most > second > 0 and stakes(case, case.after)[agent] == most and len(less) == 2


def _can_attack(case: Case) -> bool:
    if not isinstance(case.action, actions.Stake):
        return False
    attack = actions.Attack(case.action.agent, MAP.names[0], on=False, victim=case.action.agent)
    return bool(attack_stake(case.state, attack)) and not attack_stake(case.after, attack)


def shows(case: Case, action: Any) -> bool:
    """Whether a bid tells others more than they know."""
    return bool(AGENT.successor(case.state, action).sheets != case.state.sheets)


def bids(case: Case) -> list[Any]:
    """Return all legal bids."""
    return [one for one in AGENT.legal(case.state) if isinstance(one, actions.Bid)]


EXACT: Final = {
    "An agent on which you have staked brings the case home.": lambda c: (
        carried(c) > 0 and c.after.case == home(moved(c) or 0) and stakes(c)[moved(c) or 0] > 0
    ),
    "An agent on which you have staked brings the case nearer to its home.": lambda c: (
        carried(c) > 0 and c.after.case != home(moved(c) or 0) and stakes(c)[moved(c) or 0] > 0
    ),
    "An agent on which you have staked takes the case.": lambda c: (
        moved(c) is not None
        and c.state.holder != moved(c) == c.after.holder
        and stakes(c)[moved(c) or 0] > 0
    ),
    "The case goes away from the home of an agent on which you have staked less.": lambda c: (
        carried(c) < 0 and stakes(c)[moved(c) or 0] < max(stakes(c))
    ),
    "An agent on which you have staked less leaves the case behind.": lambda c: (
        moved(c) is not None
        and c.state.holder == moved(c) != c.after.holder
        and stakes(c)[moved(c) or 0] < max(stakes(c))
    ),
    "It sends away the agent that has the case.": lambda c: (
        isinstance(c.action, actions.Attack) and c.state.number(c.action.victim) == c.state.holder
    ),
    "It sends away an agent on which you have staked less than on another.": lambda c: (
        isinstance(c.action, actions.Attack)
        and stakes(c)[c.state.number(c.action.victim)] < max(stakes(c))
    ),
    "It protects an agent on which you have staked.": lambda c: (
        wants(c) is False
        and isinstance(c.state.pending.action, actions.Attack)
        and stakes(c)[c.state.number(c.state.pending.action.victim)] > 0
    ),
    "You have staked on this agent, and it would go away from the case.": lambda c: (
        wants(c) is False and asked(c)[3] < 0 and own_stake(c) > 0
    ),
    "You have staked on this agent, and it comes nearer to the case.": lambda c: (
        wants(c) is True and asked(c)[3] > 0 and own_stake(c) > 0
    ),
    "The case comes nearer to the home of an agent on which you have staked.": lambda c: (
        wants(c) is True and asked(c)[2] > 0 and own_stake(c) > 0
    ),
    "The case would go away from the home of an agent on which you have staked.": lambda c: (
        wants(c) is False and asked(c)[2] < 0 and own_stake(c) > 0
    ),
    "The case would come nearer to the home of an agent on which you have staked less.": lambda c: (
        wants(c) is False and asked(c)[2] > 0 and own_stake(c) < max(stakes(c))
    ),
    "You have staked more on another agent.": lambda c: (
        wants(c) is False and asked(c)[2] <= 0 and own_stake(c) < max(stakes(c))
    ),
    "You have staked most on this agent.": lambda c: (
        wants(c) is True and own_stake(c) == max(stakes(c)) > 0
    ),
    "You have staked nothing on this agent that you could bid.": lambda c: (
        c.action == actions.ACCEPT and own_stake(c) == 0
    ),
    "It brings the case nearer to no home.": _lets_stand,
    "You can still do something else in this turn.": lambda c: (
        c.action == actions.GIVE_WAY and c.after.phase == "turn" and c.after.turn == c.state.turn
    ),
    "Everybody knows already that you have staked this much.": lambda c: (
        isinstance(c.action, actions.Bid) and not shows(c, c.action)
    ),
    "It is the lowest bid, and shows the least of your stake.": lambda c: (
        isinstance(c.action, actions.Bid) and shows(c, c.action) and c.action == min(bids(c))
    ),
    "A bid would show more of your stake than the others know.": lambda c: (
        c.action == actions.CONCEDE and all(shows(c, one) for one in bids(c))
    ),
    "This agent has the case.": lambda c: (
        isinstance(c.action, actions.Stake) and c.state.holder == c.state.number(c.action.agent)
    ),
    "No agent needs fewer moves to bring the case home.": _is_nearest,
    "You then have on this agent what an attack costs.": _can_attack,
    "You then have staked most on this agent.": _concentrates,
    "You have staked nothing on this agent yet.": lambda c: (
        isinstance(c.action, actions.Stake)
        and any(stakes(c))
        and not stakes(c)[c.state.number(c.action.agent)]
    ),
    "You have staked least on this agent so far.": _evens,
    "You keep the other lots for a bribe.": lambda c: (
        c.action == actions.SEAL and any(lots_left(c.state.sheets[c.state.turn]))
    ),
    "No move would help an agent on which you have staked.": _nothing_helps,
}


def trails(case: Case, agent: int) -> bool:
    """Whether another has staked more on an agent, in every truth that the player may think of."""
    rng = random.Random(1)
    for _ in range(4):
        state = AGENT.resample(case.state, case.seat, rng)
        own = state.setting.seats.index(case.seat)
        others = (state.stake(seat, agent) for seat in range(4) if seat != own)
        if max(others) <= state.stake(own, agent):
            return False
    return True


KNOWN: Final = {
    "It goes away from the case: another player is known to have staked more on it.": lambda c: (
        trails(c, moved(c)) and approached(c) < 0
    ),
    "It would help another player who is known to have staked more on this agent.": lambda c: (
        wants(c) is False and max(asked(c)[2:]) > 0 and trails(c, asked(c)[0])
    ),
    "Another player has staked more than you on the agent that has the case.": lambda c: trails(
        c, c.state.holder
    ),
    "You then have more on this agent than any other player is known to have.": lambda c: all(
        stakes(c, c.after)[c.state.number(c.action.agent)]
        > c.state.least(seat, c.state.number(c.action.agent))
        for seat in c.state.setting.others(c.state.turn)
    ),
    "An agent on which you have staked comes nearer to the case.": lambda c: (
        approached(c) > 0 and stakes(c)[moved(c)] > 0
    ),
    "An agent on which you have staked less goes away from the case.": lambda c: (
        approached(c) < 0 and stakes(c)[moved(c)] < max(stakes(c))
    ),
}
"""What is true wherever it is said."""


def test_what_is_said_is_so_and_said_wherever_it_is() -> None:
    """The rules say the same of every action of some games, chosen or not."""
    counts = check(cases(AGENT, 31, count(350, 700)), EXACT)
    assert sum(map(bool, counts.values())) >= count(16, 20), counts


def carriers(seed: int, most: int) -> Iterator[Case]:
    """Yield all choices of positions in which an agent has the case, and of those after them."""
    rng = random.Random(seed)
    for case in cases(AGENT, seed, most, each=0):
        if case.state.phase != "turn" or rng.random() < 0.7:
            continue
        for agent, city in enumerate(case.state.agents):
            if city < 0:
                continue
            there = rng.choice([home(agent), *MAP.neighbours[home(agent)], case.state.case])
            agents = tuple(
                there if one == agent else at for one, at in enumerate(case.state.agents)
            )
            state = case.state._replace(agents=agents, holder=agent, case=there)
            for action in AGENT.legal(state):
                bent = consider(AGENT, state, case.seat, action)
                yield bent
                asked_seat = AGENT.actor(bent.after)
                if asked_seat is not None and bent.after.phase in ("object", "bribe"):
                    for answer in AGENT.legal(bent.after):
                        yield consider(AGENT, bent.after, asked_seat, answer)


def test_what_is_said_of_an_agent_with_the_case_is_so() -> None:
    """Greedy players seldom let an agent take it, so that it is put there."""
    counts = check(carriers(33, count(125, 250)), EXACT)
    assert sum(counts[text] > 0 for text in EXACT if "case" in text) >= count(10, 11), counts


def test_what_is_known_of_others_is_so_in_every_truth() -> None:
    """What is said of another's stake is so however that player may have staked."""
    counts = check(cases(AGENT, 32, count(250, 500)), KNOWN, exactly=False)
    assert sum(map(bool, counts.values())) >= 4, counts
    assert {text for text, _ in AGENT.reasons} == {*EXACT, *KNOWN}
