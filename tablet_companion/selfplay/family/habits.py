"""What people do wrongly at a table, by name: one function each, with how often it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tablet_companion.games.core import HIDDEN, Place, StepKind
from tablet_companion.selfplay.family.family import Family, Plan
from tablet_companion.selfplay.family.tabletop import Figure, flat

Act = Callable[[Family], None]


@dataclass(frozen=True, slots=True)
class Habit:
    """Something that people do in a turn, or beside it; ``rate`` is its share of the turns."""

    name: str
    rate: float
    act: Act


@dataclass(frozen=True)
class Rates:
    """How clumsy a family is: each habit's share of the turns, and how often it slips.

    A habit that is not in ``of`` has its own rate; ``slips`` is the share of what people do wrong
    of what the page asks. The rest of the turns is played as it should be.
    """

    of: Mapping[str, float] = field(default_factory=dict)
    slips: float = 0.04

    def rate(self, habit: Habit) -> float:
        """Return a habit's share of the turns."""
        return self.of.get(habit.name, habit.rate)


HABITS: Final[dict[str, Habit]] = {}


def habit(name: str, rate: float) -> Callable[[Act], Act]:
    """Enter a function into the table of habits."""

    def enter(act: Act) -> Act:
        HABITS[name] = Habit(name, rate, act)
        return act

    return enter


def choose(family: Family, rates: Rates) -> Habit:
    """Return what is done this turn."""
    drawn = family.rng.random()
    for one in HABITS.values():
        drawn -= rates.rate(one)
        if drawn < 0:
            return one
    return WELL


# --- as it should be ------------------------------------------------------------------------------


def well(family: Family) -> None:
    """Play a turn as it should be."""
    plan = family.plan()
    if plan is None:
        family.say_something()
        return
    if family.room.game.pile and family.rng.random() < 0.02:
        family.give_up()
        return
    carry_out(family, plan)
    family.hand()


def carry_out(family: Family, plan: Plan) -> None:
    """Lay the card and move, in either order, with a hand over the board."""
    family.hand(0.3, pile=False)
    family.lay(plan)
    family.hand(0.6)
    family.carry(plan)
    family.intend(plan)


WELL: Final = Habit("well", 1.0, well)


def planned(act: Callable[[Family, Plan], None]) -> Act:
    """Let a habit begin with a plan; where none is to be had with pieces, play on with words."""

    def begin(family: Family) -> None:
        plan = family.plan()
        if plan is None:
            family.say_something()
        else:
            act(family, plan)
            family.hand()

    return begin


# --- pieces that nobody meant to touch -------------------------------------------------------------


def _knock(family: Family, *, fallen: bool, keep: frozenset[Place] = frozenset()) -> bool:
    """Push a figure off its place, by nobody's will."""
    top = family.room.tabletop
    spots = [
        spot
        for spot, figure in top.standing.items()
        if top.area_of[spot] not in keep and not figure.turned and not figure.colour.isdigit()
    ]
    if not spots:
        return False
    spot = family.rng.choice(spots)
    family.by(None)
    figure = top.standing.pop(spot)
    near = spot if family.rng.random() < 0.6 else family.rng.choice(list(top.area_of))
    top.drop(figure, near, fallen=fallen)
    top.author[top.area_of[spot]] = None
    how = "falls over" if fallen else "is pushed off its place"
    family.account.note(f"the {figure.colour} figure of {spot} {how}, near {near}")
    return True


def _areas(plan: Plan) -> frozenset[Place]:
    return frozenset(p for step in plan.steps for p in (step.source, step.target) if p)


@habit("knocks a pawn", 0.04)
def knocks(family: Family) -> None:
    """Push a figure off its place between two turns."""
    _knock(family, fallen=False)
    family.hand()


@habit("knocks a pawn, plays on", 0.04)
@planned
def knocks_in_passing(family: Family, plan: Plan) -> None:
    """Push a figure off its place while another is moved."""
    carry_out(family, plan)
    _knock(family, fallen=False, keep=_areas(plan))


