"""Questions and objections not answered: played past, walked off from, tapped away, ignored."""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts

_KEYS: Final[tuple[tuple[events.Intent, ...], ...]] = (
    (events.Choose("language", "de"),),
    (events.TakeBack(), events.Answer(1)),
    (events.NewGame(), events.Answer(1)),
    (events.OpenLevels(), events.GoOn()),
    (events.OpenSeats(), events.GoOn()),
    (events.OpenCardKeys(), events.GoOn()),
    (events.OpenBoard(), events.GoOn()),
    (events.OpenBoard(), events.RecordIsRight()),
    (events.AskWhy(), events.GoOn()),
    (events.Recall(), events.GoOn()),
    (events.Wonder(), events.GoOn()),
    (events.Pause(), events.GoOn()),
    (events.GoOn(),),
)
"""Touches that lead to a page and away from it again, without a word about the game."""
_IGNORED: Final = 10
"""So many turns people play on, whatever the page says."""


@habit(42, "ignores objections for ten turns", 0.0)
@parts.planned
def ignores_all(family: Family, plan: Plan) -> None:
    """Do something wrong, and play ten turns on whatever the page says."""
    wrong = family.wrong_plan(plan)
    if wrong is not None:
        family.begin(plan)
        family.carry(wrong)
        family.hand()
        family.room.look(family.rng.choice((1.0, 10.0)))
    after = family.next_plan(plan) if wrong is not None else plan
    for _ in parts.play_turns(family, after, _IGNORED):
        continue


@habit(95, "plays instead of answering", 0.0, unruly=SHARE)
@parts.planned
def plays_past_a_question(family: Family, plan: Plan) -> None:
    """Put the last move back by hand, be asked about it, and play another with its card."""
    room, state = family.room, family.room.table.state
    if parts.put_back_by_hand(family, plan) is None:
        return
    room.look(family.rng.choice((1.5, 5.0)))
    other = family.plan(state)
    if other is None or other.card != plan.card or room.table.state == state:
        family.taking_back = True
        return
    family.hand(0.3)
    family.by(plan.seat)
    family.perform(other)
    family.taking_back = True


@habit(100, "walks off from a question", 0.0, unruly=SHARE)
@parts.planned
def walks_off(family: Family, plan: Plan) -> None:
    """Play two turns under a hand, be asked about them, and let a third player play instead."""
    room, after = family.room, family.next_plan(plan)
    parts.carry_out(family, plan)
    if after is None:
        return
    family.hand(0.2)
    parts.carry_out(family, after)
    family.hand(0.3)
    room.look(9.0, until=lambda: isinstance(room.panel, QuestionPanel))
    third = family.next_plan(after)
    if third is None or not isinstance(room.panel, QuestionPanel) or len(family.account.deeds) < 2:
        return
    family.account.note("nobody answers")
    parts.carry_out(family, third)


@habit(102, "answers when the table has changed", 0.0, unruly=SHARE)
@parts.planned
def answers_late(family: Family, plan: Plan) -> None:
    """Put a move back by hand, be asked, put it forward again, and then answer."""
    top, room = family.room.tabletop, family.room
    made = parts.put_back_by_hand(family, plan)
    if made is None:
        return
    room.look(5.0, until=lambda: isinstance(room.panel, QuestionPanel))
    if not isinstance(room.panel, QuestionPanel):
        family.taking_back = True
        return
    family.hand(0.3)
    top.restore(made)
    family.account.note("and made again")
    parts.pause(family, (0.1, 1.0))
    if isinstance(room.panel, QuestionPanel):
        room.touch(events.Answer(len(room.panel.choices) - 1))


@habit(109, "plays on at the sight of a question", 0.0, unruly=SHARE)
@parts.planned
def plays_at_a_question(family: Family, plan: Plan) -> None:
    """Do something that is asked about, and let the next player move as soon as it is."""
    room = family.room
    family.hand(0.3)
    family.perform(plan, laid=plan.card is None)
    family.hand(0.3)
    room.look(8.0, until=lambda: room.page.asks)
    after = parts.next_to(family, plan)
    if after is None or room.table.state != plan.state:
        return
    family.account.note("the next one plays all the same")
    family.hand(0.3)
    parts.lay_and_move(family, after)


@habit(114, "taps the first answer all the time", 0.0, unruly=SHARE)
@parts.planned
def taps_along(family: Family, plan: Plan) -> None:
    """Have a small one tap where “Yes” stands, asked or not, while others play two turns."""
    room = family.room
    for one in (plan, family.next_plan(plan)):
        if one is None or family.over:
            return
        parts.carry_out(family, one)
        family.hand(0.3)
        for _ in range(3):
            room.look(0.5)
            state, asks = room.table.state, isinstance(room.panel, QuestionPanel)
            room.touch(events.Answer(0) if asks else events.GoOn())
            if room.table.state != state and asks:
                family.account.note("a small one taps the first answer")
                family.taking_back = True
                return


@habit(160, "touches keys at an objection", 0.0, unruly=SHARE)
@parts.planned
def keys_at_an_objection(family: Family, plan: Plan) -> None:
    """Do what is not allowed, and touch this and that once the page says so."""
    room, wrong = family.room, family.wrong_plan(plan)
    if wrong is None:
        parts.carry_out(family, plan)
        return
    family.begin(plan)
    family.carry(wrong)
    family.plan_in_mind = plan
    family.hand(0.3)
    room.look(8.0, until=lambda: not room.page.calm)
    for keys in family.rng.sample(_KEYS, family.rng.randint(1, 3)):
        family.account.note(f"somebody touches {keys[0]}")
        room.touch(*keys)
        room.look(family.rng.choice(parts.MOMENTS_S))
