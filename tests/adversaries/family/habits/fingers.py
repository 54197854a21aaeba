"""Fingers on the screen: answers at once or twice, boards corrected, cards named and not laid."""

from __future__ import annotations

from tablet_companion.games.core import EMPTY
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family import answering
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Figure
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(173, "answers and moves at once", 0.0, unruly=SHARE)
@parts.planned
def answers_and_moves(family: Family, plan: Plan) -> None:
    """Do what is asked about, answer it truly, and have the next one move in the same instant."""
    room = family.room
    family.hand(0.3)
    family.perform(plan, laid=plan.card is None)
    family.hand(0.3)
    room.look(9.0, until=lambda: room.page.asks)
    if not _answer(family):
        return
    after = family.plan() if not family.account.deeds and not family.over else None
    if after is not None:
        room.busy(0.07)
        parts.carry_out(family, after)


def _answer(family: Family, times: int = 1) -> bool:
    """Answer what the page asks, if anything; whether it was asked."""
    room, panel = family.room, family.room.panel
    if isinstance(panel, QuestionPanel):
        number = answering.choose(family, panel)
        if number is None:
            return False
        family.account.note(f"they answer {number}")
        room.touch(events.Answer(number))
        for _ in range(times - 1):
            if isinstance(room.panel, QuestionPanel):
                family.account.slips += 1
            room.touch(events.Answer(number))
        return True
    due = next((deed.card for deed in family.account.deeds if deed.card), None)
    if room.page.asks and due is not None:
        family.account.note(f"they touch {due}")
        room.touch(*([events.NameCard(due)] * times))
        return True
    return False


@habit(174, "taps everything twice", 0.0, unruly=SHARE)
@parts.planned
def taps_twice(family: Family, plan: Plan) -> None:
    """Play under a hand with the next one, and tap each answer two or three times."""
    room, after = family.room, family.next_plan(plan)
    parts.carry_out(family, plan)
    if after is not None and family.rng.random() < 0.7:
        family.hand(0.2)
        parts.carry_out(family, after)
    family.hand(0.3)
    for _ in range(3):
        room.look(9.0, until=lambda: room.page.asks)
        if not _answer(family, family.rng.choice((2, 3))):
            return


@habit(180, "corrects the board on the screen", 0.0, unruly=SHARE)
@parts.planned
def corrects_board(family: Family, plan: Plan) -> None:
    """Knock a piece, open the board's page, put it on the record where it stands, or not."""
    room, top = family.room, family.room.tabletop
    spots = parts.list_loose(family, plan)
    spot = family.pick(spots)
    if spot is None:
        parts.carry_out(family, plan)
        return
    parts.by_nobody(family)
    figure = top.lift(top.area_of[spot], top.standing[spot].seen)
    to = family.pick(parts.list_free(family, figure))
    if figure is None or to is None:
        return
    top.put(Figure(figure.colour), top.area_of[to])
    family.account.note(f"{figure.colour} is moved from {spot} to {to}")
    family.hand(0.3)
    room.look(family.rng.choice((0.2, 3.0, 9.0)))
    room.touch(events.OpenBoard(), events.Put(spot, EMPTY), events.Put(to, figure.colour))
    family.account.note("and put so on the screen")
    parts.talk(family)
    if family.rng.random() < 0.5:
        parts.carry_out(family, plan)
    room.touch(events.GoOn())


@habit(181, "touches the drawn board", 0.0, unruly=SHARE)
@parts.planned
def points(family: Family, plan: Plan) -> None:
    """Ask on the drawn board what may be done, in mid-move or between cards and moves."""
    room = family.room
    parts.begin_move(family, plan)
    family.hand(0.2)
    room.look(family.rng.choice(parts.MOMENTS_S))
    room.touch(events.Wonder(asking=family.rng.random() < 0.5))
    for _ in range(family.rng.randint(1, 3)):
        room.touch(events.Point(family.rng.choice([*room.tabletop.area_of])))
    parts.finish_what_is_open(family, plan)
    room.look(family.rng.choice(parts.MOMENTS_S))
    if family.rng.random() < 0.5:
        room.touch(events.GoOn())


