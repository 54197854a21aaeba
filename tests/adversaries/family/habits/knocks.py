"""Pieces knocked, pushed and bumped: between turns, in mid-move, by an elbow, a sleeve; put up."""

from __future__ import annotations

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts

_FEW = 4
"""So many figures are pushed half off their places at least when a table is shaken."""


def _knock(family: Family, *, fallen: bool, plan: Plan | None = None) -> None:
    """Push a figure off its place, without anybody's will."""
    top = family.room.tabletop
    spots = parts.list_loose(family, plan)
    if not spots:
        return
    spot = family.rng.choice(spots)
    family.by(None)
    figure = top.standing.pop(spot)
    near = spot if family.rng.random() < 0.6 else family.rng.choice(list(top.area_of))
    top.drop(figure, near, fallen=fallen)
    top.author[top.area_of[spot]] = None
    how = "falls over" if fallen else "is pushed off its place"
    family.account.note(f"the {figure.colour} figure of {spot} {how}, near {near}")


@habit(1, "knocks a pawn", 0.04)
def knocks(family: Family) -> None:
    """Push a figure off its place between two turns."""
    _knock(family, fallen=False)
    family.hand()


@habit(2, "knocks a pawn, plays on", 0.04)
@parts.planned
def knocks_in_passing(family: Family, plan: Plan) -> None:
    """Push a figure off its place while another is moved."""
    parts.carry_out(family, plan)
    _knock(family, fallen=False, plan=plan)


@habit(3, "knocks a pawn before a turn", 0.03)
@parts.planned
def knocks_before(family: Family, plan: Plan) -> None:
    """Push a figure off its place; nobody looks; a card is laid, and only then moved."""
    family.hand()
    _knock(family, fallen=False, plan=plan)
    family.hand()
    family.room.look(family.rng.choice((1.0, 5.0)))
    family.lay(plan)
    family.intend(plan)
    family.hand()
    family.room.look(family.rng.choice((0.5, 2.0, 4.0)))
    family.hand()
    family.carry(plan)


@habit(4, "knocks a pawn over", 0.03)
def knocks_over(family: Family) -> None:
    """Let a figure fall over."""
    _knock(family, fallen=True)
    family.hand()


@habit(5, "knocks a pawn over, plays on", 0.02)
@parts.planned
def knocks_over_in_passing(family: Family, plan: Plan) -> None:
    """Let a figure fall over while another is moved."""
    parts.carry_out(family, plan)
    _knock(family, fallen=True, plan=plan)


@habit(6, "knocks a pawn onto a place", 0.02)
def knocks_onto(family: Family) -> None:
    """Push a figure onto another place, where it stands as if it belonged there."""
    top = family.room.tabletop
    spots = parts.list_loose(family)
    if spots:
        spot = family.rng.choice(spots)
        # Without cards nobody can tell a piece that was pushed onto a place from a move.
        parts.by_nobody(family)
        figure = top.standing.pop(spot)
        top.touched(top.area_of[spot])
        free = [s for s in top.area_of if s not in top.standing and top.fits(figure.colour, s)]
        target = family.rng.choice(free)
        top.put(figure, top.area_of[target])
        family.account.note(f"the {figure.colour} figure of {spot} is pushed to {target}")
    family.hand()


@habit(7, "bumps the board", 0.01)
def bumps(family: Family) -> None:
    """Push against the table: several figures slide off their places."""
    for _ in range(family.rng.randint(2, 4)):
        _knock(family, fallen=family.rng.random() < 0.3)
    family.hand(1.5)


@habit(34, "a sleeve nudges pawns", 0.0)
@parts.planned
def nudges(family: Family, plan: Plan) -> None:
    """Push figures half off their places, the one that moves among them or not."""
    top = family.room.tabletop
    parts.carry_out(family, plan)
    spots = parts.list_figures(family)
    for spot in family.rng.sample(spots, min(len(spots), family.rng.randint(1, 3))):
        top.askew.add(spot)
        family.account.note(f"what stands on {spot} is pushed half off it")


@habit(35, "a child puts pieces back", 0.0)
def child_puts_back(family: Family) -> None:
    """Bump the board; a child puts what fell on the places of the others, or beside them."""
    top = family.room.tabletop
    spots = parts.list_loose(family)
    chosen = family.rng.sample(spots, min(len(spots), family.rng.randint(2, 4)))
    parts.by_nobody(family)
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


@habit(67, "an elbow beside a fresh card", 0.0, unruly=SHARE)
@parts.planned
def elbows(family: Family, plan: Plan) -> None:
    """Lay a card, and push a pawn of the same player's to where no play leads it."""
    family.begin(plan)
    way = _find_way_of_no_play(family, plan) if family.room.game.pile else None
    if way is None:
        family.perform(plan)
        return
    source, target = way
    top = family.room.tabletop
    family.by(None)
    figure = top.lift(source)
    if figure is not None:
        top.put(Figure(figure.colour), target)
    family.account.note(f"an elbow pushes what stands on {source} to {target}")
    family.plan_in_mind = plan
    parts.pause(family, (1.0, 3.0))


def _find_way_of_no_play(family: Family, plan: Plan) -> tuple[Place, Place] | None:
    """Return where a pawn of the player's stands, and a free place that no play leads it to."""
    game, top = family.room.game, family.room.tabletop
    view = next(one for one in game.view(plan.state, plan.seat).seats if one.seat == plan.seat)
    mine = [
        top.area_of[spot]
        for spot, one in top.standing.items()
        if one.colour == view.plays and not one.turned and len(top.areas[top.area_of[spot]]) == 1
    ]
    if not mine:
        return None
    source = family.rng.choice(mine)
    steps = (step for one in game.legal(plan.state) for step in game.steps(plan.state, one))
    led = {step.target for step in steps if step.source == source}
    free = [
        area
        for area, spots in top.areas.items()
        if len(spots) == 1
        and area not in led
        and spots[0] not in top.standing
        and spots[0] not in top.holes
        and "." not in area
    ]
    return (source, family.rng.choice(free)) if free else None


