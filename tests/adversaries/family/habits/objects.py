"""Things put on the board or the pile: cups, buttons, a glass, a dropped card, pieces too many."""

from __future__ import annotations

from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(8, "puts a cup down", 0.02)
@parts.planned
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
    parts.carry_out(family, plan)


@habit(9, "drops a card on the board", 0.015)
@parts.planned
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
    parts.carry_out(family, plan)


@habit(48, "a piece of another game", 0.0, unruly=SHARE)
@parts.planned
def another_game(family: Family, plan: Plan) -> None:
    """Leave a piece of another game on the board, which looks like one too many; play on."""
    top = family.room.tabletop
    colours = [one for one in top.colours if not one.isdigit()]
    free = [one for one in top.area_of if one not in top.standing]
    colour = family.rng.choice(colours)
    fitting = [
        one
        for one in free
        if top.fits(colour, one) and top.area_of[one] not in parts.places_of(plan)
    ]
    if not fitting:
        parts.carry_out(family, plan)
        return
    spot = family.rng.choice(fitting)
    family.by(None)
    if family.rng.random() < 0.5:
        top.put(Figure(colour), top.area_of[spot])
    else:
        top.drop(Figure(colour), spot, fallen=family.rng.random() < 0.5)
    family.account.note(f"a {colour} piece of another game is left at {spot}")
    family.hand()
    if family.rng.random() < 0.5:
        family.room.look(family.rng.choice((1.0, 10.0)))
    parts.carry_out(family, plan)


@habit(116, "puts a button for a piece", 0.0, unruly=SHARE)
@parts.planned
def puts_a_button(family: Family, plan: Plan) -> None:
    """Pocket a piece and leave a button in its place, or upon another of its area.

    Others may play on beside it.
    """
    top = family.room.tabletop
    if spots := parts.list_loose(family, plan):
        spot = family.rng.choice(spots)
        parts.by_nobody(family)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        if figure is not None:
            top.aside.append(figure)
            top.leave_cup([spot])
            family.account.note(f"a button lies on {spot} for the {figure.colour} one")
    parts.talk(family)
    if family.rng.random() < 0.5 and family.room.table.state == plan.state:
        parts.carry_out(family, plan)


@habit(126, "puts a glass on the pile", 0.0, unruly=SHARE)
@parts.planned
def glass_on_pile(family: Family, plan: Plan) -> None:
    """Play a turn, or two, while a glass stands on the pile, and take it off some time later."""
    family.room.reader.covers_pile = True
    family.account.note("a glass stands on the pile")
    parts.carry_out(family, plan)
    family.hand(0.3)
    after = family.next_plan(plan) if family.rng.random() < 0.4 else None
    parts.talk(family)
    if after is not None:
        parts.carry_out(family, after)
        parts.talk(family)
    family.room.reader.covers_pile = False
    family.account.note("it is taken off")
    family.hand(0.3)


@habit(135, "adds a spare piece from the box", 0.0, unruly=SHARE)
@parts.planned
def adds_a_spare(family: Family, plan: Plan) -> None:
    """Put out one more figure of a colour, as one seems to be missing, and play on."""
    top = family.room.tabletop
    colours = sorted({one.colour for one in top.standing.values() if not one.colour.isdigit()})
    colour = family.pick(colours)
    spare = Figure(colour) if colour is not None else None
    spot = family.pick(parts.list_free(family, spare))
    if spare is not None and spot is not None:
        parts.by_nobody(family)
        top.put(spare, top.area_of[spot])
        family.account.note(f"one more {colour} figure comes out of the box to {spot}")
    family.hand(0.3)
    parts.talk(family)
    parts.play_on(family, plan)


@habit(142, "takes a button away again", 0.0, unruly=SHARE)
@parts.planned
def takes_button_away(family: Family, plan: Plan) -> None:
    """Put something for a piece, or over places, and take it away again, perhaps in two goes.

    The piece comes back, stays in a pocket, or was under it all the time.
    """
    top, spots = family.room.tabletop, parts.list_loose(family, plan)
    if not spots:
        parts.carry_out(family, plan)
        return
    spot = family.rng.choice(spots)
    area, figure = top.area_of[spot], top.standing[spot]
    parts.by_nobody(family)
    pocketed = family.rng.random() < 0.7 and top.lift(area, figure.seen) is not None
    beside = family.rng.sample([*top.area_of], family.rng.choice((0, 0, 2)))
    top.leave_cup([spot, *beside])
    what = f"in place of the {figure.colour} one" if pocketed else "over what stands there"
    family.account.note(f"something is put on {spot}, {what}")
    parts.talk(family)
    for _ in range(family.rng.choice((0, 1))):
        family.hand(0.3)
        top.clear_cups()
        family.hand(0.2)
        family.room.look(family.rng.choice(parts.SHORT_S))
        family.hand(0.2)
        to = family.rng.choice([spot, *parts.list_loose(family, plan)])
        top.leave_cup([to])
        family.account.note(f"it is taken away and, on second thoughts, put on {to}")
        parts.talk(family)
    family.hand(0.3)
    parts.by_nobody(family)
    top.clear_cups()
    family.account.note("it is taken away")
    if pocketed and family.rng.random() < 0.7 and spot not in top.standing:
        top.put(figure, area)
        family.account.note(f"and the {figure.colour} one is put on {area}")
    elif pocketed:
        top.aside.append(figure)
    family.hand(0.3)
    parts.play_on(family, plan)
