"""What habits are made of: turns played, cards laid, pauses, pieces moved, slid or put back."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Final

from tablet_companion.games.core import Card, Piece, Place, StepKind
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure, Spread

Act = Callable[[Family], None]
PAUSES_S: Final = (0.5, 3.0, 30.0)
"""How long people stop to talk, to fetch a cloth, or to count again."""
TRIES = 8
"""This many turns are thought of for one that moves several pieces."""
SHORT_S: Final = (0.1, 0.5, 2.0)
"""How long hands are gone in the middle of something."""
LONG_S: Final = 600.0
"""How long people are away in the middle of a game."""
MOMENTS_S: Final = (0.1, 0.5, 2.0, 9.0)
"""How long the page has to say something, or not."""


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
    family.perform(plan)


def provoke_question(family: Family, plan: Plan, twice: float) -> None:
    """Play two turns under a hand in this share of cases, else one without its card."""
    after = family.next_plan(plan)
    if after is not None and family.rng.random() < twice:
        carry_out(family, plan)
        family.hand(0.2)
        carry_out(family, after)
    else:
        family.hand(0.3)
        family.perform(plan, laid=plan.card is None)
    family.hand(0.3)


def play_next(family: Family) -> None:
    """Have the next player move, if the game goes on."""
    after = family.plan()
    if after is not None and not family.over:
        family.remember()
        carry_out(family, after)


def play_until_accepted(family: Family, plan: Plan) -> bool:
    """Make a move; return whether it is on record and the game goes on."""
    state = family.room.table.state
    play_and_wait(family, plan)
    return not (family.account.deeds or family.over or family.room.table.state == state)


def play_and_wait(family: Family, plan: Plan) -> None:
    """Make a move, and wait until it is on record, or long enough."""
    carry_out(family, plan)
    family.hand()
    await_record(family)


def await_record(family: Family) -> None:
    """Leave the table alone until all that was done is on record, or long enough."""
    family.room.look(9.0, until=lambda: not family.account.deeds)


def pick_another_card(family: Family, plan: Plan) -> Card:
    """Return any card of the game but the plan's."""
    return family.rng.choice([one for one in family.room.game.cards if one != plan.card])


def put_back_by_hand(family: Family, plan: Plan) -> Spread | None:
    """Make a move and, once it is on record, take it back; return how the table lay after it."""
    top = family.room.tabletop
    spread = top.spread()
    if not play_until_accepted(family, plan):
        return None
    made = top.spread()
    family.hand(0.3)
    family.by(plan.seat)
    top.restore(spread)
    family.account.note("it is put back by hand")
    family.hand(0.3)
    return made


def planned(act: Callable[[Family, Plan], None]) -> Act:
    """Let a habit begin with a plan; where none is to be had with pieces, play on with words."""

    @functools.wraps(act)
    def begin(family: Family) -> None:
        plan = family.plan()
        if plan is None:
            family.say_something()
        else:
            act(family, plan)
            family.hand()

    return begin


def places_of(plan: Plan) -> tuple[Place, ...]:
    """Return the places that a plan touches, each once and always in the same order."""
    return tuple(dict.fromkeys(p for step in plan.steps for p in (step.source, step.target) if p))


def play_two(family: Family) -> bool:
    """Play two turns; whether they changed the table, and nothing is left open."""
    spread = family.room.tabletop.spread()
    for _ in range(2):
        well(family)
        await_record(family)
        if family.account.deeds or family.over or not family.room.tidy:
            return False
        family.remember()
    return family.room.tabletop.spread() != spread


def captures(plan: Plan) -> bool:
    """Whether a plan captures something."""
    return any(step.kind is StepKind.CAPTURED for step in plan.steps)


def shift(family: Family, spot: Place) -> None:
    """Move the figure on a spot somewhere else."""
    top = family.room.tabletop
    figure = top.standing.get(spot)
    free = list_free(family, figure)
    if figure is None or not free:
        return
    target = family.rng.choice(free)
    top.lift(top.area_of[spot], figure.seen)
    top.put(Figure(figure.colour), top.area_of[target])
    family.account.note(f"{top.who} moves {figure.colour} from {spot} to {target}")


