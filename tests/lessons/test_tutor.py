"""How the tutor answers: what is right, what breaks a rule, what it was not asked."""

from __future__ import annotations

import itertools
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import UNKNOWN_CARD, Card, Place, Rule
from tablet_companion.games.shared.positions import rearrange
from tablet_companion.lessons import touching
from tablet_companion.lessons.chapters import Task, read_chapters
from tablet_companion.lessons.events import Chose, Did, GoBack, GoOn, Shows, Tone, Touched
from tablet_companion.lessons.tutor import Lesson, StepPhase, advance, begin

GAME: Final = games.load("agent_dog")


def at(rule: str, task: Task, *, on_table: bool = False) -> Lesson:
    """Return a lesson at the step that teaches a rule with a task."""
    for chapter in read_chapters("agent_dog"):
        for number, step in enumerate(chapter.steps):
            if (step.rule, step.task) == (rule, task):
                return begin(GAME, chapter, number, on_table=on_table)
    raise AssertionError(rule)


def said(lesson: Lesson) -> list[str]:
    """Return the texts of the tutor's answer."""
    assert lesson.answer is not None
    return [message.text for message in lesson.answer.says]


def do(lesson: Lesson, action: str) -> Lesson:
    """Return the lesson after an action in its text form."""
    return advance(lesson, Did(GAME.read_action(lesson.state, action)))


def test_a_wrong_move_is_answered_by_the_rule_it_breaks() -> None:
    """The referee's own words and places, and the step stays open; then the right one solves it."""
    lesson = do(at("turns", Task.DO), "5 T19>T25")
    rule = GAME.rules[GAME.judge(lesson.state, GAME.read_action(lesson.state, "5 T19>T25"))[0].rule]
    assert said(lesson) == [rule.text, rule.mend]
    assert lesson.answer is not None
    assert lesson.answer.tone is Tone.REFUSAL
    assert do(lesson, "5 T19>T24").phase is StepPhase.SOLVED


def test_of_several_broken_rules_one_is_told() -> None:
    """An agent that attacked wrongly in four ways was met by eight sentences at once."""
    lesson = at("turns", Task.DO)
    action = "5 yellow.nest>T48"
    first, *others = GAME.judge(lesson.state, GAME.read_action(lesson.state, action))
    assert others
    rule = GAME.rules[first.rule]
    assert said(do(lesson, action)) == [rule.text, rule.mend]


def test_what_is_allowed_but_not_asked_is_not_called_wrong() -> None:
    """Another legal move is said to be one, and the task is said again."""
    lesson = do(at("start_card", Task.DO), "9 T20>T29")
    assert lesson.phase is StepPhase.OPEN
    assert said(lesson) == ["That is allowed, but something else was asked.", lesson.step.ask]


def test_breaking_another_rule_is_no_solution() -> None:
    """Who was to jump a protected pawn and went too far is told of the count, and tries again."""
    lesson = do(at("protected", Task.BREAK), "5 T20>T26")
    assert lesson.phase is StepPhase.OPEN
    assert said(lesson)[0] == GAME.rules[Rule("exact_count")].text
    assert do(lesson, "9 T12>T21").phase is StepPhase.SOLVED


def test_the_table_alone_tells_what_was_done() -> None:
    """A card and pawns that moved are judged like an action; a hand over the board says nothing."""
    lesson = at("turns", Task.DO)
    halfway = rearrange(lesson.wanted, iter(["red T19 >"]))
    shown = rearrange(lesson.wanted, iter(["red T19 > red T24"]))
    assert advance(lesson, Shows(lesson.wanted)).answer is None
    assert advance(lesson, Shows(halfway, Card("5"))).phase is StepPhase.OPEN
    assert advance(lesson, Shows(shown, Card("5"))).phase is StepPhase.SOLVED


