"""What people do who mean well: make room, help, explain, put right what another did wrongly."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Piece, Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(226, "makes room for a cup, puts two back crosswise", 0.0, unruly=SHARE)
@parts.planned
def makes_room(family: Family, plan: Plan) -> None:
    """Take two pieces away for a cup, play, and put each back where the other stood."""
    top = family.room.tabletop
    loose = parts.list_loose(family, plan)
    spots = family.rng.sample(loose, min(2, len(loose)))
    held = [(top.area_of[spot], top.standing[spot]) for spot in spots]
    family.hand(0.3)
    parts.by_nobody(family)
    for area, figure in held:
        top.lift(area, figure.seen)
    top.leave_cup(spots)
    family.account.note(f"a cup takes the place of what stood on {' '.join(spots)}")
    parts.pause(family, parts.MOMENTS_S)
    if family.room.table.state == plan.state:
        parts.carry_out(family, plan)
        parts.pause(family, parts.SHORT_S)
    parts.by_nobody(family)
    top.clear_cups()
    for (area, _), (_, figure) in zip(held, reversed(held), strict=True):
        top.put(figure, area)
    family.account.note("the cup is taken away, and the two are put back crosswise")


@habit(227, "throws several cards on the pile", 0.0, unruly=SHARE)
@parts.planned
def throws_cards(family: Family, plan: Plan) -> None:
    """Throw two to four cards on the pile at once, as people do who give up; or play after all."""
    if plan.card is None:
        parts.carry_out(family, plan)
        return
    family.hand(0.3)
    for _ in range(family.rng.randint(2, 4)):
        parts.lay(family, replace(plan, card=parts.pick_another_card(family, plan)))
    family.account.wrong_card = plan.seat
    parts.pause(family, parts.MOMENTS_S)
    if family.rng.random() < 0.5 and family.room.table.state == plan.state:
        parts.carry_out(family, plan)


@habit(228, "its card comes late, beneath the next one's", 0.0, unruly=SHARE)
@parts.with_next
def late_beneath(family: Family, plan: Plan, after: Plan) -> None:
    """Move and forget the card; slide it under the next player's once that one has moved, too."""
    top, account = family.room.tabletop, family.account
    family.hand(0.3)
    family.take_card_back()
    family.carry(plan)
    family.intend(plan, laid=False)
    if family.rng.random() < 0.5:
        parts.pause(family, parts.SHORT_S)
    family.hand(0.3)
    parts.lay_and_move(family, after)
    parts.pause(family, parts.MOMENTS_S)
    if plan.card is None or family.room.table.state != plan.state or len(account.deeds) != 2:
        return
    family.hand(0.3)
    top.lay(plan.card)
    top.pile[-2:] = reversed(top.pile[-2:])
    account.deeds[0] = replace(account.deeds[0], laid=plan.card)
    account.note(f"{plan.seat} slides the {plan.card} under the top card")


@habit(229, "the next one sets a miscount right, and plays", 0.0, unruly=SHARE)
@parts.with_next
def next_sets_right(family: Family, plan: Plan, after: Plan) -> None:
    """Move one space too far; the next player puts that right and plays, in one movement."""
    ends = [step.target for step in plan.steps if step.kind is StepKind.MOVED and step.target]
    ways = [
        (end, too_far) for end in ends if (too_far := parts.count_on(family, end, 1)) is not None
    ]
    parts.carry_out(family, plan)
    if not ways or ways[0][1] in parts.places_of(after):
        return
    end, too_far = ways[0]
    parts.carry_one(family, end, too_far)
    family.hand(0.3)
    family.room.look(family.rng.choice((0.1, 0.3, 0.6, 2.0)))
    if family.room.table.state != plan.state or not family.account.deeds:
        return
    family.hand(0.3)
    family.by(after.seat)
    parts.carry_one(family, too_far, end)
    parts.lay_and_move(family, after)


@habit(230, "shows how it was two turns ago", 0.0, unruly=SHARE)
def shows_how_it_was(family: Family) -> None:
    """Play two turns, put all as it was before, to explain, put it forward again, and play on."""
    top = family.room.tabletop
    before = top.spread()
    if not parts.play_two(family):
        return
    now, state = top.spread(), family.room.table.state
    family.hand(0.3)
    family.by(family.turn)
    top.restore(before)
    family.account.note("somebody shows how it was two turns ago")
    parts.pause(family, parts.MOMENTS_S)
    family.taking_back = family.room.table.state != state
    plan = None if family.taking_back else family.plan()
    if plan is None:
        return
    family.hand(0.3)
    top.restore(now)
    family.account.note("all is put forward again")
    family.hand(0.3)
    parts.play_on(family, plan)


