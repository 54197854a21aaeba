"""Every lesson can be taken: tasks can be solved, hints lead there, wrong answers are explained."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Card, Place, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import positions
from tablet_companion.games.shared.positions import Position, compose
from tablet_companion.lessons import events, tasks
from tablet_companion.lessons.chapters import Chapter, LessonStep, Task, read_chapters
from tablet_companion.lessons.tutor import Lesson, StepPhase, advance, begin
from tests.conformance.walk import CHAPTER_S, GAMES

SENTENCE_S: Final = 3
"""Seconds that a person takes to hear one sentence."""
DOING_S: Final = 4
"""Seconds for a move, a touch, or a piece that is set out."""


def chapters() -> list[Any]:
    """Return every chapter of every game."""
    return [
        pytest.param(game, chapter, id=f"{game.name}-{chapter.name}")
        for game in GAMES
        for chapter in read_chapters(game.name)
    ]


def every_step(*kinds: Task) -> pytest.MarkDecorator:
    """Return what tries every step of every game with a task of some kinds."""
    steps = [
        pytest.param(game, chapter, number, id=f"{game.name}-{chapter.name}-{number + 1}")
        for game in GAMES
        for chapter in read_chapters(game.name)
        for number, step in enumerate(chapter.steps)
        if step.task in kinds
    ]
    return pytest.mark.parametrize(("game", "chapter", "number"), steps)


every_chapter = pytest.mark.parametrize(("game", "chapter"), chapters())


def answers(lesson: Lesson) -> Iterator[events.Event]:
    """Yield what somebody does who knows the answer, as told in the step's own data."""
    game, state, step = lesson.game, lesson.state, lesson.step
    match step.task:
        case Task.READ:
            yield events.GoOn()
        case Task.DO:
            yield events.Did(game.read_action(state, step.solution[0]))
        case Task.FIND:
            yield from map(events.Touched, sorted(tasks.find_reachable(game, state, step)))
        case Task.WHICH:
            yield events.Chose(step.choices.index(step.solution[0]))
        case Task.BREAK:
            yield _offence(lesson)


def _offence(lesson: Lesson) -> events.Event:
    game, state, wrong = lesson.game, lesson.state, lesson.step.wrong
    assert wrong is not None
    if wrong.action:
        return events.Did(game.read_action(state, wrong.action))
    if wrong.take_back:
        return events.TookBack(game.read_action(state, wrong.take_back))
    return events.Shows(_break(lesson), Card(wrong.card))


def _break(lesson: Lesson) -> Placement:
    """Return the table that solves a BREAK described by moves of hands."""
    wrong = lesson.step.wrong
    assert wrong is not None
    return positions.rearrange(lesson.game.placement(lesson.state), iter(wrong.hands))


@every_step(*Task)
def test_every_step_can_be_solved(game: AnyGame, chapter: Chapter, number: int) -> None:
    """Who does what the data call the solution is praised, or goes on where nothing is to do."""
    lesson = begin(game, chapter, number)
    for event in answers(lesson):
        assert lesson.phase is StepPhase.OPEN
        lesson = advance(lesson, event)
    if chapter.steps[number].task is Task.READ:
        assert lesson.number == number + 1
    else:
        assert lesson.phase is StepPhase.SOLVED, lesson.answer
        assert lesson.answer is not None
        assert lesson.answer.tone is events.Tone.PRAISE


@every_step(Task.DO)
def test_every_solution_will_do(game: AnyGame, chapter: Chapter, number: int) -> None:
    """Each of several solutions is allowed and praised, also where only the table shows it."""
    step = chapter.steps[number]
    for text in step.solution:
        lesson = begin(game, chapter, number)
        action = game.read_action(lesson.state, text)
        assert advance(lesson, events.Did(action)).phase is StepPhase.SOLVED
        shown = game.attempted(lesson.state, action)
        if shown != lesson.wanted:
            event = events.Shows(shown, game.card_of(action) or Card(""))
            assert advance(lesson, event).phase is StepPhase.SOLVED


@every_step(*Task)
def test_the_last_hint_shows_the_solution(game: AnyGame, chapter: Chapter, number: int) -> None:
    """Asking again and again ends with the places or the words of the solution, and stays there."""
    lesson = begin(game, chapter, number)
    for _ in range(4 + len(lesson.step.hints)):
        lesson = advance(lesson, events.AskHint())
        assert lesson.answer is not None
        assert lesson.answer.tone is events.Tone.HINT
    last = lesson.answer
    assert last is not None
    assert last == advance(lesson, events.AskHint()).answer
    assert set(last.places) == _places_of_solution(lesson)


