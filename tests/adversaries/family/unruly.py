"""What unruly people do: no clumsiness but wilfulness, haste and mischief.

The usual family does none of it (its share of the turns is 0): ``habits.unruly`` has the shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tablet_companion.games.core import TABLE, Seat, StepKind
from tablet_companion.referee.model.events import (
    Answer,
    AskHand,
    GoOn,
    HandSeat,
    Hide,
    OpenSeats,
    Reveal,
    TakeBack,
    Whisper,
)
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import Act, carry_out, habit, places_of, planned, well
from tests.adversaries.family.manners import play_two, shift

_IGNORED: Final = 10
"""So many turns people play on, whatever the page says."""


def lay(family: Family, plan: Plan) -> None:
    """Lay a plan's card on whatever lies there."""
    if plan.card is not None:
        family.room.tabletop.lay(plan.card)
        family.account.note(f"{plan.seat} lays {plan.card}")


def next_to(family: Family, plan: Plan) -> Plan | None:
    """Return another player's next turn that touches nothing of this one."""
    after = family.next_plan(plan)
    if after is None or after.seat == plan.seat or {*places_of(plan)} & {*places_of(after)}:
        return None
    return after


def with_next(act: Callable[[Family, Plan, Plan], None]) -> Act:
    """Let a habit begin with a plan and the next player's; if there is none, carry out the plan."""

    @planned
    def begin(family: Family, plan: Plan) -> None:
        after = next_to(family, plan)
        if after is None:
            carry_out(family, plan)
        else:
            act(family, plan, after)

    return begin


def play_ahead(family: Family, plan: Plan, after: Plan) -> None:
    """Let the next player lay and move, although another is on turn, and has done nothing yet."""
    family.hand(0.3)
    family.take_card_back()
    lay(family, after)
    family.carry(after, leave=plan.steps)
    family.account.wrong_card = after.seat


@habit("two move at once", 0.0)
@with_next
def two_at_once(family: Family, plan: Plan, after: Plan) -> None:
    """Let two players lay and move with their hands over the board together."""
    family.hand(0.3, pile=False)
    family.take_card_back()
    for one in family.rng.sample((plan, after), 2):
        lay(family, one)
        family.carry(one)
    family.intend(plan)
    family.intend(after)


@habit("another player moves, too", 0.0)
@planned
def another_too(family: Family, plan: Plan) -> None:
    """Let a player who is not on turn move a figure while another plays rightly."""
    carry_out(family, plan)
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
        if figure.colour in plays and not figure.turned and top.area_of[spot] not in places_of(plan)
    ]
    if spots:
        family.by(seat)
        shift(family, family.rng.choice(spots))


@habit("corrects an accepted move", 0.0)
@planned
def corrects_accepted(family: Family, plan: Plan) -> None:
    """Move, hear that it is right, put it back and do something else with the same card."""
    top = family.room.tabletop
    spread, state = top.spread(), family.room.table.state
    carry_out(family, plan)
    family.hand()
    family.room.look(9.0, until=lambda: not family.account.deeds)
    if family.account.deeds or family.over or family.room.table.state == state:
        return
    other = family.plan(state)
    if other is None or other.card != plan.card or other.action == plan.action:
        return
    family.hand(0.3)
    family.by(plan.seat)
    top.restore(spread)
    family.account.note(f"{plan.seat} takes it back by hand")
    family.carry(other)
    family.intend(other)
    family.taking_back = True


@habit("plays in the wrong order", 0.0)
@with_next
def wrong_order(family: Family, plan: Plan, after: Plan) -> None:
    """Let the next player lay and move first, and the player on turn a little later."""
    play_ahead(family, plan, after)
    family.account.note("before the turn")
    family.hand()
    family.room.look(family.rng.choice((0.1, 0.5, 3.0)))
    family.hand(0.3)
    lay(family, plan)
    family.carry(plan, leave=after.steps)
    if family.room.table.state == plan.state:
        family.intend(plan)
        family.intend(after)


@habit("a sleeve nudges pawns", 0.0)
@planned
def nudges(family: Family, plan: Plan) -> None:
    """Push figures half off their places, the one that moves among them or not."""
    top = family.room.tabletop
    carry_out(family, plan)
    spots = [spot for spot, one in top.standing.items() if not one.colour.isdigit()]
    for spot in family.rng.sample(spots, min(len(spots), family.rng.randint(1, 3))):
        top.askew.add(spot)
        family.account.note(f"what stands on {spot} is pushed half off it")


@habit("a child puts pieces back", 0.0)
def child_puts_back(family: Family) -> None:
    """Bump the board; a child puts what fell on the places of the others, or beside them."""
    top = family.room.tabletop
    pile = family.room.game.pile
    spots = [s for s, one in top.standing.items() if not one.turned and not one.colour.isdigit()]
    chosen = family.rng.sample(spots, min(len(spots), family.rng.randint(2, 4)))
    family.by(None if pile else family.turn)
    held = [(spot, top.standing.pop(spot)) for spot in chosen]
    for spot, figure in held:
        top.touched(top.area_of[spot])
        free = [s for s in chosen if s not in top.standing and top.fits(figure.colour, s)]
        everywhere = [s for s in top.area_of if s not in top.standing]
        free = free if free and family.rng.random() < 0.7 else everywhere
        free = [s for s in free if top.fits(figure.colour, s)] or [spot]
        target = family.rng.choice(free)
        top.put(Figure(figure.colour), top.area_of[target])
        family.account.note(f"a child puts the {figure.colour} figure of {spot} on {target}")
    family.hand(1.5)


