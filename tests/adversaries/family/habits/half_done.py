"""Moves done in parts: left undone, finished late, by another, or as the next one plays."""

from __future__ import annotations

from collections.abc import Sequence

from tablet_companion.games.core import Place, Step, StepKind
from tablet_companion.referee.model.verdicts import Asking
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(19, "leaves a step undone", 0.03)
@parts.planned
def leaves_undone(family: Family, plan: Plan) -> None:
    """Forget to turn a figure over, or to take it home."""
    kinds = (StepKind.TURNED_DOWN, StepKind.CAPTURED, StepKind.CALLED)
    left = [step for step in plan.steps if step.kind in kinds]
    family.begin(plan)
    top = family.room.tabletop
    step = family.pick(left)
    if step is not None and step.kind is StepKind.CAPTURED:
        figure = top.lift(step.source)
        if figure is not None:
            top.aside.append(figure)
    family.carry(plan, leave=[step] if step is not None else [])
    family.intend(plan)


@habit(36, "finishes a move much later", 0.0)
@parts.planned
def finishes_late(family: Family, plan: Plan) -> None:
    """Do half of a move, talk for a long time, and do the rest."""
    top = family.room.tabletop
    family.begin(plan)
    steps = [step for step in plan.steps if step.kind is not StepKind.SWAPPED]
    left = family.rng.sample(steps, family.rng.randint(1, len(steps))) if steps else []
    family.carry(plan, leave=left)
    family.intend(plan)
    held = top.lift(left[0].source) if left and family.rng.random() < 0.5 else None
    family.hand()
    family.room.look(family.rng.choice((5.0, 20.0, 90.0)))
    if family.room.table.state != plan.state and not family.room.game.pile and left:
        family.account.forget()
        family.intend(plan)  # what was done so far was a move, too
    if not family.account.deeds:
        return
    family.account.note(f"{plan.seat} goes on")
    family.hand(0.3)
    family.by(plan.seat)
    if held is not None:
        top.aside.append(held)
    parts.finish(family)


@habit(43, "puts a piece beside its place", 0.0)
@parts.planned
def puts_beside(family: Family, plan: Plan) -> None:
    """Put a piece down beside the place where it is to go, and onto it some time later."""
    top = family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    if step is None or step.target is None or step.target not in top.areas:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    figure = top.lift(step.source, step.piece) or top.lift(step.source)
    figure = Figure(step.piece) if figure is None else figure
    top.drop(figure, top.areas[step.target][0], fallen=False)
    family.account.note(f"{plan.seat} puts the {figure.colour} figure beside {step.target}")
    family.hand()
    family.room.look(family.rng.choice((1.0, 12.0)))
    family.hand(0.3)
    for loose in [one for one in top.loose if one.figure.colour == figure.colour]:
        top.pick_up(loose)
    if step.source in top.areas:
        top.put(figure, step.source)
    family.perform(plan)


@habit(53, "finishes under the next card", 0.0, unruly=SHARE)
@parts.with_next
def finishes_under_next(family: Family, plan: Plan, after: Plan) -> None:
    """Do half of a move, be told so, and do the rest as the next player lays and moves, too."""
    parts.begin_move(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.5, 1.0, 3.0)))
    table = family.room.table
    asked = isinstance(table.verdict, Asking)  # that is answered first
    if table.state != plan.state or not family.account.deeds or asked:
        return
    family.hand(0.3)
    family.by(plan.seat)
    parts.finish(family)
    family.account.note(f"{plan.seat} finishes it")
    parts.lay_and_move(family, after)


@habit(58, "moves in instalments", 0.0, unruly=SHARE)
@parts.planned
def instalments(family: Family, plan: Plan) -> None:
    """Do one step of a move after the other, counting halfway along the track, with long pauses."""
    steps = sorted(plan.steps, key=lambda step: step.kind is not StepKind.CAPTURED)
    if any(step.kind is StepKind.SWAPPED for step in steps):
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.intend(plan)
    for number, step in enumerate(steps):
        start = _go_halfway(family, plan, step)
        if start is not None:
            parts.talk(family)
            _go_back_to_start(family, plan, start)
        if not do_part(family, plan, steps, number):
            return


def do_part(family: Family, plan: Plan, steps: Sequence[Step], number: int) -> bool:
    """Do one step of a move and talk; return whether the move is still to be finished."""
    step, later = steps[number], steps[number + 1 :]
    family.carry(plan, leave=[one for one in steps if one is not step] if plan.card else later)
    parts.talk(family)
    return bool(family.account.deeds) and family.room.table.state == plan.state


def _go_halfway(family: Family, plan: Plan, step: Step) -> tuple[Place, Place] | None:
    """Stop a figure halfway along the track; return where it stands and whence it came."""
    top, target = family.room.tabletop, step.target
    ends = [one[1:] for one in (step.source, target or "") if one[:1] == "T" and one[1:].isdigit()]
    if step.kind is not StepKind.MOVED or len(ends) < 2 or family.rng.random() < 0.5:
        return None
    start, end = map(int, ends)
    way = (end - start) % sum(one[:1] == "T" and one[1:].isdigit() for one in top.areas)
    halfway = Place(f"T{start + way // 2}")
    if way < 2 or halfway not in top.areas or [*top.occupied(halfway)]:
        return None
    family.by(plan.seat)
    figure = top.lift(step.source, step.piece)
    if figure is None:
        return None
    top.put(figure, halfway)
    family.account.note(f"{plan.seat} counts as far as {halfway}")
    return halfway, step.source


