"""Pieces moved about beside the game: lifted, exchanged, stacked, turned over, set straight."""

from __future__ import annotations

from tablet_companion.games.core import HIDDEN, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(12, "lifts and puts back", 0.03)
@parts.planned
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


@habit(20, "turns up a pawn to peek", 0.02)
def peeks(family: Family) -> None:
    """Look what is under a figure that is turned over, and turn it back."""
    top = family.room.tabletop
    hidden = [top.area_of[spot] for spot, figure in top.standing.items() if figure.turned]
    area = family.pick(hidden)
    if area is None:
        parts.well(family)
        return
    family.by(family.turn)
    family.hand(0.3)
    spread = top.spread()
    if family.rng.random() < 0.5:
        top.turn(area, turned=False)
    else:
        top.lift(area, HIDDEN)
    family.account.note(f"{family.turn} looks what is hidden on {area}")
    parts.pause(family, (0.5, 2.0, 10.0))
    top.restore(spread)
    family.account.note("and puts it back")
    family.hand()


@habit(40, "turns a piece over for an instant", 0.0)
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
        parts.well(family)
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


@habit(54, "moves a pawn for another and back", 0.0, unruly=SHARE)
@parts.planned
def moves_and_back(family: Family, plan: Plan) -> None:
    """Move a figure that somebody cannot reach, the wrong one, and put it back; then play."""
    top, cards = family.room.tabletop, len(family.room.tabletop.pile)
    spread = top.spread()
    parts.by_nobody(family)
    if spots := parts.list_loose(family):
        parts.shift(family, family.rng.choice(spots))
    parts.talk(family)
    if parts.put_back(family, plan, spread, cards):
        parts.carry_out(family, plan)


@habit(63, "exchanges two pawns", 0.0, unruly=SHARE)
@parts.planned
def exchanges(family: Family, plan: Plan) -> None:
    """Let a child exchange two figures: of two colours, of one, or turned over both."""
    top = family.room.tabletop
    figures = [(spot, one) for spot, one in top.standing.items() if not one.colour.isdigit()]
    pairs = [
        (one, other)
        for one, first in figures
        for other, second in figures
        if one < other
        and first.turned == second.turned
        and top.fits(first.colour, other)
        and top.fits(second.colour, one)
        and not {top.area_of[one], top.area_of[other]} & {*parts.places_of(plan)}
    ]
    if pairs:
        one, other = family.rng.choice(pairs)
        parts.by_nobody(family)
        top.standing[one], top.standing[other] = top.standing[other], top.standing[one]
        top.touched(top.area_of[one])
        top.touched(top.area_of[other])
        family.account.note(f"a child exchanges what stands on {one} and {other}")
    parts.play_on(family, plan)


@habit(64, "stacks one pawn on another", 0.0, unruly=SHARE)
@parts.planned
def stacks(family: Family, plan: Plan) -> None:
    """Let a child put a figure on top of another, which is hidden then."""
    top, spots = family.room.tabletop, parts.list_loose(family, plan)
    pairs = [(a, b) for a in spots for b in spots if top.area_of[a] != top.area_of[b]]
    if pairs:
        upper, lower = family.rng.choice(pairs)
        parts.by_nobody(family)
        beneath, above = top.standing[lower], top.standing.pop(upper)
        top.aside.append(beneath)
        top.standing[lower] = above
        top.touched(top.area_of[upper])
        top.touched(top.area_of[lower])
        family.account.note(f"{above.colour} of {upper} is put on {beneath.colour} on {lower}")
    parts.play_on(family, plan)


@habit(70, "carries a pawn over the board", 0.0, unruly=SHARE)
@parts.planned
def carries(family: Family, plan: Plan) -> None:
    """Put a figure down here and there, and back where it stood; then play."""
    top, cards, spread = family.room.tabletop, len(family.room.tabletop.pile), None
    spots = parts.list_loose(family, plan)
    if spots:
        spread, spot = top.spread(), family.rng.choice(spots)
        parts.by_nobody(family)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        for _ in range(family.rng.randint(2, 4)):
            free = parts.list_free(family, figure)
            if figure is None or not free:
                break
            area = top.area_of[family.rng.choice(free)]
            top.put(Figure(figure.colour), area)
            family.account.note(f"{figure.colour} of {spot} is put down on {area}")
            parts.pause(family)
            parts.by_nobody(family)
            figure = top.lift(area, figure.colour)
    if spread is None or parts.put_back(family, plan, spread, cards):
        parts.play_if_still(family, plan)


