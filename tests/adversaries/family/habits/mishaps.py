"""Mishaps upon mishaps, strict rules, cameras bumped, light that changes, children at the nests."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import HIDDEN, Place, StepKind
from tablet_companion.referee.model.events import Choose, GoOn, HandSeat, OpenLevels, OpenSeats
from tablet_companion.referee.model.levels import LEVEL, Level
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import HABITS, SHARE, habit, parts

_FIRST: Final = 171
"""Habits from here on are no part of others."""


def _act_as_usual(family: Family) -> None:
    """Do what some other habit does."""
    found = [one for one in HABITS.values() if one.number < _FIRST]
    one = family.rng.choice(found)
    family.account.note(f"-- {one.name}")
    one.act(family)


@habit(171, "a mishap under strict rules", 0.0, unruly=SHARE)
def strictly(family: Family) -> None:
    """Have the table judge strictly, or teach, for one seat or for all; and do something amiss."""
    level = family.rng.choice((Level.STRICT, Level.STRICT, Level.TEACH, Level.REFEREE))
    seat = family.pick(["", *family.room.table.setup.seats])
    family.room.touch(OpenLevels(), Choose(f"{LEVEL} {seat}".strip(), level), GoOn())
    family.account.note(f"the referee {level}s {seat or 'all'}")
    _act_as_usual(family)


@habit(172, "one mishap upon another", 0.0, unruly=SHARE)
def upon_another(family: Family) -> None:
    """Do something amiss, and something else before the page has led back into the game."""
    _act_as_usual(family)
    family.room.look(family.rng.choice(parts.MOMENTS_S))
    if not (family.account.deeds or family.over or family.taking_back):
        _act_as_usual(family)


@habit(175, "the camera is bumped in mid-move", 0.0, unruly=SHARE)
@parts.planned
def bumps_camera(family: Family, plan: Plan) -> None:
    """Begin a move; the camera is pushed, all is seen one place off for a moment, or nothing is."""
    room, top = family.room, family.room.tabletop
    parts.begin_move(family, plan)
    family.hand(0.2)
    room.look(family.rng.choice((0.07, 0.5, 2.0)))
    if family.rng.random() < 0.6:
        family.account.note("the camera is bumped: all is seen one place off")
        before, order = dict(top.standing), [*top.area_of]
        off = {spot: order[(order.index(spot) + 1) % len(order)] for spot in before}
        top.standing = {
            off[spot]: one for spot, one in before.items() if top.fits(one.colour, off[spot])
        }
        top.changes += 1
        room.quiet_s = room.now_s
        room.look(family.rng.choice((0.07, 0.2, 0.5)))
        top.standing = before
        top.changes += 1
        room.quiet_s = room.now_s
    room.dark(family.rng.choice((0.5, 2.0, 20.0)), family.rng.choice(("board", "blurred")))
    if room.table.state == plan.state and family.account.deeds and family.rng.random() < 0.7:
        family.by(plan.seat)
        parts.finish(family)
        family.account.note("it is finished")
        room.dark(0.3, "board")


@habit(176, "the light changes a colour", 0.0, unruly=SHARE)
@parts.planned
def light_changes(family: Family, plan: Plan) -> None:
    """Play; all pieces of a colour are read as another's for an instant, before or after."""
    top, room = family.room.tabletop, family.room
    colours = sorted({one.colour for one in top.standing.values() if not one.colour.isdigit()})
    after = family.rng.random() < 0.5
    if after:
        parts.carry_out(family, plan)
        family.hand(0.3)
        room.look(family.rng.choice((0.07, 0.5)))
    if len(colours) > 1:
        one, other = family.rng.sample(colours, 2)
        before = dict(top.standing)
        for spot, figure in before.items():
            if figure.colour == one and top.fits(other, spot):
                top.standing[spot] = Figure(other, figure.turned)
        top.changes += 1
        family.account.note(f"{one} is read as {other} for an instant")
        room.look(family.rng.choice((0.07, 0.2, 0.5)))
        top.standing = before
        top.changes += 1
        room.quiet_s = room.now_s
    if not after and room.table.state == plan.state:
        parts.carry_out(family, plan)


@habit(177, "moves at the question after a power cut", 0.0, unruly=SHARE)
@parts.planned
def moves_after_a_cut(family: Family, plan: Plan) -> None:
    """Play one or two turns unseen, cut the power, and play on when something is asked."""
    room, after = family.room, family.next_plan(plan)
    if not room.table.is_played:
        return
    parts.carry_out(family, plan)
    last = plan
    if after is not None and family.rng.random() < 0.6:
        parts.carry_out(family, after)
        last = after
    room.now_s += 30.0
    room.restart()
    family.account.note("the power is cut and comes back")
    room.look(family.rng.choice((3.0, 9.0)), until=lambda: room.page.asks)
    if room.page.asks and family.account.deeds and (third := family.next_plan(last)) is not None:
        family.account.note("the next one plays instead of answering")
        parts.carry_out(family, third)