@habit(182, "asks for advice in mid-move", 0.0, unruly=SHARE)
@parts.planned
def asks_advice(family: Family, plan: Plan) -> None:
    """Begin a move, ask for advice alone, and go on or not."""
    room = family.room
    parts.begin_move(family, plan)
    family.hand(0.2)
    room.look(family.rng.choice(parts.MOMENTS_S))
    room.touch(events.AskAdvice(), events.Reveal())
    room.look(family.rng.choice(parts.MOMENTS_S))
    parts.finish_what_is_open(family, plan)
    room.touch(events.Hide(), events.GoOn())


@habit(183, "objects to everything", 0.0, unruly=SHARE)
@parts.planned
def objects(family: Family, plan: Plan) -> None:
    """Play, and have everybody touch that they object, whether they may or not."""
    room = family.room
    parts.carry_out(family, plan)
    family.hand(0.3)
    room.look(family.rng.choice((0.3, 1.0, 3.0)))
    for seat in room.table.setup.seats:
        state = room.table.state
        room.touch(events.SpeakUp(seat))
        if room.table.state != state:
            family.account.note(f"{seat} objects")
            return


@habit(186, "takes back with the key, plays another at once", 0.0, unruly=SHARE)
@parts.planned
def takes_back_and_plays(family: Family, plan: Plan) -> None:
    """Take a move back by the key, and do another with its card before the pieces are back."""
    room, top, state = family.room, family.room.tabletop, family.room.table.state
    spread = top.spread()
    if not parts.play_until_accepted(family, plan):
        return
    family.take_back()
    if room.table.state != state:
        return
    room.look(family.rng.choice((0.07, 0.5, 3.0)))
    other = family.plan(state)
    if other is None:
        return
    family.hand(0.3)
    family.by(plan.seat)
    top.restore(spread)
    family.account.note("the pieces are put back, and at once")
    family.lay(other)
    family.perform(other)


@habit(187, "names every card, and lays none", 0.0, unruly=SHARE)
@parts.planned
def names_only(family: Family, plan: Plan) -> None:
    """Name the card on the screen and move; the card stays in the hand, or comes a turn later."""
    room, top = family.room, family.room.tabletop
    if plan.card is None:
        parts.carry_out(family, plan)
        return
    family.hand(0.2)
    family.take_card_back()
    room.touch(events.OpenCardKeys(), events.NameCard(plan.card))
    family.account.note(f"they touch {plan.card} and lay nothing")
    family.hand(0.3)
    family.perform(plan, laid=False)
    family.hand(0.3)
    room.look(9.0, until=lambda: not family.account.deeds)
    if family.account.deeds or family.over or family.rng.random() < 0.5:
        return
    top.lay(plan.card)
    family.account.played += 1
    family.account.note(f"{plan.card} is laid after all")
    family.hand(0.3)
    if family.rng.random() < 0.5:
        parts.play_next(family)


@habit(188, "taps twice at taking back", 0.0, unruly=SHARE)
@parts.planned
def takes_back_twice(family: Family, plan: Plan) -> None:
    """Touch “Take back” and “Yes” twice each, as nothing seemed to come of it."""
    room, state = family.room, family.room.table.state
    if not parts.play_until_accepted(family, plan):
        return
    family.account.note("they touch to take back, twice each")
    before = len(room.table.past)
    room.touch(events.TakeBack(), events.TakeBack(), events.Answer(0), events.Answer(0))
    family.account.forget()
    if len(room.table.past) < before:
        family.undone()
    if room.table.state == state and family.rng.random() < 0.5:
        parts.pause(family, parts.MOMENTS_S)
        family.hand(0.3)
        family.by(None)
        family.put_all_right()
        family.account.note("they put the pieces back")
        family.hand(0.3)
