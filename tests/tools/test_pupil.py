"""Lessons on the simulated table: pieces are set out and answers shown under the camera."""

from __future__ import annotations

from tablet_companion.lessons.chapters import Chapter, read_chapters
from tablet_companion.lessons.classroom import build
from tablet_companion.lessons.tutor import StepPhase
from tablet_companion.referee.model.events import Blind
from tablet_companion.screen.pages.lesson import LessonPanel, Mood
from tablet_companion.screen.toolkit.orders import TakeChapter, TurnStep
from tablet_companion.simulator.house import Print
from tests.conformance.walk import CHAPTER_S
from tools.pupil import Pupil, Taken


def chapter(game: str, name: str) -> Chapter:
    """Return a chapter by its name."""
    return next(one for one in read_chapters(game) if one.name == name)


def panel(pupil: Pupil) -> LessonPanel:
    """Return the page of the step under way."""
    assert pupil.taken is not None
    return build(pupil.taken, pupil.kit.board, pupil.clock.now_s())


def open_step(pupil: Pupil, name: str, number: int) -> None:
    """Begin a chapter, and go to one of its steps with nothing set out."""
    pupil.teacher.obey(TakeChapter(name), pupil.clock.now_s())
    for _ in range(number):
        pupil.teacher.obey(TurnStep(), pupil.clock.now_s())


def test_a_chapter_is_taken_under_the_camera(kit: Print) -> None:
    """Every task with pieces is solved by moving them, none by touching the page; it ends."""
    told = Pupil(kit).take(chapter("agent_dog", "first_pawn"))
    assert told.stuck == ""
    assert (told.seen, told.touched) == (4, 0)
    assert told.seconds < CHAPTER_S


def test_pieces_are_ticked_off_as_they_arrive(kit: Print) -> None:
    """What is missing is marked and named until it stands; then the task opens by itself."""
    pupil = Pupil(kit)
    open_step(pupil, "first_pawn", 1)
    pupil.watch(15, lambda: False)
    before = panel(pupil)
    assert before.sets_out
    assert "T19" in {one.place for one in before.differences}
    pupil.sim.hand_in("T0")
    pupil.watch(2, lambda: False)
    pupil.sim.put(pupil.sim.lift("T0").colour, "T19")
    pupil.sim.hand_out()
    pupil.watch(15, lambda: False)
    after = panel(pupil)
    assert len(after.differences) < len(before.differences)
    assert "T19" not in {one.place for one in after.differences}
    assert pupil._set_out(Taken("", "", 0))
    assert not panel(pupil).sets_out


def test_a_wrong_move_is_explained_and_put_back(kit: Print) -> None:
    """The rule that it breaks is said; once the pieces are back the task is open again."""
    pupil = Pupil(kit)
    open_step(pupil, "first_pawn", 1)
    pupil._set_out(Taken("", "", 0))
    pupil.sim.hand_in("T19")
    pupil.watch(2, lambda: False)
    pupil.sim.put(pupil.sim.lift("T19").colour, "T25")
    pupil.sim.hand_out()
    pupil.watch(200, lambda: panel(pupil).mood is Mood.REFUSAL)
    refused = panel(pupil)
    assert refused.mood is Mood.REFUSAL
    assert refused.answer[0].text in {rule.text for rule in pupil.game.rules.values()}
    assert refused.sets_out
    assert pupil.taken is not None
    told_s = pupil.taken.since_s
    pupil.watch(20, lambda: False)
    assert pupil.taken.since_s == told_s, "what stays wrong is said once"
    assert pupil._set_out(Taken("", "", 0))
    assert not panel(pupil).sets_out


def test_a_board_out_of_sight_leaves_the_screen(kit: Print) -> None:
    """Where the camera sees nothing for a while, the step is taken on the screen alone."""
    pupil = Pupil(kit)
    open_step(pupil, "first_pawn", 1)
    assert pupil.taken is not None
    assert pupil.taken.lesson.phase is StepPhase.SETTING_OUT
    for _ in range(7):
        pupil.clock.advance(1.0)
        pupil.teacher.hear(Blind(pupil.clock.now_s(), "dark"))
    assert pupil.taken.watch is None
    assert not panel(pupil).sets_out


def test_a_game_under_way_is_not_disturbed(kit: Print) -> None:
    """Where pieces of a game stand on the table, lessons are on the screen."""
    pupil = Pupil(kit)
    pupil.teacher._find_table = lambda: None
    open_step(pupil, "first_pawn", 1)
    assert pupil.taken is not None
    assert pupil.taken.watch is None
    assert not panel(pupil).on_table
