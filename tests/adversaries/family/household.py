"""What happens in a household with children: things are shown, spilt, packed up and made good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Place, Step, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure, Spread
from tests.adversaries.family.habits import carry_out, habit, places_of, planned
from tests.adversaries.family.manners import play_two, shift
from tests.adversaries.family.mischief import SHARE

_PAUSES_S: Final = (0.5, 3.0, 30.0)
"""How long people stop to talk, to fetch a cloth, or to count again."""


def by_nobody(family: Family) -> None:
    """Let nobody be named for what follows, unless it cannot be told from the turn's own move."""
    family.by(None if family.room.game.pile else family.turn)


def talk(family: Family) -> None:
    """Take all hands away for a while."""
    family.hand(0.3)
    family.room.look(family.rng.choice(_PAUSES_S))


def list_loose(family: Family, plan: Plan | None = None) -> list[Place]:
    """Return the spots of the figures that can be taken in hand and that the plan leaves alone."""
    top, keep = family.room.tabletop, places_of(plan) if plan is not None else ()
    return [
        spot
        for spot, one in top.standing.items()
        if not one.turned and not one.colour.isdigit() and top.area_of[spot] not in keep
    ]


def put_back(family: Family, plan: Plan, spread: Spread, cards: int) -> bool:
    """Put pieces and cards as they were; False where what was done is on record meanwhile."""
    top, now = family.room.tabletop, family.room.table.state
    family.hand(0.3)
    top.restore(spread)
    if len(top.pile) > cards:
        del top.pile[cards:]
        family.account.played = min(family.account.played, cards)
    family.account.wrong_card = None
    family.account.forget()
    family.account.note("it is put back as it was")
    family.hand(0.3)
    family.taking_back = now != plan.state
    return not family.taking_back


# --- shown, and put back ------------------------------------------------------------------------


@habit("moves a pawn for another and back", 0.0, unruly=SHARE)
@planned
def moves_and_back(family: Family, plan: Plan) -> None:
    """Move a figure that somebody cannot reach, the wrong one, and put it back; then play."""
    top, cards = family.room.tabletop, len(family.room.tabletop.pile)
    spread = top.spread()
    by_nobody(family)
    if spots := list_loose(family):
        shift(family, family.rng.choice(spots))
    talk(family)
    if put_back(family, plan, spread, cards):
        carry_out(family, plan)


@habit("demonstrates a move", 0.0, unruly=SHARE)
@planned
def demonstrates(family: Family, plan: Plan) -> None:
    """Show with the pieces what the card can do, or what it cannot; put it back, and play."""
    top, cards = family.room.tabletop, len(family.room.tabletop.pile)
    spread, wrong = top.spread(), family.wrong_plan(plan)
    shown = wrong if wrong is not None and family.rng.random() < 0.6 else plan
    family.hand(0.3)
    if family.rng.random() < 0.6:
        family.lay(plan)
        family.account.wrong_card = plan.seat
    family.carry(shown)
    if shown is plan:
        family.intend(plan, laid=len(top.pile) > cards or plan.card is None)
    talk(family)
    if family.room.table.state == plan.state and family.rng.random() < 0.3:
        family.account.note("it is done once more")
        family.hand(0.3)
        top.restore(spread)
        family.hand(0.3)
        family.carry(shown)
        talk(family)
    if not put_back(family, plan, spread, cards):
        return
    other = family.plan() or plan
    family.room.look(family.rng.choice(_PAUSES_S))
    carry_out(family, other)


@habit("packs up and goes on", 0.0, unruly=SHARE)
@planned
def packs_up(family: Family, plan: Plan) -> None:
    """Take piece after piece off the board, think better of it, and put all out again."""
    top, cards = family.room.tabletop, len(family.room.tabletop.pile)
    spread, spots = top.spread(), [*top.standing]
    family.rng.shuffle(spots)
    for number, spot in enumerate(spots):
        by_nobody(family)
        top.lift(top.area_of[spot])
        if number % 5 == 0:
            family.hand(0.3)
            family.room.look(0.5)
    family.account.note("everything is packed up")
    talk(family)
    family.by(None)
    if put_back(family, plan, spread, cards):
        family.room.look(0.5)
        carry_out(family, plan)


