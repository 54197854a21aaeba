"""What is taught is reached, taken and left by touching the pages of a whole station."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion import games
from tablet_companion.games.core import Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.lessons.chapters import Chapter, Task, read_chapters
from tablet_companion.lessons.progress import FILE, find_interrupted
from tablet_companion.lessons.tutor import StepPhase
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import (
    CheckPanel,
    HelpPanel,
    ObjectionPanel,
    PausePanel,
    PlayPanel,
    QuestionPanel,
)
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.lesson import LessonPanel, Mood
from tablet_companion.screen.pages.pause import SettingsPanel
from tablet_companion.screen.pages.rules import RulePanel
from tablet_companion.screen.pages.shelf import ChaptersPanel
from tablet_companion.screen.toolkit import orders
from tablet_companion.screen.toolkit.drawing import Pick
from tablet_companion.screen.toolkit.local import NOTICED_S
from tablet_companion.simulator.house import Print
from tests.amounts import some
from tests.app.seen import press, shown
from tests.app.table import Scene, touch
from tests.conformance.walk import GAMES
from tests.expected import expect, present
from tests.screen.learner import Learner

CHAPTERS = [
    pytest.param(game, chapter, id=f"{game.name}-{chapter.name}")
    for game in GAMES
    for chapter in read_chapters(game.name)
]


@pytest.fixture
def scene(kit: Print, tmp_path: Path) -> Scene:
    """Return a table that is to be set up."""
    return Scene(kit, tmp_path)


def lesson_of(scene: Scene) -> LessonPanel:
    """Return the open step."""
    return expect(LessonPanel, shown(scene))


def put(scene: Scene, place: str) -> None:
    """Touch a place of the drawn board, closely where the page shows it so first."""
    display = scene.station.loop._display
    for _ in range(2):
        scene.clock.advance(NOTICED_S + 0.05)
        shown(scene)
        page = scenes.page(lesson_of(scene), display.look, display._local)
        pick = next(one.meaning for one in page.touches if isinstance(one.meaning, Pick))
        by_name = display.look.board.by_name
        spot = next(at for name, at in pick.places if place in (name, by_name[name].area))
        meant = display.interpret_touch(*spot)
        if meant is not None:
            scene.station.loop._touched(meant)
            return


def test_the_second_touch_of_two_leaves_no_page_unread(scene: Scene) -> None:
    """One key begins and then begins in spite of everything; another goes on step by step."""
    station = scene.station
    touch(station, orders.OpenLessons())
    touch(station, orders.TakeChapter("first_pawn"))
    assert not touch_twice(scene, orders.TurnStep())
    assert lesson_of(scene).number == 2
    touch(station, orders.LeaveLessons())
    touch(station, orders.LeaveLessons())
    assert not touch_twice(scene, events.Begin())
    assert isinstance(shown(scene), CheckPanel)
    touch(station, events.Begin())
    assert isinstance(shown(scene), PlayPanel)
    scene.close()


def touch_twice(scene: Scene, order: object) -> bool:
    """Touch where the page means this, and again a moment later; whether that counted, too."""
    display = scene.station.loop._display
    touch(scene.station, order)
    scene.clock.advance(0.25)
    panel = shown(scene)
    assert panel is not None
    page = scenes.page(panel, display._look, display._local)
    box = next(one.box for one in page.touches if one.meaning == order)
    return display.interpret_touch(*box.centre) is not None


def test_from_the_set_up_to_the_end_of_a_chapter_with_a_mistake(scene: Scene) -> None:
    """A wrong move is refused in the referee's words; the right ones lead back to the shelf."""
    touch(scene.station, orders.OpenLessons())
    touch(scene.station, orders.TakeChapter("first_pawn"))
    touch(scene.station, orders.TurnStep())  # the aim is only read
    put(scene, "T19")
    put(scene, "T25")
    panel = lesson_of(scene)
    assert panel.mood is Mood.REFUSAL
    rules = games.load("agent_dog").rules
    assert panel.answer[0].text in {rule.text for rule in rules.values()}
    put(scene, "T19")
    put(scene, "T24")
    assert lesson_of(scene).mood is Mood.PRAISE
    touch(scene.station, orders.TurnStep())
    for _ in range(2):  # the 13 brings a pawn out; the 9 does not
        put(scene, "red.nest")
        put(scene, "T0")
        assert lesson_of(scene).mood is Mood.PRAISE
        touch(scene.station, orders.TurnStep())
    for place in ("T21", "T31"):
        put(scene, place)
    assert lesson_of(scene).mood is Mood.PRAISE
    touch(scene.station, orders.TurnStep())
    shelf = expect(ChaptersPanel, shown(scene))
    assert (shelf.chapters[0].done, shelf.chapters[0].steps) == (5, 5)
    touch(scene.station, orders.LeaveLessons())
    assert scene.station.loop._display.panel is not None
    scene.close()