def lay(family: Family, plan: Plan) -> None:
    """Lay a plan's card on whatever lies there."""
    if plan.card is not None:
        family.room.tabletop.lay(plan.card)
        family.account.note(f"{plan.seat} lays {plan.card}")


def lay_and_move(family: Family, plan: Plan) -> None:
    """Lay a plan's card on whatever lies there, and make its whole move."""
    lay(family, plan)
    family.perform(plan)


def next_to(family: Family, plan: Plan) -> Plan | None:
    """Return another player's next turn that touches nothing of this one."""
    after = family.next_plan(plan)
    if after is None or after.seat == plan.seat or {*places_of(plan)} & {*places_of(after)}:
        return None
    return after


def with_next(act: Callable[[Family, Plan, Plan], None]) -> Act:
    """Let a habit begin with a plan and the next player's; if there is none, carry out the plan."""

    @planned
    def begin(family: Family, plan: Plan) -> None:
        after = next_to(family, plan)
        if after is None:
            carry_out(family, plan)
        else:
            act(family, plan, after)

    return begin


def play_ahead(family: Family, plan: Plan, after: Plan) -> None:
    """Let the next player lay and move, although another is on turn, and has done nothing yet."""
    family.hand(0.3)
    family.take_card_back()
    lay(family, after)
    family.carry(after, leave=plan.steps)
    family.account.wrong_card = after.seat


def play_turns(family: Family, plan: Plan | None, turns: int) -> Iterator[None]:
    """Play turn after turn, whatever the page says; yield after each."""
    for _ in range(turns):
        if plan is None or family.over:
            return
        carry_out(family, plan)
        family.hand()
        family.room.look(family.rng.choice((0.5, 2.0, 10.0)))
        yield
        now = family.room.table.state
        plan = family.plan(now) if not family.account.deeds else family.next_plan(plan)


def begin_move(family: Family, plan: Plan) -> None:
    """Lay the card and do a part of a move, or nothing of it."""
    family.begin(plan)
    steps = [step for step in plan.steps if step.kind is not StepKind.SWAPPED]
    left = family.rng.sample(steps, family.rng.randint(0, len(steps))) if steps else []
    family.carry(plan, leave=left)
    family.intend(plan)


def go_on_or_not(family: Family, plan: Plan, before: Spread) -> None:
    """Finish what was begun, put it back, or let it be; by chance."""
    top, drawn = family.room.tabletop, family.rng.random()
    if family.room.table.state != plan.state or not family.account.deeds:
        return
    family.by(plan.seat)
    if drawn < 0.4:
        finish(family)
        family.account.note(f"{plan.seat} finishes it meanwhile")
    elif drawn < 0.7:
        top.restore(before)
        family.take_card_back()
        family.account.forget()
        family.account.note("meanwhile it is put back")


def finish(family: Family) -> None:
    """Put the pieces as the turns that were begun would have them."""
    wanted = family.account.meant
    family.room.tabletop.make(wanted, sorted(wanted))


def finish_what_is_open(family: Family, plan: Plan) -> None:
    """Finish a move that was begun, unless it is on record already."""
    if family.account.deeds and family.room.table.state == plan.state:
        family.hand(0.2)
        family.by(plan.seat)
        finish(family)
        family.hand(0.3)


def by_nobody(family: Family) -> None:
    """Let nobody be named for what follows, unless it cannot be told from the turn's own move."""
    family.by(None if family.room.game.pile else family.turn)


def talk(family: Family) -> None:
    """Take all hands away for a while."""
    pause(family, PAUSES_S)


def list_loose(family: Family, plan: Plan | None = None) -> list[Place]:
    """Return the spots of the figures that can be taken in hand and that the plan leaves alone."""
    top, keep = family.room.tabletop, places_of(plan) if plan is not None else ()
    spots = [spot for spot in list_figures(family) if not top.standing[spot].turned]
    return [spot for spot in spots if top.area_of[spot] not in keep]


def list_figures(family: Family) -> list[Place]:
    """Return the spots of all figures, turned over or not; what has a number is none."""
    standing = family.room.tabletop.standing.items()
    return [spot for spot, one in standing if not one.colour.isdigit()]