@habit("knocks a pawn before a turn", 0.03)
@planned
def knocks_before(family: Family, plan: Plan) -> None:
    """Push a figure off its place; nobody looks; a card is laid, and only then moved."""
    family.hand()
    _knock(family, fallen=False, keep=_areas(plan))
    family.hand()
    family.room.look(family.rng.choice((1.0, 5.0)))
    family.lay(plan)
    family.intend(plan)
    family.hand()
    family.room.look(family.rng.choice((0.5, 2.0, 4.0)))
    family.hand()
    family.carry(plan)


@habit("knocks a pawn over", 0.03)
def knocks_over(family: Family) -> None:
    """Let a figure fall over."""
    _knock(family, fallen=True)
    family.hand()


@habit("knocks a pawn over, plays on", 0.02)
@planned
def knocks_over_in_passing(family: Family, plan: Plan) -> None:
    """Let a figure fall over while another is moved."""
    carry_out(family, plan)
    _knock(family, fallen=True, keep=_areas(plan))


@habit("knocks a pawn onto a place", 0.02)
def knocks_onto(family: Family) -> None:
    """Push a figure onto another place, where it stands as if it belonged there."""
    top = family.room.tabletop
    spots = [
        spot for spot, one in top.standing.items() if not one.turned and not one.colour.isdigit()
    ]
    free = [spot for spot in top.area_of if spot not in top.standing]
    if spots and free:
        spot = family.rng.choice(spots)
        family.by(None)
        figure = top.lift(top.area_of[spot])
        target = family.rng.choice(
            [
                one
                for one in free
                if top.fits(
                    top.standing.get(one, figure).colour if figure is None else figure.colour, one
                )
            ]
            or free
        )
        if figure is not None:
            top.put(Figure(figure.colour), top.area_of[target])
            family.account.note(f"the {figure.colour} figure of {spot} is pushed to {target}")
    family.hand()


@habit("bumps the board", 0.01)
def bumps(family: Family) -> None:
    """Push against the table: several figures slide off their places."""
    for _ in range(family.rng.randint(2, 4)):
        _knock(family, fallen=family.rng.random() < 0.3)
    family.hand(1.5)


@habit("puts a cup down", 0.02)
@planned
def puts_a_cup(family: Family, plan: Plan) -> None:
    """Put a cup on some places and play on."""
    top = family.room.tabletop
    spots = list(top.area_of)
    at = family.rng.randrange(len(spots))
    family.by(None)
    top.leave_cup(spots[at : at + 3])
    family.account.note(f"a cup is put on {' '.join(spots[at : at + 3])}")
    family.hand()
    family.room.look(2.0)
    carry_out(family, plan)


@habit("drops a card on the board", 0.015)
@planned
def drops_a_card(family: Family, plan: Plan) -> None:
    """Let a card fall on the board, and pick it up some seconds later."""
    top = family.room.tabletop
    spots = list(top.area_of)
    at = family.rng.randrange(len(spots))
    family.by(None)
    top.leave_cup(spots[at : at + 4])
    family.account.note("a card is dropped on the board")
    family.hand()
    family.room.look(family.rng.choice((2.0, 6.0)))
    top.clear_cups()
    family.hand()
    carry_out(family, plan)


# --- turns played in another way than they should be -----------------------------------------------


@habit("moves two pawns", 0.02)
@planned
def moves_two(family: Family, plan: Plan) -> None:
    """Move, and move another figure as well."""
    carry_out(family, plan)
    family.room.tabletop.remembered = family.room.tabletop.spread()
    top = family.room.tabletop
    keep = _areas(plan)
    spots = [
        s
        for s, f in top.standing.items()
        if f.colour == plan.seat and not f.turned and top.area_of[s] not in keep
    ]
    if spots:
        _shift(family, family.rng.choice(spots))