def test_a_chapter_is_taken_up_where_it_was_left(scene: Scene) -> None:
    """The shelf remembers how far it went, and goes on there."""
    touch(scene.station, orders.OpenLessons())
    touch(scene.station, orders.TakeChapter("first_pawn"))
    touch(scene.station, orders.TurnStep())
    put(scene, "T19")
    put(scene, "T24")
    touch(scene.station, orders.TurnStep())
    touch(scene.station, orders.LeaveLessons())
    touch(scene.station, orders.LeaveLessons())
    touch(scene.station, orders.OpenLessons())
    touch(scene.station, orders.TakeChapter("first_pawn"))
    assert lesson_of(scene).number == 3
    scene.close()


def test_a_person_is_told_each_rule_in_one_game_alone(scene: Scene) -> None:
    """Who has a name is not told again in the next game what was told in this one."""
    station = scene.station
    station.loop._touched(orders.OpenNames(Seat("red")))
    station.loop._touched(orders.TakeName("Anna"))
    told = []
    for _ in range(2):
        for intent in (
            events.Choose("level", "teach"),
            events.Choose("dealer", "red"),
            events.Begin(),
            events.Begin(),
        ):
            station.loop.touch(intent)
        scene.clock.advance(1.0)
        station.loop.handle(events.Ticked(scene.clock.now_s()))
        told.append(station.loop.session.table.coach)
        for leaving in (events.NewGame(), events.Answer(0)):
            station.loop.touch(leaving)
    first, second = told
    assert first.now is not None
    assert second.now not in (None, first.now)
    assert second.introduced > first.introduced
    scene.close()


def test_a_lifted_piece_is_put_down_by_touching_it_again(scene: Scene) -> None:
    """It has not moved, nothing is judged, and another piece can be lifted."""
    touch(scene.station, orders.OpenLessons())
    touch(scene.station, orders.TakeChapter("first_pawn"))
    touch(scene.station, orders.TurnStep())
    put(scene, "T19")
    put(scene, "T19")
    assert lesson_of(scene).mood is Mood.ASKING
    assert not lesson_of(scene).may_undo
    scene.close()


@pytest.mark.parametrize(("game", "chapter"), some(CHAPTERS, 4))
def test_every_chapter_is_taken_by_touches_alone(game: AnyGame, chapter: Chapter) -> None:
    """Touches worked out from its solutions lead through every step to the shelf.

    All chapters are taken so, with their hints, where all pages that teach are looked at.
    """
    learner = Learner(game)
    learner.take(chapter.name)
    for number, step in enumerate(chapter.steps):
        assert learner.taken.lesson.number == number
        if step.task is not Task.READ:
            assert learner.taken.lesson.phase is StepPhase.OPEN
        learner.solve()
    assert isinstance(learner.panel, ChaptersPanel)


def test_language_and_loudness_are_changed_within_a_lesson(scene: Scene) -> None:
    """They had to be set before, and the lesson left for it; a move begun waits meanwhile."""
    display = scene.station.loop._display
    touch(scene.station, orders.OpenLessons())
    press(scene, orders.OpenSettings())
    assert isinstance(shown(scene), SettingsPanel)
    press(scene, orders.LeaveSettings())
    assert isinstance(shown(scene), ChaptersPanel)
    touch(scene.station, orders.TakeChapter("first_pawn"))
    touch(scene.station, orders.TurnStep())
    before = lesson_of(scene)
    press(scene, orders.OpenSettings())
    press(scene, events.Choose("language", "fr"))
    assert display.language == "fr"
    press(scene, orders.Tune(orders.Knob.VOLUME, display.look.volume - 20))
    assert isinstance(shown(scene), SettingsPanel)
    press(scene, orders.LeaveSettings())
    assert lesson_of(scene).number == before.number
    scene.close()


def test_a_lesson_is_resumed_after_a_power_cut(scene: Scene, kit: Print) -> None:
    """At its step, for the same person and on the table; one that was left stays left."""
    touch(scene.station, orders.OpenLessons())
    scene.station.loop._touched(orders.TakeName("Ada"))
    touch(scene.station, orders.TakeChapter("first_pawn"))
    for _ in range(2):  # the second one is skipped, so it is no progress
        touch(scene.station, orders.TurnStep())
    number = lesson_of(scene).number
    scene.close()
    assert find_interrupted(scene.journals) == "agent_dog"
    again = Scene(kit, scene.journals)
    again.pass_time(1)
    assert lesson_of(again).number == number
    assert lesson_of(again).on_table
    touch(again.station, orders.LeaveLessons())
    shelf = expect(ChaptersPanel, shown(again))
    assert shelf.name == "Ada"
    again.close()
    assert not find_interrupted(scene.journals)
    assert "taken" not in (scene.journals / FILE).read_text(), "an older version would refuse it"
    third = Scene(kit, scene.journals)
    assert not isinstance(shown(third), LessonPanel)
    third.close()


