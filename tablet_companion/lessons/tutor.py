"""The tutor: one pure function over events. It judges with the game's own functions and words.

A lesson is a chapter in progress. Every step is set out on the table (or shown on the screen), then
there is a task; a wrong answer is explained by the rule that it breaks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from tablet_companion.games.core import Message, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.positions import compose
from tablet_companion.games.text import N_
from tablet_companion.lessons import events, tasks
from tablet_companion.lessons.chapters import Chapter, LessonStep, Task

PRAISES: Final = (N_("Right!"), N_("Yes!"), N_("Exactly!"), N_("Well done!"))
"""Used in turn, so that successive steps sound different."""


class StepPhase(StrEnum):
    """The phase of a step: its pieces are being set out, its task is open, or it is solved."""

    SETTING_OUT = "setting_out"
    OPEN = "open"
    SOLVED = "solved"
    OVER = "over"
    """The chapter is finished."""


@dataclass(frozen=True)
class Lesson:
    """A chapter in progress.

    ``on_table``: the pieces are real and have to be set out for every step. ``shown`` is what the
    table showed last. ``found``: the places of a FIND that were touched already.
    """

    game: AnyGame
    chapter: Chapter
    number: int = 0
    phase: StepPhase = StepPhase.OPEN
    on_table: bool = False
    state: Any = None
    shown: Placement | None = None
    found: frozenset[Place] = frozenset()
    hints: int = 0
    answer: events.Answer | None = None

    @property
    def step(self) -> LessonStep:
        """The open step, or the last one."""
        return self.chapter.steps[min(self.number, len(self.chapter.steps) - 1)]

    @property
    def wanted(self) -> Placement:
        """What the table should show before the task is done."""
        placement: Placement = self.game.placement(self.state)
        return placement


def begin(game: AnyGame, chapter: Chapter, number: int = 0, *, on_table: bool = False) -> Lesson:
    """Begin a chapter, or resume it at a step."""
    return _open(Lesson(game, chapter, on_table=on_table), number)


def advance(lesson: Lesson, event: events.Event) -> Lesson:
    """Return the lesson after an event; its ``answer`` is the tutor's reply."""
    match event:
        case events.GoOn():
            return _open(lesson, lesson.number + 1)
        case events.GoBack():
            return _open(lesson, max(0, lesson.number - 1))
        case events.Shows(placement) if lesson.phase is StepPhase.SETTING_OUT:
            return _set_out(replace(lesson, shown=placement))
        case events.Shows(placement):
            lesson = replace(lesson, shown=placement)
    if lesson.phase is not StepPhase.OPEN:
        return lesson
    if isinstance(event, events.AskHint):
        return _hint(lesson, by_hand=event.by_hand)
    lesson = _give_answer(lesson, _judge(lesson, event))
    is_moved = (
        isinstance(event, events.Shows | events.Did | events.TookBack)
        and lesson.phase is StepPhase.OPEN
    )
    return replace(lesson, phase=StepPhase.SETTING_OUT) if lesson.on_table and is_moved else lesson


def _open(lesson: Lesson, number: int) -> Lesson:
    """Open a step: if it has another position, its pieces have to be set out first."""
    lesson = Lesson(
        lesson.game, lesson.chapter, number, on_table=lesson.on_table, state=lesson.state
    )
    if number >= len(lesson.chapter.steps):
        return replace(lesson, phase=StepPhase.OVER)
    lesson = replace(lesson, state=compose(lesson.game, lesson.step.position))
    sets_out = lesson.on_table and lesson.step.task is not Task.READ
    return _set_out(replace(lesson, phase=StepPhase.SETTING_OUT)) if sets_out else lesson


def _set_out(lesson: Lesson) -> Lesson:
    """Open the task once the table shows the position."""
    there = lesson.shown is not None and Counter(lesson.shown.pieces) == Counter(
        lesson.wanted.pieces
    )
    return replace(lesson, phase=StepPhase.OPEN if there else StepPhase.SETTING_OUT)


def _judge(lesson: Lesson, event: events.Event) -> events.Answer | None:
    """Judge an event as an answer to the task; None if it is not one."""
    game, state, step = lesson.game, lesson.state, lesson.step
    match step.task, event:
        case ((Task.DO | Task.BREAK), events.Did(action)):
            return tasks.judge_action(game, state, step, action)
        case Task.BREAK, events.TookBack(action):
            return tasks.judge_taking_back(game, state, step, action)
        case ((Task.DO | Task.BREAK), events.Shows(placement, card)) if (
            placement != lesson.wanted or card
        ):
            return tasks.judge_table(game, state, step, card, placement)
        case Task.FIND, events.Touched(place):
            return tasks.judge_place(game, state, step, place, lesson.found)
        case Task.WHICH, events.Chose(number):
            return tasks.judge_choice(game, state, step, number)
    return None


def _give_answer(lesson: Lesson, answer: events.Answer | None) -> Lesson:
    """Give the reply to what was done; what solves the task is praised as well."""
    if answer is None:
        return lesson
    if lesson.step.task is Task.FIND and answer.tone is not events.Tone.REFUSAL:
        lesson = replace(lesson, found=lesson.found.union(answer.places))
    if answer.tone is not events.Tone.PRAISE:
        return replace(lesson, answer=answer)
    praise = Message(PRAISES[lesson.number % len(PRAISES)])
    answer = replace(answer, says=(praise, *answer.says))
    return replace(lesson, phase=StepPhase.SOLVED, answer=answer)


def _hint(lesson: Lesson, *, by_hand: bool) -> Lesson:
    """Give the next hint: the step's own, then where to begin, then the whole solution.

    Nobody can begin at a place, or with a piece, where words are touched.
    """
    found = tasks.list_hints(lesson.game, lesson.state, lesson.step, lesson.found)
    begins = (tasks.BEGIN_AT, tasks.BEGIN_WITH)
    given = [one for one in found if by_hand or one.says[0].text not in begins]
    answer = given[min(lesson.hints, len(given) - 1)]
    return replace(lesson, hints=lesson.hints + 1, answer=answer)
