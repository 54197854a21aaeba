"""Turns out of order: two at once, too early, skipped, two in a row, by somebody else."""

from __future__ import annotations

from tablet_companion.games.core import TABLE, Seat
from tablet_companion.referee.model.events import AskHand, GoOn, Hide, Reveal, Whisper
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(11, "moves before the turn", 0.03)
@parts.planned
def moves_early(family: Family, plan: Plan) -> None:
    """Let the next player move before the player on turn has done anything."""
    after = family.next_plan(plan)
    if (
        after is None
        or set(parts.places_of(plan)) & set(parts.places_of(after))
        or after.seat == plan.seat
    ):
        parts.carry_out(family, plan)
        return
    family.hand()
    family.carry(after)
    family.hand()
    family.room.look(family.rng.choice((1.0, 3.0)))
    family.account.note(f"that was {after.seat}, before the turn")
    family.room.look(1.0)


@habit(30, "two move at once", 0.0)
@parts.with_next
def two_at_once(family: Family, plan: Plan, after: Plan) -> None:
    """Let two players lay and move with their hands over the board together."""
    family.hand(0.3, pile=False)
    family.take_card_back()
    for one in family.rng.sample((plan, after), 2):
        parts.lay(family, one)
        family.carry(one)
    family.intend(plan)
    family.intend(after)


@habit(31, "another player moves, too", 0.0)
@parts.planned
def another_too(family: Family, plan: Plan) -> None:
    """Let a player who is not on turn move a figure while another plays rightly."""
    parts.carry_out(family, plan)
    cheat = _somebody_else(family, plan)
    if cheat is not None:
        _move_own(family, cheat, plan)


def _somebody_else(family: Family, plan: Plan) -> Seat | None:
    seats = family.room.game.view(plan.state, TABLE).seats
    others = [one.seat for one in seats if one.seat != plan.seat and one.plays]
    return family.rng.choice(others) if others else None


def _move_own(family: Family, seat: Seat, plan: Plan) -> None:
    """Move a figure of a player's own that the plan does not touch, to wherever it likes."""
    top = family.room.tabletop
    top.remembered = top.spread()
    views = family.room.game.view(plan.state, TABLE).seats
    plays = {one.plays for one in views if one.seat == seat}
    spots = [
        spot
        for spot, figure in top.standing.items()
        if figure.colour in plays
        and not figure.turned
        and top.area_of[spot] not in parts.places_of(plan)
    ]
    if spots:
        family.by(seat)
        parts.shift(family, family.rng.choice(spots))


@habit(33, "plays in the wrong order", 0.0)
@parts.with_next
def wrong_order(family: Family, plan: Plan, after: Plan) -> None:
    """Let the next player lay and move first, and the player on turn a little later."""
    parts.play_ahead(family, plan, after)
    family.account.note("before the turn")
    family.hand()
    family.room.look(family.rng.choice((0.1, 0.5, 3.0)))
    family.hand(0.3)
    parts.lay(family, plan)
    family.carry(plan, leave=after.steps)
    if family.room.table.state == plan.state:
        family.intend(plan)
        family.intend(after)


@habit(39, "moves while another looks alone", 0.0)
def moves_at_hand_over(family: Family) -> None:
    """Move a figure while somebody has the tablet for a private page."""
    room, plan = family.room, family.plan()
    seat = family.turn
    if plan is None or seat is None:
        family.say_something()
        return
    cheat = _somebody_else(family, plan)
    room.touch(family.rng.choice((AskHand(), Whisper(seat))))
    if family.rng.random() < 0.6:
        room.touch(Reveal())
    family.hand(0.3)
    if cheat is not None:
        _move_own(family, cheat, plan)
    parts.pause(family, (1.0, 3.0, 60.0))
    room.touch(Hide(), GoOn())


@habit(49, "skips a player", 0.0, unruly=SHARE)
@parts.with_next
def skips(family: Family, plan: Plan, after: Plan) -> None:
    """Let the next player lay and move, as if the player on turn had passed without a word."""
    parts.play_ahead(family, plan, after)
    family.account.note(f"{plan.seat} is passed over")


