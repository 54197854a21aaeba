"""Turns played in another way than they should be."""

from __future__ import annotations

from tablet_companion.games.core import HIDDEN, Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import carry_out, habit, places_of, planned, well


@habit("moves two pawns", 0.02)
@planned
def moves_two(family: Family, plan: Plan) -> None:
    """Move, and move another figure as well."""
    carry_out(family, plan)
    family.room.tabletop.remembered = family.room.tabletop.spread()
    top = family.room.tabletop
    keep = places_of(plan)
    spots = [
        s
        for s, f in top.standing.items()
        if str(f.colour) == plan.seat and not f.turned and top.area_of[s] not in keep
    ]
    if spots:
        shift(family, family.rng.choice(spots))


def play_two(family: Family) -> bool:
    """Play two turns; whether they changed the table, and nothing is left open."""
    spread = family.room.tabletop.spread()
    for _ in range(2):
        well(family)
        family.room.look(9.0, until=lambda: not family.account.deeds)
        if family.account.deeds or family.over or not family.room.tidy:
            return False
        family.remember()
    return family.room.tabletop.spread() != spread


def shift(family: Family, spot: Place) -> None:
    """Move the figure on a spot somewhere else."""
    top = family.room.tabletop
    free = [one for one in top.area_of if one not in top.standing and one not in top.holes]
    figure = top.standing.get(spot)
    free = [one for one in free if figure is not None and top.fits(figure.colour, one)]
    if figure is None or not free:
        return
    target = family.rng.choice(free)
    top.lift(top.area_of[spot], figure.seen)
    top.put(Figure(figure.colour), top.area_of[target])
    family.account.note(f"{top.who} moves {figure.colour} from {spot} to {target}")


@habit("moves before the turn", 0.03)
@planned
def moves_early(family: Family, plan: Plan) -> None:
    """Let the next player move before the player on turn has done anything."""
    after = family.next_plan(plan)
    if after is None or set(places_of(plan)) & set(places_of(after)) or after.seat == plan.seat:
        carry_out(family, plan)
        return
    family.hand()
    family.carry(after)
    family.hand()
    family.room.look(family.rng.choice((1.0, 3.0)))
    family.account.note(f"that was {after.seat}, before the turn")
    family.room.look(1.0)


@habit("lifts and puts back", 0.03)
@planned
def lifts(family: Family, plan: Plan) -> None:
    """Take a figure in hand, think, and put it back."""
    top = family.room.tabletop
    spread = top.spread()
    family.hand(0.3)
    family.by(plan.seat)
    held = top.lift(plan.steps[0].source)
    family.account.note(f"{plan.seat} lifts what stands on {plan.steps[0].source}")
    if family.rng.random() < 0.5:
        family.hand(family.rng.uniform(1.0, 6.0))
    else:
        family.hand(0.3)
        family.room.look(family.rng.uniform(0.5, 6.0))
        family.hand(0.3)
    if held is not None:
        top.restore(spread)
    family.account.note("and puts it back")


@habit("changes their mind", 0.03)
@planned
def changes_mind(family: Family, plan: Plan) -> None:
    """Do one thing, take it back, and do another with the same card."""
    top = family.room.tabletop
    spread, state = top.spread(), family.room.table.state
    carry_out(family, plan)
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
        family.carry(other)
        family.intend(other)


@habit("lays the next card early", 0.03)
@planned
def lays_early(family: Family, plan: Plan) -> None:
    """Let the next player lay a card before anybody has looked, and move a little later."""
    carry_out(family, plan)
    after = family.next_plan(plan)
    if after is None or not family.room.game.pile or after.seat == plan.seat:
        return
    family.hand(0.6)
    family.lay(after)
    family.hand(0.6)
    family.room.look(family.rng.choice((0.5, 2.0, 5.0)))
    family.hand()
    family.carry(after)
    family.intend(after)


@habit("plays turns under a hand", 0.03)
@planned
def under_a_hand(family: Family, plan: Plan) -> None:
    """Play two or three turns while a hand never leaves the board."""
    pile = family.rng.random() < 0.5
    for _ in range(family.rng.randint(2, 3)):
        carry_out(family, plan)
        family.hand(0.8, pile=pile)
        after = family.next_plan(plan)
        if after is None:
            break
        plan = after