@habit("spills a drink", 0.0, unruly=SHARE)
@planned
def spills(family: Family, plan: Plan) -> None:
    """Lift all pieces, dry the board, and set many of them back one place further on."""
    top, areas = family.room.tabletop, [*family.room.tabletop.areas]
    spots = [spot for spot in list_loose(family) if not top.area_of[spot].endswith(".nest")]
    by_nobody(family)
    held = [(top.area_of[spot], top.lift(top.area_of[spot])) for spot in spots]
    family.account.note("a drink is spilt; all pieces are lifted")
    talk(family)
    share = family.rng.choice((0.3, 1.0))
    family.hand(0.3)
    by_nobody(family)
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
        carry_out(family, plan)


# --- done by and by -----------------------------------------------------------------------------


@habit("moves in instalments", 0.0, unruly=SHARE)
@planned
def instalments(family: Family, plan: Plan) -> None:
    """Do one step of a move after the other, counting halfway along the track, with long pauses."""
    steps = sorted(plan.steps, key=lambda step: step.kind is not StepKind.CAPTURED)
    if any(step.kind is StepKind.SWAPPED for step in steps):
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.intend(plan)
    for number, step in enumerate(steps):
        start = _go_halfway(family, plan, step)
        if start is not None:
            talk(family)
            _go_back_to_start(family, plan, start)
        if not do_part(family, plan, steps, number):
            return


def do_part(family: Family, plan: Plan, steps: Sequence[Step], number: int) -> bool:
    """Do one step of a move and talk; return whether the move is still to be finished."""
    step, later = steps[number], steps[number + 1 :]
    family.carry(plan, leave=[one for one in steps if one is not step] if plan.card else later)
    talk(family)
    return bool(family.account.deeds) and family.room.table.state == plan.state


def _go_halfway(family: Family, plan: Plan, step: Step) -> tuple[Place, Place] | None:
    """Stop a figure halfway along the track; return where it stands and whence it came."""
    top, target = family.room.tabletop, step.target
    ends = [one[1:] for one in (step.source, target or "") if one[:1] == "T" and one[1:].isdigit()]
    if step.kind is not StepKind.MOVED or len(ends) < 2 or family.rng.random() < 0.5:
        return None
    start, end = map(int, ends)
    way = (end - start) % sum(one[:1] == "T" and one[1:].isdigit() for one in top.areas)
    halfway = Place(f"T{start + way // 2}")
    if way < 2 or halfway not in top.areas or [*top.occupied(halfway)]:
        return None
    family.by(plan.seat)
    figure = top.lift(step.source, step.piece)
    if figure is None:
        return None
    top.put(figure, halfway)
    family.account.note(f"{plan.seat} counts as far as {halfway}")
    return halfway, step.source


def _go_back_to_start(family: Family, plan: Plan, ends: tuple[Place, Place]) -> None:
    """Take a figure in hand again, so that the rest of its way can be gone."""
    halfway, source = ends
    family.hand(0.3)
    family.by(plan.seat)
    figure = family.room.tabletop.lift(halfway)
    if figure is not None:
        family.room.tabletop.put(figure, source)


@habit("moves twice with one card", 0.0, unruly=SHARE)
@planned
def moves_twice(family: Family, plan: Plan) -> None:
    """Move, and after it was accepted move the same figure once more."""
    top = family.room.tabletop
    carry_out(family, plan)
    family.hand()
    family.room.look(9.0, until=lambda: not family.account.deeds)
    moved = [step.target for step in plan.steps if step.kind is StepKind.MOVED and step.target]
    spots = [spot for area in moved for spot in top.occupied(area)]
    spots = [spot for spot in spots if not top.standing[spot].turned]
    if spots and not family.account.deeds and not family.over:
        family.remember()
        family.hand(0.3)
        family.by(plan.seat)
        shift(family, spots[0])
    family.hand()


@habit("protests against a capture", 0.0, unruly=SHARE)
@planned
def protests(family: Family, plan: Plan) -> None:
    """Put a captured figure back on its place, and the one that captured it next to it."""
    top, spread = family.room.tabletop, family.room.tabletop.spread()
    taken = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    carry_out(family, plan)
    if not taken or taken[0].source not in top.areas:
        return
    family.hand()
    family.room.look(family.rng.choice((0.5, 3.0)))
    if family.over:
        return
    family.hand(0.3)
    family.by(None if family.room.game.pile else family.turn)
    areas = [*top.areas]
    beside = areas[(areas.index(taken[0].source) + 1) % len(areas)]
    victor = top.lift(taken[0].source)
    top.restore(spread)
    for step in plan.steps:
        if victor is not None and step.kind is StepKind.MOVED and step.target == taken[0].source:
            top.lift(step.source, step.piece)
            top.put(victor, beside if not [*top.occupied(beside)] else step.source)
    family.account.forget()
    family.account.note(f"{taken[0].piece} protests, and stands on {taken[0].source} again")
    family.taking_back = family.room.table.state != plan.state
    family.hand()


