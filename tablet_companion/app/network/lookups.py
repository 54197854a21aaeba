"""What a telephone looks up for itself: questions, rules, the history. No other page changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hardware.board import Board
from tablet_companion.app.pages.history import Historian
from tablet_companion.games.core import Viewer
from tablet_companion.lessons.teacher import Teacher
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dialogues import Helping, Wondering
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.pages.dialogues import build_dialogue
from tablet_companion.referee.turns.touches import handle_touch
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.pages.rules import RulePanel
from tablet_companion.screen.pages.scenes import OwnPanel
from tablet_companion.screen.toolkit import orders


class LookUps:
    """The pages that one telephone has opened, the table's own and the referee's.

    The referee answers on a copy of the table that nobody else sees. Whatever else it asks of
    people, such as entering a hand, is done at the table as usual.
    """

    def __init__(self, board: Board, table: Callable[[], Table]) -> None:
        """Begin with none open; ``table`` returns the referee's table as it is now."""
        self._table = table
        self._teacher = Teacher(table().game, board, list_chosen=lambda: table().chosen)
        self._historian = Historian(table)
        self._asked: Helping | Wondering | None = None

    def take(
        self, meant: events.Intent | orders.Order | None, viewer: Viewer, now_s: float
    ) -> events.Intent | orders.Order | None:
        """Do what a touch looks up; return what it means to the table instead.

        The ``viewer`` is whose page the questions begin on.
        """
        match meant:
            case None:
                pass
            case events.AskHelp() | events.AskWhy() | events.Wonder():
                self._ask(meant, viewer)
            case orders.TouchPlace(place=place) if isinstance(self._asked, Wondering):
                self._ask(events.Point(place), viewer)
            case events.GoOn() if self._asked is not None:
                self._asked = None
            case events.Recall():
                self._historian.obey(orders.OpenHistory(), now_s)
            case orders.HistoryOrder():
                self._historian.obey(meant, now_s)
            case orders.RulesOrder():
                self._teacher.obey(meant, now_s)
            case _:
                self._asked = None
                return meant
        return None

    def _ask(self, intent: events.Intent, viewer: Viewer) -> None:
        viewer = viewer if self._asked is None else self._asked.viewer
        after, _ = handle_touch(self._table().but(dialogue=self._asked), intent)
        if isinstance(after.dialogue, Helping | Wondering):
            self._asked = replace(after.dialogue, viewer=viewer)

    def build(self) -> Panel | None:
        """Return the referee's page that answers a question, None while nothing is asked."""
        return None if self._asked is None else build_dialogue(self._table(), self._asked)

    def find_over(self, now_s: float) -> OwnPanel | None:
        """Return the page of rules or of the history that lies over all others, if one is open.

        No piece is ever on its way there: a page for each step would only be sent over the network.
        """
        match panel := self._teacher.panel(now_s) or self._historian.panel(now_s):
            case RulePanel(showing=showing) if showing.done:
                return replace(panel, showing=replace(showing, done=1.0))
            case HistoryPanel():
                return replace(panel, done=1.0)
        return panel
