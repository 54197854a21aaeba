"""Bends of Agent."""

import random
from collections.abc import Iterator
from typing import Any, Final

from tablet_companion.games.agent.actions import (
    ACCEPT,
    BRIBE,
    PASS,
    SEAL,
    Announce,
    Attack,
    Bid,
    Move,
    Stake,
)
from tablet_companion.games.agent.map import MAP
from tablet_companion.games.agent.sheets import VALUES, Sheet
from tablet_companion.games.agent.state import EXILED, NOBODY, Phase, State
from tablet_companion.games.core import Piece, Place
from tests.games.bent import Bend, some

Bent = tuple[Any, Any] | None
_FILLING = (Phase.STAKE, Phase.BRIBE)


def _there(state: State) -> Iterator[tuple[int, Piece, int]]:
    """Yield the number, name and city of every agent in play, in a turn."""
    for number, (name, city) in enumerate(zip(state.setting.agents, state.agents, strict=True)):
        if city != EXILED and state.phase is Phase.TURN:
            yield number, name, city


def _pairs(state: State) -> Iterator[tuple[Piece, Place, Piece]]:
    """Yield attackers, cities and victims one space apart."""
    for _, name, city in _there(state):
        for _, victim, target in _there(state):
            if target in MAP.neighbours[city]:
                yield name, MAP.names[target], victim


def too_far(state: State, _action: Any, rng: random.Random) -> Bent:
    """Move an agent two spaces or more."""
    moves = [
        Move(name, MAP.names[target])
        for _, name, city in _there(state)
        for target in range(len(MAP.names))
        if target != city and target not in MAP.neighbours[city]
    ]
    return some(rng, state, moves)


def stand_still(state: State, _action: Any, rng: random.Random) -> Bent:
    """Leave an agent as it stands."""
    return some(
        rng,
        state,
        [Move(name, MAP.names[city], on=state.holder == n) for n, name, city in _there(state)],
    )


def take_from_afar(state: State, action: Any, _rng: random.Random) -> Bent:
    """Have a case that is in another city."""
    if not isinstance(action, Move) or action.on or MAP.names[state.case] == action.target:
        return None
    held = state.holder != NOBODY and state.setting.agents[state.holder] == action.agent
    return None if held else (state, action._replace(on=True))


def take_a_held_case(state: State, action: Any, rng: random.Random) -> Bent:
    """Step onto a case that another agent has."""
    if not isinstance(action, Move):
        return None
    city, number = MAP.names.index(action.target), state.setting.agents.index(action.agent)
    holder = rng.choice([other for other in range(len(state.agents)) if other != number])
    agents = tuple(city if n == holder else where for n, where in enumerate(state.agents))
    held = state._replace(agents=agents, case=city, holder=holder)
    return held, action._replace(on=True)


def move_the_exiled(state: State, action: Any, _rng: random.Random) -> Bent:
    """Move an agent that is in the Bahamas."""
    if not isinstance(action, Move | Attack):
        return None
    number = state.setting.agents.index(action.agent)
    agents = tuple(EXILED if n == number else city for n, city in enumerate(state.agents))
    return state._replace(agents=agents), action


def do_it_again(state: State, action: Any, _rng: random.Random) -> Bent:
    """Do again what was taken back in this turn."""
    if not isinstance(action, Move | Attack):
        return None
    return state._replace(barred=(*state.barred, action)), action


def attack_nobody(state: State, _action: Any, rng: random.Random) -> Bent:
    """Attack an agent that is somewhere else."""
    attacks = [
        Attack(name, MAP.names[target], on=False, victim=victim)
        for _, name, city in _there(state)
        for target in MAP.neighbours[city]
        for _, victim, where in _there(state)
        if where != target
    ]
    return some(rng, state, attacks)


def attack_oneself(state: State, _action: Any, rng: random.Random) -> Bent:
    """Attack with an agent that same agent."""
    there = [
        Attack(name, MAP.names[city], on=False, victim=name) for _, name, city in _there(state)
    ]
    return some(rng, state, there)


def attack_at_home(state: State, _action: Any, rng: random.Random) -> Bent:
    """Attack an agent in its own home city."""
    homes = dict(zip(state.setting.agents, 2 * MAP.homes, strict=False))
    attacks = [
        Attack(name, city, on=False, victim=victim)
        for name, city, victim in _pairs(state)
        if MAP.names[homes[victim]] == city
    ]
    return some(rng, state, attacks)


def attack_without_money(state: State, action: Any, _rng: random.Random) -> Bent:
    """Attack with an agent on which nothing is staked."""
    if not isinstance(action, Attack) or state.setting.paper_sheets:
        return None
    bare = Sheet(batches=((),), spent=(0,) * len(state.agents))
    sheets = tuple(bare if s == state.turn else sheet for s, sheet in enumerate(state.sheets))
    return state._replace(sheets=sheets), action


def stake_on_the_exiled(state: State, action: Any, _rng: random.Random) -> Bent:
    """Stake on an agent that is in the Bahamas."""
    if not isinstance(action, Stake):
        return None
    number = state.setting.agents.index(action.agent)
    agents = tuple(EXILED if n == number else city for n, city in enumerate(state.agents))
    return state._replace(agents=agents), action


def stake_odd_sums(state: State, action: Any, rng: random.Random) -> Bent:
    """Stake a sum of which there is no lot."""
    if not isinstance(action, Stake):
        return None
    return some(rng, state, [action._replace(value=value) for value in (0, 50, 600, 2000)])


