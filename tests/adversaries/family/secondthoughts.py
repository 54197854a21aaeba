"""Taking back, walking off, and playing where the reader doubts."""

from __future__ import annotations

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import carry_out, habit, places_of, planned, well


@habit("takes back with the key", 0.03)
def takes_back(family: Family) -> None:
    """Take the last turn back on the screen, and leave the pieces for a while."""
    before = family.spread_before()
    well(family)
    family.room.look(9.0, until=lambda: not family.account.deeds)
    if family.account.deeds or before is None or family.over:
        return
    family.take_back()
    family.room.look(family.rng.choice((3.0, 6.0, 12.0)))
    if not family.room.tidy:
        family.hand(0.3)
        family.by(None)
        family.put_all_right()
        family.account.note("they put the pieces back")
        family.hand()


@habit("takes back by hand", 0.02)
def takes_back_by_hand(family: Family) -> None:
    """Put the pieces as they were before the last turn."""
    spread = family.room.tabletop.spread()
    well(family)
    family.room.look(9.0, until=lambda: not family.account.deeds)
    if family.account.deeds or family.over or family.room.tabletop.spread() == spread:
        return
    family.hand(0.3)
    family.by(family.turn)
    family.room.tabletop.restore(spread)
    family.account.note("the last turn is taken back by hand")
    if family.room.tabletop.pile and family.rng.random() < 0.5:
        family.room.tabletop.pile.pop()
        family.account.note("and its card")
    family.taking_back = True
    family.hand()


@habit("walks off", 0.01)
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


@habit("plays beside a doubtful place", 0.02)
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


@habit("lays two cards", 0.01)
@planned
def lays_two_cards(family: Family, plan: Plan) -> None:
    """Lay two cards that stuck together, and take the upper one back some seconds later."""
    if not family.room.game.pile:
        carry_out(family, plan)
        return
    carry_out(family, plan)
    top = family.room.tabletop
    top.lay(family.rng.choice(family.room.game.cards))
    family.account.wrong_card = plan.seat
    family.account.note("another card lies on it")
    family.hand()
    family.room.look(family.rng.choice((0.5, 3.0)))
    top.pile.pop()
    top.touched(None)
    family.account.wrong_card = None
    family.account.played = min(family.account.played, len(top.pile))
    family.account.note("it is taken off again")
