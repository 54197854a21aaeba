"""The rules: what an action breaks. What breaks nothing is legal.

Each function yields the breaches of one rule, or of a few that exclude each other. Breaches of
private rules hang on the actor's own sheet; all others on what everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.agent import contest, rules, sheets
from tablet_companion.games.agent.actions import (
    Accept,
    Action,
    Announce,
    Attack,
    Bid,
    Bribe,
    Claim,
    Concede,
    GiveWay,
    Insist,
    LetStand,
    Lot,
    Move,
    Object,
    Pass,
    Seal,
    Stake,
    TakeBack,
    Waive,
)
from tablet_companion.games.agent.map import CITY, MAP
from tablet_companion.games.agent.state import (
    EXILED,
    NOBODY,
    Phase,
    State,
    home,
    least,
    most,
    number,
)
from tablet_companion.games.core import Breach, Piece, Place, Rule

MOMENTS: dict[type, tuple[Phase, ...]] = {
    Lot: (Phase.LOT,),
    Stake: (Phase.STAKE, Phase.BRIBE),
    Seal: (Phase.STAKE, Phase.BRIBE),
    Move: (Phase.TURN,),
    Attack: (Phase.TURN,),
    Bribe: (Phase.TURN,),
    Pass: (Phase.TURN,),
    Accept: (Phase.OBJECT,),
    Object: (Phase.OBJECT,),
    GiveWay: (Phase.YIELD,),
    Insist: (Phase.YIELD,),
    Bid: (Phase.BID,),
    Concede: (Phase.BID,),
    LetStand: (Phase.DECIDE,),
    TakeBack: (Phase.DECIDE,),
    Announce: (Phase.ANNOUNCE, Phase.UNCOVER),
    Claim: (Phase.CLAIM,),
    Waive: (Phase.CLAIM,),
}
"""When each kind of action may come."""


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if state.phase not in MOMENTS[type(action)]:
        return (Breach(rules.WRONG_MOMENT),)
    return tuple(_broken(state, action))


def _broken(state: State, action: Action) -> Iterator[Breach]:
    match action:
        case Move():
            yield from move(state, action)
        case Attack():
            yield from attack(state, action)
        case Stake():
            yield from stake(state, action)
        case Seal():
            yield from empty_sheet(state)
        case Bribe():
            yield from nothing_to_bribe(state)
        case Pass():
            yield from no_passing(state)
        case Bid():
            yield from bid(state, action.amount)
        case Announce():
            yield from announce(state, action.amount)


# --- moves and attacks ----------------------------------------------------------------------------


def move(state: State, action: Move) -> Iterator[Breach]:
    """Check a move (5, 7 a, 8, 9, 10)."""
    if _exiled(state, action.agent):
        yield _breach(rules.IN_EXILE, MAP.exile, piece=action.agent)
        return
    yield from one_space(state, action) or standing_still(state, action)
    yield from case_there(state, action)
    yield from same_move(state, action)


def attack(state: State, action: Attack) -> Iterator[Breach]:
    """Check an attack (7 b, 11)."""
    if _exiled(state, action.agent):
        yield _breach(rules.IN_EXILE, MAP.exile, piece=action.agent)
        return
    yield from one_space(state, action)
    yield from victim_there(state, action) or safe_at_home(state, action)
    yield from case_there(state, action)
    yield from same_move(state, action)
    yield from attack_stake(state, action)


def one_space(state: State, action: Move | Attack) -> list[Breach]:
    """An agent advances to a neighbouring space; a move may also stay at the case."""
    origin, target = state.agents[number(state, action.agent)], CITY[action.target]
    stays = origin == target and isinstance(action, Move)
    if stays or target in MAP.neighbours[origin]:
        return []
    names = MAP.names[origin], action.target
    return [_breach(rules.ONE_SPACE, *names, text_from=names[0], text_to=names[1])]


def standing_still(state: State, action: Move) -> list[Breach]:
    """Staying in a city is a move only if it changes who has the case."""
    agent = number(state, action.agent)
    stays = state.agents[agent] == CITY[action.target]
    if stays and action.on == (state.holder == agent):
        return [_breach(rules.STANDING_STILL, action.target)]
    return []


def case_there(state: State, action: Move | Attack) -> list[Breach]:
    """An agent has the case afterwards if it takes it along or finds it free (8, 9).

    An attacker may also take over what its victim has (7 b).
    """
    if not action.on or state.holder == number(state, action.agent):
        return []
    if state.case != CITY[action.target]:
        return [_breach(rules.CASE_ELSEWHERE, action.target, text_to=action.target)]
    robs = isinstance(action, Attack) and state.holder == number(state, action.victim)
    if state.holder == NOBODY or robs:
        return []
    return [_breach(rules.CASE_HELD, action.target, piece=state.setting.agents[state.holder])]


def same_move(state: State, action: Move | Attack) -> list[Breach]:
    """What was taken back is not done again in the same turn."""
    return [_breach(rules.SAME_MOVE, action.target)] if action in state.barred else []


def victim_there(state: State, action: Attack) -> list[Breach]:
    """The victim is another agent on the space that the attacker advances to."""
    there = state.agents[number(state, action.victim)] == CITY[action.target]
    if there and action.victim != action.agent:
        return []
    return [_breach(rules.VICTIM_THERE, action.target)]


def safe_at_home(state: State, action: Attack) -> list[Breach]:
    """An agent in its own home city cannot be attacked."""
    if home(number(state, action.victim)) != CITY[action.target]:
        return []
    details = {"piece": action.victim, "text_to": action.target}
    return [_breach(rules.SAFE_AT_HOME, action.target, **details)]


def attack_stake(state: State, action: Attack) -> list[Breach]:
    """An attacker needs a stake of 500 dollars."""
    if most(state, state.turn, number(state, action.agent)) >= sheets.EXILE_COST:
        return []
    return [_breach(rules.ATTACK_STAKE, action.target)]


# --- sheets ---------------------------------------------------------------------------------------


def stake(state: State, action: Stake) -> Iterator[Breach]:
    """Check a lot that is staked (2, 3, 7 b)."""
    if state.setting.paper:
        yield Breach(rules.ON_PAPER)
        return
    if _exiled(state, action.agent):
        yield _breach(rules.STAKE_EXILED, MAP.exile, piece=action.agent)
    if action.value not in sheets.VALUES:
        yield _breach(rules.NO_SUCH_LOT, count=action.value)
    elif not sheets.lots_left(state.sheets[state.turn])[sheets.VALUES.index(action.value)]:
        yield _breach(rules.LOT_USED, count=action.value)


def empty_sheet(state: State) -> Iterator[Breach]:
    """At least one lot is staked each time: an empty bribe would be a pass."""
    if not state.setting.paper and not state.sheets[state.turn].batches[-1]:
        yield Breach(rules.EMPTY_SHEET)


def nothing_to_bribe(state: State) -> Iterator[Breach]:
    """A bribe needs a lot that is left."""
    sheet = state.sheets[state.turn]
    if state.setting.paper:
        proved = sum(sheets.proved_total(sheet, agent) for agent in range(len(state.agents)))
        left = proved < sheets.TOTAL
    else:
        left = any(sheets.lots_left(sheet))
    if not left:
        yield Breach(rules.NOTHING_TO_BRIBE)


def no_passing(state: State) -> Iterator[Breach]:
    """Only who can neither move nor attack nor bribe passes."""
    if any(not judge(state, action) for action in moves(state)):
        yield Breach(rules.NO_PASSING)
    elif not state.setting.paper and _can_act(state):
        yield Breach(rules.CAN_ACT)


def _can_act(state: State) -> bool:
    return not judge(state, Bribe()) or any(not judge(state, one) for one in attacks(state))


# --- sums -----------------------------------------------------------------------------------------


def bid(state: State, amount: int) -> Iterator[Breach]:
    """Check a sum named in a contest (7 a): high enough, and not more than is staked."""
    agent = contest.contested(state)
    wanted = contest.least_bid(state)
    if amount % sheets.STEP:
        yield _breach(rules.HUNDREDS, count=amount)
    if amount < wanted:
        equal = wanted % sheets.STEP == 0 and state.asked == state.turn
        rule = rules.BID_EQUAL if equal else rules.BID_MORE
        yield _breach(rule, count=wanted if equal else wanted - sheets.STEP)
    if amount > most(state, state.asked, agent):
        if state.setting.paper:
            yield _breach(rules.SUM_POSSIBLE, count=most(state, state.asked, agent))
        else:
            yield _breach(rules.BID_STAKED, piece=state.setting.agents[agent])


def announce(state: State, amount: int) -> Iterator[Breach]:
    """Check a stake named aloud (7 b, 12) against what was named and used before."""
    assert state.pending is not None
    action = state.pending.action
    agent = number(state, action.agent)
    if state.phase is Phase.ANNOUNCE and isinstance(action, Attack):
        agent = number(state, action.victim)
    known = least(state, state.asked, agent)
    if amount % sheets.STEP:
        yield _breach(rules.HUNDREDS, count=amount)
    if amount < known:
        seat = state.setting.seats[state.asked]
        yield _breach(rules.ANNOUNCED_LESS, seat=seat, count=known)
    if amount > most(state, state.asked, agent):
        yield _breach(rules.SUM_POSSIBLE, count=most(state, state.asked, agent))


# --- what may be tried ----------------------------------------------------------------------------


def moves(state: State) -> Iterator[Move]:
    """Yield the moves of every agent to its neighbours and within its city, either way."""
    for name, city in _in_play(state):
        for target in (city, *sorted(MAP.neighbours[city])):
            yield Move(name, MAP.names[target], on=False)
            if state.case in (city, target):
                yield Move(name, MAP.names[target], on=True)


def attacks(state: State) -> Iterator[Attack]:
    """Yield the attacks of every agent on whoever is in a neighbouring city, either way."""
    for name, city in _in_play(state):
        for victim, target in _in_play(state):
            if target in MAP.neighbours[city]:
                yield Attack(name, MAP.names[target], on=False, victim=victim)
                if state.case in (city, target):
                    yield Attack(name, MAP.names[target], on=True, victim=victim)


def _in_play(state: State) -> Iterator[tuple[Piece, int]]:
    for name, city in zip(state.setting.agents, state.agents, strict=True):
        if city != EXILED:
            yield name, city


def _exiled(state: State, agent: Piece) -> bool:
    return state.agents[number(state, agent)] == EXILED


def _breach(rule: Rule, *places: Place, **details: str | int) -> Breach:
    return Breach(rule, places, (), tuple(sorted(details.items())))
