"""A simulated learner who takes the lessons at the simulated table and knows the answers.

Pieces are set out and moved under the camera; actions without pieces are touched on the page.
Seconds are counted at a person's pace: three a sentence, four a piece, a card or a touch, and the
time of waiting for the camera.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from tablet_companion.games.core import HIDDEN, Card, Place, Placement
from tablet_companion.games.shared.attempts import placements
from tablet_companion.games.shared.positions import Position, compose
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.lessons import tasks, touching
from tablet_companion.lessons.chapters import Chapter, LessonStep, Task, read_chapters
from tablet_companion.lessons.classroom import Study, list_beside, place_of
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.lessons.trials import area, list_trials
from tablet_companion.lessons.tutor import Lesson, StepPhase
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.events import Ticked
from tablet_companion.referee.model.table import first_state, new_table
from tablet_companion.screen.toolkit import orders
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.simulator.house import FRAME_S, Print, make_table

SENTENCE_S: Final = 3.0
DOING_S: Final = 4.0
"""A person's pace for a sentence, and for a piece, a card or a touch: an assumption."""
_PATIENCE: Final = 15 * 12
"""Frames to wait for a reaction; a reminder takes seven seconds."""


@dataclass
class Taken:
    """The result of a chapter: seconds at a person's pace, and the tasks by how they were solved.

    ``seen`` are the tasks solved under the camera, ``touched`` those solved on the page;
    ``stuck`` names the step that could not be solved, empty if all could.
    """

    game: str
    chapter: str
    steps: int
    seconds: float = 0.0
    pieces: int = 0
    seen: int = 0
    touched: int = 0
    stuck: str = ""


