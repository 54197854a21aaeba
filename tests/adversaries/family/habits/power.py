"""The lamp goes out, the power is cut, the tablet sleeps: in mid-move, at a question."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model.events import Answer, Ticked
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family import answering
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import SHARE, habit, parts


@habit(51, "the lamp goes out", 0.0, unruly=SHARE)
@parts.planned
def lamp_out(family: Family, plan: Plan) -> None:
    """Begin a move, leave it in the dark for a while, and go on, partly before there is light."""
    before = family.room.tabletop.spread()
    parts.begin_move(family, plan)
    family.hand()
    family.room.look(family.rng.choice((0.1, 0.5, 5.0)))
    family.room.dark(family.rng.choice((2.0, 60.0, 600.0)))
    family.account.note("it was dark")
    if family.rng.random() < 0.6:
        parts.go_on_or_not(family, plan, before)
        family.room.dark(2.0)
    family.room.look(family.rng.choice((0.1, 2.0, 10.0)))


@habit(52, "the power is cut", 0.0, unruly=SHARE)
@parts.planned
def power_cut(family: Family, plan: Plan) -> None:
    """Cut the power in the middle of a move or a question; take it up with the table changed."""
    room, state = family.room, family.room.table.state
    before = room.tabletop.spread()
    wrong = family.wrong_plan(plan) if family.rng.random() < 0.4 else None
    if wrong is not None:
        family.begin(plan)
        family.carry(wrong)
    elif family.rng.random() < 0.5:
        parts.carry_out(family, plan)
    else:
        parts.begin_move(family, plan)
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
        parts.go_on_or_not(family, plan, before)
    elif family.rng.random() < 0.5:
        family.by(plan.seat)
        room.tabletop.restore(before)
        family.account.note("meanwhile it is put back")
    room.look(family.rng.choice((0.5, 3.0, 10.0)))


@habit(161, "the power is cut at a question", 0.0, unruly=SHARE)
@parts.planned
def cut_at_a_question(family: Family, plan: Plan) -> None:
    """Do what is asked about, answer or not, and cut the power; the table may change meanwhile."""
    room, before = family.room, family.room.tabletop.spread()
    parts.provoke_question(family, plan, 0.5)
    room.look(9.0, until=lambda: room.page.asks)
    if isinstance(room.panel, QuestionPanel) and family.rng.random() < 0.5:
        number = answering.choose(family, room.panel)
        room.touch(Answer(len(room.panel.choices) - 1 if number is None else number))
    _restart(family)
    if len(family.account.deeds) == 1:
        parts.go_on_or_not(family, plan, before)
        family.hand(0.3)


@habit(162, "the power is cut after taking back", 0.0, unruly=SHARE)
@parts.planned
def cut_after_taking_back(family: Family, plan: Plan) -> None:
    """Take an accepted move back by the key, perhaps put half of it back, and cut the power."""
    room, top, spread = family.room, family.room.tabletop, family.room.tabletop.spread()
    state = room.table.state
    if not parts.play_until_accepted(family, plan):
        return
    family.take_back()
    room.look(family.rng.choice(parts.MOMENTS_S))
    if room.table.state == state and family.rng.random() < 0.6:
        family.hand(0.3)
        family.by(None)
        top.restore(spread)
        if family.rng.random() < 0.5:
            family.take_card_back()
        family.account.note("the pieces are put back")
        parts.pause(family, parts.MOMENTS_S)
    _restart(family)


def _restart(family: Family) -> None:
    """Cut the power, and take the game up again."""
    if family.room.table.is_played:
        family.room.restart()
        family.account.note("the power is cut")
        family.room.look(family.rng.choice(parts.MOMENTS_S))


@habit(163, "plays on without power", 0.0, unruly=SHARE)
@parts.planned
def plays_without_power(family: Family, plan: Plan) -> None:
    """Cut the power before a turn or after one, and play one to three turns until it is back."""
    if not family.room.table.is_played:
        return
    if family.rng.random() < 0.5:
        parts.carry_out(family, plan)
        parts.pause(family, parts.MOMENTS_S)
        after = family.next_plan(plan)
    else:
        after = plan
    family.account.note("the power is cut")
    for _ in range(family.rng.randint(1, 3)):
        if after is None or family.over:
            break
        family.lay(after)
        family.perform(after)
        family.room.now_s += 30.0
        after = family.next_plan(after)
    family.room.restart()
    family.account.note("and is back")
    family.room.look(family.rng.choice(parts.MOMENTS_S))


@habit(164, "the tablet sleeps in mid-move", 0.0, unruly=SHARE)
@parts.planned
def sleeps(family: Family, plan: Plan) -> None:
    """Begin a move, and have the tablet see nothing for an hour, with a hand there or without."""
    room, before = family.room, family.room.tabletop.spread()
    parts.begin_move(family, plan)
    if family.rng.random() < 0.6:
        parts.pause(family, (0.07, 0.2, 0.5, 2.0))
    if family.rng.random() < 0.5:
        parts.go_on_or_not(family, plan, before)
    room.now_s += 3600.0
    room.quiet_s = room.now_s
    if family.rng.random() < 0.5:
        room.event(Ticked(room.now_s))
    family.account.note("the tablet was asleep for an hour")
    room.look(family.rng.choice((0.07, 0.2, 1.0)))


_UNSEEN: Final = ("wholly", "in part", "wrongly", "no card", "its card taken away", "pile gathered")
"""How a move is made while nobody can see it; without a pile only the first three ways."""


@habit(207, "the first move is made without power", 0.0, unruly=SHARE)
@parts.planned
def moves_without_power(family: Family, plan: Plan) -> None:
    """Cut the power at a table at rest, and move in some way before it is back; perhaps go on."""
    room, top = family.room, family.room.tabletop
    if not room.table.is_played:
        return
    before, way = top.spread(), family.rng.choice(_UNSEEN if room.game.pile else _UNSEEN[:3])
    wrong = family.wrong_plan(plan) if way == "wrongly" else None
    family.account.note(f"the power is cut; meanwhile a move is made: {way}")
    if way == "pile gathered":
        top.pile.clear()
        family.account.played = 0
    if way != "no card":
        family.lay(plan)
    steps = [step for step in plan.steps if step.kind is not StepKind.SWAPPED]
    left = family.rng.sample(steps, family.rng.randint(0, len(steps))) if way == "in part" else []
    family.carry(wrong or plan, leave=left)
    if way == "its card taken away":
        family.take_card_back()
    if wrong is None:
        family.intend(plan, laid=way not in ("no card", "its card taken away"))
    room.now_s += 30.0
    _restart(family)
    if left:
        family.hand(0.2)
        parts.go_on_or_not(family, plan, before)
