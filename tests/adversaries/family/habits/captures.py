"""What becomes of a captured piece: late home, in a wrong nest, kept, begged back, played with."""

from __future__ import annotations

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(18, "takes a captured pawn home late", 0.03)
@parts.planned
def home_late(family: Family, plan: Plan) -> None:
    """Hold what was captured in the hand, or put it beside the board, for some seconds."""
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    if not captured:
        parts.carry_out(family, plan)
        return
    top = family.room.tabletop
    held = top.lift(captured[0].source)
    family.begin(plan)
    family.carry(plan, leave=captured[:1])
    family.intend(plan)
    family.hand()
    family.room.look(family.rng.choice((1.0, 3.0, 7.0)))
    if held is not None and family.room.table.state == plan.state:
        family.by(plan.seat)
        family.home(held)
        family.account.note("the captured figure is taken home")
    elif held is not None:
        top.aside.append(held)


@habit(60, "protests against a capture", 0.0, unruly=SHARE)
@parts.planned
def protests(family: Family, plan: Plan) -> None:
    """Put a captured figure back on its place, and the one that captured it next to it."""
    top, spread = family.room.tabletop, family.room.tabletop.spread()
    taken = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    parts.carry_out(family, plan)
    if not taken or taken[0].source not in top.areas:
        return
    family.hand()
    family.room.look(family.rng.choice((0.5, 3.0)))
    if family.over:
        return
    family.hand(0.3)
    parts.by_nobody(family)
    areas = [*top.areas]
    beside = areas[(areas.index(taken[0].source) + 1) % len(areas)]
    victor = top.lift(taken[0].source)
    top.restore(spread)
    for step in plan.steps:
        if victor is not None and step.kind is StepKind.MOVED and step.target == taken[0].source:
            top.lift(step.source, step.piece)
            top.put(victor, beside if not [*top.occupied(beside)] else step.source)
    family.account.forget()
    family.account.note(f"{taken[0].piece} protests, and stands on {taken[0].source} again")
    family.taking_back = family.room.table.state != plan.state
    family.hand()


@habit(62, "takes a captured pawn to a wrong nest", 0.0, unruly=SHARE)
@parts.planned
def wrong_nest(family: Family, plan: Plan) -> None:
    """Put a captured figure among those of another colour."""
    top = family.room.tabletop
    taken = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    nests = [area for area in top.areas if area.endswith(".nest")]
    figure = top.lift(taken[0].source) if taken else None
    if figure is None:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    others = [area for area in nests if area != f"{figure.colour}.nest"]
    family.rng.shuffle(others)
    if not (others and top.put(Figure(figure.colour), others[0])):
        top.aside[:] = [*top.aside, figure] if not others else top.aside
    family.account.note(f"the captured {figure.colour} figure goes to {[*others, 'no nest'][0]}")
    family.carry(plan, leave=taken[:1])
    family.intend(plan)


