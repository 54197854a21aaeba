"""What visitors and children do who do not play: they carry, mark, exchange and set up anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import FACE_DOWN, Figure
from tests.adversaries.family.habits import carry_out, habit, places_of, planned
from tests.adversaries.family.haste import prefer
from tests.adversaries.family.household import by_nobody, list_loose, put_back, talk
from tests.adversaries.family.manners import play_two
from tests.adversaries.family.mischief import SHARE

_MOMENTS_S: Final = (0.1, 0.5, 2.0)
"""How long a figure is put down, or held, before the hand goes on."""


def _pause(family: Family, moments: tuple[float, ...] = _MOMENTS_S) -> None:
    """Take all hands away for a moment."""
    family.hand(0.3)
    family.room.look(family.rng.choice(moments))


def _play(family: Family, plan: Plan) -> None:
    """Carry a plan out, unless what went before has changed the game."""
    if family.room.table.state == plan.state:
        carry_out(family, plan)


@habit("walks past the lamp all the time", 0.0, unruly=SHARE)
@planned
def walks_past(family: Family, plan: Plan) -> None:
    """Take a piece away where a shadow passes every five seconds, and wait."""
    room, top = family.room, family.room.tabletop
    if spots := list_loose(family, plan):
        spot = family.rng.choice(spots)
        by_nobody(family)
        top.aside.append(top.standing.pop(spot))
        top.touched(top.area_of[spot])
        family.account.note(f"the piece of {spot} is taken away, and shadows pass")
    family.hand(0.3)
    for _ in range(3):
        room.look(3.4)
        room.shade(1.6)


# --- pieces that go about -------------------------------------------------------------------------


@habit("carries a pawn over the board", 0.0, unruly=SHARE)
@planned
def carries(family: Family, plan: Plan) -> None:
    """Put a figure down here and there, and back where it stood; then play."""
    top, cards, spread = family.room.tabletop, len(family.room.tabletop.pile), None
    spots = list_loose(family, plan)
    if spots:
        spread, spot = top.spread(), family.rng.choice(spots)
        by_nobody(family)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        for _ in range(family.rng.randint(2, 4)):
            free = [s for s in top.area_of if s not in top.standing and s not in top.holes]
            free = [s for s in free if figure is not None and top.fits(figure.colour, s)]
            if figure is None or not free:
                break
            area = top.area_of[family.rng.choice(free)]
            top.put(Figure(figure.colour), area)
            family.account.note(f"{figure.colour} of {spot} is put down on {area}")
            _pause(family)
            by_nobody(family)
            figure = top.lift(area, figure.colour)
    if spread is None or put_back(family, plan, spread, cards):
        _play(family, plan)


@habit("marks a place with another's pawn", 0.0, unruly=SHARE)
@planned
def marks(family: Family, plan: Plan) -> None:
    """Put a pawn out of a nest where a figure is to go, and take it home as that one comes."""
    top = family.room.tabletop
    steps = [step for step in plan.steps if step.kind is StepKind.MOVED and step.target]
    target = next((one.target for one in steps if one.target and one.target in top.areas), None)
    nests = [
        area
        for area in top.areas
        if area.endswith(".nest") and [*top.occupied(area)] and not area.startswith(plan.seat)
    ]
    if target is None or not nests or [*top.occupied(target)] or target in nests:
        carry_out(family, plan)
        return
    if family.rng.random() < 0.5:
        family.hand(0.3)
        family.lay(plan)
    by_nobody(family)
    marker = top.lift(family.rng.choice(nests))
    if marker is not None:
        top.put(marker, target)
        family.account.note(f"a {marker.colour} pawn marks {target}")
    talk(family)
    by_nobody(family)
    if marker is not None and top.lift(target, marker.seen) is not None:
        family.home(marker)
    if family.room.table.state == plan.state:
        if family.account.unplayed != plan.card:
            family.lay(plan)
        family.carry(plan)
        family.intend(plan)


@habit("takes three off, puts them back anyhow", 0.0, unruly=SHARE)
@planned
def permutes(family: Family, plan: Plan) -> None:
    """Let a child take three figures off, of any colours, and put each where another stood."""
    top, keep = family.room.tabletop, places_of(plan)
    spots = [
        spot
        for spot, one in top.standing.items()
        if top.area_of[spot] not in keep and not one.colour.isdigit()
    ]
    chosen = family.rng.sample(spots, min(3, len(spots)))
    held = []
    for spot in chosen:
        by_nobody(family)
        held.append(top.standing.pop(spot))
        top.touched(top.area_of[spot])
        _pause(family)
    family.account.note(f"a child takes off what stood on {' '.join(chosen)}")
    for spot, figure in zip(chosen, held[1:] + held[:1], strict=True):
        by_nobody(family)
        top.put(figure, top.area_of[spot])
    family.account.note("and puts them back, each where another stood")
    talk(family)
    _play(family, plan)


@habit("two hold pawns at once", 0.0, unruly=SHARE)
@planned
def two_hold(family: Family, plan: Plan) -> None:
    """Move while somebody on another side holds a figure, which is put back later."""
    top, spots = family.room.tabletop, list_loose(family, plan)
    if not spots:
        carry_out(family, plan)
        return
    spot = family.rng.choice(spots)
    by_nobody(family)
    held = top.lift(top.area_of[spot], top.standing[spot].seen)
    family.account.note(f"somebody holds what stood on {spot}")
    if family.rng.random() < 0.5:
        _pause(family)
    if family.room.table.state == plan.state:
        carry_out(family, plan)
    _pause(family)
    by_nobody(family)
    if held is not None:
        top.put(held, top.area_of[spot])
    family.account.note(f"and puts it back on {spot}")


@habit("exchanges instead of capturing", 0.0, unruly=SHARE)
@planned
def exchanges_places(family: Family, plan: Plan) -> None:
    """Put what is captured where the figure that captures it came from, not into its nest."""
    top = family.room.tabletop
    plan = prefer(family, plan, lambda one: _captured(one) is not None)
    way = _captured(plan)
    if way is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    taken = top.lift(way[0])
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED][:1]
    family.carry(plan, leave=captured)
    if taken is not None:
        top.put(Figure(taken.colour), way[1])
    family.account.note(f"what stood on {way[0]} is put on {way[1]}")
    family.plan_in_mind = plan


def _captured(plan: Plan) -> tuple[Place, Place] | None:
    """Return where a plan captures something, and where the piece comes from that does."""
    places = {step.source for step in plan.steps if step.kind is StepKind.CAPTURED}
    moved = [step for step in plan.steps if step.kind is StepKind.MOVED]
    ways = [(s.target, s.source) for s in moved if s.target in places and "." not in s.source]
    return next(((one, other) for one, other in ways if one is not None), None)


@habit("sets up a new game untold", 0.0, unruly=SHARE)
def sets_up_anew(family: Family) -> None:
    """Play two turns, put all out as for a new game, the pile away; nobody touches the screen."""
    room, top = family.room, family.room.tabletop
    if not play_two(family):
        return
    by_nobody(family)
    family.hand(2.0, pile=False)
    chosen = room.table.setup
    room.set_out(room.game.setup(dict(chosen.options), chosen.seats))
    for area in top.areas:
        top.touched(area)
    top.pile = []
    family.account.played = 0
    family.account.note("everything is set up for a new game")
    talk(family)
    family.hand()


# --- cards ----------------------------------------------------------------------------------------


@habit("lays the whole pile face down", 0.0, unruly=SHARE)
@planned
def whole_pile_down(family: Family, plan: Plan) -> None:
    """Turn the whole pile over, as if it were to be drawn from, and play upon it."""
    top = family.room.tabletop
    if family.account.unplayed is not None:
        family.take_card_back()
    family.hand(0.5, pile=False)
    top.pile = [replace(one, face=FACE_DOWN, pose=(1.0, 1.0, 3.0)) for one in reversed(top.pile)]
    top.touched(None)
    family.account.note("the whole pile is laid face down")
    talk(family)
    _play(family, plan)


@habit("exchanges the card for its twin", 0.0, unruly=SHARE)
@planned
def twin(family: Family, plan: Plan) -> None:
    """Exchange the card just laid for another of its face, while or after the other hand moves."""
    if not family.room.game.pile:
        carry_out(family, plan)
        return
    family.hand(0.3, pile=False)
    family.lay(plan)
    early = family.rng.random() < 0.5
    if early:
        _pause(family)
        _exchange_for_twin(family)
    family.hand(0.6)
    if family.room.table.state == plan.state:
        family.carry(plan)
        family.intend(plan)
    _pause(family)
    if not early or family.rng.random() < 0.3:
        _exchange_for_twin(family)
        _pause(family)
    after = family.plan() if not family.account.deeds and not family.over else None
    if after is not None and family.room.tidy:
        family.remember()
        carry_out(family, after)


def _exchange_for_twin(family: Family) -> None:
    """Put a card of the same face, which lies a little differently, in place of the top one."""
    top = family.room.tabletop
    if not top.pile:
        return
    family.hand(0.3, pile=False)
    x_mm, y_mm, turn = top.pile[-1].pose
    top.pile[-1] = replace(top.pile[-1], pose=(x_mm + 9.0, y_mm + 4.0, turn + 17.0))
    top.touched(None)
    family.account.note("the top card is exchanged for its twin")
