"""What people meddle with: others' half-done moves, captured pieces, nests, the pile, questions."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Place, StepKind
from tablet_companion.referee.model.events import NameCard, OpenCardKeys
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import carry_out, habit, planned
from tests.adversaries.family.haste import prefer
from tests.adversaries.family.household import by_nobody, list_loose, talk
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.unruly import lay, next_to


def _captures(plan: Plan) -> bool:
    return any(step.kind is StepKind.CAPTURED for step in plan.steps)


@habit("a child plays with what was captured", 0.0, unruly=SHARE)
@planned
def plays_with_captured(family: Family, plan: Plan) -> None:
    """Capture; a child walks the captured figure about the board, and takes it home some time."""
    top, room = family.room.tabletop, family.room
    plan = prefer(family, plan, _captures)
    carry_out(family, plan)
    taken = next((s for s in plan.steps if s.kind is StepKind.CAPTURED and s.target), None)
    if taken is None or taken.target is None or taken.target not in top.areas:
        return
    family.hand(0.3)
    for _ in range(family.rng.randint(1, 3)):
        by_nobody(family)
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
        by_nobody(family)
        back = top.lift(top.area_of[spot], figure.colour)
        if back is not None:
            top.put(Figure(back.colour), taken.target)
    family.hand(0.3)


@habit("sorts a nest while another moves", 0.0, unruly=SHARE)
@planned
def sorts_nest(family: Family, plan: Plan) -> None:
    """Take the figures of a nest up and put them down, one of them between the spots for a time."""
    top = family.room.tabletop
    nests = [one for one in top.areas if one.endswith(".nest") and [*top.occupied(one)]]
    area = family.pick(nests)
    figure = top.lift(area) if area is not None else None
    if figure is None or area is None:
        carry_out(family, plan)
        return
    by_nobody(family)
    top.drop(figure, top.areas[area][0], fallen=False)
    family.account.note(f"one of {area} stands between its spots")
    if family.rng.random() < 0.6:
        carry_out(family, plan)
    talk(family)
    family.hand(0.3)
    by_nobody(family)
    for loose in [one for one in top.loose if one.figure == figure]:
        top.put(top.pick_up(loose), area)
    family.account.note("and is put right")
    family.hand(0.3)


@habit("puts what is captured between the spots", 0.0, unruly=SHARE)
@planned
def between_spots(family: Family, plan: Plan) -> None:
    """Take a captured figure home, but put it down between the spots of its nest."""
    top = family.room.tabletop
    plan = prefer(family, plan, _captures)
    carry_out(family, plan)
    taken = next((s for s in plan.steps if s.kind is StepKind.CAPTURED and s.target), None)
    if taken is None or taken.target is None or taken.target not in top.areas:
        return
    figure = top.lift(taken.target)
    if figure is not None:
        top.drop(figure, top.areas[taken.target][0], fallen=family.rng.random() < 0.3)
        family.account.note(f"{figure.colour} comes to stand between the spots of {taken.target}")


@habit("somebody else finishes a move", 0.0, unruly=SHARE)
@planned
def finishes_for_another(family: Family, plan: Plan) -> None:
    """Do a part of a move; another player does what is left, perhaps in another way."""
    plan = prefer(family, plan, lambda one: len(one.steps) > 1)
    if len(plan.steps) < 2 or any(step.kind is StepKind.SWAPPED for step in plan.steps):
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.carry(plan, leave=plan.steps[1:])
    family.intend(plan)
    talk(family)
    if family.room.table.state != plan.state or not family.account.deeds:
        return
    family.hand(0.3)
    after = next_to(family, plan)
    family.by(after.seat if after is not None else None)
    wanted = family.account.meant
    family.room.tabletop.make(wanted, sorted(wanted))
    family.account.note("somebody else does the rest")


@habit("drops the pile", 0.0, unruly=SHARE)
@planned
def drops_pile(family: Family, plan: Plan) -> None:
    """Knock the pile off; some of its cards are put back, in any order, in the middle of a turn."""
    top = family.room.tabletop
    if not top.pile or family.account.unplayed is not None:
        carry_out(family, plan)
        return
    cards = [*top.pile]
    family.hand(0.3, pile=False)
    top.pile = []
    top.touched(None)
    family.account.note("the pile falls down")
    if family.rng.random() < 0.5:
        family.carry(plan)
        family.intend(plan, laid=plan.card is None)
        talk(family)
        if family.room.table.state != plan.state:
            return
    family.rng.shuffle(cards)
    keep = cards[: family.rng.randint(1, len(cards))]
    family.hand(0.4, pile=False)
    top.pile = [replace(one, pose=(14.0, 3.0, 40.0)) for one in keep]
    family.account.played = len(top.pile)
    top.touched(None)
    family.account.note(f"{len(keep)} cards are put back, {keep[-1].face} on top")
    family.hand(0.3)
    family.room.look(family.rng.choice((0.2, 1.0, 8.0)))
    if family.room.table.state != plan.state:
        return
    if family.account.deeds:
        family.hand(0.3, pile=False)
        lay(family, plan)
        family.account.deeds[:] = [replace(one, laid=one.card) for one in family.account.deeds]
    else:
        carry_out(family, plan)


@habit("names a card, and lays another as good", 0.0, unruly=SHARE)
@planned
def names_and_lays_another(family: Family, plan: Plan) -> None:
    """Touch one card of several that allow a move, think better of it, and lay another."""
    game = family.room.game
    shown = game.attempted(plan.state, plan.action)
    alike = {
        game.card_of(one)
        for one in game.legal(plan.state)
        if game.pile and game.attempted(plan.state, one) == shown
    } - {plan.card}
    if plan.card is None or not alike:
        carry_out(family, plan)
        return
    card = family.rng.choice(sorted(one for one in alike if one is not None))
    family.account.note(f"they touch {card}, and then lay {plan.card}")
    family.room.touch(OpenCardKeys(), NameCard(card))
    family.room.look(family.rng.choice((0.2, 2.0)))
    if family.room.table.state == plan.state:
        carry_out(family, plan)


@habit("plays on at the sight of a question", 0.0, unruly=SHARE)
@planned
def plays_at_a_question(family: Family, plan: Plan) -> None:
    """Do something that is asked about, and let the next player move as soon as it is."""
    room = family.room
    family.hand(0.3)
    family.carry(plan)
    family.intend(plan, laid=plan.card is None)
    family.hand(0.3)
    room.look(8.0, until=lambda: room.page.asks)
    after = next_to(family, plan)
    if after is None or room.table.state != plan.state:
        return
    family.account.note("the next one plays all the same")
    family.hand(0.3)
    lay(family, after)
    family.carry(after)
    family.intend(after)


@habit("one figure is set upright in a hole", 0.0, unruly=SHARE)
@planned
def upright_in_a_hole(family: Family, plan: Plan) -> None:
    """Do everything right but turn over what was called, and turn it only some time later."""
    plan = prefer(family, plan, lambda one: any(s.kind is StepKind.CALLED for s in one.steps))
    called: list[Place] = [s.target for s in plan.steps if s.kind is StepKind.CALLED and s.target]
    carry_out(family, plan)
    turned = [area for area in called if family.room.tabletop.turn(area, turned=False)]
    if not turned:
        return
    family.account.note(f"what was called to {turned[0]} stands upright")
    family.hand(0.3)
    talk(family)


@habit("lends a figure as a die", 0.0, unruly=SHARE)
@planned
def lends_a_figure(family: Family, plan: Plan) -> None:
    """Take a figure off the board for something else while others play, and bring it back."""
    top, spots = family.room.tabletop, list_loose(family, plan)
    if not spots:
        carry_out(family, plan)
        return
    area = top.area_of[family.rng.choice(spots)]
    by_nobody(family)
    figure = top.lift(area)
    family.account.note(f"a figure of {area} is borrowed")
    carry_out(family, plan)
    talk(family)
    family.hand(0.3)
    by_nobody(family)
    if figure is not None:
        top.put(figure, area)
    family.account.note("and brought back")
    family.hand(0.3)
