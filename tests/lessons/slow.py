"""A pupil who takes lessons before a camera, one look after another."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.lessons.chapters import Chapter
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.lessons.tutor import Lesson, StepPhase
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.events import Busy, Saw, Ticked
from tablet_companion.referee.model.table import new_table
from tablet_companion.screen.toolkit.orders import OpenLessons, TakeChapter, TurnStep
from tests.referee.looks import look

_LOOK_S: Final = 0.2


class Slow:
    """A pupil before a camera that sees everything well, at one step of a chapter."""

    def __init__(self, game: AnyGame, chapter: Chapter, number: int) -> None:
        """Set the pieces of the step out."""
        board = printed.board(game.name)
        self.areas, self.now_s = areas_of(board, game.name), 0.0
        table = new_table(game, self.areas, "en").but(holds=holds_of(board))
        self.teacher = Teacher(game, board, lambda: table.but(now_s=self.now_s))
        start = game.placement(game.setup({}, game.seats[: game.players({})[-1]]))
        self.see(by_area(start))
        self.teacher.obey(OpenLessons(), self.now_s)
        self.teacher.obey(TakeChapter(chapter.name), self.now_s)
        for _ in range(number):
            self.teacher.obey(TurnStep(), self.now_s)
        assert self.lesson is not None
        self.see(by_area(self.lesson.wanted), 3.0)

    @property
    def lesson(self) -> Lesson | None:
        """Return the lesson under way, None after the last step."""
        taken = self.teacher.lesson
        return taken.lesson if taken else None

    def is_solved(self, number: int) -> bool:
        """Whether a step is done with."""
        lesson = self.lesson
        return lesson is None or lesson.number > number or lesson.phase is StepPhase.SOLVED

    def see(self, shown: Placement, seconds: float = 1.0, card: str = "none") -> None:
        """Let a hand come and go, and the table show something."""
        self.now_s += 0.5
        self.teacher.hear(Busy(self.now_s))
        reading = look(shown, areas=self.areas, card=card)
        for _ in range(round(seconds / _LOOK_S)):
            self.now_s += _LOOK_S
            self.teacher.hear(Saw(self.now_s, reading))
            self.teacher.hear(Ticked(self.now_s))
