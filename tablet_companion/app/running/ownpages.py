"""The table's own pages, laid over the referee's page while somebody has opened them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from hardware.ports import Clock
from hardware.sticks import Sticks
from tablet_companion.app.pages.display import Display
from tablet_companion.app.pages.history import Historian
from tablet_companion.app.pages.saving import Saver
from tablet_companion.app.pages.unfinished import UnfinishedGames
from tablet_companion.app.running.loop_parts import LoopParts
from tablet_companion.config import data_folder
from tablet_companion.games.core import Message
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.referee.model.effects import Effect
from tablet_companion.referee.model.events import Remember
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.pages.scenes import OwnPanel
from tablet_companion.screen.toolkit import orders
from tablet_companion.selfcheck.screen import SelfTest
from tablet_companion.session.session import Session

NEWS_S: Final = 20.0
"""People who play look at the page at least once in this time."""


class PageOutcome(Enum):
    """What a touch on one of the table's own pages means for the game beneath it."""

    NOTHING = auto()
    RULE_READ = auto()
    LESSON_OPENED = auto()
    LESSON_LEFT = auto()
    OTHER_GAME = auto()
    DEVICES_BACK = auto()


class OwnPages:
    """Opens and shows lessons, rules, history, saving, unfinished games, and device pages.

    One of them is shown at a time; the game goes on beneath all but the self-test, which takes over
    the table's devices while it is open.
    """

    def __init__(self, session: Session, display: Display, clock: Clock, parts: LoopParts) -> None:
        self._session, self._display, self._clock = session, display, clock
        self._finder, self._telephones, self.trial = parts.finder, parts.telephones, parts.trial
        self.unfinished = UnfinishedGames(session)
        self.teacher = Teacher(
            session.table.game,
            display.look.board,
            self._find_free_table,
            parts.notebook,
            lambda: session.table.chosen,
        )
        self.historian = Historian(lambda: session.table)
        self.saver = Saver(lambda: session.table, lambda: Sticks(data_folder()))
        self._news_s = 0.0
        display.look = replace(display.look, taught=self.teacher.has_any)
        self._name_seats()

    @property
    def trying(self) -> SelfTest | None:
        """The self-test while it is open: it has the devices, and the game waits."""
        return self.trial if self.trial is not None and self.trial.open else None

    def begin(self) -> PageOutcome:
        """Show the lesson that a power cut interrupted, or else the unfinished games, if any.

        A game on record is continued instead, unasked; one that waited for a lesson goes on.
        """
        waited = self.teacher.resume(self._clock.now_s())
        waits = self.teacher.lesson is None and self._session.table.stage is Stage.SETUP
        if waits and self.unfinished.has_any:
            self.unfinished.obey(orders.OpenUnfinished())
        self.show()
        return PageOutcome.LESSON_LEFT if waited else PageOutcome.NOTHING

    def obey(self, order: orders.OwnOrder) -> PageOutcome:
        """Do what a touch asks for, and show the page that is then open."""
        outcome = self._do(order)
        self.show()
        return outcome

    def give_way(self) -> None:
        """Close rules and history, beneath which nobody would see what the referee asks."""
        while isinstance(self._display.over, RulesPanel | RulePanel):
            self.obey(orders.LeaveRules())
        if isinstance(self._display.over, HistoryPanel):
            self.obey(orders.LeaveHistory())
        self.end_lesson()

    def end_lesson(self) -> None:
        """Close a lesson that was opened in mid-game."""
        if self.teacher.learns and self._session.table.stage is Stage.PLAY:
            self.teacher.close()
            self.show()

    def _do(self, order: orders.OwnOrder) -> PageOutcome:
        now_s = self._clock.now_s()
        if isinstance(order, orders.RulesOrder | orders.LessonOrder):
            return self._teach(order, now_s)
        if isinstance(order, orders.UnfinishedOrder):
            return PageOutcome.OTHER_GAME if self.unfinished.obey(order) else PageOutcome.NOTHING
        if isinstance(order, orders.TrialOrder):
            return self._try(order, now_s)
        if isinstance(order, orders.HistoryOrder):
            self.historian.obey(order, now_s)
        elif isinstance(order, orders.SavingOrder):
            self.saver.obey(order, self._display.language)
        elif isinstance(order, orders.TelephoneOrder) and self._telephones is not None:
            self._telephones.invitations.obey(order)
        elif isinstance(order, orders.CameraOrder) and self._finder is not None:
            self._finder.obey(order)
            self._display.look = replace(self._display.look, camera=self._finder.used)
        return PageOutcome.NOTHING

    def _teach(self, order: orders.RulesOrder | orders.LessonOrder, now_s: float) -> PageOutcome:
        """Obey the touch of a learner; a game waits while a lesson is taken on the screen."""
        playing = isinstance(self._display.panel, PlayPanel)
        learnt = self.teacher.learns
        self.teacher.obey(order, now_s)
        self._name_seats()
        if self.teacher.learns != learnt:
            return PageOutcome.LESSON_LEFT if learnt else PageOutcome.LESSON_OPENED
        read = playing and isinstance(order, orders.ReadRule)
        return PageOutcome.RULE_READ if read else PageOutcome.NOTHING

    def _name_seats(self) -> None:
        names = tuple(sorted(self.teacher.seated.items()))
        self._display.look = replace(self._display.look, names=names)

    def _try(self, order: orders.TrialOrder, now_s: float) -> PageOutcome:
        if self.trial is None:
            return PageOutcome.NOTHING
        self.trial.obey(order, now_s)
        return PageOutcome.NOTHING if self.trying is not None else PageOutcome.DEVICES_BACK

    def take_note(self, effects: Iterable[Effect]) -> tuple[Remember, ...]:
        """Save what people were told; return what each seat knows already as a game begins."""
        return tuple(self.teacher.take_note(effects))

    def list_news(self) -> tuple[Message, ...]:
        """Return how a saving ended during the next game, for as long as people need to read it."""
        news, now_s = self.saver.news, self._clock.now_s()
        if news is None:
            self._news_s = now_s + NEWS_S
        elif now_s >= self._news_s:
            self.saver.news = news = None
        return () if news is None else (news,)

    def show(self) -> None:
        """Lay the open page over the referee's, or remove it."""
        own = self._choose(self._clock.now_s())
        if self._telephones is not None:
            own = self._telephones.lay_over(own, self._display.look)
        self._display.lay_over(own)

    def _choose(self, now_s: float) -> OwnPanel | None:
        if self.trying is not None:
            return self.trying.panel(now_s)
        own: OwnPanel | None = self.teacher.panel(now_s)
        own = own or self.unfinished.panel or self.saver.panel or self.historian.panel(now_s)
        if own is None and self._telephones is not None:
            self._telephones.invitations.refresh()
            own = self._telephones.invitations.panel
        if own is None and self._finder is not None:
            own = self._finder.panel()
        return own

    def _find_free_table(self) -> Table | None:
        """Return the table unless a game stands on it, which a lesson would disturb."""
        table = self._session.table
        return table if table.stage in (Stage.SETUP, Stage.ENDED) else None