def _shift(family: Family, spot: Place) -> None:
    """Move the figure on a spot somewhere else."""
    top = family.room.tabletop
    free = [one for one in top.area_of if one not in top.standing and one not in top.holes]
    figure = top.standing.get(spot)
    free = [one for one in free if figure is not None and top.fits(figure.colour, one)]
    if figure is None or not free:
        return
    target = family.rng.choice(free)
    top.lift(top.area_of[spot], figure.seen)
    top.put(Figure(figure.colour), top.area_of[target])
    family.account.note(f"{top.who} moves {figure.colour} from {spot} to {target}")


@habit("moves before the turn", 0.03)
@planned
def moves_early(family: Family, plan: Plan) -> None:
    """Let the next player move before the player on turn has done anything."""
    after = family.next_plan(plan)
    if after is None or set(_areas(plan)) & set(_areas(after)) or after.seat == plan.seat:
        carry_out(family, plan)
        return
    family.hand()
    family.carry(after)
    family.hand()
    family.room.look(family.rng.choice((1.0, 3.0)))
    family.account.note(f"that was {after.seat}, before the turn")
    family.room.look(1.0)


@habit("lifts and puts back", 0.03)
@planned
def lifts(family: Family, plan: Plan) -> None:
    """Take a figure in hand, think, and put it back."""
    top = family.room.tabletop
    spread = top.spread()
    family.hand(0.3)
    family.by(plan.seat)
    held = top.lift(plan.steps[0].source)
    family.account.note(f"{plan.seat} lifts what stands on {plan.steps[0].source}")
    if family.rng.random() < 0.5:
        family.hand(family.rng.uniform(1.0, 6.0))
    else:
        family.hand(0.3)
        family.room.look(family.rng.uniform(0.5, 6.0))
        family.hand(0.3)
    if held is not None:
        top.restore(spread)
    family.account.note("and puts it back")


@habit("changes their mind", 0.03)
@planned
def changes_mind(family: Family, plan: Plan) -> None:
    """Do one thing, take it back, and do another with the same card."""
    top = family.room.tabletop
    spread, state = top.spread(), family.room.table.state
    carry_out(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.2, 1.0)))
    family.hand()
    family.by(plan.seat)
    top.restore(spread)
    family.account.note(f"{plan.seat} takes it back by hand")
    family.hand()
    family.account.forget()
    if family.room.table.state != state:
        family.taking_back = True
        return
    other = family.plan()
    if other is not None and other.card == plan.card:
        family.carry(other)
        family.intend(other)


@habit("lays the next card early", 0.03)
@planned
def lays_early(family: Family, plan: Plan) -> None:
    """Let the next player lay a card before anybody has looked, and move a little later."""
    carry_out(family, plan)
    after = family.next_plan(plan)
    if after is None or not family.room.game.pile or after.seat == plan.seat:
        return
    family.hand(0.6)
    family.lay(after)
    family.hand(0.6)
    family.room.look(family.rng.choice((0.5, 2.0, 5.0)))
    family.hand()
    family.carry(after)
    family.intend(after)


@habit("plays turns under a hand", 0.03)
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


@habit("leaves a hand over the board", 0.02)
@planned
def rests_a_hand(family: Family, plan: Plan) -> None:
    """Move, and let a hand rest over the board."""
    carry_out(family, plan)
    family.room.busy(family.rng.uniform(2.0, 14.0), resting=True)


@habit("is seen through an arm", 0.02)
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


@habit("takes a captured pawn home late", 0.03)
@planned
def home_late(family: Family, plan: Plan) -> None:
    """Hold what was captured in the hand, or put it beside the board, for some seconds."""
    captured = [step for step in plan.steps if step.kind is StepKind.CAPTURED]
    if not captured:
        carry_out(family, plan)
        return
    top = family.room.tabletop
    held = top.lift(captured[0].source)
    family.hand(0.3)
    family.lay(plan)
    family.carry(plan, leave=captured[:1])
    family.intend(plan)
    family.hand()
    family.room.look(family.rng.choice((1.0, 3.0, 7.0)))
    if held is not None and family.room.table.state == plan.state:
        family.by(plan.seat)
        family.home(held)
        family.account.note("the captured figure is taken home")
    elif held is not None:
        top.aside.append(held)