class Pupil:
    """Takes the chapters of a game, one after another, at one simulated table."""

    def __init__(self, kit: Print) -> None:
        self.kit, self.game, board = kit, kit.game, kit.board
        self.clock = ManualClock()
        self.sim, self.hands = make_table(board, self.game.name, np.random.default_rng(0))
        start = self.game.placement(first_state(self.game))
        self.hands.put_out(start, start)
        self._camera = SimulatedCamera(self.sim, kit.renderer, self.clock)
        self._interpret = FrameInterpreter(kit.model)
        self._areas = areas_of(board, self.game.name)
        table = new_table(self.game, self._areas, "en").but(holds=holds_of(board))
        self.teacher = Teacher(self.game, board, lambda: table.but(now_s=self.clock.now_s()))
        self.watch(_PATIENCE, lambda: self.teacher.sees)

    @property
    def taken(self) -> Study | None:
        """Return the chapter under way."""
        return self.teacher.lesson

    def watch(self, frames: int, until: Callable[[], bool]) -> bool:
        """Run the camera until a condition holds; False if it never does."""
        for _ in range(frames):
            if until():
                return True
            self.clock.advance(FRAME_S)
            self.teacher.hear(self._interpret(self._camera.capture()))
            self.teacher.hear(Ticked(self.clock.now_s()))
        return until()

    def take(self, chapter: Chapter) -> Taken:
        """Take a chapter from its beginning."""
        told = Taken(self.game.name, chapter.name, len(chapter.steps))
        begun_s = self.clock.now_s()
        self.teacher.obey(orders.TakeChapter(chapter.name), self.clock.now_s())
        for number, step in enumerate(chapter.steps):
            if not self._step(step, number, told):
                told.stuck = f"step {number + 1}, {step.rule}"
                break
        told.seconds = self.clock.now_s() - begun_s
        return told

    def _step(self, step: LessonStep, number: int, told: Taken) -> bool:
        """Set out a step, do what it asks and wait for the next; False if that fails."""
        if not self._set_out(told):
            return False
        self.clock.advance(SENTENCE_S * count_sentences(step))
        if step.task is Task.READ:
            self.touch(orders.TurnStep())
            return True
        lesson = self._lesson(number)
        assert lesson is not None
        if lesson.on_table and self._show(lesson, told):
            told.seen += 1
        elif self._touch_answer(number):
            told.touched += 1
        else:
            return False
        return self.watch(_PATIENCE, lambda: self._lesson(number) is None)

    def _lesson(self, number: int) -> Lesson | None:
        """Return the lesson while this step of it is under way."""
        taken = self.taken
        return taken.lesson if taken is not None and taken.lesson.number == number else None

    # --- the table --------------------------------------------------------------------------------

    def _set_out(self, told: Taken) -> bool:
        """Set out the pieces as the page shows them; on the screen alone if that is impossible."""
        taken = self.taken
        if taken is None or taken.lesson.phase is not StepPhase.SETTING_OUT:
            return taken is not None
        wanted, position = by_area(taken.lesson.wanted), taken.lesson.step.position
        count = self._count_moved(wanted)
        told.pieces += count
        start = compose(self.game, Position(options=position.options, seats=position.seats))
        with_hand = self._reach(wanted)
        self.hands.put_out(taken.lesson.wanted, self.game.placement(start))
        self.clock.advance(DOING_S * count)
        if with_hand:
            self.sim.hand_out()
        if self.watch(_PATIENCE, self._is_open):
            return True
        self.touch(orders.StayOnScreen())
        return True

    def _is_open(self) -> bool:
        return self.taken is not None and self.taken.lesson.phase is StepPhase.OPEN

    def _count_moved(self, wanted: Placement) -> int:
        shown = self.hands.shown()
        seen = Counter(shown.pieces if shown is not None else ())
        should = Counter(one for one in wanted.pieces if one[0] in self._areas)
        return max((should - seen).total(), (seen - should).total())

    def _reach(self, wanted: Placement) -> bool:
        """Hold a hand over the table where something is about to change."""
        if self.hands.shows(wanted):
            return False
        self.hands.reach(wanted)
        self.watch(2, lambda: False)
        return True

    def _show(self, lesson: Lesson, told: Taken) -> bool:
        """Answer with the pieces; False if they cannot show the answer."""
        if lesson.step.task is Task.FIND:
            return self._find(lesson, told)
        found = _placement_of_answer(lesson)
        if found is None or by_area(found[0]) == by_area(lesson.wanted):
            return False
        wanted, card = by_area(found[0]), found[1]
        seen = Placement(tuple(one for one in wanted.pieces if one[1] != HIDDEN))
        if not self.hands.can_show(seen):
            return False
        number = lesson.number
        told.pieces += self._count_moved(wanted)
        self.clock.advance(DOING_S * self._count_moved(wanted))
        self._reach(wanted)
        if card and self.game.pile and _lays(lesson):
            self.sim.lay(card)
            self.clock.advance(DOING_S)
        position = lesson.step.position
        start = compose(self.game, Position(options=position.options, seats=position.seats))
        self.hands.put_out(wanted, self.game.placement(start))
        self.sim.hand_out()
        return self._is_solved(number)

    def _is_solved(self, number: int) -> bool:
        """Wait for the reaction to an answer; False if it does not solve the step."""

        def stage() -> StepPhase | None:
            lesson = self._lesson(number)
            return None if lesson is None else lesson.phase

        self.watch(_PATIENCE, lambda: stage() is not StepPhase.OPEN)
        return stage() in (StepPhase.SOLVED, None)

    def _find(self, lesson: Lesson, told: Taken) -> bool:
        """Move the piece of a FIND task to each place where it may go."""
        stood, of = self.hands.spot(lesson.step.of), lesson.step.of
        for place in sorted(tasks.find_reachable(lesson.game, lesson.state, lesson.step)):
            before = self._found(lesson.number)
            self.sim.hand_in(stood)
            self.watch(2, lambda: False)
            pawn = self.sim.lift(stood)
            stood = self.hands.spot(place)
            self.sim.put(pawn.colour, stood, turned=pawn.turned and of == place)
            self.sim.hand_out()
            self.clock.advance(DOING_S)
            told.pieces += 1
            if not self.watch(_PATIENCE, lambda seen=before: self._found(lesson.number) != seen):  # type: ignore[misc]  # a lambda's default
                return False
        return self._is_solved(lesson.number)

    def _found(self, number: int) -> frozenset[Place] | None:
        lesson = self._lesson(number)
        return lesson.found if lesson is not None and lesson.phase is StepPhase.OPEN else None

    # --- the page ---------------------------------------------------------------------------------

    def touch(self, order: orders.LessonOrder) -> None:
        """Touch the page."""
        self.clock.advance(DOING_S)
        self.teacher.obey(order, self.clock.now_s())

    def _touch_answer(self, number: int) -> bool:
        """Answer on the page, after putting the pieces back as the step has them."""
        told = Taken("", "", 0)
        if not self._set_out(told):
            return False
        for _ in range(60):
            taken = self.taken
            if taken is None or taken.lesson.number != number or self._lesson(number) is None:
                return True
            if taken.lesson.phase is not StepPhase.OPEN:
                break
            order = next(_next_touches(taken, self.kit), None)
            if order is None:
                return False
            self.touch(order)
        return self._is_solved(number)


