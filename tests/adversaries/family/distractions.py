"""What people leave open while they go on: a page, a question, a move taken back, a trophy."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import StepKind
from tablet_companion.referee.model.events import (
    Answer,
    AskHand,
    AskHelp,
    AskWhy,
    GiveUp,
    GoOn,
    Intent,
    NewGame,
    OpenCardKeys,
    OpenLevels,
    OpenSeats,
    Recall,
    Reveal,
    TakeBack,
    Whisper,
    Wonder,
)
from tablet_companion.referee.model.panels import QuestionPanel
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.habits import (
    carry_out,
    habit,
    planned,
    play_until_accepted,
    put_back_by_hand,
)
from tests.adversaries.family.household import by_nobody, list_loose, talk
from tests.adversaries.family.mischief import SHARE

_PAGES: Final[tuple[Intent, ...]] = (
    AskHelp(),
    AskWhy(),
    Wonder(),
    Wonder(asking=True),
    Recall(),
    TakeBack(),
    OpenCardKeys(),
    OpenSeats(),
    OpenLevels(),
    NewGame(),
    GiveUp(),
    AskHand(),
)
"""The pages that somebody opens to look something up, or by mistake."""


_PRIVATE: Final[tuple[tuple[Intent, ...], ...]] = (
    (AskHand(), Reveal()),
    (GiveUp(), Answer(1), Reveal()),
)
"""The touches that lead to pages for one player alone."""


@habit("plays on beside an open page", 0.0, unruly=SHARE)
@planned
def leaves_a_page_open(family: Family, plan: Plan) -> None:
    """Open a page, play one turn or two, and close it some time later, or leave it open."""
    room = family.room
    alone = tuple((Whisper(one), Reveal()) for one in room.table.setup.seats)
    page = family.rng.choice((*((one,) for one in _PAGES), *_PRIVATE, *alone))
    room.touch(*page)
    family.account.note(f"somebody opens {type(room.table.dialogue).__name__} and walks off")
    carry_out(family, plan)
    after = family.next_plan(plan) if family.rng.random() < 0.4 else None
    if after is not None:
        talk(family)
        carry_out(family, after)
    talk(family)
    if family.rng.random() < 0.7:
        asks = isinstance(room.panel, QuestionPanel)
        room.touch(Answer(1) if asks else GoOn())


@habit("takes back, and loses another piece", 0.0, unruly=SHARE)
@planned
def takes_back_and_loses(family: Family, plan: Plan) -> None:
    """Take a move back by the key, and have another piece fall off the table meanwhile."""
    top, room, state = family.room.tabletop, family.room, family.room.table.state
    if not play_until_accepted(family, plan):
        return
    family.take_back()
    if room.table.state != state:
        return
    spots = list_loose(family, plan)
    if spots:
        spot = family.rng.choice(spots)
        by_nobody(family)
        figure = top.lift(top.area_of[spot], top.standing[spot].seen)
        if figure is not None:
            top.aside.append(figure)
            family.account.note(f"what stood on {spot} falls off the table")
    talk(family)


@habit("walks off from a question", 0.0, unruly=SHARE)
@planned
def walks_off(family: Family, plan: Plan) -> None:
    """Play two turns under a hand, be asked about them, and let a third player play instead."""
    room, after = family.room, family.next_plan(plan)
    carry_out(family, plan)
    if after is None:
        return
    family.hand(0.2)
    carry_out(family, after)
    family.hand(0.3)
    room.look(9.0, until=lambda: isinstance(room.panel, QuestionPanel))
    third = family.next_plan(after)
    if third is None or not isinstance(room.panel, QuestionPanel) or len(family.account.deeds) < 2:
        return
    family.account.note("nobody answers")
    carry_out(family, third)


@habit("keeps what was captured as a trophy", 0.0, unruly=SHARE)
@planned
def keeps_a_trophy(family: Family, plan: Plan) -> None:
    """Capture, keep the piece in a pocket while the next one plays, and take it home then."""
    keep(family, plan, turns=1)


def keep(family: Family, plan: Plan, *, turns: int) -> None:
    """Capture, and keep the piece in a pocket for some turns of others."""
    top = family.room.tabletop
    carry_out(family, plan)
    taken = [step for step in plan.steps if step.kind is StepKind.CAPTURED and step.target]
    area = taken[0].target if taken else None
    figure = top.lift(area) if area is not None and area in top.areas else None
    if figure is None or area is None:
        return
    family.account.note(f"the {figure.colour} one that was captured is kept in a pocket")
    family.hand(0.2)
    family.room.look(family.rng.choice((0.5, 3.0, 10.0)))
    after: Plan | None = plan
    for _ in range(turns):
        after = family.next_plan(after) if after is not None else None
        if after is not None:
            carry_out(family, after)
        talk(family)
    by_nobody(family)
    top.put(figure, area)
    family.account.note("and taken home now")
    family.hand(0.3)


@habit("answers when the table has changed", 0.0, unruly=SHARE)
@planned
def answers_late(family: Family, plan: Plan) -> None:
    """Put a move back by hand, be asked, put it forward again, and then answer."""
    top, room = family.room.tabletop, family.room
    made = put_back_by_hand(family, plan)
    if made is None:
        return
    room.look(5.0, until=lambda: isinstance(room.panel, QuestionPanel))
    if not isinstance(room.panel, QuestionPanel):
        family.taking_back = True
        return
    family.hand(0.3)
    top.restore(made)
    family.account.note("and made again")
    family.hand(0.3)
    room.look(family.rng.choice((0.1, 1.0)))
    if isinstance(room.panel, QuestionPanel):
        room.touch(Answer(len(room.panel.choices) - 1))
