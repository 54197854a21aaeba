"""Hands and arms over the board, places read with doubt, and nobody there at all."""

from __future__ import annotations

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(15, "plays turns under a hand", 0.03)
@parts.planned
def under_a_hand(family: Family, plan: Plan) -> None:
    """Play two or three turns while a hand never leaves the board."""
    pile = family.rng.random() < 0.5
    for _ in range(family.rng.randint(2, 3)):
        parts.carry_out(family, plan)
        family.hand(0.8, pile=pile)
        after = family.next_plan(plan)
        if after is None:
            break
        plan = after


@habit(16, "leaves a hand over the board", 0.02)
@parts.planned
def rests_a_hand(family: Family, plan: Plan) -> None:
    """Move, and let a hand rest over the board."""
    parts.carry_out(family, plan)
    family.room.busy(family.rng.uniform(2.0, 14.0), resting=True)


@habit(17, "is seen through an arm", 0.02)
@parts.planned
def arm_unnoticed(family: Family, plan: Plan) -> None:
    """Have an arm over some places that is not taken for one, while a move is done."""
    room = family.room
    spots = list(room.tabletop.area_of)
    at = family.rng.randrange(len(spots))
    room.reader.unnoticed = frozenset(spots[at : at + 6])
    parts.carry_out(family, plan)
    family.hand()
    room.look(family.rng.uniform(1.0, 4.0))
    room.reader.unnoticed = frozenset()
    family.hand()


@habit(27, "walks off", 0.01)
@parts.planned
def walks_off(family: Family, plan: Plan) -> None:
    """Leave everything as it is for minutes, sometimes in the middle of a turn."""
    if family.rng.random() < 0.5:
        family.begin(plan)
        family.intend(plan)
        family.hand()
        family.room.look(200.0)
        family.hand()
        family.carry(plan)
    else:
        family.room.look(300.0)
        parts.carry_out(family, plan)


@habit(28, "plays beside a doubtful place", 0.02)
@parts.planned
def beside_a_doubt(family: Family, plan: Plan) -> None:
    """Play a turn while one place, often one that matters, is read wrongly, and without belief."""
    top = family.room.tabletop
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    areas = [area for area in parts.places_of(plan) if area in top.areas]
    parts.carry_out(family, plan)
    nests = [Place(f"{step.piece}.nest") for step in captured]
    area = family.pick([one for one in nests if one in top.areas] or areas)
    spots = list(top.occupied(area)) if area is not None else []
    if spots:
        # The figure put there last is the one that nobody looked at before.
        family.room.reader.stuck = frozenset(spots[-1:])
        family.account.note(f"{spots[-1]} cannot be read for sure")


def _play_quickly(family: Family, plan: Plan, *, pile: bool = True) -> None:
    """Lay a card upon whatever lies there, and move, all in a second; the pile is seen or not."""
    family.hand(0.3, pile=pile)
    (parts.lay if family.account.deeds else Family.lay)(family, plan)
    family.hand(family.rng.choice((0.2, 0.5)), pile=pile)
    family.perform(plan)
    family.hand(0.2, pile=pile)


@habit(203, "three turns of one piece in five seconds", 0.0, unruly=SHARE)
@parts.planned
def three_of_one_piece(family: Family, plan: Plan) -> None:
    """Play three turns; hands are gone for moments; the later ones move what the first did."""
    now, touched = plan, {*parts.places_of(plan)}
    for turn in range(3):
        if turn:
            tries = range(parts.TRIES)
            next_ones = [
                family.next_plan(now) if family.account.deeds else family.plan() for _ in tries
            ]
            plans = [one for one in next_ones if one is not None]
            if family.over or not plans:
                return
            now = next((one for one in plans if touched & {*parts.places_of(one)}), plans[0])
            touched |= {*parts.places_of(now)}
        _play_quickly(family, now)
        family.room.look(family.rng.choice((0.07, 0.2, 0.5)))


@habit(204, "the pile is out of sight for turns", 0.0, unruly=SHARE)
@parts.planned
def pile_out_of_sight(family: Family, plan: Plan) -> None:
    """Play up to three turns, short looks between them, while nobody can see the pile."""
    room, now = family.room, plan
    room.reader.covers_pile = True
    family.account.note("nobody sees the pile")
    for _ in range(family.rng.randint(1, 3)):
        _play_quickly(family, now, pile=False)
        room.look(family.rng.choice((0.07, 0.2, 0.5, 2.0, 9.0)))
        after = family.next_plan(now) if family.account.deeds else family.plan()
        if after is None or family.over:
            break
        now = after
    room.reader.covers_pile = False


@habit(206, "the next one plays beside an arm", 0.0, unruly=SHARE)
@parts.planned
def beside_an_arm(family: Family, plan: Plan) -> None:
    """Move under an arm that is not taken for one; it stays while the next player moves, too."""
    room, top = family.room, family.room.tabletop
    area = family.pick([one for one in parts.places_of(plan) if one in top.areas])
    parts.carry_out(family, plan)
    family.hand(0.2)
    room.reader.unnoticed = frozenset(top.areas[area]) if area is not None else frozenset()
    room.reader.blink()
    family.account.note(f"an arm covers {area}")
    room.look(family.rng.choice((0.1, 0.5, 5.0)))
    after = parts.next_to(family, plan) if family.account.deeds else family.plan()
    if after is not None and not family.over and area not in parts.places_of(after):
        _play_quickly(family, after)
        room.look(family.rng.choice((0.3, 1.0, 5.0)))
    room.reader.unnoticed = frozenset()
    family.hand(0.2)