@habit("leaves a hand over the board", 0.02)
@planned
def rests_a_hand(family: Family, plan: Plan) -> None:
    """Move, and let a hand rest over the board."""
    carry_out(family, plan)
    family.room.busy(family.rng.uniform(2.0, 14.0), resting=True)


@habit("is seen through an arm", 0.02)
@planned
def arm_unnoticed(family: Family, plan: Plan) -> None:
    """Have an arm over some places that is not taken for one, while a move is done."""
    room = family.room
    spots = list(room.tabletop.area_of)
    at = family.rng.randrange(len(spots))
    room.reader.unnoticed = frozenset(spots[at : at + 6])
    carry_out(family, plan)
    family.hand()
    room.look(family.rng.uniform(1.0, 4.0))
    room.reader.unnoticed = frozenset()
    family.hand()


@habit("takes a captured pawn home late", 0.03)
@planned
def home_late(family: Family, plan: Plan) -> None:
    """Hold what was captured in the hand, or put it beside the board, for some seconds."""
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    if not captured:
        carry_out(family, plan)
        return
    top = family.room.tabletop
    held = top.lift(captured[0].source)
    family.hand(0.3)
    family.lay(plan)
    family.carry(plan, leave=captured[:1])
    family.intend(plan)
    family.hand()
    family.room.look(family.rng.choice((1.0, 3.0, 7.0)))
    if held is not None and family.room.table.state == plan.state:
        family.by(plan.seat)
        family.home(held)
        family.account.note("the captured figure is taken home")
    elif held is not None:
        top.aside.append(held)


@habit("leaves a step undone", 0.03)
@planned
def leaves_undone(family: Family, plan: Plan) -> None:
    """Forget to turn a figure over, or to take it home."""
    kinds = (StepKind.TURNED_DOWN, StepKind.CAPTURED, StepKind.CALLED)
    left = [step for step in plan.steps if step.kind in kinds]
    family.hand(0.3)
    family.lay(plan)
    top = family.room.tabletop
    step = family.pick(left)
    if step is not None and step.kind is StepKind.CAPTURED:
        figure = top.lift(step.source)
        if figure is not None:
            top.aside.append(figure)
    family.carry(plan, leave=[step] if step is not None else [])
    family.intend(plan)


@habit("turns up a pawn to peek", 0.02)
def peeks(family: Family) -> None:
    """Look what is under a figure that is turned over, and turn it back."""
    top = family.room.tabletop
    hidden = [top.area_of[spot] for spot, figure in top.standing.items() if figure.turned]
    area = family.pick(hidden)
    if area is None:
        well(family)
        return
    family.by(family.turn)
    family.hand(0.3)
    spread = top.spread()
    if family.rng.random() < 0.5:
        top.turn(area, turned=False)
    else:
        top.lift(area, HIDDEN)
    family.account.note(f"{family.turn} looks what is hidden on {area}")
    family.hand(0.3)
    family.room.look(family.rng.choice((0.5, 2.0, 10.0)))
    top.restore(spread)
    family.account.note("and puts it back")
    family.hand()


@habit("moves another's pawn", 0.02)
@planned
def moves_anothers(family: Family, plan: Plan) -> None:
    """Lay a card and move somebody else's figure."""
    top = family.room.tabletop
    spots = [
        s
        for s, f in top.standing.items()
        if str(f.colour) != plan.seat and not f.turned and not f.colour.isdigit()
    ]
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    family.plan_in_mind = plan
    if spots:
        shift(family, family.rng.choice(spots))


@habit("does what is not allowed", 0.05)
@planned
def not_allowed(family: Family, plan: Plan) -> None:
    """Do something with the card that is plainly against the rules."""
    wrong = family.wrong_plan(plan)
    if wrong is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.carry(wrong)
    family.plan_in_mind = plan


@habit("lays a wrong card", 0.02)
@planned
def wrong_card(family: Family, plan: Plan) -> None:
    """Lay another card than the one that was meant."""
    game = family.room.game
    if not game.pile:
        carry_out(family, plan)
        return
    card = family.rng.choice([one for one in game.cards if one != plan.card])
    family.hand(0.3)
    family.lay(plan, card)
    family.carry(plan)
    family.plan_in_mind = plan


@habit("forgets the card", 0.02)
@planned
def forgets_card(family: Family, plan: Plan) -> None:
    """Move, and lay no card until told to."""
    family.hand(0.3)
    family.carry(plan)
    family.intend(plan, laid=not family.room.game.pile)
