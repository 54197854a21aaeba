"""What guests do who hardly know the game: they tidy, help, undo and add what they find."""

from __future__ import annotations

from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    planned,
    play_next,
    play_until_accepted,
)
from tests.adversaries.family.household import by_nobody, list_loose, play_on, talk
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.siblings import slide


@habit("a child moves its favourite colour", 0.0, unruly=SHARE)
@planned
def moves_favourites(family: Family, plan: Plan) -> None:
    """Let a child move two figures of one colour that it likes, wherever it likes; all play on."""
    top = family.room.tabletop
    spots = list_loose(family, plan)
    colours = {top.standing[spot].colour for spot in spots}
    if colours:
        liked = family.rng.choice(sorted(colours))
        by_nobody(family)
        mine = [spot for spot in spots if top.standing[spot].colour == liked]
        for spot in family.rng.sample(mine, min(len(mine), 2)):
            if spot in top.standing:
                slide(family, spot, [*top.area_of])
        family.account.note(f"a child likes {liked}")
    family.hand(0.3)
    talk(family)
    play_on(family, plan)


@habit("undoes a move while nobody looks", 0.0, unruly=SHARE)
@planned
def undoes_in_the_dark(family: Family, plan: Plan) -> None:
    """Have somebody put an accepted move back while the lamp is out; the next one plays on."""
    top = family.room.tabletop
    spread = top.spread()
    if not play_until_accepted(family, plan):
        return
    after = family.plan()
    by_nobody(family)
    top.restore(spread)
    family.account.note("somebody undoes it, and the lamp is out")
    family.room.dark(family.rng.choice((1.0, 5.0)))
    family.taking_back = True
    if after is not None and family.rng.random() < 0.5:
        carry_out(family, after)
        family.taking_back = False


@habit("slides the card under the pile", 0.0, unruly=SHARE)
@planned
def slides_under(family: Family, plan: Plan) -> None:
    """Move rightly, and put the card under the pile instead of on it; on it once asked for."""
    top = family.room.tabletop
    if plan.card is None or not top.pile:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.take_card_back()
    family.account.note(f"{plan.seat} slides the {plan.card} under the pile")
    family.hand(0.3)
    family.carry(plan)
    family.intend(plan, laid=False)


@habit("the two top cards change places", 0.0, unruly=SHARE)
@planned
def swaps_top_cards(family: Family, plan: Plan) -> None:
    """Play, and have somebody look at the pile and put the two top cards back the wrong way."""
    top = family.room.tabletop
    if not play_until_accepted(family, plan) or len(top.pile) < 2:
        return
    family.hand(0.3)
    first, second = top.pile.pop(), top.pile.pop()
    top.lay(first.face)
    top.lay(second.face)
    family.account.note("the two top cards change places")
    family.hand(0.3)
    talk(family)
    play_next(family)


@habit("adds a spare piece from the box", 0.0, unruly=SHARE)
@planned
def adds_a_spare(family: Family, plan: Plan) -> None:
    """Put out one more figure of a colour, as one seems to be missing, and play on."""
    top = family.room.tabletop
    colours = sorted({one.colour for one in top.standing.values() if not one.colour.isdigit()})
    free = [spot for spot in top.area_of if spot not in top.standing and spot not in top.holes]
    colour = family.pick(colours)
    spot = family.pick([one for one in free if colour is not None and top.fits(colour, one)])
    if colour is not None and spot is not None:
        by_nobody(family)
        top.put(Figure(colour), top.area_of[spot])
        family.account.note(f"one more {colour} figure comes out of the box to {spot}")
    family.hand(0.3)
    talk(family)
    play_on(family, plan)
