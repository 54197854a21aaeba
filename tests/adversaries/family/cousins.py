"""What cousins do on a long evening: they play twice, beg, undo, and square up pile and figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import FACE_DOWN, Figure
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    places_of,
    planned,
    play_next,
    play_until_accepted,
)
from tests.adversaries.family.haste import prefer
from tests.adversaries.family.household import by_nobody, list_loose, play_on, talk
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.siblings import slide
from tests.adversaries.family.unruly import lay

_SHORT_S: Final = (0.1, 0.5, 2.0)


# --- twice ----------------------------------------------------------------------------------------


@habit("plays the same card twice", 0.0, unruly=SHARE)
@planned
def card_twice(family: Family, plan: Plan) -> None:
    """Play, take the card up and lay it down again, and move another figure by it."""
    top = family.room.tabletop
    if not play_until_accepted(family, plan):
        return
    family.hand(0.3, pile=False)
    if top.pile:
        card = top.pile.pop()
        family.hand(0.3)
        top.lay(card.face)
        family.account.wrong_card = plan.seat
        family.account.note(f"{plan.seat} lays the {card.face} down again")
    _move_another(family, plan)


def _move_another(family: Family, plan: Plan) -> None:
    """Move another figure of a player's own, out of turn, to somewhere near or far."""
    top = family.room.tabletop
    moved = {step.piece for step in plan.steps}
    spots = [spot for spot in list_loose(family, plan) if top.standing[spot].colour in moved]
    if spots:
        family.by(plan.seat)
        top.remembered = top.spread()
        slide(family, family.rng.choice(spots), [*top.area_of])
    talk(family)


@habit("has two turns in a row", 0.0, unruly=SHARE)
@planned
def two_in_a_row(family: Family, plan: Plan) -> None:
    """Play, and play another card of one's own before the next player, who then plays, too."""
    if not play_until_accepted(family, plan):
        return
    top = family.room.tabletop
    family.hand(0.3, pile=False)
    if plan.card is not None:
        top.lay(family.rng.choice(family.room.game.cards))
        family.account.wrong_card = plan.seat
        family.account.note(f"{plan.seat} lays {top.pile[-1].face}")
    _move_another(family, plan)
    if family.rng.random() < 0.5 and not family.over and not family.account.deeds:
        after = family.plan()
        if after is not None:
            family.hand(0.3)
            lay(family, after)
            family.carry(after)


# --- undone ---------------------------------------------------------------------------------------


@habit("undoes the move before the last", 0.0, unruly=SHARE)
@planned
def undoes_the_one_before(family: Family, plan: Plan) -> None:
    """Let the next one play, and put the move before back by hand, as if it had been wrong."""
    top = family.room.tabletop
    if not play_until_accepted(family, plan):
        return
    after = family.plan()
    if after is None or {*places_of(plan)} & {*places_of(after)}:
        play_next(family)
        return
    if not play_until_accepted(family, after):
        return
    family.hand(0.3)
    by_nobody(family)
    for step in plan.steps:
        target = step.target if step.kind is StepKind.MOVED else None
        figure = top.lift(target) if target is not None and step.source in top.areas else None
        if figure is not None:
            top.put(figure, step.source)
    family.account.note(f"the move of {plan.seat} is put back, not the one after it")
    family.hand(0.3)


@habit("begs a captured piece back", 0.0, unruly=SHARE)
@planned
def begs_back(family: Family, plan: Plan) -> None:
    """Capture; once that is on record, the captured piece is put back beside the one that came."""
    top = family.room.tabletop
    plan = prefer(family, plan, lambda one: any(s.kind is StepKind.CAPTURED for s in one.steps))
    taken = next((one for one in plan.steps if one.kind is StepKind.CAPTURED), None)
    if not play_until_accepted(family, plan) or taken is None:
        return
    figure = next((top.lift(at) for at in _nests(family, taken.piece) if [*top.occupied(at)]), None)
    free = [spot for spot in top.area_of if spot not in top.standing and spot not in top.holes]
    if figure is None or not free:
        return
    family.by(None)
    family.hand(0.3)
    family.account.note(f"the {figure.colour} one is begged back")
    top.put(Figure(figure.colour), top.area_of[family.rng.choice(free)])
    talk(family)
    if family.rng.random() < 0.5:
        play_next(family)