def _go_back_to_start(family: Family, plan: Plan, ends: tuple[Place, Place]) -> None:
    """Take a figure in hand again, so that the rest of its way can be gone."""
    halfway, source = ends
    family.hand(0.3)
    family.by(plan.seat)
    figure = family.room.tabletop.lift(halfway)
    if figure is not None:
        family.room.tabletop.put(figure, source)


@habit(68, "the next one is half done", 0.0, unruly=SHARE)
@parts.planned
def half_overtaken(family: Family, plan: Plan) -> None:
    """Move, rather an exchange; the next player lays a card under the same hand and begins."""
    plan = parts.prefer(
        family, plan, lambda one: any(s.kind is StepKind.SWAPPED for s in one.steps)
    )
    parts.carry_out(family, plan)
    after = family.next_plan(plan)
    if after is None or not family.room.game.pile or after.seat == plan.seat:
        return
    for _ in range(parts.TRIES):
        if len(after.steps) > 1:
            break
        after = family.next_plan(plan) or after
    family.hand(0.3)
    parts.lay(family, after)
    family.carry(after, leave=after.steps[1:])
    family.intend(after)
    parts.pause(family, (2.0, 5.0))
    if not family.account.deeds:
        return
    family.account.note(f"{after.seat} goes on")
    family.hand(0.3)
    family.by(after.seat)
    parts.finish(family)


@habit(84, "splits a card in the other order", 0.0, unruly=SHARE)
@parts.planned
def other_order(family: Family, plan: Plan) -> None:
    """Do the parts of a move from the last to the first, stopping to count between them."""
    plan = parts.prefer(
        family, plan, lambda one: sum(s.kind is StepKind.MOVED for s in one.steps) > 1
    )
    steps = plan.steps[::-1]
    if len(steps) < 2 or any(step.kind is StepKind.SWAPPED for step in steps):
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.intend(plan)
    for number in range(len(steps)):
        if not do_part(family, plan, steps, number):
            return
        family.hand(0.3)


@habit(86, "exchanges later than the next", 0.0, unruly=SHARE)
@parts.with_next
def exchanges_late(family: Family, plan: Plan, after: Plan) -> None:
    """Lay a card and forget its move, an exchange at best; do it after the next player's turn."""
    family.begin(plan)
    family.account.note("and forgets to move")
    parts.pause(family, (0.5, 3.0))
    if family.room.table.state != plan.state:
        return
    parts.play_upon(family, after)
    family.account.wrong_card = None
    parts.pause(family, (0.5, 3.0))
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    family.perform(plan)
    family.intend(after)


@habit(106, "somebody else finishes a move", 0.0, unruly=SHARE)
@parts.planned
def finishes_for_another(family: Family, plan: Plan) -> None:
    """Do a part of a move; another player does what is left, perhaps in another way."""
    plan = parts.prefer(family, plan, lambda one: len(one.steps) > 1)
    if len(plan.steps) < 2 or any(step.kind is StepKind.SWAPPED for step in plan.steps):
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.carry(plan, leave=plan.steps[1:])
    family.intend(plan)
    parts.talk(family)
    if family.room.table.state != plan.state or not family.account.deeds:
        return
    family.hand(0.3)
    after = parts.next_to(family, plan)
    family.by(after.seat if after is not None else None)
    parts.finish(family)
    family.account.note("somebody else does the rest")


@habit(110, "one figure is set upright in a hole", 0.0, unruly=SHARE)
@parts.planned
def upright_in_a_hole(family: Family, plan: Plan) -> None:
    """Do everything right but turn over what was called, and turn it only some time later."""
    plan = parts.prefer(family, plan, lambda one: any(s.kind is StepKind.CALLED for s in one.steps))
    called: list[Place] = [s.target for s in plan.steps if s.kind is StepKind.CALLED and s.target]
    parts.carry_out(family, plan)
    turned = [area for area in called if family.room.tabletop.turn(area, turned=False)]
    if not turned:
        return
    family.account.note(f"what was called to {turned[0]} stands upright")
    family.hand(0.3)
    parts.talk(family)


@habit(136, "hands cross in mid-move", 0.0, unruly=SHARE)
@parts.with_next
def hands_cross(family: Family, plan: Plan, after: Plan) -> None:
    """Let two players lay, lift and move by turns; both moves are seen half done.

    Where both lay a card in the time that one takes, both are seen with a figure in hand.
    """
    both, quick = [plan, after], family.rng.random() < 0.5
    family.rng.shuffle(both)
    family.hand(0.3 if quick else 0.8, pile=False)
    family.take_card_back()
    for one in both:
        parts.lay(family, one)
    held = [_lift(family, one) for one in both]
    family.intend(plan)
    family.intend(after)
    _look_between(family, surely=quick)
    for figure, source in (one for one in held if one is not None):
        family.room.tabletop.put(figure, source)
    cuts = [family.rng.randint(0, len(one.steps)) for one in both]
    for one, cut in zip(both, cuts, strict=True):
        family.carry(one, leave=one.steps[cut:])
    _look_between(family)
    for one, cut in zip(both, cuts, strict=True):
        family.carry(one, leave=one.steps[:cut])


def _lift(family: Family, plan: Plan) -> tuple[Figure, Place] | None:
    """Take the first figure that a plan moves in hand."""
    top = family.room.tabletop
    family.by(plan.seat)
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    figure = None if step is None else top.lift(step.source, step.piece) or top.lift(step.source)
    return None if step is None or figure is None else (figure, step.source)


def _look_between(family: Family, *, surely: bool = False) -> None:
    """Have all hands away for a moment, perhaps."""
    family.hand(0.3)
    if surely or family.rng.random() < 0.7:
        family.room.look(family.rng.choice(parts.SHORT_S))
        family.hand(0.3)
