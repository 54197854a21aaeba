"""What uncles do late in the evening, and children who help: recount, rename, pick up, cover."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Place, StepKind
from tablet_companion.referee.model.events import GoOn, Hide, NameCard, OpenCardKeys, Pause
from tests.adversaries.family.distractions import keep
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    planned,
    play_next,
    play_until_accepted,
    put_back_by_hand,
    well,
)
from tests.adversaries.family.haste import prefer
from tests.adversaries.family.household import by_nobody, list_loose, play_on, talk
from tests.adversaries.family.liberties import carry_one, count_on
from tests.adversaries.family.mischief import SHARE, begin_move, go_on_or_not
from tests.adversaries.family.siblings import slide
from tests.adversaries.family.unruly import lay

_LONG_S: Final = 600.0
"""How long people are away in the middle of a move."""


# --- counted wrongly ------------------------------------------------------------------------------


@habit("recounts a divided card", 0.0, unruly=SHARE)
@planned
def recounts_divided(family: Family, plan: Plan) -> None:
    """Divide a card, go one too far with the first figure, count again, and do it all rightly."""
    plan = prefer(family, plan, lambda one: sum(s.kind is StepKind.MOVED for s in one.steps) > 1)
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED and one.target), None)
    target = step.target if step is not None else None
    wrong = count_on(family, target, family.rng.choice((-1, 1))) if target is not None else None
    if step is None or wrong is None or not [*family.room.tabletop.occupied(step.source)]:
        carry_out(family, plan)
        return
    spread = family.room.tabletop.spread()
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    carry_one(family, step.source, wrong)
    family.intend(plan)
    talk(family)
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    family.by(plan.seat)
    family.room.tabletop.restore(spread)
    family.account.note("and counts again")
    family.carry(plan)


@habit("goes one too far in the finish", 0.0, unruly=SHARE)
@planned
def too_far_in(family: Family, plan: Plan) -> None:
    """Put a figure one place too far into its finish, or not far enough."""
    top = family.room.tabletop
    plan = prefer(family, plan, lambda one: any(_finish_of(s.target) for s in one.steps))
    step = next((one for one in plan.steps if _finish_of(one.target)), None)
    ends = [_beside(step.target, by) for by in (-1, 1)] if step is not None else []
    free = [one for one in ends if one in top.areas and not [*top.occupied(one)]]
    if step is None or not free or not [*top.occupied(step.source)]:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    carry_one(family, step.source, family.rng.choice(free))
    family.plan_in_mind = plan


def _finish_of(place: Place | None) -> bool:
    return ".F" in (place or "")


def _beside(place: Place | None, by: int) -> Place:
    """Return the place of a finish that is so far behind another."""
    colour, _, number = (place or "").rpartition("F")
    return Place(f"{colour}F{int(number) + by}")


@habit("puts a carried pawn back one off", 0.0, unruly=SHARE)
@planned
def back_one_off(family: Family, plan: Plan) -> None:
    """Take a figure for a walk, put it back one space off, and play on."""
    top = family.room.tabletop
    if spots := list_loose(family, plan):
        spot, order = family.rng.choice(spots), [*top.area_of]
        at = order.index(spot)
        by_nobody(family)
        figure = top.standing.pop(spot)
        top.touched(top.area_of[spot])
        family.account.note(f"what stood on {spot} is taken for a walk")
        talk(family)
        top.standing[spot] = figure
        slide(family, spot, [order[at - 1], order[(at + 1) % len(order)]])
        family.hand(0.3)
    play_on(family, plan)


@habit("a child sets pawns straight", 0.0, unruly=SHARE)
@planned
def sets_straight(family: Family, plan: Plan) -> None:
    """Let a child lift figure after figure, turned-over ones, too, and set each down nicely."""
    top, spread = family.room.tabletop, family.room.tabletop.spread()
    spots = [spot for spot, one in top.standing.items() if not one.colour.isdigit()]
    by_nobody(family)
    for spot in family.rng.sample(spots, min(len(spots), family.rng.randint(2, 6))):
        top.standing.pop(spot, None)
        top.touched(top.area_of[spot])
        family.hand(0.2)
        family.room.look(family.rng.choice((0.1, 0.7, 3.0)))
        if family.rng.random() < 0.7:
            top.restore(spread)
    family.account.note("a child sets pawns straight")
    family.hand(0.3)
    top.restore(spread)
    family.hand(0.3)
    if family.room.table.state == plan.state:
        carry_out(family, plan)


@habit("keeps what was captured for two turns", 0.0, unruly=SHARE)
@planned
def keeps_for_two(family: Family, plan: Plan) -> None:
    """Capture, and take the piece home only after two turns of others."""
    keep(family, prefer(family, plan, _captures), turns=2)


def _captures(plan: Plan) -> bool:
    return any(step.kind is StepKind.CAPTURED for step in plan.steps)


# --- cards ----------------------------------------------------------------------------------------


@habit("takes a move back by hand, plays another card", 0.0, unruly=SHARE)
@planned
def another_card(family: Family, plan: Plan) -> None:
    """Put a move back by hand, pick its card up or not, and play another card at once."""
    top, other = family.room.tabletop, family.plan()
    if put_back_by_hand(family, plan) is None or other is None:
        return
    family.taking_back = True
    if top.pile and family.rng.random() < 0.6:
        top.pile.pop()
        family.account.note("and its card is picked up")
    family.hand(0.3)
    if family.rng.random() < 0.4:
        family.room.look(0.3)
    lay(family, other)
    family.carry(other)
    family.intend(other)


@habit("picks a played card up again", 0.0, unruly=SHARE)
@planned
def picks_up(family: Family, plan: Plan) -> None:
    """Play, pick the card up again once it is accepted; the next one plays upon the rest."""
    top = family.room.tabletop
    if not play_until_accepted(family, plan) or not top.pile:
        return
    card = top.pile.pop()
    top.touched(None)
    family.account.played = len(top.pile)
    family.account.note(f"{plan.seat} picks the {card.face} up again")
    family.hand(0.3, pile=family.rng.random() < 0.5)
    talk(family)
    if family.rng.random() < 0.3:
        top.pile.append(card)
        family.account.played = len(top.pile)
        family.account.note("and puts it back")
        family.hand(0.3)
    play_next(family)


@habit("names a card, and then another", 0.0, unruly=SHARE)
@planned
def renames(family: Family, plan: Plan) -> None:
    """Name a card wrongly in the middle of a move, and rightly some time later."""
    if plan.card is None:
        carry_out(family, plan)
        return
    card = family.rng.choice([one for one in family.room.game.cards if one != plan.card])
    family.hand(0.3)
    family.lay(plan)
    if family.rng.random() < 0.5:
        family.carry(plan)
        family.intend(plan)
    family.hand(0.3)
    family.account.misnamed = True
    family.account.note(f"they touch {card}")
    family.room.touch(OpenCardKeys(), NameCard(card))
    family.room.look(family.rng.choice((0.1, 0.5, 3.0)))
    if family.room.table.state != plan.state:
        return
    family.account.note(f"they touch {plan.card}")
    family.room.touch(OpenCardKeys(), NameCard(plan.card))
    family.account.misnamed = False
    if not family.account.deeds and family.room.table.state == plan.state:
        family.hand(0.3)
        family.carry(plan)
        family.intend(plan)


@habit("puts a glass on the pile", 0.0, unruly=SHARE)
@planned
def glass_on_pile(family: Family, plan: Plan) -> None:
    """Play a turn, or two, while a glass stands on the pile, and take it off some time later."""
    family.room.reader.covers_pile = True
    family.account.note("a glass stands on the pile")
    carry_out(family, plan)
    family.hand(0.3)
    after = family.next_plan(plan) if family.rng.random() < 0.4 else None
    talk(family)
    if after is not None:
        carry_out(family, after)
        talk(family)
    family.room.reader.covers_pile = False
    family.account.note("it is taken off")
    family.hand(0.3)


# --- said -----------------------------------------------------------------------------------------


@habit("says it, takes it back, and says it again", 0.0, unruly=SHARE)
def says_again(family: Family) -> None:
    """Say something or give up, take it back, and say it again or play after all."""
    state = family.room.table.state
    if family.plan() is not None and not family.room.game.pile:
        well(family)
        return
    family.say_something()
    family.room.look(family.rng.choice((0.3, 3.0)))
    if family.room.table.state == state or family.over:
        return
    family.take_back()
    if family.room.table.state == state:
        well(family)


@habit("says it on another's page", 0.0, unruly=SHARE)
def says_for_another(family: Family) -> None:
    """Touch what is to be said on the private page of a seat that is not on turn."""
    room, way, turn = family.room, family.choose_words(), family.turn
    others = [one for one in room.table.setup.seats if one != turn]
    if way is None or not others:
        well(family)
        return
    state = room.table.state
    family.say(*way, seat=family.rng.choice(others))
    room.look(family.rng.choice((0.3, 3.0)))
    room.touch(Hide(), GoOn())
    if room.table.state == state and family.rng.random() < 0.5:
        family.say(*way)


@habit("says it only after the next one moved", 0.0, unruly=SHARE)
def says_late(family: Family) -> None:
    """Have the next player move before what was due is said, and say it then."""
    room, way = family.room, family.choose_words() if family.plan() is None else None
    after = family.plan_after(way[0]) if way is not None else None
    if way is None or after is None:
        well(family)
        return
    state = room.table.state
    family.hand(0.3)
    family.lay(after)
    family.carry(after)
    family.intend(after)
    family.account.wrong_card = after.seat
    talk(family)
    family.account.forget()  # they do as the page says from here on
    if room.table.state == state:
        family.say(*way)


@habit("pauses in mid-move for ten minutes", 0.0, unruly=SHARE)
@planned
def pauses(family: Family, plan: Plan) -> None:
    """Begin a move, touch the pause, be away for ten minutes, and go on."""
    before = family.room.tabletop.spread()
    begin_move(family, plan)
    family.hand(0.3)
    family.room.touch(Pause())
    family.room.look(_LONG_S)
    family.hand(0.3)
    go_on_or_not(family, plan, before)
    family.hand(0.3)
    family.room.touch(GoOn())
