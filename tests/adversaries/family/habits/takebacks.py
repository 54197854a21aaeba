"""Moves taken back: with the key or by hand, two of them, late, in the dark, one place off."""

from __future__ import annotations

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model.events import Answer, TakeBack
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(13, "changes their mind", 0.03)
@parts.planned
def changes_mind(family: Family, plan: Plan) -> None:
    """Do one thing, take it back, and do another with the same card."""
    top = family.room.tabletop
    spread, state = top.spread(), family.room.table.state
    parts.carry_out(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.2, 1.0)))
    family.hand()
    family.by(plan.seat)
    top.restore(spread)
    family.account.note(f"{plan.seat} takes it back by hand")
    family.hand()
    family.account.forget()
    if family.room.table.state != state:
        family.taking_back = True
        return
    other = family.plan()
    if other is not None and other.card == plan.card:
        family.perform(other)


@habit(25, "takes back with the key", 0.03)
def takes_back(family: Family) -> None:
    """Take the last turn back on the screen, and leave the pieces for a while."""
    before = family.spread_before()
    parts.well(family)
    parts.await_record(family)
    if family.account.deeds or before is None or family.over:
        return
    family.take_back()
    family.room.look(family.rng.choice((3.0, 6.0, 12.0)))
    if not family.room.tidy:
        family.hand(0.3)
        family.by(None)
        family.put_all_right()
        family.account.note("they put the pieces back")
        family.hand()


@habit(26, "takes back by hand", 0.02)
def takes_back_by_hand(family: Family) -> None:
    """Put the pieces as they were before the last turn."""
    spread = family.room.tabletop.spread()
    parts.well(family)
    parts.await_record(family)
    if family.account.deeds or family.over or family.room.tabletop.spread() == spread:
        return
    family.hand(0.3)
    family.by(family.turn)
    family.room.tabletop.restore(spread)
    family.account.note("the last turn is taken back by hand")
    if family.room.tabletop.pile and family.rng.random() < 0.5:
        family.room.tabletop.pile.pop()
        family.account.note("and its card")
    family.taking_back = True
    family.hand()


@habit(32, "corrects an accepted move", 0.0)
@parts.planned
def corrects_accepted(family: Family, plan: Plan) -> None:
    """Move, hear that it is right, put it back and do something else with the same card."""
    top = family.room.tabletop
    spread, state = top.spread(), family.room.table.state
    if not parts.play_until_accepted(family, plan):
        return
    other = family.plan(state)
    if other is None or other.card != plan.card or other.action == plan.action:
        return
    family.hand(0.3)
    family.by(plan.seat)
    top.restore(spread)
    family.account.note(f"{plan.seat} takes it back by hand")
    family.perform(other)
    family.taking_back = True


@habit(37, "takes back two turns", 0.0)
def takes_back_two(family: Family) -> None:
    """Play two turns and take both back, with the key or by hand."""
    top = family.room.tabletop
    spread, cards = top.spread(), len(top.pile)
    if not parts.play_two(family):
        return
    if family.rng.random() < 0.5:
        for _ in range(2):
            state = family.room.table.state
            family.account.note("the key: take back, yes")
            family.room.touch(TakeBack(), Answer(0))
            if family.room.table.state != state:
                family.undone()
        family.room.look(family.rng.choice((1.0, 6.0)))
        family.hand(0.3)
        family.by(None)
        family.put_all_right()
        family.account.note("they put the pieces back")
    else:
        family.hand(0.3)
        family.by(family.turn)
        top.restore(spread)
        del top.pile[cards:]
        family.account.note("two turns are taken back by hand, cards and all")
        family.taking_back = True
    family.hand()


@habit(61, "takes back two turns, cards left", 0.0, unruly=SHARE)
def takes_back_two_but_cards(family: Family) -> None:
    """Play two turns, and put the pieces back by hand; one card or both stay on the pile."""
    top = family.room.tabletop
    spread = top.spread()
    if not parts.play_two(family):
        return
    family.hand(0.3)
    family.by(family.turn)
    top.restore(spread)
    if top.pile and family.rng.random() < 0.5:
        top.pile.pop()
    family.account.note("two turns are taken back by hand")
    family.taking_back = True
    family.hand()


@habit(87, "takes back after the next began", 0.0, unruly=SHARE)
@parts.planned
def takes_back_late(family: Family, plan: Plan) -> None:
    """Move and be heard; when the next player has laid a card, or moved, put that move back."""
    ways = [(one.target, one.source) for one in plan.steps if one.kind is StepKind.MOVED]
    parts.play_and_wait(family, plan)
    after = family.plan() if not family.account.deeds and not family.over else None
    if after is None or after.seat == plan.seat or family.room.table.state == plan.state:
        return
    family.remember()
    family.begin(after)
    moves = family.rng.random() < 0.5 and not {*parts.places_of(after)} & {*parts.places_of(plan)}
    if moves:
        family.perform(after)
    parts.pause(family, (0.1, 0.3))
    if family.over or family.room.table.state != after.state:
        return
    family.hand(0.3)
    family.by(plan.seat)
    for target, source in ways:
        if target is not None and not [*family.room.tabletop.occupied(source)]:
            parts.carry_one(family, target, source)
    parts.talk(family)


