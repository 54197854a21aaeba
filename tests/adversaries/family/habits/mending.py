"""Objections mended in ways the page did not say, cards that come late, deals that come early."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure, Spread
from tests.adversaries.family.habits import SHARE, habit, parts

_LATE_S: Final = (12.0, 20.0, 40.0)
"""So long after its move a card comes that was forgotten."""
_QUARTER: Final = 4
"""A track is alike after each quarter of it."""


def _be_told(family: Family, plan: Plan) -> Spread | None:
    """Do with a plan's card what is not allowed, and hear it; return how the table lay before."""
    top, wrong = family.room.tabletop, family.wrong_plan(plan)
    if wrong is None:
        return None
    spread = top.spread()
    family.begin(plan)
    family.carry(wrong)
    family.plan_in_mind = plan
    family.hand(0.3)
    family.room.look(9.0, until=lambda: family.room.page.objects)
    return spread if family.room.table.state == plan.state else None


def _mend(family: Family, plan: Plan, spread: Spread) -> None:
    """Put the pieces as they were, and carry the plan out."""
    family.by(plan.seat)
    family.room.tabletop.restore(spread)
    family.perform(plan)


def _let_it_be_seen(family: Family) -> None:
    """Take the hands away for as long as a page needs that what it says is mended."""
    family.hand(0.3)
    family.room.look(1.7)


@habit(208, "changes the card, not the move", 0.0, unruly=SHARE)
@parts.planned
def changes_the_card(family: Family, plan: Plan) -> None:
    """Move by a card that does not say so, and lay the fitting one then, instead or upon it."""
    if not family.room.game.pile:
        parts.carry_out(family, plan)
        return
    top = family.room.tabletop
    family.hand(0.3)
    family.lay(plan, parts.pick_another_card(family, plan))
    family.carry(plan)
    family.plan_in_mind = plan
    parts.pause(family, parts.MOMENTS_S)
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    if family.rng.random() < 0.6:
        family.take_card_back()
        family.hand(0.2)
    parts.lay(family, plan)
    family.account.wrong_card = None
    family.intend(plan)
    top.touched(None)


@habit(209, "the next one moves before a mend", 0.0, unruly=SHARE)
@parts.with_next
def moves_before_a_mend(family: Family, plan: Plan, after: Plan) -> None:
    """Be told that a move is wrong; the next one plays, at once or first, while it is mended."""
    spread = _be_told(family, plan)
    if spread is None:
        return
    family.hand(0.3)
    if family.rng.random() < 0.5:
        _mend(family, plan, spread)
    else:
        family.carry(after, leave=plan.steps)
        family.account.note(f"{after.seat} does not wait")
        parts.lay(family, after)
        family.account.wrong_card = after.seat
        parts.pause(family, parts.MOMENTS_S)
        if family.room.table.state != plan.state:
            return
        family.hand(0.3)
        family.account.wrong_card = None
        _mend(family, plan, spread)
    family.carry(after)
    if after.card is not None and family.account.unplayed != after.card:
        parts.lay(family, after)
    family.intend(after)
    _let_it_be_seen(family)


@habit(210, "puts it back on a like place", 0.0, unruly=SHARE)
@parts.planned
def back_on_a_like_place(family: Family, plan: Plan) -> None:
    """Be told that a move is wrong, and put its pieces back where it looks alike."""
    spread = _be_told(family, plan)
    if spread is None:
        return
    top, now = family.room.tabletop, dict(family.room.tabletop.standing)
    family.hand(0.3)
    family.by(plan.seat)
    top.restore(spread)
    moved = [spot for spot, figure in spread.standing if now.get(spot) != figure]
    if moved:
        spot = family.rng.choice(moved)
        parts.slide(family, spot, _list_alike(family, spot))
    if family.rng.random() < 0.3:
        family.take_card_back()


