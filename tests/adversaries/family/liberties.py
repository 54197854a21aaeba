"""Liberties that people take: house rules, second thoughts, and turns that are not theirs."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import TABLE, Piece, Place, Seat, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import FACE_DOWN, Figure
from tests.adversaries.family.habits import carry_out, habit, places_of, planned
from tests.adversaries.family.haste import prefer
from tests.adversaries.family.household import by_nobody, do_part, talk
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.unruly import lay, with_next

_FEW = 4
"""So many figures are pushed half off their places at least when a table is shaken."""


def _perhaps_play(family: Family, plan: Plan) -> None:
    """Play all the same, half of the time, if nothing has come of what was done."""
    talk(family)
    if family.room.table.state == plan.state and family.rng.random() < 0.5:
        carry_out(family, plan)


def _spots_of(family: Family, colour: Piece | None) -> list[Place]:
    """Return where the figures of a colour stand that are not turned over."""
    standing = family.room.tabletop.standing.items()
    return [spot for spot, one in standing if one.colour == colour and not one.turned]


def _on_track(family: Family, colour: Piece | None) -> list[Place]:
    """Return where the figures of a colour stand that are not at home."""
    area_of = family.room.tabletop.area_of
    return [spot for spot in _spots_of(family, colour) if not area_of[spot].endswith(".nest")]


def _colour_of(family: Family, plan: Plan, seat: Seat) -> Piece | None:
    views = family.room.game.view(plan.state, TABLE).seats
    return next((one.plays for one in views if one.seat == seat), None)


def count_on(family: Family, area: Place, spaces: int) -> Place | None:
    """Return the space so far along the track, if it is free; None elsewhere."""
    top = family.room.tabletop
    size = sum(one[:1] == "T" and one[1:].isdigit() for one in top.areas)
    if area[:1] != "T" or not area[1:].isdigit():
        return None
    target = Place(f"T{(int(area[1:]) + spaces) % size}")
    return None if target not in top.areas or [*top.occupied(target)] else target


def carry_one(family: Family, area: Place, target: Place) -> None:
    """Take whatever stands in one area to another."""
    top = family.room.tabletop
    figure = top.lift(area)
    if figure is not None:
        top.put(Figure(figure.colour), target)
        family.account.note(f"{top.who} takes {figure.colour} from {area} to {target}")


def _play_upon(family: Family, after: Plan) -> None:
    """Let the next player lay and move, although the card that lies there is not played yet."""
    family.hand(0.3)
    lay(family, after)
    family.carry(after)
    family.account.wrong_card = after.seat


# --- turns that are not theirs --------------------------------------------------------------------


@habit("moves the partner's pawn instead", 0.0, unruly=SHARE)
@planned
def partners_pawn(family: Family, plan: Plan) -> None:
    """Play the own card with a pawn of the player who sits opposite, as far as the card says."""
    seats = [one.seat for one in family.room.game.view(plan.state, TABLE).seats]
    opposite = seats[(seats.index(plan.seat) + len(seats) // 2) % len(seats)]
    spaces = int(plan.card) if plan.card and plan.card.isdigit() else family.rng.randint(1, 9)
    area_of = family.room.tabletop.area_of
    ways = [
        (area_of[spot], target)
        for spot in _on_track(family, _colour_of(family, plan, opposite))
        if (target := count_on(family, area_of[spot], spaces)) is not None
    ]
    if not ways or opposite == plan.seat:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    carry_one(family, *family.rng.choice(ways))
    family.plan_in_mind = plan


@habit("two exchange their colours", 0.0, unruly=SHARE)
@planned
def exchanges_colours(family: Family, plan: Plan) -> None:
    """Let two players change places: every figure of one stands where one of the other stood."""
    top, seats = family.room.tabletop, family.room.game.view(plan.state, TABLE).seats
    colours = [one.plays for one in seats if one.plays and _spots_of(family, one.plays)]
    if len(colours) < 2:
        carry_out(family, plan)
        return
    one, other = family.rng.sample(sorted(colours), 2)
    stood = {colour: _spots_of(family, colour) for colour in (one, other)}
    by_nobody(family)
    for mine, theirs in zip(stood[one], stood[other], strict=False):
        if top.fits(other, mine) and top.fits(one, theirs):
            top.standing[mine], top.standing[theirs] = Figure(other), Figure(one)
            top.touched(top.area_of[mine])
            top.touched(top.area_of[theirs])
    family.account.note(f"{one} and {other} change places, as many as both have")
    _perhaps_play(family, plan)


@habit("plays two cards in a row", 0.0, unruly=SHARE)
@planned
def one_card_more(family: Family, plan: Plan) -> None:
    """Play, and having been dealt a card too many, play once more at once."""
    plans = (family.plan(plan.state) for _ in range(8))
    more = next((p for p in plans if p and not {*places_of(p)} & {*places_of(plan)}), None)
    carry_out(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.1, 2.0, 10.0)))
    if more is None or more.card == plan.card:
        return
    family.hand(0.3)
    lay(family, more)
    family.account.wrong_card = more.seat
    family.carry(more)


@habit("discards for nothing, the next plays on", 0.0, unruly=SHARE)
@with_next
def discards(family: Family, plan: Plan, after: Plan) -> None:
    """Lay a card without a move, which a house rule allows; the next player goes on."""
    family.hand(0.3)
    family.lay(plan)
    family.account.note("and moves nothing")
    talk(family)
    if family.room.table.state != plan.state:
        return
    _play_upon(family, after)


# --- house rules and miscounts --------------------------------------------------------------------


@habit("insists on a house rule", 0.0, unruly=SHARE)
@planned
def insists(family: Family, plan: Plan) -> None:
    """Do what is not allowed, put it back when told, and do it again; twice."""
    wrong, top = family.wrong_plan(plan), family.room.tabletop
    if wrong is None:
        carry_out(family, plan)
        return
    family.plan_in_mind, spread = plan, top.spread()
    family.hand(0.3)
    family.lay(plan)
    for again in range(3):
        family.carry(wrong)
        family.hand(0.3)
        family.room.look(family.rng.choice((2.0, 10.0)))
        if again == 2 or family.room.table.state != plan.state:
            return
        family.hand(0.3)
        top.restore(spread)
        family.account.note("it is put back")
        family.hand(0.3)
        family.room.look(family.rng.choice((0.5, 2.0)))
        family.hand(0.3)


@habit("miscounts by one, or backwards", 0.0, unruly=SHARE)
@planned
def miscounts(family: Family, plan: Plan) -> None:
    """Count the own space, too, one space too many, or the wrong way round."""
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED and one.target), None)
    target = None
    if step is not None and step.target is not None and len(plan.steps) == 1:
        ends = [one[1:] for one in (step.source, step.target) if one[1:].isdigit()]
        way = int(ends[1]) - int(ends[0]) if len(ends) == 2 else 0
        wrong = family.rng.choice((way - 1, way + 1, -way))
        target = count_on(family, step.source, wrong) if way and wrong else None
    if step is None or target is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    carry_one(family, step.source, target)
    family.plan_in_mind = plan


@habit("splits a card in the other order", 0.0, unruly=SHARE)
@planned
def other_order(family: Family, plan: Plan) -> None:
    """Do the parts of a move from the last to the first, stopping to count between them."""
    plan = prefer(family, plan, lambda one: sum(s.kind is StepKind.MOVED for s in one.steps) > 1)
    steps = plan.steps[::-1]
    if len(steps) < 2 or any(step.kind is StepKind.SWAPPED for step in steps):
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.intend(plan)
    for number in range(len(steps)):
        if not do_part(family, plan, steps, number):
            return
        family.hand(0.3)


# --- cards ----------------------------------------------------------------------------------------


@habit("lays the card face down, or beside", 0.0, unruly=SHARE)
@planned
def card_not_shown(family: Family, plan: Plan) -> None:
    """Lay the card the wrong way up, or beside the pile; perhaps lay it right some time later."""
    if plan.card is None or family.account.unplayed is not None:
        carry_out(family, plan)
        return
    top = family.room.tabletop
    down = family.rng.random() < 0.6
    family.hand(0.3, pile=not down)
    if down:
        top.lay(FACE_DOWN)
    family.account.note(f"{plan.seat} lays {plan.card} {'face down' if down else 'beside'}")
    family.carry(plan)
    family.intend(plan, laid=False)
    talk(family)
    if family.room.table.state != plan.state or family.rng.random() < 0.4:
        return
    family.hand(0.3, pile=False)
    if down:
        top.pile[-1] = replace(top.pile[-1], face=plan.card)
        top.touched(None)
    else:
        top.lay(plan.card)
    family.account.deeds[:] = [replace(one, laid=one.card) for one in family.account.deeds]
    family.account.note("the card is laid right")
    family.hand(0.3)


@habit("exchanges later than the next", 0.0, unruly=SHARE)
@with_next
def exchanges_late(family: Family, plan: Plan, after: Plan) -> None:
    """Lay a card and forget its move, an exchange at best; do it after the next player's turn."""
    family.hand(0.3)
    family.lay(plan)
    family.account.note("and forgets to move")
    family.hand(0.3)
    family.room.look(family.rng.choice((0.5, 3.0)))
    if family.room.table.state != plan.state:
        return
    _play_upon(family, after)
    family.account.wrong_card = None
    family.hand(0.3)
    family.room.look(family.rng.choice((0.5, 3.0)))
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    family.carry(plan)
    family.intend(plan)
    family.intend(after)


