"""What people put in the place of what was there: a button for a piece, another card and move."""

from __future__ import annotations

from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import carry_out, habit, planned
from tests.adversaries.family.household import by_nobody, list_loose, talk
from tests.adversaries.family.mischief import SHARE


@habit("puts a button for a piece", 0.0, unruly=SHARE)
@planned
def puts_a_button(family: Family, plan: Plan) -> None:
    """Pocket a piece and leave a button in its place, or upon another of its area.

    Others may play on beside it.
    """
    top = family.room.tabletop
    if spots := list_loose(family, plan):
        spot = family.rng.choice(spots)
        by_nobody(family)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        if figure is not None:
            top.aside.append(figure)
            top.leave_cup([spot])
            family.account.note(f"a button lies on {spot} for the {figure.colour} one")
    talk(family)
    if family.rng.random() < 0.5 and family.room.table.state == plan.state:
        carry_out(family, plan)


@habit("exchanges its card and move for others", 0.0, unruly=SHARE)
@planned
def thinks_better_of_it(family: Family, plan: Plan) -> None:
    """Lay a card and move, take both back while it is looked at, and play another card instead."""
    top, account = family.room.tabletop, family.account
    spread, cards, other = top.spread(), len(top.pile), family.plan()
    family.hand(0.3, pile=False)
    family.lay(plan)
    family.hand(0.3)
    if family.rng.random() < 0.5:
        family.carry(plan)
    family.intend(plan)
    family.room.look(family.rng.choice((0.1, 0.3)))
    if family.room.table.state != plan.state or other is None:
        return
    family.hand(0.3)
    top.restore(spread)
    del top.pile[cards:]
    top.touched(None)
    account.wrong_card = None
    account.forget()
    account.note(f"{plan.seat} takes card and move back")
    if family.rng.random() < 0.5:
        family.hand(0.3)
        family.room.look(family.rng.choice((0.1, 1.0)))
    if family.room.table.state == plan.state:
        carry_out(family, other)
