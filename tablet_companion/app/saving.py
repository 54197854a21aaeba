"""Saving the game that is over on a USB stick: as text, as a moving picture and as pages."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError
from hardware.files import write_durably
from hardware.sticks import find_stick
from tablet_companion.exports.files import KINDS, TEXT, export_files
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Message, Story
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.screen.pages.saving import SavingPanel
from tablet_companion.screen.toolkit.orders import SaveGame, SavingOrder

FOLDER: Final = "tablet-companion"
_BUSY: Final = N_("I am saving the game. Leave the USB stick in.")
_SAVED: Final = N_("The game is on the USB stick, in {text}. You can pull the stick out.")
_NO_STICK: Final = N_("I see no USB stick. Plug one in and wait for a moment.")
_NOT_OVER: Final = N_("Only a game that is over can be saved.")
_WENT: Final = N_("The USB stick does not answer any more. Plug it in again.")
_WHY: Final = {
    errno.ENOSPC: N_("The USB stick is full. Take another one."),
    errno.EDQUOT: N_("The USB stick is full. Take another one."),
    errno.EROFS: N_("The USB stick lets nothing be written. Is it locked by a switch?"),
    errno.EACCES: N_("The USB stick lets nobody write. Format it as FAT or exFAT."),
    errno.EPERM: N_("The USB stick lets nobody write. Format it as FAT or exFAT."),
}


class Saver:
    """Writes in a thread of its own: the picture takes seconds, and the table goes on."""

    def __init__(
        self, table: Callable[[], Table], find: Callable[[], Path | None] = find_stick
    ) -> None:
        """Begin closed; ``table`` returns the referee's table as it is now, ``find`` a stick."""
        self._table, self._find = table, find
        self.panel: SavingPanel | None = None
        self._thread: threading.Thread | None = None

    def obey(self, order: SavingOrder, language: str) -> None:
        """Do what a touch asks for; what is being written is finished whatever is shown."""
        if not isinstance(order, SaveGame):
            self.panel = None
            return
        if self._thread is not None and self._thread.is_alive():
            return
        table = self._table()
        if table.stage is not Stage.ENDED:
            self.panel = SavingPanel(Message(_NOT_OVER))
            return
        self.panel = SavingPanel(Message(_BUSY))
        # Only what everybody may see leaves this thread.
        arguments = tell_story(table), language
        self._thread = threading.Thread(target=self._save, args=arguments, name="save", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Return when nothing is being written any more."""
        if self._thread is not None:
            self._thread.join()

    def _save(self, story: Story, language: str) -> None:
        panel = self._write(story, language)
        if self.panel is not None:  # else nobody waits for it
            self.panel = panel

    def _write(self, story: Story, language: str) -> SavingPanel:
        stick = self._find()
        if stick is None:
            return SavingPanel(Message(_NO_STICK), failed=True)
        try:
            name = _write_files(stick / FOLDER, story, language)
        except OSError as error:
            return SavingPanel(Message(_WHY.get(error.errno or 0, _WENT)), failed=True)
        except CompanionError as error:
            return SavingPanel(Message("{text}", (("text", str(error)),)), failed=True)
        return SavingPanel(Message(_SAVED, (("text", f"{FOLDER}/{name}"),)))


def _write_files(folder: Path, story: Story, language: str) -> str:
    """Write all kinds under the first name that is free there, and return it."""
    folder.mkdir(exist_ok=True)
    number = 1
    while any(folder.glob(f"{story.game}-{number}.*")):
        number += 1
    name = f"{story.game}-{number}"
    order = sorted(KINDS, key=lambda kind: kind != TEXT)  # what is quick and whole comes first
    for file, content in export_files(name, story, language, order):
        write_durably(folder / file, content)
    return name