def _lays(lesson: Lesson) -> bool:
    """Whether a card is laid: because it is required, or to distinguish it from another."""
    return "Lay " in lesson.step.ask or len(list_trials(lesson).cards) > 1


def _placement_of_answer(lesson: Lesson) -> tuple[Placement, Card] | None:
    """Return what the table shows once a DO or a BREAK is answered, and the card for it."""
    game, state, step = lesson.game, lesson.state, lesson.step
    if step.task is Task.BREAK and step.wrong is not None and not step.wrong.take_back:
        action = step.wrong.action and game.read_action(state, step.wrong.action)
        card = (action and game.card_of(action)) or Card(step.wrong.card)
        return placements(game, state, step.wrong)[1], card
    if step.task is Task.DO:
        action = game.read_action(state, step.solution[0])
        return game.attempted(state, action), game.card_of(action) or Card("")
    return None


def _next_touches(taken: Study, kit: Print) -> Iterator[orders.LessonOrder]:
    """Yield the next touches of somebody who knows the answer."""
    lesson, step, tried = taken.lesson, taken.lesson.step, taken.attempt
    if step.task is Task.FIND:
        left = tasks.find_reachable(lesson.game, lesson.state, step) - lesson.found
        yield from (_place(place, kit) for place in sorted(left))
    elif step.task is Task.WHICH:
        yield orders.TouchKey(step.choices.index(step.solution[0]))
    elif not list_trials(lesson).by_hand:
        yield from _say(taken, kit)
    elif touching.list_choices(lesson, tried):
        yield orders.TouchKey(list_trials(lesson).cards.index(_card(lesson)))
    else:
        yield from _carry(taken, kit)


def _card(lesson: Lesson) -> Card:
    found = _placement_of_answer(lesson)
    return found[1] if found else Card("")


def _say(taken: Study, kit: Print) -> Iterator[orders.LessonOrder]:
    lesson, tried = taken.lesson, taken.attempt
    labels = touching.list_choices(lesson, tried)
    if labels == (touching.TAKE_BACK,):
        yield orders.TouchKey(0)
        return
    trials = list_trials(lesson)
    path = next(one.path for one in trials.tried if one.action == trials.wanted[0])
    if tried.labels == path:
        yield orders.FinishMove()
        return
    label = path[len(tried.labels)]
    place = place_of(label, lesson, kit.board)
    named = [place_of(one, lesson, kit.board) for one in labels]
    picks = None not in named and len(set(named)) == len(named)
    if picks and place is not None:
        yield _place(place, kit)
    else:
        yield orders.TouchKey(labels.index(label))


def _carry(taken: Study, kit: Print) -> Iterator[orders.LessonOrder]:
    lesson, tried = taken.lesson, taken.attempt
    moves = _moves(lesson)
    done = len(tried.moves)
    if done == len(moves):
        yield orders.FinishMove()
        return
    source, target = moves[done]
    if tried.source is not None:
        yield _place(area(target), kit)
        return
    beside = [place for place, _ in list_beside(taken, kit.board)]
    if source in beside:
        yield orders.TouchKey(beside.index(source))
    else:
        yield _place(area(source), kit)


def _moves(lesson: Lesson) -> list[tuple[Place, Place]]:
    trials = list_trials(lesson)
    if trials.wanted:
        one = next(one for one in trials.tried if one.action == trials.wanted[0])
        return [(source, target or source) for source, target in one.moves]
    wrong = lesson.step.wrong
    sides = [way.split(">") for way in wrong.hands] if wrong else []
    return [(Place(a.split()[1]), Place(b.split()[1])) for a, b in sides]


def _place(area: Place, kit: Print) -> orders.TouchPlace:
    return orders.TouchPlace(Place(kit.board.areas[area][0].name))


def count_sentences(step: LessonStep) -> int:
    """Return the number of sentences in a step."""
    return len(re.findall(r"[.!?](?=\s|$)", f"{step.say} {step.ask}"))


def take_all(kit: Print, only: Callable[[Chapter], bool] = lambda _: True) -> Iterator[Taken]:
    """Take the chapters of a game one after another, without clearing the table in between."""
    pupil = Pupil(kit)
    for chapter in filter(only, read_chapters(kit.game.name)):
        yield pupil.take(chapter)
