"""Somebody who learns at the screen: every touch is a point of the page that is shown."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Place
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.lessons import tasks, touching
from tablet_companion.lessons.chapters import Task
from tablet_companion.lessons.classroom import Study, list_beside, place_of
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.lessons.trials import area, list_trials
from tablet_companion.lessons.tutor import StepPhase
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit import orders, paint
from tablet_companion.screen.toolkit.drawing import Pick
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tests.screen.looks import SCREENS, English


class Learner:
    """Touches the pages of a game's lessons, which are made as the display makes them."""

    def __init__(self, game: AnyGame, screen: str = "7 inches") -> None:
        """Sit down at a screen."""
        self.board = printed.board(game.name)
        self.look = Look(SCREENS[screen], English(), self.board, paint.measure, taught=True)
        self.teacher = Teacher(game, self.board)
        self.local: Local = NOTHING
        self.now_s = 0.0
        self.seen: list[tuple[Shown, Local]] = []
        self.teacher.obey(orders.OpenLessons(), self.now_s)

    @property
    def panel(self) -> Shown:
        """Return the panel that is shown."""
        found = self.teacher.panel(self.now_s)
        assert found is not None
        return found

    @property
    def taken(self) -> Study:
        """Return the chapter under way."""
        assert self.teacher._taken is not None
        return self.teacher._taken

    def touch(self, x: float, y: float) -> None:
        """Touch a point of the page."""
        before = self.panel
        self.seen.append((before, self.local))
        meant = scenes.touch(scenes.page(before, self.look, self.local), x, y)
        assert meant is not None
        self.now_s += 1.0
        if isinstance(meant, Local):
            self.local = meant
            return
        assert isinstance(meant, orders.LessonOrder)
        self.teacher.obey(meant, self.now_s)
        after = self.teacher.panel(self.now_s)
        self.local = scenes.carry_over(self.local, before, after)

    def press(self, order: orders.LessonOrder) -> None:
        """Touch the key that means this, on whichever sheet it is."""
        for _ in range(40):
            page = scenes.page(self.panel, self.look, self.local)
            box = next((one.box for one in page.touches if one.meaning == order), None)
            if box is not None:
                self.touch(*box.centre)
                return
            turn = next(one for one in page.touches if isinstance(one.meaning, Local))
            self.touch(*turn.box.centre)
        raise AssertionError(f"no key means {order}")

    def put(self, place: str) -> None:
        """Touch a place of the drawn board, closely if the page shows it so first."""
        if self.local.near is not None:
            self.local = NOTHING
        for _ in range(2):
            page = scenes.page(self.panel, self.look, self.local)
            pick = next(one.meaning for one in page.touches if isinstance(one.meaning, Pick))
            spot = next(
                at for name, at in pick.places if place in (name, self.board.by_name[name].area)
            )
            told = pick.told
            self.touch(*spot)
            if told:
                return

    def take(self, name: str) -> None:
        """Take a chapter from the shelf."""
        self.press(orders.TakeChapter(name))

    def hint(self) -> None:
        """Ask for hints until they are all given; what each says is looked at."""
        for _ in range(3 + len(self.taken.lesson.step.hints)):
            self.press(orders.AskTutor())
            self.seen.append((self.panel, self.local))

    def solve(self) -> None:
        """Do what the open step asks, and go on."""
        step = self.taken.lesson.step
        if step.task is not Task.READ:
            self._answer()
            lesson = self.taken.lesson
            where = lesson.chapter.name, lesson.number, lesson.answer
            assert lesson.phase is StepPhase.SOLVED, where
        self.seen.append((self.panel, self.local))
        self.press(orders.TurnStep())

    def _answer(self) -> None:
        lesson, step = self.taken.lesson, self.taken.lesson.step
        if step.task is Task.FIND:
            for place in sorted(tasks.find_reachable(lesson.game, lesson.state, step)):
                self.put(place)
        elif step.task is Task.WHICH:
            self.press(orders.TouchKey(step.choices.index(step.solution[0])))
        elif not list_trials(lesson).by_hand:
            self._say(list_trials(lesson).wanted[0])
        elif list_trials(lesson).wanted:
            self._move(list_trials(lesson).wanted[0])
        else:
            self._by_hand()

    def _say(self, action: Any) -> None:
        lesson = self.taken.lesson
        path = next(one.path for one in list_trials(lesson).tried if one.action == action)
        while self.taken.lesson.phase is StepPhase.OPEN and not self.taken.done:
            labels = touching.list_choices(lesson, self.taken.attempt)
            if self.taken.attempt.labels == path:
                self.press(orders.FinishMove())
                continue
            label = path[len(self.taken.attempt.labels)]
            panel: Any = self.panel
            place = place_of(label, lesson, self.board)
            if panel.picks:
                assert place is not None
                self.put(place)
            else:
                self.press(orders.TouchKey(labels.index(label)))

    def _move(self, action: Any) -> None:
        lesson = self.taken.lesson
        tried = list_trials(lesson)
        one = next(one for one in tried.tried if one.action == action)
        if not self.taken.attempt.card and len(tried.cards) > 1:
            self.press(orders.TouchKey(tried.cards.index(one.card)))
        for source, target in one.moves:
            self._carry(source, target or Place("blue.nest"))
            if self.taken.lesson.phase is StepPhase.SOLVED:
                return
        self.press(orders.FinishMove())

    def _by_hand(self) -> None:
        wrong = self.taken.lesson.step.wrong
        assert wrong is not None
        for way in wrong.hands:
            source, target = (side.split()[1] for side in way.split(">"))
            self._carry(Place(source), Place(target))
        if not wrong.hands:
            self.press(orders.FinishMove())

    def _carry(self, source: Place, target: Place) -> None:
        beside = [place for place, _ in list_beside(self.taken, self.board)]
        if source in beside:
            self.press(orders.TouchKey(beside.index(source)))
        else:
            self.put(area(source))
        self.put(area(target))
