"""What brothers and sisters do: bump what is taken back, put it one off, tap along, blunder in."""

from __future__ import annotations

from tablet_companion.games.core import Place
from tablet_companion.referee.model.events import Answer, GoOn
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    places_of,
    planned,
    play_until_accepted,
    put_back_by_hand,
)
from tests.adversaries.family.household import by_nobody, list_loose
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.unruly import lay


@habit("takes back, and bumps another piece", 0.0, unruly=SHARE)
@planned
def takes_back_and_bumps(family: Family, plan: Plan) -> None:
    """Take a move back by the key and let it stand; another piece falls, and is put up again."""
    top, room, state = family.room.tabletop, family.room, family.room.table.state
    if not play_until_accepted(family, plan):
        return
    family.take_back()
    spots = list_loose(family, plan)
    if room.table.state != state or not spots:
        return
    spread, spot = top.spread(), family.rng.choice(spots)
    slide(family, spot, [*top.area_of] if family.rng.random() < 0.5 else [])
    family.hand(0.3)
    room.look(family.rng.choice((0.5, 2.0, 9.0)))
    top.restore(spread)
    family.account.note("and is put up again, where it stood")
    family.hand(0.3)
    room.look(family.rng.choice((2.0, 9.0)))


def slide(family: Family, spot: Place, spots: list[Place]) -> None:
    """Let a figure slide to one of these spots, if one is free; else off the table."""
    top = family.room.tabletop
    by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is None:
        return
    free = [one for one in spots if one not in top.standing and one not in top.holes]
    to = family.pick([one for one in free if top.fits(figure.colour, one)])
    if to is None:
        top.aside.append(figure)
    else:
        top.put(Figure(figure.colour), top.area_of[to])
    family.account.note(f"what stood on {spot} slides {f'to {to}' if to else 'off the table'}")


@habit("puts a taken-back piece one off", 0.0, unruly=SHARE)
@planned
def puts_back_one_off(family: Family, plan: Plan) -> None:
    """Take a move back by hand, but put a piece of it down one place beside its own."""
    top, room = family.room.tabletop, family.room
    spots = list_loose(family)
    if put_back_by_hand(family, plan) is None:
        return
    moved = [one for one in spots if top.area_of[one] in places_of(plan) and one in top.standing]
    if moved:
        spot, order = family.rng.choice(moved), [*top.area_of]
        at = order.index(spot)
        slide(family, spot, [order[at - 1], order[(at + 1) % len(order)]])
        family.hand(0.3)
        room.look(family.rng.choice((0.5, 3.0, 9.0)))
    family.taking_back = True


@habit("taps the first answer all the time", 0.0, unruly=SHARE)
@planned
def taps_along(family: Family, plan: Plan) -> None:
    """Have a small one tap where “Yes” stands, asked or not, while others play two turns."""
    room = family.room
    for one in (plan, family.next_plan(plan)):
        if one is None or family.over:
            return
        carry_out(family, one)
        family.hand(0.3)
        for _ in range(3):
            room.look(0.5)
            state, asks = room.table.state, isinstance(room.panel, QuestionPanel)
            room.touch(Answer(0) if asks else GoOn())
            if room.table.state != state and asks:
                family.account.note("a small one taps the first answer")
                family.taking_back = True
                return


@habit("blunders in at once", 0.0, unruly=SHARE)
@planned
def blunders_in(family: Family, plan: Plan) -> None:
    """Play rightly, and have somebody do what is not allowed as soon as it is accepted."""
    if not play_until_accepted(family, plan):
        return
    family.hand(0.3)
    after = family.plan()
    wrong = family.wrong_plan(after) if after is not None else None
    if wrong is not None:
        lay(family, wrong)
        family.carry(wrong)
        family.account.note("which is not allowed")
    elif spots := list_loose(family):
        family.by(family.turn)
        family.account.note("somebody moves what is not theirs to move")
        slide(family, family.rng.choice(spots), [*family.room.tabletop.area_of])
    family.hand(0.3)
