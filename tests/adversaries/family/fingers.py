"""What people touch at the wrong moment: beside a move, instead of an answer, or and then play."""

from __future__ import annotations

from tablet_companion.referee.model.events import (
    Answer,
    GiveUp,
    GoOn,
    NameCard,
    OpenBoard,
    OpenCardKeys,
    Pause,
    TakeBack,
)
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import carry_out, habit, planned, put_back_by_hand
from tests.adversaries.family.household import talk
from tests.adversaries.family.mischief import SHARE


@habit("plays while the game is paused", 0.0, unruly=SHARE)
@planned
def plays_in_pause(family: Family, plan: Plan) -> None:
    """Touch the pause, play, perhaps for two, and go on some time later."""
    room = family.room
    room.touch(Pause())
    carry_out(family, plan)
    after = family.next_plan(plan) if family.rng.random() < 0.4 else None
    if after is not None:
        talk(family)
        carry_out(family, after)
    family.account.note("all that during a pause")
    talk(family)
    room.touch(GoOn())


@habit("takes back with the key in mid-move", 0.0, unruly=SHARE)
@planned
def takes_back_in_mid_move(family: Family, plan: Plan) -> None:
    """Lay a card, do a part of its move, and have the move before taken back; put all back."""
    room, state = family.room, family.room.table.state
    family.hand(0.3)
    family.lay(plan)
    left = family.rng.sample(plan.steps, family.rng.randint(0, len(plan.steps)))
    if not any(step.kind.name == "SWAPPED" for step in plan.steps):
        family.carry(plan, leave=left)
    family.hand(0.3)
    room.look(family.rng.choice((0.1, 0.5)))
    if room.table.state != state:
        return
    family.account.note("the key: take back, yes")
    room.touch(TakeBack(), Answer(0))
    family.account.forget()
    if room.table.state != state:
        family.undone()
    room.look(family.rng.choice((1.0, 6.0)))
    family.hand(0.3)
    family.by(None)
    family.put_all_right()
    family.account.note("they put everything back")
    family.hand(0.3)


@habit("names another card beforehand", 0.0, unruly=SHARE)
@planned
def names_beforehand(family: Family, plan: Plan) -> None:
    """Touch a card, not the one that is laid and played then."""
    if plan.card is None:
        carry_out(family, plan)
        return
    card = family.rng.choice([one for one in family.room.game.cards if one != plan.card])
    family.account.note(f"they touch {card}")
    family.account.misnamed = True
    family.room.touch(OpenCardKeys(), NameCard(card))
    family.room.look(family.rng.choice((0.5, 3.0)))
    if family.room.table.state == plan.state:
        carry_out(family, plan)


@habit("plays instead of answering", 0.0, unruly=SHARE)
@planned
def plays_past_a_question(family: Family, plan: Plan) -> None:
    """Put the last move back by hand, be asked about it, and play another with its card."""
    room, state = family.room, family.room.table.state
    if put_back_by_hand(family, plan) is None:
        return
    room.look(family.rng.choice((1.5, 5.0)))
    other = family.plan(state)
    if other is None or other.card != plan.card or room.table.state == state:
        family.taking_back = True
        return
    family.hand(0.3)
    family.by(plan.seat)
    family.carry(other)
    family.intend(other)
    family.taking_back = True


@habit("gives up with the key, and plays", 0.0, unruly=SHARE)
@planned
def gives_up_and_plays(family: Family, plan: Plan) -> None:
    """Touch “No card can be played”, and instead of an answer lay a card and move."""
    family.account.note("they touch: no card can be played")
    family.room.touch(GiveUp())
    family.room.look(family.rng.choice((0.5, 5.0)))
    carry_out(family, plan)


@habit("plays while the board's page is open", 0.0, unruly=SHARE)
@planned
def plays_beside_the_board_page(family: Family, plan: Plan) -> None:
    """Open the page on which the board is corrected, play, and close it or leave it open."""
    family.room.touch(OpenBoard())
    carry_out(family, plan)
    family.account.note("beside the board's page")
    talk(family)
    if family.rng.random() < 0.7:
        family.room.touch(GoOn())
