"""Seats handed to the table, left and taken again; colours exchanged."""

from __future__ import annotations

from tablet_companion.games.core import TABLE, StepKind
from tablet_companion.referee.model import table_seats
from tablet_companion.referee.model.events import Chosen, GoOn, HandSeat, OpenSeats
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(38, "hands seats to and fro", 0.0)
def swaps_seats(family: Family) -> None:
    """Give a seat to the table and take it back, before a turn or in the middle of one."""
    room, plan = family.room, family.plan()
    seat = family.pick([one.seat for one in room.game.view(room.table.state, TABLE).seats])
    middle = family.rng.random() < 0.5
    if plan is not None and middle:
        family.begin(plan)
        family.hand()
    room.touch(OpenSeats(), HandSeat(seat))
    room.look(family.rng.choice((0.5, 2.0)))
    room.touch(GoOn(), OpenSeats(), HandSeat(seat), GoOn())
    family.account.note(f"{seat} is handed to the table and taken back")
    if plan is None or room.table.state != plan.state:
        return
    if middle:
        family.hand(0.3)
        family.perform(plan)
        family.hand()
    else:
        parts.carry_out(family, plan)
        family.hand()


@habit(79, "two exchange their colours", 0.0, unruly=SHARE)
@parts.planned
def exchanges_colours(family: Family, plan: Plan) -> None:
    """Let two players change places: every figure of one stands where one of the other stood."""
    top, seats = family.room.tabletop, family.room.game.view(plan.state, TABLE).seats
    colours = [one.plays for one in seats if one.plays and parts.spots_of(family, one.plays)]
    if len(colours) < 2:
        parts.carry_out(family, plan)
        return
    one, other = family.rng.sample(sorted(colours), 2)
    stood = {colour: parts.spots_of(family, colour) for colour in (one, other)}
    parts.by_nobody(family)
    for mine, theirs in zip(stood[one], stood[other], strict=False):
        if top.fits(other, mine) and top.fits(one, theirs):
            top.standing[mine], top.standing[theirs] = Figure(other), Figure(one)
            top.touched(top.area_of[mine])
            top.touched(top.area_of[theirs])
    family.account.note(f"{one} and {other} change places, as many as both have")
    parts.perhaps_play(family, plan)


@habit(159, "a player leaves, and comes back", 0.0, unruly=SHARE)
def leaves(family: Family) -> None:
    """Hand the seat on turn to the table, do for it what it chooses, well or badly, come back."""
    room, seat = family.room, family.turn
    if seat is None:
        parts.well(family)
        return
    room.touch(OpenSeats(), HandSeat(seat), GoOn())
    family.account.note(f"{seat} leaves, and the table plays")
    for _ in range(family.rng.randint(1, 3)):
        if table_seats.find_due(room.table) != seat:
            break
        _let_choose(family)
    parts.talk(family)
    if seat in room.table.setup.played:
        room.touch(OpenSeats(), HandSeat(seat), GoOn())
        family.account.note(f"{seat} comes back")


def _let_choose(family: Family) -> None:
    """Let the table choose an action, and carry out what of it is done with pieces."""
    room, table = family.room, family.room.table
    seat, state, game = table.turn, table.state, family.room.game
    actions = [*game.legal(state)]
    if seat is None or not actions or table_seats.find_thought(table) != state:
        return
    plan = family.planned(seat, state, family.rng.choice(actions))
    family.intend(plan)
    family.account.note(f"the table chooses {plan.text}")
    room.event(Chosen(room.now_s, seat, len(table.past), plan.text))
    family.account.forget()
    drawn = family.rng.random()
    if room.table.state == state or drawn < 0.2:
        return
    room.look(family.rng.choice(parts.MOMENTS_S))
    left = [family.rng.choice(plan.steps)] if plan.steps and drawn < 0.5 else []
    family.hand(0.3)
    if plan.card is not None:
        family.lay(plan)
    if plan.steps and not any(one.kind is StepKind.SWAPPED for one in left):
        family.carry(plan, leave=left)
    family.hand(0.3)
    room.look(3.0)
