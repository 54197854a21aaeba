"""Who may know what: views, and other truths that a viewer cannot exclude."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tablet_companion.games import core
from tablet_companion.games.agent import sheets
from tablet_companion.games.agent.actions import write_action
from tablet_companion.games.agent.board import placement
from tablet_companion.games.agent.state import NOBODY, Phase, State

FILLING = (Phase.STAKE, Phase.BRIBE)


@dataclass(frozen=True, slots=True)
class SheetView:
    """A money sheet as its player sees it: the stakes on each agent, and (value, lots left)."""

    seat: core.Seat
    stakes: tuple[tuple[core.Piece, int], ...]
    left: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AgentView(core.View):
    """What one viewer may know of a game of Agent.

    ``mover`` is the seat whose turn it is, ``turn`` the seat that has to act now; ``turns`` counts
    the turns completed. ``questioned`` is the move or attack that may still be taken back, as text,
    ``taken_back`` what was taken back this turn; ``leader`` and ``high`` are the highest bidder of
    a contest and the bid. ``bribes`` counts each seat's bribes; ``announced`` is what each seat had
    staked on each exiled agent, ``paid`` what exiles cost each seat, by attacker; ``named`` are the
    sums named so far for the open question; ``claims`` whether only who claims a victory can have
    it. ``sheets`` are those that the viewer may see: its own,
    or all once the game is over.
    """

    phase: Phase
    turns: int
    mover: core.Seat
    questioned: str | None
    taken_back: tuple[str, ...]
    objector: core.Seat | None
    leader: core.Seat | None
    high: int
    bribes: tuple[int, ...]
    announced: tuple[tuple[core.Piece, tuple[int, ...]], ...]
    paid: tuple[tuple[int, ...], ...]
    named: tuple[tuple[core.Seat, int], ...]
    claims: bool
    claimants: tuple[core.Seat, ...]
    sheets: tuple[SheetView, ...]


def view(state: State, viewer: core.Viewer) -> AgentView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    seats, agents = state.setting.seats, state.setting.agents
    if viewer != core.TABLE and viewer not in seats:
        raise core.PositionError(f"{viewer!r} does not sit at this table.")
    contest = state.contest
    return AgentView(
        viewer=viewer,
        placement=placement(state),
        turn=actor(state),
        seats=tuple(core.SeatView(seat, 0, None, out=False, plays=core.EMPTY) for seat in seats),
        top_card=None,
        outcome=outcome(state),
        phase=state.phase,
        turns=state.turns,
        mover=seats[state.turn],
        questioned=write_action(state.pending.action) if state.pending else None,
        taken_back=tuple(map(write_action, state.barred)),
        objector=seats[contest.objector] if contest else None,
        leader=seats[contest.leader] if contest and contest.leader != NOBODY else None,
        high=contest.high if contest else 0,
        bribes=tuple(max(len(sheet.batches) - 1, 0) for sheet in state.sheets),
        announced=tuple((agents[agent], sums) for agent, sums in state.announced),
        paid=tuple(sheet.spent for sheet in state.sheets),
        named=tuple((seats[seat], amount) for seat, amount in state.named),
        claims=state.setting.claims_must_be_made or state.setting.paper_sheets,
        claimants=tuple(seats[seat] for seat in state.claimants),
        sheets=_sheets(state, viewer),
    )


def _sheets(state: State, viewer: core.Viewer) -> tuple[SheetView, ...]:
    if state.setting.paper_sheets:
        return ()
    over = state.phase is Phase.OVER
    return tuple(
        _sheet(state, number)
        for number, seat in enumerate(state.setting.seats)
        if over or seat == viewer
    )


def _sheet(state: State, seat: int) -> SheetView:
    left = sheets.lots_left(state.sheets[seat])
    return SheetView(
        seat=state.setting.seats[seat],
        stakes=tuple(
            (name, state.stake(seat, agent)) for agent, name in enumerate(state.setting.agents)
        ),
        left=tuple(zip(sheets.VALUES, left, strict=True)),
    )


def actor(state: State) -> core.Seat | None:
    """Return who has to act next."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.LOT:
        return core.CHANCE
    return state.setting.seats[state.due]


def outcome(state: State) -> core.Outcome | None:
    """Return the winner, nobody for a draw, or None while the game goes on."""
    if state.phase is not Phase.OVER:
        return None
    return core.Outcome(() if state.winner == NOBODY else (state.setting.seats[state.winner],))


def resample(state: State, viewer: core.Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state.

    The others' lots are staked differently, as far as bids, attacks, announced stakes and the
    number of bribes allow. Nothing is hidden once the game is over, or with paper sheets.
    """
    if state.phase is Phase.OVER or state.setting.paper_sheets:
        return state
    found = [
        sheet
        if state.setting.seats[seat] == viewer
        else sheets.another(sheet, rng, filling=seat == state.turn and state.phase in FILLING)
        for seat, sheet in enumerate(state.sheets)
    ]
    return state._replace(sheets=tuple(found))