@habit(91, "shakes the table", 0.0, unruly=SHARE)
@parts.planned
def shakes(family: Family, plan: Plan) -> None:
    """Push against the table in mid-move: the picture blurs, many figures stand half off."""
    top = family.room.tabletop
    family.begin(plan)
    family.room.dark(family.rng.choice((0.3, 2.0)), "blurred")
    spots = parts.list_figures(family)
    number = min(len(spots), family.rng.randint(_FEW, 2 * _FEW))
    top.askew.update(family.rng.sample(spots, number))
    top.touched(None)
    family.account.note(f"the table is shaken; {number} figures stand half off their places")
    if family.rng.random() < 0.5:
        parts.talk(family)
    if family.room.table.state == plan.state:
        family.hand(0.3)
        family.perform(plan)


@habit(147, "pushes the board with a piece in hand", 0.0, unruly=SHARE)
@parts.planned
def pushes_in_mid_move(family: Family, plan: Plan) -> None:
    """Lift a figure, push the board, which is not found for a while, and put it where it goes."""
    top = family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    family.begin(plan)
    family.by(plan.seat)
    held = None if step is None else top.lift(step.source, step.piece) or top.lift(step.source)
    family.hand(0.3)
    family.account.note("the board is pushed")
    family.room.dark(family.rng.choice((0.5, 3.0, 12.0)), "board")
    family.room.look(family.rng.choice(parts.SHORT_S))
    family.hand(0.3)
    if step is not None and held is not None:
        top.put(held, step.source)
    if family.room.table.state == plan.state:
        family.perform(plan)


@habit(150, "pushes its pieces together", 0.0, unruly=SHARE)
@parts.planned
def pushes_together(family: Family, plan: Plan) -> None:
    """Push a figure on to the next free place, for order's sake, where it stands in a row."""
    top = family.room.tabletop
    rows = [spot for spot in parts.list_loose(family, plan) if "." in spot]
    if rows:
        spot = family.rng.choice(rows)
        kind = spot.rstrip("0123456789")
        free = [one for one in top.area_of if one.startswith(kind) and one not in top.standing]
        if free:
            parts.by_nobody(family)
            parts.slide(family, spot, free)
    parts.pause(family)
    parts.play_on(family, plan)


@habit(152, "knocks over beside a move, put up one off", 0.0, unruly=SHARE)
@parts.planned
def put_up_one_off(family: Family, plan: Plan) -> None:
    """Move rightly, knock another figure over while that is looked at, and put it up one off."""
    top, room, spots = family.room.tabletop, family.room, parts.list_loose(family, plan)
    parts.carry_out(family, plan)
    if not spots:
        return
    parts.pause(family, (0.07, 0.2, 0.4, 1.0))
    spot, order = family.rng.choice(spots), [*top.area_of]
    at = order.index(spot)
    spread = top.spread()
    parts.by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is None:
        return
    top.drop(figure, spot, fallen=True)
    family.account.note(f"what stood on {spot} falls over")
    if family.rng.random() < 0.7:
        family.hand(0.2)
        room.look(family.rng.choice((0.1, 0.5, 2.0)))
    family.hand(0.2)
    parts.by_nobody(family)
    top.restore(spread)
    parts.slide(family, spot, [order[at - 1], order[(at + 1) % len(order)]])
    family.hand(0.3)
    if room.table.state != plan.state and family.rng.random() < 0.4:
        parts.play_next(family)


@habit(153, "talks while a piece lies about", 0.0, unruly=SHARE)
def talks_beside_a_fall(family: Family) -> None:
    """Knock a figure somewhere else, or off, and say what is due on the screen all the same."""
    top, spots = family.room.tabletop, parts.list_loose(family)
    if not spots:
        parts.well(family)
        return
    spot = family.rng.choice(spots)
    parts.slide(family, spot, [*top.area_of] if family.rng.random() < 0.5 else [])
    parts.pause(family, parts.MOMENTS_S)
    if family.plan() is None:
        family.say_something()
    else:
        family.account.note("somebody touches: no card can be played")
        family.give_up()
    family.hand(0.3)


@habit(205, "what has just arrived is knocked", 0.0, unruly=SHARE)
@parts.planned
def arrives_and_is_knocked(family: Family, plan: Plan) -> None:
    """Move, two pieces at best; one falls over or is pushed aside; perhaps the next one plays."""
    top = family.room.tabletop
    plan = parts.prefer(family, plan, lambda one: len(_list_arrivals(family, one)) > 1)
    parts.carry_out(family, plan)
    area = family.pick(_list_arrivals(family, plan))
    spot = family.pick([*top.occupied(area)]) if area is not None else None
    if spot is None or top.standing[spot].turned:
        return
    family.by(None)
    figure = top.standing.pop(spot)
    top.drop(figure, spot, fallen=family.rng.random() < 0.5)
    top.author[top.area_of[spot]] = None
    family.account.note(f"what came to {spot} is knocked")
    if family.rng.random() < 0.5:
        parts.pause(family, (0.07, 0.3, 2.0))
        after = parts.next_to(family, plan)
        if after is not None and family.account.deeds and family.room.table.state == plan.state:
            parts.carry_out(family, after)


def _list_arrivals(family: Family, plan: Plan) -> list[Place]:
    """Return the areas to which a plan moves pieces."""
    moved = (step.target for step in plan.steps if step.kind is StepKind.MOVED)
    return [one for one in moved if one is not None and one in family.room.tabletop.areas]