@habit("finishes a move much later", 0.0)
@planned
def finishes_late(family: Family, plan: Plan) -> None:
    """Do half of a move, talk for a long time, and do the rest."""
    top = family.room.tabletop
    family.hand(0.3)
    family.lay(plan)
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
    wanted = family.account.meant
    top.make(wanted, sorted(wanted))


@habit("takes back two turns", 0.0)
def takes_back_two(family: Family) -> None:
    """Play two turns and take both back, with the key or by hand."""
    top = family.room.tabletop
    spread, cards = top.spread(), len(top.pile)
    if not play_two(family):
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


@habit("hands seats to and fro", 0.0)
def swaps_seats(family: Family) -> None:
    """Give a seat to the table and take it back, before a turn or in the middle of one."""
    room, plan = family.room, family.plan()
    seat = family.pick([one.seat for one in room.game.view(room.table.state, TABLE).seats])
    middle = family.rng.random() < 0.5
    if plan is not None and middle:
        family.hand(0.3)
        family.lay(plan)
        family.hand()
    room.touch(OpenSeats(), HandSeat(seat))
    room.look(family.rng.choice((0.5, 2.0)))
    room.touch(GoOn(), OpenSeats(), HandSeat(seat), GoOn())
    family.account.note(f"{seat} is handed to the table and taken back")
    if plan is None or room.table.state != plan.state:
        return
    if middle:
        family.hand(0.3)
        family.carry(plan)
        family.intend(plan)
        family.hand()
    else:
        carry_out(family, plan)
        family.hand()


@habit("moves while another looks alone", 0.0)
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
    family.hand(0.3)
    room.look(family.rng.choice((1.0, 3.0, 60.0)))
    room.touch(Hide(), GoOn())


@habit("turns a piece over for an instant", 0.0)
def turns_for_an_instant(family: Family) -> None:
    """Turn a figure over or up, seen for a moment or under the hand, and mostly turn it back."""
    top = family.room.tabletop
    areas = [
        top.area_of[spot]
        for spot, one in top.standing.items()
        if one.turned or spot in top.holes or one.colour.isdigit()
    ]
    area = family.pick(areas)
    if area is None:
        well(family)
        return
    spread = top.spread()
    family.by(family.turn)
    family.hand(0.2)
    spot = next(top.occupied(area))
    top.turn(area, turned=not top.standing[spot].turned)
    family.account.note(f"{family.turn} turns over what stands on {area}")
    if family.rng.random() < 0.7:
        family.hand(0.2)
        family.room.look(family.rng.choice((0.07, 0.2, 0.5)))
    if family.rng.random() < 0.7:
        family.hand(0.2)
        top.restore(spread)
        family.account.note("and back")
    family.hand()


def _play_on(family: Family, plan: Plan | None, turns: int) -> Iterator[None]:
    """Play turn after turn, whatever the page says; yield after each."""
    for _ in range(turns):
        if plan is None or family.over:
            return
        carry_out(family, plan)
        family.hand()
        family.room.look(family.rng.choice((0.5, 2.0, 10.0)))
        yield
        now = family.room.table.state
        plan = family.plan(now) if not family.account.deeds else family.next_plan(plan)


@habit("takes a piece away for turns", 0.0)
def takes_away(family: Family) -> None:
    """Take a figure off the board, play on whatever the page says, and bring it back."""
    top = family.room.tabletop
    spots = [spot for spot, one in top.standing.items() if not one.colour.isdigit()]
    if not spots:
        well(family)
        return
    spot = family.rng.choice(spots)
    family.by(None if family.room.game.pile else family.turn)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is not None:
        top.aside.append(figure)
    family.account.note(f"what stood on {spot} is taken away")
    family.hand()
    family.room.look(family.rng.choice((1.0, 10.0)))
    for _ in _play_on(family, family.plan(), family.rng.randint(1, 3)):
        continue
    family.by(None)
    if figure in top.aside and spot not in top.standing:
        top.aside.remove(figure)
        top.put(figure, top.area_of[spot])
        family.account.note(f"it is brought back to {spot}")
    family.hand()
    family.room.look(1.0)  # the page still speaks of what was wrong before


@habit("ignores objections for ten turns", 0.0)
@planned
def ignores_all(family: Family, plan: Plan) -> None:
    """Do something wrong, and play ten turns on whatever the page says."""
    wrong = family.wrong_plan(plan)
    if wrong is not None:
        family.hand(0.3)
        family.lay(plan)
        family.carry(wrong)
        family.hand()
        family.room.look(family.rng.choice((1.0, 10.0)))
    after = family.next_plan(plan) if wrong is not None else plan
    for _ in _play_on(family, after, _IGNORED):
        continue


@habit("puts a piece beside its place", 0.0)
@planned
def puts_beside(family: Family, plan: Plan) -> None:
    """Put a piece down beside the place where it is to go, and onto it some time later."""
    top = family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    if step is None or step.target is None or step.target not in top.areas:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
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
    family.carry(plan)
    family.intend(plan)
