"""Teaching at a table: the pages of rules and lessons while somebody learns there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from hardware.board import Board
from tablet_companion.games.core import Message, OptionValue, Rule, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.lessons import classroom, progress, rulebook
from tablet_companion.lessons.chapters import Chapter, Task, read_chapters
from tablet_companion.lessons.classroom import Study
from tablet_companion.lessons.progress import Notebook, Taken
from tablet_companion.lessons.tutor import Lesson, StepPhase
from tablet_companion.lessons.watching import Looked
from tablet_companion.referee.model.effects import Effect, Record
from tablet_companion.referee.model.events import Blind, Busy, Event, Remember, Saw
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.names import NamesPanel
from tablet_companion.screen.pages.pause import SettingsPanel
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.pages.shelf import ChapterLine, ChaptersPanel
from tablet_companion.screen.toolkit import orders

TaughtPanel = RulesPanel | RulePanel | ChaptersPanel | NamesPanel | LessonPanel | SettingsPanel
WHICH: Final = N_("What do you want to learn?")
OVER: Final = N_("Well done! What comes next?")
ALL_DONE: Final = N_("Well done! You have taken all lessons.")
BLIND_S: Final = 5.0
"""After this long (s) without seeing the board, a lesson uses the screen alone."""


class Teacher:
    """Shows the rules of a game and its lessons, and remembers everybody's progress.

    A lesson uses the real table if ``find_table`` returns a free one and its board is visible,
    otherwise only the screen. The ``notebook`` stores how far everybody has come; ``list_chosen``
    returns the values of the game's options, as rules differ between editions.
    """

    def __init__(
        self,
        game: AnyGame,
        board: Board,
        find_table: Callable[[], Table | None] = lambda: None,
        notebook: Notebook | None = None,
        list_chosen: Callable[[], Collection[OptionValue]] = tuple,
    ) -> None:
        """Begin closed."""
        self._game, self._board, self._find_table = game, board, find_table
        self._list_chosen = list_chosen
        self._notebook = notebook or Notebook(None)
        self._name = ""
        self._seat: Seat | None = None
        self._shown: orders.RulesOrder | orders.LessonOrder | None = None
        self._since_s = 0.0
        self._taken: Study | None = None
        self._say = Message(WHICH)
        self.sees = self._on_screen = self._tunes = self._resumed = False
        self._blind_s: float | None = None

    @property
    def has_any(self) -> bool:
        """Whether this game teaches anything."""
        return rulebook.has_rules(self._game.name)

    @property
    def lesson(self) -> Study | None:
        """The chapter in progress, None if there is none."""
        return self._taken

    @property
    def learns(self) -> bool:
        """Whether somebody chooses a chapter or takes one, rather than reads rules."""
        reads = orders.OpenRules | orders.ReadRule | None
        return self._taken is not None or not isinstance(self._shown, reads)

    # --- touches ----------------------------------------------------------------------------------

    def resume(self, now_s: float) -> bool:
        """Take up the lesson during which the program was killed, unless a game stands there.

        True if that game waited for the lesson, and is to go on instead.
        """
        taken = self._notebook.taken
        known = [(self._game.name, one.name) for one in self._chapters if self._find_table()]
        if taken is None or (taken.game, taken.chapter) not in known:
            self._notebook.take(None)
            return taken is not None and taken.game == self._game.name and not known
        self._shown, self._name, self._resumed = orders.OpenLessons(), taken.name, True
        self._take(taken.chapter, now_s, taken.step)
        return False

    def obey(self, order: orders.RulesOrder | orders.LessonOrder, now_s: float) -> None:
        """Carry out a touch."""
        self._resumed = False
        self._tunes = isinstance(order, orders.OpenSettings)
        match order:
            case orders.OpenSettings() | orders.LeaveSettings():
                pass
            case orders.OpenRules() | orders.ReadRule():
                self._shown, self._since_s = order, now_s
            case orders.LeaveRules():
                listed = isinstance(self._shown, orders.ReadRule) and not self._shown.alone
                self._shown = orders.OpenRules() if listed else None
            case orders.OpenLessons():
                self._open_shelf(Message(WHICH))
            case orders.NameOrder():
                self._ask_name(order)
            case orders.TakeChapter(name=name, step=step):
                self._take(name, now_s, self._reached(name) if step is None else step)
            case orders.LeaveLessons():
                left = None if self._taken is None else self._shown
                self._open_shelf(Message(WHICH))
                self._shown = left
            case orders.LessonOrder() if self._taken is not None:
                self._on_screen = self._on_screen or isinstance(order, orders.StayOnScreen)
                self._follow(classroom.obey(self._taken, order, self._board, now_s))
                if isinstance(order, orders.TurnStep) and self._taken is not None:
                    self._return_to_table(self._taken, now_s)

    def close(self) -> None:
        """Leave rules and lessons."""
        self._open_shelf(Message(WHICH))
        self._shown, self._tunes = None, False

    def _ask_name(self, order: orders.NameOrder) -> None:
        """Ask who is learning or sitting somewhere; then return to the previous page."""
        match order:
            case orders.OpenNames(seat=seat):
                self._seat = seat
            case orders.TakeName(name=name) if self._seat is not None:
                self._notebook.seat(self._seat, self._notebook.add(name) if name else "")
            case orders.TakeName(name=name):
                self._name = self._notebook.add(name) if name else ""
            case orders.ForgetName(name=name, sure=True):
                self._notebook.forget(name)
                self._name = "" if name == self._name else self._name
                order = orders.OpenNames(self._seat)
        if isinstance(order, orders.OpenNames | orders.TypeName | orders.ForgetName):
            self._shown = order
        elif self._seat is None:
            self._open_shelf(Message(WHICH))
        else:
            self._shown = self._seat = None

    def _open_shelf(self, say: Message) -> None:
        self._shown, self._say, self._taken = orders.OpenLessons(), say, None
        self._notebook.take(None)

    def _take(self, name: str, now_s: float, number: int) -> None:
        """Resume a chapter at a step, or restart one that is done."""
        chapter = next(one for one in self._chapters if one.name == name)
        begun = number if number < len(chapter.steps) else 0
        self._on_screen = False
        self._taken = classroom.begin(self._game, chapter, begun, now_s, self._free_table)
        self._note_open(self._taken.lesson)

    def _note_open(self, lesson: Lesson) -> None:
        """Note the open step, to be resumed after a power cut."""
        self._notebook.take(self._name_step(lesson))

    def _name_step(self, lesson: Lesson) -> Taken:
        return Taken(self._name, self._game.name, lesson.chapter.name, lesson.number)

    def _return_to_table(self, taken: Study, now_s: float) -> None:
        """Use the table again for a new step, if the board was only out of sight."""
        if taken.watch is None and self._free_table is not None:
            lesson = taken.lesson
            self._taken = classroom.begin(
                self._game, lesson.chapter, lesson.number, now_s, self._free_table
            )

    @property
    def _free_table(self) -> Table | None:
        return self._find_table() if self.sees and not self._on_screen else None

    def _follow(self, taken: Study) -> None:
        """Note a chapter's progress; after its last step show the shelf again."""
        left = self._taken.lesson if self._taken else taken.lesson
        lesson, self._taken = taken.lesson, taken
        self._note(left, read=lesson.number > left.number)
        self._note(lesson, read=False)
        if lesson.phase is StepPhase.OVER:
            self._open_shelf(Message(self._tell_how_far(lesson)))
        else:
            self._note_open(lesson)

    def _tell_how_far(self, lesson: Lesson) -> str:
        """Return what stands over the shelf after a chapter's last step."""
        left = [one for one in self._chapters if self._reached(one.name) < len(one.steps)]
        return ALL_DONE if not left else WHICH if lesson.chapter in left else OVER

    def _note(self, lesson: Lesson, *, read: bool) -> None:
        """Note a step that is solved, or was only to be ``read``."""
        if lesson.phase is StepPhase.SOLVED or (read and lesson.step.task is Task.READ):
            self._notebook.note(self._name_step(lesson))

    # --- games ------------------------------------------------------------------------------------

    @property
    def seated(self) -> Mapping[Seat, str]:
        """The names of the people at the table, by seat."""
        return self._notebook.seats

    def take_note(self, effects: Iterable[Effect]) -> Iterator[Remember]:
        """Note the rules told to people with a name; when a game begins, yield what they know."""
        for effect in effects:
            if not isinstance(effect, Record):
                continue
            if effect.kind == "begun":
                yield from self._remember()
            name = self.seated.get(Seat(str(effect.body.get("seat"))))
            if effect.kind == "taught" and name:
                self._notebook.note_told(name, self._game.name, str(effect.body["rule"]))

    def _remember(self) -> Iterator[Remember]:
        for seat, name in self.seated.items():
            told = map(Rule, self._notebook.list_told(name, self._game.name))
            done = self._notebook.count_done(name, self._game.name)
            learnt = (
                rule
                for chapter in self._chapters
                for step in chapter.steps[: done.get(chapter.name, 0)]
                for rule in step.rules
            )
            yield Remember(seat, tuple(dict.fromkeys((*told, *learnt))))

    # --- the table --------------------------------------------------------------------------------

    def hear(self, event: Event) -> bool:
        """Process an event of the table; True if a lesson on the table uses it alone."""
        if isinstance(event, Saw | Busy | Blind):
            self.sees = not isinstance(event, Blind)
            if self.sees or self._blind_s is None:
                self._blind_s = None if self.sees else event.at_s
            if self.sees and self._resumed and self._taken is not None:
                self._resumed = False
                self._return_to_table(self._taken, event.at_s)
        taken = self._taken
        if taken is None or taken.watch is None or not isinstance(event, Looked):
            return False
        if self._blind_s is not None and event.at_s - self._blind_s >= BLIND_S:
            self._taken = classroom.leave_table(taken, event.at_s)
            return False
        self._follow(classroom.hear(taken, event))
        return True

    @property
    def _chapters(self) -> tuple[Chapter, ...]:
        return read_chapters(self._game.name)

    def panel(self, now_s: float) -> TaughtPanel | None:
        """Return the page to show, None while nobody learns."""
        if self._tunes:
            return SettingsPanel()
        if self._taken is not None:
            return classroom.build(self._taken, self._board, now_s)
        match self._shown:
            case None:
                return None
            case orders.OpenRules():
                return rulebook.build_list(self._game, self._list_chosen())
            case orders.ReadRule() as order:
                seconds = now_s - self._since_s
                return rulebook.build_rule(self._game, order, seconds, self._list_chosen())
            case orders.OpenNames():
                return NamesPanel(self._notebook.names, seat=self._seat)
            case orders.ForgetName(name=name):
                return NamesPanel(self._notebook.names, seat=self._seat, forgotten=name)
            case orders.TypeName(text=text):
                book = self._notebook
                return NamesPanel(
                    book.names, text, progress.MAX_LETTERS, self._seat, full=book.full
                )
        trouble = self._notebook.trouble
        say = Message("{text}", (("text", trouble),)) if trouble else self._say
        lines = (
            ChapterLine(one.name, one.title, self._reached(one.name), len(one.steps))
            for one in self._chapters
        )
        return ChaptersPanel(tuple(lines), say, self._name)

    def _reached(self, chapter: str) -> int:
        return self._notebook.count_done(self._name, self._game.name).get(chapter, 0)