@habit("takes back two turns, cards left", 0.0, unruly=SHARE)
def takes_back_two(family: Family) -> None:
    """Play two turns, and put the pieces back by hand; one card or both stay on the pile."""
    top = family.room.tabletop
    spread = top.spread()
    if not play_two(family):
        return
    family.hand(0.3)
    family.by(family.turn)
    top.restore(spread)
    if top.pile and family.rng.random() < 0.5:
        top.pile.pop()
    family.account.note("two turns are taken back by hand")
    family.taking_back = True
    family.hand()


def play_on(family: Family, plan: Plan) -> None:
    """Play, perhaps after some talk, unless the talk has changed the game."""
    if family.rng.random() < 0.5:
        talk(family)
    if family.room.table.state == plan.state:
        carry_out(family, plan)


# --- wrong places -------------------------------------------------------------------------------


@habit("takes a captured pawn to a wrong nest", 0.0, unruly=SHARE)
@planned
def wrong_nest(family: Family, plan: Plan) -> None:
    """Put a captured figure among those of another colour."""
    top = family.room.tabletop
    taken = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    nests = [area for area in top.areas if area.endswith(".nest")]
    figure = top.lift(taken[0].source) if taken else None
    if figure is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    others = [area for area in nests if area != f"{figure.colour}.nest"]
    family.rng.shuffle(others)
    if not (others and top.put(Figure(figure.colour), others[0])):
        top.aside[:] = [*top.aside, figure] if not others else top.aside
    family.account.note(f"the captured {figure.colour} figure goes to {[*others, 'no nest'][0]}")
    family.carry(plan, leave=taken[:1])
    family.intend(plan)


@habit("exchanges two pawns", 0.0, unruly=SHARE)
@planned
def exchanges(family: Family, plan: Plan) -> None:
    """Let a child exchange two figures: of two colours, of one, or turned over both."""
    top = family.room.tabletop
    figures = [(spot, one) for spot, one in top.standing.items() if not one.colour.isdigit()]
    pairs = [
        (one, other)
        for one, first in figures
        for other, second in figures
        if one < other
        and first.turned == second.turned
        and top.fits(first.colour, other)
        and top.fits(second.colour, one)
        and not {top.area_of[one], top.area_of[other]} & {*places_of(plan)}
    ]
    if pairs:
        one, other = family.rng.choice(pairs)
        by_nobody(family)
        top.standing[one], top.standing[other] = top.standing[other], top.standing[one]
        top.touched(top.area_of[one])
        top.touched(top.area_of[other])
        family.account.note(f"a child exchanges what stands on {one} and {other}")
    play_on(family, plan)


@habit("stacks one pawn on another", 0.0, unruly=SHARE)
@planned
def stacks(family: Family, plan: Plan) -> None:
    """Let a child put a figure on top of another, which is hidden then."""
    top, spots = family.room.tabletop, list_loose(family, plan)
    pairs = [(a, b) for a in spots for b in spots if top.area_of[a] != top.area_of[b]]
    if pairs:
        upper, lower = family.rng.choice(pairs)
        by_nobody(family)
        beneath, above = top.standing[lower], top.standing.pop(upper)
        top.aside.append(beneath)
        top.standing[lower] = above
        top.touched(top.area_of[upper])
        top.touched(top.area_of[lower])
        family.account.note(f"{above.colour} of {upper} is put on {beneath.colour} on {lower}")
    play_on(family, plan)


@habit("looks through the pile", 0.0, unruly=SHARE)
@planned
def looks_through(family: Family, plan: Plan) -> None:
    """Take the pile up, and put it down elsewhere, mostly with another card on top; then play."""
    top = family.room.tabletop
    if family.account.unplayed is not None:
        family.take_card_back()
    cards = [*top.pile]
    family.hand(0.3, pile=False)
    top.pile = []
    top.touched(None)
    family.account.note("somebody takes the pile up")
    talk(family)
    if family.rng.random() < 0.7:
        family.rng.shuffle(cards)
    turn = family.rng.choice((0.0, 90.0))
    family.hand(0.3, pile=False)
    top.pile = [replace(one, pose=(20.0, 9.0, turn)) for one in cards]
    top.touched(None)
    family.account.note(f"and puts it back: {cards[-1].face if cards else 'nothing'} is on top")
    talk(family)
    if family.room.table.state == plan.state:
        carry_out(family, plan)