def list_free(family: Family, figure: Figure | None) -> list[Place]:
    """Return the spots on which a figure could be put down; holes are none of them."""
    top = family.room.tabletop
    free = [spot for spot in top.area_of if spot not in top.standing and spot not in top.holes]
    return [spot for spot in free if figure is not None and top.fits(figure.colour, spot)]


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


def play_on(family: Family, plan: Plan) -> None:
    """Play, perhaps after some talk, unless the talk has changed the game."""
    if family.rng.random() < 0.5:
        talk(family)
    play_if_still(family, plan)


def prefer(family: Family, plan: Plan, wanted: Callable[[Plan], bool]) -> Plan:
    """Return another plan of the same turn that is as wanted, if some tries find one."""
    plans = (family.plan() for _ in range(TRIES))
    return next((one for one in (plan, *plans) if one is not None and wanted(one)), plan)


def pause(family: Family, moments: tuple[float, ...] = SHORT_S) -> None:
    """Take all hands away for a moment."""
    family.hand(0.3)
    family.room.look(family.rng.choice(moments))


def play_if_still(family: Family, plan: Plan) -> None:
    """Carry a plan out, unless what went before has changed the game."""
    if family.room.table.state == plan.state:
        carry_out(family, plan)


def perhaps_play(family: Family, plan: Plan) -> None:
    """Play all the same, half of the time, if nothing has come of what was done."""
    talk(family)
    if family.room.table.state == plan.state and family.rng.random() < 0.5:
        carry_out(family, plan)


def spots_of(family: Family, colour: Piece | None) -> list[Place]:
    """Return where the figures of a colour stand that are not turned over."""
    standing = family.room.tabletop.standing.items()
    return [spot for spot, one in standing if one.colour == colour and not one.turned]


def spots_on_track(family: Family, colour: Piece | None) -> list[Place]:
    """Return where the figures of a colour stand that are not at home."""
    area_of = family.room.tabletop.area_of
    return [spot for spot in spots_of(family, colour) if not area_of[spot].endswith(".nest")]


def count_on(family: Family, area: Place, spaces: int) -> Place | None:
    """Return the space so far along the track, if it is free; None elsewhere."""
    top = family.room.tabletop
    size = sum(one[:1] == "T" and one[1:].isdigit() for one in top.areas)
    if area[:1] != "T" or not area[1:].isdigit():
        return None
    target = Place(f"T{(int(area[1:]) + spaces) % size}")
    return None if target not in top.areas or [*top.occupied(target)] else target


def carry_one(family: Family, area: Place, target: Place) -> None:
    """Take whatever stands in one area to another."""
    top = family.room.tabletop
    figure = top.lift(area)
    if figure is not None:
        top.put(Figure(figure.colour), target)
        family.account.note(f"{top.who} takes {figure.colour} from {area} to {target}")


def play_upon(family: Family, after: Plan) -> None:
    """Let the next player lay and move, although the card that lies there is not played yet."""
    family.hand(0.3)
    lay(family, after)
    family.carry(after)
    family.account.wrong_card = after.seat


def slide(family: Family, spot: Place, spots: list[Place]) -> None:
    """Let a figure slide to one of these spots, if one is free; else off the table."""
    top = family.room.tabletop
    by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is None:
        return
    free = list_free(family, figure)
    to = family.pick([one for one in spots if one in free])
    if to is None:
        top.aside.append(figure)
    else:
        top.put(Figure(figure.colour), top.area_of[to])
    family.account.note(f"what stood on {spot} slides {f'to {to}' if to else 'off the table'}")


def move_another(family: Family, plan: Plan) -> None:
    """Move another figure of a player's own, out of turn, to somewhere near or far."""
    top = family.room.tabletop
    moved = {step.piece for step in plan.steps}
    spots = [spot for spot in list_loose(family, plan) if top.standing[spot].colour in moved]
    if spots:
        family.by(plan.seat)
        top.remembered = top.spread()
        slide(family, family.rng.choice(spots), [*top.area_of])
    talk(family)
