"""Lessons that mean nothing are refused in one sentence that says which step of which file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion import games
from tablet_companion.games.shared import examples, teaching
from tablet_companion.lessons import chapters
from tablet_companion.lessons.chapters import read_chapters
from tablet_companion.lessons.rulebook import build_rule
from tablet_companion.screen.toolkit.orders import ReadRule

EDITIONS = ("agents", "wink", "zwinkern")
STEP = '[one]\ntitle = "One"\n\n[[one.step]]\nrule = "protected"\n'


@pytest.fixture
def lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file from which the lessons of Agent DOG are read."""
    path = tmp_path / "lessons.toml"
    elsewhere = teaching.teaching_file
    monkeypatch.setattr(
        teaching,
        "teaching_file",
        lambda game, name: path if name == path.name else elsewhere(game, name),
    )
    monkeypatch.setattr(chapters, "read_chapters", read_chapters.__wrapped__)
    return path


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('[one]\ntitle = "One"\n', r"lessons.toml, one: a chapter has a title and steps\.$"),
        (STEP.replace("protected", "x"), r"one, step 1: there is no rule 'x'\.$"),
        (STEP + 'tsk = "do"\n', r"one, step 1: 'tsk' is not a key of a step\.$"),
        (STEP + 'task = "sing"\n', r"one, step 1: 'sing' is not a task\.$"),
        (STEP + 'ask = "Go to {x}."\n', r"one, step 1: {x} must begin with one of card, "),
        (
            STEP.replace("protected", "jumping") + 'task = "break"\n',
            r"no action is given that breaks",
        ),
        (STEP + 'position = { from = "x" }\n', r"one, step 1: There is no position 'x'\.$"),
        (STEP + "position = { peaces = 1 }\n", r"step 1: 'peaces' is not a key of a position"),
        (STEP + "position = 3\n", r"one, step 1: a position was expected, not 3\.$"),
        (STEP + 'task = "break"\nsolution = { x = 1 }\n', r"step 1: tempting is an action, or"),
    ],
)
def test_a_step_that_means_nothing_is_one_sentence(
    lessons: Path, content: str, reason: str
) -> None:
    """The sentence names the game, the file, the chapter, the step and what is wrong."""
    lessons.write_text(content)
    with pytest.raises(teaching.TeachingError, match=reason) as caught:
        chapters.read_chapters("agent_dog")
    assert "tablet_companion.games.agent_dog" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_step_of_two_words_takes_the_rest_from_the_handbook(lessons: Path) -> None:
    """Rule and task are enough: the rule is said, its example is the position and the task."""
    lessons.write_text(STEP + 'task = "break"\n')
    ((step,),) = [chapter.steps for chapter in chapters.read_chapters("agent_dog")]
    book = games.handbook("agent_dog")
    assert step.say == book.rules[step.rule].says
    assert step.position == book.examples[step.rule].position
    assert step.wrong == book.examples[step.rule].tempting == examples.Wrong("9 T12>T21")


def test_a_game_without_lessons_has_no_chapters(lessons: Path) -> None:
    """Lessons are not owed: a new game is played before it is taught."""
    assert not lessons.exists()
    assert chapters.read_chapters("agent_dog") == ()


def test_a_rule_leads_to_the_lesson_of_its_edition() -> None:
    """A wrong name is another's loss in each edition of Wink; each has a step of its own."""
    game, order = games.load("wink"), ReadRule("wrong_name")
    found = [build_rule(game, order, 0.0, (edition, "people")).lesson for edition in EDITIONS]
    chapters = {one.name: one for one in read_chapters("wink")}
    assert all(one is not None and one.step is not None for one in found)
    steps = [chapters[one.name].steps[one.step] for one in found if one and one.step is not None]
    assert [step.position.options.get("edition", "agents") for step in steps] == [*EDITIONS]


@pytest.mark.parametrize("name", games.names())
def test_who_is_to_break_a_rule_is_told_how(name: str) -> None:
    """“Try to break this rule” leaves a family guessing which move is meant, and why it is one."""
    for chapter in chapters.read_chapters(name):
        for step in chapter.steps:
            assert step.ask != chapters.ASKS[chapters.Task.BREAK], (chapter.name, step.rule)
