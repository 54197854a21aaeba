"""What children do, and grown-ups with them: cards shown, moves made again, pieces pushed along."""

from __future__ import annotations

from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(217, "a child shows its card and asks", 0.0, unruly=SHARE)
@parts.planned
def shows_card(family: Family, plan: Plan) -> None:
    """Lay a card that is not on turn, to ask what it does; take it up again; then play."""
    top, rng = family.room.tabletop, family.rng
    if plan.card is None or not family.room.game.pile:
        parts.carry_out(family, plan)
        return
    family.take_card_back()
    family.hand(0.3, pile=rng.random() < 0.5)
    after = family.next_plan(plan)
    top.lay(rng.choice(family.room.game.cards))
    family.account.wrong_card = after.seat if after is not None else None
    family.account.note(f"a child lays {top.pile[-1].face}, to ask about it")
    parts.pause(family, (*parts.MOMENTS_S, 4.0))
    family.hand(0.3, pile=rng.random() < 0.5)
    if family.room.table.state != plan.state or not family.take_card_back():
        return
    if rng.random() < 0.5:
        family.hand(0.2)
        family.room.look(rng.choice(parts.SHORT_S))
    parts.play_if_still(family, plan)


@habit(218, "sorts the pile in mid-turn", 0.0, unruly=SHARE)
@parts.planned
def sorts_in_mid_turn(family: Family, plan: Plan) -> None:
    """Lay a card, have a child put the pile in order before or after the move, and play on."""
    top, rng = family.room.tabletop, family.rng
    if plan.card is None or len(top.pile) < 2:
        parts.carry_out(family, plan)
        return
    family.hand(0.3, pile=rng.random() < 0.5)
    family.lay(plan)
    parts.pause(family)
    early = rng.random() < 0.5
    if not early and family.room.table.state == plan.state:
        family.perform(plan)
    family.hand(0.6, pile=False)
    top.pile.sort(key=lambda one: one.face, reverse=rng.random() < 0.5)
    top.touched(None)
    family.account.note(f"a child sorts the pile: {top.pile[-1].face} is on top")
    if early and family.room.table.state == plan.state:
        if rng.random() < 0.5:
            parts.pause(family, parts.MOMENTS_S)
        family.hand(0.3)
        family.perform(plan)


@habit(219, "the order runs backwards after a break", 0.0, unruly=SHARE)
@parts.planned
def backwards(family: Family, plan: Plan) -> None:
    """Play a turn; after ten minutes the one before it plays, as if it were on turn again."""
    earlier = plan.state
    if not parts.play_until_accepted(family, plan):
        return
    family.room.look(parts.LONG_S)
    again, now = family.plan(earlier), family.plan()
    if again is None or now is None or again.seat == now.seat:
        return
    parts.play_ahead(family, now, again)
    family.account.note(f"nobody knows that it is {now.seat}'s turn")


@habit(220, "a child does the move itself", 0.0, unruly=SHARE)
@parts.planned
def does_it_itself(family: Family, plan: Plan) -> None:
    """Move for a child, which puts the pieces back and makes the same move itself."""
    top, rng = family.room.tabletop, family.rng
    spread = top.spread()
    parts.carry_out(family, plan)
    parts.pause(family, parts.MOMENTS_S)
    if family.over or family.room.tabletop.loose:
        return
    family.hand(0.3)
    family.by(plan.seat)
    made, deeds = top.spread(), [*family.account.deeds]
    top.restore(spread)
    family.account.forget()
    family.account.note("the child puts it back, to do it itself")
    family.hand(0.2)
    family.room.look(rng.choice((0.07, 0.3, 0.8)))
    family.by(plan.seat)
    top.restore(made)
    family.account.deeds[:] = deeds
    family.account.note("and makes the same move")


@habit(221, "a child pushes a piece along with each turn", 0.0, unruly=SHARE)
@parts.planned
def pushes_along(family: Family, plan: Plan) -> None:
    """Push a piece on by a space under the hand of each of up to three turns."""
    top, rng = family.room.tabletop, family.rng
    spots = [s for s in parts.list_loose(family, plan) if parts.count_on(family, top.area_of[s], 1)]
    spot, now = family.pick(spots), plan
    for _ in range(rng.randint(1, 3)):
        family.hand(0.3)
        parts.lay_and_move(family, now)
        area = top.area_of[spot] if spot is not None else None
        to = None if area is None else parts.count_on(family, area, 1)
        if spot is not None and spot in top.standing and to is not None:
            parts.by_nobody(family)
            parts.slide(family, spot, list(top.areas[to]))
            spot = next(iter(top.areas[to]))
        parts.pause(family, parts.MOMENTS_S)
        after = family.next_plan(now) if family.account.deeds else family.plan()
        if after is None or family.over:
            return
        now = after


@habit(222, "takes its card along with the piece", 0.0, unruly=SHARE)
@parts.with_next
def takes_card_along(family: Family, plan: Plan, after: Plan) -> None:
    """Lay a card, pick it up in the movement of the move, and mostly have the next one play on."""
    top, rng = family.room.tabletop, family.rng
    if plan.card is None or not family.room.game.pile:
        parts.carry_out(family, plan)
        return
    family.hand(0.3, pile=rng.random() < 0.5)
    family.take_card_back()
    parts.lay(family, plan)
    family.hand(rng.choice((0.2, 0.6, 2.0)))
    top.pile.pop()
    top.touched(None)
    family.perform(plan, laid=False)
    family.account.note(f"{plan.seat} takes the {plan.card} up again")
    family.hand(0.3)
    family.room.look(rng.choice(parts.MOMENTS_S))
    if not family.account.deeds and not family.over and rng.random() < 0.7:
        parts.carry_out(family, after)
