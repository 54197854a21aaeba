"""How a game goes on: lot, stakes, turns, objections, exile, victory. Assumes legal actions."""

from __future__ import annotations

from tablet_companion.games.agent import actions, board, contest, sheets
from tablet_companion.games.agent.sheets import Sheet
from tablet_companion.games.agent.state import EXILED, NOBODY, Contest, Pending, Phase, State, home
from tablet_companion.games.shared.replacing import replace_at


def successor(state: State, action: actions.Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    match action:
        case actions.Lot(seat):
            turn = state.setting.seats.index(seat)
            return _with_open_sheet(state._replace(turn=turn), Phase.STAKE)
        case actions.Stake(agent, value):
            sheet = state.sheets[state.turn]
            return _with_sheet(state, state.turn, sheets.add_lot(sheet, state.number(agent), value))
        case actions.SEAL:
            return _seal(state)
        case actions.BRIBE:
            return _with_open_sheet(state, Phase.BRIBE)
        case actions.PASS:
            sheet = state.sheets[state.turn]._replace(empty=True)
            return _begin_next_turn(_with_sheet(state, state.turn, sheet))
        case actions.Move() | actions.Attack():
            return _put_agent(state, action)
        case actions.Announce(amount):
            return _note_sum(state, amount)
        case actions.CLAIM | actions.WAIVE:
            return _answer_claim(state, claimed=action == actions.CLAIM)
    return _apply_answer(state, action)


def _apply_answer(state: State, action: actions.Action) -> State:
    """Continue after an answer to a move or attack."""
    match action:
        case actions.ACCEPT:
            return _ask_next(state, state.asked)
        case actions.OBJECT:
            return state._replace(phase=Phase.YIELD, contest=Contest(state.asked))
        case actions.INSIST:
            return contest.open_bidding(state)
        case actions.Bid():
            return contest.bid(state, action.amount)
        case actions.CONCEDE:
            return contest.concede(state)
        case actions.LET_STAND:
            assert state.contest is not None
            return _ask_next(state._replace(contest=None), state.contest.objector)
        case actions.GIVE_WAY | actions.TAKE_BACK:
            return _take_back(state)
    raise AssertionError(action)


# --- sheets ---------------------------------------------------------------------------------------


def _with_sheet(state: State, seat: int, sheet: Sheet) -> State:
    return state._replace(sheets=replace_at(state.sheets, seat, sheet))


def _with_open_sheet(state: State, phase: Phase) -> State:
    """Let the seat on turn fill in its sheet."""
    sheet = state.sheets[state.turn]
    opened = sheet._replace(batches=(*sheet.batches, ()))
    return _with_sheet(state._replace(phase=phase), state.turn, opened)


def _seal(state: State) -> State:
    if state.phase is Phase.BRIBE:
        return _begin_next_turn(state)
    following = state.setting.after(state.turn)
    if state.sheets[following].batches:
        return state._replace(turn=following, phase=Phase.TURN)
    return _with_open_sheet(state._replace(turn=following), Phase.STAKE)


# --- moves and attacks ----------------------------------------------------------------------------


def _put_agent(state: State, action: actions.Move | actions.Attack) -> State:
    """Put an agent where it is moved to, and ask the others, clockwise."""
    if isinstance(action, actions.Attack):
        agent = state.number(action.agent)
        sheet = sheets.prove(state.sheets[state.turn], agent, sheets.EXILE_COST)
        state = _with_sheet(state, state.turn, sheet)
    origin = state.agents[state.number(action.agent)]
    pending = Pending(action, origin, state.case, state.holder)
    state = board.carry(state._replace(pending=pending), action)
    return state._replace(phase=Phase.OBJECT, asked=state.setting.after(state.turn))


def _ask_next(state: State, seat: int) -> State:
    """Ask the player after this one; if all were asked, the action stands."""
    asked = state.setting.after(seat)
    if asked == state.turn:
        return _let_stand(state)
    return state._replace(phase=Phase.OBJECT, asked=asked)


def _take_back(state: State) -> State:
    """Restore the map; the player on turn acts again, but not in the same way."""
    assert state.pending is not None
    barred = tuple(sorted((*state.barred, state.pending.action)))
    return board.restore(state)._replace(
        phase=Phase.TURN, asked=NOBODY, barred=barred, pending=None, contest=None
    )


def _let_stand(state: State) -> State:
    assert state.pending is not None
    action = state.pending.action
    if isinstance(action, actions.Move):
        return _check_arrival(state)
    agent, victim = state.number(action.agent), state.number(action.victim)
    sheet = sheets.charge(state.sheets[state.turn], agent)
    state = _with_sheet(state, state.turn, sheet)
    if state.setting.paper_sheets:
        return board.exile(state, action)._replace(phase=Phase.ANNOUNCE, asked=state.turn)
    sums = tuple(state.stake(seat, victim) for seat in range(len(state.sheets)))
    return _check_arrival(_record_loss(board.exile(state, action), victim, sums))


def _record_loss(state: State, victim: int, sums: tuple[int, ...]) -> State:
    """Put on record the sums that everybody announced for an exiled agent."""
    found = [
        sheets.prove(sheet, victim, amount, exact=True)
        for sheet, amount in zip(state.sheets, sums, strict=True)
    ]
    return state._replace(
        sheets=tuple(found), announced=(*state.announced, (victim, sums)), named=()
    )


def _note_sum(state: State, amount: int) -> State:
    """Note an announced sum; continue once everybody asked has named one."""
    state = state._replace(named=(*state.named, (state.asked, amount)))
    assert state.pending is not None
    if state.phase is Phase.UNCOVER:
        return _ask_next_claimant(state)
    following = state.setting.after(state.asked)
    if following != state.turn:
        return state._replace(asked=following)
    assert isinstance(state.pending.action, actions.Attack)
    sums = tuple(amount for _, amount in sorted(state.named))
    return _check_arrival(_record_loss(state, state.number(state.pending.action.victim), sums))


# --- the end --------------------------------------------------------------------------------------


def _check_arrival(state: State) -> State:
    """Check whether the case has come home; if not, pass the turn."""
    if not came_home(state):
        return _begin_next_turn(state)
    if state.setting.claims_must_be_made or state.setting.paper_sheets:
        return state._replace(phase=Phase.CLAIM, asked=state.setting.after(state.turn))
    agent = state.holder
    return _end_won(state, {seat: state.stake(seat, agent) for seat in range(len(state.sheets))})


def came_home(state: State) -> bool:
    """Whether the pending action carried the case into its agent's own city."""
    assert state.pending is not None
    agent = state.number(state.pending.action.agent)
    carried = state.pending.holder == agent == state.holder
    return carried and state.agents[agent] == home(agent) != state.pending.origin


def _end_won(state: State, stakes: dict[int, int]) -> State:
    """End the game: the highest stake wins; in a tie, the player who brought the case home."""
    high = max(stakes.values())
    highest = [seat for seat, amount in stakes.items() if amount == high]
    alone = len(highest) == 1
    return state._replace(
        phase=Phase.OVER, asked=NOBODY, winner=highest[0] if alone else state.turn
    )


def _answer_claim(state: State, *, claimed: bool) -> State:
    if claimed:
        state = state._replace(claimants=(*state.claimants, state.asked))
    asked = state.setting.after(state.asked)
    if asked != state.turn:
        return state._replace(asked=asked)
    if not state.claimants:
        return _end_won(state, {state.turn: 0})
    if state.setting.paper_sheets:
        return _ask_next_claimant(state)
    seats = (state.turn, *state.claimants)
    return _end_won(state, {seat: state.stake(seat, state.holder) for seat in seats})


def _ask_next_claimant(state: State) -> State:
    """Ask the next claimant of the victory for a sum, the one on turn first."""
    seats = (state.turn, *state.claimants)
    if len(state.named) == len(seats):
        return _end_won(state, dict(state.named))
    return state._replace(phase=Phase.UNCOVER, asked=seats[len(state.named)])


def _begin_next_turn(state: State) -> State:
    return end_if_decided(
        state._replace(
            phase=Phase.TURN,
            turn=state.setting.after(state.turn),
            turns=state.turns + 1,
            asked=NOBODY,
            barred=(),
            pending=None,
            contest=None,
        )
    )


def end_if_decided(state: State) -> State:
    """End the game as a draw if no agent is left that could win, or after too many turns."""
    lost = all(city == EXILED for city in state.agents)
    if lost or state.turns >= state.setting.most_turns:
        return state._replace(phase=Phase.OVER, asked=NOBODY, winner=NOBODY)
    return state
