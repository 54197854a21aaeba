"""What people do who wait for their turns: with pieces, with a pile they see and the camera not."""

from __future__ import annotations

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model.events import NameCard
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(223, "plays with pieces while waiting", 0.0, unruly=SHARE)
@parts.planned
def plays_while_waiting(family: Family, plan: Plan) -> None:
    """Take up to two pieces in hand while another moves, and put them back where they stood."""
    top, rng = family.room.tabletop, family.rng
    loose = parts.list_loose(family, plan)
    held = [(spot, top.standing[spot]) for spot in rng.sample(loose, min(2, len(loose)))]
    family.hand(0.3)
    parts.by_nobody(family)
    for spot, figure in held:
        top.lift(top.area_of[spot], figure.seen)
    family.account.note(f"somebody plays with what stood on {[spot for spot, _ in held]}")
    if rng.random() < 0.5:
        parts.pause(family, parts.SHORT_S)
    if family.room.table.state == plan.state:
        parts.carry_out(family, plan)
        parts.pause(family, parts.SHORT_S)
    family.hand(0.2)
    parts.by_nobody(family)
    for spot, figure in held:
        top.put(figure, top.area_of[spot])
    family.account.note("it is put back")


@habit(224, "names the last card of an unseen pile", 0.0, unruly=SHARE)
@parts.with_next
def names_the_last(family: Family, plan: Plan, after: Plan) -> None:
    """Play two turns while nobody sees the pile, and name the card that lies on top of it."""
    room = family.room
    room.reader.covers_pile = True
    family.account.note("nobody sees the pile")
    family.hand(0.3)
    parts.lay_and_move(family, plan)
    parts.pause(family, parts.MOMENTS_S)
    if family.account.deeds and room.table.state == plan.state:
        family.hand(0.3)
        parts.lay_and_move(family, after)
        parts.pause(family, parts.SHORT_S)
    top = after.card if len(family.account.deeds) > 1 else plan.card
    if top is not None and family.account.deeds:
        room.touch(NameCard(top))
        family.account.note(f"they name {top}, which lies on top")
        room.look(family.rng.choice(parts.SHORT_S))
    room.reader.covers_pile = False


@habit(225, "the next one follows an exchange at once", 0.0, unruly=SHARE)
@parts.planned
def follows_an_exchange(family: Family, plan: Plan) -> None:
    """Exchange pieces where that can be done; the next one lays at once, and moves then or soon."""
    room, rng = family.room, family.rng
    plan = parts.prefer(
        family, plan, lambda one: any(s.kind is StepKind.SWAPPED for s in one.steps)
    )
    parts.carry_out(family, plan)
    after = family.next_plan(plan)
    if after is None or after.seat == plan.seat:
        return
    if rng.random() < 0.5:
        room.look(rng.choice((0.07, 0.2, 0.5)))
    if not family.account.deeds or room.table.state != plan.state:
        return
    family.hand(rng.choice((0.2, 0.6)), pile=rng.random() < 0.5)
    family.lay(after)
    if rng.random() < 0.5:
        parts.pause(family, parts.MOMENTS_S)
    if family.account.deeds and room.table.state == plan.state:
        family.hand(0.3)
        family.perform(after)
