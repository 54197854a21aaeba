"""What unruly people do to the pile, the lamp and the plug, and to other people's turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card, StepKind
from tablet_companion.referee.model.verdicts import Asking
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import FACE_DOWN, Figure, Spread, flat
from tests.adversaries.family.habits import carry_out, habit, places_of, planned
from tests.adversaries.family.unruly import lay, next_to, play_ahead, with_next

SHARE: Final = 0.018
"""The share of each of these with an unruly family."""
_TRIES: Final = 12
"""So many next turns are thought of for one whose card fits this one, too."""
_WRONG_CARDS: Final = 4
"""More cards than the referee objects to before it thinks that it is mistaken."""


# --- the pile ---------------------------------------------------------------------------------


@habit("cards cross", 0.0, unruly=SHARE)
@planned
def cards_cross(family: Family, plan: Plan) -> None:
    """Let the next player lay a card first that would allow this move, too, and the other way."""
    after = next(
        (one for one in _list_next(family, plan) if _fit_each_other(family, plan, one)), None
    )
    if after is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.take_card_back()
    lay(family, after)
    early = family.rng.random() < 0.5
    if early:
        family.carry(after)
        family.account.wrong_card = after.seat
    if family.rng.random() < 0.5:
        family.hand(0.3)
        family.room.look(family.rng.choice((0.1, 0.5, 3.0)))
        family.hand(0.3)
    lay(family, plan)
    family.carry(plan)
    if not early:
        family.carry(after)
    if family.room.table.state == plan.state:
        family.intend(plan)
        family.intend(after)


def _list_next(family: Family, plan: Plan) -> list[Plan]:
    found = (next_to(family, plan) for _ in range(_TRIES))
    return [one for one in found if one is not None and one.card != plan.card]


def _fit_each_other(family: Family, plan: Plan, after: Plan) -> bool:
    """Whether each of two turns could be played with the card of the other."""
    return _could_be(family, plan, after.card) and _could_be(family, after, plan.card)


def _could_be(family: Family, plan: Plan, card: Card | None) -> bool:
    game, state = family.room.game, plan.state
    shows = flat(game.attempted(state, plan.action))
    return any(
        game.card_of(one) == card and flat(game.attempted(state, one)) == shows
        for one in game.legal(state)
    )


@habit("lays one wrong card after another", 0.0, unruly=SHARE)
@planned
def wrong_cards(family: Family, plan: Plan) -> None:
    """Lay cards that cannot be played, one after another, and leave the last one there."""
    game = family.room.game
    playable = {game.card_of(one) for one in game.legal(plan.state)}
    wrong = [one for one in game.cards if one not in playable] if game.pile else []
    if not wrong:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.take_card_back()
    number = min(len(wrong), family.rng.randint(1, _WRONG_CARDS))
    for left, card in enumerate(family.rng.sample(wrong, number), start=1):
        family.account.wrong_card = plan.seat
        family.room.tabletop.lay(card)
        family.account.note(f"{plan.seat} lays {card}, which cannot be played")
        family.hand(0.3)
        family.account.unplayable = card
        family.room.look(family.rng.choice((1.5, 10.0)))
        if left == number:
            return
        family.hand(0.3)
        family.take_card_back()
        family.hand(0.3)


@habit("tidies the pile", 0.0, unruly=SHARE)
@planned
def tidies(family: Family, plan: Plan) -> None:
    """Square the pile, before a turn or in the middle of one."""
    middle = family.rng.random() < 0.5
    if middle:
        family.hand(0.3, pile=False)
        family.lay(plan)
        family.hand(0.3)
    top = family.room.tabletop
    family.hand(0.5, pile=False)
    top.pile = [replace(one, pose=(1.0, 1.0, 3.0)) for one in top.pile]
    top.touched(None)
    family.account.note("somebody squares the pile")
    family.hand(0.3)
    family.room.look(family.rng.choice((0.5, 3.0, 10.0)))
    if family.room.table.state != plan.state:
        return
    if middle:
        family.hand(0.3)
        family.carry(plan)
        family.intend(plan)
    else:
        carry_out(family, plan)


@habit("turns the pile face down", 0.0, unruly=SHARE)
@planned
def turns_pile(family: Family, plan: Plan) -> None:
    """Let a child turn the top card over, and mostly somebody turn it up again."""
    top = family.room.tabletop
    if not top.pile:
        carry_out(family, plan)
        return
    before = top.pile[-1]
    family.hand(0.5, pile=False)
    top.pile[-1] = replace(before, face=FACE_DOWN)
    top.touched(None)
    family.account.note("a child turns the top card over")
    family.hand(0.3)
    family.room.look(family.rng.choice((0.5, 3.0, 10.0)))
    if family.rng.random() < 0.7:
        family.hand(0.3, pile=False)
        x_mm, y_mm, turn = before.pose
        top.pile[-1] = replace(before, pose=(x_mm + 5.0, y_mm, turn + 9.0))
        top.touched(None)
        family.account.note("it is turned up again")
        family.hand(0.3)
        family.room.look(family.rng.choice((0.5, 3.0)))
    if family.room.table.state == plan.state:
        carry_out(family, plan)


# --- pieces -----------------------------------------------------------------------------------


@habit("a piece of another game", 0.0, unruly=SHARE)
@planned
def another_game(family: Family, plan: Plan) -> None:
    """Leave a piece of another game on the board, which looks like one too many; play on."""
    top = family.room.tabletop
    colours = [one for one in top.colours if not one.isdigit()]
    free = [one for one in top.area_of if one not in top.standing]
    colour = family.rng.choice(colours)
    fitting = [
        one for one in free if top.fits(colour, one) and top.area_of[one] not in places_of(plan)
    ]
    if not fitting:
        carry_out(family, plan)
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
    carry_out(family, plan)


@habit("skips a player", 0.0, unruly=SHARE)
@with_next
def skips(family: Family, plan: Plan, after: Plan) -> None:
    """Let the next player lay and move, as if the player on turn had passed without a word."""
    play_ahead(family, plan, after)
    family.account.note(f"{plan.seat} is passed over")


@habit("turns the board", 0.0, unruly=SHARE)
@planned
def turns_board(family: Family, plan: Plan) -> None:
    """Turn the board by 180 degrees; it is not found for a while, or taken for the old way round.

    Nobody turns it back until told, or some turn it back by themselves.
    """
    room, top = family.room, family.room.tabletop
    if family.rng.random() < 0.5:
        family.lay(plan)
    family.by(None)
    family.account.note("somebody turns the board")
    family.hand(1.0)
    mistaken = top.opposite and family.rng.random() < 0.6
    if mistaken:
        top.turn_round()
    else:
        room.dark(family.rng.choice((2.0, 20.0)), "board")
    room.look(family.rng.choice((1.0, 3.0, 10.0)))
    if top.turned_round and family.rng.random() < 0.4:
        family.account.note("it is turned back")
        family.hand(1.0)
        top.turn_round()
    if not mistaken and room.table.state == plan.state:
        carry_out(family, plan)


# --- lamp and plug ----------------------------------------------------------------------------


def begin_move(family: Family, plan: Plan) -> None:
    """Lay the card and do a part of a move, or nothing of it."""
    family.hand(0.3)
    family.lay(plan)
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
        wanted = family.account.meant
        top.make(wanted, sorted(wanted))
        family.account.note(f"{plan.seat} finishes it meanwhile")
    elif drawn < 0.7:
        top.restore(before)
        family.take_card_back()
        family.account.forget()
        family.account.note("meanwhile it is put back")


@habit("the lamp goes out", 0.0, unruly=SHARE)
@planned
def lamp_out(family: Family, plan: Plan) -> None:
    """Begin a move, leave it in the dark for a while, and go on, partly before there is light."""
    before = family.room.tabletop.spread()
    begin_move(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.1, 0.5, 5.0)))
    family.room.dark(family.rng.choice((2.0, 60.0, 600.0)))
    family.account.note("it was dark")
    if family.rng.random() < 0.6:
        go_on_or_not(family, plan, before)
        family.room.dark(2.0)
    family.room.look(family.rng.choice((0.1, 2.0, 10.0)))


@habit("the power is cut", 0.0, unruly=SHARE)
@planned
def power_cut(family: Family, plan: Plan) -> None:
    """Cut the power in the middle of a move or a question; take it up with the table changed."""
    room, state = family.room, family.room.table.state
    before = room.tabletop.spread()
    wrong = family.wrong_plan(plan) if family.rng.random() < 0.4 else None
    if wrong is not None:
        family.hand(0.3)
        family.lay(plan)
        family.carry(wrong)
    elif family.rng.random() < 0.5:
        carry_out(family, plan)
    else:
        begin_move(family, plan)
    family.hand()
    room.look(family.rng.choice((0.1, 0.5, 2.0, 10.0)))
    if not room.table.is_played:
        return
    family.account.note("the power is cut")
    room.restart()
    if room.table.state != state:
        family.account.note("what was done is on record")
        return
    if wrong is None:
        go_on_or_not(family, plan, before)
    elif family.rng.random() < 0.5:
        family.by(plan.seat)
        room.tabletop.restore(before)
        family.account.note("meanwhile it is put back")
    room.look(family.rng.choice((0.5, 3.0, 10.0)))


@habit("finishes under the next card", 0.0, unruly=SHARE)
@with_next
def finishes_under_next(family: Family, plan: Plan, after: Plan) -> None:
    """Do half of a move, be told so, and do the rest as the next player lays and moves, too."""
    begin_move(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.5, 1.0, 3.0)))
    table = family.room.table
    asked = isinstance(table.verdict, Asking)  # that is answered first
    if table.state != plan.state or not family.account.deeds or asked:
        return
    family.hand(0.3)
    family.by(plan.seat)
    wanted = family.account.meant
    family.room.tabletop.make(wanted, sorted(wanted))
    family.account.note(f"{plan.seat} finishes it")
    lay(family, after)
    family.carry(after)
    family.intend(after)