# --- second thoughts ------------------------------------------------------------------------------


@habit("takes back after the next began", 0.0, unruly=SHARE)
@planned
def takes_back_late(family: Family, plan: Plan) -> None:
    """Move and be heard; when the next player has laid a card, or moved, put that move back."""
    ways = [(one.target, one.source) for one in plan.steps if one.kind is StepKind.MOVED]
    carry_out(family, plan)
    family.hand()
    family.room.look(9.0, until=lambda: not family.account.deeds)
    after = family.plan() if not family.account.deeds and not family.over else None
    if after is None or after.seat == plan.seat or family.room.table.state == plan.state:
        return
    family.remember()
    family.hand(0.3)
    family.lay(after)
    moves = family.rng.random() < 0.5 and not {*places_of(after)} & {*places_of(plan)}
    if moves:
        family.carry(after)
        family.intend(after)
    family.hand(0.3)
    family.room.look(family.rng.choice((0.1, 0.3)))
    if family.over or family.room.table.state != after.state:
        return
    family.hand(0.3)
    family.by(plan.seat)
    for target, source in ways:
        if target is not None and not [*family.room.tabletop.occupied(source)]:
            carry_one(family, target, source)
    talk(family)


@habit("recounts after the next card", 0.0, unruly=SHARE)
@planned
def recounts(family: Family, plan: Plan) -> None:
    """Move the figure one space on or back when the next player has laid a card already."""
    carry_out(family, plan)
    family.hand()
    family.room.look(9.0, until=lambda: not family.account.deeds)
    after = family.plan() if not family.account.deeds and not family.over else None
    moved = [one.target for one in plan.steps if one.kind is StepKind.MOVED and one.target]
    if after is None or family.room.table.state == plan.state:
        return
    ways = [
        (area, beside)
        for area in moved
        if (beside := count_on(family, area, family.rng.choice((-1, 1)))) is not None
        and len([*family.room.tabletop.occupied(area)]) == 1
    ]
    family.remember()
    family.hand(0.3)
    family.lay(after)
    family.hand(0.3)
    family.room.look(family.rng.choice((0.3, 3.0)))
    if not ways:
        return
    family.hand(0.3)
    family.by(plan.seat)
    carry_one(family, *family.rng.choice(ways))
    talk(family)