def test_a_rule_leads_to_its_lesson_in_mid_game_and_the_game_waits(
    scene: Scene, kit: Print
) -> None:
    """Who asks why takes the step that teaches the broken rule, on the screen alone.

    What is moved meanwhile is judged afterwards; an objection closes the lesson, also one that
    stood before, if somebody at a telephone goes on; a power cut resumes the game.
    """
    scene.begin()
    table, station = scene.table, scene.station
    scene.play("7", "red.nest", "T5")
    expect(ObjectionPanel, station.loop._display.panel)
    open_lesson(scene)
    step = lesson_of(scene)
    assert "start_card" in taught(scene)
    assert not step.on_table
    assert not isinstance(station.loop._display.panel, ObjectionPanel)
    scene.drag("T5", "red.N1")
    scene.play("13", "T0", "T13")
    assert scene.table.state == table.state, "the game waits"
    touch(station, orders.LeaveLessons())
    assert isinstance(shown(scene), RulePanel), "back to the rule"
    touch(station, orders.LeaveRules())
    scene.pass_time(2)
    assert scene.table.state != table.state, "what was moved meanwhile is judged"
    scene.play("7", "blue.nest", "T20")
    open_lesson(scene)
    station.loop.touch(events.GoOn())  # on a telephone
    scene.pass_time(1)
    assert isinstance(shown(scene), ObjectionPanel), "it stands again"
    scene.drag("T20", "blue.N1")
    scene.pass_time(1)
    scene.play("9", "blue.nest", "T30")
    assert isinstance(shown(scene), ObjectionPanel), "nobody overlooks it"
    open_lesson(scene)
    before = scene.table.state
    scene.close()
    again = Scene(kit, scene.journals)
    assert again.table.state == before
    again.pass_time(1)
    assert not isinstance(shown(again), LessonPanel | PausePanel), "nobody had paused"
    assert "taken" not in (scene.journals / FILE).read_text()
    again.close()


def test_a_lesson_on_the_aim_leads_back_to_the_question_about_it(scene: Scene) -> None:
    """Who asked how to win has not finished asking: the game's page is one touch further."""
    scene.begin()
    scene.station.loop.touch(events.AskHelp())
    press(scene, orders.ReadRule("aim", alone=True))
    aim = expect(RulePanel, shown(scene))
    press(scene, aim.lesson)
    assert isinstance(shown(scene), LessonPanel)
    press(scene, orders.LeaveLessons())
    press(scene, orders.LeaveRules())
    assert isinstance(shown(scene), HelpPanel)
    scene.close()


def open_lesson(scene: Scene) -> None:
    """Ask why, and take the lesson on the rule that was broken."""
    panel = shown(scene)
    assert panel is not None
    touches = scenes.page(panel, scene.station.loop._display.look).touches
    press(scene, next(one.meaning for one in touches if isinstance(one.meaning, orders.ReadRule)))
    rule = expect(RulePanel, shown(scene))
    press(scene, rule.lesson)


def taught(scene: Scene) -> tuple[str, ...]:
    """Return the rules of the open step."""
    lesson = present(scene.station.loop._own.teacher.lesson)
    return lesson.lesson.step.rules


def test_the_help_page_leads_to_the_lessons_and_back_to_where_one_was(scene: Scene) -> None:
    """“?” is there again after the lesson, and behind it what was there before it."""
    scene.begin()
    for opened, page in ((events.Pause(), PausePanel), (events.NewGame(), QuestionPanel)):
        scene.station.loop.touch(opened)
        scene.station.loop.touch(events.AskHelp())
        press(scene, orders.OpenLessons())
        press(scene, orders.TakeChapter("first_pawn"))
        press(scene, orders.LeaveLessons())
        press(scene, orders.LeaveLessons())
        assert isinstance(shown(scene), HelpPanel)
        press(scene, events.GoOn())
        assert isinstance(shown(scene), page)
        scene.station.loop.touch(events.GoOn())
        scene.station.loop.touch(events.Answer(1))
    scene.close()


def test_language_is_changed_from_within_a_question(scene: Scene) -> None:
    """Its page had the answers and “?” alone: who could not read it had to answer first."""
    touch(scene.station, events.Begin())
    touch(scene.station, events.Begin())
    scene.station.loop._touched(events.NewGame())
    assert isinstance(shown(scene), QuestionPanel)
    for meaning in (events.AskHelp(), orders.OpenSettings(), events.Choose("language", "fr")):
        press(scene, meaning)
    assert scene.station.loop._display.language == "fr"
    press(scene, orders.LeaveSettings())
    assert isinstance(shown(scene), HelpPanel)
    press(scene, events.GoOn())
    assert isinstance(shown(scene), QuestionPanel)
    scene.close()
