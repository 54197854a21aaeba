"""What is taught at a table, on pages of its own while somebody reads or learns there."""

from __future__ import annotations

from typing import Final

from hardware.board import Board
from tablet_companion.games.core import Rule
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.lessons import classroom, rulebook
from tablet_companion.lessons.chapters import Chapter, read_chapters
from tablet_companion.lessons.classroom import Class
from tablet_companion.lessons.tutor import Stage
from tablet_companion.referee.model.panels import Message
from tablet_companion.screen.pages.lesson import ChapterLine, ChaptersPanel, LessonPanel
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.toolkit.orders import (
    LeaveLessons,
    LeaveRules,
    LessonOrder,
    OpenLessons,
    OpenRules,
    ReadRule,
    RulesOrder,
    TakeChapter,
)

TaughtPanel = RulesPanel | RulePanel | ChaptersPanel | LessonPanel
WHICH: Final = N_("What do you want to learn?")
OVER: Final = N_("Well done! What comes next?")


class Teacher:
    """Shows the rules of a game and its lessons, and remembers where somebody is.

    How far each chapter went is kept until the program ends or another game is set up.
    """

    def __init__(self, game: AnyGame, board: Board) -> None:
        """Begin closed, nothing learnt."""
        self._game, self._board = game, board
        self._shown: RulesOrder | LessonOrder | None = None
        self._since_s = 0.0
        self._taken: Class | None = None
        self._say = Message(WHICH)
        self._reached: dict[str, int] = {}

    @property
    def has_any(self) -> bool:
        """Whether this game teaches anything."""
        return rulebook.has_rules(self._game.name)

    def obey(self, order: RulesOrder | LessonOrder, now_s: float) -> None:
        """Do what a touch asks for."""
        match order:
            case OpenRules() | ReadRule():
                self._shown, self._since_s = order, now_s
            case LeaveRules():
                listed = isinstance(self._shown, ReadRule) and not self._shown.alone
                self._shown = OpenRules() if listed else None
            case OpenLessons():
                self._shown, self._say, self._taken = order, Message(WHICH), None
            case TakeChapter(name=name):
                self._take(name, now_s)
            case LeaveLessons():
                self._shown = OpenLessons() if self._taken is not None else None
                self._taken, self._say = None, Message(WHICH)
            case _ if self._taken is not None:
                self._follow(classroom.obey(self._taken, order, self._board, now_s))

    def _take(self, name: str, now_s: float) -> None:
        """Begin a chapter where it was left; one that is done is begun again."""
        chapter = next(one for one in self._chapters if one.name == name)
        number = self._reached.get(name, 0)
        begun = number if number < len(chapter.steps) else 0
        self._taken = classroom.begin(self._game, chapter, begun, now_s)

    def _follow(self, taken: Class) -> None:
        """Note how far a chapter is; after its last step the shelf is shown again."""
        lesson, self._taken = taken.lesson, taken
        name = lesson.chapter.name
        self._reached[name] = max(self._reached.get(name, 0), lesson.number)
        if lesson.stage is Stage.OVER:
            self._taken = None
            self._say = Message(OVER)

    @property
    def _chapters(self) -> tuple[Chapter, ...]:
        return read_chapters(self._game.name)

    def panel(self, now_s: float) -> TaughtPanel | None:
        """Return what to show, None while nobody learns."""
        match self._shown:
            case None:
                return None
            case OpenRules():
                return rulebook.build_list(self._game)
            case ReadRule(name=name, alone=alone):
                seconds = now_s - self._since_s
                return rulebook.build_rule(self._game, Rule(name), seconds, alone=alone)
        if self._taken is not None:
            return classroom.build(self._taken, self._board, now_s)
        return ChaptersPanel(tuple(map(self._line, self._chapters)), self._say)

    def _line(self, chapter: Chapter) -> ChapterLine:
        done = self._reached.get(chapter.name, 0)
        return ChapterLine(chapter.name, chapter.title, done, len(chapter.steps))
