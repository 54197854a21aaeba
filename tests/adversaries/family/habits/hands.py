"""Hands and arms over the board, places read with doubt, and nobody there at all."""

from __future__ import annotations

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import habit
from tests.adversaries.family.habits.parts import carry_out, places_of, planned


@habit(15, "plays turns under a hand", 0.03)
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


@habit(16, "leaves a hand over the board", 0.02)
@planned
def rests_a_hand(family: Family, plan: Plan) -> None:
    """Move, and let a hand rest over the board."""
    carry_out(family, plan)
    family.room.busy(family.rng.uniform(2.0, 14.0), resting=True)


@habit(17, "is seen through an arm", 0.02)
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


@habit(27, "walks off", 0.01)
@planned
def walks_off(family: Family, plan: Plan) -> None:
    """Leave everything as it is for minutes, sometimes in the middle of a turn."""
    if family.rng.random() < 0.5:
        family.hand(0.3)
        family.lay(plan)
        family.intend(plan)
        family.hand()
        family.room.look(200.0)
        family.hand()
        family.carry(plan)
    else:
        family.room.look(300.0)
        carry_out(family, plan)


@habit(28, "plays beside a doubtful place", 0.02)
@planned
def beside_a_doubt(family: Family, plan: Plan) -> None:
    """Play a turn while one place, often one that matters, is read wrongly, and without belief."""
    top = family.room.tabletop
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    areas = [area for area in places_of(plan) if area in top.areas]
    carry_out(family, plan)
    nests = [Place(f"{step.piece}.nest") for step in captured]
    area = family.pick([one for one in nests if one in top.areas] or areas)
    spots = list(top.occupied(area)) if area is not None else []
    if spots:
        # The figure put there last is the one that nobody looked at before.
        family.room.reader.stuck = frozenset(spots[-1:])
        family.account.note(f"{spots[-1]} cannot be read for sure")
