"""Saves a finished game to a USB stick: as text, as an animated picture and as pages."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from hardware.background import run_in_background
from hardware.errors import CompanionError
from hardware.sticks import Sticks
from tablet_companion.exports.files import KINDS, export_files, name_game
from tablet_companion.exports.pictures import Report
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.chronicle import Story
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.screen.pages.saving import SavingPanel
from tablet_companion.screen.toolkit.orders import SaveGame, SavingOrder
from tablet_companion.screen.words.troubles import said

_BUSY: Final = N_("I am saving the game: {count}%. Leave the USB stick in.")
_BUSY_HERE: Final = N_("I am saving the game: {count}%.")
_SAVED: Final = N_("The game is saved in the folder {text}. You can pull the stick out.")
_SAVED_HERE: Final = N_("The game is saved in the folder {text}.")
_NOT_OVER: Final = N_("Only a game that is over can be saved.")


class Saver:
    """Writes on a thread of its own: the picture takes seconds, and the table goes on."""

    def __init__(self, table: Callable[[], Table], sticks: Callable[[], Sticks]) -> None:
        """Begin closed; ``table`` returns the referee's table, ``sticks`` where files go."""
        self._table, self._sticks = table, sticks
        self._open = self._awaited = False
        self._unread = False  # whether nobody was told yet how the last saving ended
        self._panel: SavingPanel | None = None
        self._story: Story | None = None
        self.news: Message | None = None
        """How a saving ended during the next game, until it is taken."""
        self.written: Future[SavingPanel] | None = None

    @property
    def panel(self) -> SavingPanel | None:
        """Return what to show, None while the page is closed.

        If it was closed while files were being written, it opens again at their end; if a game is
        being played by then, that is ``news`` for its page. Raises the error with which the thread
        failed.
        """
        if self.written is not None and self.written.done():
            self._panel = self.written.result()
            self._unread = False
            if self._awaited:
                self._open = self._table().stage is not Stage.PLAY
                self._awaited = False
                self.news = None if self._open else self._panel.say
        return self._panel if self._open else None

    def obey(self, order: SavingOrder, language: str) -> None:
        """Do what a touch asks for; files being written are finished whatever is shown.

        What could not be saved is tried again, even if the next game is being set up by then.
        """
        self._open = isinstance(order, SaveGame)
        self._awaited = self._unread and not self._open
        if not self._open or self._unread:
            return
        table, self.written = self._table(), None
        if table.stage is Stage.ENDED:
            self._story = tell_story(table)  # only what everybody may see leaves this thread
        elif not (self._story is not None and self._panel is not None and self._panel.failed):
            self._panel = SavingPanel(Message(_NOT_OVER))
            return
        self._save(self._story, language)

    def _save(self, story: Story, language: str) -> None:
        busy = _BUSY if self._sticks().may_have_one() else _BUSY_HERE

        def report(share: float) -> None:
            count = 10 * int(10 * share)  # a screen reader says each change of the page
            self._panel = SavingPanel(Message(busy, (("count", count),)))

        report(0.0)
        self._unread = True
        self.written = run_in_background(lambda: self._write(story, language, report), "save")

    def _write(self, story: Story, language: str, report: Report) -> SavingPanel:
        name = name_game(story)
        try:
            files = export_files(name, story, language, KINDS, report)
            sticks = self._sticks()
            folder = sticks.put(f"tablet-companion-{name}", files)
        except CompanionError as error:
            return SavingPanel(said(error), failed=True)
        saved = _SAVED_HERE if folder.is_relative_to(sticks.own) else _SAVED  # without a stick
        return SavingPanel(Message(saved, (("text", str(folder)),)))
