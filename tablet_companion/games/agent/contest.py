"""Contests: how sums are named in turn, and who wins."""

from __future__ import annotations

from tablet_companion.games.agent import sheets
from tablet_companion.games.agent.state import Contest, Phase, State, number


def opened(state: State) -> State:
    """Begin the bidding: the objector names a sum first, then the player on turn.

    With ``contest_all`` the others follow, clockwise. Until a sum is named the player on turn
    leads, because he wins where stakes are equal.
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
    """Let the player who is asked lead with a sum, and ask the next."""
    assert state.contest is not None
    seat = state.asked
    sheet = sheets.proved(state.sheets[seat], contested(state), amount)
    return state._replace(
        sheets=(*state.sheets[:seat], sheet, *state.sheets[seat + 1 :]),
        contest=state.contest._replace(leader=seat, high=amount),
        asked=_next(state.contest, seat),
    )


def conceded(state: State) -> State:
    """Let the player who is asked leave; when only the leader is left he decides."""
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
    """Return who follows a seat in the bidding."""
    number = contest.active.index(seat) + 1
    return contest.active[number % len(contest.active)]


def contested(state: State) -> int:
    """Return the agent whose stakes are contested: the one that was moved or that attacks."""
    assert state.pending is not None
    return number(state, state.pending.action.agent)


def least_bid(state: State) -> int:
    """Return the least that may be named: for the player on turn what was named, else more."""
    assert state.contest is not None
    matches = state.asked == state.turn and state.contest.high > 0
    return state.contest.high + (0 if matches else sheets.STEP)