@habit(74, "exchanges instead of capturing", 0.0, unruly=SHARE)
@parts.planned
def exchanges_places(family: Family, plan: Plan) -> None:
    """Put what is captured where the figure that captures it came from, not into its nest."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, lambda one: _find_way(one) is not None)
    way = _find_way(plan)
    if way is None:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    taken = top.lift(way[0])
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED][:1]
    family.carry(plan, leave=captured)
    if taken is not None:
        top.put(Figure(taken.colour), way[1])
    family.account.note(f"what stood on {way[0]} is put on {way[1]}")
    family.plan_in_mind = plan


def _find_way(plan: Plan) -> tuple[Place, Place] | None:
    """Return where a plan captures something, and where the piece comes from that does."""
    places = {step.source for step in plan.steps if step.kind is StepKind.CAPTURED}
    moved = [step for step in plan.steps if step.kind is StepKind.MOVED]
    ways = [(s.target, s.source) for s in moved if s.target in places and "." not in s.source]
    return next(((one, other) for one, other in ways if one is not None), None)


@habit(101, "keeps what was captured as a trophy", 0.0, unruly=SHARE)
@parts.planned
def keeps_a_trophy(family: Family, plan: Plan) -> None:
    """Capture, keep the piece in a pocket while the next one plays, and take it home then."""
    keep(family, plan, turns=1)


def keep(family: Family, plan: Plan, *, turns: int) -> None:
    """Capture, and keep the piece in a pocket for some turns of others."""
    top = family.room.tabletop
    parts.carry_out(family, plan)
    taken = [step for step in plan.steps if step.kind is StepKind.CAPTURED and step.target]
    area = taken[0].target if taken else None
    figure = top.lift(area) if area is not None and area in top.areas else None
    if figure is None or area is None:
        return
    family.account.note(f"the {figure.colour} one that was captured is kept in a pocket")
    family.hand(0.2)
    family.room.look(family.rng.choice((0.5, 3.0, 10.0)))
    after: Plan | None = plan
    for _ in range(turns):
        after = family.next_plan(after) if after is not None else None
        if after is not None:
            parts.carry_out(family, after)
        parts.talk(family)
    parts.by_nobody(family)
    top.put(figure, area)
    family.account.note("and taken home now")
    family.hand(0.3)


@habit(103, "a child plays with what was captured", 0.0, unruly=SHARE)
@parts.planned
def plays_with_find_way(family: Family, plan: Plan) -> None:
    """Capture; a child walks the captured figure about the board, and takes it home some time."""
    top, room = family.room.tabletop, family.room
    plan = parts.prefer(family, plan, parts.captures)
    parts.carry_out(family, plan)
    taken = next((s for s in plan.steps if s.kind is StepKind.CAPTURED and s.target), None)
    if taken is None or taken.target is None or taken.target not in top.areas:
        return
    family.hand(0.3)
    for _ in range(family.rng.randint(1, 3)):
        parts.by_nobody(family)
        figure = top.lift(taken.target)
        free = [s for s in top.area_of if s not in top.standing and figure]
        free = [s for s in free if figure is not None and top.fits(figure.colour, s)]
        if figure is None or not free:
            return
        spot = family.rng.choice(free)
        top.put(Figure(figure.colour), top.area_of[spot])
        family.account.note(f"a child walks {figure.colour} to {spot}")
        family.hand(0.3)
        room.look(family.rng.choice((0.2, 1.0, 8.0)))
        family.hand(0.3)
        parts.by_nobody(family)
        back = top.lift(top.area_of[spot], figure.colour)
        if back is not None:
            top.put(Figure(back.colour), taken.target)
    family.hand(0.3)


@habit(104, "sorts a nest while another moves", 0.0, unruly=SHARE)
@parts.planned
def sorts_nest(family: Family, plan: Plan) -> None:
    """Take the figures of a nest up and put them down, one of them between the spots for a time."""
    top = family.room.tabletop
    nests = [one for one in top.areas if one.endswith(".nest") and [*top.occupied(one)]]
    area = family.pick(nests)
    figure = top.lift(area) if area is not None else None
    if figure is None or area is None:
        parts.carry_out(family, plan)
        return
    parts.by_nobody(family)
    top.drop(figure, top.areas[area][0], fallen=False)
    family.account.note(f"one of {area} stands between its spots")
    if family.rng.random() < 0.6:
        parts.carry_out(family, plan)
    parts.talk(family)
    family.hand(0.3)
    parts.by_nobody(family)
    for loose in [one for one in top.loose if one.figure == figure]:
        top.put(top.pick_up(loose), area)
    family.account.note("and is put right")
    family.hand(0.3)


@habit(105, "puts what is captured between the spots", 0.0, unruly=SHARE)
@parts.planned
def between_spots(family: Family, plan: Plan) -> None:
    """Take a captured figure home, but put it down between the spots of its nest."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    parts.carry_out(family, plan)
    taken = next((s for s in plan.steps if s.kind is StepKind.CAPTURED and s.target), None)
    if taken is None or taken.target is None or taken.target not in top.areas:
        return
    figure = top.lift(taken.target)
    if figure is not None:
        top.drop(figure, top.areas[taken.target][0], fallen=family.rng.random() < 0.3)
        family.account.note(f"{figure.colour} comes to stand between the spots of {taken.target}")


@habit(122, "keeps what was captured for two turns", 0.0, unruly=SHARE)
@parts.planned
def keeps_for_two(family: Family, plan: Plan) -> None:
    """Capture, and take the piece home only after two turns of others."""
    keep(family, parts.prefer(family, plan, parts.captures), turns=2)


@habit(146, "begs a captured piece back", 0.0, unruly=SHARE)
@parts.planned
def begs_back(family: Family, plan: Plan) -> None:
    """Capture; once that is on record, the captured piece is put back beside the one that came."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    taken = next((one for one in plan.steps if one.kind is StepKind.CAPTURED), None)
    if not parts.play_until_accepted(family, plan) or taken is None:
        return
    figure = next((top.lift(at) for at in _nests(family, taken.piece) if [*top.occupied(at)]), None)
    free = [spot for spot in top.area_of if spot not in top.standing and spot not in top.holes]
    if figure is None or not free:
        return
    family.by(None)
    family.hand(0.3)
    family.account.note(f"the {figure.colour} one is begged back")
    top.put(Figure(figure.colour), top.area_of[family.rng.choice(free)])
    parts.talk(family)
    if family.rng.random() < 0.5:
        parts.play_next(family)


def _nests(family: Family, piece: str) -> list[Place]:
    return [area for area in family.room.tabletop.areas if area == f"{piece}.nest"]
