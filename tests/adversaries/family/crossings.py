"""What several people do at one table: hands cross, a child plays, seats are mistaken.

And what was put for a piece is taken away again, wholly or not.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import carry_out, habit, places_of, planned
from tests.adversaries.family.household import by_nobody, list_loose, play_on, talk
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.unruly import lay, play_ahead, with_next

_SHORT_S: Final = (0.1, 0.5, 2.0)
"""How long hands are gone in the middle of something."""
_LONG_S: Final = 600.0


# --- several at once ------------------------------------------------------------------------------


@habit("hands cross in mid-move", 0.0, unruly=SHARE)
@with_next
def hands_cross(family: Family, plan: Plan, after: Plan) -> None:
    """Let two players lay, lift and move by turns; both moves are seen half done.

    Where both lay a card in the time that one takes, both are seen with a figure in hand.
    """
    both, quick = [plan, after], family.rng.random() < 0.5
    family.rng.shuffle(both)
    family.hand(0.3 if quick else 0.8, pile=False)
    family.take_card_back()
    for one in both:
        lay(family, one)
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
        family.room.look(family.rng.choice(_SHORT_S))
        family.hand(0.3)


@habit("takes another's piece for its own", 0.0, unruly=SHARE)
@planned
def takes_anothers(family: Family, plan: Plan) -> None:
    """Move rightly, but put another player's figure there, of the same shape; its own stays."""
    top = family.room.tabletop
    moved = (one for one in plan.steps if one.kind is StepKind.MOVED)
    ends = [(one.piece, one.target) for one in moved if one.target is not None]
    pairs = [
        (target, spot)
        for piece, target in ends[:1]
        for spot in list_loose(family, plan)
        if top.standing[spot].colour != piece
        if any(top.fits(top.standing[spot].colour, one) for one in top.areas.get(target, ()))
    ]
    if not pairs:
        carry_out(family, plan)
        return
    target, spot = family.rng.choice(pairs)
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    for one in (one for one in plan.steps if one.kind is StepKind.CAPTURED):
        if taken := top.lift(one.source):
            family.home(taken)
    if figure := top.lift(top.area_of[spot], top.standing[spot].seen):
        top.put(figure, target)
        family.account.note(f"{plan.seat} takes the {figure.colour} one from {spot}")
    family.hand(0.3)
    talk(family)


@habit("lays a card, and another before it moves", 0.0, unruly=SHARE)
@planned
def lays_another(family: Family, plan: Plan) -> None:
    """Lay a card, pick it up again, lay another one, and move as that one says."""
    room = family.room
    others = (family.plan(plan.state) for _ in range(8))
    other = next((one for one in others if one is not None and one.card != plan.card), None)
    if plan.card is not None and other is not None:
        family.hand(0.3)
        family.lay(plan)
        family.hand(0.3)
        room.look(family.rng.choice((*_SHORT_S, 10.0)))
        if room.table.state != plan.state:
            return
        family.hand(0.3)
        family.take_card_back()
        if family.rng.random() < 0.5:
            family.hand(0.2)
            room.look(family.rng.choice(_SHORT_S))
        plan = other
    carry_out(family, plan)


@habit("turns the board and plays on", 0.0, unruly=SHARE)
@planned
def turns_and_plays(family: Family, plan: Plan) -> None:
    """Turn the board by 180 degrees between turns, untold, and move on it as it lies now."""
    room, top = family.room, family.room.tabletop
    if not top.opposite:
        carry_out(family, plan)
        return
    by_nobody(family)
    family.account.note("somebody turns the board")
    family.hand(1.0)
    top.turn_round()
    room.look(family.rng.choice((0.1, 0.5)))
    if room.table.state == plan.state:
        family.hand(0.3)
        top.turn_round()  # as people see it, the move is the one that they mean
        carry_out(family, plan)
        top.turn_round()


@habit("a child plays for its parent", 0.0, unruly=SHARE)
@planned
def child_plays(family: Family, plan: Plan) -> None:
    """Have a parent lay a card and walk off; a child moves by it; the parent moves otherwise."""
    room, top = family.room, family.room.tabletop
    others = (family.plan(plan.state) for _ in range(20))
    alike = (one for one in others if one is not None and one.card == plan.card)
    other = next((one for one in alike if one.action != plan.action), None)
    spread = top.spread()
    family.hand(0.3)
    family.lay(plan)
    talk(family)
    if room.table.state != plan.state:
        return
    family.hand(0.3)
    family.account.note("a child plays for its parent")
    family.carry(plan)
    family.intend(plan)
    family.hand(0.3)
    room.look(family.rng.choice((*_SHORT_S, 10.0)))
    if other is None or family.over:
        return
    family.hand(0.3)
    family.taking_back = room.table.state != plan.state
    family.by(plan.seat)
    top.restore(spread)
    family.account.note("the parent puts it back")
    family.account.forget()
    family.carry(other)
    family.intend(other)


@habit("goes on elsewhere after ten minutes", 0.0, unruly=SHARE)
@with_next
def goes_on_elsewhere(family: Family, plan: Plan, after: Plan) -> None:
    """Let all be away for ten minutes, and go on with the turn of somebody who is not on turn."""
    family.hand(0.3)
    family.room.look(_LONG_S)
    third = family.plan_after(after.action, after.state)
    free = third is not None and not {*places_of(third)} & {*places_of(plan)}
    play_ahead(family, plan, third if third and free and family.rng.random() < 0.5 else after)
    family.account.note(f"nobody knows that it is {plan.seat}'s turn")


# --- what is put there and taken away -------------------------------------------------------------


@habit("takes a button away again", 0.0, unruly=SHARE)
@planned
def takes_button_away(family: Family, plan: Plan) -> None:
    """Put something for a piece, or over places, and take it away again, perhaps in two goes.

    The piece comes back, stays in a pocket, or was under it all the time.
    """
    top, spots = family.room.tabletop, list_loose(family, plan)
    if not spots:
        carry_out(family, plan)
        return
    spot = family.rng.choice(spots)
    area, figure = top.area_of[spot], top.standing[spot]
    by_nobody(family)
    pocketed = family.rng.random() < 0.7 and top.lift(area, figure.seen) is not None
    beside = family.rng.sample([*top.area_of], family.rng.choice((0, 0, 2)))
    top.leave_cup([spot, *beside])
    what = f"in place of the {figure.colour} one" if pocketed else "over what stands there"
    family.account.note(f"something is put on {spot}, {what}")
    talk(family)
    for _ in range(family.rng.choice((0, 1))):
        family.hand(0.3)
        top.clear_cups()
        family.hand(0.2)
        family.room.look(family.rng.choice(_SHORT_S))
        family.hand(0.2)
        to = family.rng.choice([spot, *list_loose(family, plan)])
        top.leave_cup([to])
        family.account.note(f"it is taken away and, on second thoughts, put on {to}")
        talk(family)
    family.hand(0.3)
    by_nobody(family)
    top.clear_cups()
    family.account.note("it is taken away")
    if pocketed and family.rng.random() < 0.7 and spot not in top.standing:
        top.put(figure, area)
        family.account.note(f"and the {figure.colour} one is put on {area}")
    elif pocketed:
        top.aside.append(figure)
    family.hand(0.3)
    play_on(family, plan)