@habit(80, "plays two cards in a row", 0.0, unruly=SHARE)
@parts.planned
def one_card_more(family: Family, plan: Plan) -> None:
    """Play, and having been dealt a card too many, play once more at once."""
    plans = (family.plan(plan.state) for _ in range(8))
    more = next(
        (p for p in plans if p and not {*parts.places_of(p)} & {*parts.places_of(plan)}), None
    )
    parts.carry_out(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.1, 2.0, 10.0)))
    if more is None or more.card == plan.card:
        return
    family.hand(0.3)
    parts.lay(family, more)
    family.account.wrong_card = more.seat
    family.carry(more)


@habit(115, "blunders in at once", 0.0, unruly=SHARE)
@parts.planned
def blunders_in(family: Family, plan: Plan) -> None:
    """Play rightly, and have somebody do what is not allowed as soon as it is accepted."""
    if not parts.play_until_accepted(family, plan):
        return
    family.hand(0.3)
    after = family.plan()
    wrong = family.wrong_plan(after) if after is not None else None
    if wrong is not None:
        parts.lay(family, wrong)
        family.carry(wrong)
        family.account.note("which is not allowed")
    elif spots := parts.list_loose(family):
        family.by(family.turn)
        family.account.note("somebody moves what is not theirs to move")
        parts.slide(family, family.rng.choice(spots), [*family.room.tabletop.area_of])
    family.hand(0.3)


@habit(140, "a child plays for its parent", 0.0, unruly=SHARE)
@parts.planned
def child_plays(family: Family, plan: Plan) -> None:
    """Have a parent lay a card and walk off; a child moves by it; the parent moves otherwise."""
    room, top = family.room, family.room.tabletop
    others = (family.plan(plan.state) for _ in range(20))
    alike = (one for one in others if one is not None and one.card == plan.card)
    other = next((one for one in alike if one.action != plan.action), None)
    spread = top.spread()
    family.begin(plan)
    parts.talk(family)
    if room.table.state != plan.state:
        return
    family.hand(0.3)
    family.account.note("a child plays for its parent")
    family.perform(plan)
    parts.pause(family, (*parts.SHORT_S, 10.0))
    if other is None or family.over:
        return
    family.hand(0.3)
    family.taking_back = room.table.state != plan.state
    family.by(plan.seat)
    top.restore(spread)
    family.account.note("the parent puts it back")
    family.account.forget()
    family.perform(other)


@habit(141, "goes on elsewhere after ten minutes", 0.0, unruly=SHARE)
@parts.with_next
def goes_on_elsewhere(family: Family, plan: Plan, after: Plan) -> None:
    """Let all be away for ten minutes, and go on with the turn of somebody who is not on turn."""
    family.hand(0.3)
    family.room.look(parts.LONG_S)
    third = family.plan_after(after.action, after.state)
    free = third is not None and not {*parts.places_of(third)} & {*parts.places_of(plan)}
    parts.play_ahead(family, plan, third if third and free and family.rng.random() < 0.5 else after)
    family.account.note(f"nobody knows that it is {plan.seat}'s turn")


@habit(144, "has two turns in a row", 0.0, unruly=SHARE)
@parts.planned
def two_in_a_row(family: Family, plan: Plan) -> None:
    """Play, and play a second card before the next player, who then plays, too."""
    if not parts.play_until_accepted(family, plan):
        return
    top = family.room.tabletop
    family.hand(0.3, pile=False)
    if plan.card is not None:
        top.lay(family.rng.choice(family.room.game.cards))
        family.account.wrong_card = plan.seat
        family.account.note(f"{plan.seat} lays {top.pile[-1].face}")
    parts.move_another(family, plan)
    if family.rng.random() < 0.5 and not family.over and not family.account.deeds:
        after = family.plan()
        if after is not None:
            family.hand(0.3)
            parts.lay(family, after)
            family.carry(after)
