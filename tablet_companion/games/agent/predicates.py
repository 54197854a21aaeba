"""The rules of Agent, one predicate each: None, or why not.

``legal`` keeps the actions without an answer, ``judge`` collects the answers. Answers of private
rules depend on the actor's own sheet, all others on public facts. Numbers in brackets are the
points of the booklet.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

from tablet_companion.games.agent import actions, contest, rules, sheets
from tablet_companion.games.agent.map import CITY, MAP
from tablet_companion.games.agent.state import EXILED, NOBODY, Phase, State, home
from tablet_companion.games.core import Breach, Piece, Place, Rule, Seat

VERBS: Final = {
    Phase.LOT: ("lot",),
    Phase.STAKE: ("stake", "seal"),
    Phase.BRIBE: ("stake", "seal"),
    Phase.TURN: ("move", "attack", "bribe", "pass"),
    Phase.OBJECT: ("accept", "object"),
    Phase.YIELD: ("give way", "insist"),
    Phase.BID: ("bid", "concede"),
    Phase.DECIDE: ("let stand", "take back"),
    Phase.ANNOUNCE: ("announce",),
    Phase.UNCOVER: ("announce",),
    Phase.CLAIM: ("claim", "waive"),
    Phase.OVER: (),
}
"""The kinds of action that may come in each phase; people try a turn's while others are asked."""


def breach(rule: Rule, *places: Place, **details: str | int) -> Breach:
    """Return a breach at some places."""
    return _breach(rule, places, tuple(sorted(details.items())))


@functools.lru_cache(maxsize=2048)
def _breach(
    rule: Rule, places: tuple[Place, ...], details: tuple[tuple[str, str | int], ...]
) -> Breach:
    return Breach(rule, places, (), details)


# --- whose turn it is -----------------------------------------------------------------------------


def wrong_moment(state: State, action: actions.Action) -> Breach | None:
    """Every kind of action has its phase, and a turn begins once nobody is asked any more."""
    if not isinstance(action, actions.Action):
        return breach(rules.WRONG_MOMENT)
    if action.verb in VERBS[state.phase]:
        return None
    if action.verb not in VERBS[Phase.TURN] or state.phase in (Phase.LOT, Phase.OVER):
        return breach(rules.WRONG_MOMENT)
    where = (action.target,) if isinstance(action, actions.Move | actions.Attack) else ()
    if state.phase is Phase.OBJECT:
        return breach(rules.OBJECTIONS_FIRST, *where, seat=state.setting.seats[state.turn])
    return breach(rules.WHOSE_TURN, *where, seat=state.setting.seats[state.due])


def not_a_player(state: State, seat: Seat) -> Breach | None:
    """The lot falls to a player (4)."""
    return None if seat in state.setting.seats else breach(rules.WRONG_MOMENT)


# --- moves and attacks ----------------------------------------------------------------------------


def in_exile(state: State, agent: Piece) -> Breach | None:
    """An agent in the Bahamas does not move (7 b)."""
    if state.agents[state.number(agent)] != EXILED:
        return None
    return breach(rules.IN_EXILE, MAP.exile, piece=agent)


def one_space(state: State, action: actions.Move | actions.Attack) -> Breach | None:
    """An agent advances to a neighbouring space; a move may also stay at the case (7 a)."""
    origin, target = state.agents[state.number(action.agent)], CITY[action.target]
    stays = origin == target and isinstance(action, actions.Move)
    if stays or target in MAP.neighbours[origin]:
        return None
    names = MAP.names[origin], action.target
    return breach(rules.ONE_SPACE, *names, place_from=names[0], place_to=names[1])


def standing_still(state: State, action: actions.Move) -> Breach | None:
    """Staying in a city is a move only if it changes who has the case (9, 10)."""
    agent = state.number(action.agent)
    if state.agents[agent] != CITY[action.target] or action.on != (state.holder == agent):
        return None
    return breach(rules.STANDING_STILL, action.target)


def case_there(state: State, action: actions.Move | actions.Attack) -> Breach | None:
    """An agent has the case afterwards if it takes it along or finds it free (8, 9).

    An attacker may also take over what its victim has (7 b).
    """
    if not action.on or state.holder == state.number(action.agent):
        return None
    if state.case != CITY[action.target]:
        return breach(rules.CASE_ELSEWHERE, action.target, place_to=action.target)
    robs = isinstance(action, actions.Attack) and state.holder == state.number(action.victim)
    if state.holder == NOBODY or robs:
        return None
    return breach(rules.CASE_HELD, action.target, piece=state.setting.agents[state.holder])


def same_move(state: State, action: actions.Move | actions.Attack) -> Breach | None:
    """An action that was taken back cannot be repeated in the same turn (7 a)."""
    return breach(rules.SAME_MOVE, action.target) if action in state.barred else None


