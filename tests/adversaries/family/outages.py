"""What befalls the screen and the plug: keys at an objection, power cuts, a tablet asleep."""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.model.events import (
    Answer,
    AskWhy,
    Choose,
    GoOn,
    Intent,
    NewGame,
    OpenBoard,
    OpenCardKeys,
    OpenLevels,
    OpenSeats,
    Pause,
    Recall,
    RecordIsRight,
    TakeBack,
    Ticked,
    Wonder,
)
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family import answering
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    planned,
    play_until_accepted,
)
from tests.adversaries.family.mischief import SHARE, begin_move, go_on_or_not

_MOMENTS_S: Final = (0.1, 0.5, 2.0, 9.0)
_KEYS: Final[tuple[tuple[Intent, ...], ...]] = (
    (Choose("language", "de"),),
    (TakeBack(), Answer(1)),
    (NewGame(), Answer(1)),
    (OpenLevels(), GoOn()),
    (OpenSeats(), GoOn()),
    (OpenCardKeys(), GoOn()),
    (OpenBoard(), GoOn()),
    (OpenBoard(), RecordIsRight()),
    (AskWhy(), GoOn()),
    (Recall(), GoOn()),
    (Wonder(), GoOn()),
    (Pause(), GoOn()),
    (GoOn(),),
)
"""Touches that lead to a page and away from it again, without a word about the game."""


# --- the screen and the plug ----------------------------------------------------------------------


@habit("touches keys at an objection", 0.0, unruly=SHARE)
@planned
def keys_at_an_objection(family: Family, plan: Plan) -> None:
    """Do what is not allowed, and touch this and that once the page says so."""
    room, wrong = family.room, family.wrong_plan(plan)
    if wrong is None:
        carry_out(family, plan)
        return
    family.hand(0.3)
    family.lay(plan)
    family.carry(wrong)
    family.plan_in_mind = plan
    family.hand(0.3)
    room.look(8.0, until=lambda: not room.page.calm)
    for keys in family.rng.sample(_KEYS, family.rng.randint(1, 3)):
        family.account.note(f"somebody touches {keys[0]}")
        room.touch(*keys)
        room.look(family.rng.choice(_MOMENTS_S))


@habit("the power is cut at a question", 0.0, unruly=SHARE)
@planned
def cut_at_a_question(family: Family, plan: Plan) -> None:
    """Do what is asked about, answer or not, and cut the power; the table may change meanwhile."""
    room, after = family.room, family.next_plan(plan)
    before = room.tabletop.spread()
    if after is not None and family.rng.random() < 0.5:
        carry_out(family, plan)
        family.hand(0.2)
        carry_out(family, after)
    else:
        family.hand(0.3)
        family.carry(plan)
        family.intend(plan, laid=plan.card is None)
    family.hand(0.3)
    room.look(9.0, until=lambda: room.page.asks)
    if isinstance(room.panel, QuestionPanel) and family.rng.random() < 0.5:
        number = answering.choose(family, room.panel)
        room.touch(Answer(len(room.panel.choices) - 1 if number is None else number))
    _restart(family)
    if len(family.account.deeds) == 1:
        go_on_or_not(family, plan, before)
        family.hand(0.3)


@habit("the power is cut after taking back", 0.0, unruly=SHARE)
@planned
def cut_after_taking_back(family: Family, plan: Plan) -> None:
    """Take an accepted move back by the key, perhaps put half of it back, and cut the power."""
    room, top, spread = family.room, family.room.tabletop, family.room.tabletop.spread()
    state = room.table.state
    if not play_until_accepted(family, plan):
        return
    family.take_back()
    room.look(family.rng.choice(_MOMENTS_S))
    if room.table.state == state and family.rng.random() < 0.6:
        family.hand(0.3)
        family.by(None)
        top.restore(spread)
        if family.rng.random() < 0.5:
            family.take_card_back()
        family.account.note("the pieces are put back")
        family.hand(0.3)
        room.look(family.rng.choice(_MOMENTS_S))
    _restart(family)


def _restart(family: Family) -> None:
    """Cut the power, and take the game up again."""
    if family.room.table.is_played:
        family.room.restart()
        family.account.note("the power is cut")
        family.room.look(family.rng.choice(_MOMENTS_S))


@habit("plays on without power", 0.0, unruly=SHARE)
@planned
def plays_without_power(family: Family, plan: Plan) -> None:
    """Cut the power before a turn or after one, and play one to three turns until it is back."""
    if not family.room.table.is_played:
        return
    if family.rng.random() < 0.5:
        carry_out(family, plan)
        family.hand(0.3)
        family.room.look(family.rng.choice(_MOMENTS_S))
        after = family.next_plan(plan)
    else:
        after = plan
    family.account.note("the power is cut")
    for _ in range(family.rng.randint(1, 3)):
        if after is None or family.over:
            break
        family.lay(after)
        family.carry(after)
        family.intend(after)
        family.room.now_s += 30.0
        after = family.next_plan(after)
    family.room.restart()
    family.account.note("and is back")
    family.room.look(family.rng.choice(_MOMENTS_S))


@habit("the tablet sleeps in mid-move", 0.0, unruly=SHARE)
@planned
def sleeps(family: Family, plan: Plan) -> None:
    """Begin a move, and have the tablet see nothing for an hour, with a hand there or without."""
    room, before = family.room, family.room.tabletop.spread()
    begin_move(family, plan)
    if family.rng.random() < 0.6:
        family.hand(0.3)
        room.look(family.rng.choice((0.07, 0.2, 0.5, 2.0)))
    if family.rng.random() < 0.5:
        go_on_or_not(family, plan, before)
    room.now_s += 3600.0
    room.quiet_s = room.now_s
    if family.rng.random() < 0.5:
        room.event(Ticked(room.now_s))
    family.account.note("the tablet was asleep for an hour")
    room.look(family.rng.choice((0.07, 0.2, 1.0)))