def test_a_find_counts_what_is_left_and_explains_what_is_wrong() -> None:
    """Right spaces are counted down; a wrong one is answered by the rule that forbids it."""
    lesson = at("one_eleven", Task.FIND)
    lesson = advance(lesson, Touched(Place("T25")))
    assert said(lesson) == [GAME.rules[Rule("exact_count")].text]  # nothing has to go back
    lesson = advance(lesson, Touched(Place("T21")))
    assert said(lesson) == ["Yes. {count} more to find."]
    assert advance(lesson, Touched(Place("T21"))).phase is StepPhase.OPEN
    assert advance(lesson, Touched(Place("T31"))).phase is StepPhase.SOLVED


def test_choosing_what_is_allowed_is_answered_by_the_rule() -> None:
    """The rule is said as it is; choosing what is not allowed shows the referee's words."""
    lesson = at("start_space", Task.WHICH)
    wrong = lesson.step.choices.index(lesson.step.solution[0])
    other = advance(lesson, Chose((wrong + 1) % len(lesson.step.choices)))
    assert said(other) == ["That is allowed.", GAME.rules[Rule("start_space")].says]
    assert GAME.rules[Rule("start_space")].text in said(advance(other, Chose(wrong)))


def test_pieces_are_ticked_off_as_they_arrive() -> None:
    """On a table nothing is asked before the position stands."""
    lesson = at("turns", Task.DO, on_table=True)
    assert lesson.phase is StepPhase.SETTING_OUT
    assert do(lesson, "5 T19>T24") == lesson
    almost = rearrange(lesson.wanted, iter(["red T19 >"]))
    lesson = advance(lesson, Shows(almost))
    assert lesson.phase is StepPhase.SETTING_OUT
    assert advance(lesson, Shows(lesson.wanted)).phase is StepPhase.OPEN


def test_a_lesson_goes_on_back_and_is_taken_up_again() -> None:
    """Every step can be left, gone back to, and begun again from its number; then it is over."""
    (chapter, *_) = read_chapters("agent_dog")
    lesson = begin(GAME, chapter)
    assert advance(advance(lesson, GoOn()), GoBack()) == lesson == advance(lesson, GoBack())
    last = begin(GAME, chapter, len(chapter.steps) - 1)
    over = advance(last, GoOn())
    assert over.phase is StepPhase.OVER
    assert do(over, "5 T20>T25") == over


@pytest.mark.parametrize("name", games.names())
def test_no_step_says_the_same_praise_as_the_one_before(name: str) -> None:
    """Praise changes from step to step."""
    for chapter in read_chapters(name):
        praises = []
        for number, step in enumerate(chapter.steps):
            if step.task is Task.DO:
                lesson = begin(games.load(name), chapter, number)
                action = lesson.game.read_action(lesson.state, step.solution[0])
                praises.append((number, said(advance(lesson, Did(action)))[0]))
        neighbours = itertools.pairwise(praises)
        assert all(b[0] - a[0] > 1 or a[1] != b[1] for a, b in neighbours)


def test_what_two_moves_break_is_not_judged_after_one() -> None:
    """A pawn put in the wrong nest has to be captured first; anything else is judged at once."""
    lesson = at("wrong_nest", Task.BREAK)
    attempt = touching.begin(lesson)
    for place, told in (("T20", False), ("T25", False), ("T25", False), ("blue.nest", True)):
        attempt, event = touching.touch(lesson, attempt, Place(place))
        assert (event is not None) == told
    attempt, _ = touching.touch(lesson, touching.begin(lesson), Place("T20"))
    assert touching.touch(lesson, attempt, Place("T24"))[1] is not None


@pytest.mark.parametrize("name", ["dog", "agent_dog"])
def test_a_move_without_a_known_card_is_not_judged(name: str) -> None:
    """A pawn moved in a game of cards before any card was seen ended the program."""
    game = games.load(name)
    chapter = next(one for one in read_chapters(name) if one.name == "moving")
    number = next(n for n, step in enumerate(chapter.steps) if step.task is Task.DO)
    lesson = begin(game, chapter, number)
    place, piece = next(one for one in lesson.wanted.pieces if one[0].startswith("T"))
    moved = rearrange(lesson.wanted, iter((f"{piece} {place} > {piece} T33",)))
    for card in (Card(""), UNKNOWN_CARD):
        after = advance(lesson, Shows(moved, card))
        assert (after.phase, after.answer) == (StepPhase.OPEN, None)