@habit(178, "does otherwise than the table chose", 0.0, unruly=SHARE)
def does_otherwise(family: Family) -> None:
    """Give a seat to the table in mid-move, and go on with the move as if it were one's own."""
    room, plan = family.room, family.plan()
    seat = family.turn
    if plan is None or seat is None:
        parts.well(family)
        return
    parts.begin_move(family, plan)
    family.hand(0.2)
    room.touch(OpenSeats(), HandSeat(seat), GoOn())
    family.account.note(f"{seat} is given to the table in mid-move")
    room.look(family.rng.choice(parts.MOMENTS_S))
    parts.finish_what_is_open(family, plan)
    room.look(family.rng.choice(parts.MOMENTS_S))
    if seat in room.table.setup.played:
        room.touch(OpenSeats(), HandSeat(seat), GoOn())


@habit(179, "fidgets over the board", 0.0, unruly=SHARE)
@parts.with_next
def fidgets(family: Family, plan: Plan, after: Plan) -> None:
    """Have hands come and go several times a second while two play, one step after another."""
    room = family.room
    for one in (plan, after):
        if room.table.state not in (plan.state, one.state) or family.over:
            return
        family.hand(0.1)
        family.lay(one)
        _fidget(family)
        family.perform(one)
        _fidget(family)


def _fidget(family: Family) -> None:
    for _ in range(family.rng.choice((3, 12, 40))):
        family.room.busy(0.07, resting=family.rng.random() < 0.2)
        family.room.look(family.rng.choice((0.07, 0.14, 0.3)))


@habit(184, "a child puts the nests out", 0.0, unruly=SHARE)
@parts.planned
def puts_nests_out(family: Family, plan: Plan) -> None:
    """Have a child take what is in the nests and put it all out on the board; others play."""
    top = family.room.tabletop
    if family.rng.random() < 0.4:
        parts.carry_out(family, plan)
        family.hand(0.3)
    parts.by_nobody(family)
    nests = [one for one in top.areas if one.endswith((".nest", ".reserve"))]
    for area in family.rng.sample(nests, min(len(nests), family.rng.randint(1, 4))):
        while (figure := top.lift(area)) is not None:
            free = [one for one in parts.list_free(family, figure) if top.area_of[one] != area]
            if not free:
                top.aside.append(figure)
                break
            top.put(Figure(figure.colour), top.area_of[family.rng.choice(free)])
    family.account.note("a child puts the nests out on the board")
    family.hand(0.3)


@habit(185, "exchanges pieces of two nests", 0.0, unruly=SHARE)
@parts.planned
def exchanges_nests(family: Family, plan: Plan) -> None:
    """Play, and exchange a piece of one nest for one of another's under the same hand."""
    top = family.room.tabletop
    early = family.rng.random() < 0.5
    if not early:
        parts.carry_out(family, plan)
    nests = [one for one in top.areas if one.endswith(".nest") and [*top.occupied(one)]]
    if len(nests) > 1:
        one, other = family.rng.sample(nests, 2)
        parts.by_nobody(family)
        mine, theirs = top.lift(one), top.lift(other)
        if mine is not None and theirs is not None:
            top.put(mine, other)
            top.put(theirs, one)
            family.account.note(f"{mine.colour} and {theirs.colour} lie in each other's nests")
    family.hand(0.3)
    if early:
        parts.talk(family)
        if family.room.table.state == plan.state:
            parts.carry_out(family, plan)


@habit(189, "takes home what stands on the way", 0.0, unruly=SHARE)
@parts.planned
def takes_home_on_the_way(family: Family, plan: Plan) -> None:
    """Take home what stands on the way of a move, as if it had been passed by a seven."""
    top = family.room.tabletop
    parts.carry_out(family, plan)
    moved = {step.piece for step in plan.steps}
    spots = [one for one in parts.list_loose(family, plan) if top.standing[one].colour not in moved]
    spots = [one for one in spots if not top.area_of[one].endswith(".nest")]
    spot = family.pick(spots)
    home = Place(f"{top.standing[spot].colour}.nest") if spot is not None else None
    if spot is not None and home in top.areas:
        family.by(plan.seat)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        if figure is not None:
            family.home(figure)
            family.account.note(f"the {figure.colour} one on {spot} is taken home, too")


@habit(190, "moves a piece that was just moved", 0.0, unruly=SHARE)
@parts.planned
def moves_it_on(family: Family, plan: Plan) -> None:
    """Play; once it is on record somebody moves the piece that was moved on, or gives it a turn."""
    top = family.room.tabletop
    if not parts.play_until_accepted(family, plan):
        return
    target = next((s.target for s in plan.steps if s.kind is StepKind.MOVED and s.target), None)
    if target is None or target not in top.areas or not [*top.occupied(target)]:
        return
    spot = next(top.occupied(target))
    figure = top.standing[spot]
    family.hand(0.2)
    if figure.seen != HIDDEN and family.rng.random() < 0.7:
        family.by(None)
        to = family.pick(parts.list_free(family, figure))
        if to is not None:
            top.lift(target, figure.seen)
            top.put(Figure(figure.colour), top.area_of[to])
            family.account.note(f"and {figure.colour} moves on to {to}")
    family.hand(0.3)
    if family.rng.random() < 0.5 and not family.over:
        parts.play_next(family)
