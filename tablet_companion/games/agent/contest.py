"""Contests: how players bid in turn, and who wins."""

from __future__ import annotations

from tablet_companion.games.agent import sheets
from tablet_companion.games.agent.state import Contest, Phase, State
from tablet_companion.games.shared.replacing import replace_at


def open_bidding(state: State) -> State:
    """Begin the bidding: the objector bids first, then the player on turn.

    With ``contest_all`` the others follow, clockwise. Until somebody bids, the player on turn
    leads, since equal stakes are decided in that player's favour.
    """
    assert state.contest is not None
    objector = state.contest.objector
    both = (objector, state.turn)
    others = state.setting.others(state.turn) if state.setting.contest_all else ()
    active = (*both, *(seat for seat in others if seat != objector))
    return state._replace(
        phase=Phase.BID, asked=objector, contest=Contest(objector, active, state.turn)
    )


def bid(state: State, amount: int) -> State:
    """Let the player who is asked take the lead with a bid, and ask the next."""
    assert state.contest is not None
    seat = state.asked
    sheet = sheets.prove(state.sheets[seat], find_contested(state), amount)
    return state._replace(
        sheets=replace_at(state.sheets, seat, sheet),
        contest=state.contest._replace(leader=seat, high=amount),
        asked=_next(state.contest, seat),
    )


def concede(state: State) -> State:
    """Let the player who is asked leave; if only the leader remains, the leader decides."""
    assert state.contest is not None
    following = _next(state.contest, state.asked)
    active = tuple(seat for seat in state.contest.active if seat != state.asked)
    state = state._replace(contest=state.contest._replace(active=active))
    assert state.contest is not None
    if len(active) == 1:
        return state._replace(phase=Phase.DECIDE, asked=state.contest.leader)
    if following == state.contest.leader:
        following = _next(state.contest, following)
    return state._replace(asked=following)


def _next(contest: Contest, seat: int) -> int:
    """Return the seat that bids after this one."""
    number = contest.active.index(seat) + 1
    return contest.active[number % len(contest.active)]


def find_contested(state: State) -> int:
    """Return the agent whose stakes are compared: the one that moved or attacks."""
    assert state.pending is not None
    return state.number(state.pending.action.agent)


def least_bid(state: State) -> int:
    """Return the lowest possible bid: the player on turn may equal the highest, others not."""
    assert state.contest is not None
    matches = state.asked == state.turn and state.contest.high > 0
    return state.contest.high + (0 if matches else sheets.STEP)