def _nests(family: Family, piece: str) -> list[Place]:
    return [area for area in family.room.tabletop.areas if area == f"{piece}.nest"]


# --- board and pile -------------------------------------------------------------------------------


@habit("pushes the board with a piece in hand", 0.0, unruly=SHARE)
@planned
def pushes_in_mid_move(family: Family, plan: Plan) -> None:
    """Lift a figure, push the board, which is not found for a while, and put it where it goes."""
    top = family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    held = None if step is None else top.lift(step.source, step.piece) or top.lift(step.source)
    family.hand(0.3)
    family.account.note("the board is pushed")
    family.room.dark(family.rng.choice((0.5, 3.0, 12.0)), "board")
    family.room.look(family.rng.choice(_SHORT_S))
    family.hand(0.3)
    if step is not None and held is not None:
        top.put(held, step.source)
    if family.room.table.state == plan.state:
        family.carry(plan)
        family.intend(plan)


@habit("lays a card face down, and turns it", 0.0, unruly=SHARE)
@planned
def face_down_first(family: Family, plan: Plan) -> None:
    """Lay the card face down, move, and turn it over only when asked what it is."""
    top = family.room.tabletop
    if plan.card is None or family.account.unplayed is not None:
        carry_out(family, plan)
        return
    family.hand(0.3, pile=False)
    top.lay(FACE_DOWN)
    family.account.note(f"{plan.seat} lays {plan.card} face down")
    family.hand(0.3)
    family.carry(plan)
    family.intend(plan)
    family.hand(0.3)
    family.room.look(family.rng.choice((0.2, 1.0, 4.0)))
    if top.pile and top.pile[-1].face == FACE_DOWN:
        family.hand(0.3, pile=False)
        top.pile[-1] = replace(top.pile[-1], face=plan.card)
        top.touched(None)
        family.account.note("it is turned up")


@habit("squares the pile up", 0.0, unruly=SHARE)
@planned
def squares_pile(family: Family, plan: Plan) -> None:
    """Push the pile together before a move, in the middle of one, or just after it."""
    when = family.rng.randrange(3)
    if when == 0:
        _square(family)
    if when == 1:
        family.hand(0.3, pile=False)
        family.lay(plan)
        family.hand(0.3)
        family.room.look(0.3)
        _square(family)
        family.carry(plan)
        family.intend(plan)
        return
    carry_out(family, plan)
    if when == 2:
        family.hand(0.3)
        family.room.look(family.rng.choice(_SHORT_S))
        _square(family)


def _square(family: Family) -> None:
    top = family.room.tabletop
    family.hand(0.3, pile=False)
    x_mm, y_mm = family.rng.uniform(20.0, 26.0), family.rng.uniform(-6.0, 6.0)
    top.pile = [replace(one, pose=(x_mm, y_mm, 4.0)) for one in top.pile]
    top.touched(None)
    family.account.note("the pile is squared up")
    family.hand(0.3)
    family.room.look(family.rng.choice(_SHORT_S))


@habit("pushes its pieces together", 0.0, unruly=SHARE)
@planned
def pushes_together(family: Family, plan: Plan) -> None:
    """Push a figure on to the next free place, for order's sake, where it stands in a row."""
    top = family.room.tabletop
    rows = [spot for spot in list_loose(family, plan) if "." in spot]
    if rows:
        spot = family.rng.choice(rows)
        kind = spot.rstrip("0123456789")
        free = [one for one in top.area_of if one.startswith(kind) and one not in top.standing]
        if free:
            by_nobody(family)
            slide(family, spot, free)
    family.hand(0.3)
    family.room.look(family.rng.choice(_SHORT_S))
    play_on(family, plan)