def stake_a_fifth_lot(state: State, action: Any, _rng: random.Random) -> Bent:
    """Stake a lot for the fifth time."""
    if not isinstance(action, Stake):
        return None
    full = Sheet(batches=(((0, action.value),) * 4,), spent=(0,) * len(state.agents))
    sheets = tuple(full if s == state.turn else sheet for s, sheet in enumerate(state.sheets))
    return state._replace(sheets=sheets), action


def seal_nothing(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Finish a sheet without a stake."""
    if state.phase not in _FILLING or state.setting.paper_sheets:
        return None
    bare = Sheet(batches=((),), spent=(0,) * len(state.agents))
    sheets = tuple(bare if s == state.turn else sheet for s, sheet in enumerate(state.sheets))
    return state._replace(sheets=sheets), SEAL


def stake_on_screen(state: State, _action: Any, rng: random.Random) -> Bent:
    """Enter a stake that is kept on paper."""
    if state.phase not in _FILLING or not state.setting.paper_sheets:
        return None
    return some(rng, state, [Stake(agent, 100) for agent in state.setting.agents])


def bribe_with_nothing(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Bribe without a lot that is left."""
    if state.phase is not Phase.TURN or state.setting.paper_sheets:
        return None
    every = tuple((0, value) for value in VALUES for _ in range(4))
    full = Sheet(batches=(every,), spent=(0,) * len(state.agents))
    sheets = tuple(full if s == state.turn else sheet for s, sheet in enumerate(state.sheets))
    return state._replace(sheets=sheets), BRIBE


def pass_early(state: State, action: Any, _rng: random.Random) -> Bent:
    """Pass though an agent can be moved."""
    return (state, PASS) if isinstance(action, Move) else None


def crooked_bid(state: State, action: Any, _rng: random.Random) -> Bent:
    """Name a sum in a contest that is no hundreds."""
    return (state, Bid(amount=action.amount + 50)) if isinstance(action, Bid) else None


def low_bid(state: State, action: Any, _rng: random.Random) -> Bent:
    """Name as much as was named, as one who has to exceed it."""
    if not isinstance(action, Bid) or state.contest is None:
        return None
    matches = state.asked == state.turn and state.contest.high
    return None if matches else (state, Bid(amount=state.contest.high))


def less_than_equal(state: State, action: Any, _rng: random.Random) -> Bent:
    """Name less than was named, as one who need only equal it."""
    if not isinstance(action, Bid) or state.contest is None or state.asked != state.turn:
        return None
    return (state, Bid(amount=state.contest.high - 100)) if state.contest.high else None


def high_bid(state: State, action: Any, _rng: random.Random) -> Bent:
    """Name more than a whole sheet holds."""
    known = isinstance(action, Bid) and not state.setting.paper_sheets
    return (state, Bid(amount=10_100)) if known else None


def high_bid_on_paper(state: State, action: Any, _rng: random.Random) -> Bent:
    """Name more than a whole sheet holds, which nobody else keeps."""
    known = isinstance(action, Bid) and state.setting.paper_sheets
    return (state, Bid(amount=10_100)) if known else None


def crooked_sum(state: State, action: Any, _rng: random.Random) -> Bent:
    """Announce a stake that is no hundreds."""
    return (state, Announce(action.amount + 50)) if isinstance(action, Announce) else None


def move_unasked(state: State, _action: Any, rng: random.Random) -> Bent:
    """Begin the next turn while somebody may still object."""
    if state.phase is not Phase.OBJECT:
        return None
    moves = [Move(agent, MAP.names[0]) for agent in state.setting.agents]
    return some(rng, state, [*moves, BRIBE, PASS])


def move_meanwhile(state: State, _action: Any, rng: random.Random) -> Bent:
    """Begin the next turn in the middle of a contest."""
    if state.phase not in (Phase.YIELD, Phase.BID, Phase.DECIDE, Phase.STAKE, Phase.CLAIM):
        return None
    moves = [Move(agent, MAP.names[0]) for agent in state.setting.agents]
    return some(rng, state, [*moves, BRIBE, PASS])


def answer_unasked(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Answer though nobody was asked."""
    return (state, ACCEPT) if state.phase is Phase.TURN else None


BENDS: Final[dict[str, Bend]] = {
    "one_space": too_far,
    "standing_still": stand_still,
    "case_elsewhere": take_from_afar,
    "case_held": take_a_held_case,
    "in_exile": move_the_exiled,
    "same_move": do_it_again,
    "victim_there": attack_nobody,
    "victim_there: itself": attack_oneself,
    "safe_at_home": attack_at_home,
    "attack_stake": attack_without_money,
    "stake_exiled": stake_on_the_exiled,
    "no_such_lot": stake_odd_sums,
    "lot_used": stake_a_fifth_lot,
    "empty_sheet": seal_nothing,
    "on_paper": stake_on_screen,
    "nothing_to_bribe": bribe_with_nothing,
    "no_passing": pass_early,
    "hundreds": crooked_bid,
    "hundreds: announced": crooked_sum,
    "bid_more": low_bid,
    "bid_equal": less_than_equal,
    "bid_staked": high_bid,
    "sum_possible": high_bid_on_paper,
    "objections_first": move_unasked,
    "whose_turn": move_meanwhile,
    "wrong_moment": answer_unasked,
}
