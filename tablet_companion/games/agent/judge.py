"""Why an action is not allowed: the predicates' answers. Without any it is legal."""

from __future__ import annotations

from tablet_companion.games.agent import actions, contest, rules, sheets
from tablet_companion.games.agent import predicates as p
from tablet_companion.games.agent.candidates import attacks, moves
from tablet_companion.games.agent.state import State
from tablet_companion.games.core import Breach

Answers = tuple[Breach | None, ...]


def judge(state: State, action: actions.Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if wrong := p.wrong_moment(state, action):
        return (wrong,)
    return tuple([breach for breach in _answers(state, action) if breach])


def _answers(state: State, action: actions.Action) -> Answers:
    match action:
        case actions.Move():
            return _moving(state, action)
        case actions.Attack():
            return _attacking(state, action)
        case actions.Stake():
            return _staking(state, action)
        case actions.SEAL:
            return (p.empty_sheet(state),)
        case actions.BRIBE:
            return (p.nothing_to_bribe(state),)
        case actions.PASS:
            return (_passing(state),)
        case actions.Bid():
            return (
                p.hundreds(action.amount),
                p.bid_more(state, action.amount),
                p.bid_staked(state, action.amount, find_highest_bid(state)),
            )
        case actions.Announce(amount):
            return (
                p.hundreds(amount),
                p.announced_less(state, amount),
                p.sum_possible(state, amount),
            )
        case actions.Lot(seat):
            return (p.not_a_player(state, seat),)
    return ()


def _moving(state: State, move: actions.Move) -> Answers:
    if exiled := p.in_exile(state, move.agent):
        return (exiled,)
    return (p.one_space(state, move), *judge_within_reach(state, move))


def judge_within_reach(state: State, move: actions.Move) -> Answers:
    """Return the predicates' answers about a move of an agent in play to where it may get to."""
    return (p.standing_still(state, move), p.case_there(state, move), p.same_move(state, move))


def _attacking(state: State, attack: actions.Attack) -> Answers:
    if exiled := p.in_exile(state, attack.agent):
        return (exiled,)
    return (
        p.one_space(state, attack),
        p.victim_there(state, attack) or p.safe_at_home(state, attack),
        p.case_there(state, attack),
        p.same_move(state, attack),
        p.attack_stake(state, attack),
    )


def _staking(state: State, stake: actions.Stake) -> Answers:
    if paper := p.on_paper(state):
        return (paper,)
    left = sheets.lots_left(state.sheets[state.turn])
    return (
        p.stake_exiled(state, stake.agent),
        p.no_such_lot(stake.value) or p.lot_used(left, stake.value),
    )


def find_highest_bid(state: State) -> int:
    """Return the highest stake that the player asked can have on the contested agent."""
    return state.most(state.asked, contest.find_contested(state))


def _passing(state: State) -> Breach | None:
    """A player who can move may not pass; nor, in private, one who can attack or bribe (7)."""
    if any(not judge(state, move) for move in moves(state)):
        return p.breach(rules.NO_PASSING)
    if state.setting.paper_sheets:
        return None
    acts = not judge(state, actions.BRIBE) or any(not judge(state, one) for one in attacks(state))
    return p.breach(rules.CAN_ACT) if acts else None
