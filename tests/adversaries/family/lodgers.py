"""What lodgers do: put pieces up one off, play out of the pile, begin anew, hand over a seat."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model import played
from tablet_companion.referee.model.events import (
    Answer,
    Chosen,
    CorrectCard,
    GoOn,
    HandSeat,
    NameCard,
    NewGame,
    OpenCardKeys,
    OpenSeats,
)
from tablet_companion.referee.model.panels import QuestionPanel
from tablet_companion.referee.model.table import Stage
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    planned,
    play_next,
    play_until_accepted,
    well,
)
from tests.adversaries.family.household import by_nobody, list_loose, talk
from tests.adversaries.family.mischief import SHARE
from tests.adversaries.family.siblings import slide
from tests.adversaries.family.unruly import lay

_MOMENTS_S: Final = (0.1, 0.5, 2.0, 9.0)


@habit("begins anew, set out badly", 0.0, unruly=SHARE)
def begins_anew(family: Family) -> None:
    """Begin a new game with a piece missing or elsewhere, and begin although the page says so."""
    room, top = family.room, family.room.tabletop
    room.touch(NewGame(), Answer(0))
    if room.table.stage is not Stage.SETUP:
        well(family)
        return
    family.account.forget()
    family.account.played, family.account.wrong_card = 0, None
    top.pile = []
    room.begin(dict(room.table.setup.options), set_out=lambda: _set_out_badly(family))
    family.account.note("they begin all the same")
    family.hand(0.3)
    if family.rng.random() < 0.5 and (plan := family.plan()) is not None:
        carry_out(family, plan)


def _set_out_badly(family: Family) -> None:
    """Set the game out with one to three pieces off the table or anywhere."""
    family.room.set_out()
    for _ in range(family.rng.randint(1, 3)):
        if spots := list_loose(family):
            top = family.room.tabletop
            anywhere = family.room.game.pile and family.rng.random() < 0.5  # else it is a move
            slide(family, family.rng.choice(spots), [*top.area_of] if anywhere else [])
    family.room.look(family.rng.choice(_MOMENTS_S))


# --- pieces ---------------------------------------------------------------------------------------


@habit("knocks over beside a move, put up one off", 0.0, unruly=SHARE)
@planned
def put_up_one_off(family: Family, plan: Plan) -> None:
    """Move rightly, knock another figure over while that is looked at, and put it up one off."""
    top, room, spots = family.room.tabletop, family.room, list_loose(family, plan)
    carry_out(family, plan)
    if not spots:
        return
    family.hand(0.3)
    room.look(family.rng.choice((0.07, 0.2, 0.4, 1.0)))
    spot, order = family.rng.choice(spots), [*top.area_of]
    at = order.index(spot)
    spread = top.spread()
    by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    if figure is None:
        return
    top.drop(figure, spot, fallen=True)
    family.account.note(f"what stood on {spot} falls over")
    if family.rng.random() < 0.7:
        family.hand(0.2)
        room.look(family.rng.choice((0.1, 0.5, 2.0)))
    family.hand(0.2)
    by_nobody(family)
    top.restore(spread)
    slide(family, spot, [order[at - 1], order[(at + 1) % len(order)]])
    family.hand(0.3)
    if room.table.state != plan.state and family.rng.random() < 0.4:
        play_next(family)


@habit("talks while a piece lies about", 0.0, unruly=SHARE)
def talks_beside_a_fall(family: Family) -> None:
    """Knock a figure somewhere else, or off, and say what is due on the screen all the same."""
    top, spots = family.room.tabletop, list_loose(family)
    if not spots:
        well(family)
        return
    spot = family.rng.choice(spots)
    slide(family, spot, [*top.area_of] if family.rng.random() < 0.5 else [])
    family.hand(0.3)
    family.room.look(family.rng.choice(_MOMENTS_S))
    if family.plan() is None:
        family.say_something()
    else:
        family.account.note("somebody touches: no card can be played")
        family.give_up()
    family.hand(0.3)


# --- cards ----------------------------------------------------------------------------------------


@habit("plays a card out of the pile", 0.0, unruly=SHARE)
@planned
def card_out_of_the_pile(family: Family, plan: Plan) -> None:
    """Look for a fitting card in the pile, in any depth, pull it out and play it."""
    top = family.room.tabletop
    numbers = [n for n, one in enumerate(top.pile) if one.face == plan.card]
    if not numbers or family.account.unplayed is not None:
        carry_out(family, plan)
        return
    family.hand(0.3, pile=family.rng.random() < 0.5)
    number = family.rng.choice(numbers)
    above = top.pile[number:]
    if family.rng.random() < 0.5:
        del top.pile[number:]
        top.touched(None)
        family.hand(0.3)
        family.room.look(family.rng.choice((0.07, 0.5)))
    else:
        del top.pile[number]
    if len(top.pile) == number:
        top.pile += above[1:]
    top.touched(None)
    family.account.played = len(top.pile)
    family.account.note(f"{plan.seat} pulls a {plan.card} out of the pile")
    family.hand(0.3)
    if family.room.table.state == plan.state:
        carry_out(family, plan)


@habit("gathers the pile for dealing", 0.0, unruly=SHARE)
@planned
def gathers(family: Family, plan: Plan) -> None:
    """Take the whole pile away between turns, or with a move made, and play upon the bare table."""
    top = family.room.tabletop
    if not top.pile or family.account.unplayed is not None:
        carry_out(family, plan)
        return
    if family.rng.random() < 0.5 and not play_until_accepted(family, plan):
        return
    family.hand(0.4, pile=family.rng.random() < 0.5)
    top.pile = []
    top.touched(None)
    family.account.played = 0
    family.account.note("the pile is gathered up")
    family.hand(0.4)
    if family.rng.random() < 0.5:
        talk(family)
    play_next(family)


@habit("names a card, lifts, and lays another", 0.0, unruly=SHARE)
@planned
def names_lifts_lays(family: Family, plan: Plan) -> None:
    """Touch a card, take a piece in hand, think better of it, and lay and play another card."""
    room, top = family.room, family.room.tabletop
    step = next((one for one in plan.steps if one.kind is StepKind.MOVED), None)
    others = [one for one in room.game.cards if one != plan.card]
    if plan.card is None or step is None or family.account.unplayed is not None:
        carry_out(family, plan)
        return
    card = family.rng.choice(others)
    family.account.note(f"they touch {card}")
    family.account.misnamed = True
    room.touch(OpenCardKeys(), NameCard(card))
    family.hand(0.3)
    family.by(plan.seat)
    figure = top.lift(step.source, step.piece) or top.lift(step.source)
    family.hand(0.2)
    room.look(family.rng.choice((0.07, 0.5, 3.0)))
    if figure is not None:
        top.put(figure, step.source)
    if room.table.state == plan.state:
        family.account.misnamed = False  # a card that is seen belies one that was said before
        carry_out(family, plan)


@habit("corrects the last card wrongly", 0.0, unruly=SHARE)
@planned
def corrects_card(family: Family, plan: Plan) -> None:
    """Play, say that the card was another one, and perhaps say yes to what the page asks."""
    room = family.room
    if plan.card is None or not play_until_accepted(family, plan):
        return
    card = family.rng.choice([one for one in room.game.cards if one != plan.card])
    family.account.note(f"they say that it was {card}")
    family.account.misnamed = True
    room.touch(OpenCardKeys(), CorrectCard(), NameCard(card))
    if isinstance(room.panel, QuestionPanel):
        family.account.slips += 1
        room.touch(Answer(family.rng.randrange(len(room.panel.choices))))
    room.look(family.rng.choice(_MOMENTS_S))
    play_next(family)


@habit("gives up, and regrets it", 0.0, unruly=SHARE)
@planned
def regrets(family: Family, plan: Plan) -> None:
    """Say that no card can be played; then find one, and play it as if nothing had been said."""
    family.give_up()
    family.hand(0.3)
    family.room.look(family.rng.choice(_MOMENTS_S))
    if family.room.table.state == plan.state:
        carry_out(family, plan)
        return
    family.account.note("and finds one after all")
    family.hand(0.3)
    lay(family, plan)
    family.account.wrong_card = plan.seat
    family.carry(plan)
    family.plan_in_mind = family.plan()


# --- a seat of the table's ------------------------------------------------------------------------


@habit("a player leaves, and comes back", 0.0, unruly=SHARE)
def leaves(family: Family) -> None:
    """Hand the seat on turn to the table, do for it what it chooses, well or badly, come back."""
    room, seat = family.room, family.turn
    if seat is None:
        well(family)
        return
    room.touch(OpenSeats(), HandSeat(seat), GoOn())
    family.account.note(f"{seat} leaves, and the table plays")
    for _ in range(family.rng.randint(1, 3)):
        if played.find_due(room.table) != seat:
            break
        _let_choose(family)
    talk(family)
    if seat in room.table.setup.played:
        room.touch(OpenSeats(), HandSeat(seat), GoOn())
        family.account.note(f"{seat} comes back")


def _let_choose(family: Family) -> None:
    """Let the table choose an action, and carry out what of it is done with pieces."""
    room, table = family.room, family.room.table
    seat, state, game = table.turn, table.state, family.room.game
    actions = [*game.legal(state)]
    if seat is None or not actions or played.find_thought(table) != state:
        return
    plan = family.planned(seat, state, family.rng.choice(actions))
    family.intend(plan)
    family.account.note(f"the table chooses {plan.text}")
    room.event(Chosen(room.now_s, seat, len(table.past), plan.text))
    family.account.forget()
    drawn = family.rng.random()
    if room.table.state == state or drawn < 0.2:
        return
    room.look(family.rng.choice(_MOMENTS_S))
    left = [family.rng.choice(plan.steps)] if plan.steps and drawn < 0.5 else []
    family.hand(0.3)
    if plan.card is not None:
        family.lay(plan)
    if plan.steps and not any(one.kind is StepKind.SWAPPED for one in left):
        family.carry(plan, leave=left)
    family.hand(0.3)
    room.look(3.0)