def victim_there(state: State, action: actions.Attack) -> Breach | None:
    """The victim is another agent on the space that the attacker advances to (7 b)."""
    there = state.agents[state.number(action.victim)] == CITY[action.target]
    if there and action.victim != action.agent:
        return None
    return breach(rules.VICTIM_THERE, action.target)


def safe_at_home(state: State, action: actions.Attack) -> Breach | None:
    """An agent in its own home city cannot be attacked (11)."""
    if home(state.number(action.victim)) != CITY[action.target]:
        return None
    return breach(rules.SAFE_AT_HOME, action.target, piece=action.victim, place_to=action.target)


def attack_stake(state: State, action: actions.Attack) -> Breach | None:
    """An attacker needs a stake of 500 dollars (7 b)."""
    if state.most(state.turn, state.number(action.agent)) >= sheets.EXILE_COST:
        return None
    return breach(rules.ATTACK_STAKE, action.target)


# --- sheets ---------------------------------------------------------------------------------------


def on_paper(state: State) -> Breach | None:
    """Lots are staked on the screen only if the referee keeps the sheets."""
    return breach(rules.ON_PAPER) if state.setting.paper_sheets else None


def stake_exiled(state: State, agent: Piece) -> Breach | None:
    """Nothing is staked on an agent in the Bahamas (7 b)."""
    if state.agents[state.number(agent)] != EXILED:
        return None
    return breach(rules.STAKE_EXILED, MAP.exile, piece=agent)


def no_such_lot(value: int) -> Breach | None:
    """A sheet has lots of six values (2)."""
    return None if value in sheets.VALUES else breach(rules.NO_SUCH_LOT, count=value)


def lot_used(left: Sequence[int], value: int) -> Breach | None:
    """There are four lots of each value (2); ``left`` counts those of the sheet."""
    there = left[sheets.VALUES.index(value)]
    return None if there else breach(rules.LOT_USED, count=value)


def empty_sheet(state: State) -> Breach | None:
    """At least one lot is staked each time (3): an empty bribe would be a pass."""
    if state.setting.paper_sheets or state.sheets[state.turn].batches[-1]:
        return None
    return breach(rules.EMPTY_SHEET)


def nothing_to_bribe(state: State) -> Breach | None:
    """A bribe needs a lot that is left (7 c)."""
    sheet = state.sheets[state.turn]
    if state.setting.paper_sheets:
        proved = sum(sheets.proved_total(sheet, agent) for agent in range(len(state.agents)))
        left = proved < sheets.TOTAL
    else:
        left = any(sheets.lots_left(sheet))
    return None if left else breach(rules.NOTHING_TO_BRIBE)


# --- sums -----------------------------------------------------------------------------------------


def hundreds(amount: int) -> Breach | None:
    """Sums are hundreds."""
    return breach(rules.HUNDREDS, count=amount) if amount % sheets.STEP else None


def bid_more(state: State, amount: int) -> Breach | None:
    """A bid exceeds the highest so far; the player on turn may equal it (7 a)."""
    wanted = contest.least_bid(state)
    if amount >= wanted:
        return None
    if state.asked == state.turn:
        return breach(rules.BID_EQUAL, count=wanted)
    return breach(rules.BID_MORE, count=wanted - sheets.STEP)


def bid_staked(state: State, amount: int, highest: int) -> Breach | None:
    """Nobody bids more than the stake, as far as the referee knows: ``highest`` (7 a)."""
    if amount <= highest:
        return None
    if state.setting.paper_sheets:
        return breach(rules.SUM_POSSIBLE, count=highest)
    return breach(rules.BID_STAKED, piece=state.setting.agents[contest.find_contested(state)])


def announced_less(state: State, amount: int) -> Breach | None:
    """An announced stake is not less than what bids and attacks have left there (7 b, 12)."""
    known = state.least(state.asked, find_announced(state))
    if amount >= known:
        return None
    return breach(rules.ANNOUNCED_LESS, seat=state.setting.seats[state.asked], count=known)


def sum_possible(state: State, amount: int) -> Breach | None:
    """An announced stake is not more than 10,000 dollars allow (2)."""
    highest = state.most(state.asked, find_announced(state))
    return None if amount <= highest else breach(rules.SUM_POSSIBLE, count=highest)


def find_announced(state: State) -> int:
    """Return the agent whose stakes are announced: an attack's victim, or the winning one."""
    assert state.pending is not None
    action = state.pending.action
    if state.phase is Phase.ANNOUNCE and isinstance(action, actions.Attack):
        return state.number(action.victim)
    return state.number(action.agent)