@habit(93, "takes back with the key in mid-move", 0.0, unruly=SHARE)
@parts.planned
def takes_back_in_mid_move(family: Family, plan: Plan) -> None:
    """Lay a card, do a part of its move, and have the move before taken back; put all back."""
    room, state = family.room, family.room.table.state
    family.begin(plan)
    left = family.rng.sample(plan.steps, family.rng.randint(0, len(plan.steps)))
    if not any(step.kind.name == "SWAPPED" for step in plan.steps):
        family.carry(plan, leave=left)
    parts.pause(family, (0.1, 0.5))
    if room.table.state != state:
        return
    family.account.note("the key: take back, yes")
    room.touch(TakeBack(), Answer(0))
    family.account.forget()
    if room.table.state != state:
        family.undone()
    room.look(family.rng.choice((1.0, 6.0)))
    family.hand(0.3)
    family.by(None)
    family.put_all_right()
    family.account.note("they put everything back")
    family.hand(0.3)


@habit(99, "takes back, and loses another piece", 0.0, unruly=SHARE)
@parts.planned
def takes_back_and_loses(family: Family, plan: Plan) -> None:
    """Take a move back by the key, and have another piece fall off the table meanwhile."""
    top, room, state = family.room.tabletop, family.room, family.room.table.state
    if not parts.play_until_accepted(family, plan):
        return
    family.take_back()
    if room.table.state != state:
        return
    spots = parts.list_loose(family, plan)
    if spots:
        spot = family.rng.choice(spots)
        parts.by_nobody(family)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        if figure is not None:
            top.aside.append(figure)
            family.account.note(f"what stood on {spot} falls off the table")
    parts.talk(family)


@habit(112, "takes back, and bumps another piece", 0.0, unruly=SHARE)
@parts.planned
def takes_back_and_bumps(family: Family, plan: Plan) -> None:
    """Take a move back by the key and let it stand; another piece falls, and is put up again."""
    top, room, state = family.room.tabletop, family.room, family.room.table.state
    if not parts.play_until_accepted(family, plan):
        return
    family.take_back()
    spots = parts.list_loose(family, plan)
    if room.table.state != state or not spots:
        return
    spread, spot = top.spread(), family.rng.choice(spots)
    parts.slide(family, spot, [*top.area_of] if family.rng.random() < 0.5 else [])
    parts.pause(family, (0.5, 2.0, 9.0))
    top.restore(spread)
    family.account.note("and is put up again, where it stood")
    parts.pause(family, (2.0, 9.0))


@habit(113, "puts a taken-back piece one off", 0.0, unruly=SHARE)
@parts.planned
def puts_back_one_off(family: Family, plan: Plan) -> None:
    """Take a move back by hand, but put a piece of it down one place beside its own."""
    top, room = family.room.tabletop, family.room
    spots = parts.list_loose(family)
    if parts.put_back_by_hand(family, plan) is None:
        return
    moved = [
        one for one in spots if top.area_of[one] in parts.places_of(plan) and one in top.standing
    ]
    if moved:
        spot, order = family.rng.choice(moved), [*top.area_of]
        at = order.index(spot)
        parts.slide(family, spot, [order[at - 1], order[(at + 1) % len(order)]])
        family.hand(0.3)
        room.look(family.rng.choice((0.5, 3.0, 9.0)))
    family.taking_back = True


@habit(123, "takes a move back by hand, plays another card", 0.0, unruly=SHARE)
@parts.planned
def another_card(family: Family, plan: Plan) -> None:
    """Put a move back by hand, pick its card up or not, and play another card at once."""
    top, other = family.room.tabletop, family.plan()
    if parts.put_back_by_hand(family, plan) is None or other is None:
        return
    family.taking_back = True
    if top.pile and family.rng.random() < 0.6:
        top.pile.pop()
        family.account.note("and its card is picked up")
    family.hand(0.3)
    if family.rng.random() < 0.4:
        family.room.look(0.3)
    parts.lay(family, other)
    family.perform(other)


@habit(132, "undoes a move while nobody looks", 0.0, unruly=SHARE)
@parts.planned
def undoes_in_the_dark(family: Family, plan: Plan) -> None:
    """Have somebody put an accepted move back while the lamp is out; the next one plays on."""
    top = family.room.tabletop
    spread = top.spread()
    if not parts.play_until_accepted(family, plan):
        return
    after = family.plan()
    parts.by_nobody(family)
    top.restore(spread)
    family.account.note("somebody undoes it, and the lamp is out")
    family.room.dark(family.rng.choice((1.0, 5.0)))
    family.taking_back = True
    if after is not None and family.rng.random() < 0.5:
        parts.carry_out(family, after)
        family.taking_back = False


@habit(145, "undoes the move before the last", 0.0, unruly=SHARE)
@parts.planned
def undoes_the_one_before(family: Family, plan: Plan) -> None:
    """Let the next one play, and put the move before back by hand, as if it had been wrong."""
    top = family.room.tabletop
    if not parts.play_until_accepted(family, plan):
        return
    after = family.plan()
    if after is None or {*parts.places_of(plan)} & {*parts.places_of(after)}:
        parts.play_next(family)
        return
    if not parts.play_until_accepted(family, after):
        return
    family.hand(0.3)
    parts.by_nobody(family)
    for step in plan.steps:
        target = step.target if step.kind is StepKind.MOVED else None
        figure = top.lift(target) if target is not None and step.source in top.areas else None
        if figure is not None:
            top.put(figure, step.source)
    family.account.note(f"the move of {plan.seat} is put back, not the one after it")
    family.hand(0.3)