# --- the whole table ------------------------------------------------------------------------------


@habit("a child takes a colour home", 0.0, unruly=SHARE)
@planned
def tidies_home(family: Family, plan: Plan) -> None:
    """Let a child put all figures of a colour into their nest, where they look best; play on."""
    top, seats = family.room.tabletop, family.room.game.view(plan.state, TABLE).seats
    colour = family.rng.choice([one.plays for one in seats if one.plays] or [None])
    nest = Place(f"{colour}.nest")
    by_nobody(family)
    for spot in _on_track(family, colour) if nest in top.areas else ():
        carry_one(family, top.area_of[spot], nest)
    _perhaps_play(family, plan)


@habit("gives up and takes the pawns off", 0.0, unruly=SHARE)
@planned
def walks_out(family: Family, plan: Plan) -> None:
    """Let a player take all figures of one colour off the board; the others play on."""
    top, seats = family.room.tabletop, family.room.game.view(plan.state, TABLE).seats
    colour = family.rng.choice([one.plays for one in seats if one.plays] or [None])
    by_nobody(family)
    for spot in _spots_of(family, colour):
        figure = top.lift(top.area_of[spot], colour)
        top.aside += [figure] if figure is not None else []
    family.account.note(f"{colour} gives up; all its figures are taken off")
    _perhaps_play(family, plan)


@habit("shakes the table", 0.0, unruly=SHARE)
@planned
def shakes(family: Family, plan: Plan) -> None:
    """Push against the table in mid-move: the picture blurs, many figures stand half off."""
    top = family.room.tabletop
    family.hand(0.3)
    family.lay(plan)
    family.room.dark(family.rng.choice((0.3, 2.0)), "blurred")
    spots = [spot for spot, one in top.standing.items() if not one.colour.isdigit()]
    number = min(len(spots), family.rng.randint(_FEW, 2 * _FEW))
    top.askew.update(family.rng.sample(spots, number))
    top.touched(None)
    family.account.note(f"the table is shaken; {number} figures stand half off their places")
    if family.rng.random() < 0.5:
        talk(family)
    if family.room.table.state == plan.state:
        family.hand(0.3)
        family.carry(plan)
        family.intend(plan)
