"""What people do to each other's pieces: brought back, moved for each other, pushed, replaced."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Place, Step, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(165, "brings a captured piece out a turn later", 0.0, unruly=SHARE)
@parts.planned
def brings_out_later(family: Family, plan: Plan) -> None:
    """Capture; a turn later the captured piece's owner puts it out again while all look away."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    taken = next((one for one in plan.steps if one.kind is StepKind.CAPTURED), None)
    if not parts.play_until_accepted(family, plan) or taken is None:
        return
    parts.play_next(family)
    family.hand()
    family.room.look(family.rng.choice(parts.MOMENTS_S))
    home = Place(f"{taken.piece}.nest")
    figure = top.lift(home) if [*top.occupied(home)] else None
    spot = family.pick(parts.list_free(family, figure))
    if figure is None or spot is None or family.over:
        return
    family.hand(0.3)
    parts.by_nobody(family)
    near = parts.count_on(family, taken.source, 1)
    top.put(Figure(figure.colour), near or top.area_of[spot])
    family.account.note(f"the {figure.colour} one comes out again to {near or spot}")
    parts.talk(family)
    if family.rng.random() < 0.5:
        parts.play_next(family)


@habit(166, "two play with each other's pawns", 0.0, unruly=SHARE)
@parts.with_next
def plays_each_others(family: Family, plan: Plan, after: Plan) -> None:
    """Let two players sit crosswise: each lays a card, and moves what the other is to move."""
    family.hand(0.3)
    parts.lay(family, plan)
    family.carry(replace(after, seat=plan.seat))
    family.hand(0.3)
    family.account.wrong_card = plan.seat
    parts.pause(family, parts.MOMENTS_S)
    parts.lay(family, after)
    family.carry(replace(plan, seat=after.seat))
    family.account.note("each has moved for the other")
    if family.room.table.state == plan.state:
        family.intend(plan)  # nobody can tell whose hands they were
        family.intend(after)


@habit(167, "a piece of another colour stands in", 0.0, unruly=SHARE)
@parts.planned
def stands_in(family: Family, plan: Plan) -> None:
    """Put a spare piece of another colour where one was lost, as agreed, and play on for turns."""
    top = family.room.tabletop
    spots = parts.list_loose(family, plan)
    colours = sorted({top.standing[spot].colour for spot in parts.list_figures(family)})
    spot = family.pick(spots)
    if spot is not None and len(colours) > 1:
        parts.by_nobody(family)
        area, lost = top.area_of[spot], top.standing[spot]
        other = family.rng.choice([one for one in colours if one != lost.colour])
        if top.lift(area, lost.seen) is not None:
            top.aside.append(lost)
            top.put(Figure(other), area)
            family.account.note(f"a {other} one stands on {area} for the {lost.colour} one")
    family.hand(0.3)
    parts.talk(family)
    for _ in parts.play_turns(family, plan, family.rng.choice((0, 1, 3))):
        pass


@habit(168, "takes home early what is to be captured", 0.0, unruly=SHARE)
@parts.planned
def takes_home_early(family: Family, plan: Plan) -> None:
    """Let the owner see what is coming, and take the piece home before a card is laid."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    area = next((one.source for one in plan.steps if one.kind is StepKind.CAPTURED), None)
    figure = top.lift(area) if area is not None else None
    if figure is not None:
        parts.by_nobody(family)
        family.home(figure)
        family.account.note(f"the {figure.colour} one on {area} goes home before it is captured")
    family.hand(0.3)
    family.room.look(family.rng.choice(parts.MOMENTS_S))
    if family.room.table.state == plan.state:
        parts.carry_out(family, plan)


@habit(169, "hops space by space", 0.0, unruly=SHARE)
@parts.planned
def hops(family: Family, plan: Plan) -> None:
    """Put the piece down on every space that it counts, and let go of it for a moment there."""
    top = family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    family.begin(plan)
    family.intend(plan)
    if step is not None:
        for area in _count_to(family, step):
            family.by(plan.seat)
            figure = top.lift(step.source)
            if figure is None:
                break
            top.put(figure, area)
            family.account.note(f"{plan.seat} hops to {area}")
            parts.pause(family, (0.2, 0.4, 0.7, 1.5))
            if (figure := top.lift(area)) is None or family.room.table.state != plan.state:
                break
            family.by(plan.seat)
            top.put(figure, step.source)
    if family.room.table.state == plan.state and family.account.deeds:
        family.carry(plan)


def _count_to(family: Family, step: Step) -> list[Place]:
    """Return the free spaces between where a step begins and where it ends."""
    areas, spaces = list[Place](), 1
    while len(areas) < 13 and (area := parts.count_on(family, step.source, spaces)) is not None:
        if area == step.target:
            return areas
        areas.append(area)
        spaces += 1
    return []


@habit(170, "pushes a rival back in passing", 0.0, unruly=SHARE)
@parts.planned
def pushes_back(family: Family, plan: Plan) -> None:
    """Play rightly, and push another player's piece back by a space or two under the same hand."""
    top = family.room.tabletop
    mine = {step.piece for step in plan.steps}
    parts.carry_out(family, plan)
    colours = sorted({one.colour for one in top.standing.values()} - mine)
    spots = [spot for one in colours for spot in parts.spots_on_track(family, one)]
    spot = family.pick([one for one in spots if one not in top.holes])
    if spot is None:
        return
    back = [parts.count_on(family, top.area_of[spot], -spaces) for spaces in (1, 2)]
    parts.slide(family, spot, [free for area in back if area for free in top.areas[area]])
    family.by(plan.seat)
    for area in (top.area_of[spot], *back):
        if area is not None:
            top.author[area] = plan.seat
