"""Pieces taken off the board for a time or for good: held, lent, packed up, dried, taken home."""

from __future__ import annotations

from tablet_companion.games.core import TABLE, Place
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(41, "takes a piece away for turns", 0.0)
def takes_away(family: Family) -> None:
    """Take a figure off the board, play on whatever the page says, and bring it back."""
    top = family.room.tabletop
    spots = parts.list_figures(family)
    if not spots:
        parts.well(family)
        return
    spot = family.rng.choice(spots)
    parts.by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is not None:
        top.aside.append(figure)
    family.account.note(f"what stood on {spot} is taken away")
    family.hand()
    family.room.look(family.rng.choice((1.0, 10.0)))
    for _ in parts.play_turns(family, family.plan(), family.rng.randint(1, 3)):
        continue
    family.by(None)
    if figure in top.aside and spot not in top.standing:
        top.aside.remove(figure)
        top.put(figure, top.area_of[spot])
        family.account.note(f"it is brought back to {spot}")
    family.hand()
    family.room.look(1.0)  # the page still speaks of what was wrong before


@habit(56, "packs up and goes on", 0.0, unruly=SHARE)
@parts.planned
def packs_up(family: Family, plan: Plan) -> None:
    """Take piece after piece off the board, think better of it, and put all out again."""
    top, cards = family.room.tabletop, len(family.room.tabletop.pile)
    spread, spots = top.spread(), [*top.standing]
    family.rng.shuffle(spots)
    for number, spot in enumerate(spots):
        parts.by_nobody(family)
        top.lift(top.area_of[spot])
        if number % 5 == 0:
            family.hand(0.3)
            family.room.look(0.5)
    family.account.note("everything is packed up")
    parts.talk(family)
    family.by(None)
    if parts.put_back(family, plan, spread, cards):
        family.room.look(0.5)
        parts.carry_out(family, plan)


@habit(57, "spills a drink", 0.0, unruly=SHARE)
@parts.planned
def spills(family: Family, plan: Plan) -> None:
    """Lift all pieces, dry the board, and set many of them back one place further on."""
    top, areas = family.room.tabletop, [*family.room.tabletop.areas]
    spots = [spot for spot in parts.list_loose(family) if not top.area_of[spot].endswith(".nest")]
    parts.by_nobody(family)
    held = [(top.area_of[spot], top.lift(top.area_of[spot])) for spot in spots]
    family.account.note("a drink is spilt; all pieces are lifted")
    parts.talk(family)
    share = family.rng.choice((0.3, 1.0))
    family.hand(0.3)
    parts.by_nobody(family)
    for area, figure in held:
        if figure is None:
            continue
        after = areas[(areas.index(area) + 1) % len(areas)]
        wrong = family.rng.random() < share and not [*top.occupied(after)]
        to = after if wrong and any(top.fits(figure.colour, s) for s in top.areas[after]) else area
        top.put(figure, to)
        family.account.note(f"{figure.colour} of {area} is set back on {to}")
    family.hand(1.0)
    if family.rng.random() < 0.4:
        parts.carry_out(family, plan)


@habit(69, "walks past the lamp all the time", 0.0, unruly=SHARE)
@parts.planned
def walks_past(family: Family, plan: Plan) -> None:
    """Take a piece away where a shadow passes every five seconds, and wait."""
    room, top = family.room, family.room.tabletop
    if spots := parts.list_loose(family, plan):
        spot = family.rng.choice(spots)
        parts.by_nobody(family)
        top.aside.append(top.standing.pop(spot))
        top.touched(top.area_of[spot])
        family.account.note(f"the piece of {spot} is taken away, and shadows pass")
    family.hand(0.3)
    for _ in range(3):
        room.look(3.4)
        room.shade(1.6)


@habit(73, "two hold pawns at once", 0.0, unruly=SHARE)
@parts.planned
def two_hold(family: Family, plan: Plan) -> None:
    """Move while somebody on another side holds a figure, which is put back later."""
    top, spots = family.room.tabletop, parts.list_loose(family, plan)
    if not spots:
        parts.carry_out(family, plan)
        return
    spot = family.rng.choice(spots)
    parts.by_nobody(family)
    held = top.lift(top.area_of[spot], top.standing[spot].seen)
    family.account.note(f"somebody holds what stood on {spot}")
    if family.rng.random() < 0.5:
        parts.pause(family)
    parts.play_if_still(family, plan)
    parts.pause(family)
    parts.by_nobody(family)
    if held is not None:
        top.put(held, top.area_of[spot])
    family.account.note(f"and puts it back on {spot}")


@habit(89, "a child takes a colour home", 0.0, unruly=SHARE)
@parts.planned
def tidies_home(family: Family, plan: Plan) -> None:
    """Let a child put all figures of a colour into their nest, where they look best; play on."""
    top, seats = family.room.tabletop, family.room.game.view(plan.state, TABLE).seats
    colour = family.rng.choice([one.plays for one in seats if one.plays] or [None])
    nest = Place(f"{colour}.nest")
    parts.by_nobody(family)
    for spot in parts.spots_on_track(family, colour) if nest in top.areas else ():
        parts.carry_one(family, top.area_of[spot], nest)
    parts.perhaps_play(family, plan)


@habit(90, "gives up and takes the pawns off", 0.0, unruly=SHARE)
@parts.planned
def walks_out(family: Family, plan: Plan) -> None:
    """Let a player take all figures of one colour off the board; the others play on."""
    top, seats = family.room.tabletop, family.room.game.view(plan.state, TABLE).seats
    colour = family.rng.choice([one.plays for one in seats if one.plays] or [None])
    parts.by_nobody(family)
    for spot in parts.spots_of(family, colour):
        figure = top.lift(top.area_of[spot], colour)
        top.aside += [figure] if figure is not None else []
    family.account.note(f"{colour} gives up; all its figures are taken off")
    parts.perhaps_play(family, plan)


@habit(111, "lends a figure as a die", 0.0, unruly=SHARE)
@parts.planned
def lends_a_figure(family: Family, plan: Plan) -> None:
    """Take a figure off the board for something else while others play, and bring it back."""
    top, spots = family.room.tabletop, parts.list_loose(family, plan)
    if not spots:
        parts.carry_out(family, plan)
        return
    area = top.area_of[family.rng.choice(spots)]
    parts.by_nobody(family)
    figure = top.lift(area)
    family.account.note(f"a figure of {area} is borrowed")
    parts.carry_out(family, plan)
    parts.talk(family)
    family.hand(0.3)
    parts.by_nobody(family)
    if figure is not None:
        top.put(figure, area)
    family.account.note("and brought back")
    family.hand(0.3)