@habit("leaves a step undone", 0.03)
@planned
def leaves_undone(family: Family, plan: Plan) -> None:
    """Forget to turn a figure over, or to take it home."""
    kinds = (StepKind.TURNED_DOWN, StepKind.CAPTURED, StepKind.CALLED)
    left = [step for step in plan.steps if step.kind in kinds]
    family.hand(0.3)
    family.lay(plan)
    top = family.room.tabletop
    step = family.pick(left)
    if step is not None and step.kind is StepKind.CAPTURED:
        figure = top.lift(step.source)
        if figure is not None:
            top.aside.append(figure)
    family.carry(plan, leave=[step] if step is not None else [])
    family.intend(plan)


@habit("turns up a pawn to peek", 0.02)
def peeks(family: Family) -> None:
    """Look what is under a figure that is turned over, and turn it back."""
    top = family.room.tabletop
    hidden = [top.area_of[spot] for spot, figure in top.standing.items() if figure.turned]
    area = family.pick(hidden)
    if area is None:
        well(family)
        return
    family.by(family.turn)
    family.hand(0.3)
    spread = top.spread()
    if family.rng.random() < 0.5:
        top.turn(area, turned=False)
    else:
        top.lift(area, HIDDEN)
    family.account.note(f"{family.turn} looks what is hidden on {area}")
    family.hand(0.3)
    family.room.look(family.rng.choice((0.5, 2.0, 10.0)))
    top.restore(spread)
    family.account.note("and puts it back")
    family.hand()


@habit("moves another's pawn", 0.02)
@planned
def moves_anothers(family: Family, plan: Plan) -> None:
    """Lay a card and move somebody else's figure."""
    top = family.room.tabletop
    spots = [
        s
        for s, f in top.standing.items()
        if f.colour != plan.seat and not f.turned and not f.colour.isdigit()
    ]
    family.hand(0.3)
    family.lay(plan)
    family.by(plan.seat)
    family.plan_in_mind = plan
    if spots:
        _shift(family, family.rng.choice(spots))


@habit("does what is not allowed", 0.05)
@planned
def not_allowed(family: Family, plan: Plan) -> None:
    """Do something with the card that is plainly against the rules."""
    wrong = family.wrong_plan(plan)
    if wrong is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.carry(wrong)
    family.plan_in_mind = plan


@habit("lays a wrong card", 0.02)
@planned
def wrong_card(family: Family, plan: Plan) -> None:
    """Lay another card than the one that was meant."""
    game = family.room.game
    if not game.pile:
        carry_out(family, plan)
        return
    card = family.rng.choice([one for one in game.cards if one != plan.card])
    family.hand(0.3)
    family.lay(plan, card)
    family.carry(plan)
    family.plan_in_mind = plan


@habit("forgets the card", 0.02)
@planned
def forgets_card(family: Family, plan: Plan) -> None:
    """Move, and lay no card until told to."""
    family.hand(0.3)
    family.carry(plan)
    family.intend(plan, laid=not family.room.game.pile)


# --- taking back, walking off, doubts ---------------------------------------------------------------


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
    areas = [area for area in _areas(plan) if area in top.areas]
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
    family.account.note("another card lies on it")
    family.hand()
    family.room.look(family.rng.choice((0.5, 3.0)))
    top.pile.pop()
    top.touched(None)
    family.account.note("it is taken off again")


def record_of(family: Family) -> dict[Place, tuple[str, ...]]:
    """Return what is on record."""
    return dict(flat(family.room.game.placement(family.room.table.state)))
