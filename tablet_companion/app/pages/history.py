"""Looking back at a game on a page of its own, and its story on the last page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.panels import EndPanel, Panel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Moment, Table
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.toolkit.motion import SLIDE_S
from tablet_companion.screen.toolkit.orders import HistoryOrder, OpenHistory, Replay, ShowTurn

READ_S: Final = 1.2
"""How long the replay shows a move before the next begins."""


class Historian:
    """Shows the game of a table turn by turn; nothing it does changes the game."""

    def __init__(self, table: Callable[[], Table]) -> None:
        """Begin closed; ``table`` returns the referee's table as it is now."""
        self._table = table
        self._panel: HistoryPanel | None = None
        self._since_s = 0.0
        self._told: tuple[tuple[Moment, ...], Story] | None = None

    def obey(self, order: HistoryOrder, now_s: float) -> None:
        """Do what a touch asks for."""
        self._since_s, panel = now_s, self.panel(now_s)
        match order:
            case OpenHistory():
                story = tell_story(self._table())
                self._panel = HistoryPanel(story, max(0, len(story.turns) - 1))
            case ShowTurn(number=number) if panel is not None:
                last = len(panel.story.turns) - 1
                self._panel = replace(panel, at=max(0, min(number, last)), done=0.0, playing=False)
            case Replay() if panel is not None:
                over = panel.at == len(panel.story.turns) - 1
                first = 0 if over and not panel.playing else panel.at
                done = 1.0 if panel.playing else 0.0
                self._panel = replace(panel, at=first, done=done, playing=not panel.playing)
            case _:
                self._panel = None

    def panel(self, now_s: float) -> HistoryPanel | None:
        """Return what to show, None while nobody looks back."""
        if self._panel is None or self._panel.done >= 1.0:
            return self._panel
        spent_s, panel = now_s - self._since_s, self._panel
        if panel.playing:
            passed = int(spent_s / (SLIDE_S + READ_S))
            spent_s -= passed * (SLIDE_S + READ_S)
            panel = replace(panel, at=panel.at + passed)
        last = len(panel.story.turns) - 1
        if panel.at > last:
            return replace(panel, at=last, done=1.0, playing=False)
        return replace(panel, done=round(max(0.01, min(1.0, spent_s / SLIDE_S)), 3))

    def tell_end(self, panel: Panel) -> Panel:
        """Return the last page of a game with its story; any other page as it is."""
        if not isinstance(panel, EndPanel):
            return panel
        table = self._table()
        if self._told is None or self._told[0] is not table.past:
            self._told = table.past, tell_story(table)
        return replace(panel, story=self._told[1])