def _list_alike(family: Family, spot: Place) -> list[Place]:
    """Return the places that look like this one: a quarter round the track, in another nest."""
    top, area = family.room.tabletop, family.room.tabletop.area_of[spot]
    name, _, kind = area.rpartition(".")
    size = sum(one[:1] == "T" and one[1:].isdigit() for one in top.areas)
    if area[:1] == "T" and area[1:].isdigit():
        steps = [size // _QUARTER * quarter for quarter in (1, 2, 3)]
        return [Place(f"T{(int(area[1:]) + one) % size}") for one in steps]
    found = [one for one in top.area_of if name and top.area_of[one].endswith(f".{kind}")]
    family.rng.shuffle(found)
    return found or [*top.area_of]


@habit(211, "mends half of it, and plays", 0.0, unruly=SHARE)
@parts.planned
def mends_half(family: Family, plan: Plan) -> None:
    """Move wrongly while another piece is pushed; mend the move as told, and let that one stand."""
    top, wrong = family.room.tabletop, family.wrong_plan(plan)
    spots = parts.list_loose(family, plan)
    if wrong is None or not spots:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.carry(wrong)
    family.plan_in_mind = plan
    spots = [one for one in spots if one in top.standing and one in parts.list_loose(family, wrong)]
    if spots:
        parts.by_nobody(family)
        parts.slide(family, family.rng.choice(spots), [*top.area_of])
    parts.pause(family, parts.MOMENTS_S)
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    family.by(plan.seat)
    for step in wrong.steps:
        figure = top.lift(step.target) if step.target and step.kind is StepKind.MOVED else None
        if figure is not None:
            top.put(Figure(figure.colour), step.source)
    family.perform(plan)


@habit(212, "the card comes twenty seconds late", 0.0, unruly=SHARE)
@parts.planned
def card_comes_late(family: Family, plan: Plan) -> None:
    """Move, and lay its card long after, perhaps once the next one has moved or laid a card."""
    after = parts.next_to(family, plan)
    family.hand(0.3)
    family.carry(plan)
    if plan.card is None:
        family.intend(plan)
        return
    family.plan_in_mind = plan
    family.account.wrong_card = plan.seat
    family.hand(0.3)
    family.room.look(family.rng.choice(_LATE_S))
    if family.room.table.state != plan.state:
        return
    family.hand(0.3)
    parts.lay(family, plan)
    family.account.wrong_card = None
    family.intend(plan)
    if after is not None and family.rng.random() < 0.5:
        family.hand(0.3)
        parts.lay_and_move(family, after)


@habit(213, "deals while a move is open", 0.0, unruly=SHARE)
@parts.planned
def deals_early(family: Family, plan: Plan) -> None:
    """Begin the round's last move; the pile is gathered up for dealing; then finish the move."""
    top = family.room.tabletop
    parts.begin_move(family, plan)
    parts.pause(family, parts.MOMENTS_S)
    if not top.pile or family.room.table.state != plan.state:
        return
    family.hand(0.4, pile=family.rng.random() < 0.5)
    top.pile = []
    top.touched(None)
    family.account.played = 0
    family.account.note("the pile is gathered up")
    parts.pause(family, parts.MOMENTS_S)
    if family.account.deeds and family.room.table.state == plan.state:
        family.hand(0.2)
        family.by(plan.seat)
        parts.finish(family)


@habit(214, "mends with another piece of its own", 0.0, unruly=SHARE)
@parts.planned
def mends_with_another(family: Family, plan: Plan) -> None:
    """Be told that a move is wrong, and put a like piece where the moved one was missing."""
    spread = _be_told(family, plan)
    if spread is None:
        return
    top = family.room.tabletop
    gone = [(spot, one) for spot, one in spread.standing if spot not in top.standing]
    moved = family.pick(gone)
    likes = [s for s, f in top.standing.items() if moved and f == moved[1] and s != moved[0]]
    stayed = [spot for spot in likes if (spot, top.standing[spot]) in spread.standing]
    if moved and stayed:
        spot = family.rng.choice(stayed)
        family.hand(0.3)
        family.by(plan.seat)
        parts.slide(family, spot, [moved[0]])
        family.by(plan.seat)


@habit(215, "mends by another card and move", 0.0, unruly=SHARE)
@parts.planned
def mends_by_another_card(family: Family, plan: Plan) -> None:
    """Be told that a move is wrong, and in one movement put it back and play another card."""
    other = parts.prefer(family, plan, lambda one: one.card != plan.card)
    spread = _be_told(family, plan)
    if spread is None or other.state != family.room.table.state:
        return
    family.hand(0.3)
    if family.rng.random() < 0.7:
        family.take_card_back()
    family.by(other.seat)
    family.room.tabletop.restore(spread)
    parts.lay(family, other)
    family.perform(other)
    family.account.wrong_card = None
    _let_it_be_seen(family)


@habit(216, "a wrong home is seen a turn later", 0.0, unruly=SHARE)
@parts.planned
def wrong_home_seen_late(family: Family, plan: Plan) -> None:
    """Capture, put the victim on another's home, play on, and carry it over then."""
    top = family.room.tabletop
    plan = parts.prefer(
        family, plan, lambda one: any(s.kind is StepKind.CAPTURED for s in one.steps)
    )
    taken = next((one for one in plan.steps if one.kind is StepKind.CAPTURED), None)
    homes = [area for area in top.areas if area.endswith(".nest")]
    figure = top.lift(taken.source) if taken and homes else None
    if taken is None or figure is None:
        parts.carry_out(family, plan)
        return
    others = [area for area in homes if area != f"{figure.colour}.nest"]
    family.begin(plan)
    family.by(plan.seat)
    put = next((a for a in family.rng.sample(others, len(others)) if _free(family, a)), None)
    if put is None or not top.put(Figure(figure.colour), put):
        put = None
    family.account.note(f"the captured {figure.colour} goes to {put}")
    family.carry(plan, leave=[taken])
    family.intend(plan)
    parts.pause(family, parts.MOMENTS_S)
    if family.room.table.state != plan.state or put is None:
        return
    after = family.next_plan(plan)
    if after is not None and family.rng.random() < 0.5:
        family.hand(0.3)
        parts.lay(family, after)
        family.carry(after, leave=plan.steps)
        family.intend(after)
        parts.pause(family, parts.MOMENTS_S)
    if family.room.table.state == plan.state:
        family.hand(0.3)
        parts.finish(family)
        family.account.note("they see that it was the wrong home")
    elif not family.account.deeds:
        parts.play_next(family)


def _free(family: Family, area: Place) -> bool:
    """Whether a place is left in an area."""
    top = family.room.tabletop
    return len(top.areas[area]) > len([*top.occupied(area)])
