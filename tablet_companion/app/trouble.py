"""The page for what cannot be recorded: the game stands still until somebody has made room."""

from __future__ import annotations

from tablet_companion.games.core import TABLE
from tablet_companion.journal import JournalError
from tablet_companion.referee.panels import Message, PausePanel
from tablet_companion.referee.show import CONTINUE
from tablet_companion.referee.table import Table


def notice(table: Table, error: JournalError) -> PausePanel:
    """Return a page that says the error's sentence above the table as it is on record."""
    say = Message("{text}", (("text", str(error)),))
    return PausePanel(table.game.view(table.state, TABLE), say, (CONTINUE,))
