"""Moves that are wrong: not allowed, another's piece, two pieces, miscounted, shown only."""

from __future__ import annotations

from tablet_companion.games.core import TABLE, Piece, Place, Seat, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(10, "moves two pawns", 0.02)
@parts.planned
def moves_two(family: Family, plan: Plan) -> None:
    """Move, and move another figure as well."""
    parts.carry_out(family, plan)
    family.room.tabletop.remembered = family.room.tabletop.spread()
    top = family.room.tabletop
    keep = parts.places_of(plan)
    spots = [
        s
        for s, f in top.standing.items()
        if str(f.colour) == plan.seat and not f.turned and top.area_of[s] not in keep
    ]
    if spots:
        parts.shift(family, family.rng.choice(spots))


@habit(21, "moves another's pawn", 0.02)
@parts.planned
def moves_anothers(family: Family, plan: Plan) -> None:
    """Lay a card and move somebody else's figure."""
    top = family.room.tabletop
    spots = [
        s
        for s, f in top.standing.items()
        if str(f.colour) != plan.seat and not f.turned and not f.colour.isdigit()
    ]
    family.begin(plan)
    family.by(plan.seat)
    family.plan_in_mind = plan
    if spots:
        parts.shift(family, family.rng.choice(spots))


@habit(22, "does what is not allowed", 0.05)
@parts.planned
def not_allowed(family: Family, plan: Plan) -> None:
    """Do something with the card that is plainly against the rules."""
    wrong = family.wrong_plan(plan)
    if wrong is None:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.carry(wrong)
    family.plan_in_mind = plan


@habit(55, "demonstrates a move", 0.0, unruly=SHARE)
@parts.planned
def demonstrates(family: Family, plan: Plan) -> None:
    """Show with the pieces what the card can do, or what it cannot; put it back, and play."""
    top, cards = family.room.tabletop, len(family.room.tabletop.pile)
    spread, wrong = top.spread(), family.wrong_plan(plan)
    shown = wrong if wrong is not None and family.rng.random() < 0.6 else plan
    family.hand(0.3)
    if family.rng.random() < 0.6:
        family.lay(plan)
        family.account.wrong_card = plan.seat
    family.carry(shown)
    if shown is plan:
        family.intend(plan, laid=len(top.pile) > cards or plan.card is None)
    parts.talk(family)
    if family.room.table.state == plan.state and family.rng.random() < 0.3:
        family.account.note("it is done once more")
        family.hand(0.3)
        top.restore(spread)
        family.hand(0.3)
        family.carry(shown)
        parts.talk(family)
    if not parts.put_back(family, plan, spread, cards):
        return
    other = family.plan() or plan
    family.room.look(family.rng.choice(parts.PAUSES_S))
    parts.carry_out(family, other)


@habit(59, "moves twice with one card", 0.0, unruly=SHARE)
@parts.planned
def moves_twice(family: Family, plan: Plan) -> None:
    """Move, and after it was accepted move the same figure once more."""
    top = family.room.tabletop
    parts.play_and_wait(family, plan)
    moved = [step.target for step in plan.steps if step.kind is StepKind.MOVED and step.target]
    spots = [spot for area in moved for spot in top.occupied(area)]
    spots = [spot for spot in spots if not top.standing[spot].turned]
    if spots and not family.account.deeds and not family.over:
        family.remember()
        family.hand(0.3)
        family.by(plan.seat)
        parts.shift(family, spots[0])
    family.hand()


def _colour_of(family: Family, plan: Plan, seat: Seat) -> Piece | None:
    views = family.room.game.view(plan.state, TABLE).seats
    return next((one.plays for one in views if one.seat == seat), None)


@habit(78, "moves the partner's pawn instead", 0.0, unruly=SHARE)
@parts.planned
def partners_pawn(family: Family, plan: Plan) -> None:
    """Play the own card with a pawn of the player who sits opposite, as far as the card says."""
    seats = [one.seat for one in family.room.game.view(plan.state, TABLE).seats]
    opposite = seats[(seats.index(plan.seat) + len(seats) // 2) % len(seats)]
    spaces = int(plan.card) if plan.card and plan.card.isdigit() else family.rng.randint(1, 9)
    area_of = family.room.tabletop.area_of
    ways = [
        (area_of[spot], target)
        for spot in parts.spots_on_track(family, _colour_of(family, plan, opposite))
        if (target := parts.count_on(family, area_of[spot], spaces)) is not None
    ]
    if not ways or opposite == plan.seat:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    parts.carry_one(family, *family.rng.choice(ways))
    family.plan_in_mind = plan


@habit(82, "insists on a house rule", 0.0, unruly=SHARE)
@parts.planned
def insists(family: Family, plan: Plan) -> None:
    """Do what is not allowed, put it back when told, and do it again; twice."""
    wrong, top = family.wrong_plan(plan), family.room.tabletop
    if wrong is None:
        parts.carry_out(family, plan)
        return
    family.plan_in_mind, spread = plan, top.spread()
    family.begin(plan)
    for again in range(3):
        family.carry(wrong)
        parts.pause(family, (2.0, 10.0))
        if again == 2 or family.room.table.state != plan.state:
            return
        family.hand(0.3)
        top.restore(spread)
        family.account.note("it is put back")
        parts.pause(family, (0.5, 2.0))
        family.hand(0.3)


@habit(83, "miscounts by one, or backwards", 0.0, unruly=SHARE)
@parts.planned
def miscounts(family: Family, plan: Plan) -> None:
    """Count the own space, too, one space too many, or the wrong way round."""
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED and one.target), None)
    target = None
    if step is not None and step.target is not None and len(plan.steps) == 1:
        ends = [one[1:] for one in (step.source, step.target) if one[1:].isdigit()]
        way = int(ends[1]) - int(ends[0]) if len(ends) == 2 else 0
        wrong = family.rng.choice((way - 1, way + 1, -way))
        target = parts.count_on(family, step.source, wrong) if way and wrong else None
    if step is None or target is None:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    parts.carry_one(family, step.source, target)
    family.plan_in_mind = plan