@habit(231, "exchanges with a wrong one first", 0.0, unruly=SHARE)
@parts.planned
def exchanges_wrongly(family: Family, plan: Plan) -> None:
    """Exchange pieces, the wrong one at first; put that right, and do it, in one movement."""
    top = family.room.tabletop
    plan = parts.prefer(
        family, plan, lambda one: any(s.kind is StepKind.SWAPPED for s in one.steps)
    )
    swaps = [step for step in plan.steps if step.kind is StepKind.SWAPPED]
    wrong = family.pick(parts.list_loose(family, plan))
    if not swaps or wrong is None:
        parts.carry_out(family, plan)
        return
    spread, source = top.spread(), swaps[0].source
    family.begin(plan)
    family.by(plan.seat)
    one, other = top.lift(source), top.lift(top.area_of[wrong])
    for figure, area in ((one, top.area_of[wrong]), (other, source)):
        if figure is not None:
            top.put(figure, area)
    family.account.note(f"{plan.seat} exchanges {source} with {wrong}")
    family.plan_in_mind = plan
    parts.pause(family, parts.SHORT_S)
    if family.room.table.state == plan.state:
        family.hand(0.3)
        top.restore(spread)
        family.perform(plan)


@habit(232, "moves by the card that lies there", 0.0, unruly=SHARE)
@parts.planned
def moves_by_the_top(family: Family, plan: Plan) -> None:
    """Move as the last player's card says, keep the own one of that face; others may play on."""
    pile = family.room.tabletop.pile
    face = pile[-1].face if pile and family.account.unplayed is None else None
    plan = parts.prefer(family, plan, lambda one: one.card is not None and one.card == face)
    family.hand(0.3)
    family.take_card_back()
    family.carry(plan)
    family.intend(plan, laid=False)
    parts.pause(family, parts.MOMENTS_S)
    after = family.next_plan(plan)
    if after is None or not family.account.deeds or family.rng.random() < 0.5:
        return
    family.hand(0.3)
    parts.lay_and_move(family, after)


@habit(233, "sends its own piece home instead", 0.0, unruly=SHARE)
@parts.planned
def sends_its_own_home(family: Family, plan: Plan) -> None:
    """Capture, and take home what captures; what is captured stays where it stood."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    taken = [step.source for step in plan.steps if step.kind is StepKind.CAPTURED]
    ends = {step.target: step for step in plan.steps if step.kind is StepKind.MOVED}
    mover = next((ends[place] for place in taken if place in ends), None)
    if mover is None or len(taken) > 1 or f"{mover.piece}.nest" not in top.areas:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.by(plan.seat)
    parts.carry_one(family, mover.source or taken[0], Place(f"{mover.piece}.nest"))
    family.plan_in_mind = plan


@habit(234, "puts it back, and forth, and back", 0.0, unruly=SHARE)
@parts.planned
def back_and_forth(family: Family, plan: Plan) -> None:
    """Move; one puts it back, another forth, up to five times, and a card stays as it lies."""
    top, account = family.room.tabletop, family.account
    before = top.spread()
    parts.carry_out(family, plan)
    made, forth = top.spread(), True
    for _ in range(family.rng.randint(2, 5)):
        parts.pause(family, (0.1, 0.3, 0.6, 2.0))
        state = family.room.table.state
        if family.over or (state != plan.state and account.deeds):
            return
        forth = not forth
        family.hand(0.2)
        family.by(plan.seat)
        top.restore(made if forth else before)
        account.note(f"it is put {'forth' if forth else 'back'}")
    if forth:
        return
    family.taking_back = family.room.table.state != plan.state
    if not family.taking_back:
        account.forget()
        family.take_card_back()


@habit(235, "a second one is taken home as well", 0.0, unruly=SHARE)
@parts.planned
def second_one_home(family: Family, plan: Plan) -> None:
    """Capture; its owner takes another piece of that colour home, too; others may play on."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, parts.captures)
    colours = [step.piece for step in plan.steps if step.kind is StepKind.CAPTURED]
    keep = parts.places_of(plan)
    spots = [s for one in colours for s in _list_others(family, one) if top.area_of[s] not in keep]
    parts.carry_out(family, plan)
    if not spots:
        return
    if family.rng.random() < 0.5:
        parts.pause(family, parts.SHORT_S)
    family.hand(0.2)
    spot = family.rng.choice(spots)
    parts.by_nobody(family)
    colour = top.standing[spot].colour if spot in top.standing else None
    if colour is not None:
        parts.carry_one(family, top.area_of[spot], Place(f"{colour}.nest"))
    parts.pause(family, parts.MOMENTS_S)
    after = family.next_plan(plan) if family.account.deeds else family.plan()
    if after is not None and not family.over and family.rng.random() < 0.5:
        parts.carry_out(family, after)


def _list_others(family: Family, colour: Piece) -> list[Place]:
    """Return where the pieces of a colour stand that has a nest."""
    return (
        parts.spots_on_track(family, colour)
        if f"{colour}.nest" in family.room.tabletop.areas
        else []
    )