@habit(71, "marks a place with another's pawn", 0.0, unruly=SHARE)
@parts.planned
def marks(family: Family, plan: Plan) -> None:
    """Put a pawn out of a nest where a figure is to go, and take it home as that one comes."""
    top = family.room.tabletop
    steps = [step for step in plan.steps if step.kind is StepKind.MOVED and step.target]
    target = next((one.target for one in steps if one.target and one.target in top.areas), None)
    nests = [
        area
        for area in top.areas
        if area.endswith(".nest") and [*top.occupied(area)] and not area.startswith(plan.seat)
    ]
    if target is None or not nests or [*top.occupied(target)] or target in nests:
        parts.carry_out(family, plan)
        return
    if family.rng.random() < 0.5:
        family.begin(plan)
    parts.by_nobody(family)
    marker = top.lift(family.rng.choice(nests))
    if marker is not None:
        top.put(marker, target)
        family.account.note(f"a {marker.colour} pawn marks {target}")
    parts.talk(family)
    parts.by_nobody(family)
    if marker is not None and top.lift(target, marker.seen) is not None:
        family.home(marker)
    if family.room.table.state == plan.state:
        if family.account.unplayed != plan.card:
            family.lay(plan)
        family.perform(plan)


@habit(72, "takes three off, puts them back anyhow", 0.0, unruly=SHARE)
@parts.planned
def permutes(family: Family, plan: Plan) -> None:
    """Let a child take three figures off, of any colours, and put each where another stood."""
    top, keep = family.room.tabletop, parts.places_of(plan)
    spots = [spot for spot in parts.list_figures(family) if top.area_of[spot] not in keep]
    chosen = family.rng.sample(spots, min(3, len(spots)))
    held = []
    for spot in chosen:
        parts.by_nobody(family)
        held.append(top.standing.pop(spot))
        top.touched(top.area_of[spot])
        parts.pause(family)
    family.account.note(f"a child takes off what stood on {' '.join(chosen)}")
    for spot, figure in zip(chosen, held[1:] + held[:1], strict=True):
        parts.by_nobody(family)
        top.put(figure, top.area_of[spot])
    family.account.note("and puts them back, each where another stood")
    parts.talk(family)
    parts.play_if_still(family, plan)


@habit(120, "puts a carried pawn back one off", 0.0, unruly=SHARE)
@parts.planned
def back_one_off(family: Family, plan: Plan) -> None:
    """Take a figure for a walk, put it back one space off, and play on."""
    top = family.room.tabletop
    if spots := parts.list_loose(family, plan):
        spot, order = family.rng.choice(spots), [*top.area_of]
        at = order.index(spot)
        parts.by_nobody(family)
        figure = top.standing.pop(spot)
        top.touched(top.area_of[spot])
        family.account.note(f"what stood on {spot} is taken for a walk")
        parts.talk(family)
        top.standing[spot] = figure
        parts.slide(family, spot, [order[at - 1], order[(at + 1) % len(order)]])
        family.hand(0.3)
    parts.play_on(family, plan)


@habit(121, "a child sets pawns straight", 0.0, unruly=SHARE)
@parts.planned
def sets_straight(family: Family, plan: Plan) -> None:
    """Let a child lift figure after figure, turned-over ones, too, and set each down nicely."""
    top, spread = family.room.tabletop, family.room.tabletop.spread()
    spots = parts.list_figures(family)
    parts.by_nobody(family)
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
    parts.play_if_still(family, plan)


@habit(131, "a child moves its favourite colour", 0.0, unruly=SHARE)
@parts.planned
def moves_favourites(family: Family, plan: Plan) -> None:
    """Let a child move two figures of one colour that it likes, wherever it likes; all play on."""
    top = family.room.tabletop
    spots = parts.list_loose(family, plan)
    colours = {top.standing[spot].colour for spot in spots}
    if colours:
        liked = family.rng.choice(sorted(colours))
        parts.by_nobody(family)
        mine = [spot for spot in spots if top.standing[spot].colour == liked]
        for spot in family.rng.sample(mine, min(len(mine), 2)):
            if spot in top.standing:
                parts.slide(family, spot, [*top.area_of])
        family.account.note(f"a child likes {liked}")
    family.hand(0.3)
    parts.talk(family)
    parts.play_on(family, plan)