@habit(88, "recounts after the next card", 0.0, unruly=SHARE)
@parts.planned
def recounts(family: Family, plan: Plan) -> None:
    """Move the figure one space on or back when the next player has laid a card already."""
    parts.play_and_wait(family, plan)
    after = family.plan() if not family.account.deeds and not family.over else None
    moved = [one.target for one in plan.steps if one.kind is StepKind.MOVED and one.target]
    if after is None or family.room.table.state == plan.state:
        return
    ways = [
        (area, beside)
        for area in moved
        if (beside := parts.count_on(family, area, family.rng.choice((-1, 1)))) is not None
        and len([*family.room.tabletop.occupied(area)]) == 1
    ]
    family.remember()
    family.begin(after)
    parts.pause(family, (0.3, 3.0))
    if not ways:
        return
    family.hand(0.3)
    family.by(plan.seat)
    parts.carry_one(family, *family.rng.choice(ways))
    parts.talk(family)


@habit(118, "recounts a divided card", 0.0, unruly=SHARE)
@parts.planned
def recounts_divided(family: Family, plan: Plan) -> None:
    """Divide a card, go one too far with the first figure, count again, and do it all rightly."""
    plan = parts.prefer(
        family, plan, lambda one: sum(s.kind is StepKind.MOVED for s in one.steps) > 1
    )
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED and one.target), None)
    target = step.target if step is not None else None
    wrong = (
        parts.count_on(family, target, family.rng.choice((-1, 1))) if target is not None else None
    )
    if step is None or wrong is None or not [*family.room.tabletop.occupied(step.source)]:
        parts.carry_out(family, plan)
        return
    spread = family.room.tabletop.spread()
    family.begin(plan)
    family.by(plan.seat)
    parts.carry_one(family, step.source, wrong)
    family.intend(plan)
    parts.talk(family)
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    family.by(plan.seat)
    family.room.tabletop.restore(spread)
    family.account.note("and counts again")
    family.carry(plan)


@habit(119, "goes one too far in the finish", 0.0, unruly=SHARE)
@parts.planned
def too_far_in(family: Family, plan: Plan) -> None:
    """Put a figure one place too far into its finish, or not far enough."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, lambda one: any(_finish_of(s.target) for s in one.steps))
    step = next((one for one in plan.steps if _finish_of(one.target)), None)
    ends = [_beside(step.target, by) for by in (-1, 1)] if step is not None else []
    free = [one for one in ends if one in top.areas and not [*top.occupied(one)]]
    if step is None or not free or not [*top.occupied(step.source)]:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    parts.carry_one(family, step.source, family.rng.choice(free))
    family.plan_in_mind = plan


def _finish_of(place: Place | None) -> bool:
    return ".F" in (place or "")


def _beside(place: Place | None, by: int) -> Place:
    """Return the place of a finish that is so far behind another."""
    colour, _, number = (place or "").rpartition("F")
    return Place(f"{colour}F{int(number) + by}")


@habit(137, "takes another's piece for its own", 0.0, unruly=SHARE)
@parts.planned
def takes_anothers(family: Family, plan: Plan) -> None:
    """Move rightly, but put another player's figure there, of the same shape; its own stays."""
    top = family.room.tabletop
    moved = (one for one in plan.steps if one.kind is StepKind.MOVED)
    ends = [(one.piece, one.target) for one in moved if one.target is not None]
    pairs = [
        (target, spot)
        for piece, target in ends[:1]
        for spot in parts.list_loose(family, plan)
        if top.standing[spot].colour != piece
        if any(top.fits(top.standing[spot].colour, one) for one in top.areas.get(target, ()))
    ]
    if not pairs:
        parts.carry_out(family, plan)
        return
    target, spot = family.rng.choice(pairs)
    family.begin(plan)
    family.by(plan.seat)
    for one in (one for one in plan.steps if one.kind is StepKind.CAPTURED):
        if taken := top.lift(one.source):
            family.home(taken)
    if figure := top.lift(top.area_of[spot], top.standing[spot].seen):
        top.put(figure, target)
        family.account.note(f"{plan.seat} takes the {figure.colour} one from {spot}")
    family.hand(0.3)
    parts.talk(family)
