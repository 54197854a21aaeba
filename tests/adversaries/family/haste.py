"""What happens faster than anybody looks: cards that cover each other, and pushes beside a card."""

from __future__ import annotations

from collections.abc import Callable

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import carry_out, habit, planned
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.unruly import lay, with_next

_TRIES = 8
"""This many turns are thought of for one that moves several pieces."""


@habit("covers a card at once", 0.0, unruly=SHARE)
@with_next
def covers(family: Family, plan: Plan, after: Plan) -> None:
    """Move rightly; the next player's card covers this one's before anybody has seen it."""
    if not family.room.game.pile:
        carry_out(family, plan)
        return
    family.hand(0.3, pile=False)
    family.lay(plan)
    family.carry(plan)
    family.intend(plan)
    family.hand(0.4, pile=False)
    lay(family, after)
    family.hand(0.3, pile=False)
    family.room.look(family.rng.choice((1.0, 3.0, 10.0)))
    family.hand(0.3)
    family.carry(after)
    family.intend(after)


@habit("an elbow beside a fresh card", 0.0, unruly=SHARE)
@planned
def elbows(family: Family, plan: Plan) -> None:
    """Lay a card, and push a pawn of the same player's to where no play leads it."""
    family.hand(0.3)
    family.lay(plan)
    way = _find_way_of_no_play(family, plan) if family.room.game.pile else None
    if way is None:
        family.carry(plan)
        family.intend(plan)
        return
    source, target = way
    top = family.room.tabletop
    family.by(None)
    figure = top.lift(source)
    if figure is not None:
        top.put(Figure(figure.colour), target)
    family.account.note(f"an elbow pushes what stands on {source} to {target}")
    family.plan_in_mind = plan
    family.hand(0.3)
    family.room.look(family.rng.choice((1.0, 3.0)))


def _find_way_of_no_play(family: Family, plan: Plan) -> tuple[Place, Place] | None:
    """Return where a pawn of the player's stands, and a free place that no play leads it to."""
    game, top = family.room.game, family.room.tabletop
    view = next(one for one in game.view(plan.state, plan.seat).seats if one.seat == plan.seat)
    mine = [
        top.area_of[spot]
        for spot, one in top.standing.items()
        if one.colour == view.plays and not one.turned and len(top.areas[top.area_of[spot]]) == 1
    ]
    if not mine:
        return None
    source = family.rng.choice(mine)
    steps = (step for one in game.legal(plan.state) for step in game.steps(plan.state, one))
    led = {step.target for step in steps if step.source == source}
    free = [
        area
        for area, spots in top.areas.items()
        if len(spots) == 1
        and area not in led
        and spots[0] not in top.standing
        and spots[0] not in top.holes
        and "." not in area
    ]
    return (source, family.rng.choice(free)) if free else None


@habit("the next one is half done", 0.0, unruly=SHARE)
@planned
def half_overtaken(family: Family, plan: Plan) -> None:
    """Move, rather an exchange; the next player lays a card under the same hand and begins."""
    plan = prefer(family, plan, lambda one: any(s.kind is StepKind.SWAPPED for s in one.steps))
    carry_out(family, plan)
    after = family.next_plan(plan)
    if after is None or not family.room.game.pile or after.seat == plan.seat:
        return
    for _ in range(_TRIES):
        if len(after.steps) > 1:
            break
        after = family.next_plan(plan) or after
    family.hand(0.3)
    lay(family, after)
    family.carry(after, leave=after.steps[1:])
    family.intend(after)
    family.hand(0.3)
    family.room.look(family.rng.choice((2.0, 5.0)))
    if not family.account.deeds:
        return
    family.account.note(f"{after.seat} goes on")
    family.hand(0.3)
    family.by(after.seat)
    wanted = family.account.meant
    family.room.tabletop.make(wanted, sorted(wanted))


def prefer(family: Family, plan: Plan, wanted: Callable[[Plan], bool]) -> Plan:
    """Return another plan of the same turn that is as wanted, if some tries find one."""
    plans = (family.plan() for _ in range(_TRIES))
    return next((one for one in (plan, *plans) if one is not None and wanted(one)), plan)