def _places_of_solution(lesson: Lesson) -> set[Place]:
    game, state, step = lesson.game, lesson.state, lesson.step
    if step.task is Task.FIND:
        return set(tasks.find_reachable(game, state, step))
    if step.task is Task.BREAK and step.wrong and step.wrong.hands:
        before = Counter(lesson.wanted.pieces)
        after = Counter(_break(lesson).pieces)
        return {place for place, _ in ((before - after) + (after - before)).elements()}
    text = step.solution[0] if step.solution else step.wrong and step.wrong.action
    if not text:
        return set()
    done = game.steps(state, game.read_action(state, text))
    return {place for one in done for place in (one.source, one.target) if place}


@every_step(Task.DO)
def test_what_is_not_allowed_is_explained_by_its_rule(
    game: AnyGame, chapter: Chapter, number: int
) -> None:
    """An action that breaks rules is answered in the words of these rules; the step stays open."""
    lesson = begin(game, chapter, number)
    for action in list(game.conceivable(lesson.state))[:40]:
        breaches = game.judge(lesson.state, action)
        after = advance(lesson, events.Did(action))
        assert after.answer is not None
        if breaches:
            assert after.phase is StepPhase.OPEN
            assert after.answer.tone is events.Tone.REFUSAL
            assert after.answer.says[0].text == game.rules[breaches[0].rule].text
        elif after.phase is StepPhase.OPEN:
            assert after.answer.tone is events.Tone.NOTE


@every_step(Task.FIND)
def test_a_find_has_something_to_find_and_explains_the_rest(
    game: AnyGame, chapter: Chapter, number: int
) -> None:
    """Some places are right; each wrong one is answered by a rule in words."""
    lesson = begin(game, chapter, number)
    right = tasks.find_reachable(game, lesson.state, lesson.step)
    assert right
    places = {place for place, _ in lesson.wanted.pieces} - right
    for place in places:
        answer = advance(lesson, events.Touched(place)).answer
        assert answer is not None
        assert answer.tone is events.Tone.REFUSAL
        assert answer.says


@every_step(Task.WHICH)
def test_of_choices_exactly_one_is_wrong(game: AnyGame, chapter: Chapter, number: int) -> None:
    """Where one of a few actions is not allowed, that is so, and it breaks the step's rule."""
    step = chapter.steps[number]
    state = compose(game, step.position)
    broken = {
        text: {one.rule for one in game.judge(state, game.read_action(state, text))}
        for text in step.choices
    }
    assert {text: rules for text, rules in broken.items() if rules} == {
        step.solution[0]: {step.rule}
    }
    assert len(step.choices) >= 2


@every_chapter
def test_a_chapter_takes_less_than_three_minutes(game: AnyGame, chapter: Chapter) -> None:
    """At a person's pace: three seconds a sentence, four a move and for each piece set out."""
    seconds, before = 0, _set_up(game, chapter.steps[0])
    for step in chapter.steps:
        placement = Counter(game.placement(compose(game, step.position)).pieces)
        moved = (placement - before).total()
        seconds += DOING_S * moved + SENTENCE_S * _sentences(step) + DOING_S
        before = placement
    assert seconds <= CHAPTER_S


def _set_up(game: AnyGame, step: LessonStep) -> Counter[Any]:
    """Return the pieces as a game begins: so the table stands when somebody wants a lesson."""
    start = Position(options=step.position.options, seats=step.position.seats)
    return Counter(game.placement(compose(game, start)).pieces)


def _sentences(step: LessonStep) -> int:
    return len(re.findall(r"[.!?](?=\s|$)", f"{step.say} {step.ask}"))


@every_chapter
def test_a_chapter_is_taken_on_a_table(game: AnyGame, chapter: Chapter) -> None:
    """Each step waits until its pieces stand; then it is solved, and the chapter ends."""
    lesson = begin(game, chapter, on_table=True)
    for number in range(len(chapter.steps)):
        assert lesson.number == number
        if lesson.phase is StepPhase.SETTING_OUT:
            assert advance(lesson, events.AskHint()) == lesson
            lesson = advance(lesson, events.Shows(lesson.wanted))
        for event in answers(lesson):
            lesson = advance(lesson, event)
        if lesson.phase is StepPhase.SOLVED:
            lesson = advance(lesson, events.GoOn())
    assert lesson.phase is StepPhase.OVER


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_is_met_by_a_lesson(game: AnyGame) -> None:
    """Somebody who has taken all chapters has met every rule that people can break or must know."""
    steps = [step for chapter in read_chapters(game.name) for step in chapter.steps]
    met = {rule for step in steps for rule in step.rules}
    if met:
        assert {rule for rule, text in games.handbook(game.name).rules.items() if text.says} <= met
